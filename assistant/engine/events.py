"""Facts: what happened, as the log tells it. The engine understands nothing else.

An event records; it never judges. ``step`` is the 1-based step of the log, 0 for the
starting position. Pieces are named by their data id (``unit``).
"""

from __future__ import annotations

from dataclasses import dataclass

from builder.convention import Absence, Line, absence
from builder.hexgrid import Hex

__all__ = [
    "Acted",
    "Event",
    "Flipped",
    "ImpulseDeclared",
    "LossSet",
    "Moved",
    "PhaseStepped",
    "Place",
    "Placed",
    "Removed",
    "Retracted",
    "Rolled",
    "Said",
    "TurnStepped",
    "Undone",
    "Unread",
    "WeatherSet",
]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece is: a hex of the map, or (``hex=None``) a box or spot by its name."""

    name: str
    hex: Hex | None = None

    @property
    def absence(self) -> Absence | None:
        """What a piece is there for that is not on the map of hexes, if the place tells."""
        return None if self.hex is not None else absence(self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened.

    Args:
        step: Log step.
        told: Whether it only carries out on the table what a line of the module tells.
    """

    step: int
    told: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed(Event):
    """A piece appeared.

    Args:
        unit: Data id, ``""`` if the piece carries none.
        name: The piece's name in the module.
        kind: ``unit``, ``bunker``, ``bridge``, ``marker`` ... as the piece says.
        at: Where.
        back: Whether its back shows.
        loss: Strength points it has lost.
    """

    unit: str
    name: str
    kind: str
    at: Place
    back: bool = False
    loss: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A piece went from one place to another (VASSAL gives the end points only)."""

    unit: str
    origin: Place
    to: Place
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed(Event):
    """A piece was taken off."""

    unit: str
    origin: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Flipped(Event):
    """A counter was turned; ``back`` tells which face shows now."""

    unit: str
    back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LossSet(Event):
    """The strength points a unit has lost, now."""

    unit: str
    loss: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpulseDeclared(Event):
    """A side declared an impulse; ``side`` is an id, ``left`` what the module reckons."""

    side: str
    kind: str
    points: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseStepped(Event):
    """The phase changed."""

    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStepped(Event):
    """The turn changed."""

    old: int
    new: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WeatherSet(Event):
    """The weather is now this; by a die, 0 if the module rolled none, or set it by ``forced``."""

    now: str
    die: int = 0
    forced: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted(Event):
    """A line of the module about anything else, as it stands: it is an act of the game."""

    line: Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Retracted(Event):
    """An earlier line of the module was undone by the engine.

    ``what`` is the event that was taken back, as it was recorded then.
    """

    what: ImpulseDeclared | PhaseStepped | TurnStepped | WeatherSet | Acted


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Event):
    """The engine's undo took back something in this step (bracketed, or seen by its chat line)."""

    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled(Event):
    """Dice of the engine: name, faces, who."""

    dice: str
    faces: tuple[int, ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Event):
    """A line of the chat window that is none of the above."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread(Event):
    """A part of the log that no reader understood; kept, never dropped."""

    raw: str
    reason: str
