"""What moves are legal: one line for each hex in reach."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.white_death.names import MOVEMENT
from assistant.games.white_death.play.moment import can_act
from assistant.games.white_death.play.movement.reach import reach
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Move

__all__ = ["moves"]


def moves(position: Position, unit: str, rules: Ruleset) -> Iterator[Move]:
    """Yield the legal moves of a unit, one for each hex it can reach, nearest first.

    Args:
        position: The position.
        unit: Id of the unit; one that can't move now has none.
        rules: What is legal.
    """
    going, doing = position.going, position.doing(unit)
    if going is None or not can_act(position, unit) or MOVEMENT in {doing.failed, doing.routed}:
        return
    found = reach(position, unit, going.points, rules)
    for cell in found:
        path = tuple(rules.number(each) for each in found.path(cell))
        if len(path) > 1:
            yield Move(unit, path, found.cost(cell))
