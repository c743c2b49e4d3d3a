"""VASSAL's own names of places: hexes, squares, regions and zones, for any pixel of a board.

Numbers are computed as the engine does, in its 32-bit integers and doubles, so that pixels on
the border of two cells, grids of zero width and the like come out the same. Where the engine
would ask a script, or code of the module's own, the name is the empty text: it is not known.

Source: VASSAL classes ``HexGrid``, ``SquareGrid``, ``RegionGrid``, ``ZonedGrid``, ``Zone``,
``RegularGridNumbering``, ``HexGridNumbering``, ``ObliqueHexGridNumbering``,
``SquareGridNumbering``, ``FormattedString``; Java's ``Polygon`` and ``HashMap``.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from builder.vassal import sequence

__all__ = [
    "Axis",
    "CustomGrid",
    "Grid",
    "HexGrid",
    "Numbering",
    "Region",
    "RegionGrid",
    "Size",
    "SquareGrid",
    "Zone",
    "ZonedGrid",
    "grid_name",
    "is_expression",
]

Size = tuple[int, int]
"""Width and height in pixels."""

MAX_LETTERS = 1_000
"""Longest name of a column by letters; the engine's are longer for numbers past 26,000."""

_INTEGER = re.compile(r"[+-]?[0-9]{1,10}", re.ASCII)
_BLANK = "".join(map(chr, range(0x21)))  # what Java trims
_TOP = 0x7FFF_FFFF


@dataclass(frozen=True, slots=True)
class Axis:
    """How one coordinate is written.

    Args:
        letters: A, B … Z, AA, BB … instead of numbers.
        leading: Numbers have at least this many digits and one more.
        offset: Added to the number of the cell.
        descending: Numbers fall to the right, or downwards.
    """

    letters: bool = False
    leading: int = 1
    offset: int = 1
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Numbering:
    """The names of the cells of a hex or square grid.

    Args:
        column: The horizontal coordinate.
        row: The vertical coordinate.
        column_first: The order of the two.
        separator: Between them.
        stagger: Odd columns of hexes are counted from half a hex higher.
        slanted: Rows of hexes follow the columns aslant (``ObliqueHexGridNumbering``).
        location_format: With ``$gridLocation$``, ``$row$`` and ``$column$``.
    """

    column: Axis = Axis()
    row: Axis = Axis()
    column_first: bool = True
    separator: str = ""
    stagger: bool = True
    slanted: bool = False
    location_format: str = "$gridLocation$"


@dataclass(frozen=True, slots=True)
class HexGrid:
    """Hexes in columns, or in rows when sideways.

    Args:
        x0: Centre of hex (0, 0); when sideways along the vertical axis.
        y0: Likewise, along the other.
        dx: Distance of columns.
        dy: Distance of hexes in a column.
        sideways: Columns run from left to right.
        numbering: None: hexes have no names.
    """

    x0: int
    y0: int
    dx: float
    dy: float
    sideways: bool = False
    numbering: Numbering | None = None


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """Rectangles.

    Args:
        x0: Centre of cell (0, 0).
        y0: Likewise.
        dx: Width of a cell.
        dy: Height of a cell.
        numbering: None: cells have no names.
    """

    x0: int
    y0: int
    dx: float
    dy: float
    numbering: Numbering | None = None


@dataclass(frozen=True, slots=True)
class Region:
    """A named point."""

    name: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class RegionGrid:
    """Named points; a pixel is named after the nearest.

    Args:
        regions: In the order in which the engine looks at them: of two equally near the first
            is taken. :meth:`of` sorts them.
    """

    regions: tuple[Region, ...]

    @classmethod
    def of(cls, regions: Iterable[Region]) -> RegionGrid:
        """Make one of regions in the order of the build file; of two at one point the last stays.

        >>> RegionGrid.of([Region("a", 1, 1), Region("b", 9, 9), Region("c", 1, 1)]).regions
        (Region(name='c', x=1, y=1), Region(name='b', x=9, y=9))
        """
        found = {(region.x, region.y): region for region in regions}
        buckets = 16
        while len(found) > buckets * 3 // 4:
            buckets *= 2
        return cls(tuple(sorted(found.values(), key=lambda region: _bucket(region, buckets))))


@dataclass(frozen=True, slots=True)
class Zone:
    """A named polygon of a board.

    Args:
        name: Its name.
        path: Its corners, in pixels of the board.
        location_format: With ``$name$`` and ``$gridLocation$``.
        use_parent_grid: It shows the grid below all zones instead of its own.
        grid: Its own.
        box: Left, top, width and height; follows from the path.
    """

    name: str
    path: tuple[tuple[int, int], ...]
    location_format: str = "$name$"
    use_parent_grid: bool = False
    grid: Grid | None = None
    box: tuple[int, int, int, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Measure the path."""
        xs, ys = [x for x, _ in self.path] or [0], [y for _, y in self.path] or [0]
        box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        object.__setattr__(self, "box", box)

    def contains(self, x: int, y: int) -> bool:
        """Return whether a pixel of the board lies inside, by the even-odd rule."""
        left, top, width, height = self.box
        if not (left <= x < left + width and top <= y < top + height):
            return False
        inside = False
        for one, other in pairwise((*self.path, self.path[0])):
            (low_x, low_y), (high_x, high_y) = sorted((one, other), key=lambda point: point[1])
            if low_y <= y < high_y:
                reach = (y - low_y) / (high_y - low_y) * (high_x - low_x)
                inside ^= x - low_x < reach
        return inside


@dataclass(frozen=True, slots=True)
class ZonedGrid:
    """Zones over another grid; the first zone that contains a pixel names it.

    Args:
        zones: In the order of the build file.
        background: The grid below them.
    """

    zones: tuple[Zone, ...]
    background: Grid | None = None


@dataclass(frozen=True, slots=True)
class CustomGrid:
    """A grid whose class the module brings along: its names are not known.

    Args:
        kind: The Java class.
    """

    kind: str


Grid = HexGrid | SquareGrid | RegionGrid | ZonedGrid | CustomGrid


def grid_name(grid: Grid | None, x: int, y: int, size: Size | None) -> str | None:
    """Return VASSAL's name of a pixel of a board.

    Args:
        grid: The board's grid.
        x: Pixel of the board, not of the map.
        y: Likewise.
        size: Of the board; None if not known, which matters to descending numbers alone.

    Returns:
        None where the grid has no name to give (the map then says ``offboard``); the empty text
        where it isn't known.

    >>> grid_name(HexGrid(40, 40, 52, 60, numbering=Numbering()), 300, 310, None)
    '0606'
    """
    match grid:
        case HexGrid():
            return _hex_name(grid, x, y, size)
        case SquareGrid():
            return _square_name(grid, x, y, size)
        case RegionGrid():
            return _region_name(grid, x, y)
        case ZonedGrid():
            return _zoned_name(grid, x, y, size)
        case CustomGrid():
            return ""
        case None:
            return None


def is_expression(location_format: str) -> bool:
    """Return whether a location format is a script, which is not run here."""
    text = location_format.strip(_BLANK)
    return text.startswith("{") and text.endswith("}")


# --- cells ------------------------------------------------------------------------------


def _hex_name(grid: HexGrid, x: int, y: int, size: Size | None) -> str | None:
    numbering = grid.numbering
    if numbering is None:
        return None
    if grid.sideways:
        x, y = y, x
    across, down = _int32(x - grid.x0), _int32(y - grid.y0)
    column = _floor(_divide(across, grid.dx) + 0.5)
    odd = _round(_divide(across, grid.dx)) % 2 != 0
    row = _round(_divide(down - grid.dy / 2 if odd else down, grid.dy))
    # the engine takes height by dx and width by dy, whichever way the hexes lie
    falls = numbering.row, numbering.column
    columns_fall, rows_fall = falls if grid.sideways else falls[::-1]
    staggered = numbering.stagger and column % 2 != 0
    if columns_fall.descending or rows_fall.descending:
        if size is None:
            return ""
        most = _most(size[1], grid.dx), _most(size[0], grid.dy)
        most_columns, most_rows = most if grid.sideways else most[::-1]
        column = most_columns - column if columns_fall.descending else column
        row = most_rows - row if rows_fall.descending else row
    if staggered:
        row += -1 if rows_fall.descending else 1
    if numbering.slanted:
        half = math.trunc(column / 2)
        row += half if numbering.stagger else 1 - half
    return _cell_name(numbering, column, row)


def _square_name(grid: SquareGrid, x: int, y: int, size: Size | None) -> str | None:
    numbering = grid.numbering
    if numbering is None:
        return None
    column = _floor(_divide(_int32(x - grid.x0), grid.dx) + 0.5)
    row = _truncate(_divide(_int32(y - grid.y0), grid.dy) + 0.5)
    if numbering.column.descending or numbering.row.descending:
        if size is None:
            return ""
        if numbering.column.descending:
            column = _truncate(_divide(size[0], grid.dx) + 0.5) - column
        if numbering.row.descending:
            row = _truncate(_divide(size[1], grid.dy) + 0.5) - row
    return _cell_name(numbering, column, row)


def _most(pixels: int, pitch: float) -> int:
    return _floor(_divide(pixels, pitch) + 0.5)


def _cell_name(numbering: Numbering, column: int, row: int) -> str:
    across, down = _label(column, numbering.column), _label(row, numbering.row)
    pair = (across, down) if numbering.column_first else (down, across)
    values = {"gridLocation": numbering.separator.join(pair), "row": down, "column": across}
    return _fill(numbering.location_format, values, keep_unknown=False)


def _label(cell: int, axis: Axis) -> str:
    number = _int32(cell + axis.offset)
    sign = "-" if number < 0 else ""
    if number < -_TOP:  # has no positive in 32 bits, and the engine doesn't notice
        return "" if axis.letters else sign + "0" * axis.leading + str(number)
    if not axis.letters:
        return sign + str(abs(number)).zfill(axis.leading + 1)
    turns, letter = divmod(abs(number), 26)
    if turns >= MAX_LETTERS:
        return ""
    return sign + chr(ord("A") + letter) * (turns + 1)


# --- regions and zones ------------------------------------------------------------------


def _region_name(grid: RegionGrid, x: int, y: int) -> str | None:
    if not grid.regions:
        return None

    def distance(region: Region) -> int:
        return _int32((x - region.x) ** 2 + (y - region.y) ** 2)

    return min(grid.regions, key=distance).name


def _zoned_name(grid: ZonedGrid, x: int, y: int, size: Size | None) -> str | None:
    for zone in grid.zones:
        if zone.contains(x, y):
            if zone.use_parent_grid:
                inner = grid_name(grid.background, x, y, size)
            else:
                inner = grid_name(zone.grid, x, y, zone.box[2:])
            values = {"name": zone.name, "gridLocation": inner or ""}
            return _fill(zone.location_format, values, keep_unknown=True)
    return grid_name(grid.background, x, y, size)


def _bucket(region: Region, buckets: int) -> int:
    """Return where Java's HashMap keeps a point; within a bucket the order is that of coming."""
    x, y = struct.unpack(">2Q", struct.pack(">2d", region.x, region.y))
    bits = (x ^ y * 31) & (2**64 - 1)
    code: int = (bits ^ bits >> 32) & (2**32 - 1)
    return (code ^ code >> 16) & (buckets - 1)


# --- formats ----------------------------------------------------------------------------


def _fill(location_format: str, values: Mapping[str, str], *, keep_unknown: bool) -> str:
    text = location_format.strip(_BLANK)
    if not text or is_expression(text):
        return ""
    if _INTEGER.fullmatch(text) and -_TOP - 1 <= int(text) <= _TOP:
        return str(int(text))
    if "$" not in text:
        return location_format
    filled = []
    tokens = sequence.decode(text, "$")
    for index, token in enumerate(tokens):
        if index % 2 == 0 or index == len(tokens) - 1:
            filled.append(token)
        else:
            filled.append(values.get(token, token if keep_unknown else ""))
    return "".join(filled)


# --- numbers as Java has them -----------------------------------------------------------


def _int32(value: int) -> int:
    return (value & _TOP) - (value & (_TOP + 1))


def _divide(dividend: float, divisor: float) -> float:
    if divisor:
        return dividend / divisor
    if not dividend or math.isnan(dividend):
        return math.nan
    return math.copysign(math.inf, dividend) * math.copysign(1.0, divisor)


def _truncate(value: float) -> int:
    if math.isnan(value):
        return 0
    return int(min(max(value, -_TOP - 1), _TOP))


def _floor(value: float) -> int:
    return _truncate(math.floor(value) if math.isfinite(value) else value)


def _round(value: float) -> int:
    """Round halves up to a 64-bit integer and keep its lower half."""
    if math.isnan(value):
        return 0
    if abs(value) >= 2**63:
        return -1 if value > 0 else 0
    whole = math.floor(value)
    return _int32(whole + int(value - whole >= 0.5))
