"""Faces that are an owner's scans: pixels, with the bleed that a scan has not. Lengths are mm."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from builder.draw.canvas import Picture, Shape
from builder.draw.scan import Scans
from builder.draw.scan_face import face_px, scan_face
from builder.errors import DrawError
from builder.sheet.length import INCH

__all__ = ["MOST_DPI", "face_dpi", "scanned_shapes"]

MOST_DPI = 600
"""A scan finer than this is made coarser: no printer shows more."""


def face_dpi(scans: Scans, id_: str, side: str, size: float) -> float:
    """Return how many pixels an inch a scan has on a counter ``size`` mm wide."""
    return face_px(scans, id_, side) * INCH / size


def scanned_shapes(scans: Scans, id_: str, side: str, size: float, bleed: float) -> list[Shape]:
    """Return a scan as wide as a counter; its outermost pixels are carried on into the bleed.

    Raises:
        DrawError: The scan is damaged.
    """
    most = round(size / INCH * MOST_DPI)
    px = max(min(round(face_px(scans, id_, side)), most), 1)
    image = _scan(scans, id_, side, px, round(bleed * px / size))
    edge = (image.width - px) / 2 * size / px
    return [Picture(image, (-edge, -edge, size + edge, size + edge))]


@lru_cache(maxsize=8)
def _scan(scans: Scans, id_: str, side: str, px: int, edge: int) -> Image.Image:
    """Return a scan with a rim of its own outermost pixels."""
    face = scan_face(scans, id_, side, px)
    if face is None:
        raise DrawError(f"{scans.folder}: the scan of {id_} ({side}) is gone")
    flat = Image.new("RGB", face.size, (255, 255, 255))
    flat.paste(face, (0, 0), face)
    if not edge:
        return flat
    far = px + edge
    made = Image.new("RGB", (px + 2 * edge, px + 2 * edge))
    made.paste(flat, (edge, edge))
    for box, at, size in (
        ((0, 0, px, 1), (edge, 0), (px, edge)),
        ((0, px - 1, px, px), (edge, far), (px, edge)),
    ):
        made.paste(flat.crop(box).resize(size), at)
    for x, left in ((edge, 0), (far - 1, far)):
        strip = made.crop((x, 0, x + 1, made.height))
        made.paste(strip.resize((edge, made.height)), (left, 0))
    return made
