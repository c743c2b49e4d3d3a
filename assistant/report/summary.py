"""What every form of report shows: names of units, headings of rules, repeated findings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.audit.builtin import BUILTIN
from assistant.audit.finding import Finding, Moment, Verdict
from assistant.audit.result import Audit
from builder.model.game import Game

__all__ = [
    "Group",
    "Heading",
    "groups",
    "heading",
    "headings",
    "label",
    "moment",
    "reason",
    "result",
    "words",
]

_ACRONYMS = {"afv": "AFV", "mp": "MP", "zoc": "ZOC"}


@dataclass(frozen=True, slots=True)
class Heading:
    """Where a rule stands in the rulebook."""

    rule: str
    name: str
    section: str
    title: str
    page: str
    errata: tuple[str, ...]

    @property
    def offence(self) -> str:
        """What the rule forbids, in words; the title of what has no name of its own."""
        return words(self.name) or self.title


@dataclass(frozen=True, slots=True)
class Group:
    """A finding and the log steps of all others that say the same of the same rule.

    Only what isn't checkable is put together; every other finding stands alone. Of a message
    with a colon the reason behind the last one counts: what comes before names the case.

    Args:
        finding: The first of them.
        steps: Log steps of all.
        units: Units of all.
        times: How many there are.
    """

    finding: Finding
    steps: tuple[int, ...]
    units: tuple[str, ...]
    times: int = 1


def words(name: str) -> str:
    """Return the name of an offence in words."""
    return " ".join(_ACRONYMS.get(word, word) for word in name.split("-"))


def headings(audit: Audit, game: Game) -> dict[str, Heading]:
    """Return the heading of every rule that was checked, by rule id."""
    return {
        tally.rule: heading(tally.rule, tally.name, tally.section, game) for tally in audit.tallies
    }


def heading(rule: str, name: str, section: str, game: Game) -> Heading:
    """Return the heading of a rule; the title comes from the data's index of the rulebook."""
    if rule in BUILTIN:
        return Heading(rule, name, "", BUILTIN[rule].title, "", ())
    entry = game.sections.get(section)
    if entry is None:
        return Heading(rule, name, section, name.replace("-", " ").capitalize(), "", ())
    return Heading(rule, name, section, entry.title, entry.page, entry.errata)


def groups(findings: Iterable[Finding]) -> list[Group]:
    """Put together what isn't checkable for the same rule and reason, at its first place.

    Args:
        findings: In log order.
    """
    first: dict[tuple[str, str, str], int] = {}
    found: list[Group] = []
    for finding in findings:
        steps = finding.evidence.steps or (finding.step,)
        key = (finding.rule, finding.name, reason(finding))
        if finding.verdict is not Verdict.NOT_CHECKABLE:
            found.append(Group(finding, steps, finding.evidence.units))
        elif key not in first:
            first[key] = len(found)
            found.append(Group(finding, steps, finding.evidence.units))
        else:
            old = found[first[key]]
            more = tuple(unit for unit in finding.evidence.units if unit not in old.units)
            every = old.steps + tuple(step for step in steps if step not in old.steps)
            found[first[key]] = Group(old.finding, every, old.units + more, old.times + 1)
    return found


def reason(finding: Finding) -> str:
    """Return why something isn't checkable, without the case."""
    return finding.message.rpartition(": ")[2]


def moment(when: Moment | None, game: Game) -> str:
    """Return when in the game something happened, empty if it isn't known."""
    if when is None:
        return ""
    parts = [f"turn {when.turn}"] if when.turn else []
    if when.impulse:
        side = next((each.name for each in game.sides if each.id == when.side), when.side)
        word = "point" if when.points == 1 else "points"
        parts.append(f"impulse {when.impulse}: {side} {when.kind}, {when.points} {word}")
    if when.phase:
        parts.append(f"{when.phase.replace('-', ' ')} phase")
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


def label(unit: str, game: Game) -> str:
    """Return a unit as people call it; what isn't in the data goes by its id."""
    return game.units[unit].label if unit in game.units else unit


def result(audit: Audit) -> str:
    """Return the outcome in one line: numbers of checks by verdict."""
    order = (Verdict.BROKEN, Verdict.DISPUTED, Verdict.NOT_CHECKABLE, Verdict.KEPT)
    return ", ".join(f"{audit.number(verdict)} {verdict}" for verdict in order)
