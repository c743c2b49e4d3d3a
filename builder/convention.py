"""What our modules write into a log, and how it is read back.

The module is built with these names and formats; the assistant reads with the same
ones. Every ``format_...`` has its ``parse``.

A line of a module's report looks like ``[WU] verb key=value key=value``. VASSAL puts
``* `` before it, and ``* UNDO: * `` when it is undone. Values hold no blanks.

>>> line = Impulse(side="Red", kind="action", points=3, left=7)
>>> format_line(line)
'[WU] impulse side=Red kind=action points=3 left=7'
>>> parse_line("* " + format_line(line)) == line
True
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum

from builder.errors import ConventionError

__all__ = [
    "DATA",
    "ELIMINATED_MAP",
    "FACE",
    "GAME",
    "HOLDING_MAP",
    "ID",
    "IMPULSE_KINDS",
    "KIND",
    "LOSS",
    "MAP",
    "MARK",
    "SCRATCH",
    "SIDE",
    "WEATHER",
    "Absence",
    "Impulse",
    "Line",
    "PhaseStep",
    "TurnStep",
    "Weather",
    "absence",
    "arrivals_map",
    "format_line",
    "is_ours",
    "is_undone",
    "parse_line",
    "points_left",
    "points_left_turn",
]

# --- names of the maps -----------------------------------------------------------------
MAP = "Map"
"""Name of the main map: the hexes."""
HOLDING_MAP = "Holding boxes"
"""Name of the map where units that set up wait in labelled boxes."""
ELIMINATED_MAP = "Eliminated"
"""Name of the map of what is out of play."""
_ARRIVALS = " order of appearance"


def arrivals_map(side_name: str) -> str:
    """Return the name of the map where a side's reinforcements wait."""
    return side_name + _ARRIVALS


class Absence(StrEnum):
    """Why a piece is not on the map of hexes."""

    SETTING_UP = "setting up"
    WAITING = "waiting"
    ELIMINATED = "eliminated"


def absence(map_name: str) -> Absence | None:
    """Tell from the name of a map what its pieces are there for.

    Returns:
        ``None`` for the map of hexes, and for maps that aren't ours.

    >>> absence(arrivals_map("Red")), absence("Eliminated"), absence("Map")
    (<Absence.WAITING: 'waiting'>, <Absence.ELIMINATED: 'eliminated'>, None)
    """
    if map_name == HOLDING_MAP:
        return Absence.SETTING_UP
    if map_name == ELIMINATED_MAP:
        return Absence.ELIMINATED
    return Absence.WAITING if map_name.endswith(_ARRIVALS) else None


# --- markers and properties of pieces --------------------------------------------------
ID = "WUid"
"""Marker trait: the data id of a unit or marker. The audit knows a piece by nothing else."""
SIDE = "WUside"
"""Marker trait: id of the side a piece belongs to."""
KIND = "WUkind"
"""Marker trait: ``unit``, ``bunker``, ``bridge``, ``marker`` or ``umpire``."""
LOSS = "WUloss"
"""Dynamic property: strength points lost. Remaining strength is printed less lost."""
FACE = "WUface"
"""Name of the layer trait: level 1 shows the front, level 2 the back (artillery: deployed)."""

# --- module properties -----------------------------------------------------------------
GAME = "WUgame"
"""Module property: id of the game."""
DATA = "WUdata"
"""Module property: digest of the data a game was started with."""
WEATHER = "WUweather"
"""Module property: id of the weather; anything else until it is set."""
SCRATCH = "wuIn"
"""Prefix of module properties that only hold what a person typed; a reader skips them."""


def points_left(side: str) -> str:
    """Return the module property with the points a side has left, by the side's id."""
    return "WUleft_" + re.sub(r"\W", "_", side, flags=re.ASCII)


def points_left_turn(side: str) -> str:
    """Return the module property with the turn that :func:`points_left` is of.

    In any other turn the side has all its points.
    """
    return "WUleftTurn_" + re.sub(r"\W", "_", side, flags=re.ASCII)


# --- lines -----------------------------------------------------------------------------
MARK = "[WU]"
"""Begins every line."""
IMPULSE_KINDS = ("action", "pass")
"""The two kinds of impulse."""


@dataclass(frozen=True, slots=True)
class Impulse:
    """A side declares an impulse: its kind and points, and what is left of its turn's points."""

    side: str
    kind: str
    points: int
    left: int


@dataclass(frozen=True, slots=True)
class PhaseStep:
    """The phase of the impulse changes; ids as in the game's data, such as ``movement``."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class TurnStep:
    """The turn marker moves."""

    old: int
    new: int


@dataclass(frozen=True, slots=True)
class Weather:
    """The weather of the turn is set; an id of the game's data, such as ``frost``."""

    now: str


Line = Impulse | PhaseStep | TurnStep | Weather

_VERBS: dict[str, type[Line]] = {
    "impulse": Impulse,
    "phase": PhaseStep,
    "turn": TurnStep,
    "weather": Weather,
}
_NAMES = {type_: verb for verb, type_ in _VERBS.items()}
_OURS = re.compile(r"(?:\*\s*)?(?P<undo>UNDO:\s*(?:\*\s*)?)?\[WU\]\s+(?P<rest>.*)", re.DOTALL)
_VALUE = re.compile(r"[^\s=]+\Z")


def format_line(line: Line) -> str:
    """Return a line as the module reports it, without VASSAL's leading star.

    Raises:
        ConventionError: A value is empty or holds a blank or ``=``.
    """
    words = [MARK, _NAMES[type(line)]]
    for field in fields(line):
        value = str(getattr(line, field.name))
        if not _VALUE.match(value):
            raise ConventionError(f"{field.name}={value!r}: empty, or a blank or '=' in it")
        words.append(f"{field.name}={value}")
    return " ".join(words)


def is_ours(text: str) -> bool:
    """Tell whether a chat line claims to follow the convention (undone or not)."""
    return _OURS.match(text) is not None


def is_undone(text: str) -> bool:
    """Tell whether a chat line takes back one of ours."""
    found = _OURS.match(text)
    return found is not None and found["undo"] is not None


def parse_line(text: str) -> Line:
    """Return what a chat line says; an undone line gives what was taken back.

    Raises:
        ConventionError: No line of ours, an unknown verb, or keys and values don't fit.
    """
    found = _OURS.match(text)
    if found is None:
        raise ConventionError(f"not a line of a module of ours: {text[:80]!r}")
    verb, *words = found["rest"].split() or [""]
    type_ = _VERBS.get(verb)
    if type_ is None:
        raise ConventionError(f"unknown verb {verb[:40]!r}: written by a newer module?")
    pairs = dict(word.split("=", 1) for word in words if "=" in word)
    names = [field.name for field in fields(type_)]
    if list(pairs) != names or len(words) != len(names):
        raise ConventionError(f"{verb}: expected {' '.join(names)}, found {' '.join(words)[:80]!r}")
    make: Callable[..., Line] = type_
    return make(**{f.name: _value(f.name, f.type, pairs[f.name]) for f in fields(type_)})


def _value(name: str, type_: object, text: str) -> str | int:
    """Return a value as its field wants it."""
    if type_ != "int":
        return text
    if not re.fullmatch(r"-?\d{1,6}", text, re.ASCII):
        raise ConventionError(f"{name}={text[:40]!r} is no whole number")
    return int(text)
