"""What a unit can reach: counts on open ground, and laws that hold on the real map."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from assistant.audit.finding import Verdict
from assistant.engine.actions import Impulse, March, Stop
from assistant.engine.events import Place
from assistant.engine.identity import Same
from assistant.engine.movement import PARTS, parts, reach
from assistant.engine.state import Counter, Ply, State
from assistant.games import find
from assistant.games.white_death.board import board_of
from assistant.games.white_death.trek import trek_of
from assistant.games.white_death.view import View
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
