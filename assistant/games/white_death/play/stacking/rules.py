"""The checks of rule 4: stacks when a phase ends, after retreats, and units too many."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.names import COMBAT, GERMAN, MOVEMENT, SOVIET
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.moment import ended
from assistant.games.white_death.play.morale.words import DETECTED
from assistant.games.white_death.play.movement.mover import is_commando
from assistant.games.white_death.play.stacking.limits import fits, told, units_fit
from assistant.games.white_death.state.position import DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Impulse, Loss, PhaseStep, Retreat, TurnStep
from builder.hexgrid import Hex

__all__: list[str] = []

_TESTED = COMBAT | {MOVEMENT}
"""Phases at whose end the limits hold: 4.1."""


@ACTS.rule(
    *("WD-4A.4", "WD-4A.1", "WD-4A.2", "WD-4A.3", "WD-4.1", "WD-4.2", "WD-4.4"),
    on=(PhaseStep, Impulse, TurnStep),
    name="german-stacks",
    section="4A",
    readings=("A-22",),
)
def german_stacks(
    before: Position, act: PhaseStep | Impulse | TurnStep, rules: Ruleset
) -> Iterator[Finding]:
    """Hold every German stack against 4A when movement or a combat phase ends.

    Rule:
        4, 4A; A-22, A-89. Bunkers don't count.
    """
    yield from _stacks("WD-4A.4", GERMAN, before, ended(before, act), rules)


@ACTS.rule(
    *("WD-4B.1", "WD-4B.2", "WD-4B.3", "WD-4B.4", "WD-4B.5"),
    on=(PhaseStep, Impulse, TurnStep),
    name="soviet-stacks",
    section="4B",
    readings=("A-23",),
)
def soviet_stacks(
    before: Position, act: PhaseStep | Impulse | TurnStep, rules: Ruleset
) -> Iterator[Finding]:
    """Hold every Soviet stack against 4B when movement or a combat phase ends.

    Rule:
        4, 4B with its erratum; A-23.
    """
    yield from _stacks("WD-4B.1", SOVIET, before, ended(before, act), rules)


def _stacks(
    rule: str, side: str, before: Position, phase: str, rules: Ruleset
) -> Iterator[Finding]:
    """Yield a finding for each stack beyond the limits, or one for all that are within."""
    if phase not in _TESTED or side not in before.forces:
        return
    stacks = {c: ids for c, ids in before.forces[side].stacks.items() if len(ids) > 1}
    beyond = [cell for cell in sorted(stacks) if not fits(before, cell, side, rules)]
    name = rules.game.side(side).name
    if not beyond and stacks:
        message = f"every {name} stack is within the limits at the end of the {phase} phase"
        yield ruling(rule, verdict=True, message=message)
    for cell in beyond:
        number, ids = rules.number(cell), stacks[cell]
        if _stood(before, side, cell, rules):
            continue
        message = f"the {name} stack in {number} {told(ids, before, rules)}"
        stopped = [id_ for id_ in ids if _was_stopped(before, id_, rules)]
        if stopped:
            message += f"; {rules.label(stopped[0])} was stopped there, not of its own will"
        verdict = Verdict.NOT_CHECKABLE if stopped else Verdict.BROKEN
        yield ruling(rule, verdict, message, units=ids, hexes=(number,))


def _was_stopped(position: Position, unit: str, rules: Ruleset) -> bool:
    """Tell whether fire ended a unit's march (3A), or it was found out among the enemy (21C)."""
    doing = position.doing(unit)
    return doing.failed == MOVEMENT or (doing.halted and is_commando(unit, rules))


def _stood(position: Position, side: str, cell: Hex, rules: Ruleset) -> bool:
    """Tell whether a stack was too large when the phase began and nobody has come since.

    Such a fault was told when it was made.
    """
    old = position.fight.stood.get(side, {}).get(cell, ())
    return set(position.stack(cell, side)) <= set(old) and not units_fit(old, position, rules)


@ACTS.rule("WD-4.3", on=(Retreat,), name="retreat-stacking", section="4")
def retreat_stacking(before: Position, act: Retreat, rules: Ruleset) -> Iterator[Finding]:
    """A retreat goes on until the stack where it ends is within the limits.

    Rule:
        4, second half of the paragraph; the limits as in 4A and 4B. Commandos found out go back
        to where they came from, whoever is there (21C).
    """
    side, cells = before.side_of(act.unit), rules.cells(act.path)
    duty = before.fight.duty(DutyKind.RETREAT, act.unit)
    if not side or not cells or (duty is not None and duty.why == DETECTED):
        return
    end, label = cells[-1], rules.label(act.unit)
    stack = (*(id_ for id_ in before.stack(end, side) if id_ != act.unit), act.unit)
    if fits(before, end, side, rules, (act.unit,)):
        message = f"{label} finds room in {act.path[-1]}"
        yield ruling("WD-4.3", verdict=True, message=message, units=(act.unit,))
        return
    message = f"{label} must retreat on: the stack in {act.path[-1]} {told(stack, before, rules)}"
    yield ruling(
        "WD-4.3", verdict=False, message=message, units=(act.unit, *stack[:-1]), hexes=act.path[-1:]
    )


@ACTS.rule("WD-4.2", on=(Loss,), name="units-too-many", section="4", readings=("A-24",))
def units_too_many(before: Position, act: Loss, rules: Ruleset) -> Iterator[Finding]:
    """Nobody is eliminated for standing in too large a stack, unless A-24 is read so.

    Rule:
        4; A-24. Retreats that find no room are another matter (4.3).
    """
    piece = before.piece(act.unit)
    if act.why != "stacking" or piece is None or piece.at is None:
        return
    over = not fits(before, piece.at, before.side_of(act.unit), rules)
    kept = over and rules.reads("A-24") == "eliminated"
    said = "stands in a stack beyond the limits" if over else "stands in a stack within the limits"
    number = rules.number(piece.at)
    message = f"{rules.label(act.unit)} is eliminated and {said} in {number}"
    yield ruling("WD-4.2", kept, message, units=(act.unit,), hexes=(number,))
