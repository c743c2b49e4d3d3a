r"""The commands of saves and logs: what VASSAL tells other players, one line each.

A saved game is one command with others under it. Here it is a flat list: each
:class:`Entry` holds a command and how deep it stands; depth 0 are the parts of the save
and the steps of the log, deeper ones belong to the step before them.

What isn't known is an :class:`Unknown` with its text. Player ids are pseudonyms unless asked
otherwise, see :mod:`builder.vassal.privacy`.

Source: VASSAL classes ``GameModule``, ``BasicCommandEncoder``, ``BasicLogger``, ``GameState``,
``Chatter``, ``PlayerRoster``, ``BoardPicker``, ``ChangePropertyCommandEncoder``,
``GlobalProperty``, ``TurnTracker``, ``PrivateNotesController``, ``SecretNotesController``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from builder.errors import SequenceError, VassalError
from builder.vassal import sequence
from builder.vassal.piece import Piece
from builder.vassal.privacy import Players

__all__ = [
    "AddPiece",
    "AddPlayer",
    "BeginSave",
    "BoardPlacement",
    "ChangePiece",
    "Chat",
    "Command",
    "EndSave",
    "Entry",
    "Logged",
    "MovePiece",
    "Null",
    "PrivateNote",
    "RemovePiece",
    "RemovePlayer",
    "RestoreProperty",
    "SecretNote",
    "SelectBoards",
    "SetProperty",
    "SetupStack",
    "Turn",
    "Undo",
    "Unknown",
    "Unmask",
    "decode_commands",
    "encode_commands",
]

ESC = "\x1b"
MAX_DEPTH = 1_000
MAX_COMMANDS = 2_000_000
_MAX_WORK = 1 << 31  # characters looked at over all levels of nesting
_WHOLE = re.compile(r"[+-]?[0-9]{1,10}")


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
        container: ``Module``, or the map or zone it belongs to; None before 3.4.
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
        name: Property name.
        value: Its value.
        container: ``Module``, or the map or zone it belongs to; None in old saves.
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
class AddPlayer:
    """A player takes a side.

    Args:
        player: Pseudonym.
        name: The name shown.
        side: Name of the side, ``<observer>`` for none.
    """

    player: str = field(repr=False)
    name: str
    side: str

    def encode(self) -> str:
        """Write the command."""
        return "PLAYER\t" + sequence.encode([self.player, self.name, self.side], "\t")


@dataclass(frozen=True, slots=True)
class RemovePlayer:
    """A player leaves his side.

    Args:
        player: Pseudonym.
    """

    player: str = field(repr=False)

    def encode(self) -> str:
        """Write the command."""
        return "PYREMOVE\t" + sequence.encode([self.player], "\t")


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
class PrivateNote:
    """Notes only their owner sees.

    Args:
        owner: Pseudonym.
        text: The notes, lines divided by ``|``.
    """

    owner: str = field(repr=False)
    text: str

    def encode(self) -> str:
        """Write the command."""
        return "PNOTE\t" + sequence.encode([self.owner, self.text], "\t")


@dataclass(frozen=True, slots=True)
class SecretNote:
    """A note that is kept secret until its owner shows it.

    Args:
        name: Its title.
        owner: Pseudonym.
        hidden: Whether it is still secret.
        text: Its text, lines divided by ``|``.
        more: Date and the owner's name, in newer files.
    """

    name: str
    owner: str = field(repr=False)
    hidden: bool
    text: str
    more: tuple[str, ...] = ()

    def encode(self) -> str:
        """Write the command."""
        hidden = str(self.hidden).lower()
        return "SNOTE\t" + sequence.encode(
            [self.name, self.owner, hidden, self.text, *self.more], "\t"
        )


@dataclass(frozen=True, slots=True)
class Unmask:
    """Who may uncover whose pieces.

    Args:
        allowed: Pseudonyms and sides.
    """

    allowed: tuple[str, ...] = field(repr=False)

    def encode(self) -> str:
        """Write the command."""
        return "UNMASK\t" + sequence.encode(self.allowed, "\t")


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
        raw: Its text as it came.
    """

    raw: str

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


@dataclass(frozen=True, slots=True)
class Entry:
    """One command and its place.

    Args:
        command: What is done.
        depth: 0 for a part of the save or a step of the log, more for what belongs to it.
        verbatim: At depth 0, the text of the command with all below it, if writing it afresh
            would give other bytes; only when player ids are kept.
    """

    command: Command
    depth: int = 0
    verbatim: str | None = field(default=None, repr=False, compare=False)


def decode_commands(text: str, *, keep_player_ids: bool = False) -> tuple[Entry, ...]:
    """Take the text of a save or log apart.

    Args:
        text: What :func:`builder.vassal.obfuscation.deobfuscate` returns.
        keep_player_ids: Leave the ids, which are passwords, as they are, so that
            :func:`encode_commands` gives the very same text. For converters only.

    Returns:
        All commands, in the order they are carried out.

    Raises:
        VassalError: Nested more than 1,000 deep, or more than 2,000,000 commands.
    """
    steps = _split(text)
    players = None
    if not keep_player_ids:
        players = Players(leaf for _, leaves in steps for _, leaf in leaves)
    entries: list[Entry] = []
    for raw, leaves in steps:
        commands = [Entry(_decode(leaf, players), depth) for depth, leaf in leaves]
        if keep_player_ids and encode_commands(commands) != raw:
            commands[0] = Entry(commands[0].command, 0, raw)
        entries += commands
    return tuple(entries)


def encode_commands(entries: Iterable[Entry]) -> str:
    """Write commands as one text; the inverse of :func:`decode_commands`.

    Raises:
        SequenceError: A text the format can't hold: it ends in a backslash or holds the
            command separator.
        VassalError: A command stands deeper than one below the command before it.
    """
    pending: list[list[str]] = [[]]
    for entry in reversed(list(entries)):
        while len(pending) <= entry.depth + 1:
            pending.append([])
        below = pending[entry.depth + 1]
        if any(pending[entry.depth + 2 :]):
            raise VassalError("a command stands too deep below the one before it; mend its depth")
        if entry.verbatim is not None:
            text = entry.verbatim
        else:
            text = _own_text(entry.command)
            if below:
                text = sequence.encode([text, *reversed(below)], ESC)
        below.clear()
        pending[entry.depth].append(text)
    if any(pending[1:]):
        raise VassalError("the first command must have depth 0; mend its depth")
    tokens = pending[0][::-1]
    return tokens[0] if len(tokens) == 1 else sequence.encode(tokens, ESC) if tokens else ""


def _own_text(command: Command) -> str:
    text = command.encode()
    if ESC in text:
        raise SequenceError("a command holds the character that divides commands (27); remove it")
    return text


def _split(text: str) -> list[tuple[str, list[tuple[int, str]]]]:
    """Return the parts of depth 0, each as text and as its commands' depths and texts."""
    if text.count(ESC) > MAX_COMMANDS:
        raise VassalError(f"more than {MAX_COMMANDS} commands, so it isn't read")
    return [(part, _flatten(part)) for part in sequence.decode(text, ESC)]


def _flatten(part: str) -> list[tuple[int, str]]:
    """Return the commands in one part, parents before children.

    VASSAL splits a text and then splits each piece again, the first one too, until a piece
    stays as it is; what comes out of the first piece is followed by the others.
    """
    leaves: list[tuple[int, str]] = []
    waiting = [(0, 0, part)]
    work = 0
    while waiting:
        depth, rounds, text = waiting.pop()
        work += len(text)
        if rounds > MAX_DEPTH or work > _MAX_WORK:
            raise VassalError(f"commands nested more than {MAX_DEPTH} deep aren't read")
        tokens = sequence.decode(text, ESC)
        if len(tokens) == 1 and tokens[0] == text:
            leaves.append((depth, text))
            continue
        waiting += [(depth + 1, rounds + 1, token) for token in reversed(tokens[1:])]
        waiting.append((depth, rounds + 1, tokens[0]))
    return leaves


def _decode(text: str, players: Players | None) -> Command:
    if text.startswith("LOG\t"):
        return Logged(_decode_plain(text[4:], players))
    return _decode_plain(text, players)


def _decode_plain(text: str, players: Players | None) -> Plain:
    for prefix, parser in _PARSERS:
        if text.startswith(prefix):
            return parser(text[len(prefix) :], players) or _unknown(text, players)
    if text in _FIXED:
        return _FIXED[text]
    return _select_boards(text) or _turn(text) or _unknown(text, players)


def _unknown(text: str, players: Players | None) -> Unknown:
    return Unknown(players.blank(text) if players else text)


_FIXED: dict[str, Plain] = {
    "": Null(""),
    "null": Null("null"),
    "begin_save": BeginSave(),
    "end_save": EndSave(),
    "SETUP_STACK\t": SetupStack(),
    "UNDO\ttrue": Undo(begins=True),
    "UNDO\tfalse": Undo(begins=False),
}


def _add_piece(body: str, players: Players | None) -> Plain | None:
    match sequence.decode(body, "/"):
        case [piece, kind, state]:
            return AddPiece(piece, kind, players.piece(piece, kind, state) if players else state)
    return None


def _remove_piece(body: str, _players: Players | None) -> Plain | None:
    return RemovePiece(body)


def _change_piece(body: str, players: Players | None) -> Plain | None:
    match sequence.decode(body, "/"):
        case [piece, *states] if 1 <= len(states) <= 2:
            if players:
                states = [players.state(piece, state) for state in states]
            return ChangePiece(piece, *states)
    return None


def _move_piece(body: str, players: Players | None) -> Plain | None:
    fields = sequence.decode(body, "/")
    if len(fields) not in (9, 10) or not all(
        _WHOLE.fullmatch(fields[number]) for number in (2, 3, 6, 7)
    ):
        return None
    piece, new_map, x, y, under, old_map, old_x, old_y, old_under, *rest = fields
    who = players.label(rest[0]) if rest and players else rest[0] if rest else None
    return MovePiece(
        piece,
        _or_none(new_map),
        int(x),
        int(y),
        _or_none(under),
        _or_none(old_map),
        int(old_x),
        int(old_y),
        _or_none(old_under),
        who,
    )


def _or_none(text: str) -> str | None:
    return None if text == "null" else text


def _chat(body: str, players: Players | None) -> Plain | None:
    return Chat(players.blank_prose(body) if players else body)


def _set_property(body: str, _players: Players | None) -> Plain | None:
    match sequence.decode(body, "\t"):
        case [name, old, new]:
            return SetProperty(name, old, new, None)
        case [name, old, new, container]:
            return SetProperty(name, old, new, container)
    return None


def _restore_property(body: str, _players: Players | None) -> Plain | None:
    match sequence.decode(body, ";"):
        case [name, value]:
            return RestoreProperty(name, value, None)
        case [name, value, container]:
            return RestoreProperty(name, value, container)
    return None


def _add_player(body: str, players: Players | None) -> Plain | None:
    match sequence.decode(body, "\t"):
        case [player, name, side]:
            return AddPlayer(players.label(player) if players else player, name, side)
    return None


def _remove_player(body: str, players: Players | None) -> Plain | None:
    match sequence.decode(body, "\t"):
        case [player]:
            return RemovePlayer(players.label(player) if players else player)
    return None


def _private_note(body: str, players: Players | None) -> Plain | None:
    match sequence.decode(body, "\t"):
        case [owner, text]:
            return PrivateNote(
                players.owner(owner) if players else owner,
                players.blank_prose(text) if players else text,
            )
    return None


def _secret_note(body: str, players: Players | None) -> Plain | None:
    match sequence.decode(body, "\t"):
        case [name, owner, "true" | "false" as hidden, text, *more]:
            if players:
                owner = players.owner(owner)
                name, text, *more = map(players.blank_prose, (name, text, *more))
            return SecretNote(name, owner, hidden == "true", text, tuple(more))
    return None


def _unmask(body: str, players: Players | None) -> Plain | None:
    allowed = sequence.decode(body, "\t")
    return Unmask(tuple(map(players.owner, allowed)) if players else tuple(allowed))


def _select_boards(text: str) -> Plain | None:
    head, *rest = sequence.decode(text, "\t")
    if not head.endswith("BoardPicker") or "\t" not in text or len(rest) % 3:
        return None
    boards: list[BoardPlacement] = []
    for name_text, column, row in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        name, *turned = sequence.decode(name_text, "/")
        if not (_WHOLE.fullmatch(column) and _WHOLE.fullmatch(row)) or turned not in ([], ["rev"]):
            return None
        boards.append(BoardPlacement(name, int(column), int(row), bool(turned)))
    return SelectBoards(head.removesuffix("BoardPicker"), tuple(boards))


def _turn(text: str) -> Plain | None:
    if text.startswith("TURN"):
        match sequence.decode(text, "\t"):
            case [tracker, state]:
                return Turn(tracker[4:], state)
    return None


_PARSERS: tuple[tuple[str, Callable[[str, Players | None], Plain | None]], ...] = (
    ("CHAT", _chat),
    ("D/", _change_piece),
    ("M/", _move_piece),
    ("+/", _add_piece),
    ("-/", _remove_piece),
    ("MutableProperty\t", _set_property),
    ("GlobalProperty\t;", _restore_property),
    ("PLAYER\t", _add_player),
    ("PYREMOVE\t", _remove_player),
    ("PNOTE\t", _private_note),
    ("SNOTE\t", _secret_note),
    ("UNMASK\t", _unmask),
)
