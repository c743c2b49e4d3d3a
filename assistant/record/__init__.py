"""What any log says happened, whatever the game: who did what where, in one list.

Knows VASSAL's pieces, windows and chat, but no game and no rules. Whatever the reader of a
record may not see is left out while the record is made, never afterwards.
"""

from __future__ import annotations

from assistant.record.entry import Entry, Join, Kind, Player, Record, SideChange
from assistant.record.follow import Followed, follow
from assistant.record.module import Module, find_module, read_module
from assistant.record.reader import read_game
from assistant.record.stitch import Game, stitch
from assistant.record.viewer import PUBLIC, REFEREE, Viewer

__all__ = [
    "PUBLIC",
    "REFEREE",
    "Entry",
    "Followed",
    "Game",
    "Join",
    "Kind",
    "Module",
    "Player",
    "Record",
    "SideChange",
    "Viewer",
    "find_module",
    "follow",
    "read_game",
    "read_module",
    "stitch",
]
