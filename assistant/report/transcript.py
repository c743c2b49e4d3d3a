"""What a transcript shows of a game, whatever its form: its head, and a row for each step.

Steps that were taken back are folded into a row that says so, the undo itself has none; moves
that a line of the chat tells in better words are left to that line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from assistant.record.entry import Entry, Join, Player, Record, SideChange
from assistant.record.roster import OBSERVER
from assistant.record.stitch import Game

__all__ = [
    "Row",
    "audience",
    "describe",
    "join_lines",
    "player_name",
    "remarks",
    "rows",
    "side_line",
    "title",
]

_PIXELS = re.compile(r".* \(-?\d+,-?\d+\)", re.DOTALL)
_MOST_PIECES = 30
_MOST_DIFFERENCES = 50


@dataclass(frozen=True, slots=True)
class Row:
    """One step.

    Args:
        place: ``file:step``.
        who: Who did it, as shown.
        side: His side.
        lines: What happened, each with its kind.
        undone: Place of the step that took it back, empty if it stands.
        repeats: Place of the step of an earlier file that it repeats, empty if none.
    """

    place: str
    who: str
    side: str
    lines: tuple[tuple[str, str], ...]
    undone: str = ""
    repeats: str = ""


def title(game: Game) -> str:
    """Return the name of the game, as its files say it."""
    first = game.records[0]
    named = first if first.module or game.module is None else game.module
    name = named.module if isinstance(named, Record) else named.name
    return f"{name} {named.version}".strip() or "a game whose files don't name its module"


def audience(game: Game) -> str:
    """Return in words for whom the transcript is."""
    viewer = game.viewer
    if viewer.referee:
        return "for a referee: everything is shown, also what is hidden from players"
    if viewer.side:
        return f"for {viewer.side}: what is hidden from that side is neither shown nor compared"
    return "for everyone: what any side hides is neither shown nor compared"


def remarks(game: Game) -> Iterator[str]:
    """Yield what a reader should know before he relies on the transcript."""
    yield from game.notes
    damaged: dict[str, list[str]] = {}
    for record in game.records:
        for damage in record.damage:
            damaged.setdefault(str(damage), []).append(record.file)
    for text, files in damaged.items():
        more = f" and {len(files) - 1} more" if len(files) > 1 else ""
        yield f"{files[0]}{more}: {text}"
    for player in game.players:
        if player.shared:
            names = ", ".join(player.names)
            yield f"{player.label} stands for several names ({names}): they can't be told apart"
    for entry in game.entries:
        if entry.kind == "secret" and entry.undone_by:
            by = f"{entry.file}:{entry.undone_by}"
            yield f"{entry.place} let hidden things be seen, or hid them, and {by} took it back"
    if game.module is None and not game.viewer.referee:
        yield "without the module it isn't known which windows are private; see --module"
    if game.guessed and not game.viewer.referee:
        names = ", ".join(game.guessed)
        yield f"taken for private by their names, as the module doesn't tell: {names}"


def player_name(game: Game, label: str) -> str:
    """Return a player's pseudonym and names."""
    player = next((each for each in game.players if each.label == label), Player(label, ()))
    return f"{label} {', '.join(player.names)}" if player.names else f"{label} (not in the roster)"


def side_line(change: SideChange) -> str:
    """Return a line of the timeline of sides, without its place."""
    old, new = _side(change.old), _side(change.new)
    who = f"{change.who} {change.name}"
    if not new:
        return f"{who} leaves {old}"
    return f"{who} changes from {old} to {new}" if old else f"{who} joins {new}"


def _side(side: str) -> str:
    return "the observers" if side == OBSERVER else side


def join_lines(join: Join) -> list[str]:
    """Return what is odd about how a file goes on, a line each; nothing if it goes on well."""
    if join.code == "follows":
        return []
    more = len(join.differences) - _MOST_DIFFERENCES
    shown = list(join.differences[:_MOST_DIFFERENCES])
    return [f"{join.code}: {join.text}", *shown, *([f"and {more} more"] if more > 0 else [])]


def rows(game: Game, file: str) -> Iterator[Row]:
    """Yield the rows of a file, in order; an undo has none if it is known what it takes back."""
    names = {p.label: p.names[-1] for p in game.players if p.names and not p.shared}
    record = next(each for each in game.records if each.file == file)
    taken = {each.undone_by for each in record.entries}
    for step, grouped in groupby(record.entries, key=lambda each: each.step):
        entries = list(grouped)
        if entries[0].undo and step in taken:
            continue
        lines = list(_lines(entries))
        if entries[0].undo:
            lines = [(kind, f"takes back: {text}") for kind, text in lines]
        first = next((each for each in entries if each.who), entries[0])
        yield Row(
            place=f"{file}:{step}",
            who=names.get(first.who, first.who) or first.name,
            side=first.side,
            lines=tuple(lines),
            undone=f"{file}:{entries[0].undone_by}" if entries[0].undone_by else "",
            repeats=entries[0].repeats,
        )


def describe(entry: Entry) -> str:
    """Return an entry about a piece, or any other, in words.

    >>> describe(Entry("a", 1, "move", piece="1st Inf", origin="0101", to="0202"))
    '1st Inf: 0101 -> 0202'
    """
    return _about([entry.piece], entry) if entry.piece else entry.text


def _lines(entries: list[Entry]) -> Iterator[tuple[str, str]]:
    """Yield what happened in a step; pieces that do the same share a line."""
    told = [each.text for each in entries if each.kind in ("report", "turn")]
    moved = [each for each in entries if each.kind == "move"]
    for (kind, _, _, _), grouped in groupby(entries, key=_alike):
        alike = list(grouped)
        if not alike[0].piece:
            for each in alike:
                if kind != "report" or not _is_told_by_moves(each.text, moved):
                    yield kind, each.text
            continue
        left = [each for each in alike if kind != "move" or not _is_told_by_chat(each, told)]
        if left:
            yield kind, _about([each.piece for each in left], left[0])


def _alike(entry: Entry) -> tuple[str, str, str, str]:
    return entry.kind, entry.origin, entry.to, entry.text if entry.piece else ""


def _is_told_by_chat(entry: Entry, told: Iterable[str]) -> bool:
    """Tell whether a line of the chat tells a move whose places have no names here."""
    if not _PIXELS.fullmatch(entry.to):
        return False
    named = re.compile(rf"(?<!\w){re.escape(entry.piece)}(?!\w)")
    return any(named.search(text) for text in told)


def _is_told_by_moves(text: str, moved: Iterable[Entry]) -> bool:
    """Tell whether a report says no more than a move does."""
    return any(
        text.startswith(f"{each.piece} moves {each.origin} ") and text.endswith(f" {each.to}")
        for each in moved
        if not _PIXELS.fullmatch(each.to)
    )


def _about(pieces: list[str], entry: Entry) -> str:
    named = ", ".join(pieces[:_MOST_PIECES])
    if len(pieces) > _MOST_PIECES:
        named += f" and {len(pieces) - _MOST_PIECES} more"
    verb = "s" if len(pieces) == 1 else ""
    match entry.kind:
        case "move":
            return f"{named}: {entry.origin} -> {entry.to}"
        case "appear":
            return f"{named} appear{verb} at {entry.to}"
        case "vanish":
            return f"{named} at {entry.origin} {entry.text}"
        case _:
            return f"{named} at {entry.to}: {entry.text}" if entry.to else f"{named}: {entry.text}"
