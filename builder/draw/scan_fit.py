"""How a scan lies on the board: a few named hexes tell turn, scale, shift and stretch.

Two hexes give turn, scale and shift (a similarity); three or more that don't lie on one line an
affine map (stretch and skew too), by least squares. What doesn't fit is told by hex: a typing
error moves one point by hexes, a scanner's stretch moves all of them a little.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot, sqrt

from builder.errors import DrawError
from builder.hexgrid import Layout

__all__ = ["DOUBT", "REFUSE", "Affine", "Fit", "Pin", "fit_pins"]

DOUBT = 0.1
"""Hexes that a point may lie off before it is named."""
REFUSE = 0.35
"""Hexes off from which on the scan isn't used: counters would stand in wrong hexes."""
_LEAST_APART = 3.0  # hexes between two points
SCALED, STRETCHED = "turned and scaled", "turned, scaled and stretched"
_FLAT = 0.1  # narrowest to widest spread of points that count as lying on one line
_STRETCHED = (1.05, 1.2)  # longer to shorter side: doubted, refused
_ALONE = 3.0  # times better the others fit without the one that is wrong


@dataclass(frozen=True, slots=True)
class Pin:
    """A hex whose centre was found in a scan.

    Args:
        number: As printed.
        board: Its centre on the board, px.
        at: Its centre in the scan, px.
    """

    number: str
    board: tuple[float, float]
    at: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Affine:
    """``x, y`` goes to ``a x + b y + c, d x + e y + f``."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return where a point goes.

        >>> Affine(2, 0, 5, 0, 2, 7).at((1, 1))
        (7, 9)
        """
        x, y = point
        return self.a * x + self.b * y + self.c, self.d * x + self.e * y + self.f

    def then(self, other: Affine) -> Affine:
        """Return both, one after the other."""
        c, f = other.at((self.c, self.f))
        return Affine(
            other.a * self.a + other.b * self.d,
            other.a * self.b + other.b * self.e,
            c,
            other.d * self.a + other.e * self.d,
            other.d * self.b + other.e * self.e,
            f,
        )

    @property
    def inverse(self) -> Affine:
        """The way back; the map must not be flat."""
        det = self.determinant
        a, b, d, e = self.e / det, -self.b / det, -self.d / det, self.a / det
        return Affine(a, b, -a * self.c - b * self.f, d, e, -d * self.c - e * self.f)

    @property
    def determinant(self) -> float:
        """Area of what a unit square becomes; below 0 if mirrored."""
        return self.a * self.e - self.b * self.d

    @property
    def scales(self) -> tuple[float, float]:
        """The least and the greatest length that a unit length becomes."""
        square = self.a**2 + self.b**2 + self.d**2 + self.e**2
        det = abs(self.determinant)
        wide = sqrt((square + sqrt(max(square**2 - 4 * det**2, 0.0))) / 2)
        return (det / wide if wide else 0.0), wide

    @property
    def turn(self) -> float:
        """Degrees by which it turns, clockwise as seen on a screen."""
        return degrees(atan2(self.d - self.b, self.a + self.e))


@dataclass(frozen=True, slots=True)
class Fit:
    """How a scan lies on the board.

    Args:
        way: From the board to the scan, px.
        kind: What it does to the board, in words.
        pins: The hexes it rests on.
        hex_px: Height of a hex in the scan.
        doubts: What should be looked at, in words.
    """

    way: Affine
    kind: str
    pins: tuple[Pin, ...]
    hex_px: float
    doubts: tuple[str, ...] = ()

    def off(self, pin: Pin) -> float:
        """Return by how many px of the scan a point lies off."""
        return _off(self.way, pin)


def fit_pins(pins: Sequence[Pin], layout: Layout, place: str) -> Fit:
    """Find how a scan lies on the board.

    Args:
        pins: At least two hexes; any order.
        layout: The board.
        place: Begins error messages, such as the file that names the hexes.

    Raises:
        DrawError: Too few or too near, mirrored, too much stretched, or a point that doesn't
            fit; it is named, with the px where the others expect it.
    """
    if len(pins) < 2:
        raise DrawError(f"{place}: names {len(pins)} hexes; two are needed, better four")
    span = max(_distance(a.board, b.board) for a in pins for b in pins) / layout.row_px
    near = min(_distance(a.at, b.at) for i, a in enumerate(pins) for b in pins[:i])
    if span < _LEAST_APART or near < 1:
        raise DrawError(f"{place}: the hexes named lie too near each other; take far corners")
    way, kind = _best(pins)
    hex_px = layout.row_px * sqrt(abs(way.determinant))
    worst = max(_off(way, pin) for pin in pins) / hex_px if hex_px else REFUSE
    if (worst >= DOUBT or way.determinant <= 0) and (found := _wrong(pins, layout, place)):
        if found[1] >= REFUSE:
            raise DrawError(found[0])
        return Fit(way, kind, tuple(pins), hex_px, (found[0],))
    if way.determinant <= 0:
        raise DrawError(f"{place}: by these points the scan is a mirror image; are two swapped?")
    return Fit(way, kind, tuple(pins), hex_px, tuple(_doubts(way, worst, place)))


def _doubts(way: Affine, worst: float, place: str) -> list[str]:
    """Return what is odd about a fit without one wrong point; raise DrawError if too odd."""
    short, long_ = way.scales
    stretch = long_ / short if short else _STRETCHED[1]
    if worst >= REFUSE or stretch >= _STRETCHED[1]:
        raise DrawError(
            f"{place}: the points don't fit together (off by {worst:.2f} hexes, stretched by "
            f"{100 * (stretch - 1):.0f} %); one is wrong: name more hexes to see which"
        )
    said = []
    if stretch >= _STRETCHED[0]:
        said.append(f"{place}: the scan is stretched by {100 * (stretch - 1):.0f} %; look at it")
    if worst >= DOUBT:
        said.append(f"{place}: the points lie off by up to {worst:.2f} hexes; look at the proof")
    return said


def _wrong(pins: Sequence[Pin], layout: Layout, place: str) -> tuple[str, float] | None:
    """Return words about the one point that doesn't fit the others, and hexes it lies off.

    Each point is left out in turn: without the wrong one the others fit much better.
    """
    if len(pins) < 4:
        return None
    tried = []
    for out in pins:
        others = [pin for pin in pins if pin is not out]
        way = _best(others)[0] if len(others) > 3 else _similar(others)
        if way.determinant > 0:
            tried.append((max(_off(way, pin) for pin in others), out, way))
    tried.sort(key=lambda each: each[0])
    if not tried or (len(tried) > 1 and tried[0][0] * _ALONE > tried[1][0]):
        return None
    _, pin, way = tried[0]
    hexes = _off(way, pin) / (layout.row_px * sqrt(way.determinant))
    x, y = way.at(pin.board)
    text = (
        f"{place}: hex {pin.number} at [{pin.at[0]:.0f}, {pin.at[1]:.0f}] doesn't fit: by the "
        f"others it lies at [{x:.0f}, {y:.0f}], {hexes:.2f} hexes away; correct it"
    )
    return text, hexes


def _best(pins: Sequence[Pin]) -> tuple[Affine, str]:
    """Return the affine map if the points allow one, else the similarity."""
    found = _affine(pins) if len(pins) > 2 else None
    return (found, STRETCHED) if found else (_similar(pins), SCALED)


def _similar(pins: Sequence[Pin]) -> Affine:
    """Return the similarity nearest to the points, as a product of complex numbers."""
    boards = [complex(*pin.board) for pin in pins]
    scans = [complex(*pin.at) for pin in pins]
    middle, target = sum(boards) / len(pins), sum(scans) / len(pins)
    total = sum(abs(z - middle) ** 2 for z in boards)
    pairs = zip(boards, scans, strict=True)
    k = sum((z - middle).conjugate() * (w - target) for z, w in pairs) / total
    shift = target - k * middle
    return Affine(k.real, -k.imag, shift.real, k.imag, k.real, shift.imag)


def _affine(pins: Sequence[Pin]) -> Affine | None:
    """Return the affine map nearest to the points, ``None`` if they lie on one line."""
    count = len(pins)
    mx, my = (sum(pin.board[i] for pin in pins) / count for i in (0, 1))
    tx, ty = (sum(pin.at[i] for pin in pins) / count for i in (0, 1))
    rows = [(p.board[0] - mx, p.board[1] - my, p.at[0] - tx, p.at[1] - ty) for p in pins]
    xx, xy, yy = (sum(r[i] * r[j] for r in rows) for i, j in ((0, 0), (0, 1), (1, 1)))
    det, total = xx * yy - xy * xy, xx + yy
    if det <= (_FLAT * total) ** 2:
        return None
    made = []
    for k in (2, 3):
        sx, sy = sum(r[0] * r[k] for r in rows), sum(r[1] * r[k] for r in rows)
        made.append(((sx * yy - sy * xy) / det, (sy * xx - sx * xy) / det))
    (a, b), (d, e) = made
    return Affine(a, b, tx - a * mx - b * my, d, e, ty - d * mx - e * my)


def _off(way: Affine, pin: Pin) -> float:
    return _distance(way.at(pin.board), pin.at)


def _distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
