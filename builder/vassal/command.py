"""The commands of saves and logs: what VASSAL tells other players, one class each.

What isn't known is an :class:`Unknown` with its text. Player ids are pseudonyms unless asked
otherwise, see :mod:`builder.vassal.privacy`; how commands stand in a file is told in
:mod:`builder.vassal.transcript`.

Source: VASSAL classes ``BasicCommandEncoder``, ``BasicLogger``, ``GameState``, ``Chatter``,
``PlayerRoster``, ``BoardPicker``, ``ChangePropertyCommandEncoder``, ``GlobalProperty``,
``TurnTracker``, ``ObscurableOptions``, ``PrivateNotesController``, ``SecretNotesController``;
those of ``Rare`` name theirs.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from builder.vassal import sequence
from builder.vassal._command_people import (
    AddPlayer,
    PrivateNote,
    RemovePlayer,
    SecretNote,
    Unmask,
)
from builder.vassal._command_rare import (
    Alert,
    Clock,
    ClockControl,
    DeckPlaces,
    DiceMail,
    EventList,
    ExtensionUsed,
    Flare,
    LineOfSight,
    LoadDeck,
    LockedOptions,
    PlayClip,
    PluginUsed,
    PublicNotes,
    Rare,
    ScenarioNotes,
    SetPersistentProperty,
    ShowDice,
    StartupKey,
    VersionCheck,
)
from builder.vassal.piece import Piece

__all__ = [
    "AddPiece",
    "AddPlayer",
    "Alert",
    "BeginSave",
    "BoardPlacement",
    "ChangePiece",
    "Chat",
    "Clock",
    "ClockControl",
    "Command",
    "DeckPlaces",
    "DiceMail",
    "EndSave",
    "EventList",
    "ExtensionUsed",
    "Flare",
    "LineOfSight",
    "LoadDeck",
    "LockedOptions",
    "Logged",
    "MovePiece",
    "Null",
    "Plain",
    "PlayClip",
    "PluginUsed",
    "PrivateNote",
    "PublicNotes",
    "Rare",
    "RemovePiece",
    "RemovePlayer",
    "RestoreProperty",
    "ScenarioNotes",
    "SecretNote",
    "SelectBoards",
    "SetPersistentProperty",
    "SetProperty",
    "SetupStack",
    "ShowDice",
    "StartupKey",
    "Turn",
    "Undo",
    "Unknown",
    "Unmask",
    "VersionCheck",
]


@dataclass(frozen=True, slots=True)
class AddPiece:
    """A piece, stack or deck appears.

    Args:
        id: Piece id, unique in the game.
        type: Its type string.
        state: Its state string.
    """

    id: str
    type: str
    state: str

    @property
    def piece(self) -> Piece:
        """The piece taken apart.

        Raises:
            VassalError: Nested more than 1,000 deep.
        """
        return Piece.parse(self.type, self.state)

    def encode(self) -> str:
        """Write the command."""
        return "+/" + sequence.encode([self.id, self.type, self.state], "/")


@dataclass(frozen=True, slots=True)
class RemovePiece:
    """A piece leaves the game.

    Args:
        id: Piece id.
    """

    id: str

    def encode(self) -> str:
        """Write the command."""
        return f"-/{self.id}"


@dataclass(frozen=True, slots=True)
class ChangePiece:
    """A piece's state changes.

    Args:
        id: Piece id.
        new_state: The whole state afterwards.
        old_state: The whole state before, if the file has it.
    """

    id: str
    new_state: str
    old_state: str | None = None

    def encode(self) -> str:
        """Write the command."""
        old = [] if self.old_state is None else [self.old_state]
        return "D/" + sequence.encode([self.id, self.new_state, *old], "/")


@dataclass(frozen=True, slots=True)
class MovePiece:
    """A piece or stack is dragged.

    Args:
        id: Piece id.
        map: Map identifier, None for off the map.
        x: Map pixels from the left edge.
        y: Map pixels from the upper edge.
        under: Id of the piece it is laid upon, None on empty ground.
        old_map: Where it came from.
        old_x: Likewise.
        old_y: Likewise.
        old_under: Likewise.
        player: Pseudonym of who moved it; None in very old logs.
    """

    id: str
    map: str | None
    x: int
    y: int
    under: str | None
    old_map: str | None
    old_x: int
    old_y: int
    old_under: str | None
    player: str | None = field(default=None, repr=False)

    def encode(self) -> str:
        """Write the command."""
        texts = [
            *(self.id, self.map or "null", str(self.x), str(self.y), self.under or "null"),
            *(self.old_map or "null", str(self.old_x), str(self.old_y), self.old_under or "null"),
        ]
        player = [] if self.player is None else [self.player]
        return "M/" + sequence.encode([*texts, *player], "/")


@dataclass(frozen=True, slots=True)
class Chat:
    """A line in the chat: typed, reported or rolled.

    Args:
        text: The line, with the HTML escapes VASSAL put in.
    """

    text: str

    def encode(self) -> str:
        """Write the command."""
        return f"CHAT{self.text}"


@dataclass(frozen=True, slots=True)
class SetProperty:
    """A global property changes during play.

    Args:
        name: Property name.
        old: Value before.
        new: Value afterwards.
        container: ``Module``, or the map it belongs to, or ``map:zone``; None before 3.4.
    """

    name: str
    old: str
    new: str
    container: str | None = "Module"

    def encode(self) -> str:
        """Write the command."""
        container = [] if self.container is None else [self.container]
        texts = [self.name, self.old, self.new, *container]
        return "MutableProperty\t" + sequence.encode(texts, "\t")


@dataclass(frozen=True, slots=True)
class RestoreProperty:
    """The value of a global property in a save.

    Args:
        name: Property name; that of a zone has the names of zone, board and map behind it,
            divided by tabs.
        value: Its value.
        container: ``Module``, or the map it belongs to, empty for a zone; None in old saves.
    """

    name: str
    value: str
    container: str | None = "Module"

    def encode(self) -> str:
        """Write the command."""
        container = [] if self.container is None else [self.container]
        return sequence.encode(["GlobalProperty\t", self.name, self.value, *container], ";")


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn counter moves.

    Args:
        tracker: Its number, such as ``TurnTracker0``.
        state: Its levels, in VASSAL's own writing.
    """

    tracker: str
    state: str

    def encode(self) -> str:
        """Write the command."""
        return sequence.encode([f"TURN{self.tracker}", self.state], "\t")


@dataclass(frozen=True, slots=True)
class BoardPlacement:
    """One board of a map.

    Args:
        name: Board name.
        column: Place in the row of boards, from 0.
        row: Place in the column of boards, from 0.
        reversed: Whether it is turned by half a circle.
    """

    name: str
    column: int = 0
    row: int = 0
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class SelectBoards:
    """The boards of a map.

    Args:
        map: Map identifier.
        boards: In the order of the file.
    """

    map: str
    boards: tuple[BoardPlacement, ...]

    def encode(self) -> str:
        """Write the command."""
        texts = [f"{self.map}BoardPicker"]
        for board in self.boards:
            turned = ["rev"] if board.reversed else []
            texts.append(sequence.encode([board.name, *turned], "/"))
            texts += [str(board.column), str(board.row)]
        return sequence.encode(texts, "\t")


@dataclass(frozen=True, slots=True)
class SetupStack:
    """Says that the pieces a module sets up by itself are already in the save."""

    def encode(self) -> str:
        """Write the command."""
        return "SETUP_STACK\t"


@dataclass(frozen=True, slots=True)
class BeginSave:
    """Begins a saved game and ends the one that is open."""

    def encode(self) -> str:
        """Write the command."""
        return "begin_save"


@dataclass(frozen=True, slots=True)
class EndSave:
    """Ends the position at the start; a log's steps follow."""

    def encode(self) -> str:
        """Write the command."""
        return "end_save"


@dataclass(frozen=True, slots=True)
class Undo:
    """Brackets the commands that take a step back, from 3.6.10 on.

    Args:
        begins: True before them, False behind them.
    """

    begins: bool

    def encode(self) -> str:
        """Write the command."""
        return f"UNDO\t{str(self.begins).lower()}"


@dataclass(frozen=True, slots=True)
class Null:
    """Nothing, or a command that the engine couldn't write down.

    Args:
        text: Empty or ``null``.
    """

    text: str = ""

    def encode(self) -> str:
        """Write the command."""
        return self.text


@dataclass(frozen=True, slots=True)
class Unknown:
    """Any other command.

    Args:
        raw: Its text as it came, but for ids that are known. It isn't shown by ``repr``: nobody
            knows what stands there.
    """

    raw: str = field(repr=False)

    def encode(self) -> str:
        """Write the command."""
        return self.raw


@dataclass(frozen=True, slots=True)
class Logged:
    """A command inside a step of a log; every command of a step is wrapped so.

    Args:
        command: What was done.
    """

    command: Plain

    def encode(self) -> str:
        """Write the command."""
        return f"LOG\t{self.command.encode()}"


Plain = (
    AddPiece
    | AddPlayer
    | BeginSave
    | ChangePiece
    | Chat
    | EndSave
    | MovePiece
    | Null
    | PrivateNote
    | Rare
    | RemovePiece
    | RemovePlayer
    | RestoreProperty
    | SecretNote
    | SelectBoards
    | SetProperty
    | SetupStack
    | Turn
    | Undo
    | Unknown
    | Unmask
)
Command = Plain | Logged
"""Every class a command can be read as."""
