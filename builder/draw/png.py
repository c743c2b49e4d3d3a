"""PNG files whose bytes depend on the picture alone."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

__all__ = ["encode"]


def encode(image: Image.Image) -> bytes:
    """Return a picture as PNG, exactly, without time stamps or comments.

    Args:
        image: RGB or RGBA.

    Returns:
        The same bytes for the same pixels and versions of the libraries.
    """
    bare = image.copy()
    bare.info.clear()
    out = BytesIO()
    bare.save(out, "PNG", compress_level=6)
    return out.getvalue()
