"""The register of a game's acts: which rules judge an act, and what it changes.

An act is a line of :mod:`builder.convention`. A rule yields findings about it, all of them, the
kept ones too, and changes nothing. An effect makes the position after it, whether the act was
legal or not; what it can't make sense of it gives back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, Self, TypeVar

from assistant.audit.finding import Finding, Verdict
from builder.convention import Line, verb_of

__all__ = ["ActBook", "ActRule", "Applied", "Readable"]

_ID = re.compile(r"[A-Z]{2,3}-\d+[A-Z]?(?:\.\d+)?\Z")
_WEIGHT = {Verdict.KEPT: 0, Verdict.NOT_CHECKABLE: 1, Verdict.DISPUTED: 2, Verdict.BROKEN: 3}


class Readable(Protocol):
    """What an act is judged by: rules with unclear places that can be read in several ways."""

    def otherwise(self, reading: str) -> Iterable[Self]:
        """Yield these rules with one unclear place read in each of the other ways."""


P = TypeVar("P")
R = TypeVar("R", bound=Readable)

_Check = Callable[[P, Any, R], Iterator[Finding]]
_Effect = Callable[[P, Any, R], "Applied[P]"]


@dataclass(frozen=True)  # no slots: made through an alias, which sets an attribute more
class Applied(Generic[P]):
    """The position after an act, and what of the act could not be applied, in words."""

    position: P
    unapplied: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActRule(Generic[P, R]):
    """One registered check of acts.

    Args:
        ids: Ids of every atom of the rulebook it covers; the first is its own.
        name: Names the offence in kebab case.
        section: Section of the rulebook.
        on: Types of act it judges.
        readings: Ids of the ambiguities that can turn its verdict.
        check: The function.
    """

    ids: tuple[str, ...]
    name: str
    section: str
    on: tuple[type[Line], ...]
    readings: tuple[str, ...]
    check: _Check[P, R]

    @property
    def id(self) -> str:
        """The rule's own id."""
        return self.ids[0]


class ActBook(Generic[P, R]):
    """Rules and effects of the acts of one game.

    Args:
        prefix: Begins every id, before a hyphen.
    """

    def __init__(self, prefix: str) -> None:
        """Start an empty book."""
        self.prefix = prefix
        self._rules: dict[str, ActRule[P, R]] = {}
        self._by_type: dict[type[Line], list[ActRule[P, R]]] = {}
        self._effects: dict[type[Line], _Effect[P, R]] = {}

    def __iter__(self) -> Iterator[ActRule[P, R]]:
        """Iterate in order of registration."""
        return iter(self._rules.values())

    def rule(
        self,
        *ids: str,
        on: tuple[type[Line], ...],
        name: str,
        section: str,
        readings: tuple[str, ...] = (),
    ) -> Callable[[_Check[P, R]], _Check[P, R]]:
        """Register the decorated check; see :class:`ActRule`.

        Raises:
            ValueError: An id is misspelt or the name taken, or the check has no docstring
                (programming mistakes).
        """
        for id_ in ids:
            if not (_ID.match(id_) and id_.startswith(self.prefix + "-")):
                raise ValueError(f"{id_!r} is no rule id of {self.prefix}")
        if not ids or name in self._rules:
            raise ValueError(f"{name}: no ids, or the name is taken")

        def register(check: _Check[P, R]) -> _Check[P, R]:
            if not check.__doc__:
                raise ValueError(f"{name} has no docstring")
            rule = ActRule(ids, name, section, on, readings, check)
            self._rules[name] = rule
            for type_ in on:
                self._by_type.setdefault(type_, []).append(rule)
            return check

        return register

    def effect(self, type_: type[Line]) -> Callable[[_Effect[P, R]], _Effect[P, R]]:
        """Register the decorated function as what an act of a type changes.

        Raises:
            ValueError: The type has an effect already (a programming mistake).
        """
        if type_ in self._effects:
            raise ValueError(f"{type_.__name__} has an effect already")

        def register(effect: _Effect[P, R]) -> _Effect[P, R]:
            self._effects[type_] = effect
            return effect

        return register

    def apply(self, before: P, act: Line, rules: R) -> Applied[P]:
        """Return the position after an act; never refuses."""
        effect = self._effects.get(type(act))
        if effect is None:
            return Applied(before, (f"{verb_of(type(act))}: changes nothing here",))
        return effect(before, act, rules)

    def check(
        self, before: P, act: Line, rules: R, *, disputes: bool = True
    ) -> tuple[Finding, ...]:
        """Return every finding of every rule on an act, in order of registration.

        Args:
            before: Position in which it is done.
            act: The act.
            rules: What it is judged by.
            disputes: Whether unclear places are read the other ways, too; a verdict that
                another reading would turn is then *disputed*.
        """
        judged = self.judged(before, act, rules, disputes=disputes)
        return tuple(each for _, found in judged for each in found)

    def judged(
        self,
        before: P,
        act: Line,
        rules: R,
        *,
        disputes: bool = True,
        names: Container[str] | None = None,
    ) -> Iterator[tuple[ActRule[P, R], list[Finding]]]:
        """Yield every rule for an act with its findings; see :meth:`check`.

        Args:
            before: As there.
            act: As there.
            rules: As there.
            disputes: As there.
            names: Names of the rules that are asked, if not all.
        """
        for rule in self._by_type.get(type(act), ()):
            if names is not None and rule.name not in names:
                continue
            own = list(rule.check(before, act, rules))
            yield rule, _disputed(rule, own, before, act, rules) if disputes else own


def _disputed(
    rule: ActRule[P, R], own: list[Finding], before: P, act: Line, rules: R
) -> list[Finding]:
    """Return findings, disputed where another reading turns them."""
    found = own
    for reading in rule.readings:
        for other in rules.otherwise(reading):
            found = _compared(found, list(rule.check(before, act, other)), reading)
    return found


def _compared(own: list[Finding], others: list[Finding], reading: str) -> list[Finding]:
    """Hold findings against those under another reading: each with those about the same thing."""
    broken = [each for each in others if each.verdict is Verdict.BROKEN]
    fresh = [each for each in broken if not any(_settled(f, each) for f in own)]
    result = []
    for each in own:
        if each.verdict is Verdict.BROKEN:
            turned = not any(_alike(each, other) for other in broken)
        else:
            turned = any(each in _gravest(own, other) for other in fresh)
        result.append(replace(each, verdict=Verdict.DISPUTED, reading=reading) if turned else each)
    added = [each for each in fresh if not _gravest(own, each)]
    return result + [replace(e, verdict=Verdict.DISPUTED, reading=reading) for e in added]


def _alike(one: Finding, other: Finding) -> bool:
    """Tell whether two findings are of one atom and about the same thing.

    They share a unit, or a hex if one of them names no unit; or both name neither.
    """
    if one.rule != other.rule:
        return False
    units, hexes = set(one.evidence.units), set(one.evidence.hexes)
    if units and other.evidence.units:
        return not units.isdisjoint(other.evidence.units)
    if hexes and other.evidence.hexes:
        return not hexes.isdisjoint(other.evidence.hexes)
    return not (units or hexes or other.evidence.units or other.evidence.hexes)


def _settled(own: Finding, other: Finding) -> bool:
    """Tell whether a finding says already that something is broken, or disputed."""
    return own.verdict in {Verdict.BROKEN, Verdict.DISPUTED} and _alike(own, other)


def _gravest(own: list[Finding], other: Finding) -> list[Finding]:
    """Return the findings about the same thing that are gravest."""
    alike = [each for each in own if _alike(each, other)]
    worst = max((_WEIGHT[each.verdict] for each in alike), default=0)
    return [each for each in alike if _WEIGHT[each.verdict] == worst]
