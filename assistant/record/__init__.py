"""What any log says happened, whatever the game: who did what where, in one list.

Knows VASSAL's pieces, windows and chat, but no game and no rules. Whatever the reader of a
record may not see is left out while the record is made, never afterwards.
"""

from __future__ import annotations

from assistant.record.entry import Entry, Join, Kind, Player, Record, SideChange
from assistant.record.viewer import PUBLIC, REFEREE, Viewer

__all__ = [
    "PUBLIC",
    "REFEREE",
    "Entry",
    "Join",
    "Kind",
    "Player",
    "Record",
    "SideChange",
    "Viewer",
]
