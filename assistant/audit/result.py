"""What one audit leaves: whom it was about, findings, notes, and a count for every rule."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assistant.audit.finding import Finding, Verdict

__all__ = ["Audit", "Note", "Player", "Subject", "Tally"]

_CLEAN, _FOUND, _UNUSABLE = 0, 1, 2
_SCANS = re.compile(r"[+.]art\.[0-9a-f]{4}\Z")  # pictures of a module's own change no figure


@dataclass(frozen=True, slots=True)
class Player:
    """A person at the table, known as ``P1``, ``P2`` ...; ``side`` as the log names it."""

    name: str
    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What was judged, and by what.

    Args:
        file: Name of the log file, without its folder.
        module: Module named in the log, and its version.
        module_version: Version of that module, empty if the log doesn't say.
        engine: Version of VASSAL that wrote the log, empty if the log doesn't say.
        game: Id of the game.
        data: Digest of the data the game was started with, as the log says.
        judged_version: Version of the data it was judged by.
        judged_data: Digest of that data.
        judged_by: Where that data came from, in words.
        players: In order of their numbers.
        steps: Number of log steps.
    """

    file: str
    module: str
    module_version: str
    engine: str
    game: str
    data: str
    judged_version: str
    judged_data: str
    judged_by: str
    players: tuple[Player, ...]
    steps: int

    @property
    def same_model(self) -> bool:
        """Whether the game was started with the very data that judge; else nothing is judged.

        A hex number and a figure of other data mean other things.
        """
        return bool(self.data) and self.data == self.judged_data

    @property
    def same_data(self) -> bool:
        """Whether the log was started with the data it is judged by, and written by their module.

        The module that started a game and the one that wrote the log can differ: a saved game
        keeps the data of the former when the latter loads it.
        """
        played, judged = (
            _SCANS.sub("", version) for version in (self.module_version, self.judged_version)
        )
        return self.same_model and played == judged


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something a reader of the report should know, which is no finding.

    Args:
        step: Log step.
        kind: What sort of note, in kebab case, such as ``cancelled-drags``.
        text: One sentence without the unit's name.
        units: Data ids concerned.
    """

    step: int
    kind: str
    text: str
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How often one rule was checked, by verdict."""

    rule: str
    name: str
    section: str
    kept: int = 0
    broken: int = 0
    disputed: int = 0
    not_checkable: int = 0

    @property
    def checked(self) -> int:
        """Number of checks, whatever their outcome."""
        return self.kept + self.broken + self.disputed + self.not_checkable


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """One finished audit.

    Args:
        subject: What was judged, and by what.
        findings: Everything but *kept*, in log order.
        notes: In log order.
        tallies: In order of the rulebook, built-in checks last; only what was checked.
        counts: Numbers of what was read, as (name, number) pairs.
        lossy: Whether parts of the log could not be judged because they were not understood.
        crashed: Whether a rule failed, so that the audit is incomplete.
    """

    subject: Subject
    findings: tuple[Finding, ...]
    notes: tuple[Note, ...]
    tallies: tuple[Tally, ...]
    counts: tuple[tuple[str, int], ...] = ()
    lossy: bool = False
    crashed: bool = False

    def number(self, verdict: Verdict) -> int:
        """Return how many checks of the rules ended in a verdict."""
        field = verdict.value.replace(" ", "_")
        return sum(getattr(tally, field) for tally in self.tallies)

    @property
    def status(self) -> int:
        """Exit status: 0 clean, 1 something broken or salvaged with loss, 2 incomplete."""
        if self.crashed:
            return _UNUSABLE
        broken = any(finding.verdict is Verdict.BROKEN for finding in self.findings)
        return _FOUND if broken or self.lossy else _CLEAN
