"""What one unit did in one phase: where it stood, which faces it showed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from assistant.audit.result import Note
from assistant.engine.actions import Stop
from assistant.engine.events import Place

__all__ = ["Leg", "Trail", "Turned"]


@dataclass(frozen=True, slots=True)
class Leg:
    """A march: from ``origin`` through ``stops``, all of them hexes."""

    origin: Place
    stops: tuple[Stop, ...]
    cancelled: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class Turned:
    """A counter was turned: to which face, where, when."""

    back: bool
    at: Place
    step: int


class Trail:
    """The drags and turns of one unit in one phase, reduced as they come.

    Going back to where it stood earlier in the phase cancels the drags between; turning a
    counter twice on the same spot cancels both turns.
    """

    def __init__(self, unit: str, origin: Place, *, back: bool) -> None:
        """Begin where the unit stands and with the face it shows."""
        self.unit = unit
        self._chain = [Stop(origin, 0)]
        self._done: list[list[Stop]] = []
        self._cancelled: list[Stop] = []
        self._notes: list[Note] = []
        self._back = back
        self._showed = back
        self._turned: list[Turned] = []

    def move(self, to: Place, step: int) -> None:
        """Record the end of a drag."""
        places = [stop.at for stop in self._chain]
        if to == places[-1]:
            return
        if to not in places:
            self._chain.append(Stop(to, step))
            return
        keep = places.index(to) + 1
        gone = self._chain[keep:]
        del self._chain[keep:]
        self._cancelled += [*gone, Stop(to, step)]
        names = ", ".join(stop.at.name for stop in gone)
        drags = "the drag" if len(gone) == 1 else f"{len(gone)} drags"
        text = f"went back to {to.name}: {drags} to {names} cancelled"
        self._notes.append(Note(step=step, kind="cancelled-drags", text=text, units=(self.unit,)))

    def place(self, at: Place) -> None:
        """Record that it was put down anew; somewhere else that isn't a march."""
        if at != self._chain[-1].at:
            self._done.append(self._chain)
            self._chain = [Stop(at, 0)]

    def flip(self, step: int, *, back: bool) -> None:
        """Record that the counter was turned."""
        if back == self._back:
            return
        self._back = back
        at = self._chain[-1].at
        if self._turned and self._turned[-1].at == at:
            self._turned.pop()
        else:
            self._turned.append(Turned(back, at, step))

    def legs(self) -> Iterator[Leg]:
        """Yield the marches that are left, in order; the last one carries what was cancelled."""
        runs = [run for chain in (*self._done, self._chain) for run in _runs(chain)]
        for number, (origin, stops) in enumerate(runs, start=1):
            cancelled = tuple(self._cancelled) if number == len(runs) else ()
            yield Leg(origin, tuple(stops), cancelled)

    def turns(self) -> Iterator[Turned]:
        """Yield the turns that are left; none if it stands where it began and looks the same."""
        stayed = len(self._chain) == 1 and not self._done
        if not (stayed and self._back == self._showed):
            yield from self._turned

    def notes(self) -> list[Note]:
        """Return what a reader should know of drags that made no march."""
        boxes = [
            (stop, any(map(_on, chain[number:])))
            for chain in (*self._done, self._chain)
            for number, (before, stop) in enumerate(pairwise(chain), start=1)
            if _on(before) and not _on(stop)
        ]
        return self._notes + [
            Note(
                step=stop.step,
                kind="off-and-on" if again else "off-the-hexes",
                text=f"was taken off the hexes to {stop.at.name!r}"
                + (" and put back; it counts as one march" if again else ""),
                units=(self.unit,),
            )
            for stop, again in boxes
        ]


def _on(stop: Stop) -> bool:
    """Tell whether a stop is a hex."""
    return stop.at.hex is not None


def _runs(chain: list[Stop]) -> Iterator[tuple[Place, list[Stop]]]:
    """Yield origin and stops of the march in a chain, if there is one.

    Boxes before the first hex are where it began, boxes after it are left out: off the hexes
    and on again, in one phase, is a march from hex to hex. From a box onto the hexes and off
    again is none.
    """
    if not (_on(chain[0]) or _on(chain[-1])):
        return
    on = [number for number, stop in enumerate(chain) if _on(stop)]
    if on and on[-1] > 0:
        first = max(on[0] - 1, 0)
        yield chain[first].at, [stop for stop in chain[first + 1 :] if _on(stop)]
