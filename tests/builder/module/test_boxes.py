from __future__ import annotations

from dataclasses import replace
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder import convention
from builder.convention import Absence, absence
from builder.model.game import Entry, Kind, Provenance
from builder.model.load import games, load_game
from builder.model.scenario import LossAward, Placement, Use, Victory
from builder.module.boxes import LABEL_COLUMNS, Cells, lay_out_boards
from builder.module.plan import counter_px
from tests.builder.module.small import small_game, unit

SIDES = st.sampled_from(["red", "blue-army"])
GROUPS = st.lists(
    st.tuples(SIDES, st.integers(1, 70), st.integers(0, 3), st.integers(1, 5)), max_size=9
)


def a_game(groups):
    """A game whose scenario has an area for each (side, units, of them placed, bodies)."""
    game = small_game()
    scenario = game.scenarios["A"]
    cell = next(iter(game.map.numbering))
    units, placements = {}, []
    for number, (side, count, placed, bodies) in enumerate(groups):
        ids = [f"u{number}-{i}" for i in range(count)]
        units |= {
            id_: replace(
                unit(id_, side, id_, Kind.PERSONNEL, 1),
                formation=f"Body {i % bodies}" if i % bodies else "",
            )
            for i, id_ in enumerate(ids)
        }
        there = dict.fromkeys(ids[:placed], cell)
        placements.append(Placement(f"p{number}", side, "Same label", tuple(ids), (), there))
    made = replace(scenario, placements=tuple(placements))
    return replace(game, units=units, scenarios={"A": made})


def check_lattice(board):
    """Boxes don't overlap, lie on the board, and hold their cells right of their labels."""
    taken = {}
    for box in board.boxes:
        for row in range(box.row, box.row + box.rows):
            for column in range(box.column, box.column + box.columns):
                assert 0 <= column < board.columns
                assert 1 <= row < board.rows
                assert taken.setdefault((column, row), box) is box
        cells = [cell for run in box.runs for cell in run.cells()]
        assert len(set(cells)) == len(cells)
        for column, row in cells:
            assert box.column + LABEL_COLUMNS <= column < box.column + box.columns
            assert box.row <= row < box.row + box.rows


def check_places(board, game):
    """Each unit has a cell of its own, in a box of its side."""
    places = board.places
    assert len(set(places.values())) == len(places)
    for id_, (x, y) in places.items():
        (box,) = [
            box
            for box in board.boxes
            if (o := board.outline_px(box))[0] < x < o[2] and o[1] < y < o[3]
        ]
        assert box.side == game.units[id_].side


@given(GROUPS)
def test_boxes_never_overlap_and_every_unit_has_a_cell_of_its_own(groups):
    game = a_game(groups)
    boards = lay_out_boards(game, 84)
    setup = boards.setups["A"]
    for board in boards:
        check_lattice(board)
        check_places(board, game)
    placed = {id_ for p in game.scenarios["A"].placements for id_ in p.placed}
    assert set(setup.places) == set(game.units) - placed
    assert set(boards.eliminated.places) == set(game.units)
    waiting = boards.waiting(game, game.scenarios["A"])
    assert waiting == {id_: (convention.HOLDING_MAP, at) for id_, at in setup.places.items()}


@given(GROUPS)
def test_units_of_a_body_stand_together_under_its_name(groups):
    game = a_game(groups)
    for board in lay_out_boards(game, 84):
        for box in board.boxes:
            said = [run.text for run in box.runs]
            order = list(dict.fromkeys(said))
            assert said == [text for text in order for _ in range(said.count(text))]
            for run in box.runs:
                for id_ in run.units:
                    assert run.text == (game.units[id_].formation or "independent")


@given(
    st.lists(st.tuples(SIDES, st.integers(1, 9), st.just(0), st.just(1)), min_size=2, max_size=6)
)
def test_names_of_boxes_differ_even_where_labels_do_not(groups):
    names = [box.name for box in lay_out_boards(a_game(groups), 84).setups["A"].boxes]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("size", range(40, 130))
def test_cells_are_even_and_counters_never_touch(size):
    cells = Cells(size)
    assert cells.width % 2 == cells.height % 2 == cells.caption % 2 == 0
    (x, y), (right, below) = cells.centre(3, 5), cells.centre(4, 6)
    assert right - x >= size + 16
    assert below - y >= size + 16 + cells.caption
    half = ceil(size / 2)
    assert 3 * cells.width + 8 <= x - half
    assert x + half <= 4 * cells.width - 8
    assert 5 * cells.height + cells.caption + 8 <= y - half
    assert y + half <= 6 * cells.height - 8


def test_sizes_for_print_follow_the_counters():
    board = lay_out_boards(small_game(), 84).eliminated
    wide, high = board.size_in(0.5)
    assert wide == pytest.approx(board.size_px[0] / 84 * 0.5)
    assert high / wide == pytest.approx(board.size_px[1] / board.size_px[0])


def entering(game, **entries):
    """The game with other entries of its units: (turn, impulse, area, group, line)."""
    made = {
        id_: Entry(group, turn, impulse, area, Provenance.R, line)
        for id_, (turn, impulse, area, group, line) in entries.items()
    }
    units = {
        id_: replace(u, entry=made.get(id_.replace("-", "_"), u.entry))
        for id_, u in game.units.items()
    }
    return replace(game, units=units)


def test_an_order_of_appearance_has_a_box_for_each_turn_impulse_and_area():
    game = entering(
        small_game(),
        b_1=(1, 2, "E", "arrival", "The first line"),
        b_tanks=(1, 2, "E", "arrival", "The tanks"),
        b_late=(2, 1, "E", "arrival", "Late"),
    )
    boards = lay_out_boards(game, 84)
    assert list(boards.arrivals) == ["blue-army"]
    board = boards.arrivals["blue-army"]
    assert board.map == "Blue Army order of appearance"
    check_lattice(board)
    first, second = board.boxes
    assert first.name == "Blue Army turn 1 TEE, impulse 2"
    assert first.lines[:2] == ("the east edge, impulse 2", "May 1")
    assert first.lines[2] == "hex 0505"
    assert [(run.text, run.units) for run in first.runs] == [
        ("The first line", ("b-1",)),
        ("The tanks", ("b-tanks",)),
    ]
    assert second.name == "Blue Army turn 2 TEE"
    assert second.title == "Turn 2"


def test_what_depends_on_a_roll_or_a_choice_has_a_box_for_each_line():
    game = entering(
        small_game(),
        b_1=(None, None, "E", "optional", "One"),
        b_tanks=(None, None, "E", "optional", "Two"),
    )
    names = [box.name for box in lay_out_boards(game, 84).arrivals["blue-army"].boxes]
    assert names == ["Blue Army optional TEE: One", "Blue Army optional TEE: Two"]


def test_who_comes_later_waits_in_his_order_and_who_is_lost_lies_among_the_eliminated():
    game = entering(small_game(), b_late=(2, 1, "E", "arrival", "Late"))
    boards = lay_out_boards(game, 84)
    waiting = boards.waiting(game, game.scenarios["A"])
    assert waiting["b-late"] == (
        "Blue Army order of appearance",
        boards.arrivals["blue-army"].places["b-late"],
    )
    assert waiting["b-1"] == (convention.HOLDING_MAP, boards.setups["A"].places["b-1"])
    early = replace(
        game.scenarios["A"],
        placements=tuple(replace(p, use=Use.SETUP) for p in game.scenarios["A"].placements),
    )
    game = replace(game, scenarios={"A": early})
    boards = lay_out_boards(game, 84)
    assert boards.waiting(game, early)["b-late"][0] == convention.HOLDING_MAP


def test_maps_tell_what_their_pieces_are_there_for():
    game = entering(small_game(), b_late=(2, 1, "E", "arrival", "Late"))
    boards = lay_out_boards(game, 84)
    assert absence(boards.setups["A"].map) is Absence.SETTING_UP
    assert absence(boards.arrivals["blue-army"].map) is Absence.WAITING
    assert absence(boards.eliminated.map) is Absence.ELIMINATED
    assert absence(convention.MAP) is None


def test_the_eliminated_lie_by_side_and_class():
    board = lay_out_boards(small_game(), 84).eliminated
    found = {box.name: {u for run in box.runs for u in run.units} for box in board.boxes}
    assert found == {
        "Eliminated Red personnel": {"r-1", "r-2"},
        "Eliminated Red weapons": {"r-guns"},
        "Eliminated Blue Army personnel": {"b-1", "b-late"},
        "Eliminated Blue Army AFV": {"b-tanks"},
    }


def test_losses_while_isolated_have_cells_where_a_scenario_scores_them():
    game = small_game()
    award = LossAward("red", 10, 0, 1, isolated=True, source=Provenance.R)
    scored = replace(game.scenarios["A"], victory=Victory("blue-army", (award,), (), None))
    board = lay_out_boards(replace(game, scenarios={"A": scored}), 84).eliminated
    (box,) = [box for box in board.boxes if "isolated" in box.name]
    assert box.name == "Eliminated Red units, isolated"
    assert sum(len(run.units) for run in box.runs) >= 20
    assert not any(id_ for run in box.runs for id_ in run.units)


def test_a_label_says_where_units_begin():
    game = small_game()
    assert first_lines(game, "0101 0205") == ("behind the hills", "hexes 0101 0205")
    assert first_lines(game, "0302") == ("behind the hills", "hex 0302")
    assert first_lines(game, "0201 0202 0203") == ("behind the hills", "hexes 0201\N{EN DASH}0203")


def first_lines(game, names):
    """Return what the label of a box says where units begin in some hexes."""
    numbering, scenario = game.map.numbering, game.scenarios["A"]
    hexes = tuple(map(numbering.parse, names.split()))
    first = replace(
        scenario.placements[1], hexes=hexes, label="Reserve: behind the hills", use=Use.SETUP
    )
    game = replace(game, scenarios={"A": replace(scenario, placements=(first,))})
    (box,) = lay_out_boards(game, 84).setups["A"].boxes
    assert (box.name, box.title) == ("Set-up: Reserve", "Reserve")
    return box.lines


@pytest.fixture(scope="module", params=games())
def real(request):
    game = load_game(request.param)
    return game, lay_out_boards(game, counter_px(game))


def test_boards_of_the_games_are_sound_and_fit_in_memory(real):
    game, boards = real
    names = [box.name for board in boards for box in board.boxes if board.map != "Holding boxes"]
    assert len(set(names)) == len(names)
    for board in boards:
        check_lattice(board)
        check_places(board, game)
        width, height = board.size_px
        assert width * height <= 12_000_000


def test_every_unit_that_is_not_on_the_map_waits_in_exactly_one_place(real):
    game, boards = real
    for scenario in game.scenarios.values():
        waiting = boards.waiting(game, scenario)
        placed = {id_ for p in scenario.placements for id_ in p.placed}
        assert set(waiting) == set(game.units) - placed
        assert len(set(waiting.values())) == len(waiting)
        for placement in scenario.placements:
            for id_ in set(placement.units) & set(waiting):
                why = absence(waiting[id_][0])
                if id_ in scenario.eliminated:
                    assert why is Absence.ELIMINATED
                elif placement.use is Use.SETUP:
                    assert why is Absence.SETTING_UP
                else:
                    assert why is Absence.WAITING


def test_orders_of_appearance_hold_every_unit_that_enters_by_its_line(real):
    game, boards = real
    for side in game.sides:
        entering = {u.id for u in game.units.values() if u.side == side.id and u.entry.area}
        assert set(boards.arrivals[side.id].places) == entering
        for box in boards.arrivals[side.id].boxes:
            for run in box.runs:
                lines = {game.units[id_].entry.line for id_ in run.units if id_}
                assert lines in ({run.text}, set())


def test_units_that_come_back_have_cells_of_their_own_that_belong_to_nobody(real):
    game, boards = real
    for side in game.sides:
        found = boards.coming_back(game, side.id)
        if found is not None:
            where, cells = found
            assert where == boards.arrivals[side.id].map
            assert len(set(cells)) == len(cells) > 10
            assert not set(cells) & set(boards.arrivals[side.id].places.values())
