"""What ``builder data GAME --why ID`` prints: the figures about something, and their reasons."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from builder.data_report import MEANING, WIDTH, number
from builder.errors import WargameError
from builder.model.called import called
from builder.model.figures import Figure, concerning, grouped, remark
from builder.model.game import Game, Provenance
from builder.model.overlay_origin import Origins

__all__ = ["meanings", "why_json", "why_lines"]

ARGUED = 31
"""Column where arguments begin."""
_SHOWN = 5
"""Other things of a name that are listed."""
_WHERE_IDS = (
    "`builder gallery` shows the ids below the counters, and a sheet of `builder data --estimates` "
    "lists them; a hex has four digits, a section is called as in the rulebook"
)
_SECTION = re.compile(r"(?:WD-|RULE |SECTION )?([0-9]+[A-Z]*)(?:\.[0-9]+)?")
_HEX = re.compile(r"(?:HEX )?([0-9]{3,4})")


# --- what is meant ----------------------------------------------------------------------
def meanings(game: Game, asked: str) -> list[str]:
    """Return the ids that people may mean by what they type, the likeliest first.

    Args:
        game: The game.
        asked: An id, in whatever letters; what is printed on a counter (``506``, ``I/55``,
            ``506 field artillery``); a hex (``hex 0101``, ``101``); a rule of a section
            (``3.3``, ``WD-3.3``).

    Raises:
        WargameError: The game has nothing of that name, or several things and no id is meant.
    """
    text = " ".join(asked.split())
    if not text:
        raise WargameError(f"--why: nothing is named; {_WHERE_IDS}")
    exact = [text] if _is_known(game, text) else _other_letters(game, text)
    printed = called(game, text)
    likely = exact or _rule(game, text) or (printed if len(printed) == 1 else [])
    if not likely and printed:
        raise WargameError(f"{asked!r:.60} stands on several counters: {_listed(printed)}")
    places = _hexes(game, text)
    also = printed if likely in (printed, places) else []
    found = list(dict.fromkeys([*likely, *places, *also]))
    if not found:
        raise _unknown(game, asked)
    return found


def _is_known(game: Game, id_: str) -> bool:
    """Tell whether an id means something."""
    indexed = id_ in game.sections or id_ in game.readings or id_ in game.errata
    return indexed or any(id_ in figure.about for figure in game.figures)


def _ids(game: Game) -> list[str]:
    """Return every id that has a title."""
    counters = (*game.units, *game.markers, *game.formations)
    return [*counters, *game.scenarios, *game.sections, *game.readings, *game.errata]


def _other_letters(game: Game, text: str) -> list[str]:
    """Return the id of which a text differs in capitals only."""
    return [id_ for id_ in _ids(game) if id_.casefold() == text.casefold()][:1]


def _rule(game: Game, text: str) -> list[str]:
    """Return the section that a rule belongs to."""
    found = _SECTION.fullmatch(text.upper())
    return [found[1]] if found and found[1] in game.sections else []


def _hexes(game: Game, text: str) -> list[str]:
    """Return the hex of a number, with the zero that may have been left out."""
    found = _HEX.fullmatch(text.upper())
    cell = found[1].zfill(4) if found else ""
    try:
        known = game.map.numbering.parse(cell) in game.map.hexes
    except ValueError:
        return []
    return [cell] if known else []


def _listed(ids: Sequence[str]) -> str:
    """Return the first of some ids, and how many more there are."""
    more = f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
    return ", ".join(ids[:_SHOWN]) + more


def _unknown(game: Game, asked: str) -> WargameError:
    """Return the error about something the game hasn't."""
    near = get_close_matches(asked[:80], _ids(game), 3, 0.6)
    hint = f"did you mean {', '.join(near)}?" if near else _WHERE_IDS
    wanted = "unit, marker, formation, scenario, hex number or section of the rules"
    return WargameError(f"{asked!r:.60}: {game.id} has no such {wanted}; {hint}")


def _known(game: Game, id_: str) -> list[Figure]:
    """Return the figures about something; of what is only indexed there are none."""
    if id_ in game.sections or id_ in game.readings or id_ in game.errata:
        return []
    return concerning(game.figures, id_)


# --- for people -------------------------------------------------------------------------
def why_lines(game: Game, asked: str, origins: Origins | None = None) -> Iterator[str]:
    """Yield each figure about something with its value, its mark and its argument.

    Args:
        game: The game.
        asked: A unit, marker, formation, arrival or scenario id, a hex number, a section of
            the rules, or what people call it; see :func:`meanings`.
        origins: Where an owner's figures come from, if there are any.

    Raises:
        WargameError: The game has nothing of that name.
    """
    id_, *others = meanings(game, asked)
    figures = _known(game, id_)
    yield _title(game, id_)
    if others:
        called = [f"hex {id_}" if id_.isdigit() else id_ for id_ in others]
        yield from _wrapped("called so too: ", _listed(called), 15)
    yield from _remarks(game, id_)
    shown: set[str] = set()
    for figure in figures:
        place = f"{figure.file}:{figure.line}" if figure.line else figure.file
        if place not in shown:
            yield ""
            yield (place + ("" if figure.row == id_ else f"  {figure.row}")).rstrip()
            shown.add(place)
        head = f"  {figure.field:<12} {figure.value:<12} {figure.mark}  "
        yield from _wrapped(head, _reason(figure, origins), ARGUED)
    yield from _legend({figure.mark for figure in figures})


def _reason(figure: Figure, origins: Origins | None) -> str:
    """Return why a figure is what it is: its argument, or the owner's cell."""
    cells = origins.of(figure) if origins is not None else []
    return "; ".join(str(cell) for cell in cells) or figure.argument


def _legend(marks: set[Provenance]) -> Iterator[str]:
    """Yield what marks stand for."""
    if marks:
        yield ""
    for mark in Provenance:
        if mark in marks:
            yield f"{mark}: {MEANING[mark]}"
    if Provenance.P in marks:
        yield "   (P is filled in on the owner's sheet; the file at the head of a part has ours)"


def _wrapped(head: str, text: str, indent: int) -> list[str]:
    """Return a text behind its head, broken to the width."""
    return textwrap.wrap(head + text, WIDTH, subsequent_indent=" " * indent) or [""]


def _title(game: Game, id_: str) -> str:
    """Return what an id stands for, in words."""
    words = ""
    if id_ in game.units:
        unit = game.units[id_]
        parts = (unit.label, unit.formation, game.side(unit.side).name)
        words = ", ".join(part for part in parts if part)
    elif id_ in game.markers:
        words = f"marker {game.markers[id_].name}"
    elif id_ in game.formations:
        words = game.formations[id_].name
    elif id_ in game.sections:
        words = f"section {id_} of the rules, {game.sections[id_].title}"
    elif id_ in game.scenarios:
        words = f"scenario {game.scenarios[id_].name}"
    elif id_ in game.readings:
        words = "an unclear place of the rules"
    elif id_ in game.errata:
        words = "printed erratum"
    return f"{id_}: {words}" if words else id_


def _remarks(game: Game, id_: str) -> Iterator[str]:
    """Yield a unit's remark; what a section, an erratum or a reading says, and what it argues."""
    note = remark(game.units[id_].note) if id_ in game.units else ""
    if note:
        yield from _wrapped("note: ", note, 6)
    if not (id_ in game.sections or id_ in game.errata or id_ in game.readings):
        return
    for erratum in game.errata.values():
        if id_ == erratum.id or (id_ in game.sections and erratum.id in game.sections[id_].errata):
            yield from _wrapped(f"{erratum.id}: ", erratum.text, 6)
    for reading in game.readings.values():
        if id_ == reading.id or id_ in reading.sections:
            switch = f" [{reading.switch} = {reading.chosen}]" if reading.switch else ""
            yield from _wrapped(f"{reading.id}: ", f"{reading.text}{switch}", 6)
    rule = r"[Rr]ules? (?:[0-9A-Z]+ and )?" if id_ in game.sections else ""
    cited = re.compile(rf"\b{rule}{re.escape(id_)}\b")
    argued = [figure for figure in game.figures if cited.search(figure.argument)]
    for (file, field), members in grouped(argued).items():
        yield f"argues {number(len(members), 'figure', 'figures')}: {field} in {file}"


# --- for programs -----------------------------------------------------------------------
def why_json(game: Game, asked: str, origins: Origins | None = None) -> str:
    """Return the figures about something as JSON; see :func:`why_lines`.

    Raises:
        WargameError: The game has nothing of that name.
    """
    id_, *others = meanings(game, asked)
    rows = [
        {
            "file": figure.file,
            "line": figure.line,
            "row": figure.row,
            "field": figure.field,
            "value": figure.value,
            "mark": figure.mark.value,
            "argument": figure.argument,
            "cells": _cells(figure, origins),
        }
        for figure in _known(game, id_)
    ]
    title = _title(game, id_)
    document = {"game": game.id, "id": id_, "title": title, "also": others, "figures": rows}
    return json.dumps(document, indent=2, ensure_ascii=False)


def _cells(figure: Figure, origins: Origins | None) -> list[dict[str, str | int]]:
    """Return the cells of an owner's sheets behind a figure."""
    return [
        {
            "file": cell.fill.file,
            "line": cell.fill.line,
            "column": cell.fill.column,
            "value": cell.fill.value,
            "ours": cell.ours,
        }
        for cell in (origins.of(figure) if origins is not None else ())
    ]
