"""Sketches of the map: well-formed, whole, in the pixels of the module's picture."""

from __future__ import annotations

import re

import pytest
from lxml import etree

from assistant.report.sketch import Face, Sheet
from builder.hexgrid import distance
from tests.assistant.games.table import real_game

SVG = "{http://www.w3.org/2000/svg}"


def drawn(**more):
    game = real_game()
    centre = game.map.numbering.parse("2123")
    area = [cell for cell in game.map.hexes if distance(cell, centre) <= 2]
    sheet = Sheet(game, "A <title> & more\x1b[2J", area, **more)
    unit = next(iter(game.units.values()))
    sheet.shade(dict.fromkeys(area, "#2f7d4f"))
    sheet.letter({centre: "2 1/2"})
    sheet.way(area[:3], "#b3261e", dashed=True)
    sheet.ring(centre, "#d4a017")
    sheet.stack(centre, [Face(unit, 3), Face(unit, 4, marked=True, back=True)])
    sheet.note("typed <b>words</b>")
    return game, area, unit, sheet.render()


def parsed(text):
    return etree.fromstring(text.encode("utf-8"))


def test_it_is_xml_and_what_people_typed_stays_text():
    _, _, _, text = drawn()
    root = parsed(text)
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert "typed <b>words</b>" in words
    assert any(word.startswith("A <title> & more") for word in words)
    assert "\x1b" not in text


def test_only_the_part_with_something_to_show_is_drawn():
    game, area, _, text = drawn()
    numbers = set(re.findall(r">(\d{4})</text>", text))
    assert {game.map.numbering.format(cell) for cell in area} <= numbers
    assert len(numbers) < len(game.map.hexes) / 10


def test_counters_lie_on_the_centre_that_the_module_has():
    game, _, unit, text = drawn()
    x, y = game.map.board.centre(game.map.numbering.parse("2123"))
    groups = [g for g in parsed(text).iter(f"{SVG}g") if g.find(f"{SVG}title") is not None]
    assert len(groups) == 2
    rect = groups[-1].find(f"{SVG}rect")
    middle = [
        float(rect.get(a)) + float(rect.get(b)) / 2 for a, b in (("x", "width"), ("y", "height"))
    ]
    assert middle == pytest.approx([x, y], abs=game.map.board.row_px * 0.05)
    assert groups[-1].find(f"{SVG}title").text == f"{unit.label}, 4 SP, deployed"


def test_a_picture_of_a_module_takes_the_place_of_the_drawn_ground():
    game, _, _, text = drawn(picture=(b"\x89PNG...", "image/png"))
    image = parsed(text).find(f".//{SVG}image")
    assert (int(image.get("width")), int(image.get("height"))) == game.map.board.size_px
    assert "2123" not in re.findall(r">(\d{4})</text>", text)


def test_the_same_sketch_is_the_same_text():
    assert drawn()[3] == drawn()[3]


def test_a_long_title_is_broken_into_lines_above_the_map():
    game = real_game()
    centre = game.map.numbering.parse("2123")
    title = "Way of II/18MB motorized infantry to 3437 on 3 MP, some.vlog after step 77 of 130"
    area = [cell for cell in game.map.hexes if distance(cell, centre) <= 2]
    root = parsed(Sheet(game, title, area).render())
    lines = [each for each in root.findall(f"{SVG}text") if each.get("font-weight") == "bold"]
    assert " ".join(each.text for each in lines) == title
    assert len(lines) > 1
    box = [float(part) for part in root.get("viewBox").split()]
    inner = root.find(f"{SVG}svg")
    for each in lines:
        assert box[1] < float(each.get("y")) < float(inner.get("y"))
        assert len(each.text) * float(each.get("font-size")) * 0.62 < box[2]


def test_a_key_has_its_colour_and_its_words_on_one_line():
    game = real_game()
    sheet = Sheet(game, "x", [game.map.numbering.parse("2123")])
    sheet.key("#123456", "in <reach>")
    root = parsed(sheet.render())
    (patch,) = [each for each in root.iter(f"{SVG}rect") if each.get("fill") == "#123456"]
    (words,) = [each for each in root.iter(f"{SVG}text") if each.text == "in <reach>"]
    assert float(patch.get("y")) < float(words.get("y"))
    assert float(patch.get("x")) + float(patch.get("width")) < float(words.get("x"))
