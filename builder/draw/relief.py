"""The ground that everything is drawn on: snow, lit from the north-west.

Heights are made up from what the map tells: high ground rises, rivers and creeks lie in
valleys, and gentle noise lies over all. The light on them is worked out coarsely and then
enlarged, so that it costs the same at any scale.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageMath, ImageOps
from shapely.geometry.base import BaseGeometry

from builder.draw.canvas import Point
from builder.draw.curve import parts
from builder.draw.grain import noise
from builder.draw.style import Table

__all__ = ["snow_ground"]

_CELL = 8  # px of the drawing between two points of the ground
_RISE = ((0.0, 70), (-24.0, 120), (-52.0, 165), (-84.0, 200))  # inner edges of a rise, and heights


def snow_ground(
    style: Table,
    size_px: tuple[int, int],
    high: BaseGeometry,
    valleys: Sequence[tuple[Sequence[Point], float]],
    scale: float = 1.0,
) -> Callable[[int, int, int], Image.Image]:
    """Return what :func:`~builder.draw.raster.render` begins each strip with.

    Args:
        style: Colours of snow in the light and in the shadow.
        size_px: Width and height of the drawing.
        high: High ground.
        valleys: Lines of water and their widths.
        scale: Px of the picture per px of the drawing.

    Returns:
        A function of a strip's upper edge and height (px of the picture) and supersampling.
    """
    light = _light(size_px, high, valleys)
    small = ImageOps.colorize(
        light,
        style.colour("snow.dark")[:3],
        style.colour("snow.bright")[:3],
        style.colour("snow.light")[:3],
    )
    cell = _CELL * scale

    def strip(top: int, height: int, supersample: int) -> Image.Image:
        width = round(size_px[0] * scale)
        box = (0.0, top / cell, width / cell, (top + height) / cell)
        part = small.resize((width, height), Image.Resampling.BICUBIC, box)
        return part.resize((width * supersample, height * supersample), Image.Resampling.NEAREST)

    return strip


def _light(
    size_px: tuple[int, int],
    high: BaseGeometry,
    valleys: Sequence[tuple[Sequence[Point], float]],
) -> Image.Image:
    """Return how bright the ground is, 0 to 255, one point for each cell."""
    width, height = (ceil(length / _CELL) + 2 for length in size_px)
    relief = Image.new("L", (width, height), 40)
    pen = ImageDraw.Draw(relief)
    for inset, value in _RISE:
        for part in parts(high.buffer(inset)):
            pen.polygon([(x / _CELL, y / _CELL) for x, y in part.exterior.coords], fill=value)
    for points, wide in valleys:
        line = [(x / _CELL, y / _CELL) for x, y in points]
        pen.line(line, fill=max(40 - round(wide), 5), width=max(round(wide * 2.2 / _CELL), 2))
    smooth = relief.filter(ImageFilter.GaussianBlur(2.2)).convert("F")
    fine, coarse = _waves((width, height), 5, 1), _waves((width, height), 17, 2)
    tall = ImageMath.lambda_eval(
        lambda args: args["a"] + args["b"] * 7 + args["c"] * 34, a=smooth, b=fine, c=coarse
    )
    lower = ImageChops.offset(tall, -1, -1)
    upper = ImageChops.offset(tall, 1, 1)
    light = ImageMath.lambda_eval(
        lambda args: 150 + (args["a"] - args["b"]) * 3.4, a=lower, b=upper
    )
    grey: Image.Image = light.convert("L")
    return grey.filter(ImageFilter.GaussianBlur(0.8))


def _waves(size: tuple[int, int], length: int, seed: int) -> Image.Image:
    """Return smooth noise between -1 and 1 that turns about once in ``length`` points."""
    wide, tall = (ceil(side / length) + 3 for side in size)
    knots = Image.new("F", (wide, tall))
    for j in range(tall):
        for i in range(wide):
            knots.putpixel((i, j), noise(i + 0.5, j + 0.5, seed))
    box = (1.0, 1.0, 1.0 + size[0] / length, 1.0 + size[1] / length)
    return knots.resize(size, Image.Resampling.BICUBIC, box)
