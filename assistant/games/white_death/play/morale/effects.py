"""What a morale check changes (14B, 3A): who stops, who loses strength, who must retreat."""

from __future__ import annotations

from dataclasses import replace

from assistant.games.white_death.play.book import ACTS, Ruled
from assistant.games.white_death.play.morale.words import (
    ASSAULT,
    DEFENSIVE_FIRE,
    EXIT,
    FAIL,
    PASS,
    RETREAT,
    ROUT,
)
from assistant.games.white_death.play.movement.cut import cut_short
from assistant.games.white_death.play.retreat.ways import retreats
from assistant.games.white_death.state.position import Duty, DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Morale
from builder.hexgrid import Hex

__all__ = ["checked"]


@ACTS.effect(Morale)
def checked(before: Position, act: Morale, rules: Ruleset) -> Ruled:
    """Take the check off the list, and do to the unit what its result says."""
    piece = before.piece(act.unit)
    if piece is None or piece.at is None:
        return Ruled(before, (f"{act.unit}: no such unit on the map",))
    if act.result not in {PASS, FAIL, ROUT}:
        return Ruled(before, (f"{act.unit}: {act.result} is no result of a check",))
    duty = before.fight.duty(DutyKind.MORALE, act.unit)
    after = before.without_duty(duty) if duty is not None else before
    fight = replace(after.fight, checks=(*after.fight.checks, act))
    after = replace(after, fight=fight)
    if act.result == PASS:
        return Ruled(after)
    if duty is not None and duty.why == EXIT and duty.hex is not None:
        after = _cut_short(after, act.unit, duty.hex, rules)
    after = _stopped(after, act.unit)
    if act.result == ROUT:
        return Ruled(_routed(after, act.unit, rules))
    after = after.with_doing(act.unit, failed=after.phase)
    if after.phase == ASSAULT:
        after = _driven_back(after, act.unit, FAIL, rules)
    return Ruled(after)


def _cut_short(position: Position, unit: str, cell: Hex, rules: Ruleset) -> Position:
    """Return the position with a march that ends in the hex it was leaving: 3A.6."""
    way = position.doing(unit).way
    if cell not in way:
        return position.with_piece(unit, at=cell)
    return cut_short(position, unit, len(way) - 1 - way[::-1].index(cell), rules)


def _stopped(position: Position, unit: str) -> Position:
    """Return the position with a unit that isn't steady: it moves no more, nor assaults."""
    after = position.with_doing(unit, halted=True)
    if position.phase == DEFENSIVE_FIRE:
        after = after.with_doing(unit, target=None, charging=False)
    return after


def _routed(position: Position, unit: str, rules: Ruleset) -> Position:
    """Return the position with a unit that routs: what it loses, and its retreat."""
    piece, morale = position.piece(unit), rules.game.combat.morale
    if piece is None or piece.at is None or morale is None:
        return position
    there = (*position.fight.routed.get(piece.at, ()), unit)
    fight = replace(position.fight, routed={**position.fight.routed, piece.at: there})
    after = replace(position, fight=fight)
    after = after.with_doing(unit, routed=after.phase, target=None, charging=False)
    lost = morale.rout_loss[rules.unit(unit).kind]
    if lost:
        after = after.with_duties(Duty(DutyKind.LOSS, unit, lost, ROUT, piece.at))
    return _driven_back(after, unit, ROUT, rules)


def _driven_back(position: Position, unit: str, why: str, rules: Ruleset) -> Position:
    """Return the position with a unit that must retreat, or perish if there is no way: 14C.1.

    Args:
        position: With its other duties, losses it still has to take among them.
        unit: Who.
        why: ``fail`` or ``rout``.
        rules: The rules.
    """
    piece, morale = position.piece(unit), rules.game.combat.morale
    owed = (d for d in position.fight.duties if (d.kind, d.unit) == (DutyKind.LOSS, unit))
    rest = piece.strength - sum(duty.points for duty in owed) if piece is not None else 0
    if piece is None or morale is None or rest <= 0:
        return position
    back = position.fight.duty(DutyKind.RETREAT, unit)
    if back is not None:
        position = position.without_duty(back)  # commandos found out don't step back as well
    if retreats(position, unit, rules):
        return position.with_duties(Duty(DutyKind.RETREAT, unit, morale.retreat, why, piece.at))
    return position.with_duties(Duty(DutyKind.LOSS, unit, rest, RETREAT, piece.at))
