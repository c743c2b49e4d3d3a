"""What the barrages of a phase cost a target in all, and when it is known: 11B."""

from __future__ import annotations

from dataclasses import replace

from assistant.games.white_death.play.fire.losses import place_of, strength_of
from assistant.games.white_death.play.fire.tables import BARRAGE, BLANK
from assistant.games.white_death.play.morale.duties import after_attack
from assistant.games.white_death.state.position import Duty, DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex

__all__ = ["barrage_over", "due", "last_attack", "lost_by", "pending", "with_duty"]


def last_attack(position: Position, hex_: str) -> int | None:
    """Return the index of the last barrage attack on a hex, ``None`` if there was none."""
    fight = position.fight
    found = [n for n, each in enumerate(fight.barrages) if each.target == hex_]
    return found[-1] if found else None


def pending(position: Position, hex_: Hex, rules: Ruleset) -> tuple[tuple[int, str], ...]:
    """Return the dice still to be rolled for the barrages on a hex: 11B.2b.

    Returns:
        Index of the attack and target; who is no more, or has left the hex, needs none.
    """
    fight = position.fight
    rolled = {(index, die.unit) for index, die in fight.dice}
    return tuple(
        (index, unit)
        for index, attack in enumerate(fight.barrages)
        if attack.target == rules.number(hex_)
        for unit in fight.under[index]
        if (index, unit) not in rolled and place_of(position, unit) == hex_
    )


def lost_by(position: Position, unit: str, why: str) -> int:
    """Return the strength points that a unit or bunker lost in the phase for a reason."""
    return sum(
        each.points for each in position.fight.losses if (each.unit, each.why) == (unit, why)
    )


def due(position: Position, unit: str, rules: Ruleset) -> int:
    """Return what a target still has to lose to all barrages of the phase: 11B.2b, A-26.

    No more than half of its strength at the beginning of the phase, unless that is 1; bunkers
    lose everything called for.
    """
    called = sum(die.loss for _, die in position.fight.dice if die.unit == unit)
    have = strength_of(position, unit)
    cap = rules.game.combat.tables[BARRAGE].cap
    marker = rules.game.markers.get(unit)
    if cap is not None and (marker is None or marker.kind not in cap.exempt):
        called = min(called, cap.of(position.fight.strengths.get(unit, have)))
    return max(0, min(called - lost_by(position, unit, BARRAGE), have))


def with_duty(position: Position, unit: str, rules: Ruleset) -> Position:
    """Return the position with the loss that barrages call for, instead of what was before."""
    old = next(
        (
            each
            for each in position.fight.duties
            if (each.kind, each.unit, each.why) == (DutyKind.LOSS, unit, BARRAGE)
        ),
        None,
    )
    if old is not None:
        position = position.without_duty(old)
    points = due(position, unit, rules)
    if not points:
        return position
    return position.with_duties(
        Duty(DutyKind.LOSS, unit, points, BARRAGE, place_of(position, unit))
    )


def barrage_over(position: Position, hex_: Hex, rules: Ruleset) -> Position:
    """Call for the checks of morale in a hex once all its dice are known: 11B.2b, 14A.2.

    As long as they aren't nothing changes. A later attack on the hex calls for one check at the
    new total instead of the one at the old.
    """
    if pending(position, hex_, rules):
        return position
    names = {unit for units in position.fight.under for unit in units}
    for unit in sorted(names - position.bunkers.keys()):
        if place_of(position, unit) != hex_:
            continue
        more = due(position, unit, rules)
        lost = lost_by(position, unit, BARRAGE) + more
        if lost != position.fight.settled.get(unit, 0) and more < strength_of(position, unit):
            position = _called(position, unit, lost, rules)
    return position


def _called(position: Position, unit: str, lost: int, rules: Ruleset) -> Position:
    """Return the position with one check called for at a total, part of which may be taken."""
    for each in position.fight.duties:
        if (each.kind, each.unit, each.why) == (DutyKind.MORALE, unit, BARRAGE):
            position = position.without_duty(each)
    have = strength_of(position, unit)
    whole = position.with_piece(unit, strength=position.fight.strengths.get(unit, have))
    effect = replace(BLANK, losses=lost)
    called = after_attack(whole, unit, BARRAGE, effect, lost, rules).with_piece(unit, strength=have)
    settled = {**called.fight.settled, unit: lost}
    return replace(called, fight=replace(called.fight, settled=settled))
