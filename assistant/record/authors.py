"""Who wrote a log, and what was done in its steps whoever did it."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.record.line import read_line
from assistant.record.roster import Roster
from builder.vassal import (
    AddPiece,
    AddPlayer,
    ChangePiece,
    Chat,
    MovePiece,
    RemovePlayer,
    Step,
)
from builder.vassal.command import Plain

__all__ = ["act_of", "writer_of"]


def writer_of(steps: Sequence[Step], roster: Roster) -> str:
    """Return who wrote a log: the only one who moved, else the only one a line names."""
    typed: set[str] = set()
    moved: set[str] = set()
    for step in steps:
        for command in step.commands:
            match command:
                case Chat(text=text):
                    line = read_line(text) if len(typed) < 2 else None
                    who = roster.of_name(line.name) if line is not None else ""
                    if line is not None and (line.kind == "said" or who):
                        typed.add(who)
                case MovePiece(player=str(player)):
                    moved.add(player)
    for found in (moved, typed):
        if len(found) == 1:
            return found.pop()
    return ""


def act_of(command: Plain) -> tuple[object, ...]:
    """Return what a command does, without who did it, which each file says in its own way."""
    match command:
        case MovePiece(id=id_, map=where, x=x, y=y):
            return ("M", id_, where, x, y)
        case ChangePiece(id=id_):
            return ("D", id_)
        case AddPiece(id=id_):
            return ("+", id_)
        case AddPlayer() | RemovePlayer():
            return ("P",)
        case _:
            return (command.encode(),)
