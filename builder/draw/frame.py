"""What surrounds the hexes: margin, entry areas, title, scale. All lengths are px."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from shapely import box, unary_union

from builder.draw import land
from builder.draw.canvas import Area, Canvas, Colour, Label, Point, Stroke
from builder.draw.curve import areas, parts
from builder.draw.plan import Plan
from builder.draw.style import Style, Table
from builder.draw.text import Font, Fonts
from builder.hexgrid import Direction, Hex, neighbour
from builder.hexgrid.shapes import hexside_line
from builder.model.game import EntryArea, GameMap

__all__ = ["draw_frame"]

_EDGES = {  # which directions look over which edge of the map
    "N": (Direction.NW, Direction.N, Direction.NE),
    "S": (Direction.SE, Direction.S, Direction.SW),
    "W": (Direction.SW, Direction.NW),
    "E": (Direction.NE, Direction.SE),
}
_OUT = {"N": (0.0, -1.0), "S": (0.0, 1.0), "W": (-1.0, 0.0), "E": (1.0, 0.0)}
_LEAST = 110.0  # height of a margin that holds a title


def draw_frame(
    canvas: Canvas, style: Style, plan: Plan, game_map: GameMap, *, private: bool = False
) -> None:
    """Draw the margin over whatever reaches beyond the hexes, and all that stands in it.

    Title and scale need a margin of some height; without it they are left out.
    """
    table = style.map
    width, height = plan.layout.size_px
    paper, line = table.colour("frame.paper"), table.colour("frame.line")
    middle = width // 2
    halves = (box(-9, -9, middle + 1, height + 9), box(middle, -9, width + 9, height + 9))
    for half in halves:  # so that none has a hole, nor white between them where edges are smooth
        for area in areas(half.difference(plan.field), paper):
            canvas.draw(area)
    for entry in game_map.entry_areas:
        _entry(canvas, style, plan, entry)
    land.outline(canvas, plan.field, line, 4.0)
    left, top, right, bottom = plan.field.bounds
    if top >= _LEAST:
        note = style.map.texts("title.private" if private else "title.note")
        _title(canvas, style, (left, right), top, note)
    if height - bottom >= _LEAST:
        _foot(canvas, style, right, height, plan.layout.row_px)
    for margin, thick in ((24.0, 6.0), (34.0, 1.6)):
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
    """Draw a band outside the hexes of an entry area, an arrow into each, and its name."""
    edge = _edge(plan, entry)
    if not edge:
        return
    table = style.map
    colour = table.colour(f"sides.{entry.side}")
    sides = []
    for cell in entry.hexes:
        outside = [neighbour(cell, way) for way in _EDGES[edge]]
        sides += [
            hexside_line(plan.layout, cell, other)
            for other in outside
            if other not in plan.layout.numbering
        ]
    band = unary_union([side.buffer(13) for side in sides]).difference(plan.field.buffer(4))
    for part in parts(band):
        if part.area > 400:
            for area in areas(part, colour):
                canvas.draw(area)
    for cell in entry.hexes:
        canvas.draw(_arrow(plan, cell, edge, colour))
    left, top, right, bottom = unary_union(sides).bounds
    x, y = (left + right) / 2, (top + bottom) / 2
    at, angle = {
        "N": ((x, top - 47), 0.0),
        "S": ((x, bottom + 47), 0.0),
        "W": ((left - 47, y), 90.0),
        "E": ((right + 47, y), -90.0),
    }[edge]
    words = table.text("frame.entry").format(name=entry.name)
    canvas.draw(Label(words, at, Font("bold", 27), colour, angle=angle))


def _arrow(plan: Plan, cell: Hex, edge: str, colour: Colour) -> Area:
    """Return a head outside a hex at the edge, which points into it."""
    centre, (dx, dy) = plan.layout.centre(cell), _OUT[edge]
    reach = plan.layout.row_px / 2 if edge in "NS" else plan.layout.side_px
    x, y = centre[0] + dx * (reach + 16), centre[1] + dy * (reach + 16)
    long, half = 14.0, 11.0
    foot = (x + dx * long, y + dy * long)
    wing = (dy * half, dx * half)
    ring = ((x, y), (foot[0] - wing[0], foot[1] + wing[1]), (foot[0] + wing[0], foot[1] - wing[1]))
    return Area((ring,), colour)


def _spaced(
    canvas: Canvas, fonts: Fonts, words: str, at: Point, look: tuple[Font, float, Table]
) -> float:
    """Write letters some px apart from ``at`` on; return where they end."""
    font, gap, table = look
    x, y = at
    for letter in words:
        if letter != " ":
            canvas.draw(Label(letter, (x, y), font, table.colour("frame.text"), "l"))
        x += fonts.width(letter, font) + gap
    return x - gap


def _title(
    canvas: Canvas, style: Style, span: tuple[float, float], top: float, lines: Sequence[str]
) -> None:
    """Draw title, subtitle, note and compass in the upper margin."""
    table, fonts = style.map, style.fonts
    text, soft = table.colour("frame.text"), table.colour("frame.soft")
    left, right = span
    y = 34 + (top - 34 - 52) * 0.5
    font = Font("serif-bold", 138)
    x = _spaced(canvas, fonts, table.text("title.text"), (left - 4, y), (font, 13.0, table))
    x += 52
    canvas.draw(Stroke(((x, y - 52), (x, y + 52)), table.colour("frame.accent"), 6.0))
    x += 44
    subtitle = Font("serif-italic", 58)
    canvas.draw(Label(table.text("title.subtitle"), (x, y - 27), subtitle, text, "l"))
    canvas.draw(Label(table.text("title.dates"), (x, y + 34), Font("narrow", 38), soft, "l"))
    for i, line in enumerate(lines):
        at = (right - 190, y + 40 * (i - (len(lines) - 1) / 2))
        canvas.draw(Label(line, at, Font("narrow", 32), soft, "r"))
    _compass(canvas, table, (right - 78, y + 6), 66)


def _compass(canvas: Canvas, style: Table, at: Point, radius: float) -> None:
    """Draw a rose of eight points, north marked."""
    x, y = at
    dark, soft, paper = (style.colour(f"frame.{name}") for name in ("text", "soft", "paper"))
    for share, width in ((0.66, 2.4), (0.58, 1.2)):
        ring = [(x + radius * share * cos(a * pi / 36), y + radius * share * sin(a * pi / 36))
                for a in range(72)]  # fmt: skip
        canvas.draw(Stroke((*ring, ring[0]), soft, width, soft=True))
    for i in (1, 3, 5, 7, 0, 2, 4, 6):
        a = i * pi / 4
        long = radius * (0.56 if i % 2 else 1.0)
        ux, uy = sin(a), -cos(a)
        for turn in (-1, 1):
            b = a + turn * pi / 4
            short = radius * (0.16 if i % 2 else 0.2)
            ring3 = (
                (x, y),
                (x + sin(b) * short, y - cos(b) * short),
                (x + ux * long, y + uy * long),
            )
            canvas.draw(Area((ring3,), dark if turn == 1 else paper))
            canvas.draw(Stroke((*ring3, ring3[0]), dark, 1.3))
    canvas.draw(Label("N", (x, y - radius - 15), Font("serif-bold", 28), dark))


def _foot(canvas: Canvas, style: Style, right: float, height: float, mile: float) -> None:
    """Draw the scale at the right end of the lower margin."""
    table = style.map
    count = round(table.number("title.scale_hexes"))
    y = height - 1.6 * mile * 0.66
    begin = right - count * mile - 20
    dark, paper = table.colour("frame.text"), table.colour("tracks.paper")
    for i in range(count):
        a, b = begin + i * mile, begin + (i + 1) * mile
        for j in (0, 1):
            top = y + 9 * j
            box_ = ((a, top), (b, top), (b, top + 9), (a, top + 9))
            canvas.draw(Area((box_,), paper if (i + j) % 2 else dark))
        rim = ((a, y), (b, y), (b, y + 18), (a, y + 18), (a, y))
        canvas.draw(Stroke(rim, dark, 2.0))
    for i in range(count + 1):
        canvas.draw(Label(str(i), (begin + i * mile, y + 40), Font("narrow", 28), dark))
    words = table.text("title.scale")
    canvas.draw(Label(words, (begin + count * mile / 2, y - 28), Font("serif-italic", 38), dark))
