"""Every place of a module has a name that leads back to it, and to the same place elsewhere."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from builder.errors import VassalError
from builder.model.load import load_game
from builder.module.maps import MAP_BOARD
from builder.module.places import Beside, InBox, InHex, OnTrack, Places, places_text
from builder.module.plan import plan
from builder.module.track import track_starts
from tests.builder.module.small import LAYOUT, PANEL_PX, small_game


@pytest.fixture(scope="module")
def made():
    return plan(load_game("white-death"), PANEL_PX)


@pytest.fixture(scope="module")
def places(made):
    return Places.parse(places_text(made))


def test_every_hex_is_named_and_found(made, places):
    board = made.game.map.board
    for cell in board.numbering:
        x, y = board.centre(cell)
        assert places.name(MAP_BOARD, x, y) == InHex(cell)
        assert places.point(InHex(cell, 3, -2)) == (x + 3, y - 2)


def test_the_cell_of_every_unit_in_every_box_is_named_and_found(made, places):
    for board in made.boards:
        for unit, (x, y) in board.places.items():
            place = places.name(board.name, x, y)
            assert isinstance(place, InBox), unit
            assert places.point(place) == (x, y)


def test_boxes_of_tracks_come_before_hexes(made, places):
    spots = track_starts(made.game, made.game.scenarios["I"])
    for x, y in spots.values():
        place = places.name(MAP_BOARD, x, y)
        assert isinstance(place, OnTrack)
        assert places.point(place) == (x, y)


def test_what_lies_nowhere_in_particular_keeps_its_place_in_units_of_cells(made, places):
    board = next(iter(made.boards))
    spot = board.size_px[0] // 2, board.cells.height // 2
    place = places.name(board.name, *spot)
    assert isinstance(place, Beside)
    assert places.point(place) == spot
    assert places.point(Beside(board.name, (10, 20, board.cells.width // 2, 10))) == (
        10 * board.cells.width // (board.cells.width // 2),
        2 * board.cells.height,
    )


def test_what_isnt_there_has_no_place(places):
    far = replace(LAYOUT.numbering, columns=99).hex_at(99, 1)
    assert places.point(InHex(far)) is None
    assert places.point(OnTrack("Nowhere")) is None
    assert places.point(InBox("Set-up I", "No such box", 0, 0)) is None
    assert places.point(InBox("No such board", "Box", 0, 0)) is None
    assert not places.knows("No such board")


def test_a_cell_beyond_a_box_that_became_smaller_is_its_last(places, made):
    board = next(iter(made.boards))
    box = board.boxes[0]
    x, y = places.point(InBox(board.name, box.name, 500, 500))
    left, top, right, bottom = board.outline_px(box)
    assert left < x < right
    assert top < y < bottom


def test_the_text_is_short_and_has_no_brace(made):
    text = places_text(made)
    assert len(text) < 10_000
    assert not set(text) & set("{}$")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "null",
        "[1,2,3]",
        "[" * 100_000,
        "[[1,2,3,4,5,6,7],[],7]",
        "[[52,61,0,0,6,5,1],[],[]]",
        "[[52,60,0,0,600,5,1],[],[]]",
        '[[52,60,0,0,6,5,1],[["a",1]],[]]',
        '[[52,60,0,0,6,5,1],[],[["b",0,9,1,[]]]]',
        '[[52,60,0,0,6,5,1],[],[["b",9,9,1,[["z",1,2,3]]]]]',
        '[[52,60,0,0,6,5,1],[["a",1,99999999999]],[]]',
        '[[52,60,0,0,6,5,"1"],[],[]]',
        "9" * 2_000_000,
    ],
)
def test_a_text_that_isnt_one_is_refused_in_a_line(text):
    with pytest.raises(VassalError, match="can't be read"):
        Places.parse(text)


def test_a_board_elsewhere_gives_the_same_names_other_pixels():
    game = small_game()
    board = replace(LAYOUT, left_px=200, top_px=150)
    moved = replace(game, map=replace(game.map, board=board))
    here, there = (Places.parse(places_text(plan(g, PANEL_PX))) for g in (game, moved))
    for cell in LAYOUT.numbering:
        assert there.point(here.name(MAP_BOARD, *LAYOUT.centre(cell))) == board.centre(cell)
    assert json.loads(places_text(plan(game, PANEL_PX)))[0][:2] == [52, 60]
