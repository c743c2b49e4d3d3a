"""The sequence of play as data, in words of this edition, with the sections they come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["ImpulseKind", "Phase", "Sequence", "Stage", "Step"]


@dataclass(frozen=True, slots=True)
class Step:
    """Something done in a stage or phase.

    Args:
        who: ``phasing`` or ``other``, id of a side, or empty.
        text: What, in own words.
        rules: Sections of the rules.
        errata: Ids of the errata it follows.
    """

    who: str
    text: str
    rules: tuple[str, ...]
    errata: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a turn."""

    id: str
    name: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of an impulse.

    Args:
        id: As in :attr:`~builder.model.game.Game.phases`.
        name: As shown to people.
        who: Who acts: ``phasing`` or ``other``.
        rule: Section of the rules.
        steps: In order.
    """

    id: str
    name: str
    who: str
    rule: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class ImpulseKind:
    """A kind of impulse.

    Args:
        id: ``action`` or ``pass``.
        name: As shown to people.
        points: Least movement points by side.
        exact: Whether it takes exactly those.
        less_if_all: Whether it may take less if that is all a side has left.
        phases: Ids of the phases in which something may be done.
        text: What is allowed, in own words.
        rules: Sections of the rules.
    """

    id: str
    name: str
    points: Mapping[str, int]
    exact: bool
    less_if_all: bool
    phases: tuple[str, ...]
    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sequence:
    """A turn from its start to its end.

    Args:
        stages: Parts of a turn in order; the phases belong to the one with id ``impulses``.
        phases: Phases of an impulse in order.
        impulses: Kinds of impulse.
    """

    stages: tuple[Stage, ...] = ()
    phases: tuple[Phase, ...] = ()
    impulses: tuple[ImpulseKind, ...] = ()
