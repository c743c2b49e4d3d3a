"""Everything a game's umpire checks, atom by atom, and what it leaves to people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from assistant.audit.act import ActBook, ActRule
from assistant.audit.ledger import Atom
from assistant.audit.rule import Rule, Rulebook

__all__ = ["Entry", "Register"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One atom, and who checks it.

    Args:
        atom: The atom.
        acts: Functions that judge declared acts.
        log: Functions that judge what a log shows without declarations.
        unchecked: Why nothing checks it, empty if something does.
    """

    atom: Atom
    acts: tuple[ActRule[Any, Any], ...]
    log: tuple[Rule, ...]
    unchecked: str

    @property
    def checked(self) -> bool:
        """Whether any function checks it."""
        return bool(self.acts or self.log)


@dataclass(frozen=True, slots=True)
class Register:
    """The rules of one game as its umpire knows them.

    Args:
        ledger: Atoms by id, in the order of the rulebook.
        acts: Functions that judge declared acts.
        log: Functions that judge what a log shows.
        unchecked: Reasons by the id of an atom that nothing checks.
    """

    ledger: Mapping[str, Atom]
    acts: ActBook[Any, Any]
    log: Rulebook
    unchecked: Mapping[str, str]

    def entry(self, id_: str) -> Entry:
        """Return one atom with who checks it.

        Raises:
            KeyError: There is no such atom.
        """
        atom = self.ledger[id_]
        return Entry(
            atom,
            tuple(rule for rule in self.acts if id_ in rule.ids),
            tuple(rule for rule in self.log if id_ in rule.ids and not rule.hint),
            self.unchecked.get(id_, ""),
        )

    def __iter__(self) -> Iterator[Entry]:
        """Iterate over all atoms in the order of the rulebook."""
        return (self.entry(id_) for id_ in self.ledger)
