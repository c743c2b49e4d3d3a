"""Answers as text and JSON."""

from __future__ import annotations

import json

from assistant.audit.answer import Answer, Drawing, Shade, Table
from assistant.report.answer import as_json, as_svg, as_text
from tests.assistant.games.table import real_game

ANSWER = Answer(
    "What is asked",
    (("hex", "2123"), ("bridge", "one"), ("bridge", "two")),
    (
        Table("Rows", ("a", "rule"), (("x\x1b[2J", "WD-1"), ("longer", "WD-2"))),
        Table("No", ("a",), ()),
    ),
    notes=("a note " * 30,),
)


def test_text_has_columns_side_by_side_and_nothing_that_steers_a_terminal():
    page = as_text(ANSWER)
    lines = page.splitlines()
    assert "\x1b" not in page
    assert "hex     2123" in lines
    at = {line.index("WD-") for line in lines if "WD-" in line}
    assert len(at) == 1
    assert lines[lines.index("No") + 1] == "  none"


def test_a_long_cell_goes_on_in_the_next_line_of_its_column():
    cell = "8 factor 2 by strength 4; -4 isolated; " + "word " * 20
    lines = as_text(Answer("x", tables=(Table("T", ("a", "b"), (("one", cell),)),))).splitlines()
    at = lines.index("T")
    assert lines[at + 1] == "  a    b"
    assert lines[at + 2] == "  one  8 factor 2 by strength 4"
    assert lines[at + 3] == "       -4 isolated"
    assert len(lines) > at + 5
    assert all(len(line) < 60 for line in lines)


def test_notes_are_broken_into_lines():
    lines = as_text(ANSWER).splitlines()
    notes = lines[lines.index("Notes") + 1 :]
    assert len(notes) > 1
    assert all(len(line) <= 100 for line in notes)


def test_json_keeps_facts_of_one_name_apart_and_in_order():
    document = json.loads(as_json(ANSWER, real_game()))
    assert [each["name"] for each in document["facts"]] == ["hex", "bridge", "bridge"]
    assert document["tables"][0]["rows"][1] == {"a": "longer", "rule": "WD-2"}
    assert document["version"] == real_game().version


def test_colours_that_are_drawn_are_explained_and_no_others():
    game = real_game()
    cell = game.map.numbering.parse("2123")
    drawing = Drawing(frozenset({cell}), {cell: Shade.HALT})
    page = as_svg(Answer("x", drawing=drawing), game)
    assert "in reach, but to stop in" in page
    assert "isolated" not in page
