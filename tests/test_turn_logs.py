"""A whole turn that a real engine wrote into logs, by aids and by hand, against the hand's plan."""

import pytest

from assistant.audit.finding import Verdict
from assistant.log.at_step import state_at
from builder.convention.line import Impulse, PhaseStep, TurnStep, Weather
from builder.vassal import Undo, read_log
from tests.engine.turn_log import (
    LogTable,
    judged_by_audit,
    lines_told,
    rolls_of,
    rolls_thrown,
)
from tests.engine.turn_plan import load_plan
from tests.engine.turn_play import play_turn

AIDS = ("aids-3.6", "aids-3.7")
ALL = (*AIDS, "hand-3.6")


@pytest.fixture(scope="module")
def plan(repo):
    return load_plan(repo / "tests" / "exercises" / "turns" / "white_death.toml")


@pytest.fixture
def log(repo, plan, request):
    return repo / "tests" / "logs" / f"{plan.game.id}-turn-{request.param}.vlog"


def played(plan, log):
    """The turn as the hand has it with the dice of a log."""
    rolls = rolls_thrown(log) or rolls_of(lines_told(log))
    return play_turn(plan, LogTable(rolls))


@pytest.mark.parametrize("log", AIDS, indirect=True)
def test_every_line_of_a_turn_by_aids_is_the_hands(plan, log):
    assert lines_told(log) == played(plan, log).lines


@pytest.mark.parametrize("log", AIDS, indirect=True)
def test_the_audit_of_a_turn_by_aids_says_what_the_hand_says(plan, log):
    hand, found = played(plan, log).judged, judged_by_audit(log)
    broken = {each for each in hand if each[2] == "broken"}
    open_ = {(impulse, unit) for impulse, unit, *_ in found[Verdict.NOT_CHECKABLE]}
    assert found[Verdict.BROKEN] <= broken
    assert {each[:2] for each in broken - found[Verdict.BROKEN]} <= open_
    assert found[Verdict.DISPUTED] <= hand


@pytest.mark.parametrize("log", ["hand-3.6"], indirect=True)
def test_a_turn_by_hand_is_accused_of_nothing(log):
    found = judged_by_audit(log)
    assert not found[Verdict.BROKEN] | found[Verdict.DISPUTED]


@pytest.mark.parametrize("log", ALL, indirect=True)
def test_counters_end_where_the_hand_has_them_and_as_strong(plan, log):
    field, counters = played(plan, log).field, state_at(log).state.counters
    for unit, number in field.at.items():
        counter = counters[unit]
        where = plan.game.map.numbering.parse(number) if number else None
        assert counter.place.hex == where, unit
        if number:
            printed = plan.game.units[unit].strength
            assert printed - counter.loss == field.strength[unit], unit


@pytest.mark.parametrize("log", ALL, indirect=True)
def test_something_in_each_turn_was_taken_back_by_the_engine(log):
    commands = [c for step in read_log(log).steps for c in step.commands]
    assert any(isinstance(c, Undo) for c in commands) or any(
        "UNDO" in getattr(c, "text", "") for c in commands
    )


def test_the_plan_is_of_a_whole_turn(plan):
    lines = play_turn(plan, LogTable([1] * 200)).lines
    points = dict.fromkeys((side.id for side in plan.game.sides), 0)
    for line in lines:
        if isinstance(line, Impulse):
            points[line.side] += line.points
    assert set(points.values()) == {plan.game.points_per_turn}
    assert {line.new for line in lines if isinstance(line, PhaseStep)} | {
        plan.game.phases[0]
    } == set(plan.game.phases)
    assert isinstance(lines[0], Weather)
    assert isinstance(lines[-1], TurnStep)
