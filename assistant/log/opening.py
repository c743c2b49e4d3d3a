"""What a log says of the game at its beginning, apart from the pieces, and of what it keeps.

A game is often logged in parts, one log a turn or an impulse. The position a log begins with
holds the turn tracker and the module's properties, so turn, weather and the points spent
before are known. Whether an impulse was going on is not. Scenario and supply points are kept
by the module alone, so they are followed from step to step.
"""

from __future__ import annotations

import re

from assistant.engine.state import State
from builder import convention
from builder.model.game import Game
from builder.vassal import SaveFile, SelectBoards, SetProperty, Turn

__all__ = ["opening", "pools_of", "scenario_of"]

_COUNTER = re.compile(r"\d+\|(?P<turn>\d{1,4})(?:;|\Z)", re.ASCII)
_POINTS = re.compile(r"\d{1,3}", re.ASCII)
_MODULE = "Module"
"""Container of the module's own properties; the oldest files name none."""


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


def scenario_of(log: SaveFile, game: Game, step: int = 0) -> str:
    """Return the id of the scenario: as the module says, else whose holding boxes are shown.

    Args:
        log: The file.
        game: Its scenarios.
        step: After which step.

    Returns:
        Empty if the file doesn't tell.
    """
    named = _said(log, step).get(convention.SCENARIO, "")
    if named in game.scenarios:
        return named
    shown = {
        board.name
        for command in log.setup
        if isinstance(command, SelectBoards) and command.map == convention.HOLDING_MAP
        for board in command.boards
    }
    return next((id_ for id_ in game.scenarios if convention.setup_board(id_) in shown), "")


def pools_of(log: SaveFile, game: Game, step: int = 0) -> dict[str, int] | None:
    """Return the supply points that the module keeps account of.

    Args:
        log: The file.
        game: Its markers.
        step: After which step.

    Returns:
        Points by the id of a pool's marker; ``None`` without an account. A pool that the account
        leaves out, or gives no number, isn't known. The last entry of a pool counts.
    """
    account = _said(log, step).get(convention.POOLS, "")
    if not account.strip(";"):
        return None
    entries = (entry.partition("=") for entry in account.split(";"))
    last = {pool: points for pool, _, points in entries if pool in game.markers}
    return {pool: int(points) for pool, points in last.items() if _POINTS.fullmatch(points)}


def _said(log: SaveFile, step: int = 0) -> dict[str, str]:
    """Return the module's properties by name, as they are after a step."""
    began = log.properties().items()
    said = {name: value for (of, name), value in began if of in {_MODULE, ""}}
    for command in (c for each in log.steps if each.number <= step for c in each.commands):
        if isinstance(command, SetProperty) and command.container in {_MODULE, "", None}:
            said[command.name] = command.new
    return said
