"""What the audit says: a verdict on one rule, with evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

__all__ = ["Evidence", "Finding", "Item", "Moment", "Verdict"]


class Verdict(StrEnum):
    """What can be said of one check."""

    KEPT = "kept"
    BROKEN = "broken"
    DISPUTED = "disputed"
    NOT_CHECKABLE = "not checkable"


@dataclass(frozen=True, slots=True)
class Moment:
    """When in the game something happened.

    Args:
        turn: Number of the turn, 0 if unknown.
        impulse: 1-based number of the impulse in its turn, 0 outside any.
        side: Id of the phasing side, empty outside any impulse.
        kind: ``action`` or ``pass``.
        points: Points declared.
        phase: Id of the phase, empty if the log doesn't say.
    """

    turn: int = 0
    impulse: int = 0
    side: str = ""
    kind: str = ""
    points: int = 0
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One part of a sum: how much, for what, by which rule.

    ``amount`` is an exact number in words, such as ``1/4``.
    """

    amount: str
    reason: str
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The small, typed facts that a finding rests on; messages are made from it.

    Args:
        units: Data ids.
        hexes: Printed hex numbers in the order that matters (a path: from start to end).
        cost: Exact total, in words, if a cost is the matter.
        allowance: What it is held against.
        items: The parts of ``cost``.
        steps: Log steps concerned, in order.
        facts: Further facts as short (name, value) pairs.
    """

    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    cost: str = ""
    allowance: str = ""
    items: tuple[Item, ...] = ()
    steps: tuple[int, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One verdict of one rule.

    Args:
        rule: Rule id, such as ``WD-6A.2``.
        verdict: Kept, broken, disputed or not checkable.
        step: Log step it is reported at (the last one concerned).
        message: One neutral sentence.
        evidence: What it rests on.
        reading: Id of the ambiguity, if disputed.
        moment: When in the game; the runner fills it in.
        name: Name of the check that made it, if its rule has several.
    """

    rule: str
    verdict: Verdict
    step: int
    message: str
    evidence: Evidence = field(default_factory=Evidence)
    reading: str = ""
    moment: Moment | None = None
    name: str = ""
