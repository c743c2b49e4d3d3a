"""Retreats against a literal second implementation, on random small positions."""

from __future__ import annotations

import random
from collections import Counter as Tally

import pytest

from assistant.audit.finding import Verdict
from assistant.games.white_death.play.retreat.ways import retreats
from assistant.games.white_death.play.umpire import ACTS
from builder.convention.line import Retreat
from tests.assistant.games import oracle
from tests.assistant.games import retreat_oracle as literal
from tests.assistant.games.acted import game_of, position_of, rules_of
from tests.assistant.games.test_white_death_movement_oracle import river_of

COLUMNS, ROWS = 6, 5
MOBILITIES = "SLDWTMH"
KINDS = ("personnel", "weapons", "AFV")
SIZES = {"german": ("I", "II"), "soviet": ("II", "III")}
WORDS = {
    "WD-6A.4": "enemy",
    "WD-19.5": "bunker",
    "WD-7.9": "ground",
    "WD-7.12": "ground",
    "WD-16B.1": "river",
    "WD-14B.2": "length",
    "WD-14C.1": "zone",
    "WD-4.3": "room",
}
READINGS = {"A-16": "bunkers_count", "A-17": "none", "A-18": "as_full", "A-19": "free"}


def number(column: int, row: int) -> str:
    return f"{column:02}{row:02}"


CELLS = [number(c, r) for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)]
EMPTY = oracle.Field({cell: set() for cell in CELLS}, {}, {}, {}, "")


def case_of(dice: random.Random) -> dict:
    """Return a random case: a map with a unit that retreats, enemies beside it, friends."""
    rivers = [river_of(dice)] if dice.random() < 0.5 else []
    river = rivers[0] if rivers else []
    letters = {cell: dice.choice("rrrRF" if cell in river else "....fctx") for cell in CELLS}
    pairs = [(a, b) for a in CELLS for b in EMPTY.beside(a) if a < b]
    roads = [f"{a} {b}" for a, b in dice.sample(pairs, dice.randrange(14))]
    lakes = [
        f"{a} {b} {dice.choice(('full', 'partial'))}"
        for a, b in dice.sample(pairs, dice.randrange(12))
        if f"{a} {b}" not in roads
    ]
    case: dict = {
        "map": "\n".join(
            " ".join(letters[number(c, r)] for c in range(1, COLUMNS + 1))
            for r in range(1, ROWS + 1)
        ),
        "rivers": [" ".join(river)] if river else [],
        "roads": roads,
        "lakes": lakes,
        "weather": dice.choice(("frost", "snow", "thaw")),
        "bridges": {"bridge-1": dice.choice(river)} if river and dice.random() < 0.5 else {},
    }
    add_units(case, river, dice)
    side = case["units"]["mover"].split()[0]
    case["impulse"] = f"{'soviet' if side == 'german' else 'german'} action 3"
    case["phase"] = "assault"
    reading = dice.choice(sorted(READINGS))
    case["readings"] = {reading: READINGS[reading]} if dice.random() < 0.4 else {}
    case["groups"] = {
        "no-lone-zone": [
            id_
            for id_, words in case["units"].items()
            if words.split()[:3] == ["german", "weapons", "I"]
        ]
    }
    return case


def add_units(case: dict, river: list[str], dice: random.Random) -> None:
    """Put units and bunkers on the map of a case."""
    side, other = dice.sample(("german", "soviet"), 2)
    start = dice.choice(CELLS)
    banks = ["left", "right", "along", "unsure"]
    bank = f" bank={dice.choice(banks)}" if start in river else ""
    units = {"mover": f"{words_of(side, dice)} {start}{bank}"}
    taken = {start}
    for n in range(dice.randrange(1, 7)):
        near = [cell for cell in EMPTY.beside(start) if cell not in taken]
        cell = dice.choice(near if near and n == 0 else [c for c in CELLS if c not in taken])
        taken.add(cell)
        for m in range(dice.choice((1, 1, 2))):
            units[f"enemy{n}{m}"] = f"{words_of(other, dice)} {cell}"
    free = [cell for cell in CELLS if cell not in taken]
    for n in range(dice.randrange(5)):
        cell = dice.choice(free)
        for m in range(dice.choice((1, 2, 3))):
            units[f"friend{n}{m}"] = f"{words_of(side, dice)} {cell}"
    case["units"] = units
    soviet = {words.split()[4] for words in units.values() if words.startswith("soviet")}
    open_ = [cell for cell in CELLS if cell not in soviet]
    case["bunkers"] = {"bunker-10a": f"{dice.choice(open_)} 5"} if dice.random() < 0.4 else {}


def words_of(side: str, dice: random.Random) -> str:
    """Return side, class, size and mobility of a unit."""
    kind, mobility = dice.choice(KINDS), dice.choice(MOBILITIES)
    return f"{side} {kind} {dice.choice(SIZES[side])} {mobility}"


def walk(dice: random.Random, start: str) -> list[str]:
    """Return a way of adjacent hexes."""
    path = [start]
    for _ in range(dice.choice((1, 2, 2, 2, 3, 3, 4))):
        path.append(dice.choice([c for c in EMPTY.beside(path[-1]) if c != start]))
    return path


def compared(seed: int) -> Tally[str]:
    """Hold both implementations against each other; return what came up."""
    dice = random.Random(seed)  # noqa: S311 - cases, no secrets
    case = case_of(dice)
    game = game_of(case)
    rules, position = rules_of(case, game), position_of(case, game)
    field = oracle.field_of(case, game)
    mover = field.pieces["mover"]
    found = retreats(position, "mover", rules)
    have = {rules.number(cell) for cell in found}
    assert have == literal.ends(field, mover), (seed, case)
    seen: Tally[str] = Tally({"eliminated": not have, "far": 0})
    ways = [[rules.number(cell) for cell in way] for way in found.values()]
    for path in ways:
        assert literal.faults(field, mover, path)[0] == set(), (seed, path, case)
        seen["far"] += literal.apart(path[0], path[-1]) > literal.AWAY
    for path in [*ways, *(walk(dice, mover.at) for _ in range(6))]:
        want, harried = literal.faults(field, mover, path)
        act = Retreat("mover", tuple(path))
        told = ACTS.check(position, act, rules, disputes=False)
        broken = {WORDS[each.rule] for each in told if each.verdict is Verdict.BROKEN}
        assert broken == want, (seed, path, case)
        duties = ACTS.apply(position, act, rules).position.fight.duties
        assert any(duty.why == "retreat" for duty in duties) == harried, (seed, path, case)
        seen.update(want or {"legal"})
        seen["harried"] += harried
    return seen


ALL = {"eliminated", "far", "legal", "harried", *WORDS.values()}


def test_retreats_agree_on_random_positions():
    seen: Tally[str] = Tally()
    for seed in range(400):
        seen += compared(seed)
    assert {word for word in ALL if not seen[word]} == set(), seen


@pytest.mark.soak
def test_retreats_agree_on_very_many_random_positions():
    for seed in range(1_000, 11_000):
        compared(seed)
