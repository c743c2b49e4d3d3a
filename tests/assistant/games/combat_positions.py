"""Random small positions with a unit that is assaulted, in the words of cases."""

from __future__ import annotations

import random

from tests.assistant.games import oracle

COLUMNS, ROWS = 6, 5
MOBILITIES = "SLDWTMH"
KINDS = ("personnel", "weapons", "AFV")
SIZES = {"german": ("I", "II"), "soviet": ("II", "III")}
READINGS = {"A-16": "bunkers_count", "A-17": "none", "A-18": "as_full", "A-19": "free"}


def number(column: int, row: int) -> str:
    return f"{column:02}{row:02}"


CELLS = [number(c, r) for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)]
EMPTY = oracle.Field({cell: set() for cell in CELLS}, {}, {}, {}, "")


def river_of(dice: random.Random) -> list[str]:
    """Return a river from the north edge to the south edge that turns as it likes."""
    chain = [number(dice.randint(2, COLUMNS - 1), 1)]
    while int(chain[-1][2:]) < ROWS:
        column, row = int(chain[-1][:2]), int(chain[-1][2:])
        south = [number(column, row + 1)]
        south += [n for n in EMPTY.beside(chain[-1]) if int(n[2:]) > row and n not in south]
        chain.append(dice.choice(south))
    return chain


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
