"""What the module's remarks change: assaults taken back, committed fire reset."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.games.white_death.play.moment import price
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Note

__all__ = ["FIRE_RESET", "TAKEN_BACK", "Noted", "noted"]

TAKEN_BACK = "assault_taken_back:_"
"""Begins the remark that a unit's assault is taken back; the unit follows."""
FIRE_RESET = "fire_pools_reset"
"""The remark that no fire is committed any more."""
_ASSAULT = "assault"


@dataclass(frozen=True, slots=True)
class Noted:
    """A position after a remark.

    Args:
        position: The position.
        unit: The unit that it is about, empty for none.
        doubt: Why nothing more of the phase is sure, empty if it is.
    """

    position: Position
    unit: str = ""
    doubt: str = ""


def noted(position: Position, act: Note, rules: Ruleset) -> Noted:
    """Return the position after a remark, which mostly changes nothing."""
    if act.text == FIRE_RESET:
        fight = position.fight
        doubt = "committed fire was reset in the phase after some of it was used"
        reset = replace(position, fight=replace(fight, commits=()))
        return Noted(reset, doubt=doubt if fight.attacks else "")
    unit = act.text.removeprefix(TAKEN_BACK)
    if unit == act.text or position.piece(unit) is None or position.going is None:
        return Noted(position)
    doing = position.doing(unit)
    spent = max(0, doing.spent - (price(_ASSAULT, rules) if doing.target is not None else 0))
    free = position.with_doing(unit, target=None, charging=False, assaulted=None, spent=spent)
    return Noted(free, unit)
