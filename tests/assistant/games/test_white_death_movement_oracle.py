"""Moves as acts against a slow, literal second implementation, on random small positions."""

from __future__ import annotations

import random
from collections import Counter as Tally
from fractions import Fraction

import pytest

from assistant.engine.movement import PARTS
from assistant.games.white_death.play.movement.reach import reach
from assistant.games.white_death.play.movement.step import path_cost
from assistant.games.white_death.state.control import control
from builder.hexgrid import neighbours
from tests.assistant.games import oracle, oracle_cases
from tests.assistant.games.acted import game_of, position_of, rules_of
from tests.assistant.games.drawn import position

WORDS = {
    "WD-3.3": "stop",
    "WD-3B.1": "stop",
    "WD-6A.4": "enemy",
    "WD-3C.1": "weapons",
    "WD-7.9": "prohibited",
    "WD-7.12": "lake",
    "WD-16B.1": "river",
}


def compare(seed: int) -> set[str]:
    """Compare one position; return what was met in it."""
    dice = random.Random(seed)  # noqa: S311 - a position, no secret
    case = position(dice)
    game = game_of(case)
    rules, table, field = (
        rules_of(case, game),
        position_of(case, game),
        oracle_cases.field_of(case, game),
    )
    mover = field.pieces["mover"]
    compare_zones(case, field, rules, table)
    points = Fraction(case["impulse"].split()[2])
    found = reach(table, "mover", points, rules)
    have = {rules.number(cell): found.cost(cell) for cell in found}
    assert have == field.reached(mover, points), (seed, case)
    met = {f"reach {'in thaw' if case['weather'] == 'thaw' else 'frozen'}"} if have else set()
    return met.union(*(compare_way(dice, case, field, rules, table) for _ in range(6)))


def compare_zones(case: dict, field: oracle.Field, rules, table) -> None:
    """Compare the zones of both sides."""
    for side in ("german", "soviet"):
        zones = control(table, rules, rules.enemy(side))
        for cell in rules.game.map.hexes:
            engine = set(zones.get(cell, ()))
            assert engine == field.controllers(rules.number(cell), side), (case, cell)


def compare_way(dice: random.Random, case: dict, field: oracle.Field, rules, table) -> set[str]:
    """Compare the price and the breaches of a way of random steps, legal or not."""
    cell = table.piece("mover").at
    path = [cell]
    for _ in range(dice.randint(1, 5)):
        near = [n for n in neighbours(path[-1]) if n in rules.game.map.hexes]
        path.append(dice.choice(near))
    way = path_cost(table, "mover", tuple(path), rules)
    numbers = [rules.number(each) for each in path]
    mover = field.pieces["mover"]
    wrong = field.broken(mover, numbers)
    for n, step in enumerate(way.steps):
        have = {WORDS[breach.rule] for breach in step.breaches if breach.sure}
        unsure = {WORDS[breach.rule] for breach in step.breaches if not breach.sure}
        assert have <= wrong[n] <= have | unsure | ({"river"} & wrong[n]), (case, numbers, n)
        assert ("river" in have) == ("river" in wrong[n]), (case, numbers, n)
        price = field.step(mover.mobility, numbers[n], numbers[n + 1])
        if price is not None:
            price += field.toll(mover, numbers[n], first=n == 0)
            engine = Fraction(sum(charge.amount for charge in step.charges), PARTS)
            assert engine == price, (case, numbers, n)
    return set().union(*wrong)


def test_reach_zones_and_ways_agree_on_random_positions():
    met = Tally(word for seed in range(150) for word in compare(seed))
    assert set(met) == {*WORDS.values(), "reach in thaw", "reach frozen"}
    assert min(met.values()) >= 2, met


@pytest.mark.soak
def test_reach_zones_and_ways_agree_on_ten_thousand_positions():
    for seed in range(1000, 11_000):
        compare(seed)
