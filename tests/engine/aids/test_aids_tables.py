"""Every cell of the fire tables and all odds, in the real engine against the game's data."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from builder.convention.line import Barrage, BarrageDie, Fire
from builder.model.combat import FireTable
from builder.model.game import Kind
from builder.module.aids.account import EMPTY
from builder.module.aids.barrage import FIRERS
from builder.module.aids.dice import FACES, forced
from builder.module.aids.fire import CHECK, DUE
from builder.module.aids.ground import defence_in
from builder.module.aids.pool import POOL
from builder.module.aids.target import TARGET
from tests.engine.aid_table import lines_of

pytestmark = pytest.mark.engine

PARTS = 16
ODDS = [
    *(Fraction(1, n) for n in (4, 3, 2)),
    Fraction(2, 3),
    *(Fraction(n, 2) for n in range(2, 19)),
]
"""From 1:4 to 9:1, by halves."""


def first(game, **wanted):
    """Return the first unit with some figures."""
    return next(
        unit
        for unit in game.units.values()
        if all(getattr(unit, name) == value for name, value in wanted.items())
    )


def cell_of(game, *terrain):
    """Return a hex with just this terrain and no set-up in it."""
    return next(c for c, each in game.map.hexes.items() if each.terrain == frozenset(terrain))


def expected(game, kind, unit, fire, defence, die):  # noqa: PLR0913, PLR0917 - a shot
    """Return the line that the data call for."""
    chart: FireTable = game.combat.tables[kind]
    reached = chart.column(fire / defence)
    if reached is None:
        return Fire(kind, unit, fire, defence, "none", 0, "none")
    result = chart.effect(die, reached).text or "none"
    return Fire(kind, unit, fire, defence, chart.columns[reached].name, die, result, forced=True)


def shots(chart: FireTable, defence: Fraction):
    """Yield fire in sixteenths and a die: all odds by all dice, and just below each column."""
    for die, odds in product(range(1, FACES + 1), ODDS):
        yield -(-odds * defence * PARTS // 1), die
    for column in chart.columns:
        yield -(-column.least * defence * PARTS // 1) - 1, 1


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["conventional", "antitank"])
def test_every_cell_and_all_odds_are_those_of_the_data(table, kind):
    game = table.game
    if kind == "conventional":
        unit, letter, verb = first(game, defence="P", kind=Kind.PERSONNEL), "c", "fireC"
        defence = Fraction(defence_in(game, {"clear"}, "P"))
    else:
        unit, letter, verb = first(game, kind=Kind.AFV), "a", "fireA"
        defence = Fraction(int(unit.defence))
    cell = cell_of(game, "clear")
    name = f"h{game.map.numbering.format(cell)}{letter}"
    script, wanted, last = [table.put(unit.id, cell)], [], 0
    for sixteenths, die in shots(game.combat.tables[kind], defence):
        if die != last:
            script.append(("setprop", forced(), die))
            last = die
        script += [("setprop", POOL, f";{name}={sixteenths};"), ("answer", "ok")]
        script.append(table.ask(unit.id, verb))
        wanted.append(expected(game, kind, unit.id, Fraction(sixteenths, PARTS), defence, die))
    result = table.play(script).clean()
    found = list(lines_of(result))
    assert found == [[line] for line in wanted]
    chart = game.combat.tables[kind]
    cells = {(line.die, line.column) for line in wanted if line.die}
    assert cells == {(d, c.name) for d in range(1, FACES + 1) for c in chart.columns}


@pytest.mark.parametrize("classes", [1, pytest.param(3, marks=pytest.mark.soak)])
def test_the_defence_is_that_of_class_and_terrain_bunkers_and_cover(table, classes):
    """In each terrain a tank, and soft units of one class, in turn, or of all three."""
    game = table.game
    soft = {letter: first(game, defence=letter).id for letter in ("P", "H", "L")}
    tank = first(game, kind=Kind.AFV)
    script, wanted = [("setprop", forced(), 1)], []
    terrains = sorted({each.terrain for each in game.map.hexes.values()}, key=sorted)
    for place, terrain in enumerate(terrains):
        cell = cell_of(game, *terrain)
        number = game.map.numbering.format(cell)
        pool = f";h{number}c=320;h{number}a=320;"
        for letter, id_ in (list(soft.items()) * 2)[place % 3 :][:classes]:
            script += [table.put(id_, cell), ("setprop", POOL, pool), ("answer", "ok")]
            script.append(table.ask(id_, "fireC"))
            wanted.append(Fraction(defence_in(game, terrain, letter)))
        script += [table.put(tank.id, cell), ("setprop", POOL, pool), ("answer", "ok")]
        script.append(table.ask(tank.id, "fireA"))
        covered = bool(terrain & set(game.combat.cover.terrain))
        wanted.append(Fraction(int(tank.defence) - covered * game.combat.cover.reduction))
    bunker = next(iter(next(iter(game.scenarios.values())).bunkers))
    german = first(game, defence="P", side=game.markers[bunker.id].side).id
    number = game.map.numbering.format(bunker.hex)
    script += [table.put(german, bunker.hex), ("setprop", POOL, f";h{number}c=320;")]
    script += [("answer", "ok"), table.ask(german, "fireC")]
    wanted.append(Fraction(game.chart.terrains["bunker"].defence["P"]))
    result = table.play(script).clean()
    assert [line.defence for (line,) in lines_of(result)] == wanted
    assert len(terrains) > len(soft)


@pytest.mark.soak
def test_every_cell_of_the_barrage_table_is_that_of_the_data(table):
    game = table.game
    chart = game.combat.tables["barrage"]
    guns = first(game, kind=Kind.WEAPONS)
    cell, river = cell_of(game, "clear"), cell_of(game, "river")
    sight = next(each for each in game.combat.barrage_modifiers if each.per_hexes)
    wet = next(each for each in game.combat.barrage_modifiers if "river" in each.of)
    script = [table.put(guns.id, cell)]
    script.append(("setprop", "WUbarrage", f"h{game.map.numbering.format(cell)}"))
    script.append(("setprop", "WUbarrageSeen", "not observed"))
    wanted = []
    top = len(chart.rows) + 2
    for row in range(1, top + 1):
        die = min(row, FACES)
        far = (row - die) * sight.per_hexes
        script += [("setprop", "WUbarrageFar", far), ("setprop", forced(), die)]
        for column in range(len(chart.columns)):
            script += [("setprop", "WUbarrageColumn", column + 1)]
            script.append(table.ask(guns.id, "barrageDie"))
            loss = chart.effect(row, column).losses
            wanted.append(BarrageDie(guns.id, die, row - die, loss, forced=True))
    script += [table.put(guns.id, river), ("setprop", "WUbarrageFar", 0)]
    script.append(("setprop", "WUbarrage", f"h{game.map.numbering.format(river)}"))
    script += [("setprop", forced(), 1), table.ask(guns.id, "barrageDie")]
    loss = chart.effect(1 + wet.value, len(chart.columns) - 1).losses
    wanted.append(BarrageDie(guns.id, 1, wet.value, loss, forced=True))
    result = table.play(script).clean()
    assert list(lines_of(result)) == [[line] for line in wanted]


def test_a_barrage_reaches_the_column_of_its_value(table):
    game = table.game
    chart = game.combat.tables["barrage"]
    guns = next(unit for unit in game.units.values() if unit.barrage)
    cell = cell_of(game, "clear")
    hex_ = f"h{game.map.numbering.format(cell)}"
    script = [table.put(guns.id, cell), ("setprop", TARGET, hex_)]
    wanted = []
    for number, column in enumerate(chart.columns, 1):
        for sixteenths in (int(column.least * PARTS), int(column.least * PARTS) - 1):
            script += [("setprop", POOL, f";{hex_}b={sixteenths};"), ("answer", "ok")]
            script.append(("setprop", FIRERS, f";{hex_}:{guns.id};"))
            too_weak = number == 1 and sixteenths < column.least * PARTS
            script += [("answer", "ok"), table.ask(guns.id, "attack")]
            script.append(("getprop", "WUbarrageColumn"))
            wanted.append("1" if too_weak else str(number - (sixteenths < column.least * PARTS)))
    result = table.play(script)
    columns = [each["value"] for each in result["results"] if each["action"] == "getprop"]
    assert columns == wanted
    attacks = [line for lines in lines_of(result) for line in lines]
    assert len(attacks) == len(wanted) - 1
    assert all(isinstance(each, Barrage) and each.firers == (guns.id,) for each in attacks)


def test_what_is_due_after_fire_is_capped_and_the_check_is_at_what_counts(table):
    game = table.game
    chart = game.combat.tables["conventional"]
    unit = first(game, defence="P", strength=3)
    cell = cell_of(game, "clear")
    name = f"h{game.map.numbering.format(cell)}c"
    script, wanted = [table.put(unit.id, cell)], []
    best = len(chart.columns) - 1
    defence = defence_in(game, {"clear"}, "P")
    for die in range(1, FACES + 1):
        script += [("setprop", DUE, EMPTY), ("setprop", CHECK, EMPTY), ("setprop", forced(), die)]
        script += [("setprop", POOL, f";{name}={defence * 7 * PARTS};"), ("answer", "ok")]
        script += [table.ask(unit.id, "fireC"), ("getprop", DUE), ("getprop", CHECK)]
        effect = chart.effect(die, best)
        wanted.append(f";{unit.id}={min(effect.losses, chart.cap.of(unit.strength))};")
        wanted.append(f";{unit.id}={effect.losses + 1 if effect.check else 0};")
    result = table.play(script).clean()
    found = [each["value"] for each in result["results"] if each["action"] == "getprop"]
    assert found == wanted
