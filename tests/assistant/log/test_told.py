"""Lines and what the table shows are one act: which belongs to which."""

from __future__ import annotations

import pytest

from assistant.engine.actions import March, PhaseEnd, Touched
from assistant.engine.events import Acted
from assistant.log.fold import fold
from assistant.log.interpret import interpret
from assistant.log.opening import opening, pools_of, scenario_of
from assistant.log.reader import read
from builder import convention
from builder.convention import format_line
from builder.convention.line import (
    Advance,
    Assault,
    Fire,
    Loss,
    Morale,
    Reequip,
    Replace,
    Retreat,
    Slip,
)
from builder.model.game import Marker, Provenance
from builder.vassal import Chat, RestoreProperty, SetProperty, Undo
from tests.assistant.toy import make_game


@pytest.fixture
def folded(tmp_path, game):
    def of(maker):
        log = read(maker.write(tmp_path / "game.vlog"))
        facts = interpret(log, game)
        return fold(facts.events, game, opening(log, game))

    return of


def said(line):
    return Chat("* " + format_line(line))


def acts(result, kind):
    return [ply.action for ply in result.plies if isinstance(ply.action, kind)]


def order(result):
    """Return lines, and what was told, in the order in which they are read."""
    return [
        type(event.line).__name__ if isinstance(event, Acted) else type(event).__name__.lower()
        for stretch in result.stretches
        for event in stretch.events
        if isinstance(event, Acted) or event.told
    ]


WAY = Retreat("r1", ("0203", "0303", "0304"))


def in_combat(maker):
    return maker.impulse("Red", 3).phase("barrage", "assault")


def test_a_retreat_told_first_is_no_march(folded, maker):
    in_combat(maker).report(WAY).drag("11", "0303").drag("11", "0304")
    result = folded(maker)
    assert acts(result, March) == []
    assert order(result) == ["Retreat", "moved", "moved"]


def test_a_retreat_told_afterwards_stands_before_its_drags(folded, maker):
    in_combat(maker).drag("11", "0303").drag("11", "0304").report(WAY)
    result = folded(maker)
    assert acts(result, March) == []
    assert order(result) == ["Retreat", "moved", "moved"]


def test_a_retreat_elsewhere_leaves_the_drag_a_march(folded, maker):
    in_combat(maker).report(WAY).drag("11", "0205")
    result = folded(maker)
    assert [march.stops[-1].at.name for march in acts(result, March)] == ["0205"]
    assert order(result) == ["Retreat"]


def test_a_line_tells_of_the_drags_before_the_next_such_line_only(folded, maker):
    in_combat(maker).report(Advance("r1", "0303")).report(Advance("r1", "0304"))
    maker.drag("11", "0303").drag("11", "0304")
    assert order(folded(maker)) == ["Advance", "Advance", "moved", "moved"]


def test_other_units_drags_stay_marches(folded, maker):
    in_combat(maker).report(Slip("r1", "0303")).drag("12", "0304").drag("11", "0303")
    assert [march.unit for march in acts(folded(maker), March)] == ["r2"]


def test_a_loss_in_the_step_of_its_line_is_told(folded, maker):
    in_combat(maker).do(said(Loss("r1", 1, "fire")), maker.changed("11", loss="1"))
    result = folded(maker)
    assert acts(result, Touched) == []
    assert result.end.counters["r1"].loss == 1


def test_a_line_counts_before_what_its_step_changes_wherever_it_stands(folded, maker):
    in_combat(maker).do(maker.changed("11", loss="1"), said(Loss("r1", 1, "fire")))
    assert order(folded(maker)) == ["Loss", "lossset"]


def test_a_loss_set_after_its_line_is_told_once(folded, maker):
    in_combat(maker).report(Loss("r1", 1, "fire"))
    maker.do(maker.changed("11", loss="1")).do(maker.changed("11", loss="3"))
    assert [(act.kind, act.detail) for act in acts(folded(maker), Touched)] == [("loss", "3")]


def test_a_loss_without_a_line_touches_rules(folded, maker):
    in_combat(maker).report(Loss("r2", 1, "fire")).do(maker.changed("11", loss="1"))
    assert [act.unit for act in acts(folded(maker), Touched)] == ["r1"]


def test_who_is_wiped_out_by_a_line_may_be_laid_aside_later(folded, maker):
    in_combat(maker).report(Loss("r1", 4, "fire"))
    maker.do(maker.moved("11", "5,5", convention.ELIMINATED_MAP))
    assert acts(folded(maker), Touched) == []


@pytest.mark.parametrize("line", [Replace("r1", 1), Reequip("r1")])
def test_a_counter_that_a_line_takes_elsewhere_is_told(folded, maker, line):
    away = convention.arrivals_map("Red")
    maker.impulse("Red", 3).do(said(line), maker.moved("11", "5,5", away))
    result = folded(maker)
    assert acts(result, Touched) == []
    assert result.end.counters["r1"].place.hex is None


def test_a_counter_that_comes_back_by_a_line_does_not_make_the_phase_step_late(folded, maker):
    maker.impulse("Red", 3).do(said(Replace("r1", 1)), maker.moved("11", "0304"))
    maker.phase("decision", "movement").drag("12", "0304")
    ends = [end.phase for end in acts(folded(maker), PhaseEnd)]
    assert ends == ["decision", "movement"]


def test_an_undone_line_goes_with_what_it_changed(folded, maker):
    in_combat(maker).do(said(Loss("r1", 1, "fire")), maker.changed("11", loss="1"))
    undone = Chat("* UNDO: * " + format_line(Loss("r1", 1, "fire")))
    maker.do(undone, maker.changed("11", loss="0"))
    result = folded(maker)
    assert acts(result, Touched) == []
    assert [event for s in result.stretches for event in s.events if isinstance(event, Acted)] == []
    assert [note.text for note in result.notes if note.kind == "undone-declaration"] == [
        "the line about loss of step 3 was undone and doesn't count"
    ]
    assert result.end.counters["r1"].loss == 0


def test_an_undo_of_a_line_that_the_log_does_not_hold_is_said(folded, maker):
    in_combat(maker).say("* UNDO: * " + format_line(Assault("r1", "0304")))
    assert [(f.rule, f.message) for f in folded(maker).findings] == [
        ("LOG-6", "an undo takes back a line about assault that the log doesn't hold")
    ]


def test_dice_that_were_set_are_said_unless_undone(folded, maker):
    line = Morale("r1", 7, 0, "pass", forced=True)
    in_combat(maker).report(line).report(Morale("r2", 7, 0, "pass", forced=True))
    maker.say("* UNDO: * " + format_line(line))
    assert [(f.rule, f.step, f.evidence.units) for f in folded(maker).findings] == [
        ("LOG-7", 4, ("r2",))
    ]


def test_dice_for_a_unit_may_have_stopped_its_march_and_no_other(folded, maker):
    maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303").drag("12", "0206")
    maker.report(Fire("exit", "r1", 1, 1, "1:1", 3, "none"))
    maker.drag("11", "0304").drag("12", "0207")
    result = folded(maker)
    assert {march.unit: march.rolled for march in acts(result, March)} == {"r1": True, "r2": False}
    (_, end) = acts(result, PhaseEnd)
    assert (end.rolled, end.rolled_for) == (False, frozenset({"r1"}))


def test_many_lines_and_drags_of_one_unit_take_no_time(folded, maker):
    in_combat(maker)
    for _ in range(3_000):
        maker.report(Loss("r1", 1, "fire")).do(maker.changed("11", loss="1"))
        maker.report(Advance("r1", "0303")).drag("11", "0304")
    assert len(folded(maker).stretches) == 3


def test_scenario_and_pools_are_those_of_the_modules_properties(tmp_path, maker):
    game = make_game(scenarios={"X": None}, gpids={})
    maker.setup.append(RestoreProperty(convention.SCENARIO, "X"))
    maker.setup.append(RestoreProperty(convention.POOLS, ";red-supply=3;=4;nobody=5;x=999999;"))
    log = read(maker.say("x").write(tmp_path / "game.vlog"))
    assert scenario_of(log, game) == "X"
    assert pools_of(log, game) == {}
    assert scenario_of(log, make_game()) == ""


POOL_MARKERS = {
    id_: Marker(id_, id_, "supply", "red", 1, None, Provenance.E) for id_ in ("pool-b", "pool-r")
}


@pytest.mark.parametrize(
    ("account", "told"),
    [
        (None, None),
        ("", None),
        (";", None),
        (";pool-r=0;pool-b=12;", {"pool-r": 0, "pool-b": 12}),
        (";pool-r=3;pool-b=x;", {"pool-r": 3}),
        (";pool-r=3;pool-r=4;", {"pool-r": 4}),
        (";pool-r=3;pool-r=-1;", {}),
        (";pool-r=\u0663;pool-b=1000;", {}),
        (";xpool-r=3; pool-b=3;pool-r=3 =4;", {}),
        ("=;=" * 50_000, {}),
        ("nonsense", {}),
    ],
)
def test_an_account_of_pools_is_believed_as_far_as_it_gives_numbers(tmp_path, maker, account, told):
    if account is not None:
        maker.setup.append(RestoreProperty(convention.POOLS, account))
    log = read(maker.say("x").write(tmp_path / "game.vlog"))
    assert pools_of(log, make_game(markers=POOL_MARKERS)) == told


def test_scenario_and_pools_are_those_of_the_step(tmp_path, maker):
    game = make_game(scenarios={"X": None, "Y": None}, gpids={}, markers=POOL_MARKERS)
    maker.setup.append(RestoreProperty(convention.SCENARIO, "X"))
    maker.setup.append(RestoreProperty(convention.POOLS, ";pool-r=3;"))
    maker.do(SetProperty(convention.POOLS, ";pool-r=3;", ";pool-r=2;"))
    maker.do(SetProperty(convention.SCENARIO, "X", "Y"))
    maker.do(Undo(begins=True), SetProperty(convention.POOLS, "", ";pool-r=3;"), Undo(begins=False))
    maker.do(SetProperty(convention.POOLS, "", ";pool-r=9;", "Map"))
    maker.do(SetProperty(convention.POOLS, "", ";pool-r=1;", None))
    log = read(maker.write(tmp_path / "game.vlog"))
    points = [(pools_of(log, game, step) or {}).get("pool-r") for step in range(6)]
    assert points == [3, 2, 2, 3, 3, 1]
    assert [scenario_of(log, game, step) for step in range(4)] == ["X", "X", "Y", "Y"]
