"""The map on sheets of a home printer: tiles that lie over each other at their edges.

Tiles are named by row and column, A1 at the upper left. The left and the upper edge of each is
cut and laid over what its neighbours show beyond a fine line; the edge of the map is cut too.
All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from builder.draw.canvas import Area, Box, Label, Point, Shape, Stroke, bounds, corners, moved
from builder.draw.lettering import fitted
from builder.draw.style import Style, Table
from builder.pdf import Correction, Layer, Page
from builder.sheet.furniture import Furniture
from builder.sheet.map_sheet import SheetMap, map_look
from builder.sheet.paper import Paper, page_look
from builder.sheet.tile_grid import Grid, Tile, make_grid, row_name, tile_name
from builder.sheet.tile_guide import guide_page

__all__ = ["map_tiles"]

_SIDES = {"left": (0, -1), "above": (-1, 0), "right": (0, 1), "below": (1, 0)}
"""What is called how, and how many rows and columns away a neighbour is there."""


def map_tiles(
    made: SheetMap,
    style: Style,
    paper: Paper,
    correction: Correction | None = None,
    overlap: float | None = None,
) -> list[Page]:
    """Return a page that tells how to put the tiles together, and a page for each tile.

    Args:
        made: The map.
        style: Faces for the letters.
        paper: The paper, upright; tiles lie on it as fewer are needed.
        correction: What makes up for the printer.
        overlap: How much of the map two neighbours both show; ``None``: as ``map.toml`` says.

    Returns:
        The pages; cuts are at their trim box, or at the edge of their bleed box where a
        neighbour is laid over.

    Raises:
        WargameError: Overlap or margins leave too little of a tile.
    """
    look = map_look().table("tiles")
    shared = look.number("overlap") if overlap is None else overlap
    grid = make_grid(made.reach, paper, style.fonts, shared, look.number("least"))
    pages = [guide_page(made, style, grid), *_tiles(made, style, grid, look)]
    return [replace(page, correction=correction or Correction()) for page in pages]


def _tiles(made: SheetMap, style: Style, grid: Grid, look: Table) -> Iterator[Page]:
    boxes = [bounds(shape, style.fonts) for shape in made.shapes]
    left, top, _, _ = grid.window
    for tile in grid:
        seen = grid.seen(tile)
        shapes = [
            shape
            for shape, box in zip(made.shapes, boxes, strict=True)
            if box[0] < seen[2] and box[2] > seen[0] and box[1] < seen[3] and box[3] > seen[1]
        ]
        layers = (
            Layer(moved(shapes, (left - seen[0], top - seen[1])), grid.window),
            Layer(list(_words(made, style, grid, tile, look))),
        )
        trim = _trim(grid, tile, made.bleed)
        yield Page(grid.paper.size, layers, trim, grid.window, tile_name(tile))


def _trim(grid: Grid, tile: Tile, bleed: float) -> Box:
    """Return where a tile ends: at the edge of the map, or where its window does."""
    left, top, right, bottom = grid.window
    sides = {side for side in _SIDES if _neighbour(grid, tile, side) is None}
    return (
        left + bleed * ("left" in sides),
        top + bleed * ("above" in sides),
        right - bleed * ("right" in sides),
        bottom - bleed * ("below" in sides),
    )


def _neighbour(grid: Grid, tile: Tile, side: str) -> Tile | None:
    """Return what lies at a side of a tile; ``None`` at the edge of the map."""
    row, column = tile[0] + _SIDES[side][0], tile[1] + _SIDES[side][1]
    return (row, column) if 0 <= row < grid.rows and 0 <= column < grid.columns else None


def _words(made: SheetMap, style: Style, grid: Grid, tile: Tile, look: Table) -> Iterator[Shape]:
    """Yield all that stands on a tile's page besides the map."""
    furniture = Furniture(page_look(), style.fonts, grid.paper)
    words = look.table("words")
    name = words.text("tile").format(row=row_name(tile[0]), column=tile[1] + 1)
    number, count = tile[0] * grid.columns + tile[1] + 1, grid.rows * grid.columns
    note = words.text("note").format(number=number, count=count, paper=grid.paper.name)
    title = words.text("title").format(map=made.title, tile=name)
    yield from furniture.title(title, " · ".join((*made.notes, note)))
    yield from furniture.rulers()
    left, top, right, bottom = _trim(grid, tile, made.bleed)
    xs = [left, right] if _neighbour(grid, tile, "right") is None else [left]
    ys = [top, bottom] if _neighbour(grid, tile, "below") is None else [top]
    yield from furniture.cuts(grid.window, xs, ys)
    yield from _joins(furniture, grid, tile, look)
    for side in _SIDES:
        other = _neighbour(grid, tile, side)
        text = words.text("outer" if other is None else side)
        text = text.format(tile=tile_name(other) if other else "")
        yield _beside(furniture, style, grid, side, (text, look.number("size")))
    yield from _key(furniture, grid, tile, look)


def _joins(furniture: Furniture, grid: Grid, tile: Tile, look: Table) -> Iterator[Shape]:
    """Yield where the cut edges of neighbours come to lie: lines that they hide, and marks."""
    left, top, right, bottom = grid.window
    width, head = look.number("line"), look.number("head")
    if _neighbour(grid, tile, "right"):
        x = right - grid.overlap
        if grid.overlap:
            yield Stroke(((x + width / 2, top), (x + width / 2, bottom)), furniture.soft, width)
        for y, out in ((top, -1), (bottom, 1)):
            yield _head((x, y), (0, out), head, furniture)
    if _neighbour(grid, tile, "below"):
        y = bottom - grid.overlap
        if grid.overlap:
            yield Stroke(((left, y + width / 2), (right, y + width / 2)), furniture.soft, width)
        for x, out in ((left, -1), (right, 1)):
            yield _head((x, y), (out, 0), head, furniture)


def _head(at: Point, out: Point, size: float, furniture: Furniture) -> Area:
    """Return a mark outside the map that points to its edge."""
    (x, y), (u, v) = at, out
    near, far = 0.4, 0.4 + size
    foot = x + u * far, y + v * far
    wing = v * size / 2, u * size / 2
    ring = (
        (x + u * near, y + v * near),
        (foot[0] - wing[0], foot[1] - wing[1]),
        (foot[0] + wing[0], foot[1] + wing[1]),
    )
    return Area((ring,), furniture.ink)


def _beside(
    furniture: Furniture, style: Style, grid: Grid, side: str, what: tuple[str, float]
) -> Label:
    """Return words along a side of the map, of a size at most; they are read from the right."""
    left, top, right, bottom = grid.window
    text, size = what
    away = furniture.marks_reach * 0.55
    at, angle, room = {
        "left": ((left - away, (top + bottom) / 2), 90.0, bottom - top),
        "right": ((right + away, (top + bottom) / 2), 90.0, bottom - top),
        "above": (((left + right) / 2, top - away), 0.0, right - left),
        "below": (((left + right) / 2, bottom + away), 0.0, right - left),
    }[side]
    font = fitted(style.fonts, text, "narrow", size, room - 2 * (grid.overlap + size))
    return Label(text, at, font, furniture.ink, angle=angle)


def _key(furniture: Furniture, grid: Grid, tile: Tile, look: Table) -> Iterator[Shape]:
    """Yield a small picture of all tiles, this one filled, at the lower right corner."""
    _, _, right, bottom = grid.paper.room
    tall = look.number("key") / grid.rows
    wide = tall * grid.size[0] / grid.size[1]
    left, top = right - wide * grid.columns - 0.1, bottom - look.number("key") - 0.1
    for row, column in grid:
        x, y = left + column * wide, top + row * tall
        ring = corners((x, y, x + wide, y + tall))
        if (row, column) == tile:
            yield Area((ring,), furniture.ink)
        yield Stroke((*ring, ring[0]), furniture.ink, 0.1)
