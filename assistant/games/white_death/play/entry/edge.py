"""The hexes at the edge of the map, and what it costs to appear in one: rule 17C."""

from __future__ import annotations

from functools import lru_cache

from assistant.engine.identity import Same
from assistant.games.white_death.ground import Edge
from assistant.games.white_death.play.movement.mover import mover_of
from assistant.games.white_death.state.control import ground_for, mobility_of
from assistant.games.white_death.state.position import Box, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex, neighbours
from builder.model.game import GameMap, WayKind

__all__ = ["arrival", "equipped", "is_enterable", "on_edge"]

_ROADS = frozenset({WayKind.ROAD, WayKind.RAIL})


def on_edge(rules: Ruleset) -> frozenset[Hex]:
    """Return the hexes at the edge of the map."""
    return _on_edge(Same(rules.game.map))


@lru_cache(maxsize=8)
def _on_edge(map_: Same[GameMap]) -> frozenset[Hex]:
    """Return the hexes that lack a neighbour."""
    hexes = map_.thing.hexes
    return frozenset(cell for cell in hexes if any(to not in hexes for to in neighbours(cell)))


@lru_cache(maxsize=8)
def _roads_out(map_: Same[GameMap]) -> frozenset[Hex]:
    """Return the edge hexes where a road or railway runs over the edge: those where one ends."""
    ends = {
        end
        for way in map_.thing.ways
        if way.kind in _ROADS
        for end in (way.hexes[0], way.hexes[-1])
    }
    return frozenset(ends) & _on_edge(map_)


def arrival(position: Position, unit: str, cell: Hex, rules: Ruleset) -> Edge:
    """Return the step of a unit from beyond the edge of the map into a hex: 17C, A-46.

    Args:
        position: The position.
        unit: Id of the unit.
        cell: The hex.
        rules: What it is judged by.
    """
    now = equipped(position, unit)
    ground = ground_for(mobility_of(unit, now, rules), now, rules)
    return ground.arrival(cell, along=cell in _roads_out(Same(rules.game.map)))


def is_enterable(position: Position, unit: str, cell: Hex, rules: Ruleset) -> bool:
    """Tell whether neither enemies nor the ground keep a unit out of an edge hex: 17C, 3C."""
    mover = mover_of(equipped(position, unit), unit, rules)
    barred = mover.occupants(cell) or (mover.weapons and mover.holders(cell))
    return not barred and not arrival(position, unit, cell, rules).bar


def equipped(position: Position, unit: str) -> Position:
    """Return the position in which a unit that comes back from afar has new equipment: 23.5."""
    piece = position.piece(unit)
    if piece is None or piece.box is not Box.AWAY or not piece.abandoned:
        return position
    return position.with_piece(unit, abandoned=False)
