"""Cuts a game into stretches: what lies between two declarations, all in one phase.

A unit that is dragged after the declaration but before the step to movement moves in one
phase with those dragged after it: the step was only pressed late, and its points must not
count twice. Such a stretch isn't cut there, and says so.

How the phase of a stretch is known, in this order:

1. the phase step that opens it says the new phase;
2. the phase step that closes it says the old phase (after an impulse is declared the module
   need not say the phase it begins with);
3. an impulse without any phase step begins with movement, until dice are rolled; what comes
   after the roll may be combat, so its phase is unknown. This is the only guess, and it is
   marked as one;
4. otherwise, such as before the first impulse, the phase is unknown: ``""``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.engine.events import (
    Acted,
    Event,
    Flipped,
    ImpulseDeclared,
    Moved,
    PhaseStepped,
    Rolled,
    TurnStepped,
)
from assistant.engine.stretch import Stretch

__all__ = ["MOVEMENT", "stretches"]

MOVEMENT = "movement"
"""The phase in which units march, in every game's data that has phases."""


def stretches(events: Sequence[Event], phases: Sequence[str]) -> Iterator[Stretch]:
    """Yield the stretches of a game in order; together they hold every event once.

    Args:
        events: What stands after undo, in log order.
        phases: Phase ids of the game.
    """
    opener: Event | None = None
    body: list[Event] = []
    for event in events:
        if _is_late(opener, body, event):
            body.append(event)
        elif isinstance(event, ImpulseDeclared | PhaseStepped | TurnStepped):
            yield from _cut(opener, body, event, phases)
            opener, body = event, []
        else:
            body.append(event)
    yield from _cut(opener, body, None, phases)


def _is_late(opener: Event | None, body: list[Event], event: Event) -> bool:
    """Tell whether a step to movement comes after the first drags of the impulse.

    What moves in the step of a line, such as a counter that comes back, is no drag.
    """
    if not (
        isinstance(opener, ImpulseDeclared)
        and isinstance(event, PhaseStepped)
        and event.new == MOVEMENT
    ):
        return False
    with_lines = {earlier.step for earlier in body if isinstance(earlier, Acted)}
    return any(
        isinstance(earlier, Flipped)
        or (isinstance(earlier, Moved) and earlier.step not in with_lines)
        for earlier in body
    )


def _cut(
    opener: Event | None, body: list[Event], closer: Event | None, phases: Sequence[str]
) -> Iterator[Stretch]:
    """Yield the stretch between two declarations, in two parts if its end is unknown."""
    events = tuple(body)
    after = closer.new if isinstance(closer, PhaseStepped) else ""
    late = any(isinstance(event, PhaseStepped) for event in events)
    match opener, closer:
        case _ if late:
            yield Stretch(opener, MOVEMENT, events, after, late=True)
        case PhaseStepped(new=phase), _:
            yield Stretch(opener, phase, events, after)
        case ImpulseDeclared(), PhaseStepped(old=phase):
            yield Stretch(opener, phase, events, after)
        case ImpulseDeclared(), _ if MOVEMENT in phases:
            rolls = (number for number, event in enumerate(body) if isinstance(event, Rolled))
            end = next(rolls, len(body))
            yield Stretch(opener, MOVEMENT, events[:end], guessed=True, cut=end < len(body))
            if end < len(body):
                yield Stretch(body[end], "", events[end + 1 :])
        case _:
            yield Stretch(opener, "", events, after)
