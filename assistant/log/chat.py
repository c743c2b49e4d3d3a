"""Lines of the chat window: which of them the module wrote, and what they say.

The engine marks who wrote a line: a report begins with a star, what a person types begins
with that person's name. So a typed look-alike of a declaration is never taken for one.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

from assistant.engine.events import (
    Acted,
    Event,
    ImpulseDeclared,
    PhaseStepped,
    Retracted,
    Rolled,
    Said,
    TurnStepped,
    Undone,
    Unread,
    WeatherSet,
)
from builder import convention
from builder.errors import ConventionError
from builder.model.game import Side

__all__ = ["ChatReader"]

_COLOUR = re.compile(r"\*[|!?~`](?=\s)")
_UNDO = re.compile(r"\*\s*UNDO:\s*(?P<what>.*)", re.DOTALL)
_DICE = re.compile(
    r"\*{2,3}\s*(?P<dice>[^=*]{1,40}?)\s*=\s*(?P<faces>\d{1,4}(?:\s*,\s*\d{1,4}){0,39})\s*\*{2,3}"
    r"\s*<(?P<name>.{0,200})>\s*",
    re.DOTALL,
)


class ChatReader:
    """Reads chat lines of one game.

    Args:
        sides: Sides of the game; the module's lines name them by name or id.
        people: Pseudonym by the name a person goes by in the chat; names that two people
            share must be left out.
    """

    def __init__(self, sides: tuple[Side, ...], people: Mapping[str, str]) -> None:
        """Prepare the names."""
        self._sides = {_plain(name): side.id for side in sides for name in (side.name, side.id)}
        self._people = dict(people)

    def read(self, text: str, step: int) -> Event:
        """Return what a line says; every line gives exactly one event.

        Args:
            text: The line as the log has it.
            step: Log step.
        """
        if not text.startswith("*"):
            return Said(step=step, text=text)
        line = _COLOUR.sub("*", text, count=2)
        if convention.is_ours(line):
            return self._ours(line, step)
        undone = _UNDO.match(line)
        if undone is not None:
            dice = _DICE.fullmatch(html.unescape(undone["what"]))
            text = f"a roll of {dice['dice']}" if dice else "an act with a report"
            return Undone(step=step, text=text)
        dice = _DICE.fullmatch(html.unescape(line))
        if dice is not None:
            faces = tuple(int(face) for face in dice["faces"].split(","))
            by = self._people.get(dice["name"], "")
            return Rolled(step=step, dice=dice["dice"], faces=faces, by=by)
        return Said(step=step, text=text)

    def _ours(self, line: str, step: int) -> Event:
        """Return what a line of the module declares, or that it was undone."""
        try:
            said = self._declaration(convention.parse_line(line), step)
        except ConventionError as error:
            return Unread(step=step, raw=line, reason=str(error))
        return Retracted(step=step, what=said) if convention.is_undone(line) else said

    def _declaration(
        self, line: convention.Line, step: int
    ) -> ImpulseDeclared | PhaseStepped | TurnStepped | WeatherSet | Acted:
        """Return the event a parsed line stands for.

        Raises:
            ConventionError: A side the game doesn't have, or a kind of impulse there isn't.
        """
        match line:
            case convention.Impulse(side=name, kind=kind, points=points, left=left):
                side = self._sides.get(_plain(name))
                if side is None:
                    raise ConventionError(f"side={name[:40]!r} is no side of this game")
                if kind not in convention.IMPULSE_KINDS:
                    raise ConventionError(f"kind={kind[:40]!r} is no kind of impulse")
                return ImpulseDeclared(step=step, side=side, kind=kind, points=points, left=left)
            case convention.PhaseStep(old=old, new=new):
                return PhaseStepped(step=step, old=old, new=new)
            case convention.TurnStep(old=before, new=now):
                return TurnStepped(step=step, old=before, new=now)
            case convention.Weather(now=weather, die=die, forced=forced):
                return WeatherSet(step=step, now=weather, die=die, forced=forced)
            case _:
                return Acted(step=step, line=line)


def _plain(name: str) -> str:
    """Return a name for comparison: values of the convention hold no blanks."""
    return name.replace(" ", "_").casefold()
