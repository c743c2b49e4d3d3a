"""What any VASSAL file is, on one screen: for people as text, for programs as JSON."""

from __future__ import annotations

import html
import json
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from assistant.dice.buttons import Buttons
from assistant.dice.line import Rolled, Strange, Typed
from assistant.dice.step import is_undo, read_step
from assistant.report.clean import clean
from builder.vassal import buildfile as bf
from builder.vassal.command import AddPiece, AddPlayer
from builder.vassal.damage import Damage
from builder.vassal.opened import Opened

__all__ = ["HEIGHT", "SCHEMA", "WIDTH", "Info", "Someone", "describe", "render_json", "render_text"]

SCHEMA = 1
"""Grows whenever a reader of older reports would misunderstand a newer one."""

WIDTH = 80
HEIGHT = 24
_LABEL = 14
_MOST_LINES = 3
_MOST_TEXT = 400
_TOLD = frozenset({"steps", "rolls", "undos", "pieces"})
_OBSERVER = "<observer>"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_KINDS = {
    "module": "a module",
    "extension": "an extension",
    "save": "a saved game",
    "log": "a log of a game",
}


@dataclass(frozen=True, slots=True)
class Someone:
    """A player.

    Args:
        label: Pseudonym.
        names: Names he goes by, in order.
        sides: Sides he took, in order.
    """

    label: str
    names: tuple[str, ...]
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Info:
    """Everything the screen shows.

    Args:
        file: Name of the file.
        kind: What it is.
        status: 0 if it was read whole, 1 if with damage.
        about: Name, version and description of the module, extension and save.
        engine: Version of VASSAL that wrote it; empty if unknown.
        saved: When, in milliseconds since 1970; None if unknown.
        odd_date: Whether no clock can have shown that.
        extensions: Name and version of those a save needs.
        sides: Of a module those it has, of a save those that were taken.
        players: Under pseudonyms.
        counts: What it holds, in order.
        damage: What is wrong or odd.
        salvaged: What could be read of a damaged file.
    """

    file: str
    kind: str
    status: int
    about: tuple[tuple[str, str], ...]
    engine: str
    saved: int | None
    odd_date: bool
    extensions: tuple[tuple[str, str], ...]
    sides: tuple[str, ...]
    players: tuple[Someone, ...]
    counts: tuple[tuple[str, int], ...]
    damage: tuple[Damage, ...]
    salvaged: str


def describe(opened: Opened) -> Info:
    """Gather what is to be told of a file.

    Args:
        opened: The file; its players are pseudonyms.
    """
    counts = dict(_built(opened))
    dice: tuple[Damage, ...] = ()
    if opened.saved:
        counts, dice = _played(opened)
    dated = opened.save or opened.extension or opened.module
    saved = dated.date_saved if dated else None
    players = _players(opened.players)
    return Info(
        file=opened.path.name,
        kind=opened.kind,
        status=0 if opened.whole else 1,
        about=tuple(_about(opened)),
        engine=opened.engine,
        saved=saved,
        odd_date=saved is not None and not 1996 <= _year(saved) < 2100,
        extensions=tuple((each.name, each.version) for each in opened.extensions),
        sides=_sides(opened, players),
        players=players,
        counts=tuple(counts.items()),
        damage=(*opened.damage, *dice),
        salvaged=opened.salvaged,
    )


def render_text(info: Info) -> str:
    """Return the screen, 80 columns wide and seldom more than 24 lines high."""
    whole = "read with damage" if info.status else "read whole"
    lines = [_cut(f"{info.file}: {_KINDS[info.kind]}, {whole}", WIDTH)]
    for label, text in _rows(info):
        lines += _wrapped(text, f"  {label:<{_LABEL - 2}}", _MOST_LINES)
    for title, found in (
        ("Damaged:", [each for each in info.damage if each.loss]),
        ("Remarks:", [each for each in info.damage if not each.loss]),
    ):
        if found:
            lines.append(title)
            lines += _listed(found, HEIGHT - len(lines) - bool(info.salvaged))
        if title == "Damaged:" and info.salvaged:
            lines += _wrapped(info.salvaged, f"  {'Saved':<{_LABEL - 2}}", 2)
    return "\n".join(lines) + "\n"


def render_json(info: Info) -> str:
    """Return the same as JSON text that ends in a line end; ASCII only."""
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "status": info.status,
        "file": info.file,
        "kind": info.kind,
        "about": dict(info.about),
        "engine": info.engine,
        "saved": None if info.saved is None else {"ms": info.saved, "utc": _date(info.saved)},
        "odd_date": info.odd_date,
        "extensions": [{"name": name, "version": version} for name, version in info.extensions],
        "sides": list(info.sides),
        "players": [
            {"id": each.label, "names": list(each.names), "sides": list(each.sides)}
            for each in info.players
        ],
        "counts": dict(info.counts),
        "damage": [
            {
                "code": each.code,
                "where": each.where,
                "text": each.text,
                "advice": each.advice,
                "loss": each.loss,
            }
            for each in info.damage
        ],
        "salvaged": info.salvaged,
    }
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=True) + "\n"


def _about(opened: Opened) -> Iterator[tuple[str, str]]:
    """Yield names, versions and descriptions."""
    if opened.module:
        yield "module", opened.module.name
        yield "module_version", opened.module.version
        if opened.kind == "module":
            yield "description", opened.module.description
    if opened.extension:
        yield "extension", opened.extension.name or opened.path.stem
        yield "extension_version", opened.extension.version
        yield "description", opened.extension.description
    if opened.save:
        yield "played_version", opened.save.version
        yield "description", opened.save.description


def _built(opened: Opened) -> Iterator[tuple[str, int]]:
    """Yield what a module or extension holds."""
    if opened.root is None:
        return
    tags = [str(each.tag) for each in opened.root.iter()]
    yield "maps", tags.count(bf.MAP)
    yield "pieces", tags.count(bf.PIECE_SLOT)
    yield "cards", tags.count(bf.CARD_SLOT)
    yield "setups", tags.count(bf.PREDEFINED_SETUP)
    yield "dice_buttons", sum(tag.endswith("DiceButton") for tag in tags)
    yield "entries", len(opened.entries)


def _played(opened: Opened) -> tuple[dict[str, int], tuple[Damage, ...]]:
    """Count what a save or log holds; remark on dice that can't be counted."""
    buttons = Buttons()
    undos = sum(is_undo(step.commands) for step in opened.steps)
    seen = [
        (step.number, found) for step in opened.steps for found in read_step(step.commands, buttons)
    ]
    rolls = [found for _, found in seen if isinstance(found, Rolled)]
    kinds = [
        "stacks" if each.type == "stack" else "decks" if each.type.startswith("deck;") else "pieces"
        for each in opened.setup
        if isinstance(each, AddPiece)
    ]
    counts = {name: kinds.count(name) for name in ("pieces", "stacks", "decks")}
    if opened.steps:
        counts = {
            "steps": len(opened.steps),
            "rolls": len(rolls),
            "dice": sum(len(roll.dice) for roll in rolls),
            "undos": undos,
            **counts,
        }
    return counts, tuple(_odd_dice(seen))


def _odd_dice(seen: Iterable[tuple[int, object]]) -> Iterator[Damage]:
    """Yield a remark on lines about dice that aren't counted."""
    typed, strange = [], []
    for number, found in seen:
        if isinstance(found, Typed):
            typed.append(number)
        elif isinstance(found, Strange):
            strange.append(number)
    if typed or strange:
        yield Damage(
            "unrecognised-dice",
            f"step {min((*typed, *strange))}",
            f"lines look like dice and aren't counted: {len(typed)} typed by people, "
            f"{len(strange)} impossible or in an unknown format",
            "`assistant dice` lists them",
        )


def _players(joined: Iterable[AddPlayer]) -> tuple[Someone, ...]:
    """Put together what is known of each player."""
    names: dict[str, dict[str, None]] = {}
    sides: dict[str, dict[str, None]] = {}
    for each in joined:
        names.setdefault(each.player, {}).setdefault(html.unescape(each.name))
        side = "observer" if each.side == _OBSERVER else each.side
        sides.setdefault(each.player, {}).setdefault(side)
    return tuple(
        Someone(label, tuple(known), tuple(sides[label])) for label, known in names.items()
    )


def _sides(opened: Opened, players: Iterable[Someone]) -> tuple[str, ...]:
    """Return the sides of a module, or those that were taken."""
    if opened.root is not None:
        rosters = opened.root.iter(bf.PLAYER_ROSTER)
        return tuple(entry.text or "" for roster in rosters for entry in roster.iter("entry"))
    taken = dict.fromkeys(side for each in players for side in each.sides)
    return tuple(side for side in taken if side != "observer")


def _rows(info: Info) -> Iterator[tuple[str, str]]:
    """Yield label and text of each row."""
    about = dict(info.about)
    module = " ".join(about.get(key, "") for key in ("module", "module_version")).strip()
    played = about.get("played_version", "")
    if played and played != about.get("module_version"):
        module = f"{module or 'not named'}, played with version {played}"
    yield "Module", module or "not named in the file"
    if "extension" in about:
        yield "Extension", f"{about['extension']} {about['extension_version']}"
    if about.get("description"):
        yield "About", about["description"]
    yield "Written by", f"VASSAL {info.engine}" if info.engine else "not said"
    yield "Date", _dated(info)
    if info.extensions:
        yield "Extensions", ", ".join(" ".join(each).strip() for each in info.extensions)
    elif info.kind in ("save", "log"):
        yield "Extensions", "none"
    yield "Sides", ", ".join(info.sides) or "none named"
    if info.kind in ("save", "log"):
        yield "Players", "; ".join(map(_player, info.players)) or "none"
    counts = [_count(name, number) for name, number in info.counts if number or name in _TOLD]
    yield "Holds", ", ".join(counts) or "nothing that can be counted"


def _count(name: str, number: int) -> str:
    """Return a number of things in words."""
    words = {"dice": "die", "entries": "file in the zip", "dice_buttons": "dice button"}
    more = {"dice": "dice", "entries": "files in the zip", "dice_buttons": "dice buttons"}
    if number == 1:
        return f"1 {words.get(name, name.removesuffix('s'))}"
    return f"{number:,} {more.get(name, name)}"


def _player(each: Someone) -> str:
    """Return a player in words."""
    names = " or ".join(name or "(no name)" for name in each.names)
    sides = ", then ".join(side or "(no side)" for side in each.sides)
    return f"{each.label} {names} ({sides})"


def _dated(info: Info) -> str:
    """Return the date, and whether it can be right."""
    if info.saved is None:
        return "not said"
    odd = "; the clock was wrong" if info.odd_date else ""
    return f"{_date(info.saved)} UTC{odd}"


def _date(milliseconds: int) -> str:
    """Return a date to the minute; one that no calendar has, in milliseconds."""
    try:
        moment = _EPOCH + timedelta(milliseconds=milliseconds)
    except OverflowError:
        return f"{milliseconds} ms after 1970"
    return f"{moment.year:04}-{moment:%m-%d %H:%M}"


def _year(milliseconds: int) -> int:
    """Return the year of a date, 0 if no calendar has it."""
    try:
        return (_EPOCH + timedelta(milliseconds=milliseconds)).year
    except OverflowError:
        return 0


def _listed(found: list[Damage], room: int) -> list[str]:
    """Return damage in full as far as there is room, then codes; every code is named."""
    lines: list[str] = []
    for place, each in enumerate(found):
        where = f" ({each.where})" if each.where else ""
        full = _wrapped(f"{each.code}{where}: {each.text}; {each.advice}", "  ", _MOST_LINES)
        rest = found[place:]
        if len(lines) + len(full) + (len(rest) > 1) > room and place:
            codes = dict.fromkeys(each.code for each in rest)
            return [*lines, *_wrapped(f"and {', '.join(codes)} (see --format json)", "  ", 99)]
        lines += full
    return lines


def _wrapped(text: str, first: str, most: int) -> list[str]:
    """Return a text in lines of the width, at most so many."""
    lines = textwrap.wrap(
        clean(text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]} ..."),
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * max(len(first), 4),
        break_on_hyphens=False,
        max_lines=most,
        placeholder=" ...",
    )
    return lines or [first.rstrip()]


def _cut(text: str, width: int) -> str:
    """Return a text on one line of at most the width."""
    safe = clean(text)
    return safe if len(safe) <= width else safe[: width - 3] + "..."
