"""The course of a game between two declarations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.engine.events import Event
from assistant.engine.state import State

__all__ = ["Course", "Stretch"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Events of one phase.

    Args:
        opener: The declaration or roll it begins with, ``None`` for the beginning of the log.
        phase: Phase id, ``""`` if unknown.
        next: The phase stepped to at its end, ``""`` if it ends otherwise.
        guessed: Whether the phase is a guess (see the module).
        cut: Whether it ends at a roll, which is part of the guess.
        late: Whether units were dragged before the step to movement.
        events: Everything after the opener, up to the next declaration.
    """

    opener: Event | None
    phase: str
    events: tuple[Event, ...]
    next: str = ""
    guessed: bool = False
    cut: bool = False
    late: bool = False


@dataclass(frozen=True, slots=True)
class Course:
    """A game as it went on, undone things left out.

    Args:
        start: Position at the beginning.
        stretches: In order; together they hold every event once.
        scenario: Id of the scenario, empty if the file tells none.
        pools: Supply points at the beginning by the id of a pool's marker, as far as told.
    """

    start: State
    stretches: tuple[Stretch, ...]
    scenario: str = ""
    pools: Mapping[str, int] = field(default_factory=dict)
