"""Rivers, creeks, roads and railways: from chains of hexes to smooth lines, and their looks.

A line runs through the middle of every hexside it crosses and near the centre of every hex,
so that which hexes and hexsides it touches can be read off the map.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from math import hypot

from shapely import LineString
from shapely.geometry.base import BaseGeometry

from builder.draw.canvas import Canvas, Point, Stroke
from builder.draw.curve import areas, curve, ribbon
from builder.draw.grain import noise
from builder.draw.style import Table
from builder.hexgrid import Hex, Hexside, Layout, direction_between, hexside, neighbours
from builder.model.game import Way, WayKind

__all__ = ["WayLine", "casing", "creek", "rail", "river", "road", "way_lines"]

_PULL = {WayKind.RIVER: 0.7, WayKind.CREEK: 0.62, WayKind.ROAD: 0.4, WayKind.RAIL: 0.22}
_ASIDE = 13.0  # px by which a line keeps away from another on the same hexside
_BANK = 19.5  # and from a river, which would cover it; half a hexside is 32 long


class WayLine:
    """A stretch of a way as a smooth line.

    Args:
        way: The way it is part of.
        points: The line, px.
    """

    def __init__(self, way: Way, points: Sequence[Point]) -> None:
        """Keep both."""
        self.kind = way.kind
        self.name = way.name
        self.points = tuple(points)

    @property
    def line(self) -> LineString:
        """The line as a shapely geometry."""
        return LineString(self.points)


def way_lines(layout: Layout, ways: Iterable[Way]) -> list[WayLine]:
    """Return the lines of all ways; a hexside that ways of one kind share is drawn once.

    Args:
        layout: Where the hexes lie.
        ways: Chains of adjacent hexes.

    Returns:
        One line for each unshared stretch, in the order of the ways.
    """
    ways = tuple(ways)
    sides = {
        kind: {side for way in ways if way.kind is kind for side in _sides(way.hexes)}
        for kind in WayKind
    }
    avoid = {kind: _kept(kind, sides) for kind in (WayKind.ROAD, WayKind.RAIL)}
    found = []
    for kind in WayKind:
        mine = [way for way in ways if way.kind is kind]
        joints = _joints(mine)
        done: set[Hexside] = set()
        for way in mine:
            for run in _runs(way.hexes, done):
                knots = _knots(layout, run, _PULL[kind], joints, avoid.get(kind, {}))
                points = curve(knots, 12 if kind is WayKind.CREEK else 8)
                if kind in (WayKind.RIVER, WayKind.CREEK):
                    points = [_meander(point, kind) for point in points]
                found.append(WayLine(way, points))
    return found


def _kept(kind: WayKind, sides: Mapping[WayKind, set[Hexside]]) -> dict[Hexside, float]:
    """Return how far a road or railway keeps from the middle of hexsides that others cross."""
    water = dict.fromkeys(sides[WayKind.CREEK], _ASIDE)
    water |= dict.fromkeys(sides[WayKind.RIVER], _BANK)
    if kind is WayKind.ROAD:
        return dict.fromkeys(sides[WayKind.RAIL], _ASIDE) | water
    return {side: far for side, far in water.items() if side not in sides[WayKind.ROAD]}


def _sides(hexes: Sequence[Hex]) -> list[Hexside]:
    return [hexside(a, b) for a, b in pairwise(hexes)]


def _joints(ways: Iterable[Way]) -> set[Hex]:
    """Return the hexes where a net branches: lines meet in their very centre."""
    reach: dict[Hex, set[Hexside]] = {}
    for way in ways:
        for side in _sides(way.hexes):
            reach.setdefault(side.a, set()).add(side)
            reach.setdefault(side.b, set()).add(side)
    return {cell for cell, sides in reach.items() if len(sides) > 2}


def _runs(hexes: Sequence[Hex], done: set[Hexside]) -> list[list[Hex]]:
    """Return the stretches of a chain over hexsides not done yet, and count them as done."""
    runs: list[list[Hex]] = []
    open_ = False
    for side, a, b in zip(_sides(hexes), hexes, hexes[1:], strict=False):
        if side in done:
            open_ = False
            continue
        done.add(side)
        if open_:
            runs[-1].append(b)
        else:
            runs.append([a, b])
        open_ = True
    return runs


def _knots(
    layout: Layout,
    run: Sequence[Hex],
    pull: float,
    joints: Collection[Hex],
    avoid: Mapping[Hexside, float],
) -> list[Point]:
    """Return the points a line goes through; ``pull`` tells how close to hex centres."""
    before, after = _beyond(layout, run[0], run[1]), _beyond(layout, run[-1], run[-2])
    cells = [*([before] if before else []), *run, *([after] if after else [])]
    gates = [_gate(layout, a, b, avoid) for a, b in pairwise(cells)]
    knots: list[Point] = [layout.centre(cells[0])]
    for i, cell in enumerate(cells[1:-1]):
        (first, (ax, ay)), (second, (bx, by)) = gates[i], gates[i + 1]
        x, y = layout.centre(cell)
        share = 1.0 if cell in joints else pull
        middle = (
            x * share + (first[0] + second[0]) / 2 * (1 - share),
            y * share + (first[1] + second[1]) / 2 * (1 - share),
        )
        beside = cell not in joints and min(hypot(ax, ay), hypot(bx, by)) > 0
        if beside:  # along another line all through the hex
            middle = (middle[0] + (ax + bx) / 2 * share, middle[1] + (ay + by) / 2 * share)
        knots += [first, middle]
    return [*knots, gates[-1][0], layout.centre(cells[-1])]


def _beyond(layout: Layout, end: Hex, inner: Hex) -> Hex | None:
    """Return the hex off the map where a way that reaches the edge goes on, if it does."""
    ahead = direction_between(inner, end)
    around = neighbours(end)
    for turn in (0, 1, 5):
        cell = around[(ahead + turn) % 6]
        if cell not in layout.numbering:
            return cell
    return None


def _gate(layout: Layout, a: Hex, b: Hex, avoid: Mapping[Hexside, float]) -> tuple[Point, Point]:
    """Return where a line crosses a hexside, and how far that is from the hexside's middle."""
    (ax, ay), (bx, by) = layout.centre(a), layout.centre(b)
    x, y = (ax + bx) / 2, (ay + by) / 2
    far = avoid.get(hexside(a, b), 0.0)
    if not far:
        return (x, y), (0.0, 0.0)
    length = hypot(bx - ax, by - ay)
    nx, ny = -(by - ay) / length, (bx - ax) / length
    sign = 1 if (ny, nx) > (0, 0) else -1
    aside = (sign * nx * far, sign * ny * far)
    return (x + aside[0], y + aside[1]), aside


def _meander(point: Point, kind: WayKind) -> Point:
    """Return a point of a water's line, moved a little; creeks wind more than rivers."""
    x, y = point
    found = [x, y]
    for i in (0, 1):
        found[i] += 6 * noise(x / 62, y / 62, 41 + i)
        if kind is WayKind.CREEK:
            found[i] += 3.2 * noise(x / 21, y / 21, 43 + i)
    return found[0], found[1]


def river(canvas: Canvas, style: Table, line: Sequence[Point]) -> BaseGeometry:
    """Draw a river, wider downstream: banks, water, ice in the middle; return what it covers."""
    begin, end = style.point("river.width")
    band = ribbon(line, begin, end)
    for shape, name in (
        (band, "bank"),
        (ribbon(line, begin - 6, end - 6), "fill"),
        (ribbon(line, begin - 14, end - 15), "ice"),
    ):
        for area in areas(shape, style.colour(f"river.{name}")):
            canvas.draw(area)
    return band


def creek(canvas: Canvas, style: Table, line: Sequence[Point]) -> None:
    """Draw a creek, thin at its source: banks and ice."""
    begin, end = style.point("creek.width")
    for area in areas(ribbon(line, begin, end), style.colour("creek.bank")):
        canvas.draw(area)
    for area in areas(ribbon(line, begin * 0.2, end - 4.2), style.colour("creek.fill")):
        canvas.draw(area)


def casing(canvas: Canvas, style: Table, kind: str, line: Sequence[Point]) -> None:
    """Draw the light ground of a ``road`` or ``rail``; for a whole net before its lines."""
    width = style.number(f"{kind}.width") + 5
    canvas.draw(Stroke(tuple(line), style.colour(f"{kind}.casing"), width, soft=True))


def road(canvas: Canvas, style: Table, line: Sequence[Point]) -> None:
    """Draw a road."""
    canvas.draw(
        Stroke(tuple(line), style.colour("road.fill"), style.number("road.width"), soft=True)
    )


def rail(canvas: Canvas, style: Table, line: Sequence[Point]) -> None:
    """Draw a railway: a line with sleepers across."""
    colour, half = style.colour("rail.fill"), style.number("rail.sleeper") / 2
    track = LineString(line)
    step = style.number("rail.spacing")
    for i in range(1, int(track.length / step)):
        here, there = track.interpolate(i * step - 1), track.interpolate(i * step + 1)
        dx, dy = (there.x - here.x) / 2, (there.y - here.y) / 2
        x, y = (here.x + there.x) / 2, (here.y + there.y) / 2
        ends = ((x - dy * half, y + dx * half), (x + dy * half, y - dx * half))
        canvas.draw(Stroke(ends, colour, 2.4))
    canvas.draw(Stroke(tuple(line), colour, style.number("rail.width"), soft=True))
