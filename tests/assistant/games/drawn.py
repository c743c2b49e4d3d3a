"""Random small positions for moves as acts: maps, movers, enemies, readings turned or not."""

from __future__ import annotations

import random

from tests.assistant.games import oracle

COLUMNS, ROWS = 6, 5
MOBILITIES = "SLDWTMH"
KINDS = ("personnel", "weapons", "AFV")
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


def ground(dice: random.Random) -> tuple[dict, list[str], list[str]]:
    """Return the map of a case, its hexes, and those with a river and no bridge."""
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
    bridges = dice.sample(river, dice.randrange(2)) if river else []
    case = {
        "map": "\n".join(" ".join(row) for row in rows),
        "rivers": [" ".join(river)] if river else [],
        "roads": roads,
        "lakes": lakes,
        "bridges": {f"bridge-{n}": cell for n, cell in enumerate(bridges)},
        "weather": dice.choice(("frost", "snow", "thaw", "thaw")),
    }
    return case, cells, [cell for cell in river if cell not in bridges]


def position(dice: random.Random) -> dict:
    """Return a random case: a map, a mover, up to six enemies, a reading turned or not."""
    case, cells, wet = ground(dice)
    side, other = dice.sample(("german", "soviet"), 2)
    units = {"mover": unit(dice, side, cells, wet)}
    start = units["mover"].split()[4]
    elsewhere = [cell for cell in cells if cell != start]
    units |= {f"foe{n}": unit(dice, other, elsewhere, wet) for n in range(dice.randrange(7))}
    held = {words.split()[4] for words in units.values()}
    free = [cell for cell in cells if cell not in held or dice.random() < 0.5]
    case |= {
        "phase": "movement",
        "impulse": f"{side} action {dice.choice((1, 2, 3, 5))}",
        "units": units,
    }
    if dice.random() < 0.3 and free[0] != start:
        case["bunkers"] = {"bunker-15": f"{free[0]} 5"}
    lone = ["german", "weapons", "I"]
    case["groups"] = {"no-lone-zone": [n for n, w in units.items() if w.split()[:3] == lone]}
    if dice.random() < 0.15:
        case["groups"]["commandos"] = ["mover"]
    if dice.random() < 0.5:
        id_ = dice.choice(sorted(READINGS))
        case["readings"] = {id_: READINGS[id_]}
    return case
