"""A roll of a game, and a line that only looks like one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant.dice.die import Shown
from assistant.dice.line import Form

__all__ = ["Odd", "Roll"]


@dataclass(frozen=True, slots=True)
class Roll:
    """One throw.

    Args:
        file: Label of the file.
        step: Step of the log.
        dice: What the dice show, at least one.
        button: Name of the button; may be empty.
        name: Whose roll it is, empty if nothing tells.
        player: The pseudonym, empty if unknown.
        side: The side that player had then.
        words: What was said or reported before it; what the roll is for, as far as a log tells.
            A line of a module of ours tells so itself.
        words_at: ``file:step`` of these words, empty if there are none.
        nth: Which roll since these words it is, from 1.
        undone_by: ``file:step`` that took it back, empty if it stands.
        repeats: ``file:step`` of the same throw earlier in the logs, empty if it is new.
        form: How the line was understood.
        raw: The line without tags.
    """

    file: str
    step: int
    dice: tuple[Shown, ...]
    button: str = ""
    name: str = ""
    player: str = ""
    side: str = ""
    words: str = ""
    words_at: str = ""
    nth: int = 1
    undone_by: str = ""
    repeats: str = ""
    form: Form = "standard"
    raw: str = ""

    @property
    def place(self) -> str:
        """``file:step``."""
        return f"{self.file}:{self.step}"

    @property
    def shown(self) -> str:
        """Dice and faces in words, such as ``d6 3, 4``."""
        names = dict.fromkeys(each.die.name for each in self.dice)
        if len(names) == 1:
            return f"{next(iter(names))} {', '.join(str(each.face) for each in self.dice)}"
        return ", ".join(f"{each.die.name} {each.face}" for each in self.dice)

    @property
    def total(self) -> int | None:
        """Sum of the faces, None if some are no numbers."""
        numbers = [each.face for each in self.dice if isinstance(each.face, int)]
        return sum(numbers) if len(numbers) == len(self.dice) else None


@dataclass(frozen=True, slots=True)
class Odd:
    """A line that looks like dice and isn't counted.

    Args:
        place: ``file:step``.
        kind: ``typed`` by a person; ``unread``, by the engine or module; ``set``, of a module of
            ours that says that its dice weren't rolled.
        name: Who typed it or whose it is, empty if unknown.
        reason: Why it isn't counted.
        raw: The line without tags.
    """

    place: str
    kind: Literal["typed", "unread", "set"]
    name: str
    reason: str
    raw: str
