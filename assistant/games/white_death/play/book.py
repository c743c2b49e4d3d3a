"""The register of White Death's acts, and the findings its rules make."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from assistant.audit.act import ActBook, Applied
from assistant.audit.finding import Evidence, Finding, Item, Verdict
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset

__all__ = ["ACTS", "Applied", "Part", "Ruled", "exact", "ruling"]

ACTS: ActBook[Position, Ruleset] = ActBook("WD")
"""Chapters add their rules and effects by importing it."""

Ruled = Applied[Position]
"""What an effect returns."""

Part = tuple[Fraction | int, str, str]
"""Amount, reason and rule of one part of a total."""


def exact(amount: Fraction | int) -> str:
    """Return an exact number in words.

    >>> exact(Fraction(7, 2)), exact(3), exact(Fraction(-1, 4))
    ('3 1/2', '3', '-1/4')
    """
    whole, rest = divmod(abs(Fraction(amount)), 1)
    words = [str(whole)] if whole else []
    words += [str(rest)] if rest else []
    return ("-" if amount < 0 else "") + (" ".join(words) or "0")


def ruling(  # noqa: PLR0913 - one argument for each kind of evidence
    rule: str,
    verdict: Verdict | bool,  # noqa: FBT001 - the outcome of a test
    message: str,
    *,
    units: Iterable[str] = (),
    hexes: Iterable[str] = (),
    parts: Iterable[Part] = (),
    allowance: Fraction | int | None = None,
    facts: Iterable[tuple[str, str]] = (),
) -> Finding:
    """Return a finding of an act.

    Args:
        rule: Id of the atom.
        verdict: Or whether the rule was kept.
        message: One neutral sentence.
        units: Ids of units and markers concerned.
        hexes: Printed numbers of hexes, in the order that matters.
        parts: The parts of a total; the total is their sum.
        allowance: What the total is held against.
        facts: Further facts.
    """
    if isinstance(verdict, bool):
        verdict = Verdict.KEPT if verdict else Verdict.BROKEN
    items = tuple(parts)
    total = exact(sum((Fraction(amount) for amount, _, _ in items), Fraction(0))) if items else ""
    evidence = Evidence(
        units=tuple(units),
        hexes=tuple(hexes),
        cost=total,
        allowance=exact(allowance) if allowance is not None else "",
        items=tuple(Item(exact(amount), why, id_) for amount, why, id_ in items),
        facts=tuple(facts),
    )
    return Finding(rule=rule, verdict=verdict, step=0, message=message, evidence=evidence)
