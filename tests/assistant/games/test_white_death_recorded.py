"""Positions as files tell them: set-ups of the module, a played log, and states made by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.engine.events import ImpulseDeclared, Place
from assistant.engine.state import Counter, State
from assistant.games.white_death.state.opening import opening
from assistant.games.white_death.state.position import Box
from assistant.games.white_death.state.recorded import Told, position_of
from assistant.games.white_death.state.ruleset import Ruleset
from assistant.log.at_step import state_at
from builder import convention
from builder.convention import is_ours, is_undone, parse_line
from builder.convention.line import Receive, Supply
from builder.module.losses import Spread
from builder.module.plan import plan
from builder.module.setup import scenario_save
from builder.module.starts import start
from builder.vassal import Chat, ModuleData, read_log
from tests.assistant.games.table import real_game
from tests.conftest import REPO

GAME = real_game()
RULES = Ruleset(GAME)


@pytest.fixture(scope="module")
def made():
    """Return the module's plan."""
    return plan(GAME, (300, 40))


@pytest.mark.parametrize("scenario", ["I", "II", "III", "IV", "V", "VI"])
def test_the_modules_set_up_is_the_opening(made, scenario, tmp_path):
    module = ModuleData(GAME.name, GAME.version, "3.5.8", "", 5)
    path = tmp_path / "start.vsav"
    begun = start(GAME, GAME.scenarios[scenario], Spread.NONE)
    path.write_bytes(scenario_save(made, begun, module))
    read = state_at(path)
    assert read.scenario == scenario
    want = opening(RULES, scenario)
    assert read.pools == want.pools
    found = position_of(read.state, RULES, Told(scenario=read.scenario, account=read.pools))
    for side in ("german", "soviet"):
        assert dict(found.position.forces[side].pieces) == dict(want.forces[side].pieces)
    for name in ("number", "bunkers", "bridges", "gone", "pools", "released", "score", "weather"):
        assert getattr(found.position, name) == getattr(want, name), name
    assert found.unknowns == ("the weather: taken as frost where it matters",)


def test_a_log_of_the_module_becomes_a_position_at_every_step():
    log = REPO / "tests/logs/white-death-3.6.vlog"
    last = state_at(log).step
    for step in (0, last // 2, last):
        read = state_at(log, step)
        found = position_of(read.state, RULES)
        on_map = {i for i, c in read.state.counters.items() if c.place.hex and i in GAME.units}
        units = {u for f in found.position.forces.values() for s in f.stacks.values() for u in s}
        assert units == on_map
        assert any("scenario" in each for each in found.unknowns)


def at(number):
    return Place(number, RULES.cell(number))


def state(counters, **more):
    """Return a state of turn 2 of scenario I."""
    return State(counters=counters, turn=2, weather="snow", **more)


def test_faces_losses_and_boxes_become_what_they_stand_for():
    lost, due = Place(convention.ELIMINATED_MAP), Place(convention.arrivals_map("Soviet"))
    found = position_of(
        state(
            {
                "s-613-art": Counter(at("3226"), "unit", back=True, loss=1),
                "s-28rd-88-inf": Counter(at("3226"), "unit", back=True),
                "s-28rd-144-inf": Counter(lost, "unit"),
                "s-9grd-18-inf": Counter(due, "unit"),
                "s-28rd-235-inf": Counter(at("3227"), "unit", loss=99),
                "bunker-15": Counter(at("2021"), "bunker", loss=4),
                "bunker-10a": Counter(at("2022"), "bunker", loss=10),
                "bridge-original-2": Counter(at("2123"), "bridge"),
                "bridge-3sa": Counter(lost, "bridge"),
            }
        ),
        RULES,
        Told(scenario="I"),
    ).position
    gun, infantry = found.piece("s-613-art"), found.piece("s-28rd-88-inf")
    assert (gun.deployed, gun.strength) == (True, RULES.unit("s-613-art").strength - 1)
    assert not infantry.deployed
    assert found.piece("s-28rd-144-inf").box is found.piece("s-28rd-235-inf").box is Box.LOST
    assert found.piece("s-9grd-18-inf").box is Box.DUE
    assert {id_: b.strength for id_, b in found.bunkers.items()} == {"bunker-15": 11}
    assert "bunker-10a" in found.score.bunkers
    assert found.gone == {
        *("bridge-3sa", "bridge-original-1", "bridge-original-3", "bridge-original-4")
    }


def test_a_bunker_that_waits_beside_the_map_has_not_fallen():
    waits = Place(convention.HOLDING_MAP)
    found = position_of(state({"bunker-15": Counter(waits, "bunker")}), RULES, Told(scenario="I"))
    assert "bunker-15" not in found.position.score.bunkers
    assert any("6 bunkers without a counter" in each for each in found.unknowns)


def test_what_a_file_cannot_tell_is_named_and_can_be_said():
    said = ImpulseDeclared(step=1, side="soviet", kind="action", points=3, left=7)
    going = replace(state({}), impulse=said, impulses=1, spent={"soviet": 3}, phase="movement")
    unsaid = position_of(going, RULES, Told(scenario="I"))
    told = " / ".join(unsaid.unknowns)
    for word in ("points of", "spent and done", "isolation", "towns", "garrison", "counter"):
        assert word in told, word
    pools = {"supply-german": 1, "supply-vl": 2, "supply-soviet": 5}
    saying = Told(scenario="I", weather="thaw", spent={"german": 2}, pools=pools)
    found = position_of(going, RULES, saying)
    assert found.position.weather == "thaw"
    assert found.position.pools == pools
    assert found.position.turn.spent == {"soviet": 3, "german": 2}
    assert not any("points of" in each for each in found.unknowns)
    assert found.position.going.points == 3
    assert found.position.phase == "movement"


def test_what_somebody_says_wins_over_the_account_and_that_over_the_scenario():
    account = {"supply-german": 3, "supply-soviet": 4}
    begun = State(turn=1)
    plain = position_of(begun, RULES, Told(scenario="I"))
    assert plain.position.pools == opening(RULES, "I").pools
    kept = position_of(begun, RULES, Told(scenario="I", account=account))
    assert kept.position.pools == account
    assert f"the points of {RULES.label('supply-vl')}" in kept.unknowns
    said = Told(scenario="I", account=account, pools={"supply-german": 7, "supply-vl": 1})
    found = position_of(begun, RULES, said)
    assert found.position.pools == {"supply-german": 7, "supply-vl": 1, "supply-soviet": 4}


def bookings(log):
    """Return what the lines of a log say that pools received and paid: step, pool, points."""
    found = []
    for step in read_log(log).steps:
        for text in (c.text for c in step.commands if isinstance(c, Chat) and is_ours(c.text)):
            match parse_line(text):
                case Receive() | Supply() as line:
                    sign = -1 if isinstance(line, Supply) is not is_undone(text) else 1
                    found.append((step.number, line.pool, sign * line.points))
                case _:
                    pass
    return found


@pytest.mark.parametrize("name", ["aids-3.6", "aids-3.7"])
def test_pools_at_a_step_are_what_the_lines_up_to_it_received_and_paid(name):
    log = REPO / f"tests/logs/white-death-turn-{name}.vlog"
    booked = bookings(log)
    assert len(booked) > 6
    pools = {pool.marker: pool.points for pool in GAME.scenarios["I"].pools}
    for last in (0, *(step for step, *_ in booked[1::3]), booked[-1][0]):
        read = state_at(log, last)
        assert read.scenario == "I"
        told = Told(scenario=read.scenario, account=read.pools)
        found = position_of(read.state, RULES, told).position.pools
        assert found == {
            pool: first + sum(n for step, of, n in booked if of == pool and step <= last)
            for pool, first in pools.items()
        }


def test_without_a_scenario_or_any_counter_there_is_still_a_position():
    found = position_of(State(), RULES)
    assert found.position.scenario == ""
    assert found.position.pools == {}
    assert found.unknowns[0].startswith("the scenario")
