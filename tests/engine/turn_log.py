"""A planned turn out of a log: the dice are those of its lines, in their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from builder.convention import Line, Weather, is_ours, is_undone, parse_line
from builder.convention.line import Assault, BarrageDie, Commit, Fire, Morale
from builder.vassal import Chat, read_log

__all__ = ["LogTable", "lines_told"]


def lines_told(log: Path) -> list[Line]:
    """Return the lines of a log that stand: what was undone is left out with its undoing."""
    found: list[Line] = []
    for step in read_log(log).steps:
        texts = [c.text for c in step.commands if isinstance(c, Chat) and is_ours(c.text)]
        for text in texts:
            line = parse_line(text)
            if is_undone(text):
                del found[len(found) - 1 - found[::-1].index(line)]
            else:
                found.append(line)
    return found


class LogTable:
    """A table where all has been rolled already."""

    def __init__(self, lines: Iterable[Line]) -> None:
        """Take the lines of a log."""
        rolled = (Weather, Fire, BarrageDie, Morale)
        self._rolled = iter([line for line in lines if isinstance(line, rolled)])

    def weather(self) -> int:
        """Return the roll for the weather."""
        return next(self._rolled).die

    def tell(self, line: Line) -> None:
        """Do nothing: it was done."""

    def drag(self, unit: str, to: str) -> None:
        """Do nothing."""

    def mistake(self, line: Assault) -> None:
        """Do nothing: it was taken back."""

    def support(self, line: Commit, *, full: bool) -> None:
        """Do nothing."""

    def volley(self, unit: str, at: str) -> None:
        """Do nothing."""

    def die(self, line: Line, part: str = "all") -> int:
        """Return the die of the next line."""
        del line, part
        return next(self._rolled).die

    def check(self, unit: str, added: Mapping[str, int], *, called: bool) -> int:
        """Return the roll of the next line."""
        del unit, added, called
        return next(self._rolled).roll
