"""What covers the ground: snow, high ground, forest, lakes, towns.

Every function draws a shape it is given, so that map and legend show the same things.
All lengths are px.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, floor, hypot, radians, sin

from PIL import Image
from shapely import LineString, Polygon, contains_xy, prepare
from shapely.geometry.base import BaseGeometry

from builder.draw.canvas import Area, Canvas, Colour, Oval, Point, Stroke
from builder.draw.curve import areas, coordinates, parts, rounded, wobbled
from builder.draw.grain import Grain, noise
from builder.draw.style import Table

__all__ = [
    "forest",
    "hachures",
    "high_ground",
    "houses",
    "lake",
    "outline",
    "snow_ground",
    "town_ground",
]

_GRAIN = 24  # px between two points of the snow's noise


def snow_ground(style: Table, size_px: Point) -> Callable[[int, int, int], Image.Image]:
    """Return what :func:`~builder.draw.raster.render` begins each strip with: uneven snow."""
    light, dark = style.colour("snow.light"), style.colour("snow.dark")
    wide, tall = (floor(length / _GRAIN) + 2 for length in size_px)
    small = Image.new("RGB", (wide, tall))
    for j in range(tall):
        for i in range(wide):
            depth = 0.5 + 0.3 * noise(i / 9, j / 9, 1) + 0.2 * noise(i / 2.5, j / 2.5, 2)
            mix = [round(a + (b - a) * depth) for a, b in zip(light[:3], dark[:3], strict=True)]
            small.putpixel((i, j), (mix[0], mix[1], mix[2]))

    def strip(top: int, height: int, supersample: int) -> Image.Image:
        width = int(size_px[0])
        box = (0.0, top / _GRAIN, width / _GRAIN, (top + height) / _GRAIN)
        size = (width * supersample, height * supersample)
        return small.resize(size, Image.Resampling.BILINEAR, box)

    return strip


def outline(canvas: Canvas, shape: BaseGeometry, colour: Colour, width: float) -> None:
    """Draw the edge of a shape."""
    for part in parts(shape):
        for ring in (part.exterior, *part.interiors):
            canvas.draw(Stroke(coordinates(ring), colour, width, soft=True))


def high_ground(canvas: Canvas, style: Table, mass: BaseGeometry) -> None:
    """Tint a rise, in steps that grow lighter or darker towards its top."""
    shape = wobbled(rounded(mass.buffer(-7), 26), 7, 70, 11)
    tints = style.texts("high.tints")
    for step in range(len(tints)):
        level = wobbled(rounded(shape.buffer(-30 * step), 16), 5, 60, 20 + step) if step else shape
        for area in areas(level, style.colour_at("high.tints", step)):
            canvas.draw(area)
        outline(canvas, level, (*style.colour("high.edge")[:3], 110 if step else 190), 1.4)


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
    shape = wobbled(rounded(mass.buffer(-6), 20), 9, 46, 3)
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
        height = style.number("forest.height") * grain.between(0.78, 1.12)
        _tree(canvas, style, (x, y), height, colours[int(grain.unit() * 3)])


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
    """Draw a fir with some snow on it, standing at ``foot``."""
    x, y = foot
    y += height * 0.35
    half = height * 0.31
    canvas.draw(Oval((x + 2, y), (half * 0.95, 2.4), style.colour("forest.shadow")))
    body = (
        (x, y - height),
        (x + half * 0.62, y - height * 0.5),
        (x + half * 0.36, y - height * 0.5),
        (x + half, y - height * 0.08),
        (x, y),
        (x - half, y - height * 0.08),
        (x - half * 0.36, y - height * 0.5),
        (x - half * 0.62, y - height * 0.5),
    )
    canvas.draw(Area((body,), colour))
    snow = (
        (x, y - height),
        (x - half * 0.62, y - height * 0.5),
        (x - half * 0.1, y - height * 0.6),
    )
    canvas.draw(Area((snow,), style.colour("forest.snow")))


def lake(canvas: Canvas, style: Table, shape: BaseGeometry) -> None:
    """Draw a frozen lake: shore, ice that is lighter in the middle, cracks."""
    for area in areas(shape, style.colour("lake.fill")):
        canvas.draw(area)
    inner = shape.buffer(-11)
    for area in areas(inner, style.colour("lake.ice")):
        canvas.draw(area)
    outline(canvas, shape, style.colour("lake.shore"), 3.2)
    for x, y, grain in _spread(shape.buffer(-24), 52):
        points = [(x, y)]
        heading = grain.between(0, 360)
        for _ in range(3):
            heading += grain.between(-40, 40)
            step = grain.between(7, 15)
            u, v = points[-1]
            points.append((u + step * cos(radians(heading)), v + step * sin(radians(heading))))
        canvas.draw(Stroke(tuple(points), style.colour("lake.cracks"), 1.7))


def town_ground(canvas: Canvas, style: Table, patch: BaseGeometry) -> None:
    """Draw the trodden ground of a town, on which its ways run."""
    ground = _town_edge(patch)
    for area in areas(ground, style.colour("town.ground")):
        canvas.draw(area)
    outline(canvas, ground, style.colour("town.edge"), 1.8)


def _town_edge(patch: BaseGeometry) -> BaseGeometry:
    return wobbled(rounded(patch, 22), 5, 40, 5)


def houses(
    canvas: Canvas, style: Table, patch: BaseGeometry, keep_out: BaseGeometry, turn: float
) -> None:
    """Draw the blocks of a town, denser towards the middle.

    Args:
        canvas: Where.
        style: The map's style.
        patch: The built-up ground.
        keep_out: Where no house may stand.
        turn: Direction of the streets in degrees.
    """
    ground = _town_edge(patch)
    if ground.is_empty:
        return
    c, s = cos(radians(turn)), sin(radians(turn))
    core = ground.buffer(-22)
    free = ground.buffer(-8).difference(keep_out)
    prepare(free)
    prepare(core)
    pitch = 14.5
    left, top, right, bottom = ground.bounds
    span = hypot(right - left, bottom - top) / 2
    mx, my = (left + right) / 2, (top + bottom) / 2
    many = floor(span / pitch) + 1
    for j in range(-many, many + 1):
        for i in range(-many, many + 1):
            grain = Grain("house", round(left), round(top), i, j)
            u, v = (i + grain.between(-0.1, 0.1)) * pitch, (j + grain.between(-0.1, 0.1)) * pitch
            x, y = mx + u * c - v * s, my + u * s + v * c
            wanted = 0.96 if contains_xy(core, x, y) else 0.72
            if contains_xy(free, x, y) and grain.unit() < wanted:
                _house(canvas, style, (x, y), (c, s), grain)


def _house(canvas: Canvas, style: Table, at: Point, heading: Point, grain: Grain) -> None:
    """Draw a block with one side of its roof in the light."""
    (x, y), (c, s) = at, heading
    a, b = grain.between(4.2, 6.2), grain.between(3.4, 5.0)
    if grain.unit() < 0.5:
        a, b = b, a
    kind = int(grain.unit() * 4)

    def corners(box: Sequence[Point]) -> tuple[Point, ...]:
        return tuple((x + p * c - q * s, y + p * s + q * c) for p, q in box)

    wall = corners(((-a, -b), (a, -b), (a, b), (-a, b)))
    ridge = ((-a, -b), (a, -b), (a, 0), (-a, 0)) if a > b else ((-a, -b), (0, -b), (0, b), (-a, b))
    shade = tuple((px + 1.8, py + 2.0) for px, py in wall)
    canvas.draw(Area((shade,), style.colour("forest.shadow")))
    canvas.draw(Area((wall,), style.colour_at("town.blocks", kind)))
    canvas.draw(Area((corners(ridge),), style.colour_at("town.roofs", kind)))
