r"""The text of a save or log: one command with others under it, parted by the character 27.

Here it is a flat list: each :class:`Entry` holds a command and how deep it stands; depth 0 are
the parts of the save and the steps of the log, deeper ones belong to the step before them.

Source: VASSAL classes ``GameModule`` and ``BasicCommandEncoder``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TypeVar

from builder.errors import SequenceError, VassalError
from builder.vassal import sequence
from builder.vassal._command_rare import RARE
from builder.vassal.command import (
    AddPiece,
    AddPlayer,
    BeginSave,
    BoardPlacement,
    ChangePiece,
    Chat,
    Command,
    EndSave,
    EventList,
    Logged,
    MovePiece,
    Null,
    Plain,
    PrivateNote,
    RemovePiece,
    RemovePlayer,
    RestoreProperty,
    SecretNote,
    SelectBoards,
    SetProperty,
    SetupStack,
    Turn,
    Undo,
    Unknown,
    Unmask,
)
from builder.vassal.damage import UnusableError
from builder.vassal.privacy import Players

__all__ = ["Entry", "decode_commands", "decode_with_players", "encode_commands"]

ESC = "\x1b"
MAX_DEPTH = 1_000
MAX_COMMANDS = 2_000_000
_MOST_WORK = 1 << 29  # characters looked at over all levels of nesting,
_MOST_ROUNDS = 64  # and so many times the length of the text besides
_WHOLE = re.compile(r"[+-]?[0-9]{1,10}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One command and its place.

    Args:
        command: What is done.
        depth: 0 for a part of the save or a step of the log, more for what belongs to it.
        verbatim: At depth 0, the command with all below it as it stands in the file, if writing
            it afresh would give other bytes; only when player ids are kept.
    """

    command: Command
    depth: int = 0
    verbatim: str | None = field(default=None, repr=False, compare=False)


def decode_commands(
    text: str, *, keep_player_ids: bool = False, max_depth: int = MAX_DEPTH
) -> tuple[Entry, ...]:
    """Take the text of a save or log apart.

    Args:
        text: What :func:`builder.vassal.obfuscation.deobfuscate` returns.
        keep_player_ids: Leave the ids, which are passwords, as they are, so that
            :func:`encode_commands` gives the very same text. For converters only.
        max_depth: Deepest nesting accepted.

    Returns:
        All commands, in the order they are carried out.

    Raises:
        UnusableError: Nested deeper (``too-deep``), or more than 2,000,000 commands
            (``too-big``).
    """
    if keep_player_ids:
        parts = _parted(text, max_depth)
        return _kept(text, parts)
    return decode_with_players(text, max_depth=max_depth)[0]


def decode_with_players(
    text: str, *, max_depth: int = MAX_DEPTH
) -> tuple[tuple[Entry, ...], Players]:
    """Take a text apart as :func:`decode_commands`; return the pseudonyms with it.

    Raises:
        UnusableError: As there.
    """
    flat = [leaf for leaves in _parted(text, max_depth) for leaf in leaves]
    players = Players(leaf for _, leaf in flat)
    known = players.count
    entries = tuple(Entry(_decode(leaf, players), depth) for depth, leaf in flat)
    if players.count == known:
        return entries, players
    players.refresh()
    again = zip(entries, flat, strict=True)
    return tuple(_scrubbed_entry(entry, leaf, players) for entry, (_, leaf) in again), players


def _scrubbed_entry(entry: Entry, text: str, players: Players) -> Entry:
    clean = _scrubbed(entry.command, text, players)
    return entry if clean is entry.command else Entry(clean, entry.depth)


def _parted(text: str, max_depth: int) -> list[list[tuple[int, str]]]:
    """Return for each part of depth 0 its commands with their depths."""
    if text.count(ESC) > MAX_COMMANDS:
        raise UnusableError("too-big", f"more than {MAX_COMMANDS} commands, so it isn't read")
    work = _MOST_WORK + _MOST_ROUNDS * len(text)
    parts: list[list[tuple[int, str]]] = []
    for part in sequence.decode(text, ESC):
        leaves, work = _flatten(part, max_depth, work)
        parts.append(leaves)
    return parts


def _kept(text: str, parts: list[list[tuple[int, str]]]) -> tuple[Entry, ...]:
    """Read the commands with the ids, and keep the text of parts that are written oddly."""
    entries: list[Entry] = []
    for raw, leaves in zip(sequence.split(text, ESC), parts, strict=True):
        commands = [Entry(_decode(leaf, None), depth) for depth, leaf in leaves]
        if _written(commands) != raw:
            commands[0] = Entry(commands[0].command, 0, raw)
        entries += commands
    return tuple(entries)


def _written(commands: list[Entry]) -> str | None:
    try:
        return encode_commands(commands)
    except SequenceError:
        return None


def encode_commands(entries: Iterable[Entry]) -> str:
    """Write commands as one text; the inverse of :func:`decode_commands`.

    Raises:
        SequenceError: A text the format can't hold: it ends in a backslash or holds the
            character that divides commands.
        VassalError: A command stands deeper than one below the command before it.
    """
    pending: list[list[str]] = [[]]
    verbatim: dict[int, str] = {}
    for entry in reversed(list(entries)):
        while len(pending) <= entry.depth + 1:
            pending.append([])
        below = pending[entry.depth + 1]
        if any(pending[entry.depth + 2 :]):
            raise VassalError("a command stands too deep below the one before it; mend its depth")
        if entry.depth == 0 and entry.verbatim is not None:
            verbatim[len(pending[0])] = entry.verbatim
        text = _own_text(entry.command)
        if below:
            text = sequence.encode([text, *reversed(below)], ESC)
        below.clear()
        pending[entry.depth].append(text)
    if any(pending[1:]):
        raise VassalError("the first command must have depth 0; mend its depth")
    return _joined(pending[0], verbatim)


def _joined(backwards: list[str], verbatim: dict[int, str]) -> str:
    """Join the parts of depth 0, given last to first, some of them as they stood in a file."""
    if not verbatim:
        return sequence.encode(reversed(backwards), ESC) if backwards else ""
    parts = [
        verbatim[place] if place in verbatim else sequence.encode([text], ESC)
        for place, text in enumerate(backwards)
    ]
    if any(part[-1:] == "\\" for part in parts[1:]):
        raise SequenceError("a command but the last ends in a backslash; take it away")
    return ESC.join(reversed(parts))


def _own_text(command: Command) -> str:
    text = command.encode()
    if ESC in text:
        raise SequenceError("a command holds the character that divides commands (27); remove it")
    return text


def _flatten(part: str, max_depth: int, work: int) -> tuple[list[tuple[int, str]], int]:
    """Return the commands in one part, parents before children, and the work left.

    VASSAL splits a text and then splits each piece again, the first one too, until a piece
    stays as it is; what comes out of the first piece is followed by the others.
    """
    leaves: list[tuple[int, str]] = []
    waiting = [(0, 0, part)]
    while waiting:
        depth, rounds, text = waiting.pop()
        work -= len(text)
        if rounds > max_depth or work < 0:
            raise UnusableError(
                "too-deep", f"commands nested more than {max_depth} deep aren't read"
            )
        tokens = sequence.decode(text, ESC)
        if len(tokens) == 1 and tokens[0] == text:
            leaves.append((depth, text))
            continue
        waiting += [(depth + 1, rounds + 1, token) for token in reversed(tokens[1:])]
        waiting.append((depth, rounds + 1, tokens[0]))
    return leaves, work


def _decode(text: str, players: Players | None) -> Command:
    if text.startswith("LOG\t"):
        plain = _decode_plain(text[4:], players)
        return Logged(_scrubbed(plain, text, players) if players else plain)
    plain = _decode_plain(text, players)
    return _scrubbed(plain, text, players) if players else plain


def _decode_plain(text: str, players: Players | None) -> Plain:
    for prefix, parser in _PARSERS:
        if text.startswith(prefix):
            return parser(text[len(prefix) :], players) or _unknown(text, players)
    if text in _FIXED:
        return _FIXED[text]
    return _rare(text, players) or _select_boards(text) or _turn(text) or _unknown(text, players)


def _rare(text: str, players: Players | None) -> Plain | None:
    for kind in RARE:
        if text.startswith(kind.PREFIX):
            made = kind.parse(text)
            if made is None or players is None:
                return made
            secret = [each.name for each in fields(made) if each.metadata.get("player")]
            fresh = {name: players.owner(getattr(made, name)) for name in secret}
            if isinstance(made, EventList):
                fresh["events"] = _events(made.events, players)
            return _changed(made, fresh)
    return None


def _events(text: str, players: Players) -> str:
    """Replace who did it in a list of events."""
    events = []
    for event in sequence.decode(text, "|"):
        match sequence.decode(event, ","):
            case [when, who, *what]:
                events.append(sequence.encode([when, players.owner(who), *what], ","))
            case _:
                events.append(event)
    return sequence.encode(events, "|")


_AnyCommand = TypeVar("_AnyCommand", bound=Command)


def _scrubbed(command: _AnyCommand, text: str, players: Players) -> _AnyCommand:
    """Return a command without ids in any of its texts."""
    if not players.suspects(text):
        return command
    if isinstance(command, Logged):
        return replace(command, command=_scrubbed(command.command, text, players))
    fresh: dict[str, object] = {}
    for each in fields(command):
        value = getattr(command, each.name)
        if isinstance(value, str):
            clean: object = players.scrub(value)
        elif isinstance(value, tuple) and all(isinstance(part, str) for part in value):
            clean = tuple(map(players.scrub, value))
        else:
            continue
        if clean != value:
            fresh[each.name] = clean
    return _changed(command, fresh)


def _changed(command: _AnyCommand, fresh: Mapping[str, object]) -> _AnyCommand:
    return replace(command, **fresh) if fresh else command  # type: ignore[arg-type]


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


def _chat(body: str, _players: Players | None) -> Plain | None:
    return Chat(body)


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
            return PrivateNote(players.owner(owner) if players else owner, text)
    return None


def _secret_note(body: str, players: Players | None) -> Plain | None:
    match sequence.decode(body, "\t"):
        case [name, owner, "true" | "false" as hidden, text, *more]:
            if players:
                owner = players.owner(owner)
            return SecretNote(name, owner, hidden == "true", text, tuple(more))
    return None


def _unmask(body: str, players: Players | None) -> Plain | None:
    allowed = sequence.decode(body, "\t")
    return Unmask(tuple(map(players.owner, allowed)) if players else tuple(allowed))


def _select_boards(text: str) -> Plain | None:
    head, *rest = sequence.decode(text, "\t")
    if not head.endswith("BoardPicker") or len(rest) % 3:
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
