"""The picture of a game's map: one drawing, for the module's board and for paper."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image
from shapely import box, unary_union
from shapely.geometry.base import BaseGeometry

from builder.draw import land, town, ways
from builder.draw.canvas import Box, Canvas, Label, RecordingCanvas, Shape, Stroke, replay, text_box
from builder.draw.frame import draw_frame
from builder.draw.legend import draw_legend
from builder.draw.names import Lettering, draw_numbers
from builder.draw.panel import draw_tracks
from builder.draw.plan import Plan, make_plan
from builder.draw.png import encode
from builder.draw.raster import render
from builder.draw.relief import snow_ground
from builder.draw.style import Style, Table
from builder.draw.text import Fonts
from builder.draw.tracks import legend_room
from builder.hexgrid import Direction
from builder.model.game import Game, WayKind

__all__ = ["PRINT_DPI", "map_picture", "map_shapes", "print_files", "print_picture"]

PRINT_DPI = 300
"""Resolution of the map on paper."""
_SUPERSAMPLE = 3
_VALLEYS = {WayKind.RIVER: 34.0, WayKind.CREEK: 16.0}


def map_picture(game: Game, style: Style, scale: float = 1.0) -> Image.Image:
    """Draw the map.

    Args:
        game: Whose map.
        style: How.
        scale: Px of the picture per px of the board.

    Returns:
        The picture, RGB; at scale 1 of the size that the board's layout tells.

    Raises:
        DrawError: The style lacks a colour, a text or a letter.
    """
    plan = make_plan(game.map, style.map)
    shapes = _shapes(game, style, plan)
    size = game.map.board.size_px
    ground = _snow(style, plan, size, scale)
    return render(shapes, size, style.fonts, supersample=_SUPERSAMPLE, ground=ground, scale=scale)


def print_picture(game: Game, style: Style, dpi: int = PRINT_DPI) -> Image.Image:
    """Draw the map as large as its sheet is at a resolution.

    Args:
        game: Whose map.
        style: How; ``sheet.inches`` is the size of the sheet.
        dpi: Px per inch.

    Raises:
        DrawError: As :func:`map_picture`.
    """
    inches = style.map.point("sheet.inches")
    return map_picture(game, style, inches[0] * dpi / game.map.board.size_px[0])


def print_files(game: Game, style: Style) -> dict[str, bytes]:
    """Draw the map for paper.

    Returns:
        A PNG file by name; it states its resolution.

    Raises:
        DrawError: As :func:`map_picture`.
    """
    return {f"map-{PRINT_DPI}dpi.png": encode(print_picture(game, style), PRINT_DPI)}


def _snow(
    style: Style, plan: Plan, size: tuple[int, int], scale: float
) -> Callable[[int, int, int], Image.Image]:
    """Return the ground to draw on."""
    valleys = [(line.points, _VALLEYS[line.kind]) for line in plan.lines if line.kind in _VALLEYS]
    return snow_ground(style.map, size, plan.high, valleys, scale)


def map_shapes(game: Game, style: Style) -> list[Shape]:
    """Return what the map consists of, bottom first, px of the board.

    Raises:
        DrawError: As :func:`map_picture`.
    """
    return _shapes(game, style, make_plan(game.map, style.map))


def _shapes(game: Game, style: Style, plan: Plan) -> list[Shape]:
    table = style.map
    canvas = RecordingCanvas()
    letters = Lettering(table, style.fonts, plan)
    letters.towns(game.map.places)
    letters.others(game.map.places)
    letters.water(plan.lines)
    written = _written(plan, letters.labels, style.fonts)
    _ground(canvas, table, plan, written)
    _lines(canvas, table, plan)
    _towns(canvas, table, plan, written)
    for side, downhill in plan.slopes:
        land.hachures(canvas, table, side, downhill)
    _grid(canvas, table, plan)
    for wet, full in plan.wet:
        land.lake_side(canvas, table, wet, full=full)
    replay(letters.labels, canvas)
    draw_numbers(canvas, table, plan)
    draw_frame(canvas, style, plan, game.map, private=game.private)
    draw_tracks(canvas, style, game)
    room = legend_room(game)
    if room is not None:
        draw_legend(canvas, style, room, plan.layout.row_px)
    return canvas.shapes


def _written(plan: Plan, labels: list[Label], fonts: Fonts) -> list[Box]:
    """Return where names and numbers are, for trees and buildings to keep off."""
    return [*(text_box(label, fonts) for label in labels), *plan.numbers.values()]


def _around(rooms: list[Box], aside: float, above: float, below: float) -> BaseGeometry:
    """Return rooms with some px around them."""
    return unary_union(
        [box(x0 - aside, y0 - above, x1 + aside, y1 + below) for x0, y0, x1, y1 in rooms]
    )


def _kept_off(plan: Plan, river: float, other: float) -> list[BaseGeometry]:
    """Return the lines with some px on both sides."""
    return [
        line.line.simplify(0.3).buffer(river if line.kind is WayKind.RIVER else other, quad_segs=2)
        for line in plan.lines
    ]


def _ground(canvas: Canvas, style: Table, plan: Plan, written: list[Box]) -> None:
    """Draw high ground, forest, the ground of towns, creeks and lakes."""
    lines = _kept_off(plan, 24, 11)
    around = _around(written, 10, 10, 19)  # a tree rises from the point it stands on
    keep_out = unary_union([*lines, plan.lakes.buffer(8, quad_segs=2), around])
    land.high_ground(canvas, style, plan.high, keep_out)
    covered = unary_union([keep_out, plan.forest, plan.high, *plan.towns, *plan.marks])
    land.drifts(canvas, style, plan.field.buffer(-16).difference(covered.buffer(16, quad_segs=2)))
    land.forest(canvas, style, plan.forest, keep_out, plan.field.buffer(12))
    for patch in plan.towns:
        town.town_ground(canvas, style, patch)
    for line in plan.lines:
        if line.kind is WayKind.CREEK:
            ways.creek(canvas, style, line.points)
    land.lake(canvas, style, plan.lakes, _around(written, 2, 2, 2))


def _lines(canvas: Canvas, style: Table, plan: Plan) -> None:
    """Draw roads and railways, and rivers over them: bridges are pieces."""
    by_kind = {kind: [line.points for line in plan.lines if line.kind is kind] for kind in WayKind}
    for kind in (WayKind.ROAD, WayKind.RAIL):
        for points in by_kind[kind]:
            ways.casing(canvas, style, kind.value, points)
    for points in by_kind[WayKind.ROAD]:
        ways.road(canvas, style, points)
    for points in by_kind[WayKind.RAIL]:
        ways.rail(canvas, style, points)
    for points in by_kind[WayKind.RIVER]:
        ways.river(canvas, style, points)


def _towns(canvas: Canvas, style: Table, plan: Plan, written: list[Box]) -> None:
    """Draw the houses of towns between the lines."""
    keep_out = unary_union([*_kept_off(plan, 19, 8), _around(written, 4, 4, 4)])
    for i, patch in enumerate(plan.towns):
        town.blocks(canvas, style, patch, keep_out, (17 + 37 * i) % 60 - 30)


def _grid(canvas: Canvas, style: Table, plan: Plan) -> None:
    """Draw every hexside once."""
    colour, width = style.colour("grid.colour"), style.number("grid.width")
    layout = plan.layout
    for cell in layout.numbering:
        corners = layout.corners(cell)
        for way in (Direction.N, Direction.NE, Direction.SE):
            canvas.draw(Stroke((corners[way], corners[(way + 1) % 6]), colour, width))
