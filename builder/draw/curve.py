"""Soft lines and masses: curves through points, ribbons, wobbling edges (all px)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from shapely import LineString, Polygon, get_coordinates, unary_union
from shapely.geometry.base import BaseGeometry

from builder.draw.canvas import Area, Colour, Point
from builder.draw.grain import noise

__all__ = ["areas", "coordinates", "curve", "parts", "ribbon", "rounded", "wobbled"]


def curve(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """Return a smooth line through every point (Catmull-Rom), ``steps`` pieces between two."""
    if len(points) < 3:
        return list(points)
    first = (2 * points[0][0] - points[1][0], 2 * points[0][1] - points[1][1])
    last = (2 * points[-1][0] - points[-2][0], 2 * points[-1][1] - points[-2][1])
    knots = [first, *points, last]
    line: list[Point] = [points[0]]
    for i in range(1, len(knots) - 2):
        p0, p1, p2, p3 = knots[i - 1 : i + 3]
        for step in range(1, steps + 1):
            t = step / steps
            x = _blend(p0[0], p1[0], p2[0], p3[0], t)
            y = _blend(p0[1], p1[1], p2[1], p3[1], t)
            line.append((x, y))
    return line


def _blend(a: float, b: float, c: float, d: float, t: float) -> float:
    """Return one coordinate of the Catmull-Rom curve from ``b`` to ``c``."""
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3
    )


def ribbon(line: Sequence[Point], begin: float, end: float) -> Polygon:
    """Return a band along a line, whose width grows or shrinks evenly from end to end."""
    left: list[Point] = []
    right: list[Point] = []
    last = len(line) - 1
    for i, (x, y) in enumerate(line):
        ax, ay = line[max(i - 1, 0)]
        bx, by = line[min(i + 1, last)]
        length = hypot(bx - ax, by - ay) or 1.0
        half = (begin + (end - begin) * i / last) / 2
        nx, ny = -(by - ay) / length * half, (bx - ax) / length * half
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return Polygon([*left, *reversed(right)]).buffer(0)


def rounded(shape: BaseGeometry, radius: float) -> BaseGeometry:
    """Return a shape with every corner rounded, outward and inward."""
    inner = shape.buffer(-radius, quad_segs=6)
    return inner.buffer(2 * radius, quad_segs=6).buffer(-radius, quad_segs=6)


def wobbled(shape: BaseGeometry, by: float, wave: float, seed: int) -> BaseGeometry:
    """Return a shape with its edge moved up to ``by`` px, in waves about ``wave`` px long.

    The move depends on the place alone, so edges that touch stay together.
    """

    def moved(ring: LineString) -> list[Point]:
        return [
            (
                x + by * noise(x / wave, y / wave, seed),
                y + by * noise(x / wave, y / wave, seed + 1),
            )
            for x, y in coordinates(ring)
        ]

    found = [
        Polygon(moved(part.exterior), [moved(ring) for ring in part.interiors]).buffer(0)
        for part in parts(shape.segmentize(wave / 4))
    ]
    return unary_union(found)


def coordinates(line: LineString) -> tuple[Point, ...]:
    """Return the points of a line or ring."""
    return tuple((x, y) for x, y in get_coordinates(line).tolist())


def parts(shape: BaseGeometry) -> list[Polygon]:
    """Return the polygons of a shape, in a fixed order."""
    found = [part for part in getattr(shape, "geoms", [shape]) if isinstance(part, Polygon)]
    return sorted((part for part in found if not part.is_empty), key=lambda part: part.bounds)


def areas(shape: BaseGeometry, fill: Colour) -> list[Area]:
    """Return a shape as filled areas."""
    return [
        Area(tuple(coordinates(ring) for ring in (part.exterior, *part.interiors)), fill)
        for part in parts(shape)
    ]
