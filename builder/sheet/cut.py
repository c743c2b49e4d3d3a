"""Parts of grounds and pictures: what of a shape lies in a box. Lengths are mm."""

from __future__ import annotations

from collections.abc import Sequence

from shapely import Polygon, box

from builder.draw.canvas import Area, Box, Picture, Point, Shape
from builder.draw.curve import areas

__all__ = ["cut_to"]


def cut_to(shape: Shape, room: Box) -> Shape | None:
    """Return what of a shape lies in a box, ``None`` if nothing does.

    Lines, dots and letters never reach beyond a counter: they stay as they are.
    """
    match shape:
        case Area(rings, fill):
            if _holds(room, rings[0]):
                return shape
            part = Polygon(rings[0], rings[1:]).intersection(box(*room))
            return areas(part, fill)[0] if part.area else None
        case Picture():
            return _cropped(shape, room)
    return shape


def _holds(room: Box, ring: Sequence[Point]) -> bool:
    """Tell whether all of an outline lies in a box."""
    left, top, right, bottom = room
    return all(left <= x <= right and top <= y <= bottom for x, y in ring)


def _cropped(picture: Picture, room: Box) -> Picture | None:
    """Return a part of a picture, in whole pixels."""
    left, top, right, bottom = picture.box
    part = max(left, room[0]), max(top, room[1]), min(right, room[2]), min(bottom, room[3])
    if part[0] >= part[2] or part[1] >= part[3]:
        return None
    image = picture.image.rotate(180) if picture.turned else picture.image
    across, down = image.width / (right - left), image.height / (bottom - top)
    x, u = (round((value - left) * across) for value in (part[0], part[2]))
    y, v = (round((value - top) * down) for value in (part[1], part[3]))
    if x >= u or y >= v:
        return None
    return Picture(image.crop((x, y, u, v)), part)
