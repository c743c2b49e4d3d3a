"""One command, from its text to its class.

Source: VASSAL class ``BasicCommandEncoder`` and those named in :mod:`builder.vassal.command`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import TypeVar

from builder.errors import SequenceError
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
from builder.vassal.privacy import Players

__all__ = ["decode_command", "scrubbed"]

_WHOLE = re.compile(r"[+-]?[0-9]{1,10}")


def decode_command(text: str, players: Players | None) -> Command:
    """Read one command.

    Args:
        text: Its text, without those below it.
        players: Pseudonyms to put in, None to leave ids as they are.
    """
    if text.startswith("LOG\t"):
        plain = _decode_plain(text[4:], players)
        return Logged(scrubbed(plain, text, players) if players else plain)
    plain = _decode_plain(text, players)
    return scrubbed(plain, text, players) if players else plain


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
    """Replace who did it in a list of events; one that can't be written is left out."""
    events = []
    for event in sequence.decode(text, "|"):
        when, *more = sequence.decode(event, ",")
        more[:1] = [players.owner(who) for who in more[:1]]
        try:
            events.append(sequence.encode([sequence.encode([when, *more], ","), ""], "|")[:-1])
        except SequenceError:
            continue
    return "|".join(events)


_AnyCommand = TypeVar("_AnyCommand", bound=Command)


def scrubbed(command: _AnyCommand, text: str, players: Players) -> _AnyCommand:
    """Return a command without ids in any of its texts."""
    if not players.suspects(text):
        return command
    if isinstance(command, Logged):
        return replace(command, command=scrubbed(command.command, text, players))
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
