"""Holds the audit of a played exercise against the judgement of the hand that wrote it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from assistant import pipeline
from assistant.audit.finding import Finding, Verdict
from builder.convention import Impulse, is_ours, is_undone, parse_line
from builder.vassal import Chat, read_log
from tests.engine.exercise import Exercise

__all__ = ["Judged", "by_audit", "by_hand"]

Judged = dict[tuple[int, str], tuple[str, str, str, str]]
"""(impulse of the exercise, unit or ``""``) -> (verdict, rule, reading, cost)."""


def by_hand(exercise: Exercise) -> Judged:
    """Return every act of the exercise that isn't plainly kept, as the file says."""
    found: Judged = {}
    for act in exercise.acts:
        if act.expect in ("disputed", "not checkable"):
            found[act.impulse, act.unit] = (act.expect, act.rule, act.reading, act.cost)
        elif act.expect != "kept":
            found[act.impulse, act.unit] = ("broken", act.expect, "", act.cost)
    for number, impulse in enumerate(exercise.data["impulse"]):
        if impulse["expect"] != "kept":
            found[number, ""] = ("broken", impulse["expect"], "", "")
    return found


def by_audit(exercise: Exercise, log: Path) -> Judged:
    """Return what the audit says of the same acts, and of any that the hand holds for kept.

    Each finding belongs to the one unit it names first. Costs are compared where the hand
    gives one.
    """
    done, _ = pipeline.audit(log)
    starts = _declared(log)
    costed = {(act.impulse, act.unit) for act in exercise.acts if act.cost}
    found: dict[tuple[int, str], list[tuple[str, str, str, str]]] = defaultdict(list)
    for finding in _of_acts(done.findings):
        impulse = sum(step <= finding.step for step in starts) - 1
        unit = next(iter(finding.evidence.units), "")
        cost = finding.evidence.cost if (impulse, unit) in costed else ""
        found[impulse, unit].append((finding.verdict, finding.rule, finding.reading, cost))
    twice = {key: all_ for key, all_ in found.items() if len(all_) > 1}
    assert not twice, f"more than one finding for one act: {twice}"
    return {key: only for key, (only,) in found.items()}


def _of_acts(findings: Iterable[Finding]) -> Iterable[Finding]:
    """Leave out what is not checkable yet of things that no unit did, such as the weather."""
    return (f for f in findings if f.verdict is not Verdict.NOT_CHECKABLE or f.evidence.units)


def _declared(log: Path) -> list[int]:
    """Return the log step of every impulse's declaration, read without the assistant."""
    return [
        step.number
        for step in read_log(log).steps
        for command in step.commands
        if isinstance(command, Chat)
        and is_ours(command.text)
        and not is_undone(command.text)
        and isinstance(parse_line(command.text), Impulse)
    ]
