"""Logs of our module that real engines wrote are judged as by hand, without an engine."""

import pytest

from assistant import pipeline
from builder.model.load import load_game
from tests.engine.exercise import load_exercise
from tests.judged import by_audit, by_hand


@pytest.mark.parametrize("engine", ["3.6", "3.7"])
def test_the_sample_log_is_judged_as_by_hand(engine, repo):
    exercise = load_exercise(repo / "tests" / "exercises" / "white_death.toml")
    log = repo / "tests" / "logs" / f"white-death-{engine}.vlog"
    assert by_audit(exercise, log) == by_hand(exercise)
    subject = pipeline.audit(log)[0].subject
    assert subject.same_data, "the data have changed since: play the exercise again"


def test_the_exercise_has_every_mobility_of_both_sides_kept_and_broken(repo):
    exercise = load_exercise(repo / "tests" / "exercises" / "white_death.toml")
    units = load_game(exercise.game).units
    there_are = {(unit.side, unit.mobility) for unit in units.values()}
    kept = {
        (units[a.unit].side, units[a.unit].mobility) for a in exercise.acts if a.expect == "kept"
    }
    broken = {
        (units[a.unit].side, units[a.unit].mobility)
        for a in exercise.acts
        if a.expect.startswith("WD-")
    }
    assert kept == broken == there_are
    assert len(exercise.acts) >= 30
