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
    bare = image.copy()
    bare.info.clear()
    out = BytesIO()
    size = {} if dpi is None else {"dpi": (dpi, dpi)}
    bare.save(out, "PNG", compress_level=6, **size)
    return out.getvalue()
