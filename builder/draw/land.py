"""What covers the ground: high ground, forest, lakes.

Every function draws a shape it is given, so that map and legend show the same things.
All lengths are px.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, floor, hypot, radians, sin

from shapely import LineString, Polygon, contains_xy, prepare
from shapely.geometry.base import BaseGeometry

from builder.draw.canvas import Area, Canvas, Colour, Oval, Point, Stroke
from builder.draw.curve import areas, coordinates, parts, rounded, wobbled
from builder.draw.grain import Grain, noise
from builder.draw.style import Table

__all__ = [
    "drifts",
    "forest",
    "hachures",
    "high_ground",
    "lake",
    "lake_side",
    "outline",
    "woods",
]

_RULE = 7.0  # px between two level lines on ice


def outline(canvas: Canvas, shape: BaseGeometry, colour: Colour, width: float) -> None:
    """Draw the edge of a shape."""
    for part in parts(shape):
        for ring in (part.exterior, *part.interiors):
            canvas.draw(Stroke(coordinates(ring), colour, width, soft=True))


def high_ground(
    canvas: Canvas, style: Table, mass: BaseGeometry, keep_out: BaseGeometry | None = None
) -> None:
    """Tint a rise in steps towards its top, with dots; the light on it is the ground's.

    Args:
        canvas: Where.
        style: The map's style.
        mass: The high hexes.
        keep_out: Where no dot may be.
    """
    shape = wobbled(rounded(mass.buffer(-5), 30), 7, 70, 11)
    tints = style.texts("high.tints")
    for step in range(len(tints)):
        level = wobbled(rounded(shape.buffer(-26 * step), 18), 6, 55, 20 + step) if step else shape
        for area in areas(level, style.colour_at("high.tints", step)):
            canvas.draw(area)
        edge = style.colour("high.edge")
        outline(canvas, level, (*edge[:3], 120 if step else 215), 1.5 if step else 2.2)
    free = shape.buffer(-6)
    for x, y, _ in _spread(free if keep_out is None else free.difference(keep_out), 11.5):
        canvas.draw(Oval((x, y), (1.45, 1.45), style.colour("high.dot")))


def hachures(canvas: Canvas, style: Table, side: LineString, downhill: Point) -> None:
    """Draw a slope: strokes from a hexside towards its low side, thick above, thin below.

    Args:
        canvas: Where.
        style: The map's style.
        side: The hexside.
        downhill: Centre of the low hex.
    """
    (ax, ay), (bx, by) = side.coords[0], side.coords[-1]
    mx, my = (ax + bx) / 2, (ay + by) / 2
    reach = hypot(downhill[0] - mx, downhill[1] - my)
    dx, dy = (downhill[0] - mx) / reach, (downhill[1] - my) / reach
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    grain = Grain("slope", round(mx), round(my))
    colour = style.colour("high.hachure")
    crest = []
    count = round(length / 7.5)
    for i in range(count + 1):
        s = length * i / count
        bow = 3.5 * noise((ax + ux * s) / 20, (ay + uy * s) / 20, 31)
        x, y = ax + ux * s + dx * (bow - 5), ay + uy * s + dy * (bow - 5)
        crest.append((x, y))
        long = (25 if i % 2 else 17) + grain.between(-3, 3)
        half = 2.3 if i % 2 else 1.9
        tip = (x + dx * long, y + dy * long)
        foot = ((x - ux * half, y - uy * half), (x + ux * half, y + uy * half))
        canvas.draw(Area(((*foot, tip),), colour))
    canvas.draw(Stroke(tuple(crest), colour, 3.2, soft=True))


def drifts(canvas: Canvas, style: Table, room: BaseGeometry) -> None:
    """Draw ripples of snow, a few in a group, as the wind from the west leaves them."""
    colour = style.colour("snow.ripple")
    for x, y, grain in _spread(room, 58):
        if grain.unit() < 0.35:
            continue
        heading = radians(8 + 14 * noise(x / 400, y / 400, 51))
        c, s = cos(heading), sin(heading)
        for i in range(2 + int(grain.unit() * 2)):
            u, long = grain.between(-9, 9), grain.between(7, 13)
            a, b = x + u * c - i * 6 * s, y + u * s + i * 6 * c
            bow = grain.between(1.2, 2.6)
            line = (
                (a - long * c, b - long * s),
                (a - long * 0.4 * c + bow * s, b - long * 0.4 * s - bow * c),
                (a + long * 0.4 * c + bow * s, b + long * 0.4 * s - bow * c),
                (a + long * c, b + long * s),
            )
            canvas.draw(Stroke(line, colour, 1.5))


def forest(
    canvas: Canvas, style: Table, mass: BaseGeometry, keep_out: BaseGeometry, room: BaseGeometry
) -> None:
    """Draw a forest: a soft-edged mass with trees, none of them on ways and numbers.

    Args:
        canvas: Where.
        style: The map's style.
        mass: The wooded hexes.
        keep_out: Where no tree may stand.
        room: The whole map; no tree is drawn beyond.
    """
    shape = woods(mass)
    for part in parts(shape):
        shadow = Polygon([(x + 3, y + 5) for x, y in part.exterior.coords])
        for area in areas(shadow.buffer(0), style.colour("forest.shadow")):
            canvas.draw(area)
    for area in areas(shape, style.colour("forest.fill")):
        canvas.draw(area)
    outline(canvas, shape, style.colour("forest.edge"), 2.2)
    wood = shape.buffer(-3).difference(keep_out).intersection(room)
    colours = [style.colour_at("forest.trees", i) for i in range(3)]
    for x, y, grain in _spread(wood, style.number("forest.spacing")):
        height = style.number("forest.height") * grain.between(0.74, 1.2)
        _tree(canvas, style, (x, y), height, colours[int(grain.unit() * 3)])


def woods(mass: BaseGeometry) -> BaseGeometry:
    """Return wooded hexes as one soft mass; each hex keeps most of its ground, and no more."""
    soft = rounded(mass.buffer(-4), 30)
    return wobbled(wobbled(soft, 11, 62, 3), 4.5, 19, 4)


def _spread(shape: BaseGeometry, spacing: float) -> list[tuple[float, float, Grain]]:
    """Return points of a shape, about ``spacing`` apart, from north to south."""
    if shape.is_empty:
        return []
    left, top, right, bottom = shape.bounds
    points = []
    rise = spacing * 0.78
    for j in range(floor(top / rise), floor(bottom / rise) + 1):
        for i in range(floor(left / spacing), floor(right / spacing) + 1):
            grain = Grain("spread", i, j)
            x = (i + (j % 2) / 2 + grain.between(-0.34, 0.34)) * spacing
            y = (j + grain.between(-0.3, 0.3)) * rise
            points.append((x, y, grain))
    prepare(shape)
    inside = contains_xy(shape, [p[0] for p in points], [p[1] for p in points])
    kept = [point for point, within in zip(points, inside, strict=True) if within]
    return sorted(kept, key=lambda point: (point[1], point[0]))


def _tree(canvas: Canvas, style: Table, foot: Point, height: float, colour: Colour) -> None:
    """Draw a fir with some snow on its lit side, standing at ``foot``."""
    x, y = foot
    y += height * 0.35
    half = height * 0.33
    canvas.draw(Oval((x + half * 0.55, y), (half * 1.15, 2.6), style.colour("forest.shadow")))
    body = (
        (x, y - height),
        (x + half * 0.5, y - height * 0.62),
        (x + half * 0.3, y - height * 0.62),
        (x + half * 0.78, y - height * 0.34),
        (x + half * 0.5, y - height * 0.34),
        (x + half, y - height * 0.04),
        (x, y + height * 0.02),
        (x - half, y - height * 0.04),
        (x - half * 0.5, y - height * 0.34),
        (x - half * 0.78, y - height * 0.34),
        (x - half * 0.3, y - height * 0.62),
        (x - half * 0.5, y - height * 0.62),
    )
    canvas.draw(Area((body,), colour))
    snow = (
        (x, y - height),
        (x - half * 0.5, y - height * 0.62),
        (x - half * 0.1, y - height * 0.7),
        (x - half * 0.12, y - height * 0.6),
        (x - half * 0.7, y - height * 0.33),
        (x - half * 0.16, y - height * 0.46),
        (x + half * 0.08, y - height * 0.66),
    )
    canvas.draw(Area((snow,), style.colour("forest.snow")))


def lake(
    canvas: Canvas, style: Table, shape: BaseGeometry, keep_out: BaseGeometry | None = None
) -> None:
    """Draw a frozen lake: shore, lines that follow it, level lines on lighter ice.

    Args:
        canvas: Where.
        style: The map's style.
        shape: The water.
        keep_out: Where no level line may be.
    """
    for area in areas(shape, style.colour("lake.fill")):
        canvas.draw(area)
    for area in areas(shape.buffer(-17), style.colour("lake.ice")):
        canvas.draw(area)
    shore = style.colour("lake.shore")
    for inset, opacity, width in ((17, 70, 1.1), (10, 120, 1.2), (5, 170, 1.3)):
        outline(canvas, shape.buffer(-inset), (*shore[:3], opacity), width)
    outline(canvas, shape, shore, 3.0)
    free = shape.buffer(-9) if keep_out is None else shape.buffer(-9).difference(keep_out)
    for a, b, y in _rules(free):
        canvas.draw(Stroke(((a, y), (b, y)), style.colour("lake.rule"), 1.5))


def _rules(shape: BaseGeometry) -> Iterator[tuple[float, float, float]]:
    """Yield left end, right end and height of broken level lines over a shape."""
    if shape.is_empty:
        return
    left, top, right, bottom = shape.bounds
    for row in range(floor(top / _RULE) + 1, floor(bottom / _RULE) + 1):
        y = row * _RULE
        found = LineString([(left - 1, y), (right + 1, y)]).intersection(shape)
        for part in sorted(getattr(found, "geoms", [found]), key=lambda line: line.bounds):
            a, _, b, _ = part.bounds if part.length else (0.0, y, 0.0, y)
            grain = Grain("ice", row, round(a))
            a += grain.between(0, 10)
            while a < b - 5:
                end = min(a + grain.between(12, 42), b)
                yield a, end, y
                a = end + grain.between(5, 16)


def lake_side(canvas: Canvas, style: Table, wet: LineString, *, full: bool) -> None:
    """Mark a lake hexside: a bar over a full one, dashes over what is wet of a partial one."""
    colour = style.colour("lake.full")
    pale = (*style.colour("lake.halo")[:3], 190)
    canvas.draw(Stroke(coordinates(wet), pale, 9.5, soft=True))
    if full:
        canvas.draw(Stroke(coordinates(wet), colour, 6.0, soft=True))
        return
    count = 3
    for i in range(count):
        a = wet.interpolate((i + 0.12) / count, normalized=True)
        b = wet.interpolate((i + 0.74) / count, normalized=True)
        canvas.draw(Stroke(((a.x, a.y), (b.x, b.y)), colour, 4.6))
