"""Laws of moves as acts, on the real map with every unit somewhere."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from heapq import heappop, heappush

import pytest

from assistant.audit.finding import Verdict
from assistant.engine.movement import PARTS
from assistant.games.white_death.banks import Bank
from assistant.games.white_death.play.movement import bounds as bounds_module
from assistant.games.white_death.play.movement.legal import moves
from assistant.games.white_death.play.movement.mover import mover_of, start_of
from assistant.games.white_death.play.movement.reach import reach, reach_from
from assistant.games.white_death.play.movement.rules import OF_COST
from assistant.games.white_death.play.movement.step import path_cost, walked
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.control import control
from assistant.games.white_death.state.position import Bunker, Force, Going, Piece, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Move
from builder.hexgrid import neighbours
from builder.model.game import Kind
from tests.assistant.games.acted import game_of, position_of
from tests.assistant.games.drawn import position as drawn_at_random
from tests.assistant.games.table import real_game

SEEDS = range(8)
POINTS = 3


def scattered(seed, *, bunkers=True):
    """The real game with every unit somewhere, no two sides in one hex, and some bridges."""
    game, dice = real_game(), random.Random(seed)  # noqa: S311 - a position, no secret
    rules = Ruleset(game)
    cells = dice.sample(sorted(game.map.hexes), 260)
    half = {"german": cells[:130], "soviet": cells[130:]}
    rivers = sorted(cell for cell, hex_ in game.map.hexes.items() if "river" in hex_.terrain)
    forces = {}
    for side in game.sides:
        ids = [id_ for id_, unit in sorted(game.units.items()) if unit.side == side.id]
        forces[side.id] = Force.of(
            {
                id_: Piece(
                    game.units[id_].strength,
                    dice.choice(half[side.id]),
                    bank=dice.choice([Bank.LEFT, Bank.RIGHT]),
                )
                for id_ in ids
            }
        )
    side = dice.choice(["german", "soviet"])
    stand = {"bunker-15": Bunker(half["german"][0], 9)} if bunkers else {}
    position = Position(
        scenario="",
        number=8,
        weather=dice.choice(sorted(game.weather)),
        phase="movement",
        forces=forces,
        bunkers=stand,
        bridges={f"bridge-{n}": cell for n, cell in enumerate(dice.sample(rivers, 8))},
        going=Going(side, "action", POINTS, 1, 1),
    )
    return position, rules, dice


def movers(position, dice, count=5):
    return dice.sample(sorted(position.forces[position.phasing].pieces), count)


def line(unit, cells, rules, **more):
    return Move(unit, tuple(rules.number(cell) for cell in cells), **more)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_way_that_reach_offers_is_legal_and_costs_what_it_says(seed):
    position, rules, dice = scattered(seed)
    for unit in movers(position, dice):
        found = reach(position, unit, POINTS, rules)
        for cell in dice.sample(sorted(found), min(6, len(found))):
            path = found.path(cell)
            if len(path) < 2:
                continue
            act = line(unit, path, rules, cost=found.cost(cell))
            judged = ACTS.check(position, act, rules, disputes=False)
            assert {f.verdict for f in judged} == {Verdict.KEPT}, [f.message for f in judged]
            after = ACTS.apply(position, act, rules)
            assert not after.unapplied
            assert after.position.piece(unit).at == cell
            assert after.position.doing(unit).spent == found[cell]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_lies_just_out_of_reach_is_not_legal(seed):
    position, rules, dice = scattered(seed)
    refused = 0
    for unit in movers(position, dice):
        found = reach(position, unit, POINTS, rules)
        for cell in dice.sample(sorted(found), min(6, len(found))):
            beyond = [n for n in neighbours(cell) if n in rules.game.map.hexes and n not in found]
            for to in beyond[:2]:
                act = line(unit, (*found.path(cell), to), rules)
                judged = ACTS.check(position, act, rules, disputes=False)
                assert any(f.verdict is not Verdict.KEPT for f in judged), act
                refused += 1
    assert refused > 5


@pytest.mark.parametrize("seed", SEEDS)
def test_more_points_reach_no_less(seed):
    position, rules, dice = scattered(seed)
    for unit in movers(position, dice):
        few, more = (reach(position, unit, points, rules) for points in (2, 3))
        assert all(more[cell] == cost for cell, cost in few.items())
        assert max(more.values()) <= 3 * PARTS


@pytest.mark.parametrize("seed", SEEDS)
def test_without_enemies_nothing_is_out_of_reach_that_was_in_it(seed):
    position, rules, dice = scattered(seed)
    other = rules.enemy(position.phasing)
    alone = replace(position, forces={**position.forces, other: Force.of({})}, bunkers={})
    for unit in movers(position, dice):
        with_them, without = (reach(each, unit, POINTS, rules) for each in (position, alone))
        assert with_them.keys() <= without.keys()
        assert all(without[cell] <= cost for cell, cost in with_them.items())


@pytest.mark.parametrize("seed", SEEDS)
def test_no_zone_reaches_into_a_town(seed):
    position, rules, _ = scattered(seed)
    for side in position.forces:
        zones = control(position, rules, side)
        assert zones
        assert not any("town" in rules.game.map.hexes[cell].terrain for cell in zones)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_way_in_two_moves_is_the_same_as_in_one(seed):
    position, rules, dice = scattered(seed)
    for unit in movers(position, dice):
        found = reach(position, unit, POINTS, rules)
        path = found.path(dice.choice(sorted(found)))
        if len(path) < 3:
            continue
        part = dice.randrange(1, len(path) - 1)
        once = ACTS.apply(position, line(unit, path, rules), rules).position
        first = ACTS.apply(position, line(unit, path[: part + 1], rules), rules).position
        second = line(unit, path[part:], rules)
        judged = ACTS.check(first, second, rules, disputes=False)
        assert {f.verdict for f in judged} == {Verdict.KEPT}, [f.message for f in judged]
        twice = ACTS.apply(first, second, rules).position
        assert twice.doing(unit) == once.doing(unit)
        assert twice.piece(unit) == once.piece(unit)
        rest = reach(first, unit, POINTS, rules)
        spent = first.doing(unit).spent
        assert all(spent + cost >= found[cell] for cell, cost in rest.items() if cell in found)
        assert rest.keys() <= found.keys()


@pytest.mark.parametrize("seed", SEEDS)
def test_moves_offered_end_in_every_hex_in_reach_but_the_own(seed):
    position, rules, dice = scattered(seed)
    for unit in movers(position, dice, 2):
        found = reach(position, unit, POINTS, rules)
        offered = {rules.cell(act.path[-1]) for act in moves(position, unit, rules)}
        assert offered == set(found) - {position.piece(unit).at}


@pytest.mark.parametrize("seed", SEEDS)
def test_an_afv_that_begins_in_a_zone_may_buy_its_exit(seed):
    position, rules, dice = scattered(seed)
    tanks = [unit for unit in movers(position, dice, 60) if rules.unit(unit).kind is Kind.AFV]
    zones = control(position, rules, rules.enemy(position.phasing))
    for unit in tanks:
        held = position.piece(unit).at in zones
        bought = [act for act in moves(position, unit, rules) if act.paid]
        assert held or not bought
        for act in dice.sample(bought, min(3, len(bought))):
            found = ACTS.check(position, act, rules, disputes=False)
            assert {f.verdict for f in found} == {Verdict.KEPT}, [f.message for f in found]
            assert "WD-3A.4" in {f.rule for f in found}


def test_who_can_not_move_now_is_offered_no_moves():
    position, rules, dice = scattered(1)
    (unit,) = movers(position, dice, 1)
    other = min(position.forces[rules.enemy(position.phasing)].pieces)
    assert not list(moves(position, other, rules))
    assert not list(moves(replace(position, phase="barrage"), unit, rules))
    assert not list(moves(replace(position, going=None), unit, rules))
    assert not list(moves(position.with_doing(unit, failed="movement"), unit, rules))
    assert list(moves(position, unit, rules))


def test_who_has_stopped_reaches_its_own_hex_only():
    position, rules, dice = scattered(2)
    for unit in movers(position, dice):
        stopped = position.with_doing(unit, moved=True, halted=True)
        assert list(reach(stopped, unit, 10, rules)) == [position.piece(unit).at]


def test_points_spent_before_are_missing():
    position, rules, dice = scattered(3)
    for unit in movers(position, dice):
        spent = position.with_doing(unit, spent=PARTS)
        few = reach(position, unit, 2, rules)
        assert dict(reach(spent, unit, 3, rules)) == dict(few)


def test_a_way_needs_a_hex():
    position, rules, dice = scattered(4)
    (unit,) = movers(position, dice, 1)
    with pytest.raises(ValueError, match="at least the hex"):
        path_cost(position, unit, (), rules)
    assert path_cost(position, unit, (position.piece(unit).at,), rules).cost == 0


def test_one_hex_is_in_reach_whatever_it_costs_if_a_06_is_read_so():
    position, rules, dice = scattered(5)
    read = Ruleset(rules.game, {"A-06": "one_hex"})
    gained = 0
    for unit in movers(position, dice, 20):
        usual, more = (reach(position, unit, Fraction(1, 10), each) for each in (rules, read))
        at = position.piece(unit).at
        assert usual.keys() <= more.keys() <= {at, *neighbours(at)}
        gained += len(more) - len(usual)
        for cell in more.keys() - usual.keys():
            act = line(unit, (at, cell), rules)
            short = replace(position, going=replace(position.going, points=0))
            found = ACTS.check(short, act, read, disputes=False)
            assert all(f.verdict is not Verdict.BROKEN for f in found)
    assert gained


# --- the search against the judge, under every reading --------------------------------------------


def judged_reach(mover, start, points):
    """Return the least cost of every hex, by steps that the judge finds nothing wrong with."""
    best = {replace(start, spent=0): 0}
    heap = [(0, 0, start)]
    serial = 0
    while heap:
        cost, _, now = heappop(heap)
        if cost > best[replace(now, spent=0)] or (now.halted and not now.first):
            continue
        for to in mover.ground.edges(now.at):
            way = walked(mover, now, (now.at, to))
            if any(breach.sure for breach in way.breaches):
                continue
            key, total = replace(way.end, spent=0), cost + way.cost
            if total <= points * PARTS and total < best.get(key, total + 1):
                best[key] = total
                serial += 1
                heappush(heap, (total, serial, way.end))
    found = {}
    for state, cost in best.items():
        found[state.at] = min(cost, found.get(state.at, cost))
    return found


READ_OTHERWISE = [(id_, other) for id_ in OF_COST for other in real_game().readings[id_].others]


@pytest.mark.parametrize(("reading", "other"), READ_OTHERWISE)
def test_search_and_judge_agree_however_a_place_is_read(reading, other):
    points = Fraction(1, 2) if reading == "A-06" else POINTS
    seen = 0
    for seed in range(40):
        case = drawn_at_random(random.Random(seed))  # noqa: S311 - a position, no secret
        if "commandos" in case.get("groups", {}):
            continue
        game = game_of(case)
        rules, table = Ruleset(game, {reading: other}), position_of(case, game)
        mover = mover_of(table, "mover", rules)
        start = start_of(mover)
        reached = reach_from(mover, start, points)
        found = dict(reached)
        if reading == "A-06":  # one hex whatever it costs
            for to in mover.ground.edges(start.at):
                way = walked(mover, start, (start.at, to))
                assert to in found or any(breach.sure for breach in way.breaches)
            dear = [cell for cell, cost in found.items() if cost > points * PARTS]
            assert all(len(reached.path(cell)) == 2 for cell in dear)
            usual = judged_reach(mover, start, points)
            assert {c: n for c, n in found.items() if c not in dear} == usual
            seen += len(dear)
            continue
        assert found == judged_reach(mover, start, points), (seed, case)
        seen += len(found) > 3
    assert seen > 2


# --- what is kept between positions ---------------------------------------------------------------


def anew(position):
    """The same position, of which nothing can be known from before."""
    forces = {
        side: Force({**force.pieces}, {**force.stacks}) for side, force in position.forces.items()
    }
    return replace(
        position, forces=forces, bunkers=dict(position.bunkers), bridges=dict(position.bridges)
    )


def changed(position, rules, dice):  # noqa: PLR0911 - one for each thing that may happen
    """A position after something has happened to some unit, bridge or bunker."""
    side = dice.choice(sorted(position.forces))
    unit = dice.choice(sorted(position.forces[side].pieces))
    match dice.randrange(6):
        case 0:
            return position.with_piece(unit, abandoned=not position.piece(unit).abandoned)
        case 1:
            return position.with_piece(unit, bank=dice.choice(list(Bank)))
        case 2:
            return position.with_piece(unit, at=None, strength=0)
        case 3:
            return replace(position, bridges=dict(list(position.bridges.items())[1:]))
        case 4:
            return replace(position, weather=dice.choice(sorted(rules.game.weather)))
    if position.piece(unit).at is None:
        return position
    return position.with_piece(unit, at=dice.choice(sorted(reach(position, unit, 2, rules))))


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_kept_of_a_position_is_never_taken_for_another(seed):
    position, rules, dice = scattered(seed)
    for _ in range(40):
        position = changed(position, rules, dice)
        fresh = anew(position)
        for side in position.forces:
            kept, found = (control(each, rules, side) for each in (position, fresh))
            assert {c: set(u) for c, u in kept.items()} == {c: set(u) for c, u in found.items()}
        unit = dice.choice(movers(position, dice))
        if position.piece(unit).at is not None:
            assert dict(reach(position, unit, 2, rules)) == dict(reach(fresh, unit, 2, rules))


def test_a_bound_unit_stays_within_its_bounds(monkeypatch):
    position, rules, dice = scattered(6)
    (unit,) = movers(position, dice, 1)
    at = position.piece(unit).at
    near = frozenset({at, *neighbours(at)[:3]})
    free = reach(position, unit, POINTS, rules)
    monkeypatch.setattr(bounds_module, "_BOUNDS", [lambda *_: near, lambda *_: None])
    bound = reach(position, unit, POINTS, rules)
    assert bound.keys() <= near
    assert bound.keys() <= free.keys()
    assert at in bound
