"""What a log says at its beginning when it begins with a set-up of a game's own module."""

from __future__ import annotations

import pytest

from assistant.log.interpret import interpret
from assistant.log.opening import opening
from builder.model.load import games, load_game
from builder.module.plan import plan
from builder.module.setup import scenario_save
from builder.module.starts import start
from builder.vassal import ModuleData, read_save

CASES = [(game, scenario) for game in games() for scenario in load_game(game).scenarios]


@pytest.fixture(scope="module")
def made():
    plans = {}

    def plan_of(game_id):
        if game_id not in plans:
            plans[game_id] = plan(load_game(game_id), (300, 40))
        return plans[game_id]

    return plan_of


@pytest.mark.parametrize(("game_id", "id_"), CASES)
def test_turn_and_pieces_of_every_set_up_are_read_without_a_finding(made, game_id, id_, tmp_path):
    game, scenario = made(game_id).game, made(game_id).game.scenarios[id_]
    module = ModuleData(game.name, game.version, "3.5.8", "", 5)
    path = tmp_path / "start.vsav"
    path.write_bytes(scenario_save(made(game_id), start(game, scenario), module))
    save = read_save(path)
    state = opening(save, game)
    assert state.turn == scenario.first_turn
    assert state.weather == ""
    assert state.spent == {}
    assert interpret(save, game).findings == ()
