"""A march that fire or a roll cuts short: rules 3A, 21C."""

from __future__ import annotations

from dataclasses import replace

from assistant.games.white_death.play.movement.ice import crossings
from assistant.games.white_death.play.movement.step import path_cost
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset

__all__ = ["cut_short"]


def cut_short(
    position: Position, unit: str, last: int, rules: Ruleset, *, guided: bool = False
) -> Position:
    """Return the position with a march that ends on its way: 3A.6, 21C.1.

    What lay beyond was never walked: neither its price, nor dice for it, nor fire at it counts.

    Args:
        position: The position after the whole march.
        unit: Id of the unit.
        last: Index of the hex in :attr:`Doing.way` where the march ends.
        rules: What it is judged by.
        guided: Whether commandos led it (21C).
    """
    doing = position.doing(unit)
    beyond = doing.way[last:]
    after = position.with_piece(unit, at=doing.way[last])
    for duty in crossings(after, unit, beyond, rules):
        after = after.without_duty(duty)
    never = set(beyond) - set(doing.way[: last + 1])
    rest = tuple(d for d in after.fight.duties if d.unit != unit or d.hex not in never)
    after = replace(after, fight=replace(after.fight, duties=rest))
    spared = path_cost(after, unit, beyond, rules, guided=guided).cost
    spent = max(doing.spent - spared, 0)
    return after.with_doing(unit, way=doing.way[: last + 1], spent=spent)
