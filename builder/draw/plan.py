"""The shapes of a map before they are painted: masses, lakes, slopes, lines, number places.

A pure function of the game's map and its layout; px of the map picture.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import hypot

from shapely import LineString, Polygon, box, unary_union
from shapely.geometry.base import BaseGeometry

from builder.draw.canvas import Box, Point
from builder.draw.curve import rounded, wobbled
from builder.draw.style import Table
from builder.draw.ways import WayLine, way_lines
from builder.hexgrid import Hex, Hexside, Layout, hexside, neighbours
from builder.hexgrid.shapes import hex_polygon, hexside_line, mass
from builder.model.game import GameMap, Lake

__all__ = ["Plan", "make_plan", "number_box"]


@dataclass(frozen=True, slots=True)
class Plan:
    """Where everything lies.

    Args:
        layout: Where the hexes lie.
        field: All hexes.
        forest: Wooded hexes; like every mass it goes on beyond the edge of the map.
        high: High ground.
        lakes: Water of lakes.
        full: Hexsides that a lake covers from end to end.
        slopes: Hexsides with a slope, and the centre of the low hex.
        towns: Ground of each town.
        lines: Rivers, creeks, roads and railways.
        numbers: Room of the hex numbers.
        stacks: Where counters hide the map when units stand in a town.
    """

    layout: Layout
    field: BaseGeometry
    forest: BaseGeometry
    high: BaseGeometry
    lakes: BaseGeometry
    full: tuple[LineString, ...]
    slopes: tuple[tuple[LineString, Point], ...]
    towns: tuple[BaseGeometry, ...]
    lines: tuple[WayLine, ...]
    numbers: BaseGeometry
    stacks: tuple[Box, ...]


def number_box(layout: Layout, cell: Hex) -> Box:
    """Return the room of a hex's number: at the top, in the middle."""
    x, y = layout.centre(cell)
    top = y - layout.row_px / 2
    return x - 19, top + 7, x + 19, top + 23


def make_plan(game_map: GameMap, style: Table) -> Plan:
    """Work out where everything lies.

    Args:
        game_map: The map of a game.
        style: Which terrain ids are forest, lake and town.

    Returns:
        The plan.
    """
    layout = game_map.board

    def having(kind: str) -> set[Hex]:
        ids = set(style.texts(f"terrain.{kind}"))
        return {cell for cell, hex_ in game_map.hexes.items() if hex_.terrain & ids}

    numbers = [box(*number_box(layout, cell)) for cell in layout.numbering]
    towns, town_hexes = [], having("town")
    for place in game_map.places:
        if place.town:
            built = [cell for cell in place.hexes if cell in town_hexes]
            towns.append(mass(layout, built).buffer(-13) if built else Polygon())
    return Plan(
        layout=layout,
        field=mass(layout, layout.numbering),
        forest=_spilt(layout, having("forest")),
        high=_spilt(layout, {cell for cell, hex_ in game_map.hexes.items() if hex_.high}),
        lakes=_lakes(game_map),
        full=tuple(
            hexside_line(layout, side.a, side.b)
            for side, cover in sorted(game_map.lakes.items())
            if cover is Lake.FULL
        ),
        slopes=tuple(_slopes(game_map)),
        towns=tuple(towns),
        lines=tuple(way_lines(layout, game_map.ways)),
        numbers=unary_union(numbers),
        stacks=tuple(_stack(layout, cell) for cell in sorted(town_hexes)),
    )


def _stack(layout: Layout, cell: Hex) -> Box:
    """Return the room of a few counters on each other: three quarters of a hex, growing up."""
    x, y = layout.centre(cell)
    half, growth = layout.row_px * 3 / 8, 8
    return x - half, y - half - growth, x + half + growth, y + half


def _spilt(layout: Layout, cells: Collection[Hex]) -> BaseGeometry:
    """Return the mass of hexes, carried on beyond the edge of the map."""
    beyond = {n for cell in cells for n in neighbours(cell) if n not in layout.numbering}
    return mass(layout, {*cells, *beyond})


def _slopes(game_map: GameMap) -> Iterable[tuple[LineString, Point]]:
    """Yield each slope's hexside and the centre of its low hex."""
    layout = game_map.board
    for side, high in sorted(game_map.slopes.items()):
        low = side.b if side.a == high else side.a
        yield hexside_line(layout, high, low), layout.centre(low)


def _lakes(game_map: GameMap) -> BaseGeometry:
    """Return the water: hexes with room at the shore, and what hexsides add to it.

    A full hexside lies in the water with both its corners; a partial one has water over
    about half of it; at any other hexside the shore stays inside the hex.
    """
    layout = game_map.board
    cells = {cell for cell, hex_ in game_map.hexes.items() if hex_.lake}
    found: list[BaseGeometry] = [hex_polygon(layout, cell).buffer(-17) for cell in cells]
    for side, cover in game_map.lakes.items():
        line = hexside_line(layout, side.a, side.b)
        full = cover is Lake.FULL
        part = line if full else _partly(game_map, side, line)
        found.append(part.buffer(13 if full else 9))
        for cell in side:
            if cell in cells:
                core = Polygon([*part.coords, layout.centre(cell)])
                found.append(core.buffer(2))
    for a in cells:
        found += [_bridge(layout, a, b) for b in neighbours(a) if b in cells and a < b
                  and hexside(a, b) in game_map.lakes]  # fmt: skip
    water = unary_union(found)
    return wobbled(rounded(water, 7), 3.5, 34, 7)


def _bridge(layout: Layout, a: Hex, b: Hex) -> BaseGeometry:
    """Return the water between two lake hexes that share some of a hexside."""
    return LineString([layout.centre(a), layout.centre(b)]).buffer(22)


def _partly(game_map: GameMap, side: Hexside, line: LineString) -> LineString:
    """Return what a lake covers of a partial hexside: the end at a lake hex, or the middle."""
    layout = game_map.board
    begin, end = 0.28, 0.72
    for cell in set(neighbours(side.a)) & set(neighbours(side.b)):
        if cell in game_map.hexes and game_map.hexes[cell].lake:
            x, y = layout.centre(cell)
            (ax, ay), (bx, by) = line.coords
            if hypot(ax - x, ay - y) < hypot(bx - x, by - y):
                begin = 0.0
            else:
                end = 1.0
    if (begin, end) == (0.0, 0.72):
        end = 0.5
    elif (begin, end) == (0.28, 1.0):
        begin = 0.5
    ends = [line.interpolate(share, normalized=True) for share in (begin, end)]
    return LineString([(point.x, point.y) for point in ends])
