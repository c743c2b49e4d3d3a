"""What the module's remarks change: assaults taken back, committed fire reset, supply put right."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from assistant.games.white_death.play.moment import price
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Note

__all__ = ["FIRE_RESET", "SUPPLY_RIGHT", "TAKEN_BACK", "Noted", "noted"]

TAKEN_BACK = "assault_taken_back:_"
"""Begins the remark that a unit's assault is taken back; the unit follows."""
FIRE_RESET = "fire_pools_reset"
"""The remark that no fire is committed any more."""
SUPPLY_RIGHT = "supply_put_right:_"
"""Begins the remark that a pool's points are put right; the pool and what it holds follow."""
_HOLDS = re.compile(re.escape(SUPPLY_RIGHT) + r"(?P<pool>.+)_holds_(?P<points>\d{1,3})", re.ASCII)
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
    holds = _HOLDS.fullmatch(act.text)
    if holds is not None and holds["pool"] in rules.game.markers:
        pools = {**position.pools, holds["pool"]: int(holds["points"])}
        return Noted(replace(position, pools=pools))
    unit = act.text.removeprefix(TAKEN_BACK)
    if unit == act.text or position.piece(unit) is None or position.going is None:
        return Noted(position)
    doing = position.doing(unit)
    spent = max(0, doing.spent - (price(_ASSAULT, rules) if doing.target is not None else 0))
    free = position.with_doing(unit, target=None, charging=False, assaulted=None, spent=spent)
    return Noted(free, unit)
