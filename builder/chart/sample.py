"""Small pictures in charts: what the map, a symbol, a counter or a marker looks like."""

from __future__ import annotations

from collections.abc import Iterator

from shapely import Point as Dot
from shapely import Polygon, affinity, box
from shapely.geometry.base import BaseGeometry

from builder.chart.description import (
    CounterSample,
    MarkerSample,
    NamedCounter,
    Sample,
    SchemeSample,
    SymbolSample,
    TerrainSample,
)
from builder.chart.words import ChartStyle
from builder.draw.canvas import (
    Area,
    Colour,
    Label,
    Oval,
    Point,
    RecordingCanvas,
    Shape,
    Stroke,
    moved,
    scaled,
    thick,
)
from builder.draw.counter import back_shapes, front_shapes, mixed
from builder.draw.curve import areas
from builder.draw.legend import legend_sample
from builder.draw.lettering import fitted
from builder.draw.marker import marker_shapes
from builder.draw.style import Style
from builder.draw.symbol import Symbol, draw_symbol
from builder.draw.text import Font
from builder.errors import DrawError

__all__ = ["named_sample", "sample_shapes", "sample_width"]

_ROOM = (132.0, 84.0)  # px of the map that a sample of terrain shows
_SPECIMEN = 1.5  # width of a specimen of a scheme, in heights
_LETTERS = "Aa 2"
_RIM = 0.02  # in heights
_COUNTER = 0.745  # height of a counter with a name below it, in heights of both
_NAME, _NAME_AT = 0.23, 0.885  # size and middle of the name, in heights of both
_NAME_ROOM = 1.16  # room for it, in widths of the counter


def named_sample(name: str) -> Sample:
    """Return a sample of the map's legend, or of a marker.

    >>> named_sample("marker:bunker")
    MarkerSample(art='bunker', text='')
    """
    art = name.removeprefix("marker:")
    return TerrainSample(name) if art == name else MarkerSample(art)


def sample_width(style: ChartStyle, sample: Sample, height: float) -> float:
    """Return how wide a small picture of a height is.

    Raises:
        DrawError: The style lacks the symbol.
    """
    match sample:
        case TerrainSample():
            return height * _ROOM[0] / _ROOM[1]
        case SymbolSample(type=name):
            size = _symbol(style.style, name).size
            return height * size[0] / size[1]
        case SchemeSample():
            return height * _SPECIMEN
        case NamedCounter():
            return height * _COUNTER * _NAME_ROOM
        case CounterSample() | MarkerSample():
            return height


def sample_shapes(style: ChartStyle, sample: Sample, corner: Point, height: float) -> list[Shape]:
    """Return what a small picture consists of.

    Args:
        style: How things look.
        sample: What is shown.
        corner: Its upper left corner, px.
        height: Its height, px.

    Returns:
        Shapes, bottom first; none reaches out of the picture.

    Raises:
        DrawError: The style lacks something.
    """
    look = style.style
    match sample:
        case TerrainSample(kind):
            return _terrain(style, kind, corner, height)
        case SymbolSample(name, scheme):
            return _symbol_shapes(look, _symbol(look, name), scheme, corner, height)
        case SchemeSample(scheme):
            return _specimen(look, scheme, corner, height)
        case CounterSample(unit, back):
            drawn = back_shapes if back else front_shapes
            return moved(drawn(unit, look, height), corner)
        case NamedCounter():
            return _named(style, sample, corner, height)
        case MarkerSample(art, text):
            return moved(marker_shapes(look, art, text, height), corner)


def _named(style: ChartStyle, sample: NamedCounter, corner: Point, height: float) -> list[Shape]:
    """Return a counter with its name below it."""
    (x, y), size = corner, height * _COUNTER
    width = size * _NAME_ROOM
    shapes = moved(front_shapes(sample.unit, style.style, size), (x + (width - size) / 2, y))
    font = fitted(style.style.fonts, sample.name, style.face("text"), height * _NAME, width)
    at = (x + width / 2, y + height * _NAME_AT)
    return [*shapes, Label(sample.name, at, font, style.colour("ink"))]


def _symbol(style: Style, name: str) -> Symbol:
    """Return a symbol."""
    if name not in style.symbols:
        folder = style.folder.parent / "symbols"
        raise DrawError(f"{folder}: no symbol '{name}', which a chart shows; add it")
    return style.symbols[name]


def _terrain(style: ChartStyle, kind: str, corner: Point, height: float) -> list[Shape]:
    """Return a piece of the map, cut off at its frame."""
    table = style.style.map
    room = box(0.0, 0.0, *_ROOM)
    canvas = RecordingCanvas()
    for area in areas(room, table.colour("snow.light")):
        canvas.draw(area)
    legend_sample(canvas, table, kind, room)
    cut = [piece for shape in canvas.shapes for piece in _cut(shape, room)]
    k = height / _ROOM[1]
    x, y = corner
    ring = tuple((x + px * k, y + py * k) for px, py in room.exterior.coords)
    rim = Stroke(ring, table.colour("frame.line"), _RIM * height)
    return [*scaled(cut, k, corner), rim]


def _cut(shape: Shape, room: BaseGeometry) -> Iterator[Shape]:
    """Yield what of a shape lies in a room."""
    match shape:
        case Area(rings, fill):
            yield from areas(Polygon(rings[0], rings[1:]).buffer(0).intersection(room), fill)
        case Stroke(points, colour, width, soft):
            yield from areas(thick(points, width, soft=soft).intersection(room), colour)
        case Oval(centre, (rx, ry), fill):
            disc = affinity.scale(Dot(centre).buffer(1.0, quad_segs=12), rx, ry)
            yield from areas(disc.intersection(room), fill)
        case Label():
            yield shape


def _symbol_shapes(
    style: Style, symbol: Symbol, scheme: str, corner: Point, height: float
) -> list[Shape]:
    """Return a symbol on the paper of its counter."""
    colours = style.scheme(scheme)
    canvas = RecordingCanvas()
    width = height * symbol.size[0] / symbol.size[1]
    canvas.draw(_rectangle(corner, width, height, colours.paper))
    inset = 0.08 * height
    paper = colours.box if symbol.frame else colours.paper
    tones = {"ink": colours.ink, "paper": paper, "shade": mixed(colours.ink, paper, 0.5)}
    inner = height - 2 * inset
    left = corner[0] + (width - inner * symbol.size[0] / symbol.size[1]) / 2
    draw_symbol(canvas, symbol, (left, corner[1] + inset), inner, tones)
    return canvas.shapes


def _specimen(style: Style, scheme: str, corner: Point, height: float) -> list[Shape]:
    """Return paper and ink of a scheme: letters on it, within its rim."""
    colours = style.scheme(scheme)
    width = height * _SPECIMEN
    inset = 0.04 * height
    at = (corner[0] + width / 2, corner[1] + height / 2)
    inner = (corner[0] + inset, corner[1] + inset)
    return [
        _rectangle(corner, width, height, colours.rim),
        _rectangle(inner, width - 2 * inset, height - 2 * inset, colours.paper),
        Label(_LETTERS, at, Font("bold", height * 0.5), colours.ink),
    ]


def _rectangle(corner: Point, width: float, height: float, fill: Colour) -> Area:
    x, y = corner
    return Area((((x, y), (x + width, y), (x + width, y + height), (x, y + height)),), fill)
