"""Whole sheets of counters in a folder of scans: ``sheets.toml``, and where each face lies.

::

    [[sheet]]
    file = "sheet-1.jpg"
    side = "front"
    columns = 20
    rows = 12
    corners = [[80, 95], [4880, 102], [4875, 2985], [76, 2977]]  # px, clockwise from top left
    inset = 0.02            # cut off all around each counter, in widths of a counter
    ids = ["turn", "weather", ""]   # row by row; "" is a counter that isn't wanted

``corners`` are the outer corners of the whole block of counters. With ``mirrored = true`` each
row is read from right to left: then a back sheet takes the ids of its front in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import dist
from pathlib import Path

from builder.draw.scan_file import MAP_CAPS, Head, open_scan
from builder.draw.scan_table import few_tables, inside, read_toml
from builder.draw.style import Table
from builder.errors import DrawError

__all__ = ["BACK", "FRONT", "Cut", "Point", "Sheet", "read_sheets"]

FRONT, BACK = "front", "back"
_KEYS = ("file", "side", "columns", "rows", "corners", "inset", "ids", "mirrored")
_LONGEST = 3  # sides of a counter's shortest one
_MOST = 200  # columns, rows or sheets

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a face is seen.

    Args:
        path: The picture.
        corners: Its corners in it, clockwise from the top left, px as shown; ``None`` if the
            picture shows nothing else.
    """

    path: Path
    corners: Quad | None = None

    @property
    def side_px(self) -> float:
        """Shortest side of the corners' quadrangle, px."""
        return min(_sides(self.corners)) if self.corners else 0.0

    @property
    def longest_px(self) -> float:
        """Longest side of the corners' quadrangle, px."""
        return max(_sides(self.corners)) if self.corners else 0.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A scanned sheet.

    Args:
        where: The place in ``sheets.toml``, for messages.
        head: The file.
        side: ``front`` or ``back``.
        cuts: Where each id lies, in the order of the file.
    """

    where: str
    head: Head
    side: str
    cuts: Mapping[str, Cut]


def read_sheets(place: Path, folder: Path, pictures: Mapping[str, Path]) -> tuple[Sheet, ...]:
    """Read which pictures show whole sheets, and where the counters lie in them.

    Args:
        place: ``sheets.toml``.
        folder: The folder of scans.
        pictures: Pictures in it by name in small letters.

    Raises:
        DrawError: The file is malformed, or a picture can't be used.
    """
    table = read_toml(place, folder)
    if odd := [key for key in table if key != "sheet"]:
        raise DrawError(f"{place}: '{odd[0]}' isn't known; there is [[sheet]]")
    return tuple(
        _sheet(each, f"{place}: sheet {number}", folder, pictures)
        for number, each in enumerate(few_tables(table, place, "sheet", _MOST), 1)
    )


def _sheet(table: Table, where: str, folder: Path, pictures: Mapping[str, Path]) -> Sheet:
    """Read one sheet."""
    if odd := [key for key in table if key not in _KEYS]:
        raise DrawError(f"{where}: '{odd[0]}' isn't known; there are {', '.join(_KEYS)}")
    name, side = table.text("file"), table.text("side")
    if name.lower() not in pictures:
        raise DrawError(f"{where}: there is no picture {name!r:.60} beside it; check 'file'")
    if side not in (FRONT, BACK):
        raise DrawError(f"{where}: side must be front or back")
    path = pictures[name.lower()]
    with open_scan(path, folder, MAP_CAPS) as (head, _, _):
        pass
    cuts = dict(_cuts(table, where, head))
    return Sheet(where, head, side, cuts)


def _cuts(table: Table, where: str, head: Head) -> Iterator[tuple[str, Cut]]:
    """Yield where each id lies."""
    columns, rows = (_count(table, where, key) for key in ("columns", "rows"))
    corners = _corners(table, where, head)
    inset = table.number("inset") if table.get("inset") is not None else 0.0
    if not 0 <= inset < 0.4:
        raise DrawError(f"{where}: inset must be between 0 and 0.4 widths of a counter")
    ids, mirrored = table.texts("ids"), table.get("mirrored") is True
    if len(ids) > columns * rows:
        raise DrawError(f"{where}: {len(ids)} ids for {columns} x {rows} counters; count again")
    seen: set[str] = set()
    for number, id_ in enumerate(ids):
        if not id_:
            continue
        if id_ in seen:
            raise DrawError(f"{where}: {id_!r:.60} stands there twice; take one out")
        seen.add(id_)
        row, column = divmod(number, columns)
        left = columns - 1 - column if mirrored else column
        spots = ((inset, inset), (1 - inset, inset), (1 - inset, 1 - inset), (inset, 1 - inset))
        a, b, c, d = (_within(corners, (left + x) / columns, (row + y) / rows) for x, y in spots)
        cut = Cut(head.path, (a, b, c, d))
        if cut.longest_px > _LONGEST * cut.side_px:
            size = f"{cut.longest_px:.0f} x {cut.side_px:.0f} px"
            raise DrawError(f"{where}: {id_} would be {size}; check corners, columns and rows")
        yield id_, cut


def _count(table: Table, where: str, key: str) -> int:
    """Return a number of columns or rows."""
    value = table.number(key)
    if value != int(value) or not 1 <= value <= _MOST:
        raise DrawError(f"{where}: {key} must be a whole number from 1 to {_MOST}")
    return int(value)


def _corners(table: Table, where: str, head: Head) -> Quad:
    """Return the corners of the block of counters."""
    found: list[Point] = []
    given = table.get("corners")
    for corner in given if isinstance(given, list) else ():
        match corner:
            case [int() | float() as x, int() | float() as y] if inside((x, y), head):
                found.append((float(x), float(y)))
            case _:
                break
    if len(found) == 4 and isinstance(given, list) and len(given) == 4 and _convex(found):
        return found[0], found[1], found[2], found[3]
    raise DrawError(
        f"{where}: corners must be four points [x, y] in the picture ({head.size[0]} x "
        f"{head.size[1]} px), clockwise from the top left"
    )


def _convex(points: list[Point]) -> bool:
    """Tell whether four points go round clockwise, as seen on a screen."""
    turns = []
    for i in range(4):
        (ax, ay), (bx, by), (cx, cy) = (points[(i + k) % 4] for k in range(3))
        turns.append((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
    return min(turns) > 0


def _within(quad: Quad, u: float, v: float) -> Point:
    """Return a point of a quadrangle by its shares of the way right and down.

    >>> _within(((0, 0), (10, 0), (10, 20), (0, 20)), 0.5, 0.25)
    (5.0, 5.0)
    """
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    wa, wb, wc, wd = (1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v
    return wa * ax + wb * bx + wc * cx + wd * dx, wa * ay + wb * by + wc * cy + wd * dy


def _sides(quad: Quad) -> list[float]:
    return [dist(quad[i], quad[(i + 1) % 4]) for i in range(4)]
