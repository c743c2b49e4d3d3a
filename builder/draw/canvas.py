"""What everything is drawn on: one protocol, a recording, and what a recording holds.

Coordinates are px from the top left corner, as fractions; a canvas may draw at any scale.
The picture is a list of shapes first (:class:`RecordingCanvas`), so that it can be
checked, drawn in strips, or written as vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin
from typing import Literal, Protocol

from PIL import Image
from shapely import LinearRing, LineString
from shapely.geometry.base import BaseGeometry

from builder.draw.text import Font, Fonts

__all__ = [
    "MM_PER_INCH",
    "Area",
    "Box",
    "Canvas",
    "Colour",
    "Label",
    "Oval",
    "Picture",
    "Point",
    "RecordingCanvas",
    "Shape",
    "Stroke",
    "bounds",
    "corners",
    "moved",
    "replay",
    "scaled",
    "text_box",
    "thick",
    "turned",
]

MM_PER_INCH = 25.4

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Colour = tuple[int, int, int, int]  # red, green, blue, opacity, each 0 to 255


@dataclass(frozen=True, slots=True)
class Area:
    """A filled outline; further rings are holes in it."""

    rings: tuple[tuple[Point, ...], ...]
    fill: Colour


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line; closed if it ends where it begins. ``soft`` rounds its ends and corners."""

    points: tuple[Point, ...]
    colour: Colour
    width: float
    soft: bool = False


@dataclass(frozen=True, slots=True)
class Oval:
    """A filled ellipse."""

    centre: Point
    radii: Point
    fill: Colour


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text.

    Args:
        text: What it says.
        at: Where its anchor lies.
        font: Face and size.
        colour: Colour of the letters.
        anchor: ``l``, ``m`` or ``r``: left end, middle or right end. Vertically the middle
            of the capital letters lies at the anchor.
        angle: Degrees, anticlockwise, about the anchor.
        halo: Colour of a rim around the letters, or ``None``.
        rim: Width of the rim.
    """

    text: str
    at: Point
    font: Font
    colour: Colour
    anchor: str = "m"
    angle: float = 0.0
    halo: Colour | None = None
    rim: float = 0.0


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in an upright box, such as a scan.

    Args:
        image: The picture; what is transparent in it shows what lies below.
        box: Where it lies.
        turned: Whether it stands on its head.
    """

    image: Image.Image
    box: Box
    turned: bool = False


Shape = Area | Stroke | Oval | Label | Picture


class Canvas(Protocol):
    """Anything that can be drawn on."""

    def draw(self, shape: Shape) -> None:
        """Draw one shape over what is there."""
        ...


class RecordingCanvas:
    """A canvas that keeps the shapes in order."""

    def __init__(self) -> None:
        """Begin empty."""
        self.shapes: list[Shape] = []

    def draw(self, shape: Shape) -> None:
        """Keep a shape."""
        self.shapes.append(shape)


def replay(shapes: Sequence[Shape], canvas: Canvas) -> None:
    """Draw recorded shapes, in order, on another canvas."""
    for shape in shapes:
        canvas.draw(shape)


def moved(shapes: Sequence[Shape], by: Point) -> list[Shape]:
    """Return shapes moved to the right and down (px)."""
    return [_changed(shape, 1.0, by) for shape in shapes]


def scaled(shapes: Sequence[Shape], factor: float, by: Point = (0.0, 0.0)) -> list[Shape]:
    """Return shapes made ``factor`` times as large about the origin, then moved."""
    return [_changed(shape, factor, by) for shape in shapes]


def turned(shapes: Sequence[Shape], about: Point) -> list[Shape]:
    """Return shapes turned by half a circle about a point."""
    by = 2 * about[0], 2 * about[1]
    return [_changed(shape, -1.0, by) for shape in shapes]


def _changed(shape: Shape, k: float, by: Point) -> Shape:
    """Return a shape with every place times a factor, then moved; -1 turns it half round."""
    u, v = by
    size = abs(k)
    match shape:
        case Area(rings, fill):
            return Area(tuple(tuple((x * k + u, y * k + v) for x, y in r) for r in rings), fill)
        case Stroke(points, colour, width, soft):
            line = tuple((x * k + u, y * k + v) for x, y in points)
            return Stroke(line, colour, width * size, soft)
        case Oval((x, y), (rx, ry), fill):
            return Oval((x * k + u, y * k + v), (rx * size, ry * size), fill)
        case Label():
            x, y = shape.at
            angle = shape.angle if k > 0 else (shape.angle + 180) % 360
            font = replace(shape.font, size=shape.font.size * size)
            at = x * k + u, y * k + v
            return replace(shape, at=at, font=font, angle=angle, rim=shape.rim * size)
        case Picture(image, (left, top, right, bottom), upset):
            xs, ys = sorted((left * k + u, right * k + u)), sorted((top * k + v, bottom * k + v))
            return Picture(image, (xs[0], ys[0], xs[1], ys[1]), upset != (k < 0))


def text_box(label: Label, fonts: Fonts) -> Box:
    """Return the smallest upright box around a label's ink and rim.

    Raises:
        DrawError: The font lacks a character.
    """
    left, top, right, bottom = fonts.extent(label.text, label.font)
    width = fonts.width(label.text, label.font)
    shift = {"l": 0.0, "m": width / 2, "r": width}[label.anchor]
    drop = fonts.cap_height(label.font) / 2
    corners = [(x - shift, y + drop) for x in (left, right) for y in (top, bottom)]
    c, s = cos(radians(label.angle)), sin(radians(label.angle))
    xs = [label.at[0] + x * c + y * s for x, y in corners]
    ys = [label.at[1] - x * s + y * c for x, y in corners]
    rim = label.rim if label.halo else 0.0
    return min(xs) - rim, min(ys) - rim, max(xs) + rim, max(ys) + rim


def corners(box: Box) -> tuple[Point, ...]:
    """Return the corners of a box, clockwise from the upper left one."""
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def bounds(shape: Shape, fonts: Fonts) -> Box:
    """Return the smallest upright box that holds all a shape may paint."""
    match shape:
        case Area(rings):
            return _around(rings[0], 0.0)
        case Stroke(points, _, width, soft):
            if soft or len(points) == 2:
                return _around(points, width / 2)
            left, top, right, bottom = thick(points, width, soft=False).bounds
            return left, top, right, bottom
        case Oval((x, y), (rx, ry)):
            return x - rx, y - ry, x + rx, y + ry
        case Label():
            return text_box(shape, fonts)
        case Picture():
            return shape.box


def thick(points: Sequence[Point], width: float, *, soft: bool) -> BaseGeometry:
    """Return the outline of a wide line: a closed one if it ends where it begins."""
    join: Literal["round", "mitre"] = "round" if soft else "mitre"
    if points[0] == points[-1] and len(points) > 3:
        return LinearRing(points).buffer(width / 2, join_style=join, mitre_limit=4)
    cap: Literal["round", "flat"] = "round" if soft else "flat"
    return LineString(points).buffer(width / 2, cap_style=cap, join_style=join, mitre_limit=4)


def _around(points: Sequence[Point], margin: float) -> Box:
    """Return the box around points, widened by a margin."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin
