from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.model.game import Kind
from builder.model.load import games, load_game
from builder.model.scenario import Placement
from builder.module.boxes import box_boards, spot_px
from tests.builder.module.small import small_game, unit

SIDES = st.sampled_from(["red", "blue-army"])


def a_game(groups):
    """A game whose scenario has an area for each (side, number of units, of them placed)."""
    game = small_game()
    scenario = game.scenarios["A"]
    cell = next(iter(game.map.numbering))
    units, placements = {}, []
    for number, (side, count, placed) in enumerate(groups):
        ids = [f"u{number}-{i}" for i in range(count)]
        units |= {id_: unit(id_, side, id_, Kind.PERSONNEL, 1) for id_ in ids}
        there = dict.fromkeys(ids[:placed], cell)
        placements.append(Placement(f"p{number}", side, "Same label", tuple(ids), (), there))
    made = replace(scenario, placements=tuple(placements))
    return replace(game, units=units, scenarios={"A": made})


@given(st.lists(st.tuples(SIDES, st.integers(1, 70), st.integers(0, 3)), max_size=14))
def test_boxes_never_overlap_and_every_unit_has_a_spot_of_its_own(groups):
    game = a_game(groups)
    board = box_boards(game, 84)["A"]
    cells = {}
    for box in board.boxes:
        for row in range(box.row, box.row + box.rows):
            for column in range(box.column, box.column + box.columns):
                assert 0 <= column < board.columns
                assert 0 <= row < board.rows
                assert (column, row) not in cells
                cells[column, row] = box
    placed = {id_ for p in game.scenarios["A"].placements for id_ in p.placed}
    assert set(board.waiting) == set(game.units) - placed
    assert set(board.lost) == set(game.units)
    spots = [*board.waiting.values(), *board.lost.values()]
    assert len(set(spots)) == len(spots)
    for id_, (x, y) in (*board.waiting.items(), *board.lost.items()):
        column, row = divmod(x, board.spot_px), divmod(y, board.spot_px)
        assert column[1] == row[1] == board.spot_px // 2
        box = cells[column[0], row[0]]
        assert row[0] > box.row  # the label is above all spots
        assert box.side == game.units[id_].side


@given(st.lists(st.tuples(SIDES, st.integers(1, 9), st.just(0)), min_size=2, max_size=6))
def test_names_of_boxes_differ_even_where_labels_do_not(groups):
    board = box_boards(a_game(groups), 84)["A"]
    names = [box.name for box in board.boxes]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("size", range(40, 100))
def test_spots_are_even_and_larger_than_counters(size):
    assert spot_px(size) % 2 == 0
    assert size + 16 <= spot_px(size) <= size + 17


@pytest.mark.parametrize("id_", games())
def test_boards_of_the_games_fit_in_memory(id_):
    game = load_game(id_)
    for board in box_boards(game, game.map.board.row_px * 3 // 4).values():
        width, height = board.size_px
        assert width * height <= 30_000_000


def test_the_eliminated_have_the_same_spots_on_every_board():
    game = small_game()
    more = replace(game.scenarios["A"], id="B", placements=game.scenarios["A"].placements[:1])
    boards = box_boards(replace(game, scenarios=game.scenarios | {"B": more}), 84)
    assert boards["A"].lost == boards["B"].lost
    assert boards["A"].size_px == boards["B"].size_px
    assert len(boards["A"].boxes) > len(boards["B"].boxes)


def test_a_label_says_where_units_begin():
    boxes = {box.name: box for box in box_boards(small_game(), 84)["A"].boxes}
    assert boxes["the western half"].note == ""
    game = small_game()
    numbering = game.map.numbering
    scenario = game.scenarios["A"]
    hexes = tuple(numbering.parse(name) for name in ("0101", "0205"))
    late = replace(scenario.placements[2], hexes=hexes)
    game = replace(game, scenarios={"A": replace(scenario, placements=(late,))})
    assert box_boards(game, 84)["A"].boxes[0].note == "enter at 0101 0205"
