"""Charts as pictures."""

from __future__ import annotations

from math import ceil

from PIL import Image

from builder.chart.description import Chart, Sample
from builder.chart.layout import lay_out
from builder.chart.sample import sample_shapes, sample_width
from builder.chart.words import ChartStyle
from builder.draw.canvas import MM_PER_INCH
from builder.draw.raster import render

__all__ = ["chart_picture", "sample_picture"]

_SUPERSAMPLE = 3


def chart_picture(chart: Chart, style: ChartStyle, dpi: float) -> Image.Image:
    """Draw a chart.

    Args:
        chart: What it says.
        style: How it looks.
        dpi: Pixels an inch.

    Returns:
        The picture, RGB.

    Raises:
        DrawError: The style lacks something, or a table is wider than the page.
    """
    laid = lay_out(chart, style, dpi / MM_PER_INCH)
    size = (ceil(laid.size[0]), ceil(laid.size[1]))
    paper = style.colour("paper")[:3]

    def blank(_top: int, height: int, scale: int) -> Image.Image:
        return Image.new("RGB", (size[0] * scale, height * scale), paper)

    return render(laid.shapes, size, style.style.fonts, supersample=_SUPERSAMPLE, ground=blank)


def sample_picture(sample: Sample, style: ChartStyle, height_px: int) -> Image.Image:
    """Draw a small picture of a chart on its own.

    Raises:
        DrawError: The style lacks something.
    """
    width = ceil(sample_width(style, sample, height_px))
    shapes = sample_shapes(style, sample, (0.0, 0.0), height_px)
    paper = style.colour("paper")[:3]

    def blank(_top: int, height: int, scale: int) -> Image.Image:
        return Image.new("RGB", (width * scale, height * scale), paper)

    fonts = style.style.fonts
    return render(shapes, (width, height_px), fonts, supersample=4, ground=blank)
