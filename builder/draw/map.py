"""The picture of a game's map, at the scale of the module's board."""

from __future__ import annotations

from PIL import Image
from shapely import unary_union

from builder.draw import land, ways
from builder.draw.canvas import Canvas, RecordingCanvas, Shape, Stroke, replay
from builder.draw.curve import coordinates
from builder.draw.frame import draw_frame
from builder.draw.names import Lettering, draw_numbers
from builder.draw.plan import Plan, make_plan
from builder.draw.raster import render
from builder.draw.style import Style, Table
from builder.hexgrid import Direction
from builder.model.game import Game, WayKind

__all__ = ["map_picture", "map_shapes"]

_SUPERSAMPLE = 3


def map_picture(game: Game, style: Style) -> Image.Image:
    """Draw the map.

    Args:
        game: Whose map.
        style: How.

    Returns:
        The picture, RGB, of the size that the board's layout tells.

    Raises:
        DrawError: The style lacks a colour, a text or a letter.
    """
    size = game.map.board.size_px
    ground = land.snow_ground(style.map, size)
    shapes = map_shapes(game, style)
    return render(shapes, size, style.fonts, supersample=_SUPERSAMPLE, ground=ground)


def map_shapes(game: Game, style: Style) -> list[Shape]:
    """Return what the map consists of, bottom first.

    Raises:
        DrawError: As :func:`map_picture`.
    """
    table = style.map
    plan = make_plan(game.map, table)
    canvas = RecordingCanvas()
    _ground(canvas, table, plan)
    _lines(canvas, table, plan)
    _towns(canvas, table, plan)
    for side, downhill in plan.slopes:
        land.hachures(canvas, table, side, downhill)
    _grid(canvas, table, plan)
    letters = Lettering(table, style.fonts, plan)
    letters.towns(game.map.places)
    letters.others(game.map.places)
    letters.water(plan.lines)
    replay(letters.labels, canvas)
    draw_numbers(canvas, table, plan)
    draw_frame(canvas, style, plan, game.map)
    return canvas.shapes


def _ground(canvas: Canvas, style: Table, plan: Plan) -> None:
    """Draw high ground, forest, the ground of towns, creeks and lakes."""
    land.high_ground(canvas, style, plan.high)
    lines = [line.line.buffer(24 if line.kind is WayKind.RIVER else 11) for line in plan.lines]
    keep_out = unary_union([*lines, plan.lakes.buffer(8), plan.numbers])
    land.forest(canvas, style, plan.forest, keep_out, plan.field.buffer(12))
    for town in plan.towns:
        land.town_ground(canvas, style, town)
    for line in plan.lines:
        if line.kind is WayKind.CREEK:
            ways.creek(canvas, style, line.points)
    land.lake(canvas, style, plan.lakes)
    for side in plan.full:
        canvas.draw(Stroke(coordinates(side), style.colour("lake.full"), 5.0, soft=True))


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


def _towns(canvas: Canvas, style: Table, plan: Plan) -> None:
    """Draw the houses of towns between the lines."""
    lines = [line.line.buffer(21 if line.kind is WayKind.RIVER else 10) for line in plan.lines]
    keep_out = unary_union([*lines, plan.numbers.buffer(2)])
    for i, town in enumerate(plan.towns):
        land.houses(canvas, style, town, keep_out, (17 + 37 * i) % 60 - 30)


def _grid(canvas: Canvas, style: Table, plan: Plan) -> None:
    """Draw every hexside once."""
    colour, width = style.colour("grid.colour"), style.number("grid.width")
    layout = plan.layout
    for cell in layout.numbering:
        corners = layout.corners(cell)
        for way in (Direction.N, Direction.NE, Direction.SE):
            canvas.draw(Stroke((corners[way], corners[(way + 1) % 6]), colour, width))
