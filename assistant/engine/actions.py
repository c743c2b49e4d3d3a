"""Actions: what the facts mean in the terms of a rulebook.

``assistant.log.fold`` makes them from events; a game's rules judge them.
"""

from __future__ import annotations

from dataclasses import dataclass

from assistant.engine.events import Place

__all__ = [
    "Action",
    "Deploy",
    "Impulse",
    "ImpulseEnd",
    "March",
    "PhaseEnd",
    "Stop",
    "Touched",
    "TurnEnd",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One act of the rulebook; ``step`` is the log step where it began."""

    step: int


@dataclass(frozen=True, slots=True)
class Stop:
    """The end of one drag: where, and in which log step."""

    at: Place
    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Impulse(Action):
    """An impulse as declared; the position is that of its beginning.

    Args:
        number: 1-based number of the impulse in its turn.
        turn: Turn it belongs to.
        side: Id of the phasing side.
        kind: ``action`` or ``pass``.
        points: Movement points declared.
        before: Points each side had spent in this turn before, by side id.
    """

    number: int
    turn: int
    side: str
    kind: str
    points: int
    before: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class March(Action):
    """All drags of one unit in one phase: one march through its stops.

    Args:
        unit: Data id.
        origin: Where it stood when the phase began.
        stops: Ends of the drags that count, in order; the last is where it stands.
        cancelled: Ends of drags taken back by returning to an earlier stop (or by undo).
        phase: Phase it happened in, ``""`` if the log doesn't say.
        impulse: The impulse it happened in, ``None`` outside any.
        rolled: Whether dice were rolled earlier in the same phase: the phase may have been
            stepped too late, and the march be a retreat or an advance.
        rolled_before: Whether dice were rolled in an earlier phase of the same impulse.
        front_later: Whether the counter was turned to its front in a later phase of it.
    """

    unit: str
    origin: Place
    stops: tuple[Stop, ...]
    cancelled: tuple[Stop, ...]
    phase: str
    impulse: Impulse | None
    rolled: bool = False
    rolled_before: bool = False
    front_later: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Deploy(Action):
    """A counter was turned in a phase: ``back`` is the face that shows at its end.

    A counter turned and turned back within the phase makes no action.
    """

    unit: str
    back: bool
    at: Place
    phase: str
    impulse: Impulse | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpulseEnd(Action):
    """The impulse is over (next declaration, turn step or end of the log)."""

    impulse: Impulse


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseEnd(Action):
    """A phase is over: the next one begins, or an impulse, or a turn, or the log ends.

    It comes after every march and turned counter of the phase. Its ply holds the position at
    the beginning and at the end of the phase. A log without phases has one per impulse
    (``phase=""``), and one for what happened outside any impulse. ``step`` is the last log
    step of the phase.

    Args:
        phase: The phase that ended, ``""`` if the log doesn't say.
        next: The phase stepped to, ``""`` if the impulse ended with it.
        impulse: The impulse it belongs to, ``None`` outside any.
        sure: Whether the phase ended there for sure, not only by a guess at the first roll.
        rolled: Whether dice were rolled by hand in the phase.
        rolled_for: Units that dice were rolled for by lines, or at.
    """

    phase: str
    next: str
    impulse: Impulse | None
    sure: bool = True
    rolled: bool = False
    rolled_for: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnd(Action):
    """The turn marker moved; comes after the end of the turn's last impulse.

    Args:
        turn: The turn that ended.
        next: The turn it was set to.
        spent: Points each side had declared in the turn, by side id.
    """

    turn: int
    next: int
    spent: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched(Action):
    """A fact of a kind that is not folded into any other action.

    Args:
        kind: ``loss`` (strength points lost were set), ``eliminated`` (laid among them),
            ``set-aside`` (to where reinforcements wait), ``removed`` (any other way),
            ``placed`` (after step 0), ``rolled`` or ``weather``.
        unit: Data id of the piece, ``""`` if none is concerned or it carries none.
        piece: The piece's kind (``unit``, ``bunker``, ``bridge``, ``marker`` ...), else ``""``.
        detail: Strength points now lost, the place, dice and faces, or the weather.
        phase: Phase it happened in, ``""`` if the log doesn't say.
        impulse: The impulse it happened in, ``None`` outside any.
    """

    kind: str
    unit: str
    piece: str
    detail: str
    phase: str
    impulse: Impulse | None
