"""Faces that are an owner's scans: pixels, with the bleed that a scan has not. Lengths are mm."""

from __future__ import annotations

from PIL import Image

from builder.draw.canvas import MM_PER_INCH, Picture, Shape
from builder.draw.scan import Scans
from builder.draw.scan_face import face_px, scan_face
from builder.errors import DrawError

__all__ = ["MOST_DPI", "scan_notes", "scanned_shapes"]

MOST_DPI = 600
"""A scan finer than this is made coarser: no printer shows more."""
_SHARP = 300


def scan_notes(scans: Scans, size: float) -> list[str]:
    """Return how sharp scans come out on counters ``size`` mm wide, in a line or two.

    Raises:
        DrawError: A scan can't be read.
    """
    found = {face: face_px(scans, *face) * MM_PER_INCH / size for face in scans.faces}
    unused = [f"odd-sized scan: {each}" for each in scans.odd]
    unused += [f"not used: {each}" for each in scans.unused]
    if not found:
        return ["scans: none of a counter; all are drawn", *unused]
    low, high = (round(min(dpi, MOST_DPI)) for dpi in (min(found.values()), max(found.values())))
    faces = "1 face is a picture" if len(found) == 1 else f"{len(found)} faces are pictures"
    range_ = f"{low} dpi" if low == high else f"{low} to {high} dpi"
    notes = [f"scans: {faces} of {range_}; the rest is drawn"]
    coarse = [f"{id_}-{side}" for (id_, side), dpi in found.items() if dpi < _SHARP]
    if coarse:
        few = "; ".join(coarse[:3]) + ("; ..." if len(coarse) > 3 else "")
        have = "has" if len(coarse) == 1 else "have"
        notes.append(
            f"{len(coarse)} of them {have} fewer than {_SHARP} dpi: soft to look at: {few}"
        )
    return [*notes, *unused]


def scanned_shapes(scans: Scans, id_: str, side: str, size: float, bleed: float) -> list[Shape]:
    """Return a scan as wide as a counter; its outermost pixels are carried on into the bleed.

    Raises:
        DrawError: The scan is damaged.
    """
    most = round(size / MM_PER_INCH * MOST_DPI)
    px = max(min(round(face_px(scans, id_, side)), most), 1)
    image = _scan(scans, id_, side, px, round(bleed * px / size))
    edge = (image.width - px) / 2 * size / px
    return [Picture(image, (-edge, -edge, size + edge, size + edge))]


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
