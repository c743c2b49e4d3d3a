"""What the end of a phase or an impulse asks for, as far as a log can be held to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.audit.act import ActRule
from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.play.morale.outstanding import outstanding
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.record.uses import Uses
from assistant.games.white_death.state.position import DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import Line
from builder.convention.line import (
    BarrageDie,
    Detect,
    Fire,
    Ice,
    Impulse,
    Loss,
    Morale,
    PhaseStep,
    Retreat,
    TurnStep,
)

__all__ = ["Closed", "closed"]

_LEFT_UNDONE = "left-undone"
_NAMES = frozenset(
    {
        _LEFT_UNDONE,
        "dice-left-out",
        "personnel-not-fired-at",
        "tank-destroyer-first",
        "impulse-paid-for",
        "fire-not-paid-for",
    }
)
"""Names of the rules about the end of a phase that rest on lines, not on the counters alone."""
_LINES: dict[DutyKind, type[Line]] = {
    DutyKind.LOSS: Loss,
    DutyKind.MORALE: Morale,
    DutyKind.RETREAT: Retreat,
    DutyKind.ICE: Ice,
    DutyKind.DETECT: Detect,
}

_Rule = ActRule[Position, Ruleset]


@dataclass(frozen=True, slots=True)
class Closed:
    """What was found at an end.

    Args:
        findings: By rule.
        late: Units that do later in the impulse what they owed.
    """

    findings: tuple[tuple[_Rule, list[Finding]], ...]
    late: frozenset[str]


def closed(
    position: Position,
    act: Impulse | PhaseStep | TurnStep,
    rules: Ruleset,
    uses: Uses,
    number: int,
) -> Closed:
    """Return what the end of a phase leaves undone.

    What is done later in the impulse was done before the phase was stepped, or after: that is
    open. What the game is played without lines for isn't missed.

    Args:
        position: At the end.
        act: What ends it.
        rules: The rules.
        uses: Which lines the log has.
        number: Number of the stretch that ends.
    """
    if position.going is None:
        return Closed((), frozenset())
    missed = tuple(d for d in position.fight.duties if _LINES[d.kind] in uses.ever)
    position = replace(position, fight=replace(position.fight, duties=missed))
    owed = tuple(d for d in outstanding(position, rules) if _LINES[d.kind] in uses.ever)
    late = frozenset(d.unit for d in owed if uses.later(number, d.unit, _LINES[d.kind]))
    here = frozenset(duty.unit for duty in owed)
    found = []
    for rule, findings in ACTS.judged(position, act, rules, names=_NAMES):
        mine = [
            each
            for each in findings
            if rule.name != _LEFT_UNDONE or here.issuperset(each.evidence.units)
        ]
        found.append((rule, [_held(each, late, uses, number) for each in mine]))
    return Closed(tuple(found), late)


def _held(found: Finding, late: frozenset[str], uses: Uses, number: int) -> Finding:
    """Return a finding, open if what it misses comes later in the impulse."""
    units = found.evidence.units
    comes = any(each in late or uses.later(number, each, BarrageDie, Fire) for each in units)
    if found.verdict is Verdict.KEPT or not comes:
        return found
    message = f"{found.message}: the phase was stepped before it was done, or it came too late"
    return replace(found, verdict=Verdict.NOT_CHECKABLE, reading="", message=message)
