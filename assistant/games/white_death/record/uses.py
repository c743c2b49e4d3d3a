"""Which kinds of lines a game is played with, and when: who does without isn't held to them."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.engine.events import (
    Acted,
    ImpulseDeclared,
    LossSet,
    Moved,
    TurnStepped,
    WeatherSet,
)
from assistant.engine.stretch import Course
from builder.convention import Line
from builder.convention.line import Abandon, Assault, Fire, Reequip, Weather

__all__ = ["Uses"]


class Uses:
    """What a log holds, looked at before it is judged.

    Args:
        course: The game.

    Attributes:
        ever: Types of all lines of the log.
        optional: Sections of optional rules that the game is played with, as lines show.
    """

    def __init__(self, course: Course) -> None:
        """Go through the log once."""
        self.ever: frozenset[type[Line]] = frozenset()
        self.optional: frozenset[str] = frozenset()
        self._impulse_of: list[int] = []
        self._in_impulse: dict[int, set[type[Line]]] = {}
        self._last: dict[tuple[int, str, type[Line] | None], int] = {}
        impulse = 0
        for number, stretch in enumerate(course.stretches):
            impulse += isinstance(stretch.opener, ImpulseDeclared | TurnStepped)
            self._impulse_of.append(impulse)
            for event in stretch.events:
                self._note(event, impulse, number)
        self.ever = frozenset[type[Line]]().union(*self._in_impulse.values())

    def _note(self, event: object, impulse: int, number: int) -> None:
        """Take one event in."""
        match event:
            case Acted(line=line):
                self._in_impulse.setdefault(impulse, set()).add(type(line))
                unit = line.target if isinstance(line, Fire) else getattr(line, "unit", "")
                if unit:
                    self._last[impulse, unit, type(line)] = number
                self.optional |= _optional(line)
            case WeatherSet(die=die) if die:
                self._in_impulse.setdefault(impulse, set()).add(Weather)
            case Moved(unit=unit) | LossSet(unit=unit):
                self._last[impulse, unit, None] = number
            case _:
                pass

    def in_impulse(self, number: int, *types: type[Line]) -> bool:
        """Tell whether the impulse of a stretch has lines of one of some types."""
        found = self._in_impulse.get(self._impulse_of[number], set())
        return not found.isdisjoint(types)

    def later(self, number: int, unit: str, *types: type[Line]) -> bool:
        """Tell whether a unit has such a line, is fired at, or is changed on the table later.

        That is in a later stretch of the same impulse.
        """
        impulse = self._impulse_of[number]
        return any(self._last.get((impulse, unit, type_), -1) > number for type_ in (*types, None))


_OPTIONAL: Mapping[type[Line], str] = {Abandon: "23", Reequip: "23"}


def _optional(line: Line) -> frozenset[str]:
    """Return the optional rule that a line is of, if it is."""
    if isinstance(line, Assault) and line.charge:
        return frozenset({"24"})
    section = _OPTIONAL.get(type(line))
    return frozenset({section}) if section else frozenset()
