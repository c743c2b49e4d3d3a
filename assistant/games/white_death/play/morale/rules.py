"""Checks of morale checks: whether one was called for, at what number, and what it came to."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.play.book import ACTS, Part, ruling
from assistant.games.white_death.play.morale.duties import check_due, excused
from assistant.games.white_death.play.morale.modifier import (
    CALL_ATOMS,
    SITUATION_ATOMS,
    Added,
    check_parts,
    result_of,
)
from assistant.games.white_death.play.morale.shock import SHOCK_ATOMS
from assistant.games.white_death.play.morale.words import ASSAULT
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Morale

__all__: list[str] = []

_FACES = 6
_LONGEST = 5
"""Characters of the longest amount that is read as one."""


@ACTS.rule(
    *("WD-14.1", "WD-14A.1", "WD-14A.2", "WD-14A.3", "WD-3A.5", "WD-10C.7", "WD-11B.10"),
    *("WD-14C.2", "WD-14C.3", "WD-14C.7", "WD-14C.8", "WD-14C.9", "WD-19.9", "WD-19.10"),
    on=(Morale,),
    name="check-uncalled-for",
    section="14",
    readings=("A-62", "A-107"),
)
def check_uncalled_for(before: Position, act: Morale, rules: Ruleset) -> Iterator[Finding]:
    """A unit checks morale when a loss, a result of fire or a shock calls for it, not otherwise.

    Rule:
        14A; 14C.2 and 14C.7 of the rulebook for shocks; 14C.6 and 19 for bunkers, which never
        check themselves. A-53, A-62, A-63.
    """
    if act.unit in rules.game.markers:
        message = f"{rules.label(act.unit)} never checks morale"
        yield ruling("WD-14C.8", verdict=False, message=message, units=(act.unit,))
        return
    piece = before.piece(act.unit)
    if piece is None or piece.at is None:
        return
    label, place = rules.label(act.unit), (rules.number(piece.at),)
    duty = check_due(before, act.unit, rules)
    if duty is not None:
        message = f"{label} checks morale as called for"
        rule = CALL_ATOMS.get(duty.why, "WD-14.1")
        yield ruling(rule, verdict=True, message=message, units=(act.unit,), hexes=place)
    elif excused(before, act.unit, rules):
        message = f"{label} checks morale, though the bunker in {place[0]} frees it of checks"
        yield ruling("WD-14C.7", verdict=False, message=message, units=(act.unit,), hexes=place)
    else:
        rule, verdict = _uncalled(before, act.unit)
        message = f"{label} checks morale, but no fire or shock on record calls for it"
        yield ruling(rule, verdict, message, units=(act.unit,), hexes=place)


def _uncalled(position: Position, unit: str) -> tuple[str, Verdict]:
    """Return atom and verdict for a check that nothing on record calls for.

    If no attack on the unit is on record, one may be missing there.
    """
    fight = position.fight
    hit = {each.target for each in fight.attacks} | {die.unit for _, die in fight.dice}
    known = unit in hit or any(each.unit == unit for each in fight.checks)
    defends = position.phase == ASSAULT and position.side_of(unit) != position.phasing
    rule = "WD-14C.3" if defends else "WD-14.1"
    return rule, Verdict.BROKEN if known else Verdict.NOT_CHECKABLE


@ACTS.rule(
    *("WD-14C.11", "WD-14A.1", "WD-14A.2", "WD-14A.3", "WD-3A.5", "WD-9C.9", "WD-10C.7"),
    *("WD-11B.10", "WD-14C.3", "WD-14C.4", "WD-14C.5", "WD-14C.6", "WD-14C.9", "WD-14C.10"),
    *("WD-15C.3",),
    on=(Morale,),
    name="check-modifier",
    section="14C",
    readings=("A-62", "A-107", "A-16", "A-17"),
)
def check_modified(before: Position, act: Morale, rules: Ruleset) -> Iterator[Finding]:
    """Everything that is added to the roll is what 14A and 14C say, and all of it is added up.

    Rule:
        14A for the number of the loss or result, 14C for the rest.
    Evidence:
        The right parts; their sum against what was added.
    """
    duty = check_due(before, act.unit, rules)
    if duty is None:
        return
    right = check_parts(before, act.unit, duty, rules)
    parts = tuple(each.part for each in right)
    told = sum(each.amount for each in right)
    label = rules.label(act.unit)
    message = f"{label} adds {act.modifier} to its roll; the rules say {told}"
    yield ruling(
        "WD-14C.11",
        act.modifier == told,
        message,
        units=(act.unit,),
        parts=parts or ((0, "nothing", "WD-14C.11"),),
        allowance=act.modifier,
    )
    yield from _part_by_part(act, right, label)


def _part_by_part(act: Morale, right: tuple[Added, ...], label: str) -> Iterator[Finding]:
    """Yield whether each part was added as it should, as far as the line tells."""
    given = _given(act)
    for each in right:
        amount = given.pop(each.name, 0) if act.why else None
        if amount is None and act.modifier != sum(one.amount for one in right):
            continue  # which part is wrong isn't told
        kept = amount in (None, each.amount)
        message = f"{label}: {each.reason} adds {each.amount}"
        message += "" if kept else f", not {amount}"
        yield ruling(each.rule, kept, message, units=(act.unit,), parts=(each.part,))
    for name, amount in given.items():
        if amount:
            message = f"{label}: {name} adds {amount}, but should add nothing"
            rule = _atom_of(name)
            yield ruling(rule, verdict=False, message=message, units=(act.unit,))


def _given(act: Morale) -> dict[str, int]:
    """Return the parts of a line by name; what can't be read is left out."""
    found: dict[str, int] = {}
    for word in act.why:
        name, colon, amount = word.partition(":")
        if colon and amount.lstrip("+-").isdecimal() and len(amount) <= _LONGEST:
            found[name] = found.get(name, 0) + int(amount)
    return found


def _atom_of(name: str) -> str:
    """Return the atom that a part named in a line belongs to."""
    return {**SITUATION_ATOMS, **SHOCK_ATOMS}.get(name, "WD-14C.11")


@ACTS.rule("WD-14.1", on=(Morale,), name="check-result", section="14")
def check_result(before: Position, act: Morale, rules: Ruleset) -> Iterator[Finding]:
    """Two dice and what is added are held against the unit's morale.

    Rule:
        14: up to the morale it passes; the two steps above are those of the data.
    """
    morale, piece = rules.game.combat.morale, before.piece(act.unit)
    if morale is None or piece is None:
        return
    label, printed = rules.label(act.unit), rules.unit(act.unit).morale
    if not morale.dice <= act.roll <= morale.dice * _FACES:
        message = f"{label}: {morale.dice} dice can't show {act.roll}"
        yield ruling("WD-14.1", verdict=False, message=message, units=(act.unit,))
        return
    right = result_of(act.roll + act.modifier, act.unit, rules)
    parts: tuple[Part, ...] = (
        (act.roll, "dice", "WD-14.1"),
        (act.modifier, "added", "WD-14C.11"),
    )
    message = f"{label} with morale {printed}: {right}"
    message += "" if act.result == right else f", not {act.result}"
    yield ruling(
        "WD-14.1",
        act.result == right,
        message,
        units=(act.unit,),
        parts=parts,
        allowance=printed,
    )
