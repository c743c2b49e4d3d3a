"""Hexes as axial coordinates, and what follows from them: neighbours, distance, lines.

The hexes are flat-topped. ``q`` counts columns eastwards; ``r`` counts along the
column, southwards, so that the six neighbours are the same offsets everywhere.
How a hex is *printed* is the business of :mod:`builder.hexgrid.numbering`.

Source: axial coordinates as usual in the hobby (Red Blob Games, "Hexagonal Grids").
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

__all__ = [
    "Direction",
    "Hex",
    "Hexside",
    "direction_between",
    "distance",
    "hexside",
    "line",
    "neighbour",
    "neighbours",
    "ring",
    "within",
]


class Hex(NamedTuple):
    """One hex in axial coordinates."""

    q: int
    r: int


class Direction(IntEnum):
    """The six directions of a flat-topped hex, clockwise from north."""

    N = 0
    NE = 1
    SE = 2
    S = 3
    SW = 4
    NW = 5

    @property
    def opposite(self) -> Direction:
        """The direction that leads back."""
        return Direction((self + 3) % 6)


_OFFSETS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class Hexside(NamedTuple):
    """The side between two adjacent hexes; make it with :func:`hexside`, which sorts them."""

    a: Hex
    b: Hex


def neighbour(cell: Hex, direction: Direction) -> Hex:
    """Return the hex next to ``cell`` in ``direction``.

    >>> neighbour(Hex(3, 4), Direction.NE)
    Hex(q=4, r=3)
    """
    dq, dr = _OFFSETS[direction]
    return Hex(cell.q + dq, cell.r + dr)


@lru_cache(maxsize=16_384)  # searches ask for the same hexes over and over
def neighbours(cell: Hex) -> tuple[Hex, ...]:
    """Return the six adjacent hexes, clockwise from north."""
    q, r = cell
    return tuple(Hex(q + dq, r + dr) for dq, dr in _OFFSETS)


def distance(a: Hex, b: Hex) -> int:
    """Return the least number of steps between two hexes.

    >>> distance(Hex(0, 0), Hex(2, -1))
    2
    """
    dq, dr = b.q - a.q, b.r - a.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def direction_between(a: Hex, b: Hex) -> Direction:
    """Return the direction of the step from ``a`` to the adjacent hex ``b``.

    Raises:
        ValueError: The hexes are not adjacent (a programming mistake).
    """
    return Direction(_OFFSETS.index((b.q - a.q, b.r - a.r)))


def hexside(a: Hex, b: Hex) -> Hexside:
    """Return the one name of the side between two adjacent hexes.

    Raises:
        ValueError: The hexes are not adjacent.
    """
    if distance(a, b) != 1:
        msg = f"{a} and {b} share no hexside"
        raise ValueError(msg)
    return Hexside(a, b) if a < b else Hexside(b, a)


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the hexes at exactly ``radius`` steps, clockwise from the northern one."""
    if radius == 0:
        return (centre,)
    q, r = centre.q, centre.r - radius
    found: list[Hex] = []
    for step in (Direction.SE, Direction.S, Direction.SW, Direction.NW, Direction.N, Direction.NE):
        dq, dr = _OFFSETS[step]
        for _ in range(radius):
            found.append(Hex(q, r))
            q, r = q + dq, r + dr
    return tuple(found)


def within(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return every hex at most ``radius`` steps away, nearest first.

    >>> len(within(Hex(0, 0), 3))  # 1 + 6 + 12 + 18
    37
    """
    return tuple(cell for distance_ in range(radius + 1) for cell in ring(centre, distance_))


def line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """Return the hexes on the straight line from ``a`` to ``b``, both included.

    Adjacent hexes follow each other. Where the line runs exactly along a hexside
    the western hex is taken; the line from ``b`` to ``a`` holds the same hexes.
    Integers only.
    """
    if b < a:
        return tuple(reversed(line(b, a)))
    steps = distance(a, b)
    return tuple(_rounded(a, b, i, steps) for i in range(steps + 1)) if steps else (a,)


def _rounded(a: Hex, b: Hex, i: int, steps: int) -> Hex:
    """Round the point ``i / steps`` of the way, moved a hair westwards, to a hex.

    One hex is ``6 * steps`` units, so a rounding tie lies at an odd multiple of
    ``3 * steps`` and every other value at least 3 units off it: the hair (2 units)
    decides ties and nothing else.
    """
    scale = 6 * steps
    q = 6 * (a.q * (steps - i) + b.q * i) - 2
    r = 6 * (a.r * (steps - i) + b.r * i) + 1
    s = -q - r
    rq, rr, rs = ((2 * v + scale) // (2 * scale) for v in (q, r, s))
    dq, dr, ds = abs(rq * scale - q), abs(rr * scale - r), abs(rs * scale - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return Hex(rq, rr)
