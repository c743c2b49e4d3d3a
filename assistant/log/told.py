"""What the module's lines tell and the table shows as well, put together: one act, not two.

The line of a retreat says the way, and then the counter is dragged there, or the other way
round: the line then stands where the first of both was. What changes on the table in the step
of a line is its doing, such as a counter's loss: a step is one act of one player. All that
counts as told by the line. Marches are what the drags say, whatever a line says of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from assistant.engine.events import Acted, Event, LossSet, Moved, Placed, Removed
from assistant.engine.stretch import Stretch
from builder.convention.line import (
    Advance,
    Enter,
    Entrain,
    Follow,
    Line,
    Loss,
    Reequip,
    Retreat,
    Slip,
)

__all__ = ["told"]

_FAR = 64
"""Changes of a piece that are looked at for one line, at most."""


@dataclass(frozen=True, slots=True)
class _Way:
    """Who goes where by a line: ``first`` is empty if the line doesn't say where from."""

    unit: str
    first: str
    last: str


def told(stretch: Stretch) -> Stretch:
    """Return a stretch with lines before what they tell, and that marked as told.

    Within a step of the log lines come first: what a step changes on the table they explain.
    """
    if not any(isinstance(event, Acted) for event in stretch.events):
        return stretch
    return replace(stretch, events=tuple(_Teller(_lines_first(stretch.events)).arranged()))


def _lines_first(events: Sequence[Event]) -> list[Event]:
    """Return events with the lines of each step before everything else in it."""
    first = {event.step: at for at, event in reversed(list(enumerate(events)))}
    places = [
        (first[event.step] if isinstance(event, Acted) else at, not isinstance(event, Acted), at)
        for at, event in enumerate(events)
    ]
    return [events[at] for _, _, at in sorted(places)]


class _Teller:
    """Looks for what each line of a stretch tells; places are those in the list of its events."""

    def __init__(self, events: Sequence[Event]) -> None:
        """Sort changes on the table, and lines, by whom they are about."""
        self._events = events
        self._marked: set[int] = set()
        self._changes: dict[str, list[int]] = {}
        self._ways: dict[str, list[int]] = {}
        self._losses: dict[str, list[int]] = {}
        for at, event in enumerate(events):
            if isinstance(event, Acted):
                way = _way(event.line)
                if way is not None:
                    self._ways.setdefault(way.unit, []).append(at)
                if isinstance(event.line, Loss):
                    self._losses.setdefault(event.line.unit, []).append(at)
            elif isinstance(event, (LossSet, Moved, Placed, Removed)) and not event.told:
                self._changes.setdefault(event.unit, []).append(at)

    def arranged(self) -> Iterator[Event]:
        """Yield all events, each line before what it tells."""
        early: dict[int, list[int]] = {}
        with_lines = {event.step for event in self._events if isinstance(event, Acted)}
        for all_ in self._changes.values():
            self._marked.update(n for n in all_ if self._events[n].step in with_lines)
        for at, event in enumerate(self._events):
            if isinstance(event, Acted):
                found = self._explained(event.line, at)
                self._marked.update(found)
                if found and found[0] < at:
                    early.setdefault(found[0], []).append(at)
        pulled = {at for lines in early.values() for at in lines}
        for at, event in enumerate(self._events):
            yield from (self._events[line] for line in early.get(at, ()))
            if at not in pulled:
                yield replace(event, told=True) if at in self._marked else event

    def _explained(self, line: Line, at: int) -> list[int]:
        """Return the places of what a line tells of, in order."""
        match line:
            case Loss(unit=unit):
                return [*self._loss(unit, at), *self._leaving(unit, at)]
            case Reequip(unit=unit):
                return self._leaving(unit, at)
            case _:
                way = _way(line)
                return self._drags(way, at) if way is not None else []

    def _next(self, unit: str, at: int, end: int) -> Iterator[int]:
        """Yield the changes of a piece between two places that no line has told of yet."""
        all_ = self._changes.get(unit, [])
        first = bisect_left(all_, at)
        for number in range(first, min(bisect_left(all_, end), first + _FAR)):
            if all_[number] not in self._marked:
                yield all_[number]

    def _until(self, lines: dict[str, list[int]], unit: str, at: int) -> int:
        """Return where the next line of a sort about a unit stands."""
        all_ = lines.get(unit, [])
        after = bisect_left(all_, at + 1)
        return all_[after] if after < len(all_) else len(self._events)

    def _drags(self, way: _Way, at: int) -> list[int]:
        """Return the drags that carry out a way: those that follow, else those before it."""
        found: list[int] = []
        for place in self._next(way.unit, at, self._until(self._ways, way.unit, at)):
            event = self._events[place]
            if isinstance(event, Moved):
                found.append(place)
                if event.to.hex is not None and event.to.name == way.last:
                    return found
        return self._drags_before(way, at)

    def _drags_before(self, way: _Way, at: int) -> list[int]:
        """Return the drags before a line that end where it says: from its first hex, if told."""
        found: list[int] = []
        all_ = self._changes.get(way.unit, [])
        last = bisect_left(all_, at)
        for place in reversed(all_[max(0, last - _FAR) : last]):
            event = self._events[place]
            if place in self._marked or not isinstance(event, Moved):
                break
            if not found and (event.to.hex is None or event.to.name != way.last):
                break
            found.insert(0, place)
            if not way.first or event.origin.name == way.first:
                return found
        return found[-1:]

    def _loss(self, unit: str, at: int) -> list[int]:
        """Return the change of a counter's loss after a line that has none in its step."""
        end = self._until(self._losses, unit, at)
        step = self._events[at].step
        own = (n for n in self._changes.get(unit, ()) if self._events[n].step == step)
        if any(isinstance(self._events[n], LossSet) for n in own):
            return []
        changes = (n for n in self._next(unit, at, end) if isinstance(self._events[n], LossSet))
        return list(changes)[:1]

    def _leaving(self, unit: str, at: int) -> list[int]:
        """Return where a piece next leaves the hexes."""
        end = self._until(self._losses, unit, at)
        gone = (n for n in self._next(unit, at, end) if _leaves(self._events[n]))
        return list(gone)[:1]


def _way(line: Line) -> _Way | None:
    """Return who goes where by a line, ``None`` if nobody does."""
    match line:
        case Retreat(unit, path) | Entrain(unit, path, _) if path:
            return _Way(unit, path[0], path[-1])
        case Enter(unit, path) if path:
            return _Way(unit, "", path[-1])
        case Advance(unit, to) | Slip(unit, to) | Follow(unit, to, _):
            return _Way(unit, "", to)
        case _:
            return None


def _leaves(event: Event) -> bool:
    """Tell whether a piece leaves the hexes."""
    return isinstance(event, Removed) or (isinstance(event, Moved) and event.to.hex is None)
