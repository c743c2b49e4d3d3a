"""Towns: trodden ground, and blocks of buildings between streets. All lengths are px."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, floor, hypot, radians, sin

from shapely import Polygon, prepare
from shapely.geometry.base import BaseGeometry

from builder.draw.canvas import Area, Canvas, Colour, Point, Stroke
from builder.draw.curve import areas, coordinates, parts, rounded, wobbled
from builder.draw.grain import Grain
from builder.draw.style import Table

__all__ = ["blocks", "town_ground"]

_BLOCK = (44.0, 33.0)  # from street to street, along and across
_STREET = 6.0
_YARD = 2.2  # between two buildings of a block
_LEAST = 34.0  # px² of the smallest piece of a building that is drawn


def town_ground(canvas: Canvas, style: Table, patch: BaseGeometry) -> None:
    """Draw the trodden ground of a town, on which its ways run."""
    ground = _edge(patch)
    for area in areas(ground, style.colour("town.ground")):
        canvas.draw(area)
    for part in parts(ground):
        ring = coordinates(part.exterior)
        canvas.draw(Stroke(ring, style.colour("town.edge"), 1.8, soft=True))


def _edge(patch: BaseGeometry) -> BaseGeometry:
    return wobbled(rounded(patch, 22), 5, 40, 5)


def blocks(
    canvas: Canvas, style: Table, patch: BaseGeometry, keep_out: BaseGeometry, turn: float
) -> None:
    """Draw the blocks of a town; near its edge some buildings are missing.

    Args:
        canvas: Where.
        style: The map's style.
        patch: The built-up ground.
        keep_out: Where no building may stand.
        turn: Direction of the streets in degrees.
    """
    ground = _edge(patch)
    free = ground.buffer(-5).difference(keep_out)
    if free.is_empty:
        return
    core = ground.buffer(-20)
    prepare(free)
    prepare(core)
    shadow = style.colour("forest.shadow")
    for lot, grain in _lots(ground, (cos(radians(turn)), sin(radians(turn)))):
        wanted = 0.98 if core.contains(lot.centroid) else 0.93
        kind = int(grain.unit() * 4)
        if grain.unit() > wanted:
            continue
        for part in parts(lot.intersection(free)):
            if part.area >= _LEAST and part.area > 0.25 * lot.area:
                _building(canvas, part, (shadow, *_looks(style, kind)))


def _lots(ground: BaseGeometry, heading: Point) -> Iterator[tuple[Polygon, Grain]]:
    """Yield the lots of a lattice of streets over some ground."""
    left, top, right, bottom = ground.bounds
    (c, s), (long, wide) = heading, _BLOCK
    mx, my = (left + right) / 2, (top + bottom) / 2
    many = floor(hypot(right - left, bottom - top) / 2 / wide) + 1
    for j in range(-many, many + 1):
        for i in range(-many, many + 1):
            grain = Grain("block", round(left), round(top), i, j)
            split = grain.between(0.36, 0.64), grain.between(0.4, 0.6)
            us = (0.0, split[0] * (long - _STREET), long - _STREET)
            vs = (0.0, split[1] * (wide - _STREET), wide - _STREET)
            shift = (j % 2) * long / 2
            for a in (0, 1):
                for b in (0, 1):
                    u0, u1 = us[a] + a * _YARD / 2, us[a + 1] - (1 - a) * _YARD / 2
                    v0, v1 = vs[b] + b * _YARD / 2, vs[b + 1] - (1 - b) * _YARD / 2
                    corners = [
                        (i * long + shift + u, j * wide + v)
                        for u, v in ((u0, v0), (u1, v0), (u1, v1), (u0, v1))
                    ]
                    lot = Polygon([(mx + u * c - v * s, my + u * s + v * c) for u, v in corners])
                    if lot.intersects(ground):
                        yield lot, grain


def _looks(style: Table, kind: int) -> tuple[Colour, Colour]:
    return style.colour_at("town.blocks", kind), style.colour_at("town.roofs", kind)


def _building(canvas: Canvas, part: Polygon, looks: Sequence[Colour]) -> None:
    """Draw a building: shadow, walls, and its roof, lighter towards the north-west."""
    shadow, wall, roof = looks
    ring = coordinates(part.exterior)
    canvas.draw(Area((tuple((x + 2.0, y + 2.2) for x, y in ring),), shadow))
    canvas.draw(Area((ring,), wall))
    for inner in parts(part.buffer(-1.3)):
        shifted = tuple((x - 0.5, y - 0.6) for x, y in coordinates(inner.exterior))
        canvas.draw(Area((shifted,), roof))
