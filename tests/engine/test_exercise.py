"""A game judged by hand is played through the real engine; the audit must judge the same."""

import pytest

from tests.engine.exercise import load_exercise
from tests.judged import by_audit, by_hand


@pytest.fixture(scope="module", params=["white_death"])
def exercise(request, repo):
    return load_exercise(repo / "tests" / "exercises" / f"{request.param}.toml")


def test_a_game_played_in_the_engine_is_judged_as_by_hand(exercise, probe, plain, tmp_path):
    game, module = plain(exercise.game)
    log = tmp_path / "played.vlog"
    probe.run(module, *exercise.script(game, log), side="Referee", lean=True).clean()
    assert by_audit(exercise, log) == by_hand(exercise)
