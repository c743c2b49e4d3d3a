"""How a map is divided into tiles for a paper. All lengths are mm.

All tiles show equally much of the map, and overlap equally; the paper lies as fewer of them
are needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import ceil, floor

from builder.draw.canvas import Box, Point
from builder.draw.text import Fonts
from builder.errors import WargameError
from builder.sheet.furniture import Furniture
from builder.sheet.length import mm_text
from builder.sheet.paper import Paper, page_look

__all__ = ["Grid", "Tile", "make_grid", "tile_name"]

Tile = tuple[int, int]
"""Row from the top and column from the left, from 0 on."""


def tile_name(tile: Tile) -> str:
    """Return what a tile is called.

    >>> tile_name((1, 2)), tile_name((27, 0))
    ('B3', 'AB1')
    """
    row, column = tile
    return f"{row_name(row)}{column + 1}"


def row_name(row: int) -> str:
    """Return the letters of a row: A to Z, AA and so on."""
    first, last = divmod(row, 26)
    return (row_name(first - 1) if first else "") + chr(ord("A") + last)


@dataclass(frozen=True, slots=True)
class Grid:
    """Tiles that show a map.

    Args:
        paper: The paper as it lies.
        rows: How many.
        columns: How many.
        window: Where on its page a tile shows the map.
        reach: What of the map is shown: all, with its bleed.
        overlap: How much of the map two neighbours both show.
    """

    paper: Paper
    rows: int
    columns: int
    window: Box
    reach: Box
    overlap: float

    def __iter__(self) -> Iterator[Tile]:
        """Yield all tiles, row by row."""
        return iter(product(range(self.rows), range(self.columns)))

    @property
    def size(self) -> Point:
        """Width and height of a window."""
        left, top, right, bottom = self.window
        return right - left, bottom - top

    def seen(self, tile: Tile) -> Box:
        """Return what of the map a tile shows."""
        (width, height), (row, column) = self.size, tile
        left = self.reach[0] + column * (width - self.overlap)
        top = self.reach[1] + row * (height - self.overlap)
        return left, top, left + width, top + height


def make_grid(reach: Box, paper: Paper, fonts: Fonts, overlap: float, least: float) -> Grid:
    """Divide a map into as few tiles as may be.

    Args:
        reach: What of the map is shown.
        paper: The paper, upright.
        fonts: Faces of what stands on a page.
        overlap: How much of the map two neighbours both show.
        least: What a tile must show besides.

    Raises:
        WargameError: Overlap or margins leave too little.
    """
    lying = replace(paper, size=(paper.size[1], paper.size[0]))
    rooms = {each: _room(each, fonts) for each in (paper, lying)}
    most = max(min(_size(room)) for room in rooms.values()) - least
    if not 0 <= overlap <= most:
        raise _too_little(paper, overlap, most)
    grids = [
        _grid(reach, each, room, overlap)
        for each, room in rooms.items()
        if min(_size(room)) >= overlap + least
    ]
    return min(grids, key=lambda grid: grid.rows * grid.columns)


def _too_little(paper: Paper, overlap: float, most: float) -> WargameError:
    """Return what is wrong with an overlap and margins, and what would fit."""
    ways = [f"an overlap of 0 to {floor(most)} mm"] if most >= 0 else []
    margin = paper.margin - (overlap - most) / 2
    if overlap > most and margin >= 0:
        ways.append(f"a margin of at most {floor(margin)} mm")
    return WargameError(
        f"--overlap: {overlap:g} mm of {paper.name} with a margin of {mm_text(paper.margin)} "
        f"can't be tiles of the map; take {' or '.join(ways or ['larger paper'])}"
    )


def _room(paper: Paper, fonts: Fonts) -> Box:
    """Return where a tile can show the map: what title, rulers and marks leave."""
    furniture = Furniture(page_look(), fonts, paper)
    (left, top, right, bottom), marks = furniture.room, furniture.marks_reach
    return left + marks, top + marks, right - marks, bottom - marks


def _size(room: Box) -> Point:
    return room[2] - room[0], room[3] - room[1]


def _grid(reach: Box, paper: Paper, room: Box, overlap: float) -> Grid:
    sides, counts = [], []
    for whole, most in zip(_size(reach), _size(room), strict=True):
        count = max(ceil(round((whole - overlap) / (most - overlap), 6)), 1)
        sides.append((whole - overlap) / count + overlap)
        counts.append(count)
    x, y = (room[0] + room[2] - sides[0]) / 2, (room[1] + room[3] - sides[1]) / 2
    window = (x, y, x + sides[0], y + sides[1])
    return Grid(paper, counts[1], counts[0], window, reach, overlap)
