"""Runs a rulebook over what happened, and survives rules that fail."""

from __future__ import annotations

import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from assistant.audit.builtin import BUILTIN, builtin_finding
from assistant.audit.finding import Finding, Moment, Verdict
from assistant.audit.result import Tally
from assistant.audit.rule import Rule, Rulebook
from assistant.engine.actions import Impulse
from assistant.engine.state import Ply
from builder.model.game import Game

__all__ = ["Judgement", "judge", "moment_of"]

_FAILED = "AUD-2"
_PART = re.compile(r"(\d+)([A-Z]?)")


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules say of a game.

    Args:
        findings: Everything but *kept*, by log step, then in order of the rulebook.
        tallies: One per rule that was checked at all, in order of the rulebook.
        crashed: Whether a rule failed.
    """

    findings: tuple[Finding, ...]
    tallies: tuple[Tally, ...]
    crashed: bool


def judge(  # noqa: PLR0913 - everything that is found comes together here
    rulebook: Rulebook,
    plies: Sequence[Ply],
    game: Game,
    *,
    others: Iterable[Finding] = (),
    lines: Iterable[Finding] = (),
    watch: Callable[[int], None] = lambda _done: None,
) -> Judgement:
    """Let every rule look at every ply.

    A rule that raises becomes an ``AUD-2`` finding for that ply; the findings it made before
    it failed stand, and the audit goes on. So does it if making the findings about lines fails.

    Args:
        rulebook: The rules of the game.
        plies: What happened, in log order.
        game: The data it is judged by.
        others: Findings made while reading the log, put in their place by step.
        lines: Findings about the lines of the log, put in their place too; what a rule found of
            the table already isn't said again, nor what the lines settle called open.
        watch: Called with the number of plies done, for a display of progress.
    """
    rules = tuple(rulebook)
    found = list(others)
    crashed = False
    for done, ply in enumerate(plies, start=1):
        for rule in rules:
            crashed |= _check(rule, ply, game, found)
        watch(done)
    told = list(_guarded(lines))
    crashed |= any(finding.rule == _FAILED for finding in told)
    found = list(_without_settled(found, told, rules))
    found += _without_doubles(told, found)
    order = {id_: number for number, rule in enumerate(rules) for id_ in reversed(rule.ids)}
    rank = {**dict.fromkeys(BUILTIN, -1), **order}
    last = len(rules)
    found.sort(key=lambda finding: (finding.step, rank.get(finding.rule, last)))
    open_ = tuple(finding for finding in found if finding.verdict is not Verdict.KEPT)
    return Judgement(open_, _tallies(rules, found), crashed)


def _check(rule: Rule, ply: Ply, game: Game, found: list[Finding]) -> bool:
    """Add the findings of one rule on one ply; tell whether the rule failed."""
    try:
        for finding in rule.check(ply, game):
            # one by one, so that what came before a failure is kept
            found.append(replace(finding, moment=moment_of(ply)))  # noqa: PERF401
    except Exception as error:  # noqa: BLE001 - whatever a rule raises must not end the audit
        found.append(_failure(rule, ply, error))
        return True
    return False


def _guarded(lines: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings until making them fails; then that it did."""
    step = 0
    try:
        for finding in lines:
            step = finding.step
            yield finding
    except Exception as error:  # noqa: BLE001 - whatever is raised must not end the audit
        text = f"what follows of the lines isn't judged: {_told(error)}"
        yield builtin_finding(_FAILED, step, text)


def _without_settled(
    found: Iterable[Finding], lines: Iterable[Finding], rules: Iterable[Rule]
) -> Iterator[Finding]:
    """Yield findings about the table but the hints on what lines settle.

    A hint only says that the log touches a rule. It is settled by a verdict of the rule of that
    name, in the same phase and about the same unit.
    """
    hints = {id_: rule.name for rule in rules if rule.hint for id_ in rule.ids}
    settled = {
        key
        for finding in lines
        if finding.verdict is not Verdict.NOT_CHECKABLE
        for key in _about(finding.name, finding)
    }
    for finding in found:
        open_ = finding.verdict is Verdict.NOT_CHECKABLE
        if not open_ or settled.isdisjoint(_about(hints.get(finding.rule, ""), finding)):
            yield finding


def _without_doubles(lines: Iterable[Finding], found: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings about lines but those that say again what one about the table says.

    That is of the same rule, phase and unit, and open itself at least.
    """
    known = {
        key
        for finding in found
        if finding.verdict is not Verdict.KEPT
        for key in _about(finding.rule, finding)
    }
    for finding in lines:
        kept = finding.verdict is Verdict.KEPT
        if kept or known.isdisjoint(_about(finding.rule, finding)):
            yield finding


def _about(what: str, finding: Finding) -> Iterator[tuple[str, str, Moment | None]]:
    """Yield what is found, of which unit and when, for each unit that a finding is about."""
    return ((what, unit, finding.moment) for unit in finding.evidence.units)


def moment_of(ply: Ply) -> Moment:
    """Return when in the game a ply happened."""
    action = ply.action
    impulse = action if isinstance(action, Impulse) else getattr(action, "impulse", None)
    phase = "" if isinstance(action, Impulse) else getattr(action, "phase", "")
    if impulse is None:
        return Moment(turn=ply.before.turn, phase=phase)
    return Moment(
        turn=impulse.turn,
        impulse=impulse.number,
        side=impulse.side,
        kind=impulse.kind,
        points=impulse.points,
        phase=phase,
    )


def _failure(rule: Rule, ply: Ply, error: Exception) -> Finding:
    """Return the finding that a rule failed: where and how, without any of the log's text."""
    unit = getattr(ply.action, "unit", "")
    return builtin_finding(
        _FAILED,
        ply.action.step,
        f"{rule.id} ({rule.name}): {_told(error)}",
        units=(unit,) if unit else (),
    )


def _told(error: Exception) -> str:
    """Return in words how a check failed."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
    name = type(error).__name__
    return f"a check failed with {name} at {place}; please report it with the log"


def _tallies(rules: Iterable[Rule], found: Iterable[Finding]) -> tuple[Tally, ...]:
    """Count verdicts by rule id; ids of lines only come last, sorted."""
    counts: dict[str, Counter[Verdict]] = {}
    for finding in found:
        counts.setdefault(finding.rule, Counter())[finding.verdict] += 1
    tallies = [
        _tally(id_, rule.name, rule.section, counts.pop(id_))
        for rule in rules
        for id_ in rule.ids
        if id_ in counts
    ]
    names = {finding.rule: finding.name for finding in reversed(list(found))}
    for id_ in sorted(counts, key=_place):
        name = BUILTIN[id_].name if id_ in BUILTIN else names[id_]
        section = "" if id_ in BUILTIN else id_.partition("-")[2].partition(".")[0]
        tallies.append(_tally(id_, name, section, counts[id_]))
    return tuple(tallies)


def _place(id_: str) -> tuple[bool, tuple[tuple[int, str], ...], str]:
    """Return what rules are sorted by that no check of the table has: built-in ones last."""
    parts = tuple((int(number or 0), letter) for number, letter in _PART.findall(id_))
    return id_ in BUILTIN, parts, id_


def _tally(id_: str, name: str, section: str, counts: Counter[Verdict]) -> Tally:
    """Return the count of one rule."""
    return replace(
        Tally(rule=id_, name=name, section=section),
        kept=counts[Verdict.KEPT],
        broken=counts[Verdict.BROKEN],
        disputed=counts[Verdict.DISPUTED],
        not_checkable=counts[Verdict.NOT_CHECKABLE],
    )
