"""The shores of lakes, from hexes and hexsides (all px).

A lake fills most of each of its hexes. It lies over a full hexside from corner to corner and
over about half of a partial one; elsewhere its shore stays off the hexsides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import pi, sin

from shapely import LineString, Point, Polygon, unary_union
from shapely.geometry.base import BaseGeometry

from builder.draw.curve import wobbled
from builder.hexgrid import Hex, Hexside, Layout, hexside, neighbours
from builder.hexgrid.shapes import hex_polygon, hexside_line
from builder.model.game import GameMap, Lake

__all__ = ["shores", "wet_sides"]

_SHORE = 12.0  # how far from the hexsides the water of a lake hex ends
_BAY = 24.0  # half the width of a bay over a full hexside, in its middle
_TIP = 8.0  # and at its corners
_INLET = 12.0  # half the width of an inlet over a partial hexside
_NECK = 14.0  # half the width of the water between an inlet and a lake hex beyond its end
_SPIT = 11.0  # half the width of the land at the dry end of a partial hexside
_ISLE = 16.0  # and of an island, if that end is wet as well
_SURE = 2  # how surely there is water at a corner that a full hexside ends at
_CORNER = 0.6  # of a hex's height: not farther from the centre than its corners
_DRY = 8.0  # how far the shore keeps from the middle of a dry hexside


def wet_sides(game_map: GameMap) -> tuple[tuple[LineString, bool], ...]:
    """Return what a lake covers of each lake hexside, and whether it is a full one."""
    return tuple(
        (_wet(game_map, side), cover is Lake.FULL) for side, cover in sorted(game_map.lakes.items())
    )


def shores(game_map: GameMap) -> BaseGeometry:
    """Return the water of all lakes.

    Args:
        game_map: Its board, hexes and lake hexsides.

    Returns:
        One polygon for each lake; none if there is no lake.
    """
    cells = {cell for cell, hex_ in game_map.hexes.items() if hex_.lake}
    layout = game_map.board
    found: list[BaseGeometry] = [_core(layout, cell) for cell in sorted(cells)]
    for side, cover in game_map.lakes.items():
        line = _wet(game_map, side)
        full = cover is Lake.FULL
        found.append(_bay(line) if full else line.buffer(_INLET))
        found += [
            Polygon([*line.coords, layout.centre(cell)]).buffer(4) for cell in side if cell in cells
        ]
        if not full:
            found += _neck(layout, line, cells - set(side))
    water = unary_union(found).buffer(25).buffer(-33).buffer(8)
    dry = [
        _share(hexside_line(layout, *side), 0.36, 0.64).buffer(_DRY)
        for side in sorted(_dry_sides(game_map, cells))
    ]
    for side in sorted(game_map.lakes):
        line, wet = hexside_line(layout, *side), _wet(game_map, side)
        begin, end = (line.project(Point(spot), normalized=True) for spot in wet.coords)
        if begin > 0.5 or end < 0.5:
            spit = _share(line, *((0.14, 0.36) if begin > 0.5 else (0.64, 0.86)))
            far = Point(line.coords[0 if begin > 0.5 else -1])
            isle = _wetness(game_map, side, far) >= _SURE
            dry.append(spit.buffer(_ISLE if isle else _SPIT))
    water = water.difference(unary_union(dry)).buffer(-6).buffer(13).buffer(-7)
    soft = wobbled(wobbled(water, 5.0, 44, 7), 1.8, 15, 9)
    sure = [
        _wet(game_map, side).buffer(5 if cover is Lake.FULL else 8)
        for side, cover in game_map.lakes.items()
    ]
    return unary_union([soft, *sure]).buffer(4).buffer(-7).buffer(3)


def _neck(layout: Layout, line: LineString, cells: Iterable[Hex]) -> Iterator[BaseGeometry]:
    """Yield the water between an inlet and a lake hex that has but its corner."""
    for cell in sorted(cells):
        centre = Point(layout.centre(cell))
        near, far = sorted(map(Point, line.coords), key=centre.distance)
        if centre.distance(near) < layout.row_px * _CORNER < centre.distance(far):
            yield LineString([near, centre]).buffer(_NECK)


def _core(layout: Layout, cell: Hex) -> BaseGeometry:
    """Return the water that every lake hex has."""
    return hex_polygon(layout, cell).buffer(-_SHORE - 16).buffer(16)


def _dry_sides(game_map: GameMap, cells: Iterable[Hex]) -> set[Hexside]:
    """Return the hexsides at a lake, or at the corner of one, that it must not cover."""
    around = {n for cell in cells for n in (cell, *neighbours(cell))}
    around |= {cell for side in game_map.lakes for cell in side}
    sides = {hexside(a, b) for a in around for b in neighbours(a)}
    return {
        side
        for side in sides - set(game_map.lakes)
        if side.a in game_map.hexes and side.b in game_map.hexes
    }


def _bay(line: LineString) -> BaseGeometry:
    """Return the water over a full hexside: wide in the middle, narrow at the corners."""
    steps = 10
    spots = [line.interpolate(i / steps, normalized=True) for i in range(steps + 1)]
    rounds = [
        spot.buffer(_TIP + (_BAY - _TIP) * sin(pi * i / steps)) for i, spot in enumerate(spots)
    ]
    return unary_union(rounds)


def _share(line: LineString, begin: float, end: float) -> LineString:
    """Return a part of a line."""
    a, b = (line.interpolate(share, normalized=True) for share in (begin, end))
    return LineString([(a.x, a.y), (b.x, b.y)])


def _wet(game_map: GameMap, side: Hexside) -> LineString:
    """Return what a lake covers of a hexside: all, the half at the wetter end, or the middle."""
    line = hexside_line(game_map.board, side.a, side.b)
    if game_map.lakes[side] is Lake.FULL:
        return line
    begin, end = (_wetness(game_map, side, Point(spot)) for spot in line.coords)
    inner = any(cell in game_map.hexes and game_map.hexes[cell].lake for cell in side)
    if begin == end and inner and begin < _SURE:
        return _share(line, 0.26, 0.74)
    return _share(line, 0.0, 0.46) if begin >= end else _share(line, 0.54, 1.0)


def _wetness(game_map: GameMap, side: Hexside, corner: Point) -> int:
    """Return how surely there is water at a corner of a hexside."""
    shared = set(neighbours(side.a)) & set(neighbours(side.b))
    layout = game_map.board
    third = min(shared, key=lambda cell: corner.distance(Point(layout.centre(cell))))
    covers = [game_map.lakes.get(hexside(cell, third)) for cell in side]
    if third in game_map.hexes and game_map.hexes[third].lake:
        return 3
    return _SURE if Lake.FULL in covers else 1 if Lake.PARTIAL in covers else 0
