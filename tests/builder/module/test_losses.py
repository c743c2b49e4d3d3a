"""Losses to date are taken in full, by the rule that was chosen, and leave what must be left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.model.load import load_game
from builder.model.scenario import BunkerLosses, Loss, LossItem
from builder.module.losses import Spread, losses_to_date
from tests.builder.module.small import R, small_game

GAME = load_game("white-death")
TAKING = (Spread.EVEN, Spread.CONCENTRATED)


def small(*lines, bunkers=None):
    scenario = small_game().scenarios["A"]
    return replace(scenario, losses=lines, bunker_losses=bunkers)


def line(strength, *units, **more):
    return Loss("b", "Reds", "red", (LossItem("any", strength, units),), R, **more)


@pytest.mark.parametrize(
    ("spread", "want"),
    [
        (Spread.EVEN, {"r-1": 2, "r-2": 2, "r-guns": 1}),
        (Spread.CONCENTRATED, {"r-1": 4, "r-2": 1}),
        (Spread.NONE, {}),
    ],
)
def test_a_line_is_spread_by_the_rule(spread, want):
    scenario = small(line(5, "r-1", "r-2", "r-guns"))  # of 4, 3 and 2
    assert losses_to_date(small_game(), scenario, spread) == want


def test_who_loses_so_much_each_does_so_by_every_rule_that_takes_anything():
    scenario = small(line(3, "r-1", "r-2", "r-guns", each=1))
    for spread in TAKING:
        assert losses_to_date(small_game(), scenario, spread) == {"r-1": 1, "r-2": 1, "r-guns": 1}


def test_what_was_eliminated_as_a_whole_is_lost_whatever_the_rule():
    scenario = small(line(7, "r-1", "r-2", all=True))
    for spread in Spread:
        assert losses_to_date(small_game(), scenario, spread) == {"r-1": 4, "r-2": 3}


def test_no_bunker_that_stands_loses_all():
    lost = BunkerLosses(9, (), (), 9, R)
    for spread in TAKING:
        assert losses_to_date(small_game(), small(bunkers=lost), spread) == {"fort": 5}


@pytest.mark.parametrize("id_", GAME.scenarios)
@pytest.mark.parametrize("spread", TAKING)
def test_every_line_of_every_scenario_is_taken_to_the_point_from_its_own_units(id_, spread):
    scenario = GAME.scenarios[id_]
    found = losses_to_date(GAME, scenario, spread)
    named = {bunker.id for bunker in scenario.bunkers}
    for each in scenario.losses:
        for item in each.items:
            have = sum(GAME.units[unit].strength for unit in item.units)
            taken = sum(found.get(unit, 0) for unit in item.units)
            assert taken == min(item.strength, have), (each.name, item.type)
            named |= set(item.units)
    left = scenario.bunker_losses.left if scenario.bunker_losses else 0
    assert sum(found.get(bunker.id, 0) for bunker in scenario.bunkers) == left
    assert found.keys() <= named
    for each, points in found.items():
        printed = GAME.units[each].strength if each in GAME.units else GAME.markers[each].strength
        assert 0 < points <= printed


def test_even_losses_hit_more_units_and_kill_fewer_than_concentrated_ones():
    scenario = GAME.scenarios["IV"]

    def dead_and_hit(spread):
        found = losses_to_date(GAME, scenario, spread)
        units = {id_: n for id_, n in found.items() if id_ in GAME.units}
        return sum(n == GAME.units[id_].strength for id_, n in units.items()), len(units)

    (dead, hit), (more_dead, fewer_hit) = map(dead_and_hit, TAKING)
    assert dead < more_dead
    assert hit > fewer_hit
