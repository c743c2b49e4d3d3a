"""Takes back what the engine's undo took back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.audit.builtin import builtin_finding
from assistant.audit.finding import Finding
from assistant.audit.result import Note
from assistant.engine.events import (
    Event,
    ImpulseDeclared,
    PhaseStepped,
    Retracted,
    TurnStepped,
    WeatherSet,
)

__all__ = ["Settled", "settle"]

Declaration = ImpulseDeclared | PhaseStepped | TurnStepped | WeatherSet
Settled = tuple[tuple[Event, ...], tuple[Note, ...], tuple[Finding, ...]]
"""Events that stand, notes about the others, findings about an undo that fits nothing."""

_WORDS = {
    ImpulseDeclared: "declaration of an impulse",
    PhaseStepped: "phase step",
    TurnStepped: "turn step",
    WeatherSet: "weather",
}


def settle(events: Sequence[Event]) -> Settled:
    """Drop every declaration that was undone, and its retraction.

    A retraction belongs to the latest declaration before it that says the same and still
    stands (the engine undoes the last act first, and from 3.6.0 on repeats the undone line;
    older logs don't bracket an undo, so the text is what pairs them). One that fits none is
    dropped alone and becomes a ``LOG-6`` finding.

    Args:
        events: In log order.

    Returns:
        The events that stand in the same order, a note per pair, a finding per single.
    """
    gone: set[int] = set()
    open_: dict[Declaration, list[int]] = {}
    notes: list[Note] = []
    findings: list[Finding] = []
    for index, event in enumerate(events):
        match event:
            case ImpulseDeclared() | PhaseStepped() | TurnStepped() | WeatherSet():
                open_.setdefault(replace(event, step=0), []).append(index)
            case Retracted(what=what, step=step):
                gone.add(index)
                word = _WORDS[type(what)]
                earlier = open_.get(replace(what, step=0))
                if not earlier:
                    text = f"an undo takes back a {word} that the log doesn't hold"
                    findings.append(builtin_finding("LOG-6", step, text))
                    continue
                taken = earlier.pop()
                gone.add(taken)
                text = f"the {word} of step {events[taken].step} was undone and doesn't count"
                notes.append(Note(step=step, kind="undone-declaration", text=text))
            case _:
                pass
    left = tuple(event for index, event in enumerate(events) if index not in gone)
    return left, tuple(notes), tuple(findings)
