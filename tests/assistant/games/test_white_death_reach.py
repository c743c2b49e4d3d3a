"""What a unit can reach: counts on open ground, and laws that hold on the real map."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from assistant.audit.finding import Verdict
from assistant.engine.actions import Impulse, March, Stop
from assistant.engine.events import Place
from assistant.engine.identity import Same
from assistant.engine.movement import PARTS, Node, parts, reach
from assistant.engine.state import Counter, Ply, State
from assistant.games import find
from assistant.games.white_death.board import Board, board_of
from assistant.games.white_death.ground import GROUND_READINGS, Conditions, Ground, ground_of
from assistant.games.white_death.trek import Trek, trek_of
from assistant.games.white_death.view import CHARGED, STRUCTURAL, Mover, View
from builder.hexgrid import distance, neighbours
from tests.assistant.games.table import GAME, drawn_map, real_game, unit_of


def open_ground(columns=25, rows=25):
    row = " ".join("." * columns)
    return replace(real_game(), map=drawn_map("\n".join([row] * rows)))


def reached(game, unit, state, points, weather="frost"):
    view = View(weather=weather, bridges=frozenset())
    board = board_of(Same(state), Same(state), Same(game), unit.side)
    trek = trek_of(unit, board, game, view)
    return reach(trek, trek.start(state.counters[unit.id].place.hex), parts(points))


@pytest.mark.parametrize("mobility", "SLDWTMH")
@pytest.mark.parametrize("steps", [0, 1, 4, 9])
def test_open_ground_is_reached_in_rings_of_six(mobility, steps):
    game = open_ground()
    unit, place, _ = unit_of("one", f"german personnel II {mobility} 1313")
    counter = Counter(Place(place, game.map.numbering.parse(place)), "unit")
    clear = game.chart.terrains["clear"].enter[mobility]
    found = reached(game, unit, State(counters={"one": counter}), steps * clear)
    assert len(found) == 1 + 3 * steps * (steps + 1)


def test_an_enemy_in_the_open_casts_a_shadow():
    """Who stands two hexes away reaches all but the enemy's hex; three lie in its ZOC."""
    game = open_ground()
    unit, place, _ = unit_of("one", "german personnel II L 1313")
    at = game.map.numbering.parse(place)
    foe = at._replace(r=at.r - 2)
    game = replace(
        game, units={"one": unit, "foe": unit_of("foe", "soviet personnel II L 0101")[0]}
    )
    counters = {"one": Counter(Place(place, at), "unit"), "foe": Counter(Place("foe", foe), "unit")}
    found = reached(game, unit, State(counters=counters), 1)
    assert foe not in found
    assert len(found) == 1 + 6 + 12 - 1
    assert sum(distance(cell, foe) == 1 for cell in found) == 3
    # one step more: the ring of 18 without the three hexes beyond the enemy, which can only be
    # entered from its own hex or from a hex of its ZOC
    further = reached(
        game, unit, State(counters=counters), 1 + game.chart.terrains["clear"].enter["L"]
    )
    assert len(further) == 18 + 18 - 3


def scattered(seed):
    """The real game with every unit somewhere, no two sides in one hex."""
    game, dice = real_game(), random.Random(seed)  # noqa: S311 - a position, no secret
    cells = dice.sample(sorted(game.map.hexes), 260)
    counters = {}
    for id_, unit in sorted(game.units.items()):
        half = cells[:130] if unit.side == "german" else cells[130:]
        cell = dice.choice(half)
        counters[id_] = Counter(Place(game.map.numbering.format(cell), cell), "unit")
    weather = dice.choice(sorted(game.weather))
    return game, State(counters=counters, turn=8, weather=weather, begun=True), dice


def march(game, state, unit, to, points):
    impulse = Impulse(
        step=1, number=1, turn=8, side=unit.side, kind="action", points=points, before=()
    )
    at = state.counters[unit.id].place
    there = Place(game.map.numbering.format(to), to)
    moved = {**state.counters, unit.id: replace(state.counters[unit.id], place=there)}
    act = March(
        step=2,
        unit=unit.id,
        origin=at,
        stops=(Stop(there, 2),),
        cancelled=(),
        phase="movement",
        impulse=impulse,
    )
    ply = Ply(state, act, replace(state, counters=moved))
    found = [f for rule in find(GAME) for f in rule.check(ply, game)]
    return [f for f in found if f.rule not in ("WD-3A.2", "WD-13.1", "WD-22.1")]


@pytest.mark.parametrize("seed", range(12))
def test_what_is_in_reach_is_kept_and_what_is_not_is_not(seed):
    game, state, dice = scattered(seed)
    for unit in dice.sample([game.units[i] for i in sorted(state.counters)], 4):
        found = reached(game, unit, state, 3, state.weather)
        at = state.counters[unit.id].place.hex
        edge = {n for cell in found for n in neighbours(cell)} & game.map.hexes.keys() - set(found)
        for cell in dice.sample(sorted(set(found) - {at}), min(6, len(found) - 1)):
            judged = march(game, state, unit, cell, 3)
            (main,) = [f for f in judged if f.rule == "WD-6A.2"] or [judged[0]]
            assert main.verdict in (Verdict.KEPT, Verdict.DISPUTED), main.message
            assert all(f.verdict is not Verdict.BROKEN for f in judged)
        for cell in dice.sample(sorted(edge), min(6, len(edge))):
            judged = march(game, state, unit, cell, 3)
            wrong = [f for f in judged if f.verdict is not Verdict.KEPT]
            assert len(wrong) == 1, [f.message for f in judged]


@pytest.mark.parametrize("seed", range(6))
def test_more_points_never_reach_less(seed):
    game, state, dice = scattered(seed)
    for unit in dice.sample([game.units[i] for i in sorted(state.counters)], 6):
        few, more = (reached(game, unit, state, n, state.weather) for n in (2, 3))
        assert few.keys() <= more.keys()
        assert all(more[cell] == cost for cell, cost in few.items())
        assert all(cost <= 3 * PARTS for cost in more.values())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("weather", ["frost", "thaw", "snow"])
def test_no_zone_reaches_into_a_town(seed, weather):
    game, state, _ = scattered(seed)
    for side in game.sides:
        board = board_of(Same(state), Same(state), Same(game), side.id)
        zones = board.zones(weather, frozenset(), frozenset(), sure=False)
        for cell, hex_ in game.map.hexes.items():
            if "town" in hex_.terrain:
                assert zones.on(cell) == ()


# --- what searches leave out ---------------------------------------------------------------------

READINGS = (*sorted(GROUND_READINGS), "A-08", "A-09")


def shaken(state, dice):
    """A later position of the same phase: some counters stand elsewhere."""
    moved = dice.sample(sorted(state.counters), 60)
    others = dice.sample(sorted(state.counters), 60)
    places = {
        id_: replace(state.counters[id_], place=state.counters[other].place)
        for id_, other in zip(moved, others, strict=True)
    }
    return replace(state, counters={**state.counters, **places})


def some_views(game, weather, dice):
    """Views with a thing or two that may make a difference, or may not."""
    rivers = sorted(cell for cell, hex_ in game.map.hexes.items() if "river" in hex_.terrain)
    for _ in range(8):
        yield View(
            weather=weather,
            bridges=frozenset(dice.sample(rivers, dice.choice((0, 10)))),
            reading=frozenset(dice.sample(READINGS, dice.randrange(3))),
            sure=dice.random() < 0.5,
            aside=frozenset(dice.sample((*STRUCTURAL, *CHARGED), dice.randrange(3))),
            rail=dice.random() < 0.3,
        )


def some_treks(seed):
    """Yield unit, position, board and view, at random but the same for a seed."""
    game, state, dice = scattered(seed)
    later = dice.choice((state, shaken(state, dice)))
    for unit in dice.sample([game.units[id_] for id_ in sorted(state.counters)], 4):
        board = board_of(Same(state), Same(later), Same(game), unit.side)
        for view in some_views(game, state.weather, dice):
            yield game, unit, state.counters[unit.id].place.hex, board, view


def switched(view):
    """The view, and the view with one thing after the other changed."""
    yield view
    yield replace(view, sure=not view.sure)
    yield from (replace(view, reading=view.reading ^ {id_}) for id_ in READINGS)
    yield from (replace(view, aside=view.aside ^ {id_}) for id_ in (*STRUCTURAL, *CHARGED))


@pytest.mark.parametrize("seed", range(12))
def test_what_is_left_out_of_a_view_makes_no_difference(seed):
    game, state, dice = scattered(seed)
    later = shaken(state, dice) if seed % 2 else state
    weather = sorted(game.weather)[seed % 3]
    rivers = {cell for cell, hex_ in game.map.hexes.items() if "river" in hex_.terrain}
    wet = {cell for side in game.map.lakes for cell in side}
    wet |= {n for cell in rivers for n in neighbours(cell)} & game.map.hexes.keys()
    cells = dice.sample(sorted(game.map.hexes), 30) + dice.sample(sorted(wet), 50)
    nodes = [Node(cell, mode) for cell in cells for mode in (0, 1)]
    movers = sorted({Mover(unit.mobility, unit.kind) for unit in game.units.values()})
    for mover in dice.sample(movers, 3):
        side = dice.choice(game.sides).id
        board = Board(state, later, game, side)
        for view in switched(next(some_views(game, weather, dice))):
            # a board of its own: nothing that was kept for another view comes into it
            whole = Trek(mover, Board(state, later, game, side), game, view)
            trek = trek_of(mover, board, game, view)
            for node in nodes:
                steps, expected = (
                    [(to.hex, to.mode & 3, price) for to, price in costs.steps(node)]
                    for costs in (trek, whole)
                )
                assert steps == expected, (mover, node, view, trek.view)


@pytest.mark.parametrize("seed", range(5))
def test_no_step_costs_less_than_the_bound_falls_by_it(seed):
    for game, unit, at, board, view in some_treks(seed):
        trek = trek_of(unit, board, game, view)
        stop = random.Random(seed).choice(sorted(game.map.hexes))  # noqa: S311 - no secret
        nodes, seen = [trek.start(at)], set()
        while nodes and len(seen) < 300:
            node = nodes.pop(0)
            if node in seen:
                continue
            seen.add(node)
            assert node.hex != stop or trek.bound(node, stop) == 0
            for to, price in trek.steps(node):
                assert trek.bound(node, stop) <= price + trek.bound(to, stop), (node, to, view)
                nodes.append(to)


@pytest.mark.parametrize("seed", range(5))
def test_what_no_step_leads_into_is_out_of_reach(seed):
    refused = 0
    for game, unit, at, board, view in some_treks(seed):
        trek = trek_of(unit, board, game, view)
        found = reach(trek, trek.start(at), parts(4))
        near = {n for cell in found for n in neighbours(cell)} & game.map.hexes.keys() - {at}
        never = {cell for cell in near if not trek.admits(cell, at, onward=False)}
        refused += len(never)
        assert not never & found.keys(), (unit.id, view)
    assert refused


@pytest.mark.parametrize("mobility", "SLDWTMH")
def test_a_ground_differs_from_plain_ground_only_where_it_says(mobility):
    game, dice = real_game(), random.Random(mobility)  # noqa: S311 - conditions, no secret
    rivers = sorted(cell for cell, hex_ in game.map.hexes.items() if "river" in hex_.terrain)
    for reading in [frozenset(), *({one} for one in sorted(GROUND_READINGS)), GROUND_READINGS]:
        weather = dice.choice(sorted(game.weather))
        bridges = frozenset(dice.sample(rivers, dice.choice((0, 20))))
        now = Conditions(weather == "thaw", bridges, frozenset(reading))
        shared = ground_of(game, mobility, weather, bridges, now.reading)
        alone = Ground(game, mobility, now)
        assert all(shared.edges(cell) == alone.edges(cell) for cell in game.map.hexes)
