"""Lines of moves and of ice that make no sense: never an error, never a false word."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from assistant.audit.finding import Verdict
from assistant.games.white_death.play.umpire import ACTS
from builder.convention.line import Ice, Move
from tests.assistant.games.acted import game_of, position_of, rules_of
from tests.assistant.games.drawn import position


def some_hex(dice):
    return dice.choice(
        ["", "0", "9999", "0000", "x", "-", f"{dice.randint(1, 7):02}0{dice.randint(1, 6)}"]
    )


def some_move(dice):
    length = dice.choice((0, 1, 2, 2, 3, 5))
    return Move(
        unit=dice.choice(("mover", "foe0", "nobody", "")),
        path=tuple(some_hex(dice) for _ in range(length)),
        cost=Fraction(dice.randint(-5, 50), dice.choice((1, 7, 120, 999))),
        paid=dice.random() < 0.3,
    )


def some_roll(dice):
    side = dice.choice(
        ("", "/", "0101", "0101/0201", "a/b/c", f"{some_hex(dice)}/{some_hex(dice)}")
    )
    return Ice(dice.choice(("mover", "nobody", "")), side, dice.randint(-1, 9))


@pytest.mark.parametrize("seed", range(60))
def test_nonsense_is_borne(seed):
    dice = random.Random(seed)  # noqa: S311 - lines, no secret
    case = position(dice)
    game = game_of(case)
    rules, table = rules_of(case, game), position_of(case, game)
    for _ in range(12):
        act = some_move(dice) if dice.random() < 0.7 else some_roll(dice)
        found = ACTS.check(table, act, rules)
        ruled = ACTS.apply(table, act, rules)
        if table.piece(act.unit) is None:
            assert all(f.verdict is not Verdict.BROKEN for f in found)
            assert ruled.unapplied
        table = ruled.position
