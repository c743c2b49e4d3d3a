"""Faces of counters at the size that a picture needs: scans where there are any."""

from __future__ import annotations

from functools import lru_cache
from math import dist, floor
from pathlib import Path

from PIL import Image, ImageOps

from builder.draw.counter import counter_faces
from builder.draw.scan import BACK, FRONT, SQUARE, Scans
from builder.draw.scan_file import COUNTER_CAPS, MAP_CAPS, Colours, open_scan
from builder.draw.scan_fit import Affine
from builder.draw.scan_pixels import Pixels, read_pixels
from builder.draw.scan_png import Rows
from builder.draw.scan_sheet import Cut, Point
from builder.draw.style import Style
from builder.errors import DrawError
from builder.model.game import Game, Unit

__all__ = ["face_px", "scan_face", "unit_faces"]

_FINE = 2  # px of a sheet to one of a face, at least, where the scan has them
_MARGIN = 4


def unit_faces(
    game: Game, unit: Unit, style: Style, size_px: int = 84, scans: Scans | None = None
) -> tuple[Image.Image, Image.Image]:
    """Return front and back of a unit's counter: each its scan, or drawn if there is none.

    Args:
        game: The game of the unit.
        unit: What to show.
        style: How to draw.
        size_px: Width and height of the pictures.
        scans: The owner's scans, if any.

    Raises:
        DrawError: A scan is damaged, or the style lacks something.
    """
    front, back = (scan_face(scans, unit.id, side, size_px) for side in (FRONT, BACK))
    if front is not None and back is not None:
        return front, back
    drawn = counter_faces(game, unit, style, size_px)
    return front or drawn[0], back or drawn[1]


def scan_face(scans: Scans | None, id_: str, side: str, size_px: int) -> Image.Image | None:
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
    cut = scans.faces.get((id_, side)) if scans else None
    if scans is None or cut is None:
        return None
    if cut.corners is not None:
        return _cut_out(scans, cut, size_px)
    with open_scan(cut.path, scans.folder, COUNTER_CAPS) as (head, image, stream):
        if head.format == "PNG":
            Rows.of(stream).check()
        image.load()
        colours = Colours.of(image)
        shown = ImageOps.exif_transpose(image)
        return _fitted(colours.change(shown).convert("RGBA"), size_px)


def face_px(scans: Scans, id_: str, side: str) -> float:
    """Return how many pixels of a scan there are to the width of a counter.

    Raises:
        DrawError: There is no such scan, or it can't be read.
    """
    cut = scans.faces.get((id_, side))
    if cut is None:
        raise DrawError(f"{scans.folder}: no scan of {id_} ({side})")
    if cut.corners is not None:
        return cut.side_px
    with open_scan(cut.path, scans.folder, COUNTER_CAPS) as (_, image, _):
        return float(min(image.size))


def _cut_out(scans: Scans, cut: Cut, size_px: int) -> Image.Image:
    """Return a face that lies on a sheet."""
    same = tuple(each for each in scans.faces.values() if each.path == cut.path and each.corners)
    return _sheet(cut.path, scans.folder, same, size_px, scans.digest)[cut].copy()


@lru_cache(maxsize=256)
def _sheet(
    path: Path, folder: Path, cuts: tuple[Cut, ...], size_px: int, digest: str
) -> dict[Cut, Image.Image]:
    """Cut all faces from a sheet, which is read but once and not kept.

    ``digest`` tells whether it is still the same.
    """
    _ = digest
    least = min(cut.side_px for cut in cuts)
    with open_scan(path, folder, MAP_CAPS) as (head, _, _):
        pass
    pixels = read_pixels(path, folder, max(floor(least / (_FINE * size_px)), 1))
    shrink = Affine(1 / pixels.factor, 0, 0, 0, 1 / pixels.factor, 0)
    way = Affine(*head.to_stored).then(shrink)
    return {
        cut: _face(path, pixels, [way.at(corner) for corner in cut.corners or ()], size_px)
        for cut in cuts
    }


def _face(path: Path, pixels: Pixels, points: list[Point], size_px: int) -> Image.Image:
    """Return what lies between four points of a sheet."""
    box = pixels.around(points, _MARGIN)
    if box is None:
        raise DrawError(f"{path}: a counter lies outside it; check 'corners'")
    source = pixels.crop(box).convert("RGBA")
    a, b, c, d = ((x - box[0], y - box[1]) for x, y in points)
    scale = _FINE * size_px / max(dist(a, b), dist(b, c))
    size = (max(round(dist(a, b) * scale), 1), max(round(dist(b, c) * scale), 1))
    data = (*a, *d, *c, *b)  # pillow goes round the other way
    face = source.transform(size, Image.Transform.QUAD, data, Image.Resampling.BICUBIC)
    return _fitted(face, size_px)


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
