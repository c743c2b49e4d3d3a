"""A scanned face of a counter at the size that a picture needs."""

from __future__ import annotations

from PIL import Image, ImageOps

from builder.draw.scan import SQUARE, Scans
from builder.draw.scan_file import COUNTER_CAPS, Colours, open_scan

__all__ = ["scan_face"]


def scan_face(scans: Scans, id_: str, side: str, size_px: int) -> Image.Image | None:
    """Return the scan of a face.

    Args:
        scans: The scans.
        id_: Id of the unit or marker.
        side: ``front`` or ``back``.
        size_px: Width and height of the picture wanted.

    Returns:
        The picture, RGBA, transparent where the scan is; ``None`` if there is no scan. A scan
        that is nearly square is cut to its middle square; any other is shown whole.

    Raises:
        DrawError: The scan is damaged.
    """
    path = scans.faces.get((id_, side))
    if path is None:
        return None
    with open_scan(path, scans.folder, COUNTER_CAPS) as (_, image, _):
        image.load()
        colours = Colours.of(image)
        shown = ImageOps.exif_transpose(image)
        return _fitted(colours.change(shown).convert("RGBA"), size_px)


def _fitted(face: Image.Image, size_px: int) -> Image.Image:
    """Return a picture as a square of a size."""
    width, height = face.size
    short, long_ = sorted(face.size)
    if long_ <= SQUARE * short:
        left, top = (width - short) / 2, (height - short) / 2
        box = (left, top, left + short, top + short)
        return face.resize((size_px, size_px), Image.Resampling.LANCZOS, box=box)
    size = tuple(max(round(length * size_px / long_), 1) for length in face.size)
    made = Image.new("RGBA", (size_px, size_px))
    made.paste(
        face.resize((size[0], size[1]), Image.Resampling.LANCZOS),
        ((size_px - size[0]) // 2, (size_px - size[1]) // 2),
    )
    return made
