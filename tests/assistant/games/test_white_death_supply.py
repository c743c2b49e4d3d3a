"""Supply and isolation, held against the rule's words unit by unit; payments; evidence."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from assistant.games.white_death.play.supply.accounts import missing, rockets_paid, support_paid
from assistant.games.white_death.play.supply.city import city_hexes, pool_of, pools
from assistant.games.white_death.play.supply.legal import payments, reliefs
from assistant.games.white_death.play.supply.receipts import airdrops_due, receipts_due
from assistant.games.white_death.play.supply.status import (
    in_supply,
    is_isolated,
    suffers_isolation,
)
from assistant.games.white_death.play.supply.tracing import isolated, routes, supplied
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.control import control
from assistant.games.white_death.state.position import Force, Piece, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Airdrop, Impulse, Receive, Supply
from builder.hexgrid import distance, neighbours, within
from tests.assistant.games import supply_oracle as literal
from tests.assistant.games.table import real_game

SIDES = ("german", "soviet")


@pytest.fixture(scope="module")
def rules():
    return Ruleset(real_game())


def crowded(rules, rng):
    """Return a position with a few units in a ring of enemies, and some elsewhere."""
    hexes = sorted(rules.game.map.hexes)
    centre = rng.choice(hexes)
    inner = [cell for cell in within(centre, 2) if cell in rules.game.map.hexes]
    outer = [cell for cell in within(centre, 5) if cell in rules.game.map.hexes]
    roads = [cell for side in sorted(rules.game.map.roads) for cell in side]
    besieged, besieging = rng.sample(SIDES, 2)
    wanted = {
        besieged: rng.choices(inner, k=rng.randint(1, 6)) + rng.choices(hexes, k=4),
        besieging: rng.choices(outer, k=rng.randint(4, 14))
        + rng.choices(hexes, k=4)
        + rng.choices(roads, k=3),
    }
    taken: dict = {}
    forces = {}
    for side in SIDES:
        ids = sorted(id_ for id_, unit in rules.game.units.items() if unit.side == side)
        cells = [cell for cell in wanted[side] if taken.setdefault(cell, side) == side]
        chosen = rng.sample(ids, len(cells))
        forces[side] = Force.of(
            {id_: Piece(1, cell) for id_, cell in zip(chosen, cells, strict=True)}
        )
    return Position("VI", 8, rng.choice(["frost", "thaw", "snow"]), "", forces)


def barred_to(position, rules, side):
    """Return the printed numbers of hexes with enemy units or in enemy zones."""
    enemy = rules.enemy(side)
    cells = position.forces[enemy].stacks.keys() | control(position, rules, enemy).keys()
    return {rules.number(cell) for cell in cells}


def agree(rules, seeds):
    """Hold the tracing of random positions against the literal one; count the outcomes."""
    roads = literal.roads_of(rules.game)
    seen = Counter()
    for seed in seeds:
        position = crowded(rules, random.Random(seed))  # noqa: S311 - cases, no secrets
        cut, fed = isolated(position, rules), supplied(position, rules)
        for side in SIDES:
            barred = barred_to(position, rules, side)
            for id_, piece in position.forces[side].pieces.items():
                number = rules.number(piece.at)
                assert (id_ in cut) == literal.is_isolated(number, side, barred), (seed, id_)
                seen["isolated", id_ in cut] += 1
                if rules.unit(id_).artillery:
                    want = literal.is_supplied(number, side, barred, roads)
                    assert (id_ in fed) == want, (seed, id_)
                    seen["supplied", id_ in fed] += 1
                else:
                    assert id_ not in fed
    return seen


def test_tracing_agrees_with_the_rule_read_unit_by_unit(rules):
    seen = agree(rules, range(200))
    assert min(seen.values()) > 20
    assert len(seen) == 4


@pytest.mark.soak
def test_tracing_agrees_in_thousands_of_positions(rules):
    seen = agree(rules, range(200, 5200))
    assert min(seen.values()) > 500


def test_friendly_edges_of_the_data_are_those_of_the_rule(rules):
    for side in SIDES:
        want = {n for c in rules.game.map.hexes if literal.friendly(n := rules.number(c), side)}
        assert {rules.number(cell) for cell in rules.game.edges.supply[side]} == want


def test_neighbours_by_printed_numbers_are_those_of_the_grid(rules):
    for cell in rules.game.map.hexes:
        near = {rules.number(to) for to in neighbours(cell) if to in rules.game.map.hexes}
        assert set(literal.beside(rules.number(cell))) == near


def test_paths_told_as_evidence_are_free_and_lead_where_they_should(rules):
    roads = {cell for side in rules.game.map.roads for cell in side}
    for seed in range(60):
        position = crowded(rules, random.Random(seed))  # noqa: S311 - cases, no secrets
        for side in SIDES:
            ways = routes(position, rules, side)
            barred = barred_to(position, rules, side)
            for cell in position.forces[side].stacks:
                out, path = ways.way_out(cell), ways.supply_path(cell)
                road = ways.supply_road(path[-1]) if path else ()
                for way in (out, path, road):
                    assert all(distance(a, b) == 1 for a, b in pairwise(way))
                    assert not {rules.number(to) for to in way if to != cell} & barred
                if out:
                    assert out[0] == cell
                    assert out[-1] in ways.edges
                if path:
                    assert path[0] == cell
                    assert len(path) <= 8
                    assert path[-1] in roads
                    assert road[-1] in ways.edges
                    assert set(road) <= roads


def placed(rules, **cells):
    """Return a position with units in hexes, ``_`` of their ids for hyphens."""
    parse = rules.cell
    forces = {
        side: Force.of(
            {
                id_: Piece(rules.unit(id_).strength, parse(number))
                for name, number in cells.items()
                if rules.unit(id_ := name.replace("_", "-")).side == side
            }
        )
        for side in SIDES
    }
    return Position(
        "VI",
        8,
        "frost",
        "",
        forces,
        pools=dict.fromkeys(("supply-german", "supply-vl", "supply-soviet"), 3),
    )


RING = {
    "s_357rd_1188_inf": "1922",
    "s_357rd_1190_inf": "2020",
    "s_357rd_1192_inf": "2221",
    "s_9grd_18_inf": "2421",
    "s_9grd_22_inf": "2621",
    "s_9grd_31_inf": "2423",
    "s_381rd_1259_inf": "2223",
    "s_381rd_1261_inf": "2023",
}
"""Eight regiments around the city."""


def test_the_city_is_its_town_hexes_or_only_those_with_bunkers(rules):
    place = "Velikiye Luki"
    whole = {rules.number(cell) for cell in city_hexes(rules, place)}
    assert whole == {"2021", "2022", "2122", "2123", "2222", "2322", "2422", "2522"}
    (other,) = rules.otherwise("A-104")
    had = {rules.number(cell) for cell in city_hexes(other, place)}
    assert had == {"2021", "2022", "2123", "2222", "2322", "2422", "2522"}


def test_units_of_the_city_spend_from_its_pool(rules):
    position = placed(rules, g_83id_i_277_inf="2122", g_83id_i_251_inf="2020")
    assert pools("german", rules) == ("supply-german", "supply-vl")
    assert pool_of("g-83id-i-277-inf", position, rules) == "supply-vl"
    assert pool_of("g-83id-i-251-inf", position, rules) == "supply-german"


def test_the_city_receives_overland_until_the_ring_is_closed(rules):
    free = placed(rules, g_83id_i_277_inf="2021")
    assert Receive("supply-vl", 3) in receipts_due(free, rules)
    assert airdrops_due(free, rules) == ()
    cut = placed(rules, g_83id_i_277_inf="2021", **RING)
    assert receipts_due(cut, rules) == (Receive("supply-german", 3), Receive("supply-soviet", 4))
    assert airdrops_due(cut, rules) == (("supply-vl", 3),)
    done = ACTS.apply(cut, Airdrop("supply-vl", (1, 5, 6)), rules).position
    assert done.pools["supply-vl"] == 4
    assert airdrops_due(done, rules) == ()


def test_a_point_frees_the_city_for_the_turn_and_nobody_else(rules):
    position = placed(rules, g_83id_i_277_inf="2021", **RING)
    unit = "g-83id-i-277-inf"
    assert suffers_isolation(unit, position, rules)
    assert reliefs(position, rules) == (Supply("supply-vl", 1, "relief"),)
    position = ACTS.apply(position, Supply("supply-vl", 1, "relief"), rules).position
    assert reliefs(position, rules) == ()
    for side in ("soviet", "german"):
        position = ACTS.apply(position, Impulse(side, "action", 4, 6), rules).position
        assert unit in position.going.isolated
        assert not suffers_isolation(unit, position, rules)


def test_what_may_be_paid_and_what_has_been(rules):
    position = placed(rules, g_i_3_rocket="2021", g_6lw_art="1010", s_357rd_i_923_art="3030")
    position = ACTS.apply(position, Impulse("german", "action", 4, 6), rules).position
    offered = payments(position, rules)
    assert Supply("supply-german", 1, "assault") in offered
    assert Supply("supply-german", 2, "barrage") in offered
    assert Supply("supply-vl", 3, "rockets") in offered
    assert Supply("supply-soviet", 1, "support") in offered
    assert Supply("supply-german", 1, "support") not in offered
    assert support_paid("g-6lw-art", position, rules)
    assert not support_paid("s-357rd-i-923-art", position, rules)
    assert rockets_paid("s-357rd-i-923-art", position, rules)
    assert not rockets_paid("g-i-3-rocket", position, rules)
    for line in (Supply("supply-vl", 3, "rockets"), Supply("supply-soviet", 1, "support")):
        position = ACTS.apply(position, line, rules).position
    assert rockets_paid("g-i-3-rocket", position, rules)
    assert support_paid("s-357rd-i-923-art", position, rules)
    assert missing("barrage", "supply-vl", position, rules) == 0
    assert missing("barrage", "supply-german", position, rules) == 2
    assert {line.pool for line in payments(position, rules)} == {"supply-german"}


@pytest.mark.parametrize("seed", range(3))
def test_between_impulses_status_is_what_it_would_be_if_one_began(rules, seed):
    position = crowded(rules, random.Random(seed))  # noqa: S311 - cases, no secrets
    cut, fed = isolated(position, rules), supplied(position, rules)
    units = [unit for force in position.forces.values() for unit in force.pieces]
    assert {unit for unit in units if is_isolated(unit, position, rules)} == cut
    assert {unit for unit in units if in_supply(unit, position, rules)} == fed
