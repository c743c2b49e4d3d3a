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
from tests.assistant.games import oracle
from tests.assistant.games.acted import game_of, position_of, rules_of

COLUMNS, ROWS = 6, 5
MOBILITIES = "SLDWTMH"
KINDS = ("personnel", "weapons", "AFV")
WORDS = {
    "WD-3.3": "stop",
    "WD-3B.1": "stop",
    "WD-6A.4": "enemy",
    "WD-3C.1": "weapons",
    "WD-7.9": "prohibited",
    "WD-7.12": "lake",
    "WD-16B.1": "river",
}
READINGS = {
    "A-01": "2",
    "A-02": "free",
    "A-04": "clear",
    "A-08": "true",
    "A-09": "0",
    "A-16": "bunkers_count",
    "A-17": "none",
    "A-18": "as_full",
    "A-19": "free",
}


def number(column: int, row: int) -> str:
    return f"{column:02}{row:02}"


EMPTY = oracle.Field(
    {number(c, r): set() for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)}, {}, {}, {}, ""
)


def river_of(dice: random.Random) -> list[str]:
    """Return a river from the north edge to the south edge that turns as it likes."""
    chain = [number(dice.randint(2, COLUMNS - 1), 1)]
    while int(chain[-1][2:]) < ROWS:
        column, row = int(chain[-1][:2]), int(chain[-1][2:])
        south = [number(column, row + 1)]
        south += [n for n in EMPTY.beside(chain[-1]) if int(n[2:]) > row and n not in south]
        chain.append(dice.choice(south))
    return chain


def unit(dice: random.Random, side: str, cells: list[str], wet: list[str], **more: str) -> str:
    """Return a unit in words; one in a river stands on some bank, known or not."""
    at = dice.choice(cells)
    kind, mobility = dice.choice(KINDS), dice.choice(MOBILITIES)
    words = [side, kind, dice.choice(("I", "II")), mobility, at]
    if at in wet:
        words.append(f"bank={dice.choice(('left', 'right', 'along', 'unsure'))}")
    if kind == "weapons" and dice.random() < 0.3:
        words.append("abandoned")
    return " ".join([*words, *(f"{name}={value}" for name, value in more.items())])


def position(dice: random.Random) -> dict:
    """Return a random case: a map, a mover, up to six enemies, a reading turned or not."""
    cells = sorted(EMPTY.terrain)
    letters = {cell: dice.choice("....ffctxl") for cell in cells}
    river = river_of(dice) if dice.random() < 0.6 else []
    letters.update({cell: dice.choice("rrrRF") for cell in river})
    rows = [[letters[number(c, r)] for c in range(1, COLUMNS + 1)] for r in range(1, ROWS + 1)]
    pairs = [(a, b) for a in cells for b in EMPTY.beside(a) if a < b]
    roads = [f"{a} {b}" for a, b in dice.sample(pairs, dice.randrange(16))]
    lakes = [
        f"{a} {b} {dice.choice(('full', 'partial'))}"
        for a, b in dice.sample(pairs, dice.randrange(12))
        if f"{a} {b}" not in roads
    ]
    side, other = dice.sample(("german", "soviet"), 2)
    bridges = dice.sample(river, dice.randrange(2)) if river else []
    wet = [cell for cell in river if cell not in bridges]
    units = {"mover": unit(dice, side, cells, wet)}
    start = units["mover"].split()[4]
    units |= {
        f"foe{n}": unit(dice, other, [cell for cell in cells if cell != start], wet)
        for n in range(dice.randrange(7))
    }
    held = {words.split()[4] for words in units.values()}
    free = [cell for cell in cells if cell not in held or dice.random() < 0.5]
    case = {
        "map": "\n".join(" ".join(row) for row in rows),
        "rivers": [" ".join(river)] if river else [],
        "roads": roads,
        "lakes": lakes,
        "bridges": {f"bridge-{n}": cell for n, cell in enumerate(bridges)},
        "weather": dice.choice(("frost", "snow", "thaw", "thaw")),
        "phase": "movement",
        "impulse": f"{side} action {dice.choice((1, 2, 3, 5))}",
        "units": units,
    }
    if dice.random() < 0.3 and free[0] != start:
        case["bunkers"] = {"bunker-15": f"{free[0]} 5"}
    if dice.random() < 0.15:
        case["groups"] = {"commandos": ["mover"]}
    if dice.random() < 0.5:
        id_ = dice.choice(sorted(READINGS))
        case["readings"] = {id_: READINGS[id_]}
    no_zone = [
        name
        for name, words in units.items()
        if (words.split()[0], words.split()[1], words.split()[2]) == ("german", "weapons", "I")
    ]
    case.setdefault("groups", {})["no-lone-zone"] = no_zone
    return case


def compare(seed: int) -> set[str]:
    """Compare one position; return what was met in it."""
    dice = random.Random(seed)  # noqa: S311 - a position, no secret
    case = position(dice)
    game = game_of(case)
    rules, table, field = rules_of(case, game), position_of(case, game), oracle.field_of(case, game)
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
    met = Tally(word for seed in range(400) for word in compare(seed))
    assert set(met) == {*WORDS.values(), "reach in thaw", "reach frozen"}
    assert min(met.values()) >= 5, met


@pytest.mark.soak
def test_reach_zones_and_ways_agree_on_ten_thousand_positions():
    for seed in range(1000, 11_000):
        compare(seed)
