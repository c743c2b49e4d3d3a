"""The position at a step of a log, and in a saved position."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.log import at_step
from assistant.log.at_step import place_of, state_at
from builder import convention
from builder.errors import WargameError
from builder.model.game import Marker, Provenance
from builder.vassal import RestoreProperty, SetProperty
from tests.assistant.toy import DIGEST, FIELD, LogMaker, make_game


@pytest.fixture
def game_here(monkeypatch, game):
    """Makes the toy game the only one."""
    monkeypatch.setattr(at_step.load, "games", lambda: ("toy-war",))
    monkeypatch.setattr(at_step.load, "load_game", lambda _id: game)
    return game


def played(maker):
    """Return a log of an impulse with two drags and a loss."""
    return (
        maker.impulse("Red", 4, left=6)
        .phase("decision", "movement")
        .drag("11", "0303")
        .do(maker.changed("12", loss="2"))
        .drag("11", "0403")
    )


def where(found, unit):
    """Return the hex of a unit."""
    return found.state.counters[unit].place.name


@pytest.mark.usefixtures("game_here")
def test_every_step_of_a_log_has_its_position(maker, tmp_path):
    path = played(maker).write(tmp_path / "a.vlog")
    hexes = [where(state_at(path, step), "r1") for step in range(6)]
    assert hexes == ["0203", "0203", "0203", "0303", "0303", "0403"]
    assert [state_at(path, step).state.counters["r2"].loss for step in (3, 4)] == [0, 2]
    assert state_at(path, 0).state.impulse is None
    assert state_at(path, 1).state.impulse.points == 4
    assert state_at(path, 2).state.phase == "movement"


@pytest.mark.usefixtures("game_here")
def test_without_a_step_it_is_the_last(maker, tmp_path):
    path = played(maker).write(tmp_path / "a.vlog")
    found = state_at(path)
    assert (found.step, where(found, "r1")) == (5, "0403")
    assert found.subject.steps == 5


@pytest.mark.usefixtures("game_here")
def test_a_saved_position_has_step_0_only(maker, tmp_path):
    path = maker.write(tmp_path / "a.vsav")
    assert state_at(path) == state_at(path, 0)
    with pytest.raises(WargameError, match="has no step 1; it is a position without steps"):
        state_at(path, 1)


@pytest.mark.usefixtures("game_here")
@pytest.mark.parametrize("step", [-1, 6, 10**9])
def test_a_step_that_is_not_there_is_one_clear_line(maker, tmp_path, step):
    path = played(maker).write(tmp_path / "a.vlog")
    with pytest.raises(WargameError, match=r"has no step .*; its steps are 0 to 5") as caught:
        state_at(path, step)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("game_here")
@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04 cut"])
def test_what_is_no_save_is_one_clear_line(tmp_path, content):
    path = tmp_path / "a.vsav"
    path.write_bytes(content)
    with pytest.raises(WargameError) as caught:
        state_at(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("game_here")
def test_a_file_of_another_game_is_refused(tmp_path):
    path = LogMaker(game="chess").write(tmp_path / "a.vsav")
    with pytest.raises(WargameError, match="chess"):
        state_at(path)


@pytest.mark.usefixtures("game_here")
def test_what_the_engine_undid_does_not_count(maker, tmp_path):
    said = convention.format_line(convention.Impulse("Red", "action", 4, 6))
    path = maker.impulse("Red", 4, left=6).say(f"* UNDO: * {said}").write(tmp_path / "a.vlog")
    assert state_at(path, 1).state.impulse is not None
    assert state_at(path, 2).state.impulse is None


@pytest.mark.parametrize("digest", [DIGEST, "0" * 64])
def test_pools_are_those_of_the_step_unless_the_file_is_of_other_data(
    monkeypatch, tmp_path, digest
):
    pool = Marker("pool-r", "Pool", "supply", "red", 1, None, Provenance.E)
    game = make_game(markers={pool.id: pool})
    monkeypatch.setattr(at_step.load, "games", lambda: (game.id,))
    maker = LogMaker(digest=digest)
    maker.setup.append(RestoreProperty(convention.POOLS, ";pool-r=3;"))
    maker.do(SetProperty(convention.POOLS, ";pool-r=3;", ";pool-r=2;"))
    path = maker.write(tmp_path / "a.vlog")
    found = [state_at(path, step, lambda _id: (game, "here")).pools for step in (0, 1)]
    same = digest == game.digest
    assert found == ([{"pool-r": 3}, {"pool-r": 2}] if same else [None, None])


def test_a_step_is_given_after_the_name_of_a_file(tmp_path):
    assert place_of("game.vlog@12") == (Path("game.vlog"), 12)
    assert place_of("game.vlog") == (Path("game.vlog"), None)
    assert place_of("me@home/game.vlog") == (Path("me@home/game.vlog"), None)
    odd = tmp_path / "a@3"
    odd.write_text("")
    assert place_of(str(odd)) == (odd, None)


@pytest.mark.parametrize("name", ["a" * 5000 + "@3", "a\0b@3"])
def test_a_name_that_no_file_can_have_is_still_read(name):
    assert place_of(name) == (Path(name.removesuffix("@3")), 3)


@pytest.mark.usefixtures("game_here")
def test_units_dragged_in_the_phase_are_told_with_where_it_began(maker, tmp_path):
    path = played(maker).phase("movement", "barrage").drag("12", "0306").write(tmp_path / "a.vlog")
    name = FIELD.format
    began = [
        {unit: name(cell) for unit, cell in state_at(path, step).began.items()}
        for step in (0, 2, 3, 5, 6, 7)
    ]
    assert began == [{}, {}, {"r1": "0203"}, {"r1": "0203"}, {}, {"r2": "0205"}]


@pytest.mark.usefixtures("game_here")
def test_a_unit_dragged_back_has_not_moved(maker, tmp_path):
    maker = maker.impulse("Red", 4, left=6).phase("decision", "movement")
    path = maker.drag("11", "0303").drag("11", "0203").write(tmp_path / "a.vlog")
    assert list(state_at(path, 3).began) == ["r1"]
    assert state_at(path, 4).began == {}


@pytest.mark.usefixtures("game_here")
def test_only_what_was_lost_up_to_the_step_is_told(maker, tmp_path):
    path = maker.impulse("Red", 4, left=6).say("* [WU] sing").write(tmp_path / "a.vlog")
    assert state_at(path, 1).findings == ()
    assert [each.step for each in state_at(path, 2).findings] == [2]
