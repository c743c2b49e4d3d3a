"""Checks that belong to no game: whether the log could be read, and the auditor itself.

======  ================  ===========================================================
Id      Name              Says
======  ================  ===========================================================
LOG-1   unread-entry      An entry was not understood; it was left out of the game.
LOG-2   other-version     The game was started with other data than would judge it, so that it
                          isn't judged; or another version of the module wrote the log.
LOG-3   unknown-piece     A piece has an id the data don't know; it was left out.
LOG-4   doubled-piece     Two pieces have one id; the first was judged, the other not.
LOG-5   between-hexes     A piece lies where two ways to name its hex differ.
LOG-6   unmatched-undo    An undo takes back a line that the log doesn't hold.
LOG-7   set-dice          The dice of a line were set, not rolled, as the line itself says.
AUD-2   failed-rule       A rule failed on an act; the audit is incomplete.
======  ================  ===========================================================

All of them are *not checkable*: they say what the other verdicts don't rest on.
"""

from __future__ import annotations

from dataclasses import dataclass

from assistant.audit.finding import Evidence, Finding, Verdict

__all__ = ["BUILTIN", "LOSSES", "WITHOUT_DATA", "Builtin", "builtin_finding"]


@dataclass(frozen=True, slots=True)
class Builtin:
    """One built-in check: id, name of the fault in kebab case, and what it says."""

    id: str
    name: str
    title: str


BUILTIN = {
    check.id: check
    for check in (
        Builtin("LOG-1", "unread-entry", "Entries that were not understood"),
        Builtin("LOG-2", "other-version", "Data of another version"),
        Builtin("LOG-3", "unknown-piece", "Pieces the data don't know"),
        Builtin("LOG-4", "doubled-piece", "Pieces with the same id"),
        Builtin("LOG-5", "between-hexes", "Pieces between two hexes"),
        Builtin("LOG-6", "unmatched-undo", "Undo of what the log doesn't hold"),
        Builtin("LOG-7", "set-dice", "Dice that were set"),
        Builtin("AUD-2", "failed-rule", "Rules that failed"),
    )
}
"""The built-in checks by id."""

LOSSES = frozenset({"LOG-1", "LOG-3", "LOG-4"})
"""Ids that mean: something of the log was left out of the judgement."""


WITHOUT_DATA = frozenset({"LOG-1", "LOG-6"})
"""Ids of what holds whatever the data are: no unit and no hex is in it."""


def builtin_finding(
    rule: str,
    step: int,
    message: str,
    *,
    units: tuple[str, ...] = (),
    hexes: tuple[str, ...] = (),
) -> Finding:
    """Return a finding of a built-in check, which is never *broken*.

    Args:
        rule: Id of a built-in check.
        step: Log step, 0 for the starting position.
        message: One neutral sentence.
        units: Data ids concerned.
        hexes: Printed hex numbers concerned.
    """
    evidence = Evidence(units=units, hexes=hexes, steps=(step,))
    return Finding(
        rule=BUILTIN[rule].id,
        verdict=Verdict.NOT_CHECKABLE,
        step=step,
        message=message,
        evidence=evidence,
    )
