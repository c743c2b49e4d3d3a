"""Losses, spreads of a pool, fire at what moves, lines of sight."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from assistant.games.white_death.play.fire.legal import (
    commits_for,
    even_commits,
)
from assistant.games.white_death.play.fire.losses import lose
from assistant.games.white_death.play.fire.observation import Sight, sight
from assistant.games.white_death.play.fire.passing import fire_at_found, fire_at_leaving
from assistant.games.white_death.play.fire.resolve import (
    fire_of,
)
from assistant.games.white_death.play.fire.spread import aims, spreads
from assistant.games.white_death.state.position import (
    Box,
    Bunker,
    Duty,
    DutyKind,
    Force,
    Going,
    Piece,
    Position,
)
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import (
    Move,
)
from builder.hexgrid import ring
from builder.model.game import Kind
from tests.assistant.games.firing import done
from tests.assistant.games.table import real_game


@pytest.fixture(scope="module")
def rules():
    return Ruleset(real_game())


def one(strength=4, unit="g-83id-i-251-inf", **going):
    """Return a position with one unit in 1010."""
    game = real_game()
    cell = game.map.numbering.parse("1010")
    forces = {s.id: Force.of({}) for s in game.sides}
    forces["german"] = Force.of({unit: Piece(strength, cell)})
    return Position(
        "",
        8,
        "frost",
        "assault",
        forces,
        going=Going("soviet", "action", 3, 1, 1, **going),
    ), cell


def test_strength_lost_is_remembered_from_the_beginning_of_the_phase(rules):
    position, _ = one()
    unit = "g-83id-i-251-inf"
    after = lose(lose(position, unit, 1, "fire", rules), unit, 1, "fire", rules)
    assert after.piece(unit).strength == 2
    assert after.fight.strengths == {unit: 4}
    assert position.piece(unit).strength == 4


def test_who_loses_everything_leaves_the_map_and_counts_as_eliminated_once(rules):
    position, cell = one()
    unit = "g-83id-i-251-inf"
    after = lose(position, unit, 9, "fire", rules)
    assert after.piece(unit) == Piece(0, None, Box.LOST)
    assert after.fight.eliminated == {cell: (unit,)}
    assert lose(after, unit, 1, "fire", rules) is after


def test_who_dies_of_its_rout_does_not_count_as_eliminated(rules):
    position, _ = one(strength=1)
    after = lose(position, "g-83id-i-251-inf", 1, "rout", rules)
    assert after.piece("g-83id-i-251-inf").box is Box.LOST
    assert after.fight.eliminated == {}


def test_losses_of_isolated_units_are_counted(rules):
    unit = "g-83id-i-251-inf"
    position, _ = one(isolated=frozenset({unit}), relieved=frozenset({unit}))
    assert lose(position, unit, 3, "fire", rules).score.isolated == {"german": 3}
    position, _ = one()
    assert lose(position, unit, 3, "fire", rules).score.isolated == {}


def test_a_bunker_destroyed_is_scored_once_and_is_no_unit_eliminated(rules):
    position, cell = one()
    position = replace(position, bunkers={"bunker-15": Bunker(cell, 3)})
    weaker = lose(position, "bunker-15", 2, "barrage", rules)
    assert weaker.bunkers["bunker-15"].strength == 1
    assert weaker.score.bunkers == ()
    gone = lose(weaker, "bunker-15", 2, "barrage", rules)
    assert gone.bunkers == {}
    assert gone.score.bunkers == ("bunker-15",)
    assert gone.fight.eliminated == {}


def test_a_bunker_lost_before_the_game_is_not_scored(rules):
    position, cell = one()
    position = replace(position, bunkers={"bunker-15": Bunker(cell, 15)}, going=None)
    gone = lose(position, "bunker-15", 15, "setup", rules)
    assert gone.bunkers == {}
    assert gone.score.bunkers == ()


INFANTRY, OTHER = "g-83id-i-251-inf", "g-83id-ii-251-inf"
HOWITZERS = "g-506-art"


def pooled(units, value):
    """Return rules and a position in which a Soviet regiment fires at Germans with a value."""
    game = real_game()
    parse = game.map.numbering.parse
    home, beside = parse("1010"), parse("1011")
    firer = next(u for u in game.units.values() if u.side == "soviet" and u.kind is Kind.AFV)
    firer = replace(firer, combat=Fraction(1), antitank=Fraction(1), defensive_only=False)
    rules = Ruleset(replace(game, units={**game.units, firer.id: firer}))
    forces = {
        "german": Force.of({id_: Piece(4, home) for id_ in units}),
        "soviet": Force.of({firer.id: Piece(value, beside)}),
    }
    position = Position(
        "", 8, "frost", "assault", forces, going=Going("soviet", "action", 3, 1, 1)
    ).with_doing(firer.id, target=home)
    for line in list(commits_for(position, rules)):
        position = done(position, line, rules)
    return position, rules


def test_weapons_share_a_pool_only_after_all_personnel():
    position, rules = pooled((INFANTRY, OTHER, HOWITZERS), 24)
    (aim,) = aims(position, "conventional", rules)
    for shots in spreads(aim, "conventional", position, rules):
        targets = [target for target, _ in shots]
        assert sum(value for _, value in shots) == 24  # nothing is wasted
        assert HOWITZERS not in targets or {INFANTRY, OTHER} <= set(targets)
    found = {
        frozenset(t for t, _ in each) for each in spreads(aim, "conventional", position, rules)
    }
    assert {frozenset((INFANTRY,)), frozenset((INFANTRY, OTHER, HOWITZERS))} <= found


def test_weapons_alone_may_have_the_whole_pool():
    position, rules = pooled((HOWITZERS,), 24)
    (aim,) = aims(position, "conventional", rules)
    assert list(spreads(aim, "conventional", position, rules)) == [((HOWITZERS, Fraction(24)),)]


def test_tank_destroyers_share_a_pool_only_with_all_other_tanks():
    marder = "g-2at-1-2-marder"
    tank = next(
        u.id
        for u in real_game().units.values()
        if u.side == "german" and u.kind is Kind.AFV and u.id != marder
    )
    position, rules = pooled((marder, tank, INFANTRY), 12)
    (aim,) = aims(position, "antitank", rules)
    found = {frozenset(t for t, _ in each) for each in spreads(aim, "antitank", position, rules)}
    assert found == {frozenset((tank,)), frozenset((tank, marder))}


def test_a_pool_that_reaches_no_column_is_not_spread():
    position, rules = pooled((INFANTRY,), 1)
    (aim,) = aims(position, "conventional", rules)
    assert list(spreads(aim, "conventional", position, rules)) == []


def beside(mover, watcher, rules):
    """Return a position with a Soviet AFV in 1009 and a German unit in 1010."""
    parse = rules.game.map.numbering.parse
    forces = {
        "german": Force.of({watcher: Piece(4, parse("1010"))}),
        "soviet": Force.of({mover: Piece(4, parse("1009"))}),
    }
    going = Going("soviet", "action", 3, 1, 1)
    return Position("", 8, "frost", "movement", forces, going=going)


def test_a_tank_is_fired_at_once_for_each_zone_it_left(rules):
    tank = "s-18mb-t70"
    position = beside(tank, INFANTRY, rules)
    assert list(fire_at_leaving(position, rules)) == []
    position = done(position, Move(tank, ("1009", "1008"), Fraction(1, 4)), rules, judged=False)
    (passing,) = fire_at_leaving(position, rules)
    factor = real_game().units[INFANTRY].antitank
    assert (passing.target, passing.firers, passing.value) == (tank, (INFANTRY,), 4 * factor)
    act = fire_of(position, rules, "exit", tank, passing.value, 6, passing.firers, passing.hex)
    position = done(position, act, rules)
    assert list(fire_at_leaving(position, rules)) == []


def test_commandos_found_are_fired_at_by_one_unit_of_the_hex():
    game = real_game()
    parse = game.map.numbering.parse
    commando = "g-803br-9-803-cdo"
    riders = [u.id for u in game.units.values() if u.side == "soviet" and u.combat > 0][:2]
    first, second = riders
    forces = {
        "german": Force.of({commando: Piece(2, parse("1010"))}),
        "soviet": Force.of({first: Piece(2, parse("1010")), second: Piece(3, parse("1010"))}),
    }
    rules = Ruleset(game)
    position = Position(
        "", 8, "frost", "movement", forces, going=Going("german", "action", 3, 1, 1)
    )
    assert list(fire_at_found(position, rules)) == []
    back = Duty(DutyKind.RETREAT, commando, why="detected", hex=parse("1010"), to=parse("1009"))
    position = position.with_duties(back)
    options = {each.firers: each.value for each in fire_at_found(position, rules)}
    assert options == {
        (first,): 2 * game.units[first].combat,
        (second,): 3 * game.units[second].combat,
    }
    act = fire_of(
        position, rules, "detected", commando, options[second,], 6, (second,), parse("1010")
    )
    position = done(position, act, rules)
    assert list(fire_at_found(position, rules)) == []


@pytest.mark.parametrize(
    ("far", "terrain", "seen"),
    [(1, "forest", Sight.YES), (2, "clear", Sight.YES), (2, "forest", Sight.UNSURE)],
)
def test_what_stands_between_makes_sight_doubtful(far, terrain, seen, rules):
    game = rules.game
    start = game.map.numbering.parse("1010")
    hexes = {
        cell: replace(hex_, terrain=frozenset({terrain}), high=False)
        for cell, hex_ in game.map.hexes.items()
    }
    plain = Ruleset(replace(game, map=replace(game.map, hexes=hexes, slopes={})))
    position, _ = one()
    for end in ring(start, far):
        assert sight(start, end, 0, position, plain) is seen
        assert sight(end, start, 0, position, plain) is seen
    for end in ring(start, 3):
        assert sight(start, end, 0, position, plain) is Sight.NO


def test_a_defender_assaulted_from_two_hexes_can_fire_evenly_at_both(rules):
    parse = rules.game.map.numbering.parse
    riders = [u.id for u in rules.game.units.values() if u.side == "soviet"][:2]
    forces = {
        "german": Force.of({INFANTRY: Piece(4, parse("1010"))}),
        "soviet": Force.of(
            {r: Piece(1, parse(h)) for r, h in zip(riders, ("1009", "1011"), strict=True)}
        ),
    }
    going = Going("soviet", "action", 3, 1, 1)
    position = Position("", 8, "frost", "defensive-fire", forces, going=going)
    position = position.with_doing(riders[0], target=parse("1010"))
    assert even_commits(INFANTRY, "conventional", position, rules) == ()
    position = position.with_doing(riders[1], target=parse("1010"))
    lines = even_commits(INFANTRY, "conventional", position, rules)
    combat = rules.game.units[INFANTRY].combat
    assert {line.target for line in lines} == {"1009", "1011"}
    assert {(line.share, line.value) for line in lines} == {(Fraction(1, 2), 2 * combat)}
    for line in lines:
        position = done(position, line, rules)
    assert list(commits_for(position, rules)) == []
