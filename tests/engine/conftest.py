"""What tests of the real engine share."""

from __future__ import annotations

from functools import cache

import pytest

from builder.model.load import load_game
from tests.engine.aid_table import Sitting, Table, plain_module


@pytest.fixture(scope="session")
def plain(tmp_path_factory):
    """Return a game by its id, and its module with pictures of one colour: each is made once."""
    folder = tmp_path_factory.mktemp("plain")

    @cache
    def made(game_id):
        game = load_game(game_id)
        return game, plain_module(game, folder)

    return made


@pytest.fixture(scope="module")
def table(plain, probe):
    """White Death's module with pictures of one colour, open in one run of the engine."""
    game, module = plain("white-death")
    sitting = Sitting(probe, module, game.sides[0].name)
    yield Table(game, module, sitting)
    sitting.end()
