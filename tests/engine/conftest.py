"""What tests of the real engine share."""

from __future__ import annotations

from functools import cache

import pytest

from builder.model.load import load_game
from tests.engine.aid_table import plain_module


@pytest.fixture(scope="session")
def plain(tmp_path_factory):
    """Return a game by its id, and its module with pictures of one colour: each is made once."""
    folder = tmp_path_factory.mktemp("plain")

    @cache
    def made(game_id):
        game = load_game(game_id)
        return game, plain_module(game, folder)

    return made
