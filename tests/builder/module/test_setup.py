from __future__ import annotations

from dataclasses import replace

import pytest

from builder import convention
from builder.model.load import games, load_game
from builder.module.maps import MAP_BOARD
from builder.module.plan import plan
from builder.module.setup import Saves, scenario_save
from builder.module.starts import start
from builder.vassal import ModuleData, SelectBoards, SetupStack, Stack, Turn, read_save
from builder.vassal.piece import Piece
from tests.builder.module.small import PANEL_PX, small_game

MODULE = ModuleData("The Ford", "1.2.3", "3.5.8", "", 5)


def saved(game, folder):
    made = plan(game, PANEL_PX)
    scenario = next(iter(game.scenarios.values()))
    path = folder / "start.vsav"
    path.write_bytes(scenario_save(made, start(game, scenario), MODULE))
    return made, scenario, read_save(path)


def test_pieces_stand_in_their_hexes_or_wait_in_their_spots(tmp_path):
    _, _, save = saved(small_game(), tmp_path)
    where = {p.properties[convention.ID]: p.position for p in save.pieces().values() if p.gpid}
    centre = small_game().map.board.centre
    parse = small_game().map.numbering.parse
    assert where["r-1"] == where["r-2"] == (convention.MAP, *centre(parse("0302")))
    assert where["fort"] == (convention.MAP, *centre(parse("0303")))
    assert where["bridge-1"] == (convention.MAP, *centre(parse("0505")))
    waiting = {id_: where[id_] for id_ in ("r-guns", "b-1", "b-tanks", "b-late")}
    assert {map_ for map_, _, _ in waiting.values()} == {convention.HOLDING_MAP}
    assert len(set(waiting.values())) == 4


def test_units_of_a_hex_share_one_stack_and_what_lies_under_them_has_none(tmp_path):
    _, _, save = saved(small_game(), tmp_path)
    pieces = save.pieces()
    stacks = [p.inner for p in pieces.values() if isinstance(p.inner, Stack)]
    members = [pieces[id_].properties[convention.ID] for s in stacks for id_ in s.members]
    assert sorted(members) == sorted(small_game().units)
    assert ("1000", "1001") in [s.members for s in stacks]
    for stack in stacks:
        for id_ in stack.members:
            assert pieces[id_].position == (stack.map, stack.x, stack.y)


@pytest.mark.parametrize("id_", games())
def test_members_come_before_their_stack_and_ids_are_unique(id_, tmp_path):
    _, _, save = saved(load_game(id_), tmp_path)
    seen = set()
    for command in save.setup:
        if not hasattr(command, "type"):
            continue
        assert command.id not in seen
        inner = Piece.parse(command.type, command.state).inner
        assert not isinstance(inner, Stack) or set(inner.members) <= seen
        seen.add(command.id)


@pytest.mark.parametrize("id_", games())
def test_every_unit_and_one_umpire_are_there(id_, tmp_path):
    game = load_game(id_)
    _, scenario, save = saved(game, tmp_path)
    ids = [p.properties[convention.ID] for p in save.pieces().values() if p.gpid]
    fixed = [each.id for each in (*scenario.bunkers, *scenario.bridges)]
    kinds = ("turn", "weather", "movement", "supply")
    tracked = [each.id for each in game.markers.values() if each.kind in kinds]
    assert sorted(ids) == sorted([*game.units, *fixed, *tracked, "umpire"])


def test_boards_turn_and_properties_are_set(tmp_path):
    made, scenario, save = saved(small_game(), tmp_path)
    boards = {c.map: c.boards[0].name for c in save.setup if isinstance(c, SelectBoards)}
    assert boards == {
        convention.MAP: MAP_BOARD,
        convention.HOLDING_MAP: made.boards.setups[scenario.id].name,
        convention.ELIMINATED_MAP: made.boards.eliminated.name,
    }
    assert sum(isinstance(c, SetupStack) for c in save.setup) == 1
    assert [c.state for c in save.setup if isinstance(c, Turn)] == ["0|1;0;false;-1"]
    assert save.properties()["Module", convention.DATA] == small_game().digest
    assert save.module == MODULE
    assert save.players() == ()


@pytest.mark.parametrize("id_", games())
def test_counters_are_short_enough_for_a_save_to_pack_each_as_a_copy_of_the_last(id_):
    """VASSAL writes two digits for a letter, and what packs a save looks back 32 KiB."""
    made = plan(load_game(id_), PANEL_PX)
    for unit in made.game.units:
        piece = made.counters[unit].expanded(made.prototypes)
        assert 2 * len(piece.type + piece.state) < 31_500, unit


def test_saves_made_side_by_side_are_those_made_alone_in_their_order():
    made = plan(small_game(), PANEL_PX)
    scenario = next(iter(made.game.scenarios.values()))
    losses = [{"r-1": 1}, {}, {"r-1": 2}, {"fort": 3}, {"r-1": 1, "r-2": 1}]
    begun = [replace(start(made.game, scenario), losses=each) for each in 3 * losses]
    found = Saves(made, MODULE).save_all(iter(begun))
    assert [each for each, _ in found] == begun
    assert [save for _, save in found] == [scenario_save(made, each, MODULE) for each in begun]
    assert len({save for _, save in found}) == len(losses)


def test_the_same_data_give_the_same_save(tmp_path):
    made, scenario, _ = saved(small_game(), tmp_path)
    again = plan(small_game(), PANEL_PX)
    saves = [scenario_save(each, start(each.game, scenario), MODULE) for each in (made, again)]
    assert saves[0] == saves[1]
