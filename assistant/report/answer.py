"""Answers to questions about a position as text, JSON and SVG."""

from __future__ import annotations

import json
import textwrap
from itertools import zip_longest

from assistant.audit.answer import Answer, Line, Shade, Table
from assistant.report.clean import clean
from assistant.report.sketch import Face, Sheet
from builder.model.game import Game

__all__ = ["as_json", "as_svg", "as_text"]

_SCHEMA = 1
_WIDTH = 100
_CELL = 44
_COLOURS = {
    Shade.REACHED: "#2f7d4f",
    Shade.HALT: "#d98a1f",
    Shade.CONTROLLED: "#b3261e",
    Shade.OPEN: "#3f6fa8",
    Shade.CUT: "#7b3f8c",
    Shade.TARGET: "#d4a017",
}
_WORDS = {
    Shade.REACHED: "in reach",
    Shade.HALT: "in reach, but to stop in",
    Shade.CONTROLLED: "in an enemy zone of control",
    Shade.OPEN: "artillery out of supply",
    Shade.CUT: "isolated",
}
"""What a colour says; one that isn't here is said by the title."""
_LINES = {Line.WAY: "#b3261e", Line.SUPPLY: "#1f4e8c", Line.FIRE: "#8c4a1f"}
_RING = "#d4a017"


def as_text(answer: Answer) -> str:
    """Return an answer for people, in lines of at most 100 columns where words allow it."""
    lines = [answer.title, ""]
    wide = max((len(name) for name, _ in answer.facts), default=0)
    lines += [f"{name:{wide}}  {value}" for name, value in answer.facts]
    for table in answer.tables:
        lines += ["", table.title, *_rows(table)]
    if answer.notes:
        lines += ["", "Notes"]
    for note in answer.notes:
        lines += textwrap.wrap(f"- {note}", _WIDTH, initial_indent="  ", subsequent_indent="    ")
    return "\n".join(clean(line).rstrip() for line in lines) + "\n"


def _rows(table: Table) -> list[str]:
    """Return a table's headings and rows, columns side by side, long cells on several lines."""
    if not table.rows:
        return ["  none"]
    every = [[_cell(cell) for cell in row] for row in (table.columns, *table.rows)]
    wide = [max(len(line) for row in every for line in row[at]) for at in range(len(every[0]))]
    return [
        "  " + "  ".join(f"{line:{w}}" for line, w in zip(lines, wide, strict=True))
        for row in every
        for lines in zip_longest(*row, fillvalue="")
    ]


def _cell(text: str) -> list[str]:
    """Return a cell's lines: one for each of its parts, more if it is long."""
    lines = [line for part in text.split("; ") for line in textwrap.wrap(clean(part), _CELL)]
    return lines or [""]


def as_json(answer: Answer, game: Game) -> str:
    """Return an answer as JSON that ends in a line end; ASCII only.

    Args:
        answer: What is told.
        game: The data it comes from.
    """
    document = {
        "schema": _SCHEMA,
        "game": game.id,
        "version": game.version,
        "data": game.digest,
        "title": answer.title,
        "facts": [{"name": name, "value": value} for name, value in answer.facts],
        "tables": [
            {
                "title": table.title,
                "rows": [dict(zip(table.columns, row, strict=True)) for row in table.rows],
            }
            for table in answer.tables
        ],
        "notes": list(answer.notes),
    }
    return json.dumps(document, indent=2, sort_keys=True) + "\n"


def as_svg(answer: Answer, game: Game, picture: tuple[bytes, str] | None = None) -> str:
    """Return an answer as a drawing.

    Args:
        answer: What is told.
        game: The data it comes from.
        picture: A module's map picture and its media type, to lay under it.
    """
    drawing = answer.drawing
    sheet = Sheet(game, answer.title, drawing.area, picture)
    sheet.shade({cell: _COLOURS[shade] for cell, shade in drawing.shades.items()})
    for meaning, cells in drawing.lines:
        sheet.way(cells, _LINES[meaning], dashed=meaning is Line.SUPPLY)
    for cell, shown in sorted(drawing.stacks.items()):
        faces = [
            Face(game.units[each.unit], each.strength, marked=each.marked, back=each.back)
            for each in shown
        ]
        sheet.stack(cell, faces)
    for cell in drawing.rings:
        sheet.ring(cell, _RING)
    sheet.letter(drawing.letters)
    used = set(drawing.shades.values())
    for shade, words in _WORDS.items():
        if shade in used:
            sheet.key(_COLOURS[shade], words)
    sheet.note(*(f"{name}: {value}" for name, value in answer.facts), *answer.notes)
    if game.caveat:
        sheet.note(game.caveat)
    return sheet.render()
