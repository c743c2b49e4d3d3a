"""The ledger of a game's rules: every atom of the rulebook by its id, in own words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from assistant.errors import LogError

__all__ = ["Atom", "read_ledger"]

_SEEN = frozenset({"always", "declared", "human"})
_SECTION = re.compile(r"[A-Z]+-(\d+[A-Z]?)\.\d+\Z")


@dataclass(frozen=True, slots=True)
class Atom:
    """One thing that a section of the rulebook says.

    Args:
        id: Its name for ever, such as ``WD-4A.3``.
        text: What it says, in own words.
        errata: Whether printed corrections are worked in.
        seen: What a log must hold to judge it: ``always`` (positions, markers, dice), ``declared``
            (a line that ties dice to units), ``human`` (a person's judgement).
        readings: Ids of the unclear places it depends on.
    """

    id: str
    text: str
    errata: bool
    seen: str
    readings: tuple[str, ...]

    @property
    def section(self) -> str:
        """The section of the rulebook, such as ``4A``."""
        found = _SECTION.match(self.id)
        return found.group(1) if found else ""


def read_ledger(path: Path) -> Mapping[str, Atom]:
    """Return the atoms of a game by id, in the order of the rulebook.

    Args:
        path: The game's ``ledger.toml``.

    Raises:
        LogError: The file is missing or damaged: the installation is.
    """
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))["atom"]
        atoms = [_atom(entry) for entry in entries]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LogError(f"{path}: can't be read ({error}); reinstall the program") from None
    return {atom.id: atom for atom in atoms}


def _atom(entry: Mapping[str, object]) -> Atom:
    """Return one atom.

    Raises:
        ValueError: An entry isn't what it should be.
    """
    id_, text, seen = (str(entry[key]) for key in ("id", "text", "seen"))
    readings = entry.get("readings", [])
    if not _SECTION.match(id_) or seen not in _SEEN or not isinstance(readings, list):
        raise ValueError(f"atom {id_}: bad id, 'seen' or 'readings'")
    return Atom(id_, text, entry.get("errata") is True, seen, tuple(map(str, readings)))
