"""A page as pixels, to look at before it is printed."""

from __future__ import annotations

from PIL import Image

from builder.draw.canvas import MM_PER_INCH
from builder.draw.raster import render
from builder.draw.text import Fonts
from builder.pdf.page import Page

__all__ = ["page_picture"]

_FINE = 3


def page_picture(page: Page, fonts: Fonts, dpi: float) -> Image.Image:
    """Draw a page without its printer's correction; clips of layers are left out.

    Args:
        page: The page.
        fonts: Faces for labels.
        dpi: Pixels an inch.

    Returns:
        The picture, RGB.
    """
    scale = dpi / MM_PER_INCH
    width = round(page.size[0] * scale)

    def blank(_top: int, height: int, fine: int) -> Image.Image:
        return Image.new("RGB", (width * fine, height * fine), (255, 255, 255))

    shapes = [shape for layer in page.layers for shape in layer.shapes]
    return render(shapes, page.size, fonts, supersample=_FINE, ground=blank, scale=scale)
