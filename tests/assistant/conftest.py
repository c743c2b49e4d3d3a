"""Fixtures around the toy game."""

from __future__ import annotations

import pytest

from assistant import games
from assistant.audit.rule import Rulebook
from builder.model import load
from builder.model.game import Game
from tests.assistant.toy import LogMaker, make_game, make_rules


@pytest.fixture
def game() -> Game:
    """The toy game."""
    return make_game()


@pytest.fixture
def rules() -> Rulebook:
    """Its rules."""
    return make_rules()


@pytest.fixture
def maker() -> LogMaker:
    """A log of the toy game with two red units and a blue one, not yet played."""
    return LogMaker().put("11", "r1", "0203").put("12", "r2", "0205").put("13", "b1", "0804")


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch, game: Game, rules: Rulebook) -> Game:
    """Installs the toy game as the only one."""
    monkeypatch.setattr(load, "games", lambda: ("toy-war",))
    monkeypatch.setattr(load, "load_game", lambda _id: game)
    monkeypatch.setattr(games, "find", lambda _id: rules)
    return game
