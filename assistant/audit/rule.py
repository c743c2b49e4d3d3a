"""The register of a game's rules: ids, name, citation and the function that checks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from assistant.audit.finding import Finding
from assistant.engine.state import Ply
from builder.model.game import Game

__all__ = ["Check", "Rule", "Rulebook"]

_ID = re.compile(r"[A-Z]{2,3}-\d+[A-Z]?(?:\.\d+)?\Z")

Check = Callable[[Ply, Game], Iterator[Finding]]
"""Yields one finding per thing checked, the kept ones too; changes nothing."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One registered check.

    Args:
        ids: Ids of every atom of the rulebook it covers; the first is its own.
        name: Names the offence in kebab case, such as ``march-beyond-points``.
        section: Section of the rulebook, as in the data's index of rules.
        check: The function.
        hint: Whether it only says that a log touches the rule, without judging it.
    """

    ids: tuple[str, ...]
    name: str
    section: str
    check: Check
    hint: bool = False

    @property
    def id(self) -> str:
        """The rule's own id."""
        return self.ids[0]


class Rulebook:
    """The rules of one game, in the order of the printed rulebook."""

    def __init__(self, prefix: str) -> None:
        """Start an empty rulebook whose ids all begin with ``prefix`` and a hyphen."""
        self.prefix = prefix
        self._rules: dict[str, Rule] = {}

    def __iter__(self) -> Iterator[Rule]:
        """Iterate in order of registration."""
        return iter(self._rules.values())

    def rule(
        self, *ids: str, name: str, section: str, hint: bool = False
    ) -> Callable[[Check], Check]:
        """Register the decorated check under one or more ids.

        Raises:
            ValueError: An id is misspelt or taken, or the check has no docstring
                (programming mistakes).
        """
        for id_ in ids:
            if not (_ID.match(id_) and id_.startswith(self.prefix + "-")):
                raise ValueError(f"{id_!r} is no rule id of {self.prefix}")
        if not ids or ids[0] in self._rules:
            raise ValueError(f"{ids} is empty or taken")

        def register(check: Check) -> Check:
            if not check.__doc__:
                raise ValueError(f"{ids[0]} has no docstring")
            self._rules[ids[0]] = Rule(ids, name, section, check, hint)
            return check

        return register
