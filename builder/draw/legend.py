"""The legend: a sample of everything that the map shows. All lengths are px."""

from __future__ import annotations

from shapely import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from builder.draw import land, town, ways
from builder.draw.canvas import (
    Area,
    Box,
    Canvas,
    Label,
    Oval,
    RecordingCanvas,
    Shape,
    Stroke,
    replay,
    thick,
)
from builder.draw.curve import areas, curve, wobbled
from builder.draw.panel import fit, heading
from builder.draw.style import Style, Table

__all__ = ["draw_legend", "legend_sample"]

_WIDE, _TALL = 132.0, 84.0  # of a sample


def draw_legend(canvas: Canvas, style: Style, room: Box, unit: float) -> None:
    """Draw heading and samples in a column.

    Args:
        canvas: Where.
        style: Its ``[[legend]]`` tells samples and texts.
        room: The column.
        unit: Height of a hex.
    """
    table = style.map
    left, top, right, bottom = room
    heading(canvas, style, table.text("tracks.legend"), (left, right), top + 0.24 * unit)
    entries = table.tables("legend")
    first = top + 0.5 * unit
    pitch = (bottom - first) / max(len(entries), 1)
    for i, entry in enumerate(entries):
        y = first + pitch * (i + 0.5)
        space = box(left, y - _TALL / 2, left + _WIDE, y + _TALL / 2)
        _framed(canvas, table, entry.text("sample"), space)
        x = left + _WIDE + 20
        lines = entry.texts("text")
        for number, line in enumerate(lines):
            face, size = ("bold", 29.0) if not number else ("narrow", 26.0)
            font = fit(style.fonts, line, face, size, right - x)
            at = (x, y + 32 * (number - (len(lines) - 1) / 2))
            ink = table.colour("frame.soft" if number else "frame.text")
            canvas.draw(Label(line, at, font, ink, "l"))


def _framed(canvas: Canvas, table: Table, kind: str, room: Polygon) -> None:
    """Draw a sample in its frame; what reaches beyond is cut off."""
    for area in areas(room, table.colour("snow.light")):
        canvas.draw(area)
    found = RecordingCanvas()
    legend_sample(found, table, kind, room)
    replay([part for shape in found.shapes for part in _clipped(shape, room)], canvas)
    land.outline(canvas, room, table.colour("frame.line"), 2.0)


def _clipped(shape: Shape, room: Polygon) -> list[Shape]:
    """Return what of a shape lies in a room."""
    match shape:
        case Area(rings, fill):
            whole: BaseGeometry = Polygon(rings[0], rings[1:]).buffer(0)
            colour = fill
        case Stroke(points, colour, width, soft):
            whole = thick(points, width, soft=soft)
        case Oval(centre):
            return [shape] if room.contains(Point(centre)) else []
        case _:
            return [shape]
    return [shape] if room.contains(whole) else [*areas(whole.intersection(room), colour)]


def legend_sample(canvas: Canvas, style: Table, kind: str, room: BaseGeometry) -> None:
    """Draw what the map looks like, in a small room; it may reach out of it (charts cut it off)."""
    left, top, right, bottom = room.bounds
    x, y = (left + right) / 2, (top + bottom) / 2
    match kind:
        case "forest":
            land.forest(canvas, style, room.buffer(2), Polygon(), room.buffer(-9))
        case "town":
            patch = room.buffer(-14, join_style="mitre")
            town.town_ground(canvas, style, patch)
            town.blocks(canvas, style, patch, Polygon(), 12)
        case "high":
            land.high_ground(canvas, style, box(left - 99, top - 99, x + 34, bottom + 99))
        case "slope":
            land.high_ground(canvas, style, box(left - 99, top - 99, right + 99, y + 2))
            side = LineString([(left + 12, y - 8), (right - 12, y - 8)])
            land.hachures(canvas, style, side, (x, y + 60))
        case "lake" | "full" | "partial":
            _lake(canvas, style, kind, room)
        case "river" | "creek" | "road" | "rail":
            _way(canvas, style, kind, room)
        case "entry":
            _entries(canvas, style, room)
        case _:
            pass


def _way(canvas: Canvas, style: Table, kind: str, room: BaseGeometry) -> None:
    """Draw a line in a soft wave."""
    left, top, right, bottom = room.bounds
    y = (top + bottom) / 2
    ends = (left - 12, y + 4), (right + 12, y - 4)
    wave = curve([ends[0], (left + 36, y + 9), (right - 36, y - 9), ends[1]])
    match kind:
        case "river":
            ways.river(canvas, style, wave)
        case "creek":
            ways.creek(canvas, style, wave)
        case _:
            ways.casing(canvas, style, kind, wave)
            (ways.rail if kind == "rail" else ways.road)(canvas, style, wave)


def _entries(canvas: Canvas, style: Table, room: BaseGeometry) -> None:
    """Draw a band and an arrow for each side."""
    left, top, right, bottom = room.bounds
    sides = list(style.table("sides"))
    wide = (right - left) / max(len(sides), 1)
    y = (top + bottom) / 2
    for i, side in enumerate(sides):
        colour = style.colour(f"sides.{side}")
        a, b = left + wide * i + 8, left + wide * (i + 1) - 8
        x = (a + b) / 2
        canvas.draw(Stroke(((a, y + 8), (b, y + 8)), colour, 9.0))
        canvas.draw(Area((((x, y - 1), (x - 11, y - 15), (x + 11, y - 15)),), colour))


def _lake(canvas: Canvas, style: Table, kind: str, room: BaseGeometry) -> None:
    """Draw ice, or the two kinds of hexside in it."""
    left, top, right, bottom = room.bounds
    x, y = (left + right) / 2, (top + bottom) / 2
    found = RecordingCanvas()
    match kind:
        case "lake":
            shape: BaseGeometry = wobbled(Point(x, y).buffer(31), 5, 24, 3)
            land.lake(found, style, shape)
        case "full":
            land.lake(found, style, box(left - 20, top - 20, right + 20, bottom + 20))
            land.lake_side(found, style, LineString([(x - 32, y), (x + 32, y)]), full=True)
            arms = (
                (x - 32, x - 64, -1),
                (x - 32, x - 64, 1),
                (x + 32, x + 64, -1),
                (x + 32, x + 64, 1),
            )
            for a, b, turn in arms:
                ends = ((a, y), (b, y + turn * 56))
                found.draw(Stroke(ends, style.colour("grid.colour"), style.number("grid.width")))
        case _:
            land.lake(found, style, wobbled(box(left - 20, top - 20, x + 4, bottom + 20), 5, 24, 3))
            land.lake_side(found, style, LineString([(x - 32, y), (x, y)]), full=False)
            ends = ((x - 32, y), (x + 32, y))
            found.draw(Stroke(ends, style.colour("grid.colour"), style.number("grid.width")))
    replay(found.shapes, canvas)
