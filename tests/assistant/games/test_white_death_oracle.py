"""The engine against a slow, literal second implementation, on random small positions."""

from __future__ import annotations

import random
from collections import Counter as Tally
from dataclasses import dataclass
from fractions import Fraction

import pytest

from assistant.engine.movement import PARTS
from assistant.engine.zoc import Grip
from assistant.games.white_death.case import case_of
from assistant.games.white_death.stacking import (
    companies_of,
    german_stack_fits,
    soviet_stack_fits,
)
from assistant.games.white_death.view import View
from builder.model.game import Size
from tests.assistant.games import oracle, oracle_stacks
from tests.assistant.games.table import LETTERS, laid, real_game

COLUMNS, ROWS = 4, 3
MOBILITIES = "SLDWTMH"
KINDS = ("personnel", "weapons", "AFV")


def number(column: int, row: int) -> str:
    return f"{column:02}{row:02}"


def river_of(dice: random.Random) -> list[str]:
    """Return a river from the north edge to the south edge, down one or two columns."""
    column = dice.choice((2, 3))
    if dice.random() < 0.5:
        return [number(column, row) for row in range(1, ROWS + 1)]
    return ["0201", "0202", "0303"] if column == 2 else ["0301", "0302", "0202", "0203"]


def position(dice: random.Random) -> dict:
    """Return a random case: a map, a mover, up to four enemies, one or two stops."""
    letters = {
        number(c, r): dice.choice("...ffctxl")
        for c in range(1, COLUMNS + 1)
        for r in range(1, ROWS + 1)
    }
    rivers = [river_of(dice)] if dice.random() < 0.6 else []
    for cell in rivers[0] if rivers else []:
        letters[cell] = dice.choice("rrrRF")
    cells = sorted(letters)
    case: dict = {
        "map": "\n".join(
            " ".join(letters[number(c, r)] for c in range(1, COLUMNS + 1))
            for r in range(1, ROWS + 1)
        ),
        "rivers": [" ".join(chain) for chain in rivers],
        "weather": dice.choice(("frost", "snow", "thaw")),
        "points": dice.choice((1, 2, 3, 4)),
    }
    field = oracle.Field({cell: set() for cell in cells}, {}, {}, {}, "")
    pairs = [(a, b) for a in cells for b in field.beside(a) if a < b]
    case["roads"] = [f"{a} {b}" for a, b in dice.sample(pairs, dice.randrange(8))]
    roads = set(case["roads"])
    case["lakes"] = [
        f"{a} {b} {dice.choice(('full', 'partial'))}"
        for a, b in dice.sample(pairs, dice.randrange(6))
        if f"{a} {b}" not in roads
    ]
    if rivers:
        case["bridges"] = dice.sample(rivers[0], dice.randrange(2))
    land = [cell for cell in cells if not (rivers and cell in rivers[0])]
    start = dice.choice(land)
    side, other = dice.sample(("german", "soviet"), 2)
    units = {"mover": f"{side} {dice.choice(KINDS)} II {dice.choice(MOBILITIES)} {start}"}
    places = [cell for cell in land if cell != start]
    for n in range(dice.randrange(5)):
        size = dice.choice(("I", "II"))
        kind, mobility = dice.choice(KINDS), dice.choice(MOBILITIES)
        units[f"foe{n}"] = f"{other} {kind} {size} {mobility} {dice.choice(places)}"
    case["units"] = units
    if dice.random() < 0.3:
        case["bunkers"] = [dice.choice(places)]
    stops = dice.sample(places, dice.choice((1, 1, 2)))
    case["moves"] = [["mover", *stops]]
    return case


def field_of(case: dict) -> oracle.Field:
    """Return the oracle's view of a case, read from the words of the case itself."""
    chart = real_game().chart
    rows = case["map"].splitlines()
    pieces = {}
    for name, words in case["units"].items():
        side, kind, size, mobility, at = words.split()
        if name != "mover":
            pieces[name] = oracle.Piece(side, kind, size, mobility, at)
    lake = chart.lake_thaw if case["weather"] == "thaw" else chart.lake_frozen
    return oracle.Field(
        terrain={
            number(c, r): set(LETTERS[letter])
            for r, row in enumerate(rows, start=1)
            for c, letter in enumerate(row.split(), start=1)
        },
        chart={name: dict(row.enter) for name, row in chart.terrains.items()},
        leave={name: dict(row.leave) for name, row in chart.terrains.items()},
        lake_extra=dict(lake),
        weather=case["weather"],
        roads={frozenset(pair.split()) for pair in case["roads"]},
        lakes={frozenset(text.split()[:2]): text.split()[2] for text in case["lakes"]},
        bridges=set(case.get("bridges", [])),
        rivers=[chain.split() for chain in case["rivers"]],
        pieces=pieces,
        bunkers=set(case.get("bunkers", [])),
    )


def compare(seed: int) -> str:
    """Compare one position; return what sort of position it was."""
    case = position(random.Random(seed))  # noqa: S311 - a position, no secret
    table = laid(case)
    ply = table.plies[0]
    game = table.game
    found = case_of(ply, ply.action, game.units["mover"], game)
    view = View(weather=case["weather"], bridges=found.board.bridges[0])
    field = field_of(case)
    side, kind, size, mobility, at = case["units"]["mover"].split()
    mover = oracle.Piece(side, kind, size, mobility, at)

    trek = found.trek(view)
    for cell in game.map.hexes:
        engine = {hold.unit for hold in trek.holders(cell) if hold.grip is Grip.YES}
        assert engine == field.controllers(game.map.numbering.format(cell), side), (seed, cell)

    stops = case["moves"][0][1:]
    route = found.route(view)
    cost = Fraction(route.cost, PARTS) if route else None
    expected = field.cheapest(mover, stops, Fraction(case["points"]))
    assert cost == expected, (seed, case)
    if expected is None:
        return "illegal"
    return "legal, in thaw" if case["weather"] == "thaw" else "legal"


def test_marches_and_zones_agree_on_random_positions():
    kinds = Tally(compare(seed) for seed in range(150))
    assert min(kinds["illegal"], kinds["legal"], kinds["legal, in thaw"]) > 10


@pytest.mark.soak
def test_marches_and_zones_agree_on_ten_thousand_positions():
    for seed in range(1000, 11_000):
        compare(seed)


@dataclass(frozen=True)
class Card:
    """A unit as the oracle of stacking knows it."""

    id: str
    company: bool
    battalion: str
    formation: str
    formation_kind: str
    artillery: bool
    divisional: bool
    battalion_size: bool
    regiment_size: bool
    engineer_brigade: bool


def card(id_: str) -> Card:
    game = real_game()
    unit = game.units[id_]
    formation = game.formations.get(unit.parent)
    kind = formation.kind if formation else ""
    divisional = kind in ("division", "brigade")
    return Card(
        id=id_,
        company=unit.size is Size.COMPANY,
        battalion=unit.battalion,
        formation=unit.parent if divisional else "",
        formation_kind=kind,
        artillery=unit.range is not None,
        divisional=divisional,
        battalion_size=unit.size is Size.BATTALION,
        regiment_size=unit.size is Size.REGIMENT,
        engineer_brigade=unit.size is Size.BRIGADE and unit.type == "engineer",
    )


def rosters(side: str) -> list[str]:
    return sorted(id_ for id_, unit in real_game().units.items() if unit.side == side)


def some_stack(dice: random.Random, side: str) -> list[str]:
    """Return a stack that is likely to be near the limit: few formations, few battalions."""
    game = real_game()
    everyone = rosters(side)
    parents = dice.sample(sorted({game.units[i].parent for i in everyone}), 2)
    pool = [i for i in everyone if game.units[i].parent in parents] + dice.sample(everyone, 3)
    return sorted(set(dice.sample(sorted(set(pool)), min(len(set(pool)), dice.randint(2, 7)))))


def compare_german(seed: int) -> bool:
    game, dice = real_game(), random.Random(seed)  # noqa: S311 - a stack, no secret
    stack = some_stack(dice, "german")
    in_play = companies_of(game, [*stack, *dice.sample(rosters("german"), 60)])
    whole = {key: {card(id_) for id_ in ids} for key, ids in in_play.items()}
    fits = german_stack_fits([game.units[i] for i in stack], game, in_play)
    assert fits == oracle_stacks.german_fits([card(i) for i in stack], whole), (seed, stack)
    return fits


def compare_soviet(seed: int) -> bool:
    game, dice = real_game(), random.Random(seed)  # noqa: S311 - a stack, no secret
    stack = some_stack(dice, "soviet")
    parents = {game.units[i].parent for i in stack}
    roster = [
        card(i) for i in rosters("soviet") if i in stack or game.units[i].parent in parents - {""}
    ]
    fits = soviet_stack_fits([game.units[i] for i in stack], game)
    assert fits == oracle_stacks.soviet_fits([card(i) for i in stack], roster), (seed, stack)
    return fits


@pytest.mark.parametrize("compare_stack", [compare_german, compare_soviet])
def test_stacking_agrees_on_random_stacks(compare_stack):
    fits = Tally(compare_stack(seed) for seed in range(400))
    assert min(fits[True], fits[False]) > 40


@pytest.mark.soak
@pytest.mark.parametrize("compare_stack", [compare_german, compare_soviet])
def test_stacking_agrees_on_ten_thousand_stacks(compare_stack):
    for seed in range(1000, 11_000):
        compare_stack(seed)
