"""Events become plies: what the rules judge.

All drags of a unit in one phase are one march. Its stops bind, their order too; a drag back
to a place where it stood earlier in the phase cancels what lies between (this covers the
engine's undo as well, bracketed or bare), and if nothing is left there was no march. A drag
off the hexes ends a march, unless it is put back on them in the same phase; a drag from a box
onto the map begins one. A march ends with its phase; see :mod:`assistant.log.stretch` for how
phases are known. What the weather was is told once a turn: that of the turn before is not it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from assistant.audit.finding import Finding
from assistant.audit.result import Note
from assistant.engine.actions import (
    Action,
    Deploy,
    Impulse,
    ImpulseEnd,
    March,
    PhaseEnd,
    Touched,
    TurnEnd,
)
from assistant.engine.events import (
    Event,
    Flipped,
    ImpulseDeclared,
    LossSet,
    Moved,
    Place,
    Placed,
    Removed,
    Rolled,
    Said,
    TurnStepped,
    Undone,
    WeatherSet,
)
from assistant.engine.state import Ply, State
from assistant.engine.stretch import Stretch
from assistant.log.rolls import Rolls, set_dice
from assistant.log.stretch import stretches
from assistant.log.told import told
from assistant.log.trail import Trail
from assistant.log.undo import settle
from builder.convention import MARK, Absence
from builder.model.game import Game

__all__ = ["Folded", "fold"]

_TELLS_UNDO = frozenset({"cancelled-drags", "undone-declaration"})


@dataclass(frozen=True, slots=True)
class Folded:
    """A game as plies.

    Args:
        start: Position at the beginning.
        plies: In log order; of equal steps, in the order in which the log has them.
        notes: In log order.
        findings: About undos that fit nothing, and dice that were set.
        end: Position at the end.
        stretches: The same game between declarations.
    """

    start: State
    plies: tuple[Ply, ...]
    notes: tuple[Note, ...]
    findings: tuple[Finding, ...]
    end: State
    stretches: tuple[Stretch, ...] = ()


def fold(events: Sequence[Event], game: Game, opening: State | None = None) -> Folded:
    """Fold the events of a log, step 0 (the starting position) included.

    Marches and turned counters are those of units of the data. Other pieces change the
    position; put on the hexes or taken off them, they are ``Touched`` (placed, removed), as is
    a unit taken off the hexes.

    Args:
        events: In log order.
        game: Its phases, sides and units are used.
        opening: What is known at the beginning apart from the pieces.
    """
    first = next((n for n, event in enumerate(events) if event.step > 0), len(events))
    start = opening or State()
    for event in events[:first]:
        start = start.after(event)
    standing, notes, findings = settle(events[first:])
    folder = _Folder(start, game)
    cut = tuple(told(stretch) for stretch in stretches(standing, game.phases))
    for stretch in cut:
        folder.add(stretch)
    folder.end_impulse()
    every = _ordered((*notes, *folder.notes))
    findings = (*findings, *set_dice(standing))
    return Folded(start, _foreseen(folder.plies), every, findings, folder.state, cut)


def _foreseen(plies: Sequence[Ply]) -> tuple[Ply, ...]:
    """Tell marches whether their counter was turned to its front later in the impulse.

    What was turned in the phase of the march itself doesn't count.
    """
    found, turned, in_phase = list[Ply](), set[tuple[str, int]](), set[tuple[str, int]]()
    for ply in reversed(plies):
        match ply.action:
            case PhaseEnd():
                turned |= in_phase
                in_phase.clear()
            case Deploy(unit=unit, back=False, impulse=Impulse(step=step)):
                in_phase.add((unit, step))
            case March(unit=unit, impulse=Impulse(step=step)) as march if (unit, step) in turned:
                found.append(replace(ply, action=replace(march, front_later=True)))
                continue
            case _:
                pass
        found.append(ply)
    return tuple(reversed(found))


def _ordered(notes: Sequence[Note]) -> tuple[Note, ...]:
    """Return notes in log order; an undo says so itself only where no other note tells what."""
    told = {note.step for note in notes if note.kind in _TELLS_UNDO}
    left = [note for note in notes if note.kind != "undo" or note.step not in told]
    undone = {note.step for note in notes if note.kind == "undo"}
    marked = [
        replace(note, text=f"{note.text} (by the engine's undo)")
        if note.kind == "cancelled-drags" and note.step in undone
        else note
        for note in left
    ]
    return tuple(sorted(marked, key=lambda note: note.step))


class _Folder:
    """The fold as it goes on, stretch by stretch."""

    def __init__(self, start: State, game: Game) -> None:
        """Begin with the starting position, outside any impulse."""
        self.state = start
        self.plies: list[Ply] = []
        self.notes: list[Note] = []
        self._game = game
        self._impulse: Impulse | None = None
        self._before_impulse = start
        self._phase = ""
        self._step = 0
        self._rolled = False  # in the impulse that is going on, before the stretch at hand

    def add(self, stretch: Stretch) -> None:
        """Fold one stretch."""
        self._phase = stretch.phase
        if stretch.opener is not None:
            self._open(stretch.opener)
        before, made = self._under_its_sky(stretch), list[Ply]()
        trails: dict[str, Trail] = {}
        for event in stretch.events:
            made += self._see(event, trails)
        rolls = Rolls(stretch.events)
        acts = [act for trail in trails.values() for act in self._acts(trail, rolls)]
        marches = tuple(act for act in acts if isinstance(act, March))
        made += [Ply(before, act, self.state, marches) for act in acts]
        self.notes += [note for trail in trails.values() for note in trail.notes()]
        made.sort(key=lambda ply: ply.action.step)
        self.plies += made
        self._rolled = self._rolled or bool(rolls)
        self._remark_phase(stretch, made)
        if made or self._impulse is not None:
            end = PhaseEnd(
                step=self._step,
                phase=self._phase,
                next=stretch.next,
                impulse=self._impulse,
                sure=not stretch.cut,
                rolled=bool(rolls),
                rolled_for=rolls.units,
            )
            self.plies.append(Ply(before, end, self.state))

    def end_impulse(self) -> None:
        """Close the impulse that is going on, if any."""
        if self._impulse is not None:
            action = ImpulseEnd(step=self._step, impulse=self._impulse)
            self.plies.append(Ply(self._before_impulse, action, self.state))
            self._impulse = None

    def _open(self, opener: Event) -> None:
        """Take in the declaration or roll that begins a stretch."""
        if isinstance(opener, ImpulseDeclared | TurnStepped):
            self.end_impulse()
            self._rolled = False
        before = self.state
        self._step = opener.step
        self.state = before.after(opener)
        if isinstance(opener, TurnStepped):
            self.state = replace(self.state, weather="")  # each turn has a roll of its own
        action: Action
        match opener:
            case ImpulseDeclared():
                action = self._impulse = self._declared(opener, before)
                self._before_impulse = before
            case TurnStepped(old=old, new=new, step=step):
                action = TurnEnd(step=step, turn=old, next=new, spent=self._spent(before))
            case Rolled():
                action = self._touched(opener, before)
                self._rolled = True
            case _:
                return
        self.plies.append(Ply(before, action, self.state))

    def _under_its_sky(self, stretch: Stretch) -> State:
        """Return the position at the beginning of a stretch, with the weather that holds in it.

        Weather told only after the first drags holds for them too, if it was not known; if it
        was, which of the two holds for which drag is left open.
        """
        now, told = self.state.weather, set[str]()
        for event in stretch.events:
            match event:
                case WeatherSet(now=now):
                    pass
                case Moved() | Flipped() if now:
                    told.add(now)
                case _:
                    pass
        told.add(now)
        return replace(self.state, weather=told.pop() if len(told) == 1 else "")

    def _declared(self, said: ImpulseDeclared, before: State) -> Impulse:
        """Return the impulse that was declared."""
        return Impulse(
            step=said.step,
            number=self.state.impulses,
            turn=before.turn,
            side=said.side,
            kind=said.kind,
            points=said.points,
            before=self._spent(before),
        )

    def _spent(self, state: State) -> tuple[tuple[str, int], ...]:
        """Return the points each side has declared in the turn."""
        return tuple((side.id, state.spent.get(side.id, 0)) for side in self._game.sides)

    def _see(self, event: Event, trails: dict[str, Trail]) -> Iterator[Ply]:
        """Take in one event: the position, the trail of a unit, and what touches a rule."""
        unit = getattr(event, "unit", "")
        self._step = event.step
        if unit in self._game.units:
            self._follow(event, unit, trails)
        self._remark(event)
        before = self.state
        if unit or not isinstance(event, Placed):
            self.state = before.after(event)
        if self._touches(event):
            yield Ply(before, self._touched(event, before), self.state)

    def _follow(self, event: Event, unit: str, trails: dict[str, Trail]) -> None:
        """Note what an event does to a unit, before the position changes."""
        known = self.state.counters.get(unit)
        trail = trails.get(unit)
        if trail is None and known is not None:
            trail = trails[unit] = Trail(unit, known.place, back=known.back)
        match event:
            case Moved(to=to, told=True) if trail is not None:
                trail.place(to)
            case Moved(to=to, step=step) if trail is not None:
                trail.move(to, step)
            case Flipped(back=back, step=step) if trail is not None:
                trail.flip(step, back=back)
            case Placed(at=at, back=back) if trail is None:
                trails[unit] = Trail(unit, at, back=back)
            case Placed(at=at) if trail is not None:
                trail.place(at)
            case _:
                pass

    def _remark(self, event: Event) -> None:
        """Keep a note of what a reader should know and no rule sees."""
        match event:
            case Undone(step=step, text=text):
                kind, text = "undo", f"the engine's undo took back {text or 'the act before'}"
            case Said(step=step, text=said) if MARK in said:
                kind = "typed-look-alike"
                text = "a typed line looks like one of the module's; it declares nothing"
            case Placed(step=step, unit=unit, at=at) if unit:
                kind, text = "appeared", f"was put down at {at.name} without a move"
            case Removed(step=step, origin=origin):
                kind, text = "removed", f"was taken off the table at {origin.name}"
            case _:
                return
        unit = getattr(event, "unit", "")
        units = (unit,) if unit else ()
        self.notes.append(Note(step=step, kind=kind, text=text, units=units))

    def _remark_phase(self, stretch: Stretch, made: Sequence[Ply]) -> None:
        """Keep a note if the phase of what was done isn't quite what the log says."""
        if not any(isinstance(ply.action, March | Deploy) for ply in made):
            return
        if stretch.guessed:
            text = f"no phase step in this impulse; taken as {self._phase} until dice are rolled"
            self.notes.append(Note(step=made[0].action.step, kind="guessed-phase", text=text))
        elif stretch.late:
            text = f"the step to {self._phase} came after the first drags; all count as one phase"
            self.notes.append(Note(step=made[0].action.step, kind="late-phase", text=text))

    def _touches(self, event: Event) -> bool:
        """Tell whether an event is no part of a march or a turned counter, nor told by a line."""
        if event.told:
            return False
        match event:
            case LossSet() | Placed() | Removed() | Rolled() | WeatherSet(die=0):
                return True
            case Moved(origin=origin, to=Place(absence=Absence.ELIMINATED)):
                return origin.absence is not Absence.ELIMINATED
            case Moved(unit=unit, origin=origin, to=to):
                return to.hex != origin.hex and (to.hex is None or unit not in self._game.units)
            case _:
                return False

    def _touched(self, event: Event, before: State) -> Touched:
        """Return an event that is no part of any other action."""
        match event:
            case LossSet(loss=loss):
                kind, detail = "loss", str(loss)
            case Placed(at=at):
                kind, detail = "placed", at.name
            case Moved(origin=origin, to=Place(absence=Absence.ELIMINATED)):
                kind, detail = "eliminated", origin.name
            case Moved(origin=origin, to=Place(absence=Absence.WAITING)):
                kind, detail = "set-aside", origin.name
            case Removed(origin=origin) | Moved(origin=origin, to=Place(hex=None)):
                kind, detail = "removed", origin.name
            case Moved(to=to):
                kind, detail = "placed", to.name
            case Rolled(dice=dice, faces=faces):
                kind, detail = "rolled", f"{dice}: {','.join(map(str, faces))}"
            case WeatherSet(now=now):
                kind, detail = "weather", now
            case _:
                kind, detail = "", ""
        unit = getattr(event, "unit", "")
        counter = before.counters.get(unit)
        return Touched(
            step=event.step,
            kind=kind,
            unit=unit,
            piece=getattr(event, "kind", counter.kind if counter else ""),
            detail=detail,
            phase=self._phase,
            impulse=self._impulse,
        )

    def _acts(self, trail: Trail, rolls: Rolls) -> Iterator[Action]:
        """Yield the marches and turned counters of a unit in a phase with some rolls."""
        for leg in trail.legs():
            yield March(
                step=leg.stops[0].step,
                unit=trail.unit,
                origin=leg.origin,
                stops=leg.stops,
                cancelled=leg.cancelled,
                phase=self._phase,
                impulse=self._impulse,
                rolled=rolls.before(trail.unit, leg.stops[-1].step),
                rolled_before=self._rolled,
            )
        for turned in trail.turns():
            yield Deploy(
                step=turned.step,
                unit=trail.unit,
                back=turned.back,
                at=turned.at,
                phase=self._phase,
                impulse=self._impulse,
            )
