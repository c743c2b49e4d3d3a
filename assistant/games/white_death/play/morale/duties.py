"""Which checks are called for, and by what number (9C, 10C, 11B, 14A, 14C.7)."""

from __future__ import annotations

from dataclasses import replace

from assistant.games.white_death.play.book import Part
from assistant.games.white_death.play.morale.modifier import check_parts, result_of
from assistant.games.white_death.play.morale.shock import shocks_due
from assistant.games.white_death.play.morale.words import ANTITANK, BARRAGE, EXIT
from assistant.games.white_death.state.position import Duty, DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Morale
from builder.hexgrid import Hex
from builder.model.combat import Effect

__all__ = [
    "after_attack",
    "check_due",
    "check_modifier",
    "checks_due",
    "excused",
    "morale_of",
]

_TOTALLED = frozenset({ANTITANK, BARRAGE, EXIT})
"""Fire whose losses are added up for one check (A-27, 11B)."""


def after_attack(  # noqa: PLR0913, PLR0917 - what an attack is, and where
    position: Position,
    target: str,
    kind: str,
    effect: Effect,
    lost: int,
    rules: Ruleset,
    hex: Hex | None = None,  # noqa: A002 - as in the line
) -> Position:
    """Return the position with the check that an attack calls for, if it calls for one.

    A unit that the loss wipes out checks nothing, nor one that a strong bunker excuses;
    bunkers never do.

    Args:
        position: The position, the losses called for still to be taken; after barrages all
            dice are known, the bunker's too (A-53).
        target: The unit attacked.
        kind: Kind of fire, as in the line ``fire``, or ``barrage``.
        effect: The cell of the table; of a barrage only ``lost`` counts.
        lost: Strength points that will be lost, caps applied.
        rules: The rules.
        hex: The hex that the target leaves, or was found in.
    """
    piece = position.piece(target)
    if piece is None or piece.at is None or (kind != BARRAGE and lost >= piece.strength):
        return position
    number = lost if kind in _TOTALLED else effect.losses
    called = lost > 0 if kind in _TOTALLED else effect.check
    if not called or excused(position, target, rules):
        return position
    known = position.fight.duty(DutyKind.MORALE, target)
    if known is not None and known.why == kind and known.hex == hex and kind in _TOTALLED:
        more = replace(known, points=known.points + number)
        rest = tuple(more if each is known else each for each in position.fight.duties)
        return replace(position, fight=replace(position.fight, duties=rest))
    return position.with_duties(Duty(DutyKind.MORALE, target, number, kind, hex))


def excused(position: Position, unit: str, rules: Ruleset) -> bool:
    """Tell whether a strong bunker in its hex frees a unit of checks: 14C.7, 19.9.

    Its strength now is what counts, less what it still has to lose (A-53). A unit that assaults
    out of the hex isn't freed, nor is an AFV.
    """
    morale, piece = rules.game.combat.morale, position.piece(unit)
    if morale is None or piece is None or piece.at is None:
        return False
    doing = position.doing(unit)
    return (
        _bunker_strength(position, piece.at) >= morale.covered_by
        and rules.unit(unit).kind in morale.covered_kinds
        and doing.target is None
        and doing.assaulted is None
    )


def _bunker_strength(position: Position, cell: Hex) -> int:
    """Return the strength of the bunker in a hex when all it has to lose is lost, 0 for none."""
    id_ = position.bunker_in(cell)
    bunker = position.bunkers.get(id_)
    if bunker is None:
        return 0
    losses = (d.points for d in position.fight.duties if d.kind is DutyKind.LOSS and d.unit == id_)
    return bunker.strength - sum(losses)


def checks_due(position: Position, rules: Ruleset) -> tuple[Duty, ...]:
    """Return every check that is owed now: those fire called for, and those of a shock alone.

    Who was fired at in a hex that it has left since isn't excused by a bunker where it is now.
    """
    called = (d for d in position.fight.duties if d.kind is DutyKind.MORALE)
    due = (*called, *shocks_due(position, rules))
    return tuple(
        duty
        for duty in due
        if _elsewhere(position, duty) or not excused(position, duty.unit, rules)
    )


def _elsewhere(position: Position, duty: Duty) -> bool:
    """Tell whether a unit has left the hex in which a check was called for."""
    piece = position.piece(duty.unit)
    return duty.hex is not None and piece is not None and piece.at != duty.hex


def check_due(position: Position, unit: str, rules: Ruleset) -> Duty | None:
    """Return the next check that a unit owes, ``None`` if it owes none."""
    return next((duty for duty in checks_due(position, rules) if duty.unit == unit), None)


def check_modifier(position: Position, unit: str, rules: Ruleset) -> list[Part]:
    """Return the parts of what is added to the next check of a unit: amount, reason, rule.

    Empty if it owes none, or if nothing is added.
    """
    duty = check_due(position, unit, rules)
    if duty is None:
        return []
    return [each.part for each in check_parts(position, unit, duty, rules)]


def morale_of(position: Position, rules: Ruleset, unit: str, roll: int) -> Morale:
    """Return the right line for the next check of a unit, from the sum of its dice.

    Raises:
        ValueError: The unit owes no check.
    """
    duty = check_due(position, unit, rules)
    if duty is None:
        raise ValueError(f"{unit} owes no morale check")
    parts = check_parts(position, unit, duty, rules)
    modifier = sum(each.amount for each in parts)
    result = result_of(roll + modifier, unit, rules)
    return Morale(unit, roll, modifier, result, tuple(each.word for each in parts))
