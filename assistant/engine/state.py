"""The position, and what a rule sees of it.

A state is immutable: every event makes a new one. ``after`` never refuses, so that an
auditor can stand on an illegal position and go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from assistant.engine.actions import Action, March
from assistant.engine.events import (
    Event,
    Flipped,
    ImpulseDeclared,
    LossSet,
    Moved,
    PhaseStepped,
    Place,
    Placed,
    Removed,
    TurnStepped,
    WeatherSet,
)

__all__ = ["Counter", "Ply", "State"]


@dataclass(frozen=True, slots=True)
class Counter:
    """One piece on the table.

    Args:
        place: Where it is.
        kind: ``unit``, ``bunker``, ``bridge``, ``marker`` ...
        back: Whether its back shows.
        loss: Strength points lost.
    """

    place: Place
    kind: str
    back: bool = False
    loss: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """Everything the log has told so far.

    Args:
        counters: Pieces on the table by data id.
        turn: Turn number.
        weather: Weather id, ``""`` if not told.
        phase: Phase id, ``""`` if not told.
        impulse: The impulse that is going on.
        impulses: Number of impulses declared in this turn.
        spent: Points declared in this turn by side id.
        begun: Whether any impulse has been declared so far; before that, sides set up.
        stepped: Whether this turn was stepped to from the turn before: its beginning is known.
    """

    counters: Mapping[str, Counter] = field(default_factory=dict)
    turn: int = 0
    weather: str = ""
    phase: str = ""
    impulse: ImpulseDeclared | None = None
    impulses: int = 0
    spent: Mapping[str, int] = field(default_factory=dict)
    begun: bool = False
    stepped: bool = False

    def __post_init__(self) -> None:
        """Freeze the mappings."""
        object.__setattr__(self, "counters", MappingProxyType(dict(self.counters)))
        object.__setattr__(self, "spent", MappingProxyType(dict(self.spent)))

    def after(self, event: Event) -> State:  # noqa: PLR0911 - one line per kind of fact
        """Return the state once ``event`` has happened; records, never judges."""
        match event:
            case Placed(unit=unit, at=at, kind=kind, back=back, loss=loss):
                return self._with(unit, Counter(at, kind, back=back, loss=loss))
            case Moved(unit=unit, to=to):
                known = self.counters.get(unit)
                return self._with(unit, replace(known, place=to)) if known else self
            case Flipped(unit=unit, back=back):
                known = self.counters.get(unit)
                return self._with(unit, replace(known, back=back)) if known else self
            case LossSet(unit=unit, loss=loss):
                known = self.counters.get(unit)
                return self._with(unit, replace(known, loss=loss)) if known else self
            case Removed(unit=unit):
                rest = {id_: c for id_, c in self.counters.items() if id_ != unit}
                return replace(self, counters=rest)
            case ImpulseDeclared(side=side, points=points):
                spent = {**self.spent, side: self.spent.get(side, 0) + points}
                return replace(
                    self,
                    impulse=event,
                    impulses=self.impulses + 1,
                    spent=spent,
                    phase="",
                    begun=True,
                )
            case PhaseStepped(new=new):
                return replace(self, phase=new)
            case TurnStepped(old=old, new=new):
                fresh = replace(self, turn=new, impulse=None, impulses=0, spent={}, phase="")
                return replace(fresh, stepped=new == old + 1)
            case WeatherSet(now=now):
                return replace(self, weather=now)
            case _:
                return self

    def _with(self, unit: str, counter: Counter) -> State:
        """Return the state with one piece put down or changed."""
        return replace(self, counters={**self.counters, unit: counter})


@dataclass(frozen=True, slots=True)
class Ply:
    """What a rule sees: the position before, the act, the position after.

    For a march the positions are those at the beginning and at the end of its phase,
    for an impulse those just before and just after its declaration, for the end of an
    impulse those before its declaration and at its end.

    ``marches`` are all marches of the same phase, if the act is a march or a turned counter.
    """

    before: State
    action: Action
    after: State
    marches: tuple[March, ...] = ()
