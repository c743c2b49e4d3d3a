"""Weapons units without their equipment: optional rule 23."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding
from assistant.games.white_death.play.assault.lapse import lapsed
from assistant.games.white_death.play.book import ACTS, Ruled, ruling
from assistant.games.white_death.play.moment import MOMENT, can_act, untimely
from assistant.games.white_death.state.position import Box, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Abandon, Reequip
from builder.model.special import Abandoned

__all__ = ["abandons", "reequips"]


def _in_force(rules: Ruleset) -> Abandoned | None:
    """Return the optional rule if the players agreed on it."""
    abandoned = rules.game.special.abandoned
    return abandoned if abandoned is not None and abandoned.rule in rules.optional else None


@ACTS.rule("WD-23.1", "WD-23.4", on=(Abandon,), name="equipment-abandoned", section="23")
def equipment_abandoned(before: Position, act: Abandon, rules: Ruleset) -> Iterator[Finding]:
    """Weapons units may abandon their equipment; the Guards rockets not of their own will.

    Rule:
        23, if it was agreed on. Who lost it in flight has abandoned it already.
    """
    piece, label = before.piece(act.unit), rules.label(act.unit)
    abandoned = _in_force(rules)
    if piece is None or piece.at is None or piece.abandoned:
        return
    if abandoned is None:
        message = f"{label} abandons its equipment, but that optional rule isn't in force"
        yield ruling("WD-23.1", verdict=False, message=message, units=(act.unit,))
        return
    can = act.unit in rules.group(abandoned.group)
    said = "abandons its equipment" if can else "is no weapons unit and has nothing to abandon"
    yield ruling("WD-23.1", can, f"{label} {said}", units=(act.unit,))
    if act.unit in rules.group(abandoned.unwilling):
        message = f"{label} may not abandon its equipment of its own will"
        yield ruling("WD-23.4", verdict=False, message=message, units=(act.unit,))


@ACTS.effect(Abandon)
def abandon(before: Position, act: Abandon, rules: Ruleset) -> Ruled:
    """Mark the unit; strength and victory points stay what they are."""
    piece = before.piece(act.unit)
    if piece is None or piece.at is None:
        return Ruled(before, (f"abandon: {rules.label(act.unit)} isn't on the map",))
    return Ruled(before.with_piece(act.unit, abandoned=True, deployed=False))


def abandons(position: Position, unit: str, rules: Ruleset) -> bool:
    """Tell whether a unit may abandon its equipment now of its own will: 23."""
    piece, abandoned = position.piece(unit), _in_force(rules)
    if abandoned is None or piece is None or piece.at is None or piece.abandoned:
        return False
    return unit in rules.group(abandoned.group) and unit not in rules.group(abandoned.unwilling)


@ACTS.rule(*("WD-23.5", "WD-3.3", *MOMENT), on=(Reequip,), name="equipment-new", section="23")
def equipment_new(before: Position, act: Reequip, rules: Ruleset) -> Iterator[Finding]:
    """A unit without equipment leaves the map at an entry area of its side for new one.

    Rule:
        23, its second paragraph; German rockets are never re-equipped. It moves off the map:
        in its own side's impulse (6A), and not if it had to stop there (3).
    """
    piece = before.piece(act.unit)
    if piece is None or piece.at is None:
        return
    label, number = rules.label(act.unit), rules.number(piece.at)
    yield from untimely("leaves the map", before, act.unit, rules)
    if before.doing(act.unit).halted:
        message = f"{label} leaves the map in {number}, where it had to stop"
        yield ruling("WD-3.3", verdict=False, message=message, units=(act.unit,))
    wrong = list(_not_reequipped(before, act.unit, rules))
    for why in wrong:
        message = f"{label} leaves the map in {number} for new equipment, but {why}"
        yield ruling("WD-23.5", verdict=False, message=message, units=(act.unit,))
    if not wrong:
        message = f"{label} leaves the map in {number} for new equipment"
        yield ruling("WD-23.5", verdict=True, message=message, units=(act.unit,))


def _not_reequipped(position: Position, unit: str, rules: Ruleset) -> Iterator[str]:
    """Yield why a unit on the map may not leave it for new equipment."""
    abandoned, piece, side = _in_force(rules), position.piece(unit), position.side_of(unit)
    if abandoned is None:
        yield "that optional rule isn't in force"
        return
    if piece is None or not piece.abandoned:
        yield "it has its equipment"
    if unit in rules.group(abandoned.never_back):
        yield "units of its kind get none"
    areas = (area for area in rules.game.map.entry_areas if area.side == side)
    if piece is None or not any(piece.at in area.hexes for area in areas):
        yield "no entry area of its side is there"


@ACTS.effect(Reequip)
def reequip(before: Position, act: Reequip, rules: Ruleset) -> Ruled:
    """Take the unit off the map until the turn in which it comes back."""
    piece, abandoned = before.piece(act.unit), rules.game.special.abandoned
    if piece is None or piece.at is None or abandoned is None:
        return Ruled(before, (f"reequip: {rules.label(act.unit)} isn't on the map",))
    back = before.number + abandoned.back_after[before.side_of(act.unit)]
    after = before.with_piece(act.unit, at=None, box=Box.AWAY, back=back)
    return Ruled(lapsed(after, act.unit))


def reequips(position: Position, unit: str, rules: Ruleset) -> bool:
    """Tell whether a unit may leave the map now for new equipment: 23."""
    doing = position.doing(unit)
    if not can_act(position, unit) or doing.halted or doing.target is not None:
        return False
    return not any(_not_reequipped(position, unit, rules))
