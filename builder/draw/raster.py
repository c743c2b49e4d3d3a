"""Pixels: shapes drawn larger than needed and then averaged, which smooths every edge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import ceil, floor, hypot
from typing import Literal

import shapely
from PIL import Image, ImageChops, ImageDraw
from shapely.geometry.base import BaseGeometry

from builder.draw.canvas import (
    Area,
    Box,
    Colour,
    Label,
    Oval,
    Picture,
    Point,
    Shape,
    Stroke,
    bounds,
    thick,
)
from builder.draw.curve import coordinates, parts
from builder.draw.text import Fonts

__all__ = ["Cut", "PillowCanvas", "render", "tile"]

Cut = Literal["square", "round", "bare"]
"""Outline of a piece: rounded corners, a disc, or nothing but what is drawn."""


_FINE = 4  # device px per px for pieces
_BLEED = 2  # px that rounding may paint beyond the bounds of a shape
_PEN = 8  # device px beyond the picture up to which an area is kept
_THIN = 7.0  # device px up to which a line's joints can't be seen


class PillowCanvas:
    """A canvas on a pillow picture of mode RGB.

    Args:
        image: The picture to draw on.
        fonts: Faces for labels.
        scale: Device px per px of the drawing.
        top: The drawing's y at the picture's upper edge.
    """

    def __init__(
        self, image: Image.Image, fonts: Fonts, scale: float = 1.0, top: float = 0.0
    ) -> None:
        """Prepare pens: one that mixes colours and one that paints over."""
        self._image = image
        self._fonts = fonts
        self._scale = scale
        self._top = top
        self._mixing = ImageDraw.Draw(image, "RGBA")
        self._plain = ImageDraw.Draw(image)

    def draw(self, shape: Shape) -> None:
        """Draw one shape over what is there."""
        match shape:
            case Area(rings, fill):
                self._area([self._device(ring) for ring in rings], fill)
            case Stroke():
                self._stroke(shape)
            case Oval((x, y), (rx, ry), fill):
                box = (*self._point((x - rx, y - ry)), *self._point((x + rx, y + ry)))
                self._pen(fill).ellipse(box, fill=_ink(fill))
            case Label():
                self._label(shape)
            case Picture():
                self._picture(shape)

    def _point(self, point: Point) -> Point:
        return point[0] * self._scale, (point[1] - self._top) * self._scale

    def _device(self, points: Sequence[Point]) -> list[Point]:
        k, top = self._scale, self._top
        return [(x * k, (y - top) * k) for x, y in points]

    def _pen(self, colour: Colour) -> ImageDraw.ImageDraw:
        return self._plain if colour[3] == 255 else self._mixing

    def _area(self, rings: list[list[Point]], fill: Colour) -> None:
        """Fill rings; an area with holes is cut until no part has any, or goes through a mask."""
        if len(rings) == 1:
            self._pen(fill).polygon(rings[0], fill=_ink(fill))
            return
        if fill[3] == 255:
            outline, *holes = map(shapely.linearrings, rings)  # faster than Polygon(rings)
            whole = shapely.polygons(outline, holes)
            room = (-_PEN, -_PEN, self._image.width + _PEN, self._image.height + _PEN)
            for ring in _without_holes(whole if whole.is_valid else whole.buffer(0), room):
                self._plain.polygon(ring, fill=fill[:3])
            return
        xs, ys = [x for x, _ in rings[0]], [y for _, y in rings[0]]
        left, top = max(floor(min(xs)), 0), max(floor(min(ys)), 0)
        right = min(ceil(max(xs)) + 1, self._image.width)
        bottom = min(ceil(max(ys)) + 1, self._image.height)
        if left >= right or top >= bottom:
            return
        mask = Image.new("L", (right - left, bottom - top))
        pen = ImageDraw.Draw(mask)
        for number, ring in enumerate(rings):
            pen.polygon([(x - left, y - top) for x, y in ring], fill=0 if number else fill[3])
        self._image.paste(fill[:3], (left, top), mask)

    def _stroke(self, stroke: Stroke) -> None:
        points = self._device(stroke.points)
        width = stroke.width * self._scale
        if width <= _THIN:
            pen = self._pen(stroke.colour)
            pen.line(points, fill=_ink(stroke.colour), width=max(round(width), 1))
            return
        for rings in _outlines(thick(points, width, soft=stroke.soft)):
            self._area(rings, stroke.colour)

    def _picture(self, picture: Picture) -> None:
        left, top, right, bottom = picture.box
        (x, y), (u, v) = self._point((left, top)), self._point((right, bottom))
        size = max(round(u) - round(x), 1), max(round(v) - round(y), 1)
        shown = picture.image.convert("RGBA").resize(size, Image.Resampling.LANCZOS)
        if picture.turned:
            shown = shown.transpose(Image.Transpose.ROTATE_180)
        self._image.paste(shown, (round(x), round(y)), shown)

    def _label(self, label: Label) -> None:
        self._fonts.check(label.text, label.font.face)
        font = self._fonts.at(label.font, self._scale)
        shift = {"l": 0.0, "m": 0.5, "r": 1.0}[label.anchor] * font.getlength(label.text)
        drop = self._fonts.cap_height(label.font) / 2 * self._scale
        x, y = self._point(label.at)
        rim = round(label.rim * self._scale) if label.halo else 0
        if not label.angle:
            start = (x - shift, y + drop)
            if rim:
                self._plain.text(
                    start, label.text, label.halo, font, "ls", stroke_width=rim,
                    stroke_fill=label.halo,
                )  # fmt: skip
            self._pen(label.colour).text(start, label.text, _ink(label.colour), font, "ls")
            return
        reach = max(shift, font.getlength(label.text) - shift) + rim
        side = 2 * ceil(hypot(reach, 1.2 * font.size + rim)) + 2
        for colour, width in ((label.halo, rim), (label.colour, 0)):
            if colour is None or (colour is label.halo and not rim):
                continue
            mask = Image.new("L", (side, side))
            place = (side / 2 - shift, side / 2 + drop)
            ImageDraw.Draw(mask).text(place, label.text, 255, font, "ls", stroke_width=width)
            mask = mask.rotate(label.angle, Image.Resampling.BICUBIC)
            self._image.paste(colour[:3], (round(x - side / 2), round(y - side / 2)), mask)


def render(  # noqa: PLR0913 (a picture has no fewer sides)
    shapes: Sequence[Shape],
    size_px: tuple[float, float],
    fonts: Fonts,
    *,
    supersample: int,
    ground: Callable[[int, int, int], Image.Image],
    strip_px: int = 128,
    scale: float = 1.0,
) -> Image.Image:
    """Draw shapes, in order, strip by strip, so that little memory is needed.

    Args:
        shapes: What to draw.
        size_px: Width and height of the drawing.
        fonts: Faces for labels.
        supersample: Device px per px of the picture and direction while drawing.
        ground: Gives the picture (RGB, supersampled) to begin a strip with, from the strip's
            upper edge, its height (px of the picture) and the supersampling.
        strip_px: Height of a strip, px of the picture.
        scale: Px of the picture per px of the drawing.

    Returns:
        The picture, RGB.
    """
    width, height = (round(length * scale) for length in size_px)
    picture = Image.new("RGB", (width, height))
    boxes = [bounds(shape, fonts) for shape in shapes]
    for top in range(0, height, strip_px):
        tall = min(strip_px, height - top)
        strip = ground(top, tall, supersample)
        canvas = PillowCanvas(strip, fonts, scale * supersample, top / scale)
        upper, lower = top / scale - _BLEED, (top + tall) / scale + _BLEED
        for shape, box in zip(shapes, boxes, strict=True):
            if box[1] <= lower and box[3] >= upper:
                canvas.draw(shape)
        picture.paste(strip.reduce(supersample), (0, top, width, top + tall))
    return picture


def tile(
    shapes: Sequence[Shape], size_px: int, fonts: Fonts, *, cut: Cut = "square"
) -> Image.Image:
    """Draw the shapes of a square piece and cut it out.

    Args:
        shapes: What to draw, in px.
        size_px: Width and height of the picture.
        fonts: Faces for labels.
        cut: What of the square is left; the rest is transparent.

    Returns:
        The picture, RGBA.
    """
    picture = _fine(shapes, size_px, fonts, (0, 0, 0))
    if cut == "bare":
        white = _fine(shapes, size_px, fonts, (255, 255, 255))
        opacity = ImageChops.invert(ImageChops.difference(white, picture).convert("L"))
        # on black, colours are weaker by just their opacity
        return Image.merge("RGBa", (*picture.split(), opacity)).convert("RGBA")
    picture.putalpha(_cut(size_px, round_=cut == "round"))
    return picture


def _fine(
    shapes: Sequence[Shape], size_px: int, fonts: Fonts, ground: tuple[int, int, int]
) -> Image.Image:
    """Draw shapes on a square of one colour."""
    side = size_px * _FINE
    large = Image.new("RGB", (side, side), ground)
    canvas = PillowCanvas(large, fonts, _FINE)
    for shape in shapes:
        canvas.draw(shape)
    return large.reduce(_FINE)


@lru_cache(maxsize=32)
def _cut(size_px: int, *, round_: bool) -> Image.Image:
    """Return the opacity of a piece, smooth at its edge."""
    side = size_px * _FINE
    mask = Image.new("L", (side, side))
    radius = side / 2 if round_ else side * 0.07
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, side - 1, side - 1), radius, fill=255)
    return mask.reduce(_FINE)


def _ink(colour: Colour) -> tuple[int, ...]:
    """Return the colour as a pen wants it: without opacity if it is full."""
    return colour[:3] if colour[3] == 255 else colour


def _without_holes(shape: BaseGeometry, room: Box) -> Iterator[list[Point]]:
    """Yield the outlines of what lies in a room, cut through the middle of every hole."""
    left, top, right, bottom = room
    for part in parts(shapely.clip_by_rect(shape, left, top, right, bottom)):
        if not part.interiors:
            yield list(coordinates(part.exterior))
            continue
        a, _, b, _ = part.interiors[0].bounds
        x = (a + b) / 2
        yield from _without_holes(part, (left, top, x, bottom))
        yield from _without_holes(part, (x, top, right, bottom))


def _outlines(geometry: BaseGeometry) -> list[list[list[Point]]]:
    """Return the rings (outline, then holes) of every polygon in a geometry."""
    return [
        [list(coordinates(ring)) for ring in (part.exterior, *part.interiors)]
        for part in parts(geometry)
    ]
