"""What a log says of the game at its beginning, apart from the pieces.

A game is often logged in parts, one log a turn or an impulse. The position a log begins with
holds the turn tracker and the module's properties, so turn, weather and the points spent
before are known. Whether an impulse was going on is not.
"""

from __future__ import annotations

import re

from assistant.engine.state import State
from builder import convention
from builder.model.game import Game
from builder.vassal import SaveFile, SelectBoards, Turn

__all__ = ["opening", "pools_of", "scenario_of"]

_COUNTER = re.compile(r"\d+\|(?P<turn>\d{1,4})(?:;|\Z)", re.ASCII)
_POINTS = re.compile(r"\d{1,3}", re.ASCII)
_POOL = re.compile(r"([^;=\s]{1,60})=(\d{1,3})(?=;)", re.ASCII)


def opening(log: SaveFile, game: Game) -> State:
    """Return the state at the beginning of a log, without pieces.

    What the log doesn't say, or says in a way our modules don't, stays unknown: turn 0, no
    weather, no points spent.

    Args:
        log: The file.
        game: Its sides, weathers and points.
    """
    said = _said(log)
    turn = _turn(log)
    weather = said.get(convention.WEATHER, "")
    spent = {}
    for side in game.sides:
        left = said.get(convention.points_left(side.id), "")
        of_turn = said.get(convention.points_left_turn(side.id), "")
        if turn and of_turn == str(turn) and _POINTS.fullmatch(left):
            spent[side.id] = max(0, game.points_per_turn - int(left))
    return State(turn=turn, weather=weather if weather in game.weather else "", spent=spent)


def _turn(log: SaveFile) -> int:
    """Return what the turn tracker shows: the value of its first level, a counter."""
    for command in log.setup:
        if isinstance(command, Turn):
            found = _COUNTER.match(command.state)
            return int(found["turn"]) if found else 0
    return 0


def scenario_of(log: SaveFile, game: Game) -> str:
    """Return the id of the scenario: as the module says, else whose holding boxes are shown."""
    named = _said(log).get(convention.SCENARIO, "")
    if named in game.scenarios:
        return named
    shown = {
        board.name
        for command in log.setup
        if isinstance(command, SelectBoards) and command.map == convention.HOLDING_MAP
        for board in command.boards
    }
    return next((id_ for id_ in game.scenarios if convention.setup_board(id_) in shown), "")


def pools_of(log: SaveFile, game: Game) -> dict[str, int]:
    """Return the supply points that the module keeps account of, by the id of a pool's marker."""
    account = _said(log).get(convention.POOLS, "")
    return {pool: int(points) for pool, points in _POOL.findall(account) if pool in game.markers}


def _said(log: SaveFile) -> dict[str, str]:
    """Return the module's properties by name."""
    return {name: value for (_, name), value in log.properties().items()}
