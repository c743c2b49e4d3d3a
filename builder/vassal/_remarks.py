"""What strikes one in the commands of a save or log that was read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from builder.errors import VassalError
from builder.vassal.command import (
    AddPiece,
    AddPlayer,
    Chat,
    Logged,
    Plain,
    RemovePlayer,
    Unknown,
)
from builder.vassal.damage import Damage
from builder.vassal.piece import Piece, split_parts
from builder.vassal.savegame import SaveFile
from builder.vassal.trait import KINDS, BasicPiece, Stack
from builder.vassal.transcript import Entry

__all__ = ["part_glued", "remarks"]

_MOST_SHOWN = 5
_EARLIEST = 820_454_400_000  # 1996-01-01 in milliseconds since 1970
_LATEST = 4_102_444_800_000  # 2100-01-01
_HEAD = re.compile(r"[A-Z_]{2,20}(?=[\t;/:]|$)")  # surely a command's, not somebody's id
_KIND = re.compile(r"[A-Za-z_][A-Za-z0-9_.]{0,30}")
_TYPED = re.compile(r"(?:&lt;|<)[^\x1b]{1,80}?(?:&gt;|>) - ")


def part_glued(entries: Sequence[Entry]) -> tuple[tuple[Entry, ...], int]:
    """Undo what a chat line that ends in a backslash does to the command behind it.

    Such a line swallows the mark that divides it from the next step, which then looks like a
    part of it. But what a player typed never has parts.

    Returns:
        The entries, each such step on its own again, and how many there were.
    """
    found = 0
    mended: list[Entry] = []
    typed = False
    for entry in entries:
        if typed and entry.depth == 1 and isinstance(entry.command, Logged):
            found += 1
            mended.append(Entry(entry.command, 0))
            typed = False
            continue
        typed = entry.depth == 0 and _is_typed(entry)
        mended.append(entry)
    return (tuple(mended), found) if found else (tuple(entries), 0)


def _is_typed(entry: Entry) -> bool:
    match entry.command:
        case Logged(Chat(text)):
            return _TYPED.match(text) is not None
    return False


def remarks(file: SaveFile) -> Iterator[Damage]:
    """Yield what is odd about a save or log: its end, players, pieces and unknown parts."""
    if not file.complete and file.setup:
        yield Damage(
            "no-end-save",
            "",
            "the position at the start isn't closed, so it may not be whole",
            "ask for the file again, or take the position with care",
        )
    if not file.complete and not file.setup and file.steps:
        yield Damage(
            "no-start-state",
            "",
            "there are only steps, not the position they start from",
            "positions stay unknown; the log before this one may hold them",
        )
    yield from _clock(file)
    yield from _unknown(file)
    yield from _roster(file)
    yield from _pieces(file.setup)


def _clock(file: SaveFile) -> Iterator[Damage]:
    saved = file.save.date_saved
    if saved is not None and not _EARLIEST <= saved < _LATEST:
        yield Damage(
            "clock",
            "savedata",
            "the date it was saved can't be right",
            "order files by their contents, not by their dates",
        )


def _unknown(file: SaveFile) -> Iterator[Damage]:
    found: Counter[str] = Counter()
    types: set[str] = set()
    for command in (*file.setup, *(each for step in file.steps for each in step.commands)):
        match command:
            case Unknown(raw):
                head = _HEAD.match(raw)
                found[head.group() if head else "others"] += 1
            case AddPiece(type=text):
                types.add(text)
    traits = Counter(kind for text in sorted(types) for kind in _unknown_traits(text))
    for what, counted in (("commands", found), ("kinds of trait", traits)):
        if counted:
            yield Damage(
                "unknown-command",
                "",
                f"{counted.total()} {what} VASSAL itself doesn't have: {_list(counted)}",
                "they are kept as they are; the module's own program may know them",
            )


def _unknown_traits(type_text: str) -> Iterator[str]:
    try:
        parts = split_parts(type_text)
    except VassalError:
        return
    for part in parts:
        kind = part.partition(";")[0]
        if kind not in KINDS and _KIND.fullmatch(kind):
            yield kind


def _roster(file: SaveFile) -> Iterator[Damage]:
    sides: dict[str, str] = {}
    names: dict[str, set[str]] = {}
    for command in file.setup:
        if isinstance(command, AddPlayer):
            sides[command.player] = command.side
            names.setdefault(command.player, set()).add(command.name)
    changes: list[int] = []
    for step in file.steps:
        for command in step.commands:
            match command:
                case AddPlayer(player=player, side=side, name=name):
                    names.setdefault(player, set()).add(name)
                    if sides.get(player) != side:
                        sides[player] = side
                        changes.append(step.number)
                case RemovePlayer(player=player):
                    sides.pop(player, None)
                    changes.append(step.number)
    if changes:
        yield Damage(
            "side-change",
            f"step {changes[0]}",
            f"players join, leave or change sides ({len(changes)} times)",
            "see the timeline of sides in the transcript",
        )
    shared = [player for player, known in names.items() if len(known) > 1]
    if shared:
        yield Damage(
            "shared-id",
            "",
            f"several names play under one id ({', '.join(sorted(shared))})",
            "who did what can't be told apart; ask the players for ids of their own, none blank",
        )


def _pieces(setup: Iterable[Plain]) -> Iterator[Damage]:
    pieces: dict[str, Piece] = {}
    twice: Counter[str] = Counter()
    for command in setup:
        if not isinstance(command, AddPiece):
            continue
        if command.id in pieces:
            twice[command.id] += 1
        try:
            pieces[command.id] = command.piece
        except VassalError:
            yield Damage(
                "too-deep",
                f"piece {command.id}",
                "its traits are nested too deep, so they aren't read",
                "nothing VASSAL's editor makes is; get the file again",
            )
    yield from _contradictions(pieces, twice)


def _contradictions(pieces: dict[str, Piece], twice: Counter[str]) -> Iterator[Damage]:
    homes: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    outside: Counter[str] = Counter()
    for piece, parsed in pieces.items():
        match parsed.inner:
            case Stack(members=members):
                homes.update(members)
                missing.update(member for member in members if member not in pieces)
            case BasicPiece(map=str(), x=x, y=y) if x < 0 or y < 0:
                outside[piece] += 1
    doubled = Counter({piece: count for piece, count in homes.items() if count > 1})
    for what, counted in (
        ("stand in the file more than once", twice),
        ("lie in more than one stack", doubled),
        ("are missing from the file, yet lie in a stack", missing),
        ("lie off the edge of their map", outside),
    ):
        if counted:
            yield Damage(
                "inconsistent-state",
                f"piece {min(counted)}",
                f"{len(counted)} pieces {what}",
                "VASSAL takes the last it reads; check these pieces by hand",
            )


def _list(counted: Counter[str]) -> str:
    shown = [f"{name} ({count})" for name, count in sorted(counted.items())[:_MOST_SHOWN]]
    return ", ".join(shown) + (" …" if len(counted) > _MOST_SHOWN else "")
