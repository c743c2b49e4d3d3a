"""The railways as trains of a side find them: rule 8."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from assistant.engine.identity import Same
from assistant.games.white_death.names import SOVIET
from assistant.games.white_death.state.control import control, kind_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex, hexside, neighbours
from builder.model.game import GameMap

__all__ = ["boards", "is_bunkered", "is_cut", "is_open", "rail_neighbours"]

_Net = dict[Hex, tuple[Hex, ...]]


@lru_cache(maxsize=8)
def _net(map_: Same[GameMap]) -> _Net:
    """Return for every hex with a railway the hexes to which it runs on."""
    rails = map_.thing.rails
    cells = {cell for side in rails for cell in side}
    return {
        cell: tuple(to for to in neighbours(cell) if to in cells and hexside(cell, to) in rails)
        for cell in cells
    }


def rail_neighbours(cell: Hex, rules: Ruleset) -> tuple[Hex, ...]:
    """Return the hexes to which a railway runs on from a hex, none if it has no railway."""
    return _net(Same(rules.game.map)).get(cell, ())


def boards(position: Position, unit: str, cell: Hex, rules: Ruleset) -> bool:
    """Tell whether a unit's class lets it get on and off in a hex: 8, A-76.

    Args:
        position: The position.
        unit: Id of the unit.
        cell: The hex.
        rules: What it is judged by.
    """
    rail = rules.game.supply.rail
    if rail is None or cell not in _net(Same(rules.game.map)):
        return False
    where = rail.entrain.get(kind_of(unit, position, rules).value)
    if where is None:
        return False
    return not where or bool(rules.game.map.hexes[cell].terrain.intersection(where))


def is_cut(position: Position, cell: Hex, side: str, rules: Ruleset) -> bool:
    """Tell whether enemy units or their zones interrupt a railway in a hex, for a side."""
    enemy = rules.enemy(side)
    return bool(position.stack(cell, enemy)) or cell in control(position, rules, enemy)


def is_bunkered(position: Position, cell: Hex, side: str) -> bool:
    """Tell whether a bunker shuts a hex to the trains of a side: 19 with its erratum."""
    return side == SOVIET and bool(position.bunker_in(cell))


def is_open(position: Position, cells: Iterable[Hex], side: str, rules: Ruleset) -> bool:
    """Tell whether a railway can be traced back from hexes to a friendly edge: 8, A-20.

    Args:
        position: The position.
        cells: Hexes of one line, such as a way; those interrupted by the enemy don't count.
        side: Id of the side.
        rules: What it is judged by.
    """
    edge = rules.game.edges.rail.get(side, frozenset())
    return any(cell in edge for cell in _traced(position, cells, side, rules))


def _traced(position: Position, cells: Iterable[Hex], side: str, rules: Ruleset) -> Iterator[Hex]:
    """Yield every hex that the railway runs to from some hexes, without interruption."""
    ring = [cell for cell in cells if not is_cut(position, cell, side, rules)]
    seen = set(ring)
    while ring:
        cell = ring.pop()
        yield cell
        for to in rail_neighbours(cell, rules):
            if to not in seen and not is_cut(position, to, side, rules):
                seen.add(to)
                ring.append(to)
