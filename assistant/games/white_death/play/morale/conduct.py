"""What units may still do that weren't steady, and when checks are made (14B, 3A, 9C, 10C, 11B)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.names import MOVEMENT
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.fire.exits import exits_from
from assistant.games.white_death.play.fire.tables import NONE
from assistant.games.white_death.play.morale.words import (
    ANTITANK,
    ASSAULT,
    CONVENTIONAL,
    EXIT,
)
from assistant.games.white_death.state.position import Duty, DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Assault, BarrageDie, Fire
from builder.convention.line import Barrage as BarrageLine
from builder.hexgrid import Hex
from builder.model.game import Kind

__all__: list[str] = []


@ACTS.rule(
    *("WD-3A.6", "WD-3A.7"),
    on=(Assault,),
    name="assaults-though-unsteady",
    section="3A",
    readings=("A-14",),
)
def assaults_though_unsteady(before: Position, act: Assault, rules: Ruleset) -> Iterator[Finding]:
    """An AFV that routs while it moves doesn't assault; one that only fails still may.

    Rule:
        3A. That a failure leaves it its assault is a reading (A-14, A-100).
    """
    known = before.side_of(act.unit) and act.unit in rules.game.units
    if not known or rules.unit(act.unit).kind is not Kind.AFV:
        return
    doing, label = before.doing(act.unit), rules.label(act.unit)
    if doing.routed == MOVEMENT:
        message = f"{label} routed while it moved and assaults in the same impulse"
        yield ruling("WD-3A.7", verdict=False, message=message, units=(act.unit,))
    elif doing.failed == MOVEMENT:
        barred = rules.reads("A-14") == "barred"
        message = f"{label} failed its check while it moved and assaults"
        yield ruling("WD-3A.6", not barred, message, units=(act.unit,))


@ACTS.rule("WD-9C.10", "WD-14C.3", on=(Fire,), name="check-put-off", section="9C")
def check_put_off(before: Position, act: Fire, rules: Ruleset) -> Iterator[Finding]:
    """Checks for conventional fire come at once; those for a shock when the combat is over.

    Rule:
        9C.5 and 14C.2, 14C.4 of the rulebook: each check counts for the next.
    """
    piece = before.piece(act.target)
    if piece is None or piece.at is None or act.kind not in {CONVENTIONAL, ANTITANK}:
        return
    place, label = (rules.number(piece.at),), rules.label(act.target)
    stack = before.stack(piece.at, before.side_of(act.target))
    waiting = dict.fromkeys(
        duty.unit
        for duty in before.fight.duties
        if duty.kind is DutyKind.MORALE and duty.why == CONVENTIONAL and duty.unit in stack
    )
    for unit in waiting:
        message = f"{label} is fired at before {rules.label(unit)} has checked its morale"
        yield ruling("WD-9C.10", verdict=False, message=message, units=(unit,), hexes=place)
    if not waiting and before.fight.checks:
        message = f"no check is owed in {place[0]} when {label} is fired at"
        yield ruling("WD-9C.10", verdict=True, message=message, hexes=place)
    if before.phase == ASSAULT and _checked(before, act.target) and not _attacked(before, act):
        message = f"{label} checked its morale before the combat on its hex was over"
        yield ruling("WD-14C.3", verdict=False, message=message, units=(act.target,), hexes=place)


def _checked(position: Position, unit: str) -> bool:
    """Tell whether a unit has checked its morale in the phase."""
    return any(each.unit == unit for each in position.fight.checks)


def _attacked(position: Position, act: Fire) -> bool:
    """Tell whether the target of an attack has been attacked before in the phase, as it is now."""
    attacks = position.fight.attacks
    return any((each.target, each.hex) == (act.target, act.hex) for each in attacks)


def _checked_at_exit(position: Position, act: Fire, rules: Ruleset) -> bool:
    """Tell whether an AFV has checked its morale for fire at it as it left a hex, once only."""
    hex_ = rules.cell(act.hex)
    if hex_ is None or len(exits_from(act.target, hex_, position)) > 1:
        return False
    hit = any(
        (each.kind, each.target, each.hex) == (EXIT, act.target, act.hex) and each.result != NONE
        for each in position.fight.attacks
    )
    return hit and not any(each.hex == hex_ for each in _owed_for_exits(position, act.target))


def _owed_for_exits(position: Position, unit: str) -> tuple[Duty, ...]:
    """Return the checks that an AFV owes for fire at it as it left hexes."""
    return tuple(
        duty
        for duty in position.fight.duties
        if (duty.kind, duty.unit, duty.why) == (DutyKind.MORALE, unit, EXIT)
    )


@ACTS.rule("WD-3A.5", on=(Fire,), name="exit-check-put-off", section="3A")
def exit_check_put_off(before: Position, act: Fire, rules: Ruleset) -> Iterator[Finding]:
    """An AFV hit as it left one hex checks there before it is fired at as it leaves another.

    Rule:
        3A: it checks while still in the hex to be left.
    """
    hex_, way = rules.cell(act.hex), before.doing(act.target).way
    if act.kind != EXIT or hex_ not in way:
        return
    label = rules.label(act.target)
    for duty in _owed_for_exits(before, act.target):
        if duty.hex is not None and duty.hex not in way[way.index(hex_) :]:
            first = rules.number(duty.hex)
            message = f"{label} is fired at in {act.hex} before its check in {first}"
            hexes = (first, act.hex)
            yield ruling(
                "WD-3A.5", verdict=False, message=message, units=(act.target,), hexes=hexes
            )


@ACTS.rule("WD-10C.7", on=(Fire,), name="check-between-hits", section="10C")
def check_between_hits(before: Position, act: Fire, rules: Ruleset) -> Iterator[Finding]:
    """An AFV checks once in a phase, at all it has lost to antitank fire.

    Rule:
        10C.4 of the rulebook. That all attacks come first is a reading (A-27).
    """
    if act.kind == EXIT:
        checked = _checked_at_exit(before, act, rules)
    else:
        checked = act.kind == ANTITANK and _checked(before, act.target)
    if act.kind not in {ANTITANK, EXIT} or not _attacked(before, act):
        return
    label = rules.label(act.target)
    if not checked:
        message = f"{label} is fired at again; its check comes after all attacks"
        yield ruling("WD-10C.7", verdict=True, message=message, units=(act.target,))
        return
    message = f"{label} is fired at again after it has checked its morale"
    found = ruling("WD-10C.7", Verdict.DISPUTED, message, units=(act.target,))
    yield replace(found, reading="A-27")


@ACTS.rule("WD-11B.10", on=(BarrageLine, BarrageDie), name="check-between-barrages", section="11B")
def check_between_barrages(
    before: Position, act: BarrageLine | BarrageDie, rules: Ruleset
) -> Iterator[Finding]:
    """Units check once for all the barrages on their hex, when all of them are over.

    Rule:
        11B.2 of the rulebook.
    """
    under: tuple[str, ...] = (act.unit,) if isinstance(act, BarrageDie) else ()
    place: tuple[str, ...] = ()
    piece = before.piece(under[0]) if under else None
    cell = piece.at if piece is not None else None
    if isinstance(act, BarrageLine):
        cell, place = rules.cell(act.target), (act.target,)
        under = _units_in(before, cell) if cell is not None else ()
    known = _barraged_in(before, cell, rules)
    early = [unit for unit in under if unit in known and _checked(before, unit)]
    if early:
        names = ", ".join(rules.label(unit) for unit in early)
        message = f"{names} checked morale before the barrages on the hex were over"
        yield ruling("WD-11B.10", verdict=False, message=message, units=early, hexes=place)
    elif isinstance(act, BarrageLine) and before.fight.barrages:
        message = f"nobody has checked morale for barrages on {act.target} before this one"
        yield ruling("WD-11B.10", verdict=True, message=message, hexes=place)


def _barraged_in(position: Position, cell: Hex | None, rules: Ruleset) -> frozenset[str]:
    """Return the units that were under a barrage in a hex in the phase."""
    number = rules.number(cell) if cell is not None else ""
    pairs = zip(position.fight.barrages, position.fight.under, strict=True)
    return frozenset(u for attack, units in pairs if attack.target == number for u in units)


def _units_in(position: Position, cell: Hex) -> tuple[str, ...]:
    """Return the units in a hex, of either side."""
    return tuple(unit for side in position.forces for unit in position.stack(cell, side))
