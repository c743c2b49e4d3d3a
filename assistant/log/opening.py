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
from builder.vassal import SaveFile, Turn

__all__ = ["opening"]

_COUNTER = re.compile(r"\d+\|(?P<turn>\d{1,4})(?:;|\Z)", re.ASCII)
_POINTS = re.compile(r"\d{1,3}", re.ASCII)


def opening(log: SaveFile, game: Game) -> State:
    """Return the state at the beginning of a log, without pieces.

    What the log doesn't say, or says in a way our modules don't, stays unknown: turn 0, no
    weather, no points spent.

    Args:
        log: The file.
        game: Its sides, weathers and points.
    """
    said = {name: value for (_, name), value in log.properties().items()}
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
