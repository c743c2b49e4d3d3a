"""A turn is played through the real engine; the hand, the module and the audit agree about it."""

import pytest

from assistant.audit.finding import Verdict
from tests.engine.record import TABLES, play_in_engine
from tests.engine.turn_log import LogTable, judged_by_audit, lines_told, rolls_thrown
from tests.engine.turn_plan import load_plan
from tests.engine.turn_play import play_turn


@pytest.fixture(scope="module")
def plan(repo):
    return load_plan(repo / "tests" / "exercises" / "turns" / "white_death.toml")


@pytest.fixture(scope="module")
def module(plan, plain):
    return plain(plan.game.id)[1]


def assert_agreed(probe, module, plan, log):
    """Play by aids: every line is the hand's, and the audit accuses of nothing else."""
    played = play_in_engine(probe, module, plan, TABLES["aids"], log)
    assert lines_told(log) == played.lines
    found = judged_by_audit(log)
    assert found[Verdict.BROKEN] | found[Verdict.DISPUTED] <= played.judged


def test_an_impulse_by_aids_is_what_the_hand_makes_of_its_dice(probe, module, plan, tmp_path):
    assert_agreed(probe, module, plan.beginning(1), tmp_path / "impulse.vlog")


@pytest.mark.soak
def test_a_turn_by_aids_is_what_the_hand_makes_of_its_dice(probe, module, plan, tmp_path):
    assert_agreed(probe, module, plan, tmp_path / "turn.vlog")


@pytest.mark.soak
def test_a_turn_by_hand_rolls_the_dice_that_its_log_holds(probe, module, plan, tmp_path):
    log = tmp_path / "turn.vlog"
    played = play_in_engine(probe, module, plan, TABLES["hand"], log)
    assert not lines_told(log)[:-1]
    assert play_turn(plan, LogTable(rolls_thrown(log))).lines == played.lines
