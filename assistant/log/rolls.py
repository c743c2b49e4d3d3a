"""Dice in the course of a game: rolled by hand, rolled for a line, or set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.audit.builtin import builtin_finding
from assistant.audit.finding import Finding
from assistant.engine.events import Acted, Event, Rolled
from builder.convention import Line
from builder.convention.line import Detect, Fire, Ice, Morale

__all__ = ["Rolls", "set_dice"]


class Rolls:
    """When dice were rolled that may have stopped a unit or driven it back.

    Args:
        events: Of one phase.
    """

    def __init__(self, events: Sequence[Event]) -> None:
        """Look for dice."""
        self._by_hand = [event.step for event in events if isinstance(event, Rolled)]
        self._for: dict[str, list[int]] = {}
        for event in events:
            if isinstance(event, Acted):
                for unit in _rolled_for(event.line):
                    self._for.setdefault(unit, []).append(event.step)

    def __bool__(self) -> bool:
        """Tell whether any were rolled by hand."""
        return bool(self._by_hand)

    @property
    def units(self) -> frozenset[str]:
        """Ids of the units that lines rolled dice for, or at."""
        return frozenset(self._for)

    def before(self, unit: str, step: int) -> bool:
        """Tell whether dice were rolled by hand, or for a unit, up to a step."""
        return any(roll <= step for roll in (*self._by_hand, *self._for.get(unit, ())))


def _rolled_for(line: Line) -> tuple[str, ...]:
    """Return the units that a line has rolled dice for, or at."""
    match line:
        case Morale(unit=unit) | Ice(unit=unit) | Fire(target=unit):
            return (unit,)
        case Detect(units=units):
            return units
        case _:
            return ()


def set_dice(events: Sequence[Event]) -> Iterator[Finding]:
    """Yield a finding for every line whose dice were set, not rolled."""
    for event in events:
        said = event.line if isinstance(event, Acted) else event
        if getattr(said, "forced", False):
            text = "the dice of a line were set and not rolled: it says so itself"
            unit = getattr(said, "unit", getattr(said, "target", ""))
            yield builtin_finding("LOG-7", event.step, text, units=(unit,) if unit else ())
