"""What a retreat changes: the place, what the way costs, equipment left behind (14B, 13, 23)."""

from __future__ import annotations

from itertools import pairwise

from assistant.games.white_death.play.book import ACTS, Ruled
from assistant.games.white_death.play.morale.words import DETECTED, RETREAT
from assistant.games.white_death.play.retreat.journey import journey
from assistant.games.white_death.play.retreat.ways import field_of
from assistant.games.white_death.state.position import Duty, DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Retreat
from builder.hexgrid import Hex

__all__ = ["retreated"]


@ACTS.effect(Retreat)
def retreated(before: Position, act: Retreat, rules: Ruleset) -> Ruled:
    """Put a unit where its retreat ends; call for what it loses on the way.

    Artillery concentrates (A-78); with rule 23 weapons units leave their equipment in an enemy
    zone of control.
    """
    piece, cells = before.piece(act.unit), rules.cells(act.path)
    if piece is None or piece.at is None:
        return Ruled(before, (f"{act.unit}: no such unit on the map",))
    if not cells:
        return Ruled(before, (f"{act.unit}: the way {','.join(act.path)} isn't on the map",))
    duty = before.fight.duty(DutyKind.RETREAT, act.unit)
    after = before.without_duty(duty) if duty is not None else before
    after = journey(after, act.unit, cells, rules)
    if duty is not None and duty.why == DETECTED:
        return Ruled(after)
    if passes_zone(before, act.unit, cells, rules):
        after = _harried(after, act.unit, rules)
    return Ruled(after)


def passes_zone(position: Position, unit: str, cells: tuple[Hex, ...], rules: Ruleset) -> bool:
    """Tell whether a way leads through a hex in an enemy zone of control, the first not counted."""
    zone = field_of(position, unit, rules).zone
    return any(to in zone for _, to in pairwise(cells))


def _harried(position: Position, unit: str, rules: Ruleset) -> Position:
    """Return the position with a unit that retreated through enemy zones: 14C.1, 23."""
    morale, abandoned = rules.game.combat.morale, rules.game.special.abandoned
    after = position
    if morale is not None and morale.zoc_loss:
        after = after.with_duties(Duty(DutyKind.LOSS, unit, morale.zoc_loss, RETREAT))
    if abandoned is None or abandoned.rule not in rules.optional:
        return after
    if unit in rules.group(abandoned.group):
        after = after.with_piece(unit, abandoned=True)
    return after
