"""Pictures for print-on-demand shops: nothing but counters, at a shop's size and resolution.

Lengths are mm. Source: ``art/print/shops.toml``, or a user's file with the same entries::

    name = "My shop"
    size = [215.9, 279.4]
    dpi = 300
    bleed = 3.175
    margin = 6.35
    gutter = 4
    counter = "1/2in"
    backs = "behind"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.draw.canvas import MM_PER_INCH, Box, Point, Shape, moved
from builder.draw.png import encode
from builder.draw.scan_table import read_toml
from builder.draw.style import Table, art_root, read_table
from builder.draw.text import Fonts
from builder.errors import WargameError
from builder.pdf import Layer, Page
from builder.pdf.picture import page_picture
from builder.sheet.counters import PRIVATE, deal, mirrored
from builder.sheet.grid import Grid, fit
from builder.sheet.job import Flip
from builder.sheet.length import parse_length
from builder.sheet.piece import Piece

__all__ = ["Shop", "read_shop", "shop_files", "shops"]

_KEYS = ("name", "size", "dpi", "bleed", "margin", "gutter", "counter", "backs")
_DPI = (72.0, 1_200.0)
_SIDE = (5.0, 1_000.0)
_MOST_PX = 120_000_000
_BACKS = ("behind", "same")
_EMPTY = "empty"  # name of a counter that nothing is printed on


@dataclass(frozen=True, slots=True)
class Shop:
    """What a shop takes.

    Args:
        id: Its name in file names.
        size: The sheet as it is cut.
        dpi: Pixels an inch.
        bleed: How far pictures reach beyond the cut of the sheet.
        reach: How far the colour of a counter reaches beyond its own cut.
        grid: Where counters lie on the sheet.
        behind: Whether each back lies behind its front; else in its place.
    """

    id: str
    size: Point
    dpi: int
    bleed: float
    reach: float
    grid: Grid
    behind: bool

    @property
    def lone(self) -> bool:
        """Whether each picture shows one counter."""
        return self.grid.columns == self.grid.rows == 1

    def sheets(self, pieces: Sequence[Piece]) -> int:
        """Return how many sheets pieces take; like ones are drawn once if each has its own."""
        number = len({piece.id for piece in pieces}) if self.lone else len(pieces)
        return -(-number // (self.grid.columns * self.grid.rows))


def _shops() -> Table:
    return read_table(art_root() / "print" / "shops.toml")


def shops() -> tuple[str, ...]:
    """Return the ids of the shops that are known.

    Raises:
        DrawError: ``shops.toml`` is missing or malformed.
    """
    return tuple(_shops())


def read_shop(name: str) -> Shop:
    """Return what a shop takes.

    Args:
        name: One of :func:`shops`, or a TOML file.

    Raises:
        WargameError: There is no such shop, or what its file says can't be made.
    """
    if name in shops():
        return _shop(_shops().table(name), name, f"--shop {name}")
    if not name.lower().endswith(".toml"):
        known = ", ".join(shops())
        raise WargameError(f"--shop: no shop '{name}' (there are: {known}; or give a FILE.toml)")
    path = Path(name)
    return _shop(read_toml(path, path.parent), path.stem, name)


def _shop(table: Table, id_: str, where: str) -> Shop:
    if unknown := sorted(set(table) - set(_KEYS)):
        raise WargameError(f"{where}: unknown entry '{unknown[0]}'; there are {', '.join(_KEYS)}")
    size, dpi = table.point("size"), table.number("dpi")
    bleed, margin, gutter = (table.number(key) for key in ("bleed", "margin", "gutter"))
    counter = parse_length(table.text("counter"), f"{where}: counter")
    backs = table.text("backs")
    if backs not in _BACKS:
        raise WargameError(f"{where}: backs = '{backs}' must be 'behind' or 'same'")
    if not all(_SIDE[0] <= side <= _SIDE[1] for side in size) or not _DPI[0] <= dpi <= _DPI[1]:
        raise WargameError(
            f"{where}: size = {list(size)} and dpi = {dpi:g} must be sides of "
            f"{_SIDE[0]:g} to {_SIDE[1]:g} mm and {_DPI[0]:g} to {_DPI[1]:g} dpi"
        )
    if not (0 <= bleed <= min(size) and 0 <= margin < min(size) / 2 and 0 <= gutter < min(size)):
        raise WargameError(f"{where}: bleed, margin and gutter must be mm, 0 or more, that fit")
    px = (size[0] + 2 * bleed) * (size[1] + 2 * bleed) * (dpi / MM_PER_INCH) ** 2
    if px > _MOST_PX:
        raise WargameError(
            f"{where}: a picture of {px / 1e6:.0f} Mpx; {_MOST_PX / 1e6:.0f} at most"
        )
    room: Box = (margin, margin, size[0] - margin, size[1] - margin)
    try:
        grid = fit(room, counter, gutter, 0.0)
    except WargameError as error:
        why = str(error).partition(": ")[2]
        raise WargameError(f"{where}: {why}") from None
    lone = grid.columns == grid.rows == 1
    reach = bleed if lone else gutter / 2
    return Shop(id_, size, round(dpi), bleed, reach, grid, behind=backs == "behind")


def shop_files(
    shop: Shop, pieces: Sequence[Piece], fonts: Fonts, *, private: bool = False
) -> dict[str, bytes]:
    """Draw the pictures that a shop takes.

    Args:
        shop: What it takes.
        pieces: What is printed.
        fonts: Faces for labels.
        private: Whether it is a private copy: pictures have no words beside counters, so the names
            of their files say it.

    Returns:
        PNG files by name; they state their resolution. Where each shows one counter, a table tells
        how many there are of it.
    """
    files, folder = {}, f"shop-{shop.id}"
    start = f"{folder}/{PRIVATE.replace(' ', '-')}-" if private else f"{folder}/"
    if shop.lone:
        numbers = Counter(piece.id for piece in pieces)
        rows = "".join(f"{id_ or _EMPTY},{number}\n" for id_, number in numbers.items())
        files[f"{start}how-many.csv"] = f"id,copies\n{rows}".encode()
        pieces = list({piece.id: piece for piece in pieces}.values())
    for sheet in deal(pieces, shop.grid, frozenset()):
        name = next(iter(sheet.pieces.values())).id if shop.lone else f"{sheet.number:02}"
        for back in (False, True):
            shapes = list(_faces(shop, sheet.pieces, back=back))
            page = Page(_whole(shop), [Layer(shapes)])
            picture = page_picture(page, fonts, shop.dpi)
            side = "back" if back else "front"
            files[f"{start}{name or _EMPTY}-{side}.png"] = encode(picture, shop.dpi)
    return files


def _whole(shop: Shop) -> Point:
    return shop.size[0] + 2 * shop.bleed, shop.size[1] + 2 * shop.bleed


def _faces(shop: Shop, laid: dict[tuple[int, int], Piece], *, back: bool) -> Iterator[Shape]:
    for place, piece in laid.items():
        box = shop.grid.box(place)
        if back and shop.behind:
            box = mirrored(box, shop.size, Flip.LONG)
        at = box[0] + shop.bleed, box[1] + shop.bleed
        draw = piece.back if back else piece.front
        yield from moved(draw(shop.grid.counter, shop.reach), at)
