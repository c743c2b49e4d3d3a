"""Conditions as small facts: what rule, whether it holds, and in words what was looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.play.book import ruling

__all__ = ["Condition", "findings", "hold"]


class Condition(NamedTuple):
    """One condition of an act.

    Args:
        rule: Id of the atom.
        holds: Whether it holds; ``None`` if that can't be known.
        told: One neutral sentence.
    """

    rule: str
    holds: bool | None
    told: str


def hold(conditions: Iterable[Condition]) -> bool:
    """Tell whether no condition fails."""
    return all(each.holds is not False for each in conditions)


def findings(
    conditions: Iterable[Condition], units: Iterable[str] = (), hexes: Iterable[str] = ()
) -> Iterator[Finding]:
    """Yield a finding for every condition."""
    units, hexes = tuple(units), tuple(hexes)
    for rule, holds, told in conditions:
        verdict: Verdict | bool = Verdict.NOT_CHECKABLE if holds is None else holds
        yield ruling(rule, verdict, told, units=units, hexes=hexes)
