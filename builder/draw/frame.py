"""What surrounds the hexes: margin, entry areas, title, scale, legend. All lengths are px."""

from __future__ import annotations

from math import cos, pi, sin

from shapely import LineString, Polygon, box, unary_union
from shapely.geometry.base import BaseGeometry

from builder.draw import land, ways
from builder.draw.canvas import Area, Canvas, Label, Point, Stroke
from builder.draw.curve import areas, coordinates, curve, parts
from builder.draw.plan import Plan
from builder.draw.style import Style, Table
from builder.draw.text import Font, Fonts
from builder.hexgrid import Direction, neighbour
from builder.hexgrid.shapes import hexside_line
from builder.model.game import EntryArea, GameMap

__all__ = ["draw_frame", "legend_sample"]

_EDGES = {  # which directions look over which edge of the map
    "N": (Direction.NW, Direction.N, Direction.NE),
    "S": (Direction.SE, Direction.S, Direction.SW),
    "W": (Direction.SW, Direction.NW),
    "E": (Direction.NE, Direction.SE),
}
_SPILL = 32.0  # how far a sample may reach beyond its room; paper covers it again
_LEAST = 110.0  # height of a margin that holds a title or a legend


def draw_frame(canvas: Canvas, style: Style, plan: Plan, game_map: GameMap) -> None:
    """Draw the margin over whatever reaches beyond the hexes, and all that stands in it.

    Title and legend need a margin of some height; without it they are left out.
    """
    table = style.map
    width, height = plan.layout.size_px
    paper, line = table.colour("frame.paper"), table.colour("frame.line")
    halves = (box(-9, -9, width // 2, height + 9), box(width // 2, -9, width + 9, height + 9))
    for half in halves:  # so that none has a hole
        for area in areas(half.difference(plan.field), paper):
            canvas.draw(area)
    for entry in game_map.entry_areas:
        _entry(canvas, style, plan, entry)
    land.outline(canvas, plan.field, line, 3.5)
    left, top, right, bottom = plan.field.bounds
    if top >= _LEAST:
        _title(canvas, style, (left, right), top * 0.42, plan.layout.row_px)
    if height - bottom >= _LEAST:
        _legend(canvas, style, (left, right), height - (height - bottom) * 0.4)
    for margin, thick in ((13.0, 4.0), (22.0, 1.5)):
        ring = ((margin, margin), (width - margin, margin), (width - margin, height - margin),
                (margin, height - margin), (margin, margin))  # fmt: skip
        canvas.draw(Stroke(ring, line, thick))


def _edge(plan: Plan, entry: EntryArea) -> str:
    """Return the edge of the map that every hex of an area lies on."""
    numbering = plan.layout.numbering
    places = [numbering.column_row(cell) for cell in entry.hexes]
    ends = {"W": (0, 1), "E": (0, numbering.columns), "N": (1, 1), "S": (1, numbering.rows)}
    for edge, (axis, value) in ends.items():
        if places and all(place[axis] == value for place in places):
            return edge
    return ""


def _entry(canvas: Canvas, style: Style, plan: Plan, entry: EntryArea) -> None:
    """Draw a band outside the hexes of an entry area, and its name."""
    edge = _edge(plan, entry)
    if not edge:
        return
    colour = style.map.colour(f"sides.{entry.side}")
    sides = []
    for cell in entry.hexes:
        outside = [neighbour(cell, way) for way in _EDGES[edge]]
        sides += [
            hexside_line(plan.layout, cell, other)
            for other in outside
            if other not in plan.layout.numbering
        ]
    band = unary_union([side.buffer(11) for side in sides]).difference(plan.field.buffer(4))
    for part in parts(band):
        if part.area > 400:
            for area in areas(part, colour):
                canvas.draw(area)
    left, top, right, bottom = unary_union(sides).bounds
    x, y = (left + right) / 2, (top + bottom) / 2
    at, angle = {
        "N": ((x, top - 32), 0.0),
        "S": ((x, bottom + 32), 0.0),
        "W": ((left - 32, y), 90.0),
        "E": ((right + 32, y), -90.0),
    }[edge]
    canvas.draw(Label(entry.name, at, Font("bold", 27), colour, angle=angle))


def _title(canvas: Canvas, style: Style, span: tuple[float, float], y: float, mile: float) -> None:
    """Draw title, note, scale and compass in the upper margin."""
    table, fonts = style.map, style.fonts
    text, soft = table.colour("frame.text"), table.colour("frame.soft")
    left, right = span
    title = Font("serif-bold", 104)
    words = table.text("title.text")
    canvas.draw(Label(words, (left, y), title, text, "l"))
    x = left + fonts.width(words, title) + 44
    subtitle = Font("serif-italic", 50)
    canvas.draw(Label(table.text("title.subtitle"), (x, y + 19), subtitle, text, "l"))
    x += fonts.width(table.text("title.subtitle"), subtitle) + 90
    for i, line in enumerate(table.texts("title.note")):
        canvas.draw(Label(line, (x, y - 12 + 36 * i), Font("narrow", 30), soft, "l"))
    _compass(canvas, table, (right - 40, y), 46)
    _scale(canvas, table, fonts, (right - 130, y), mile)


def _compass(canvas: Canvas, style: Table, at: Point, radius: float) -> None:
    """Draw a needle that points north."""
    x, y = at
    dark, soft = style.colour("frame.text"), style.colour("frame.soft")
    ring = [(x + radius * 0.7 * cos(a * pi / 24), y + 8 + radius * 0.7 * sin(a * pi / 24))
            for a in range(49)]  # fmt: skip
    canvas.draw(Stroke((*ring[:-1], ring[0]), soft, 2.5, soft=True))
    top, foot = y + 8 - radius * 0.9, y + 8 + radius * 0.9
    canvas.draw(Area((((x, top), (x + 11, y + 8), (x, y + 8)),), dark))
    canvas.draw(Area((((x, top), (x - 11, y + 8), (x, y + 8)),), soft))
    canvas.draw(Area((((x, foot), (x + 11, y + 8), (x, y + 8)),), soft))
    canvas.draw(Area((((x, foot), (x - 11, y + 8), (x, y + 8)),), dark))
    canvas.draw(Label("N", (x, top - 14), Font("serif-bold", 27), dark))


def _scale(canvas: Canvas, style: Table, fonts: Fonts, at: Point, mile: float) -> None:
    """Draw a bar of some hexes' length, ending at ``at``."""
    x, y = at
    count = round(style.number("title.scale_hexes"))
    dark, paper = style.colour("frame.text"), style.colour("frame.paper")
    begin = x - count * mile
    for i in range(count):
        a, b = begin + i * mile, begin + (i + 1) * mile
        box_ = ((a, y + 4), (b, y + 4), (b, y + 18), (a, y + 18))
        canvas.draw(Area((box_,), paper if i % 2 else dark))
        canvas.draw(Stroke((*box_, box_[0]), dark, 2.5))
    for i in range(count + 1):
        canvas.draw(Label(str(i), (begin + i * mile, y + 38), Font("narrow", 26), dark))
    canvas.draw(Label(style.text("title.scale"), (begin, y - 20), Font("bold", 30), dark, "l"))
    _ = fonts


def _legend(canvas: Canvas, style: Style, span: tuple[float, float], y: float) -> None:
    """Draw a sample of everything in the lower margin, in one row."""
    table, fonts = style.map, style.fonts
    entries = table.tables("legend")
    font = Font("narrow", 31)
    wide, tall, gap = 112.0, 72.0, 18.0
    lengths = [wide + gap + fonts.width(entry.text("text"), font) for entry in entries]
    free = (span[1] - span[0] - sum(lengths)) / max(len(entries) - 1, 1)
    x = span[0]
    for entry, length in zip(entries, lengths, strict=True):
        room = box(x, y - tall / 2, x + wide, y + tall / 2)
        for area in areas(room, table.colour("snow.light")):
            canvas.draw(area)
        legend_sample(canvas, table, entry.text("sample"), room)
        around = room.buffer(_SPILL + 8, join_style="mitre")
        for area in areas(around.difference(room), table.colour("frame.paper")):
            canvas.draw(area)
        land.outline(canvas, room, table.colour("frame.line"), 2.0)
        at = (x + wide + gap, y)
        canvas.draw(Label(entry.text("text"), at, font, table.colour("frame.text"), "l"))
        x += length + free


def legend_sample(canvas: Canvas, style: Table, kind: str, room: BaseGeometry) -> None:
    """Draw what the map looks like, in a small room; it may reach out of it.

    Args:
        canvas: Where.
        style: The map's style.
        kind: As in the legend of the style: ``forest``, ``river`` ...
        room: A rectangle, px of the map.
    """
    left, top, right, bottom = room.bounds
    x, y = (left + right) / 2, (top + bottom) / 2
    inner = room.buffer(-6, join_style="mitre")
    ends = (left - _SPILL / 2, y + 4), (right + _SPILL / 2, y - 4)
    wave = curve([ends[0], (left + 30, y + 7), (right - 30, y - 7), ends[1]])
    match kind:
        case "forest":
            land.forest(canvas, style, room.buffer(-3), Polygon(), room.buffer(-12))
        case "town":
            land.town_ground(canvas, style, inner)
            land.houses(canvas, style, inner, Polygon(), 12)
        case "high":
            land.high_ground(
                canvas, style, box(left - _SPILL, top - _SPILL, right + _SPILL, y + 12)
            )
            side = LineString([(left + 12, y + 9), (right - 12, y + 9)])
            land.hachures(canvas, style, side, (x, y + 65))
        case "lake":
            land.lake(canvas, style, inner.buffer(-15).buffer(14))
            full = LineString([(x - 18, y - 26), (x - 18, y + 26)])
            canvas.draw(Stroke(coordinates(full), style.colour("lake.full"), 5.0, soft=True))
        case "river":
            ways.river(canvas, style, wave)
        case "creek":
            ways.creek(canvas, style, wave)
        case "road":
            ways.road(canvas, style, wave)
        case "rail":
            ways.rail(canvas, style, wave)
        case _:
            pass
