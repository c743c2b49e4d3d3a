"""PNG files whose bytes depend on the picture alone."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

__all__ = ["encode"]

_SAMPLE_PX = 1200  # greatest side of the copy from which a palette is chosen
_LARGE = 4_000_000  # px from which a picture gets a palette


def encode(image: Image.Image) -> bytes:
    """Return a picture as PNG, without time stamps or comments.

    Large opaque pictures get a palette of 256 colours, mixed so that no bands show;
    everything else is kept exactly.

    Args:
        image: RGB or RGBA.

    Returns:
        The same bytes for the same pixels and versions of the libraries.
    """
    bare = image
    if image.mode == "RGB" and image.width * image.height >= _LARGE:
        bare = _with_palette(image)
    out = BytesIO()
    bare.save(out, "PNG", compress_level=9)
    return out.getvalue()


def _with_palette(image: Image.Image) -> Image.Image:
    """Return the picture in 256 colours chosen from a smaller copy."""
    small = image.copy()
    small.thumbnail((_SAMPLE_PX, _SAMPLE_PX), Image.Resampling.NEAREST)
    palette = small.quantize(256, Image.Quantize.MEDIANCUT)
    return image.quantize(palette=palette, dither=Image.Dither.NONE)
