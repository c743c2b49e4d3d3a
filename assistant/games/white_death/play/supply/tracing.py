"""Who is isolated and whose artillery is in supply: rules 15B and 15C.

Both are found by flooding from the friendly edges, so that the whole map costs no more than one
unit. A unit's own hex may be in an enemy zone, every other hex of its path must be free of
enemy units and zones; terrain doesn't matter (A-38, A-43). Nothing here is frozen for the
impulse: that is what :mod:`~assistant.games.white_death.play.supply.status` is for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from assistant.engine.identity import Same
from assistant.games.white_death.names import RIVER
from assistant.games.white_death.play.supply.city import city_hexes, fortress_of
from assistant.games.white_death.state.control import Control, control
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex, neighbours
from builder.model.game import GameMap

__all__ = ["Routes", "isolated", "route_open", "routes", "supplied"]

_Next = Mapping[Hex, Hex | None]
"""The next hex on the way to the edge, ``None`` where the way ends."""


@dataclass(frozen=True, slots=True)
class Routes:
    """The ways of one side to its friendly edges in one position.

    Args:
        out: From every hex that a path may lead through, any path to an edge.
        road: From every hex of a road or railway that is open to an edge, along it.
        near: From every hex within reach of such a one: the next hex towards it, and how many
            hexes are still to be entered.
        reach: The most hexes to a road or railway.
        edges: Hexes of the friendly edges.
        heads: Those of them where a road or railway ends.
    """

    out: _Next
    road: _Next
    near: Mapping[Hex, tuple[Hex | None, int]]
    reach: int
    edges: frozenset[Hex]
    heads: frozenset[Hex]

    def way_out(self, cell: Hex) -> tuple[Hex, ...]:
        """Return a path from a hex to a friendly edge, itself first; empty if there is none.

        The unit there is isolated if there is none: 15C.
        """
        if cell in self.edges:
            return (cell,)
        first = (
            cell
            if cell in self.out
            else next((to for to in neighbours(cell) if to in self.out), None)
        )
        if first is None:
            return ()
        path = _followed(first, self.out)
        return path if first == cell else (cell, *path)

    def supply_path(self, cell: Hex) -> tuple[Hex, ...]:
        """Return a path from a hex to a road or railway, the road's hex last; empty if none.

        Artillery there is out of supply if there is none: 15B.
        """
        if cell in self.road or cell in self.heads:
            return (cell,)
        if cell in self.near:
            return self._approach(cell)
        steps = [to for to in neighbours(cell) if to in self.near and self.near[to][1] < self.reach]
        if not steps:
            return ()
        return (cell, *self._approach(min(steps, key=lambda to: self.near[to][1])))

    def supply_road(self, cell: Hex) -> tuple[Hex, ...]:
        """Return the way along roads from a hex of an open one to the edge, itself first."""
        if cell in self.road:
            return _followed(cell, self.road)
        return (cell,) if cell in self.heads else ()

    def supply_way(self, cell: Hex) -> tuple[Hex, ...]:
        """Return the path to a road and the way along it to the edge; empty if there is none."""
        path = self.supply_path(cell)
        return (*path, *self.supply_road(path[-1])[1:]) if path else ()

    def _approach(self, cell: Hex) -> tuple[Hex, ...]:
        """Return the hexes from one within reach to the road."""
        path = [cell]
        to = self.near[cell][0]
        while to is not None:
            path.append(to)
            to = self.near[to][0]
        return tuple(path)


def _followed(cell: Hex, onward: _Next) -> tuple[Hex, ...]:
    """Return a way from a hex to its end."""
    path = [cell]
    to = onward[cell]
    while to is not None:
        path.append(to)
        to = onward[to]
    return tuple(path)


def routes(position: Position, rules: Ruleset, side: str) -> Routes:
    """Return the ways of a side to its friendly edges.

    Kept as long as the enemy's stacks and zones and the bridges stay what they are.
    """
    enemy = rules.enemy(side)
    return _routes(
        Same(position.forces[enemy].stacks),
        Same(control(position, rules, enemy)),
        frozenset(position.bridges.values()),
        rules,
        side,
    )


@lru_cache(maxsize=64)
def _routes(
    stacks: Same[Mapping[Hex, tuple[str, ...]]],
    zones: Same[Control],
    bridges: frozenset[Hex],
    rules: Ruleset,
    side: str,
) -> Routes:
    """Work the ways out."""
    map_ = Same(rules.game.map)
    beside = _beside(map_)
    free = beside.keys() - stacks.thing.keys() - zones.thing.keys()
    edges = rules.game.edges.supply.get(side, frozenset())
    along = _along(map_)
    ways = set(along)
    if rules.reads("A-42") == "true":
        ways -= _fords(map_) - bridges
    carried = ways & free
    tracing = rules.game.supply.tracing
    reach = tracing.hexes if tracing is not None else 0
    out = _flood(edges & free, beside, free)
    road = _flood(edges & carried, along, carried)
    return Routes(out, road, _within(road, beside, free, reach), reach, edges, edges & ways)


@lru_cache(maxsize=8)
def _beside(map_: Same[GameMap]) -> dict[Hex, tuple[Hex, ...]]:
    """Return the neighbours of every hex of the map."""
    hexes = map_.thing.hexes
    return {cell: tuple(to for to in neighbours(cell) if to in hexes) for cell in hexes}


@lru_cache(maxsize=8)
def _along(map_: Same[GameMap]) -> dict[Hex, tuple[Hex, ...]]:
    """Return for every hex of a road or railway the hexes it runs on to."""
    found: dict[Hex, list[Hex]] = {}
    for side in sorted(map_.thing.roads | map_.thing.rails):
        found.setdefault(side.a, []).append(side.b)
        found.setdefault(side.b, []).append(side.a)
    return {cell: tuple(to) for cell, to in found.items()}


@lru_cache(maxsize=8)
def _fords(map_: Same[GameMap]) -> frozenset[Hex]:
    """Return the hexes with a river."""
    return frozenset(cell for cell, hex_ in map_.thing.hexes.items() if RIVER in hex_.terrain)


def _flood(
    starts: Iterable[Hex], onward: Mapping[Hex, tuple[Hex, ...]], free: Iterable[Hex]
) -> _Next:
    """Return the way back to a start from every free hex that one can be reached from."""
    left = set(free)
    found: dict[Hex, Hex | None] = dict.fromkeys(sorted(starts))
    left -= found.keys()
    edge = list(found)
    while edge:
        beyond = []
        for cell in edge:
            for to in onward[cell]:
                if to in left:
                    left.remove(to)
                    found[to] = cell
                    beyond.append(to)
        edge = beyond
    return found


def _within(
    road: _Next, beside: Mapping[Hex, tuple[Hex, ...]], free: Iterable[Hex], reach: int
) -> dict[Hex, tuple[Hex | None, int]]:
    """Return the way to a road, and how long it is, from every free hex within reach."""
    left = set(free) - road.keys()
    found: dict[Hex, tuple[Hex | None, int]] = dict.fromkeys(road, (None, 0))
    edge = list(road)
    for steps in range(1, reach + 1):
        beyond = []
        for cell in edge:
            for to in beside[cell]:
                if to in left:
                    left.remove(to)
                    found[to] = (cell, steps)
                    beyond.append(to)
        edge = beyond
    return found


def isolated(position: Position, rules: Ruleset) -> frozenset[str]:
    """Return the units of both sides that are isolated now: 15C."""
    found: set[str] = set()
    for side, force in position.forces.items():
        ways = routes(position, rules, side)
        for cell, units in force.stacks.items():
            if not ways.way_out(cell):
                found.update(units)
    return frozenset(found)


def supplied(position: Position, rules: Ruleset) -> frozenset[str]:
    """Return the artillery units of both sides that are in supply now: 15B, A-39."""
    found: set[str] = set()
    for side, force in position.forces.items():
        ways = routes(position, rules, side)
        for cell, units in force.stacks.items():
            guns = [unit for unit in units if rules.unit(unit).artillery]
            if guns and (ways.supply_path(cell) or _from_city(cell, side, rules)):
                found.update(guns)
    return frozenset(found)


def _from_city(cell: Hex, side: str, rules: Ruleset) -> bool:
    """Tell whether artillery in a hex is supplied from the city's own pool: A-39."""
    if rules.reads("A-39") != "true":
        return False
    fortress = fortress_of(cell, rules)
    return fortress is not None and fortress.side == side


def route_open(position: Position, rules: Ruleset, place: str, side: str) -> tuple[Hex, ...]:
    """Return a supply route of a town, empty if it has none: 15D, A-45.

    The route runs to the road by the way of artillery and then along it to the edge; read the
    other way, by any path.
    """
    ways = routes(position, rules, side)
    traced = ways.way_out if rules.reads("A-45") == "true" else ways.supply_way
    paths = (traced(cell) for cell in sorted(city_hexes(rules, place)))
    return next((path for path in paths if path), ())
