"""What one step costs on the ground: rule 7, lake hexsides and bridges included.

Nothing here knows where units are. A :class:`Ground` is the map for one mobility, one
weather and one set of bridges; it works out a hex when asked and keeps it. Weather, bridges
and readings change few hexes: all the others are worked out once for the plain ground.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from assistant.engine.identity import Same
from assistant.engine.movement import PARTS, Charge, parts
from assistant.games.white_death.names import (
    CLEAR,
    CREEK,
    DRAFT,
    FOREST,
    FOREST_CREEK,
    RIVER,
    ROAD,
    THAW,
    TOWN,
)
from builder.hexgrid import Hex, hexside, neighbours
from builder.model.game import Game, GameMap, Lake

__all__ = ["GROUND_READINGS", "Edge", "Ground", "ground_of"]

GROUND_READINGS = frozenset({"A-01", "A-02", "A-03", "A-04", "A-18", "A-103"})
"""Unclear places of rule 7 with a switch: the other reading of each can be asked for.

That of A-03 holds only for a unit that came along a road; the ground can't tell."""

_ROWS = frozenset({FOREST, TOWN, CREEK, RIVER, FOREST_CREEK})
"""Rows of the chart that a hex can have; a hex with none of them, lakes too, is clear."""
_CREEKS = frozenset({CREEK, FOREST_CREEK})
_WATER = _CREEKS | {RIVER}
_OPEN = frozenset({CLEAR})


@dataclass(frozen=True, slots=True)
class Edge:
    """One step on the ground.

    Args:
        to: The hex entered.
        cost: Parts of a movement point.
        charges: The parts of the cost; of a barred step what it would cost were it allowed.
        bar: Id of the rule that forbids the step, else ``""``.
        along: Whether a road or railway crosses the hexside.
    """

    to: Hex
    cost: int
    charges: tuple[Charge, ...]
    bar: str = ""
    along: bool = False


class _Lane(NamedTuple):
    """A hexside of a hex, and what lies on it."""

    to: Hex
    along: bool
    lake: Lake | None


@lru_cache(maxsize=8)
def _types(map_: Same[GameMap]) -> dict[Hex, frozenset[str]]:
    """Return for every hex the chart rows that its terrains stand for."""
    return {cell: _rows_of(hex_.terrain) for cell, hex_ in map_.thing.hexes.items()}


def _rows_of(terrain: frozenset[str]) -> frozenset[str]:
    """Return the chart rows that the terrains of one hex stand for."""
    found = terrain & _ROWS
    if {FOREST, CREEK} <= found:
        found = found - {FOREST, CREEK} | {FOREST_CREEK}
    return found or _OPEN


@lru_cache(maxsize=8)
def _rivers(map_: Same[GameMap]) -> frozenset[Hex]:
    """Return the hexes that a river runs through."""
    return frozenset(cell for cell, hex_ in map_.thing.hexes.items() if RIVER in hex_.terrain)


@lru_cache(maxsize=8)
def _lanes(map_: Same[GameMap]) -> dict[Hex, tuple[_Lane, ...]]:
    """Return the hexsides of every hex that lead to another one, clockwise from north."""
    field = {cell: cell for cell in map_.thing.hexes}
    lanes: dict[Hex, tuple[_Lane, ...]] = {}
    for cell in field:
        near = [field[to] for to in neighbours(cell) if to in field]  # one object for each hex
        lanes[cell] = tuple(_lane(map_.thing, cell, to) for to in near)
    return lanes


def _lane(map_: GameMap, cell: Hex, to: Hex) -> _Lane:
    """Return one hexside as it is crossed one way."""
    side = hexside(cell, to)
    return _Lane(to, side in map_.roads, map_.lakes.get(side))


@dataclass(frozen=True, slots=True)
class Conditions:
    """What can change a ground here and there; the default is the plain ground.

    Args:
        thaw: Whether it thaws.
        bridges: Hexes with a bridge.
        reading: Ids of ambiguities read the other way.
    """

    thaw: bool = False
    bridges: frozenset[Hex] = frozenset()
    reading: frozenset[str] = frozenset()


_PLAIN = Conditions()


def _unit(game: Game, mobility: str) -> int:
    """Return the greatest number of parts that all figures of a mobility are multiples of."""
    chart = game.chart
    tables = [table for row in chart.terrains.values() for table in (row.enter, row.leave)]
    tables += [chart.lake_frozen, chart.lake_thaw]
    read = [Fraction(other) for other in game.readings["A-01"].others]
    figures = [table[mobility] for table in tables if mobility in table]
    return gcd(PARTS, *(parts(figure) for figure in (*figures, *read)))


class Ground:
    """The map as one mobility meets it.

    Args:
        game: Map and chart.
        mobility: Letter of the counter.
        now: The conditions.
        plain: The same mobility's plain ground, if this isn't it.

    Attributes:
        least: The least that entering a hex can cost, in parts of a point.
        unit: Parts of a point of which every step costs a whole number, in any conditions.
        rules: Ids of the rules on ground that can bar or charge this mobility.
        readings: Ids of the ambiguities whose other reading can change a step.
        rivers: Hexes with a river and no bridge.
        plain: The same mobility's plain ground, ``None`` if this is it.
        changed: Hexes from which some step may differ from that on plain ground.
    """

    def __init__(
        self,
        game: Game,
        mobility: str,
        now: Conditions = _PLAIN,
        plain: Ground | None = None,
    ) -> None:
        """Turn the chart's column for this mobility into parts of a point."""
        rows = game.chart.terrains
        self._map = game.map
        self._lanes, self._types = _lanes(Same(game.map)), _types(Same(game.map))
        self._thaw, self._bridges, self._reading = now.thaw, now.bridges, now.reading
        self._enter = {
            id_: parts(row.enter[mobility]) for id_, row in rows.items() if mobility in row.enter
        }
        self._leave = {
            id_: parts(row.leave[mobility]) for id_, row in rows.items() if mobility in row.leave
        }
        if "A-01" in now.reading and mobility == DRAFT:
            self._leave[CREEK] = parts(Fraction(game.readings["A-01"].others[0]))
        lakes = game.chart.lake_thaw if now.thaw else game.chart.lake_frozen
        self._lake = {Lake.FULL: parts(lakes[mobility]) if mobility in lakes else None}
        self._lake[Lake.PARTIAL] = 0
        if "A-18" in now.reading and not now.thaw:
            self._lake[Lake.PARTIAL] = self._lake[Lake.FULL]
        self.least = min(self._enter.values(), default=0)
        self.unit = _unit(game, mobility)
        self.rules, self.readings = self._telling(game, mobility)
        self.rivers = _rivers(Same(game.map)) - now.bridges
        self.plain = self._plain = plain
        self._entered_otherwise = self._spots()
        self.changed = self._left_otherwise = self._changes()
        self._edges: dict[Hex, dict[Hex, Edge]] = {}
        self._entries: tuple[dict[Hex, Edge], dict[Hex, Edge]] = ({}, {})
        self._terrains: dict[frozenset[str], tuple[tuple[Charge], str]] = {}

    def _telling(self, game: Game, mobility: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the rules and the readings that can make a difference."""
        barred = _ROWS.intersection(game.chart.terrains) - self._enter.keys()
        lakes, leaving = self._lake[Lake.FULL] != 0, bool(self._leave)
        rules = {"WD-7.9": bool(barred), "WD-7.12": lakes, "WD-7.2": leaving}
        readings = {
            "A-01": leaving and mobility == DRAFT,
            "A-02": leaving,
            "A-03": leaving,
            "A-04": bool(self._bridges),
            "A-18": lakes and not self._thaw,
            "A-103": True,
        }
        return (
            frozenset(rule for rule, can in rules.items() if can),
            frozenset(reading for reading, can in readings.items() if can),
        )

    def _spots(self) -> frozenset[Hex]:
        """Return the hexes that may cost another price to enter than on plain ground."""
        if "A-103" not in self._reading:
            return self._bridges
        return self._bridges.union(cell for cell, types in self._types.items() if TOWN in types)

    def _changes(self) -> frozenset[Hex]:
        """Return the hexes from which some step may differ from that on plain ground."""
        spots = self._entered_otherwise
        cells = set(spots).union(*map(neighbours, spots))
        if self._thaw or "A-18" in self._reading:
            cells.update(*self._map.lakes)
        if self._reading & {"A-01", "A-02", "A-03"}:
            cells.update(cell for cell, types in self._types.items() if types & _WATER)
        return frozenset(cells)

    def edges(self, cell: Hex) -> dict[Hex, Edge]:
        """Return the steps from a hex to every neighbour on the map, barred ones too."""
        known = self._edges.get(cell)
        if known is None:
            if self._plain is not None and cell not in self._left_otherwise:
                known = self._plain.edges(cell)
            else:
                known = {lane.to: self._edge(cell, lane) for lane in self._lanes[cell]}
            self._edges[cell] = known
        return known

    def bars(self, cell: Hex, to: Hex) -> tuple[str, ...]:
        """Return the ids of all rules that forbid a step to a neighbour on the map."""
        bar = self.edges(cell)[to].bar
        lake = self._map.lakes.get(hexside(cell, to))
        frozen = lake is None or self._lake[lake] is not None
        also = () if frozen or bar == "WD-7.12" else ("WD-7.12",)
        return ((bar,) if bar else ()) + also

    def arrival(self, cell: Hex, *, along: bool) -> Edge:
        """Return the step from beyond the edge of the map into a hex at it: 17C.

        Args:
            cell: The hex.
            along: Whether a road or railway leads over the edge there.
        """
        return self._entry(cell, along=along)

    def _edge(self, cell: Hex, lane: _Lane) -> Edge:
        """Work out one step: entry, hexside, and what is left behind."""
        to, along, lake = lane
        entry = self._entry(to, along=along)
        extra = self._lake[lake] if lake is not None else 0
        charges = self._leaving(cell, to, along=along)
        if extra:
            charges.append(Charge(extra, "lake hexside", "WD-7.12"))
        bar = entry.bar or ("WD-7.12" if extra is None else "")
        if not charges and bar == entry.bar:
            return entry  # the same from almost everywhere
        charges = [*entry.charges, *charges]
        return Edge(to, sum(charge.amount for charge in charges), tuple(charges), bar, along)

    def _entry(self, to: Hex, *, along: bool) -> Edge:
        """Return a step into a hex that costs nothing but entering it."""
        if self._plain is not None and to not in self._entered_otherwise:
            return self._plain._entry(to, along=along)  # noqa: SLF001 - its own kind
        known = self._entries[along].get(to)
        if known is None:
            known = self._entries[along][to] = self._new_entry(to, along=along)
        return known

    def _new_entry(self, to: Hex, *, along: bool) -> Edge:
        """Work out such a step."""
        terrain = self._map.hexes[to].terrain
        dry = RIVER not in terrain or ("A-103" in self._reading and TOWN in terrain)
        if along and dry:
            charge = Charge(self._enter[ROAD], "along a road", "WD-7.5")
        elif to in self._bridges:
            row = CLEAR if "A-04" in self._reading and not along else ROAD
            charge = Charge(self._enter[row], "bridge", "WD-20.1")
        elif along:
            charge = Charge(self._enter[RIVER], "river, no bridge", "WD-7.8")
        else:
            charges, bar = self._off_road(self._types[to])
            return Edge(to, charges[0].amount, charges, bar)
        return Edge(to, charge.amount, (charge,), along=along)

    def _off_road(self, types: frozenset[str]) -> tuple[tuple[Charge], str]:
        """Return the charge for a hex of some types, and the rule that forbids it if one does."""
        known = self._terrains.get(types)
        if known is None:
            known = self._terrains[types] = self._terrain(types)
        return known

    def _terrain(self, types: frozenset[str]) -> tuple[tuple[Charge], str]:
        """Work out the charge for a hex of some types."""
        if "A-103" in self._reading and TOWN in types:
            types = frozenset({TOWN})
        dear = {type_: self._enter[type_] for type_ in sorted(types) if type_ in self._enter}
        bar = "" if len(dear) == len(types) else "WD-7.9"
        row = max(dear, key=lambda type_: dear[type_], default=CLEAR)
        rule = "WD-7.14" if len(types) > 1 else "WD-7.1"
        reason = " and ".join(sorted(types)).replace("_", "/")
        return (Charge(self._enter[row], reason, rule),), bar

    def _leaving(self, cell: Hex, to: Hex, *, along: bool) -> list[Charge]:
        """Return the charges for terrain types of ``cell`` that the next hex lacks."""
        here = self._types[cell]
        if not self._leave or not here & _WATER or cell in self._bridges:
            return []
        there = self._types[to]
        if "A-103" in self._reading and TOWN in here:
            return []
        water = frozenset({RIVER}) if to not in self._bridges else frozenset[str]()
        water |= _CREEKS
        if "A-02" in self._reading and there & water:
            return []
        charges = []
        if RIVER in here and (RIVER not in there or to in self._bridges):
            charges.append(self._penalty(RIVER, "out of the river"))
        free = along or ("A-03" in self._reading and self._has_road(cell))
        if here & _CREEKS and not free and not there & _CREEKS:
            charges.append(self._penalty(min(here & _CREEKS), "out of the creek"))
        return [charge for charge in charges if charge.amount]

    def _has_road(self, cell: Hex) -> bool:
        """Tell whether a road or railway runs through a hex."""
        return any(lane.along for lane in self._lanes[cell])

    def _penalty(self, type_: str, reason: str) -> Charge:
        """Return the charge for leaving one type of terrain."""
        return Charge(self._leave.get(type_, 0), reason, "WD-7.2")


def ground_of(
    game: Game, mobility: str, weather: str, bridges: frozenset[Hex], reading: frozenset[str]
) -> Ground:
    """Return a ground, the same one for the same arguments; see :class:`Ground`."""
    now = Conditions(weather == THAW, bridges, reading & GROUND_READINGS)
    return _ground(Same(game), mobility, now)


@lru_cache(maxsize=256)
def _ground(game: Same[Game], mobility: str, now: Conditions) -> Ground:
    """Make a ground once."""
    if now == _PLAIN:
        return Ground(game.thing, mobility)
    return Ground(game.thing, mobility, now, plain=_ground(game, mobility, _PLAIN))
