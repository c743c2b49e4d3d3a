"""PNG files whose bytes depend on the picture alone."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

__all__ = ["encode"]


def encode(image: Image.Image, dpi: int | None = None) -> bytes:
    """Return a picture as PNG, exactly, without time stamps or comments.

    Args:
        image: RGB or RGBA.
        dpi: Px per inch, where the picture has a size on paper.

    Returns:
        The same bytes for the same pixels and versions of the libraries.
    """
    size = {} if dpi is None else {"dpi": (dpi, dpi)}
    out = BytesIO()
    info, image.info = image.info, {}  # instead of a copy: the picture may be very large
    try:
        image.save(out, "PNG", compress_level=6, **size)
    finally:
        image.info = info
    return out.getvalue()
