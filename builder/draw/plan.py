"""The shapes of a map before they are painted: masses, lakes, slopes, lines, number places.

A pure function of the game's map and its layout; px of the map picture.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from shapely import LineString, Polygon, STRtree, box, unary_union
from shapely.geometry.base import BaseGeometry

from builder.draw.canvas import Box, Point
from builder.draw.lakes import shores, wet_sides
from builder.draw.style import Table
from builder.draw.ways import WayLine, way_lines
from builder.hexgrid import Hex, Layout, neighbours
from builder.hexgrid.shapes import hexside_line, mass
from builder.model.game import GameMap, WayKind

__all__ = ["Plan", "make_plan"]

_WIDE = {WayKind.RIVER: 17.0, WayKind.CREEK: 6.5, WayKind.ROAD: 5.5, WayKind.RAIL: 9.5}
_SPILL = 18.0  # px that a mass beyond the edge keeps from hexes that aren't part of it
_NUMBER = (36.0, 15.0)  # room of a hex number
_PLACES = tuple(  # tried in this order: where its middle lies from that of the hex's upper edge
    (float(dx), float(dy))
    for dy in (15, 19, 24, 31, 38)
    for dx in (0, -14, 14, -20, 20, -25, 25, -30, 30)
    if abs(dx) <= 20 + (dy - 15) * 0.6
)


@dataclass(frozen=True, slots=True)
class Plan:
    """Where everything lies.

    Args:
        layout: Where the hexes lie.
        field: All hexes.
        forest: Wooded hexes; like every mass it goes on beyond the edge of the map.
        high: High ground.
        lakes: Water of lakes.
        wet: What a lake covers of each lake hexside, and whether it is a full one.
        slopes: Hexsides with a slope, and the centre of the low hex.
        towns: Ground of each town.
        lines: Rivers, creeks, roads and railways.
        marks: What hachures and marks of lake hexsides cover.
        numbers: Room of each hex's number.
        stacks: Where counters hide the map when units stand in a town.
    """

    layout: Layout
    field: BaseGeometry
    forest: BaseGeometry
    high: BaseGeometry
    lakes: BaseGeometry
    wet: tuple[tuple[LineString, bool], ...]
    slopes: tuple[tuple[LineString, Point], ...]
    towns: tuple[BaseGeometry, ...]
    lines: tuple[WayLine, ...]
    marks: tuple[BaseGeometry, ...]
    numbers: Mapping[Hex, Box]
    stacks: tuple[Box, ...]


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

    towns, town_hexes = [], having("town")
    for place in game_map.places:
        if place.town:
            built = [cell for cell in place.hexes if cell in town_hexes]
            towns.append(mass(layout, built).buffer(-13) if built else Polygon())
    lines = tuple(way_lines(layout, game_map.ways))
    slopes = tuple(_slopes(game_map))
    wet = wet_sides(game_map)
    marks = tuple(_marks(wet, slopes))
    return Plan(
        layout=layout,
        field=mass(layout, layout.numbering),
        forest=_spilt(layout, having("forest")),
        high=_spilt(layout, {cell for cell, hex_ in game_map.hexes.items() if hex_.high}),
        lakes=shores(game_map),
        wet=wet,
        slopes=slopes,
        towns=tuple(towns),
        lines=lines,
        marks=marks,
        numbers=_number_rooms(layout, [*_bands(lines), *marks]),
        stacks=tuple(_stack(layout, cell) for cell in sorted(town_hexes)),
    )


def _bands(lines: Iterable[WayLine]) -> Iterator[BaseGeometry]:
    """Yield what ways cover."""
    for line in lines:
        yield line.line.buffer(_WIDE[line.kind], quad_segs=2)


def _marks(
    wet: Iterable[tuple[LineString, bool]], slopes: Iterable[tuple[LineString, Point]]
) -> Iterator[BaseGeometry]:
    """Yield what lake hexsides and hachures cover."""
    for line, _ in wet:
        yield line.buffer(4)
    for side, downhill in slopes:
        a, b = side.coords
        x, y = side.interpolate(0.5, normalized=True).coords[0]
        share = 33 / (((downhill[0] - x) ** 2 + (downhill[1] - y) ** 2) ** 0.5)
        dx, dy = (downhill[0] - x) * share, (downhill[1] - y) * share
        yield Polygon([a, b, (b[0] + dx, b[1] + dy), (a[0] + dx, a[1] + dy)]).buffer(5)


def _number_rooms(layout: Layout, taken: list[BaseGeometry]) -> dict[Hex, Box]:
    """Return a room for each hex's number: at the top, where no line or mark lies if it can be."""
    tree = STRtree(taken)
    wide, tall = _NUMBER
    found: dict[Hex, Box] = {}
    for cell in layout.numbering:
        x, y = layout.centre(cell)
        top = y - layout.row_px / 2
        best, least = (0.0, 0.0, 0.0, 0.0), float("inf")
        for dx, dy in _PLACES:
            room = (
                x + dx - wide / 2, top + dy - tall / 2, x + dx + wide / 2, top + dy + tall / 2
            )  # fmt: skip
            space = box(*room)
            near = sorted(tree.query(space))
            cost = sum(taken[i].intersection(space).area for i in near)
            if cost < least - 1e-9:
                best, least = room, cost
            if not cost:
                break
        found[cell] = best
    return found


def _stack(layout: Layout, cell: Hex) -> Box:
    """Return the room of a few counters on each other: three quarters of a hex, growing up."""
    x, y = layout.centre(cell)
    half, growth = layout.row_px * 3 / 8, 8
    return x - half, y - half - growth, x + half + growth, y + half


def _spilt(layout: Layout, cells: Collection[Hex]) -> BaseGeometry:
    """Return the mass of hexes, carried on beyond the edge of the map, but not to other hexes."""
    beyond = {n for cell in cells for n in neighbours(cell) if n not in layout.numbering}
    others = {n for cell in beyond for n in neighbours(cell) if n in layout.numbering}
    spill = mass(layout, beyond).difference(mass(layout, others - set(cells)).buffer(_SPILL))
    return unary_union([mass(layout, cells), spill.buffer(0.5)])


def _slopes(game_map: GameMap) -> Iterable[tuple[LineString, Point]]:
    """Yield each slope's hexside and the centre of its low hex."""
    layout = game_map.board
    for side, high in sorted(game_map.slopes.items()):
        low = side.b if side.a == high else side.a
        yield hexside_line(layout, high, low), layout.centre(low)
