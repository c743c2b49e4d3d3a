"""Commands of a log become events: pixels become hexes, pieces become units.

Everything in the log is accounted for: it becomes an event, or it is one of the kinds of
command listed here that say nothing about the game, or it is ``Unread`` with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from assistant.audit.builtin import builtin_finding
from assistant.audit.finding import Finding
from assistant.engine.events import Event, Undone, Unread
from assistant.log.chat import ChatReader
from assistant.log.ground import Ground
from assistant.log.table import Table
from builder.errors import VassalError
from builder.model.game import Game
from builder.vassal import (
    AddPiece,
    AddPlayer,
    ChangePiece,
    Chat,
    MovePiece,
    RemovePiece,
    SaveFile,
    Undo,
    Unknown,
)
from builder.vassal.command import BeginSave, Plain

__all__ = ["Interpretation", "interpret"]

_SILENT = re.compile(
    r"(?:NOTES|PNOTES|AUDIO|FLARE|LOS|EXT|SHOW_RESULTS|SGKC|CLOCK\w*|DECKREPOS|SPP|SEMAIL|CONNECT"
    r"|Events\w*)(?:\t|\Z)"
)
"""Commands without any bearing on the game: notes, sounds, sights, symbol dice's pictures."""

_WORD = re.compile(r"[A-Za-z_+*-]{1,20}")


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A log as facts.

    Args:
        events: In log order, beginning with those of the starting position (step 0).
        findings: What could not be read or doesn't fit the data.
    """

    events: tuple[Event, ...]
    findings: tuple[Finding, ...]


def interpret(log: SaveFile, game: Game) -> Interpretation:
    """Read a log of this game.

    Args:
        log: The file.
        game: The data it is judged by: known ids, sides and the map.
    """
    known = set(game.units) | set(game.gpids)
    for scenario in game.scenarios.values():
        known |= {bunker.id for bunker in scenario.bunkers}
        known |= {bridge.id for bridge in scenario.bridges}
    table = Table(Ground(game.map), known)
    chat = ChatReader(game.sides, _people(log.players()))
    reader = _Reader(table, chat)
    events = list(reader.read(log.setup, 0))
    for step in log.steps:
        events += reader.read(step.commands, step.number)
    findings = [*map(_unread, (event for event in events if isinstance(event, Unread)))]
    return Interpretation(tuple(events), (*findings, *table.findings))


class _Reader:
    """Reads commands one after the other."""

    def __init__(self, table: Table, chat: ChatReader) -> None:
        """Begin outside any undo."""
        self._table = table
        self._chat = chat
        self._undoing = False

    def read(self, commands: Iterable[Plain], step: int) -> Iterator[Event]:
        """Yield the events of one step."""
        for command in commands:
            try:
                yield from self._one(command, step)
            except VassalError as error:
                yield Unread(step=step, raw=type(command).__name__, reason=str(error))

    def _one(self, command: Plain, step: int) -> Iterator[Event]:
        """Yield the events of one command."""
        match command:
            case MovePiece():
                yield from self._table.move(command, step)
            case ChangePiece():
                yield from self._table.change(command, step)
            case AddPiece():
                yield from self._table.add(command, step)
            case RemovePiece():
                yield from self._table.remove(command, step)
            case _ if step:
                yield from self._word(command, step)
            case _:
                pass  # what surrounds the pieces of a starting position

    def _word(self, command: Plain, step: int) -> Iterator[Event]:
        """Yield the events of a command that moves no piece."""
        match command:
            case Chat(text=text):
                event = self._chat.read(text, step)
                if not (self._undoing and isinstance(event, Undone)):
                    yield event
            case Undo(begins=begins):
                if begins and not self._undoing:
                    yield Undone(step=step)
                self._undoing = begins
            case BeginSave():
                yield Unread(step=step, raw="begin_save", reason="another game was loaded here")
            case Unknown(raw=raw) if not _SILENT.match(raw):
                word = _WORD.match(raw)
                name = word.group() if word else "?"
                yield Unread(step=step, raw=name, reason=f"a command of an unknown kind ({name})")
            case _:
                pass


def _people(players: Iterable[AddPlayer]) -> dict[str, str]:
    """Return pseudonyms by name, without names that two people share."""
    found: dict[str, str] = {}
    shared: set[str] = set()
    for player in players:
        if found.setdefault(player.name, player.player) != player.player:
            shared.add(player.name)
    return {name: player for name, player in found.items() if name not in shared}


def _unread(event: Unread) -> Finding:
    """Return the finding that an entry was left out."""
    return builtin_finding("LOG-1", event.step, f"an entry was left out: {event.reason}")
