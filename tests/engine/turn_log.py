"""A planned turn out of a log: the dice are those that were rolled there, in their order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from assistant import pipeline
from assistant.audit.finding import Finding, Verdict
from builder.convention import Impulse, Line, Weather, is_ours, is_undone, parse_line
from builder.convention.line import Assault, BarrageDie, Commit, Fire, Morale
from builder.vassal import Chat, read_log
from tests.engine.turn_table import Judged

__all__ = ["LogTable", "judged_by_audit", "lines_told", "rolls_of", "rolls_thrown"]

_THROWN = re.compile(r"\*\* \dd6 = ([0-9, ]+) \*\*\*")


def _chat(log: Path) -> Iterator[tuple[int, str]]:
    """Yield every chat text of a log with its step."""
    for step in read_log(log).steps:
        for command in step.commands:
            if isinstance(command, Chat):
                yield step.number, command.text


def lines_told(log: Path) -> list[Line]:
    """Return the lines of a log that stand: what was undone is left out with its undoing."""
    found: list[Line] = []
    for text in (text for _, text in _chat(log) if is_ours(text)):
        line = parse_line(text)
        if is_undone(text):
            del found[len(found) - 1 - found[::-1].index(line)]
        else:
            found.append(line)
    return found


def rolls_of(lines: Iterable[Line]) -> list[int]:
    """Return what was rolled by lines: a die, or the sum of two."""
    rolled: list[int] = []
    for line in lines:
        match line:
            case Weather() | Fire() | BarrageDie():
                rolled.append(line.die)
            case Morale():
                rolled.append(line.roll)
    return rolled


def rolls_thrown(log: Path) -> list[int]:
    """Return what the dice buttons rolled, sum by sum."""
    found = filter(None, (_THROWN.search(text) for _, text in _chat(log)))
    return [sum(map(int, each[1].split(","))) for each in found]


def judged_by_audit(log: Path) -> dict[Verdict, set[Judged]]:
    """Return what the audit says of a log, by verdict: impulse, unit, verdict, rule or place."""
    done, _ = pipeline.audit(log)
    assert done.subject.same_data, "the data have changed since: play the turn again"
    told = [(n, t) for n, t in _chat(log) if is_ours(t) and not is_undone(t)]
    starts = [number for number, text in told if isinstance(parse_line(text), Impulse)]
    found: dict[Verdict, set[Judged]] = {verdict: set() for verdict in Verdict}
    for finding in done.findings:
        impulse = sum(step <= finding.step for step in starts) - 1
        for unit in _whom(finding):
            name = finding.reading or finding.rule
            found[finding.verdict].add((impulse, unit, finding.verdict.value, name))
    return found


def _whom(finding: Finding) -> tuple[str, ...]:
    """Return the unit that is judged, all that are named if it couldn't be."""
    units = finding.evidence.units or ("",)
    return units if finding.verdict is Verdict.NOT_CHECKABLE else units[:1]


class LogTable:
    """A table where all has been rolled already."""

    def __init__(self, rolls: Iterable[int]) -> None:
        """Take the rolls of a log."""
        self._rolls = iter(rolls)

    def weather(self) -> int:
        """Return the roll for the weather."""
        return next(self._rolls)

    def tell(self, line: Line) -> None:
        """Do nothing: it was done."""

    def mistake(self, line: Assault) -> None:
        """Do nothing: it was taken back."""

    def drag(self, unit: str, to: str) -> None:
        """Do nothing."""

    def support(self, line: Commit, *, full: bool) -> None:
        """Do nothing."""

    def volley(self, unit: str, at: str) -> None:
        """Do nothing."""

    def die(self, line: Line, part: str = "all") -> int:
        """Return the next roll."""
        del line, part
        return next(self._rolls)

    def check(self, unit: str, added: Mapping[str, int], *, called: bool) -> int:
        """Return the next roll."""
        del unit, added, called
        return next(self._rolls)
