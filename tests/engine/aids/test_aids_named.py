"""Fire whose firers stand in the line of the attack, in the real engine."""

from __future__ import annotations

import pytest

from builder.convention.line import Fire
from builder.hexgrid import Direction, neighbour
from builder.model.game import Kind
from builder.module.aids.barrage import FIRERS
from builder.module.aids.dice import forced
from builder.module.aids.ground import defence_in
from builder.module.aids.pool import SHOOTERS
from builder.module.aids.target import TARGET
from tests.engine.aid_table import lines_of

pytestmark = pytest.mark.engine


def test_fire_at_who_leaves_a_hex_or_is_found_in_it_names_its_firers_and_the_hex(table):
    game = table.game
    units = list(game.units.values())
    one, two = [u for u in units if u.antitank == 1 and u.kind is Kind.WEAPONS][:2]
    tank = next(u for u in units if u.kind is Kind.AFV and u.side != one.side)
    commando = game.units[min(game.special.groups["commandos"].units)]
    wood = next(c for c, each in game.map.hexes.items() if each.terrain == {"forest"})
    number = game.map.numbering.format(wood)
    away = next(c for c, each in game.map.hexes.items() if each.terrain == {"clear"})
    script = [table.put(u.id, away) for u in (one, two, tank, commando)]
    script += [("setprop", TARGET, f"h{number}"), ("setprop", forced(), 1)]
    script += [("answer", "ok"), table.ask(tank.id, "fireX"), ("getprop", "WUshooters")]
    script += [table.ask(one.id, "commitX"), table.ask(two.id, "commitX")]
    script += [("answer", "ok"), table.ask(tank.id, "fireX"), ("getprop", "WUshooters")]
    script += [table.ask(one.id, "commitD"), ("answer", "cancel"), table.ask(commando.id, "fireD")]
    script += [("answer", "ok"), table.ask(commando.id, "fireD")]
    result = table.play(script)
    lines = [line for lines in lines_of(result) for line in lines]

    def attack(kind, chart, target, value, defence, firers):  # noqa: PLR0913, PLR0917
        column = chart.column(value / defence)
        name = chart.columns[column].name if column is not None else "none"
        text = chart.effect(1, column).text or "none" if column is not None else "none"
        die = int(column is not None)
        rolled = column is not None
        return Fire(kind, target, value, defence, name, die, text, firers, number, forced=rolled)

    tables, cover = game.combat.tables, game.combat.cover
    value = one.antitank * one.strength + two.antitank * two.strength
    armour = int(tank.defence) - cover.reduction
    shot = one.combat * one.strength
    ground = defence_in(game, {"forest"}, commando.defence)
    assert lines == [
        attack("exit", tables["antitank"], tank.id, value, armour, (one.id, two.id)),
        attack("detected", tables["conventional"], commando.id, shot, ground, (one.id,)),
    ]
    shooters = [each["value"] for each in result["results"] if each["action"] == "getprop"]
    assert shooters == [";", ";"]


def test_fire_committed_to_two_hexes_in_turn_keeps_firers_and_values_apart(table):
    game = table.game
    paid = game.special.groups["paying-rockets"].units
    guns = [u for u in game.units.values() if u.barrage and u.id not in paid][:3]
    weapons = [u for u in game.units.values() if u.antitank == 1 and u.kind is Kind.WEAPONS][:2]
    tank = next(u for u in game.units.values() if u.kind is Kind.AFV and u.side != weapons[0].side)
    cells = [c for c, each in game.map.hexes.items() if each.terrain == {"clear"}]
    ways = (Direction.N, Direction.S)
    here = next(c for c in cells if {neighbour(c, way) for way in ways} <= set(cells))
    targets = [game.map.numbering.format(neighbour(here, way)) for way in ways]
    aims = [("setprop", TARGET, f"h{number}") for number in targets]
    attack = (("answer", "ok"), ("answer", "choose observed"), table.ask(guns[0].id, "attack"))
    script = [table.put(u.id, here) for u in (*guns, *weapons, tank)]
    for aim, gun in zip(aims, guns, strict=False):
        script += [aim, table.ask(gun.id, "barrage")]
    script += [aims[0], *attack, table.ask(guns[2].id, "barrage"), *attack, aims[1], *attack]
    for aim, unit in zip(aims, weapons, strict=True):
        script += [aim, table.ask(unit.id, "commitX")]
    for aim in aims:
        script += [aim, ("answer", "ok"), table.ask(tank.id, "fireX")]
    script += [("getprop", name) for name in (FIRERS, SHOOTERS)]
    result = table.play(script).clean()
    told = [(line.firers, line.value) for lines in lines_of(result) for line in lines]
    first, second, third = guns
    assert told == [
        *(((u.id,), u.barrage * u.strength) for u in (first, third, second)),
        *(((u.id,), u.antitank * u.strength) for u in weapons),
    ]
    assert [r["value"] for r in result["results"] if r["action"] == "getprop"] == [";", ";"]
