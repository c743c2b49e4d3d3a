"""Set-ups that are ready to play, held against the rules: through the very saves of a module."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from assistant.audit.finding import Verdict
from assistant.games.white_death.play.supply.tracing import supplied
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.opening import opening
from assistant.games.white_death.state.position import Box
from assistant.games.white_death.state.recorded import Told, position_of
from assistant.games.white_death.state.ruleset import Ruleset
from assistant.log.at_step import state_at
from builder.convention.line import Impulse, SetUp
from builder.convention.line import Loss as LossLine
from builder.hexgrid import Hex, distance, neighbours
from builder.model.load import load_game
from builder.module.losses import Spread
from builder.module.plan import plan
from builder.module.ready.place import SEEDS, ready_places
from builder.module.ready.stack import stack_fits
from builder.module.ready.stacks import Stacks
from builder.module.setup import Saves, scenario_save
from builder.module.starts import start, starts
from builder.vassal import ModuleData
from tests.assistant.games.table import real_game
from tests.builder.module.small import PANEL_PX, small_game
from tests.sampling import sampled

GAME = real_game()
RULES = Ruleset(GAME)
MODULE = ModuleData(GAME.name, GAME.version, "3.5.8", "", 5)
SET_UP = ("WD-25", "WD-19.1", "WD-20.2", "WD-2.2", "WD-7.9", "WD-3.")
CROWDED = (Verdict.DISPUTED, "WD-25.3", "A-105")
CASES = [(id_, seed) for id_ in GAME.scenarios for seed in range(1, SEEDS + 1)]


@pytest.fixture(scope="module")
def all_starts():
    """Every set-up of the game by scenario and seed."""
    return {(each.scenario.id, each.seed): each for each in starts(GAME)}


@pytest.fixture(scope="module")
def saves():
    """The maker of saves of the module."""
    return Saves(plan(GAME, PANEL_PX), MODULE)


def faults(found):
    """Return verdict, rule and reading of what the chapters on set-ups don't find kept."""
    return {
        (each.verdict, each.rule, each.reading)
        for each in found
        if each.verdict is not Verdict.KEPT and each.rule.startswith(SET_UP)
    }


def test_a_module_offers_every_scenario_as_printed_and_seven_times_ready(all_starts):
    assert set(all_starts) == {(id_, seed) for id_ in GAME.scenarios for seed in range(SEEDS + 1)}
    assert len({each.name for each in all_starts.values()}) == len(all_starts)
    assert len({each.file for each in all_starts.values()}) == len(all_starts)


@pytest.mark.parametrize("case", sampled(CASES, lambda case: case[1] <= 2))
def test_the_game_can_begin_from_the_save(all_starts, saves, case, tmp_path):
    id_, seed = case
    path = tmp_path / "start.vsav"
    path.write_bytes(saves.save(all_starts[id_, seed]))
    read = state_at(path, data=lambda _id: (GAME, "the same data"))
    assert read.findings == ()
    position = position_of(read.state, RULES, Told(scenario=read.scenario)).position
    first = Impulse("soviet", "action", 10, 0)
    # two bunkers can't hold the garrison of the last scenario but one: whether they may is unclear
    assert faults(ACTS.check(position, first, RULES)) == ({CROWDED} if id_ == "V" else set())


@pytest.mark.parametrize(("id_", "seed"), CASES)
def test_each_unit_may_be_put_down_where_it_stands_side_after_side(all_starts, id_, seed):
    begun, found = all_starts[id_, seed], []
    scenario, position = begun.scenario, opening(RULES, id_)
    fixed = {unit for each in scenario.placements for unit in each.placed}
    first = {u for p in scenario.placements if p.side == scenario.first_side for u in p.units}
    lines = [LossLine(i, n, "setup") for i, n in begun.losses.items()]
    lines = [each for each in lines if each.unit not in scenario.eliminated]
    for unit in sorted(begun.places, key=lambda unit: unit not in first):
        if unit not in fixed:
            lines.append(SetUp(unit, RULES.number(begun.places[unit])))
    for line in lines:
        found += ACTS.check(position, line, RULES)
        position = ACTS.apply(position, line, RULES).position
    assert faults(found) == set()


def test_a_seed_gives_the_same_bytes_again_and_another_seed_another_set_up(all_starts, saves):
    game = load_game("white-death")
    again = scenario_save(plan(game, PANEL_PX), start(game, game.scenarios["II"], seed=4), MODULE)
    assert saves.save(all_starts["II", 4]) == again
    for id_ in GAME.scenarios:
        ways = {tuple(sorted(all_starts[id_, seed].places.items())) for seed in range(1, SEEDS + 1)}
        assert len(ways) == SEEDS


@pytest.mark.parametrize(("id_", "seed"), CASES)
def test_guns_stand_behind_men_who_fight(all_starts, id_, seed):
    """On the average of those that choose their place, measured to the nearest enemy."""
    begun = all_starts[id_, seed]
    units = {u: c for u, c in begun.places.items() if u in GAME.units}
    bound = {u for p in begun.scenario.placements if p.garrison or p.placed for u in p.units}
    for side in GAME.sides:
        enemy = {c for u, c in units.items() if GAME.units[u].side != side.id}
        steps = {True: [], False: []}
        for unit, cell in units.items():
            data = GAME.units[unit]
            if data.side == side.id and unit not in bound and (data.artillery or data.combat >= 1):
                near = min(distance(cell, other) for other in enemy)
                steps[data.artillery].append(near)
        guns, men = steps[True], steps[False]
        assert sum(guns) * len(men) > sum(men) * len(guns)


@pytest.mark.parametrize(("id_", "seed"), CASES)
def test_most_guns_are_in_supply_as_the_rules_trace_it(all_starts, id_, seed):
    """Where a part of the front has no open road near, some guns stay with their division."""
    begun, position = all_starts[id_, seed], opening(RULES, id_)
    guns = {u for u in begun.places if u in GAME.units and GAME.units[u].artillery}
    for unit, cell in begun.places.items():
        if position.piece(unit) is not None:
            position = position.with_piece(unit, at=cell, box=Box.MAP)
    bound = {u for p in begun.scenario.placements if p.garrison or p.placed for u in p.units}
    fed = supplied(position, RULES)
    for side in GAME.sides:
        mine = {u for u in guns - bound if GAME.units[u].side == side.id}
        assert 5 * len(mine - fed) <= 2 * len(mine), sorted(mine - fed)


@pytest.mark.parametrize("id_", ["II", "III", "IV", "V"])
def test_the_front_has_no_hole_through_which_an_enemy_walks(all_starts, id_):
    """Nearly every hex of the first side's front is held, or lies in the zone of one that is."""
    for seed in range(1, SEEDS + 1):
        begun = all_starts[id_, seed]
        sides = {side.id: set() for side in GAME.sides}
        for unit, cell in begun.places.items():
            if unit in GAME.units:
                sides[GAME.units[unit].side].add(cell)
        mine = {p.id: p for p in begun.scenario.placements}["german-front"]
        theirs = {c for p in begun.scenario.placements if p.side == "soviet" for c in p.hexes}
        edge = [c for c in mine.hexes if any(n in theirs for n in neighbours(c))]
        near = {n for c in sides["german"] for n in (c, *neighbours(c))}
        held = sum(cell in near for cell in edge)
        assert 5 * held >= 4 * len(edge), (seed, held, len(edge))


@pytest.mark.parametrize(("id_", "seed"), CASES)
def test_units_aside_from_garrisons_are_not_heaped(all_starts, id_, seed):
    begun = all_starts[id_, seed]
    garrison = {c for p in begun.scenario.placements if p.garrison for c in p.hexes}
    garrison |= {bunker.hex for bunker in begun.scenario.bunkers}
    stacks = Counter(c for u, c in begun.places.items() if u in GAME.units and c not in garrison)
    assert max(stacks.values()) <= 5
    assert sum(size == 1 for size in stacks.values()) * 2 > len(stacks)


def test_a_game_whose_data_name_no_areas_has_its_scenarios_as_printed_alone():
    assert [each.seed for each in starts(small_game())] == [0]


def test_losses_left_to_their_owner_are_taken_evenly_where_all_is_ready():
    printed = start(GAME, GAME.scenarios["III"], Spread.NONE)
    ready = start(GAME, GAME.scenarios["III"], Spread.NONE, seed=1)
    assert (printed.spread, ready.spread) == (Spread.NONE, Spread.EVEN)
    assert not printed.losses
    assert ready.losses == start(GAME, GAME.scenarios["III"]).losses


def test_stacks_keep_the_limits_of_the_data_and_the_narrower_reading():
    units = GAME.units
    brigade = [u for u in units.values() if u.parent == "s-184tb"]
    assert len(brigade) > 2
    assert stack_fits(brigade, GAME)
    rifles = [u for u in units.values() if u.side == "soviet" and u.size == "III"][:2]
    assert stack_fits(rifles[:1], GAME)
    assert not stack_fits(rifles, GAME)
    battalions = [u for u in units.values() if u.side == "german" and u.size == "II"]
    by_parent = Counter(u.parent for u in battalions if GAME.formations.get(u.parent))
    divisional = next(p for p, n in by_parent.items() if n > 4 and GAME.formations[p].divisional)
    division = [u for u in battalions if u.parent == divisional]
    assert stack_fits(division[:4], GAME)
    assert not stack_fits(division[:5], GAME)
    other = next(u for u in battalions if u.parent != divisional)
    assert stack_fits([*division[:2], other], GAME)
    assert not stack_fits([*division[:3], other], GAME)


def test_what_fits_into_a_stack_in_the_making_is_what_the_limits_let_fit_whoever_came_first():
    chance, cell = Random(7), Hex(0, 0)  # noqa: S311 - cases, no secrets
    likenesses = (
        lambda unit: unit.side,
        lambda unit: (unit.side, unit.parent),
        lambda unit: (unit.side, unit.size),
        lambda unit: (unit.side, unit.artillery),
    )
    verdicts = Counter()
    for _ in range(8_000):
        alike = chance.choice(likenesses)
        like = alike(chance.choice(list(GAME.units.values())))
        pool = [unit for unit in GAME.units.values() if alike(unit) == like]
        units = chance.sample(pool, chance.randint(1, min(6, len(pool))))
        stacks = Stacks(GAME)
        for unit in units[:-1]:
            stacks.put(unit.id, cell)
        verdicts[fits := stacks.fits(units[-1].id, cell)] += 1
        assert stacks.size(cell) == len(units) - 1
        assert fits == stack_fits(units, GAME), [unit.id for unit in units]
    assert min(verdicts[True], verdicts[False]) > 1_000


def test_more_units_than_a_few_hexes_may_hold_are_put_there_nevertheless():
    scenario = GAME.scenarios["V"]
    full = replace(scenario, losses=(), bunker_losses=None)
    places = ready_places(GAME, full, {}, 1)
    garrison = next(p for p in scenario.placements if p.id == "velikiye-luki")
    assert {places[unit] for unit in garrison.units} == set(garrison.hexes)
