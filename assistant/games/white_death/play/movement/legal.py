"""What moves are legal: one line for each hex in reach."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.white_death.names import MOVEMENT
from assistant.games.white_death.play.assault.lapse import can_go
from assistant.games.white_death.play.moment import can_act
from assistant.games.white_death.play.movement.mover import mover_of, start_of
from assistant.games.white_death.play.movement.reach import reach_from
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Move

__all__ = ["moves"]


def moves(position: Position, unit: str, rules: Ruleset) -> Iterator[Move]:
    """Yield the legal moves of a unit, one for each hex it can reach, nearest first.

    An AFV that begins in an enemy zone has those besides for which it pays not to be fired at.

    Args:
        position: The position.
        unit: Id of the unit; one that can't move now has none.
        rules: What is legal.
    """
    going, doing = position.going, position.doing(unit)
    if going is None or not can_act(position, unit) or MOVEMENT in {doing.failed, doing.routed}:
        return
    mover = mover_of(position, unit, rules)
    start = start_of(mover)
    buys = mover.afv and start.first and start.in_zone
    for paid in (False, True) if buys else (False,):
        found = reach_from(mover, start, going.points, paid=paid)
        for cell in found:
            path = tuple(rules.number(each) for each in found.path(cell))
            if len(path) > 1 and can_go(position, unit, cell, rules):
                yield Move(unit, path, found.cost(cell), paid=paid)
