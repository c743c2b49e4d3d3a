"""Where a unit can go by rail now: rule 8."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.games.white_death.names import ENTRAIN
from assistant.games.white_death.play.assault.lapse import can_go
from assistant.games.white_death.play.moment import affords, can_act, price
from assistant.games.white_death.play.rail.lines import (
    boards,
    is_bunkered,
    is_cut,
    is_open,
    rail_neighbours,
)
from assistant.games.white_death.play.rail.ride import strength_of
from assistant.games.white_death.play.special.garrisons import may_leave
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex

__all__ = ["rail_reach"]


def rail_reach(position: Position, unit: str, rules: Ruleset) -> Mapping[Hex, tuple[Hex, ...]]:
    """Return where a unit can get off a train that it gets on where it stands, with the ways.

    Args:
        position: The position.
        unit: Id of the unit.
        rules: What it is judged by.
    """
    piece, side = position.piece(unit), position.side_of(unit)
    if piece is None or piece.at is None or not _sets_out(position, unit, piece.at, rules):
        return {}
    ways: dict[Hex, tuple[Hex, ...]] = {piece.at: (piece.at,)}
    ring = [piece.at]
    for cell in ring:
        for to in rail_neighbours(cell, rules):
            shut = is_bunkered(position, to, side) or is_cut(position, to, side, rules)
            if to not in ways and not shut and may_leave(position, unit, piece.at, to, rules):
                ways[to] = (*ways[cell], to)
                ring.append(to)
    return {
        cell: way
        for cell, way in ways.items()
        if len(way) > 1
        and boards(position, unit, cell, rules)
        and can_go(position, unit, cell, rules)
    }


def _sets_out(position: Position, unit: str, cell: Hex, rules: Ruleset) -> bool:
    """Tell whether a unit may get on a train where it stands."""
    rail, side = rules.game.supply.rail, position.side_of(unit)
    railed = position.turn.railed.get(side, 0)
    return (
        rail is not None
        and can_act(position, unit, in_pass=True)
        and not position.doing(unit).halted
        and affords(position, unit, price(ENTRAIN, rules))
        and railed + strength_of(position, unit, rules) <= rail.points
        and boards(position, unit, cell, rules)
        and not is_cut(position, cell, side, rules)
        and is_open(position, (cell,), side, rules)
    )
