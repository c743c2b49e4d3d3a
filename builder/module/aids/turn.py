"""What the turn record grants in the turn that is going on.

A record is a short text with a cell for each turn; the cell of no turn of the game says 0.
"""

from __future__ import annotations

from collections.abc import Mapping

from builder.model.game import Game
from builder.module.aids.aid import Aid
from builder.module.aids.writing import looked_up, scratch, stage

__all__ = ["ROW", "by_turn", "in_turn", "turn"]

ROW = scratch("TurnRow")
"""Module property: number of the turn, 0 if it is none of the game, after the action
``TurnRow``."""


def turn(game: Game) -> Aid:
    """Return the action ``TurnRow``."""
    last = max((each.number for each in game.turns), default=0)
    row = f"(WUturn<1||WUturn>{last}?0:WUturn)"
    return Aid(properties={ROW: "0"}, umpire=tuple(stage("TurnRow", TurnRow=row)))


def by_turn(game: Game, values: Mapping[int, int]) -> str:
    """Return the expression of a number by turn, 0 where there is none.

    Args:
        game: Its turns.
        values: By turn.
    """
    last = max((each.number for each in game.turns), default=0)
    cells = ["0", *(str(values.get(number, 0)) for number in range(1, last + 1))]
    return f"Integer.parseInt({looked_up(cells, ROW)})"


def in_turn(name: str) -> str:
    """Return the expression of the name of an account that holds for this turn alone.

    Args:
        name: Expression of the rest of its name.
    """
    return f'({name}+"-t"+{ROW})'
