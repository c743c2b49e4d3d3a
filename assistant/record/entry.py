"""The words a record is made of: entries, players and how files follow each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from builder.vassal.damage import Damage

__all__ = ["Entry", "Join", "Kind", "Player", "Record", "SideChange"]

Kind = Literal[
    "said",  # a line somebody typed
    "dice",  # a line the engine or module wrote about a roll
    "report",  # any other line the engine or module wrote
    "turn",  # a turn counter moved, or the line that says so
    "move",  # a piece went from one place to another
    "appear",  # a piece came onto the table, or into sight
    "vanish",  # a piece left the table, or went out of sight
    "change",  # a piece was flipped, turned, labelled or given another value
    "side",  # somebody joined, left or changed sides
    "note",  # a note in the notes window
    "secret",  # for the referee: hidden facts that were shown or changed hands
    "property",  # for the referee: a value of the module
    "other",  # a command of another program
]


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened, as far as the reader may know of it.

    Args:
        file: Label of the file, unique in the game.
        step: Step of the log, from 1; 0 is the position at the start.
        kind: What it is.
        who: Pseudonym of the player, empty if nothing tells.
        side: The side that player had then, empty if none or unknown.
        text: The line of the chat as it was seen, without its signature marks, tags and colour
            codes; or what happened, in words.
        name: Name of the player as the line itself gives it (``<Ann>``), empty if it gives none.
        piece: Name of the piece, as the reader saw it; empty if it isn't about one.
        piece_id: Its id, for the referee, and for pieces that were never hidden from the reader.
        origin: Where it came from.
        to: Where it went, or where it is.
        undo: Whether it belongs to a step that takes another one back.
        undone_by: Step that took it back, 0 if it stands.
        repeats: ``file:step`` of the earlier file that this step repeats, empty if it doesn't.
    """

    file: str
    step: int
    kind: Kind
    who: str = ""
    side: str = ""
    text: str = ""
    name: str = ""
    piece: str = ""
    piece_id: str = ""
    origin: str = ""
    to: str = ""
    undo: bool = False
    undone_by: int = 0
    repeats: str = ""

    @property
    def place(self) -> str:
        """``file:step``."""
        return f"{self.file}:{self.step}"

    @property
    def stands(self) -> bool:
        """Whether it counts: it takes nothing back, wasn't taken back and repeats nothing."""
        return not (self.undo or self.undone_by or self.repeats)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody of the roster.

    Args:
        label: Pseudonym, the same in all files of a game.
        names: The names he went by, in order.
        shared: Whether several people seem to use one id, so that they can't be told apart.
    """

    label: str
    names: tuple[str, ...]
    shared: bool = False


@dataclass(frozen=True, slots=True)
class SideChange:
    """Somebody joined, changed sides or retired.

    Args:
        file: Label of the file.
        step: Step of the log, 0 for the position at the start.
        who: Pseudonym.
        old: Side before, empty if none.
        new: Side afterwards, empty if none.
        name: Name he goes by.
    """

    file: str
    step: int
    who: str
    old: str
    new: str
    name: str


@dataclass(frozen=True, slots=True)
class Join:
    """How a file follows the ones before it.

    Args:
        file: Label of the file.
        code: ``follows``, ``start-differs-from-previous-end``, ``gap``, ``overlap``, ``restart``
            or ``other-game``.
        text: What was found, in words.
        after: ``file:step`` whose position it starts from, empty if unknown.
        differences: Pieces that lie otherwise than they were left, a line each.
    """

    file: str
    code: str
    text: str = ""
    after: str = ""
    differences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """One file as the reader may see it.

    Args:
        file: Label of the file.
        module: Name of the module, empty if the file doesn't say.
        version: Its version.
        entries: In the order of play; of a step that was taken back each has ``undone_by``.
        sides: The timeline of sides.
        players: The roster over time.
        damage: What is wrong with the file, as far as it may be told.
        steps: Number of steps in the file.
        whole: Whether nothing of it was lost.
    """

    file: str
    module: str
    version: str
    entries: tuple[Entry, ...]
    sides: tuple[SideChange, ...] = ()
    players: tuple[Player, ...] = ()
    damage: tuple[Damage, ...] = field(default=())
    steps: int = 0
    whole: bool = True
