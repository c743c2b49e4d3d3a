"""Takes back what the engine's undo took back, and turns and phases set back by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.audit.builtin import builtin_finding
from assistant.audit.finding import Finding
from assistant.audit.result import Note
from assistant.engine.events import (
    Acted,
    Event,
    Flipped,
    ImpulseDeclared,
    LossSet,
    Moved,
    PhaseStepped,
    Placed,
    Removed,
    Retracted,
    Said,
    TurnStepped,
    Undone,
    WeatherSet,
)
from builder.convention import verb_of

__all__ = ["Settled", "settle"]

Declaration = ImpulseDeclared | PhaseStepped | TurnStepped | WeatherSet | Acted
Settled = tuple[tuple[Event, ...], tuple[Note, ...], tuple[Finding, ...]]
"""Events that stand, notes about the others, findings about an undo that fits nothing."""

_WORDS = {
    ImpulseDeclared: "declaration of an impulse",
    PhaseStepped: "phase step",
    TurnStepped: "turn step",
    WeatherSet: "weather",
}
_ON_THE_TABLE = (Flipped, LossSet, Moved, Placed, Removed)


def settle(events: Sequence[Event]) -> Settled:
    """Drop every line of the module that was undone, and its retraction.

    What an undone act changed on the table, and its undo changed back, counts as told by a line:
    it is no act of its own. A retraction belongs to the latest line before it that says the
    same and still stands (the engine undoes the last act first, and from 3.6.0 on repeats the
    undone line; older logs don't bracket an undo, so the text is what pairs them). One that fits
    none is dropped alone and becomes a ``LOG-6`` finding.

    Args:
        events: In log order.

    Returns:
        The events that stand in the same order, a note per pair, a finding per single.
    """
    standing, notes, findings = _retracted(events)
    standing, turned = _turned_back(standing)
    standing, round_ = _gone_round(standing)
    return standing, (*notes, *turned, *round_), findings


def _retracted(events: Sequence[Event]) -> Settled:
    """Drop what the engine's undo took back."""
    gone: set[int] = set()
    undone: set[int] = set()
    open_: dict[Declaration, list[int]] = {}
    notes: list[Note] = []
    findings: list[Finding] = []
    for index, event in enumerate(events):
        match event:
            case ImpulseDeclared() | PhaseStepped() | TurnStepped() | WeatherSet() | Acted():
                open_.setdefault(replace(event, step=0), []).append(index)
            case Retracted(what=what, step=step):
                gone.add(index)
                word = _word(what)
                earlier = open_.get(replace(what, step=0))
                if not earlier:
                    text = f"an undo takes back a {word} that the log doesn't hold"
                    findings.append(builtin_finding("LOG-6", step, text))
                    continue
                taken = earlier.pop()
                gone.add(taken)
                if isinstance(what, Acted):
                    undone |= {step, events[taken].step}
                text = f"the {word} of step {events[taken].step} was undone and doesn't count"
                notes.append(Note(step=step, kind="undone-declaration", text=text))
            case _:
                pass
    left = tuple(
        replace(event, told=True)
        if event.step in undone and isinstance(event, _ON_THE_TABLE)
        else event
        for index, event in enumerate(events)
        if index not in gone
    )
    return left, tuple(notes), tuple(findings)


def _word(what: Declaration) -> str:
    """Return what was undone, in words."""
    if isinstance(what, Acted):
        return f"line about {verb_of(type(what.line))}"
    return _WORDS[type(what)]


def _turned_back(events: Sequence[Event]) -> tuple[tuple[Event, ...], tuple[Note, ...]]:
    """Drop steps of the turn marker that the next ones set back before any impulse.

    The marker has a button for each direction, so a click too many is put right by the other
    one and not by undo. Taken for turns, the two would forget the points spent.
    """
    gone: set[int] = set()
    onward: list[tuple[int, TurnStepped]] = []
    notes: list[Note] = []
    for index, event in enumerate(events):
        match event:
            case ImpulseDeclared():
                onward = []
            case TurnStepped(old=old, new=new, step=step):
                if not onward or (onward[-1][1].old, onward[-1][1].new) != (new, old):
                    onward.append((index, event))
                    continue
                earlier, first = onward.pop()
                gone |= {earlier, index}
                text = f"the turn went back to {new}; the step to {old} in step {first.step}"
                note = Note(step=step, kind="undone-declaration", text=f"{text} doesn't count")
                notes.append(note)
            case _:
                pass
    return tuple(event for index, event in enumerate(events) if index not in gone), tuple(notes)


def _gone_round(events: Sequence[Event]) -> tuple[tuple[Event, ...], tuple[Note, ...]]:
    """Drop phase steps that lead back to the phase they began in, with nothing done on the way.

    The button only goes onward, so a click too many is put right by going all the way round.
    Taken for a new phase, it would let every unit march again.
    """
    gone: set[int] = set()
    steps: list[tuple[int, PhaseStepped]] = []
    notes: list[Note] = []
    for index, event in enumerate(events):
        match event:
            case PhaseStepped(new=new, step=step):
                steps.append((index, event))
                first = next((n for n, (_, one) in enumerate(steps) if one.old == new), None)
                if first is None:
                    continue
                gone |= {at for at, _ in steps[first:]}
                text = (
                    f"went round to {new} again since step {steps[first][1].step}; it is one phase"
                )
                notes.append(Note(step=step, kind="undone-declaration", text=text))
                del steps[first:]
            case Said() | Undone() | WeatherSet():
                pass
            case _:
                steps = []
    return tuple(event for index, event in enumerate(events) if index not in gone), tuple(notes)
