"""What multiplies committed fire, in the real engine against the game's data."""

from __future__ import annotations

from fractions import Fraction

import pytest

from builder.convention.line import Commit
from builder.hexgrid import direction_between, distance, neighbours
from builder.module.aids.commit import FULL, REDUCED
from builder.module.aids.pool import DEFENSIVE, POOL
from builder.module.aids.target import SUPPORTED, TARGET
from tests.engine.aid_table import lines_of

pytestmark = pytest.mark.engine


def far_and_near(game):
    """Return a gun, the hex it stands in, and stacks at half its range, beyond, at its end, out."""
    guns = next(u for u in game.units.values() if u.support and u.range == 7)
    field = sorted(game.map.numbering)
    here = field[len(field) // 2]
    stacks = [next(c for c in field if distance(here, c) == away) for away in (3, 4, 7, 8)]
    return guns, here, stacks


def test_what_multiplies_committed_fire_is_what_the_data_say(table):
    game = table.game
    map_, multipliers = game.map, game.combat.multipliers
    close, numbers = multipliers["close_combat"], map_.numbering.format
    special = next(
        game.units[id_]
        for id_ in sorted(game.special.groups[close.group].units)
        if game.units[id_].combat
    )
    plain = next(u for u in game.units.values() if u.combat == 3 and u.id != special.id)
    script, wanted = [], []

    def shot(unit, here, there, factor, phase="assault"):
        script.extend([table.put(unit.id, here), ("setprop", "WUphase", phase)])
        script.extend([("setprop", TARGET, f"h{numbers(there)}"), table.ask(unit.id, "commitC")])
        value = unit.combat * unit.strength * factor
        wanted.append(Commit(unit.id, "conventional", numbers(there), value))

    ways = {}
    for side, high in map_.slopes.items():
        low = side.b if side.a == high else side.a
        ways.setdefault(direction_between(high, low), (high, low))
    for high, low in ways.values():
        shot(plain, high, low, multipliers["slope"].factor)
        shot(plain, low, high, 1)
    sloping = {cell for side in map_.slopes for cell in side}
    edges = [
        (cell, other)
        for cell in map_.hexes
        for other in neighbours(cell)
        if other in map_.hexes and map_.hexes[cell].terrain == {"clear"}
    ]
    edges = [edge for edge in edges if not sloping & set(edge)]
    wood = next(e for e in edges if map_.hexes[e[1]].terrain & set(close.terrain))
    bare = next(e for e in edges if map_.hexes[e[1]].terrain == {"clear"})
    shot(special, *wood, close.factor)
    shot(special, *wood, 1, DEFENSIVE)
    shot(special, *reversed(wood), close.factor, DEFENSIVE)
    shot(special, *bare, 1)
    shot(plain, *wood, 1)
    script.append(table.ask(plain.id, "isolated"))
    shot(plain, *bare, multipliers["isolated"].factor)
    result = table.play(script).clean()
    found = [lines for lines in lines_of(result) if lines]
    assert found == [[line] for line in wanted]
    assert len(ways) >= 4


def test_support_is_halved_beyond_half_the_range_and_refused_beyond_it(table):
    game = table.game
    guns, here, stacks = far_and_near(game)
    number = game.map.numbering.format
    script = [table.put(guns.id, here), ("setprop", TARGET, f"h{number(here)}")]
    for stack in stacks:
        for answer in (FULL, REDUCED):
            script += [("setprop", SUPPORTED, f"h{number(stack)}")]
            script += [("answer", f"choose {answer}"), ("answer", "ok")]
            script.append(table.ask(guns.id, "commitS"))
    result = table.play(script)
    lines = [line for lines in lines_of(result) for line in lines]
    unpaid = game.supply.tracing.support_unpaid
    full = guns.support * guns.strength
    half = game.combat.multipliers["far"].factor
    values = [full, unpaid * guns.strength]
    expected = [value * part for part in (1, half, half) for value in values]
    assert [line.value for line in lines] == expected
    assert [line.stack for line in lines] == [number(c) for c in stacks[:3] for _ in range(2)]


def test_pools_of_defensive_fire_are_apart_by_the_stack_that_fires(table):
    game = table.game
    number = game.map.numbering.format
    units = [u for u in game.units.values() if u.combat == 3][:2]
    here = [table.at("0302"), table.at("0303")]
    script = [("setprop", TARGET, "h0402"), ("setprop", "WUphase", DEFENSIVE)]
    for unit, cell in zip(units, here, strict=True):
        script += [table.put(unit.id, cell), table.ask(unit.id, "commitC")]
    script.append(("getprop", POOL))
    result = table.play(script).clean()
    (pools,) = [each["value"] for each in result["results"] if each["action"] == "getprop"]
    sixteenths = [int(u.combat * u.strength * Fraction(16)) for u in units]
    assert pools == ";" + "".join(
        f"h0402ch{number(cell)}={value};" for cell, value in zip(here, sixteenths, strict=True)
    )
