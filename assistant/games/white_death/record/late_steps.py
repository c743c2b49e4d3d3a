"""Phases that were stepped late: what was done before the step but is of the phase after it.

The button of the phases is easily forgotten until the first lines of the new phase are there.
Such lines, and what comes after them, belong to the stretch that the step to it begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.engine.events import Acted, Event, ImpulseDeclared, PhaseStepped
from assistant.engine.stretch import Stretch
from assistant.games.white_death.play.sequence.phases import phases_of
from builder.convention import Line
from builder.convention.line import Commit, Fire
from builder.model.game import Game

__all__ = ["fitting_phases", "in_time"]

_DEFENSIVE, _ASSAULT = "defensive-fire", "assault"


def in_time(stretches: Sequence[Stretch], game: Game) -> Iterator[Stretch]:
    """Yield the stretches of a game, every line in its phase as far as a later step allows it."""
    side = ""
    over: tuple[Event, ...] = ()
    for stretch, coming in zip(stretches, _coming(stretches), strict=True):
        if isinstance(stretch.opener, ImpulseDeclared):
            side = stretch.opener.side
        events = over + stretch.events
        cut = len(events)
        if coming and not stretch.guessed:
            cut = _first_late(events, stretch.phase, coming, side, game)
        over = events[cut:]
        yield replace(stretch, events=events[:cut])


def _coming(stretches: Sequence[Stretch]) -> Sequence[frozenset[str]]:
    """Return for each stretch the phases that are stepped to after it in its impulse."""
    found: list[frozenset[str]] = []
    coming: frozenset[str] = frozenset()
    for stretch in reversed(stretches):
        found.append(coming)
        stepped = isinstance(stretch.opener, PhaseStepped)
        coming = coming | {stretch.phase} if stepped else frozenset()
    return found[::-1]


def _first_late(
    events: Sequence[Event], now: str, coming: frozenset[str], side: str, game: Game
) -> int:
    """Return the place of the first line that is of a phase to come and not of this one."""
    for place, event in enumerate(events):
        if isinstance(event, Acted):
            allowed = fitting_phases(event.line, side, game)
            if allowed and now not in allowed and not coming.isdisjoint(allowed):
                return place
    return len(events)


def fitting_phases(act: Line, side: str, game: Game) -> tuple[str, ...]:
    """Return the phases in which an act may be done in an impulse of a side; empty for any.

    Units of the other side fire in the phase of defensive fire, those of the side itself in the
    assault.
    """
    allowed = phases_of(act)
    if _ASSAULT not in allowed:
        return allowed
    match act:
        case Commit(unit=unit) if unit in game.units:
            return (_ASSAULT,) if game.units[unit].side == side else (_DEFENSIVE,)
        case Fire(target=unit) if unit in game.units:
            return (_DEFENSIVE,) if game.units[unit].side == side else (_ASSAULT,)
        case _:
            return allowed
