"""Openings, random set-ups, and the end of a set-up, for every scenario."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from assistant.audit.finding import Verdict
from assistant.games.white_death.play.scenario.random_setup import random_set_up
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.opening import opening
from assistant.games.white_death.state.position import Box, Bunker
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import format_line, parse_line
from builder.convention.line import Impulse, Loss, Note, SetUp, TurnStep, Victory
from builder.hexgrid import neighbours
from tests.assistant.games.table import real_game

RULES = Ruleset(real_game())
SCENARIOS = ("I", "II", "III", "IV", "V", "VI")
FIRST = Impulse("soviet", "action", 3, 7)
SECTIONS = ("WD-25", "WD-19.1", "WD-20.2", "WD-2.2", "WD-7.9")


def chance(seed):
    """Return chance that repeats itself."""
    return random.Random(seed)  # noqa: S311 - for play, not for secrets


def set_up(scenario, seed=1, *, without=lambda _line: False):
    """Return the position after a random set-up and what was found on its lines."""
    position, found = opening(RULES, scenario), []
    for line in random_set_up(RULES, scenario, chance(seed)):
        if not without(line):
            found += ACTS.check(position, line, RULES)
            ruled = ACTS.apply(position, line, RULES)
            assert ruled.unapplied == ()
            position = ruled.position
    return position, found


def ended(position, act=FIRST):
    """Return the findings of these chapters on the first act of the game."""
    return [f for f in ACTS.check(position, act, RULES) if f.rule.startswith(SECTIONS)]


def faults(found):
    """Return verdict and rule of what isn't kept."""
    return {(f.verdict, f.rule) for f in found if f.verdict is not Verdict.KEPT}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_opening_has_every_unit_once_and_what_stands(scenario):
    game, position = RULES.game, opening(RULES, scenario)
    data = game.scenarios[scenario]
    ids = [id_ for force in position.forces.values() for id_ in force.pieces]
    assert sorted(ids) == sorted(game.units)
    assert position.number == data.first_turn
    assert {id_: bunker.strength for id_, bunker in position.bunkers.items()} == {
        bunker.id: bunker.strength for bunker in data.bunkers
    }
    assert position.pools == {pool.marker: pool.points for pool in data.pools}
    assert not position.gone & position.bridges.keys()
    assert bool(position.released) == (scenario not in {"I", "VI"})


def test_the_opening_of_the_campaign_has_seventy_five_points_of_bunkers():
    assert sum(bunker.strength for bunker in opening(RULES, "VI").bunkers.values()) == 75


def test_the_sixth_bunker_stands_where_its_unclear_place_is_read():
    other = opening(Ruleset(real_game(), {"A-61": "2323"}), "VI")
    assert other.bunkers["bunker-10d"].at == RULES.cell("2323")
    assert opening(RULES, "VI").bunkers["bunker-10d"].at == RULES.cell("2322")


def test_a_scenario_that_does_not_exist_has_no_opening():
    with pytest.raises(KeyError):
        opening(RULES, "VII")


def test_every_unit_set_up_by_chance_has_some_way_to_stand_where_it_is():
    position, _ = set_up("III")
    for force in position.forces.values():
        for cell, units in force.stacks.items():
            for unit in units:
                terrain = RULES.game.map.hexes[cell].terrain
                on_road = any(cell in (side.a, side.b) for side in RULES.game.map.roads)
                bridged = cell in position.bridges.values()
                rows = [RULES.game.chart.terrains[row] for row in terrain]
                free = all(RULES.unit(unit).mobility in row.enter for row in rows)
                assert free or on_road or bridged, (unit, RULES.number(cell))


def test_a_brigade_eliminated_before_scenario_iv_is_lost_in_its_opening():
    assert opening(RULES, "IV").piece("s-184tb-smg").box is Box.LOST


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(3))
def test_a_random_set_up_breaks_nothing(scenario, seed):
    position, found = set_up(scenario, seed)
    assert faults(found) == set()
    crowded = {(Verdict.DISPUTED, "WD-25.3")} if scenario == "V" else set()
    assert faults(ended(position)) == crowded


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_seed_makes_the_same_set_up_again_and_another_makes_another(scenario):
    lines = [random_set_up(RULES, scenario, chance(seed)) for seed in (7, 7, 8)]
    assert lines[0] == lines[1] != lines[2]
    assert [parse_line(format_line(line)) for line in lines[0]] == lines[0]


def test_a_unit_that_never_sets_up_is_missed_by_the_first_impulse():
    known = next(u for u in opening(RULES, "II").forces["soviet"].pieces if u.startswith("s-9grd"))
    position, _ = set_up("II", without=lambda line: line == SetUp(known, getattr(line, "hex", "")))
    assert faults(ended(position)) == {(Verdict.BROKEN, "WD-25.4")}
    assert faults(ended(position, TurnStep(5, 6))) == {(Verdict.BROKEN, "WD-25.4")}


def test_losses_that_nobody_took_are_missed_line_by_line():
    position, _ = set_up("II", without=lambda line: isinstance(line, Loss))
    found = [f for f in ended(position) if f.verdict is Verdict.BROKEN and f.rule == "WD-25.1"]
    items = sum(len(line.items) for line in RULES.game.scenarios["II"].losses)
    each = 2  # the assault guns lose one each, which is judged besides
    assert len(found) == items + each
    assert {(f.verdict, f.rule) for f in ended(position) if f.rule == "WD-25.6"} >= {
        (Verdict.BROKEN, "WD-25.6")
    }


def test_more_losses_than_a_line_asks_for_are_itemised():
    position, _ = set_up("VI")
    unit = next(iter(position.forces["soviet"].stacks.values()))[0]
    weak = position.with_piece(unit, strength=1)
    found = [f for f in ended(weak) if f.verdict is Verdict.BROKEN]
    assert [f.rule for f in found] == ["WD-25.17"]
    assert found[0].evidence.units == (unit,)
    assert found[0].evidence.cost == str(RULES.unit(unit).strength - 1)


def test_a_unit_stronger_than_its_counter_prints_is_seen():
    position, _ = set_up("I")
    unit = next(iter(position.forces["soviet"].stacks.values()))[0]
    strong = position.with_piece(unit, strength=RULES.unit(unit).strength + 1)
    assert faults(ended(strong)) == {(Verdict.BROKEN, "WD-2.2")}


def test_a_bunker_out_of_its_place_is_seen_and_that_of_another_reading_disputed():
    position, _ = set_up("I")
    for number, verdict in (("2323", Verdict.DISPUTED), ("2423", Verdict.BROKEN)):
        moved = {**position.bunkers, "bunker-10d": Bunker(RULES.cell(number), 10)}
        found = ended(replace(position, bunkers=moved))
        assert faults(found) == {(verdict, "WD-19.1")}


def test_a_bridge_missing_or_out_of_its_place_is_seen():
    position, _ = set_up("I")
    without = {id_: at for id_, at in position.bridges.items() if id_ != "bridge-original-3"}
    moved = {**position.bridges, "bridge-original-3": RULES.cell("2026")}
    for bridges in (without, moved):
        found = ended(replace(position, bridges=bridges))
        assert faults(found) == {(Verdict.BROKEN, "WD-20.2")}


def test_once_an_impulse_was_declared_the_set_up_is_judged_no_more():
    position = opening(RULES, "I")
    assert faults(ended(position))
    assert ended(ACTS.apply(position, FIRST, RULES).position) == []


def test_losses_of_which_the_units_have_too_few_are_for_people_to_judge():
    game = real_game()
    scenario = game.scenarios["II"]
    line = scenario.losses[0]
    much = replace(line, items=(replace(line.items[0], strength=99),))
    short = replace(scenario, losses=(much, *scenario.losses[1:]))
    rules = Ruleset(replace(game, scenarios={**game.scenarios, "II": short}))
    position, _ = set_up("II")
    found = [f for f in ACTS.check(position, FIRST, rules) if f.rule == "WD-25.1"]
    assert Verdict.NOT_CHECKABLE in {f.verdict for f in found}
    assert Verdict.BROKEN not in {f.verdict for f in found}


def one_less(position, unit, cell):
    """Return the position with a unit elsewhere, and what is then found but for zones."""
    moved = position.with_piece(unit, at=RULES.cell(cell))
    return {f.rule for f in ended(moved) if f.verdict is Verdict.BROKEN}


def test_scenario_ii_wants_four_battalions_at_1734_and_no_more():
    position, _ = set_up("II")
    condition = RULES.game.scenarios["II"].conditions[0]
    there = [u for u in condition.units if position.piece(u).at in condition.hexes]
    others = [u for u in condition.units if position.piece(u).at not in {None, *condition.hexes}]
    assert one_less(position, there[0], "2040") == {"WD-25.13"}
    assert one_less(position, others[0], "1733") == {"WD-25.13"}


def test_who_stands_outside_of_the_area_is_seen_when_the_game_begins_lines_or_not():
    position, _ = set_up("III")
    gun = next(u for u in position.stack(position.piece("g-248-constr").at, "german"))
    moved = position.with_piece(gun, at=RULES.cell("3220"))
    found = [f for f in ended(moved) if f.verdict is Verdict.BROKEN and f.rule == "WD-25.14"]
    assert [(f.evidence.units, f.evidence.hexes) for f in found] == [((gun,), ("3220",))]


def test_who_stands_in_an_enemy_zone_is_seen_when_the_game_begins():
    position, _ = set_up("III")
    german = position.piece("g-248-constr").at
    beside = next(c for c in neighbours(german) if not position.holder(c))
    moved = position.with_piece("s-28rd-88-inf", at=beside)
    found = [f for f in ended(moved) if f.verdict is Verdict.BROKEN and f.rule == "WD-25.2"]
    assert [f.evidence.units for f in found] == [("s-28rd-88-inf",)]


def test_scenario_iii_wants_twenty_soviet_guns_east_of_the_lowatj():
    position, _ = set_up("III")
    condition = RULES.game.scenarios["III"].conditions[0]
    guns = [u for u in condition.units if position.piece(u).at in condition.hexes]
    for gun in guns[condition.least - 1 :]:
        position = position.with_piece(gun, at=None, box=Box.LOST)
    assert "WD-25.14" in {f.rule for f in ended(position) if f.verdict is Verdict.BROKEN}
    position = position.with_piece(guns[-1], at=condition.hexes[0], box=Box.MAP)
    assert "WD-25.14" in {f.rule for f in ended(position) if f.verdict is Verdict.KEPT}


def test_scenario_v_wants_personnel_in_each_bunker_hex():
    position, _ = set_up("V")
    condition = RULES.game.scenarios["V"].conditions[0]
    cell = condition.hexes[0]
    there = [u for u in condition.units if position.piece(u).at == cell]
    for unit in there:
        position = position.with_piece(unit, at=condition.hexes[1])
    found = [f for f in ended(position) if f.verdict is Verdict.BROKEN]
    assert [f.rule for f in found] == ["WD-25.16"]
    assert found[0].evidence.hexes == (RULES.number(cell),)


def lost_in_21st_guards(taken):
    """Return whether what the 21st Guards lost in scenario II is kept, by type: EX-86."""
    position = opening(RULES, "II")
    for unit, points in taken.items():
        position = ACTS.apply(position, Loss(unit, points, "setup"), RULES).position
    line = next(each for each in RULES.game.scenarios["II"].losses if each.body == "s-21grd")
    found = {f.evidence.units: f.verdict for f in ended(position) if f.rule == "WD-25.1"}
    return {item.type: found[item.units] for item in line.items}


def test_ex_86_fourteen_infantry_and_four_artillery_instead_of_fifteen_and_three():
    taken = {
        "s-21grd-59-inf": 7,
        "s-21grd-64-inf": 7,
        "s-21grd-i-47-art": 3,
        "s-21grd-ii-47-art": 1,
    }
    assert lost_in_21st_guards(taken) == {
        "infantry": Verdict.BROKEN,
        "artillery": Verdict.BROKEN,
    }


def test_ex_86_fifteen_infantry_and_three_artillery_in_any_distribution():
    taken = {"s-21grd-59-inf": 9, "s-21grd-64-inf": 6, "s-21grd-i-47-art": 3}
    assert set(lost_in_21st_guards(taken).values()) == {Verdict.KEPT}


@pytest.mark.parametrize("split", [(6, 0, 0), (2, 2, 2), (1, 2, 3)])
def test_rb_16_six_points_over_three_regiments_in_any_split(split):
    game = real_game()
    scenario = game.scenarios["II"]
    line = next(each for each in scenario.losses if each.body == "s-9grd")
    item = replace(line.items[0], strength=6)
    losses = tuple(replace(e, items=(item,)) if e is line else e for e in scenario.losses)
    changed = replace(scenario, losses=losses)
    rules = Ruleset(replace(game, scenarios={**game.scenarios, "II": changed}))
    position = opening(rules, "II")
    for unit, points in zip(item.units, split, strict=True):
        position = position.with_piece(unit, strength=RULES.unit(unit).strength - points)
    found = [f for f in ACTS.check(position, FIRST, rules) if f.evidence.units == item.units]
    assert [f.verdict for f in found] == [Verdict.KEPT]
    assert found[0].evidence.cost == "6"


NONSENSE = [
    SetUp("nobody", "1034"),
    SetUp("s-28rd-88-inf", "9999"),
    SetUp("bunker-15", "2021"),
    SetUp("supply-vl", "2021"),
    SetUp("bridge-3sa", ""),
    Loss("nobody", 1, "setup"),
    Loss("bunker-15", 0, "setup"),
    Loss("s-28rd-88-inf", -3, "setup"),
    Loss("s-28rd-88-inf", 999, "setup"),
    Victory("", 0),
    Victory("total", -(10**6)),
    Impulse("nobody", "sleep", -1, 99),
    TurnStep(0, 0),
    Note("x"),
]


@pytest.mark.parametrize("scenario", ["", "I", "II", "V", "XX"])
@pytest.mark.parametrize("act", NONSENSE, ids=str)
def test_nonsense_is_judged_and_applied_without_a_crash(act, scenario):
    known = scenario if scenario in SCENARIOS else "I"
    position = replace(opening(RULES, known), scenario=scenario)
    assert all(f.message for f in ACTS.check(position, act, RULES))
    assert ACTS.apply(position, act, RULES).position is not None
