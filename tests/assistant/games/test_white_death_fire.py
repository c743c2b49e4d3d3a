"""Fire played out by the engine: whatever it holds for legal is kept by every check."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from assistant.audit.finding import Verdict
from assistant.games.white_death.play.fire.effects import under
from assistant.games.white_death.play.fire.legal import (
    barrages,
    commits_for,
    engagements,
    headquarters_for,
    supports,
)
from assistant.games.white_death.play.fire.losses import lose
from assistant.games.white_death.play.fire.resolve import (
    barrage_die_of,
    barrage_of,
    fire_of,
    losses_due,
)
from assistant.games.white_death.play.fire.spread import aims, spreads
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.position import (
    Box,
    Bunker,
    DutyKind,
    Fight,
    Force,
    Going,
    Piece,
    Position,
)
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import (
    Assault,
    Barrage,
    BarrageDie,
    Commit,
    Fire,
    Headquarters,
    Loss,
    Morale,
    PhaseStep,
)
from builder.hexgrid import within
from builder.model.game import Kind
from tests.assistant.games.table import real_game

CENTRE = "2022"


@pytest.fixture(scope="module")
def rules():
    return Ruleset(real_game())


def scattered(chance: random.Random, rules: Ruleset) -> Position:
    """Return a position with real units around the town, everyone in supply."""
    game = rules.game
    middle = rules.cell(CENTRE)
    cells = [cell for cell in within(middle, 3) if cell in game.map.hexes]
    held = {cell: chance.choice(("german", "soviet")) for cell in cells}
    pieces = {}
    for side in ("german", "soviet"):
        units = [u for u in game.units.values() if u.side == side]
        own = [cell for cell in cells if held[cell] == side]
        hunters = [u for u in units if u.id in rules.group("tank-destroyers")]
        for unit in chance.sample(units, 40) + hunters:
            strength = chance.randint(1, unit.strength)
            pieces[unit.id] = Piece(strength, chance.choice(own), deployed=unit.artillery)
    forces = {
        side.id: Force.of({i: p for i, p in pieces.items() if game.units[i].side == side.id})
        for side in game.sides
    }
    german = [cell for cell in cells if held[cell] == "german"]
    bunkers = {"bunker-15": Bunker(chance.choice(german), chance.randint(1, 15))}
    isolated = frozenset(chance.sample(sorted(pieces), 5))
    side = chance.choice(("german", "soviet"))
    going = Going(side, "action", 5, 1, 1, frozenset(pieces), isolated)
    return Position(
        scenario="",
        number=8,
        weather=chance.choice(("frost", "thaw", "snow")),
        phase="movement",
        forces=forces,
        bunkers=bunkers,
        pools={"supply-german": 9, "supply-vl": 9, "supply-soviet": 9},
        going=going,
    )


def done(position, act, rules, *, judged=True):
    """Return the position after an act that no check may call broken."""
    if judged:
        told = [
            (f.rule, f.message)
            for f in ACTS.check(position, act, rules, disputes=False)
            if f.verdict is Verdict.BROKEN
        ]
        assert told == [], act
    ruled = ACTS.apply(position, act, rules)
    assert ruled.unapplied == (), act
    return ruled.position


def settled(position, rules):
    """Return the position with all losses taken and all checks passed."""
    for loss in losses_due(position):
        position = done(position, loss, rules)
    for duty in position.fight.duties:
        assert duty.kind is DutyKind.MORALE
        passed = Morale(duty.unit, 2, 0, "pass")
        position = done(position, passed, rules, judged=False)
    return position


def assaulting(position, chance, rules):
    """Return the position with assaults declared all along the front."""
    side = position.phasing
    enemy = rules.enemy(side)
    for cell in sorted(position.forces[side].stacks):
        near = [other for other in within(cell, 1) if position.stack(other, enemy)]
        for unit in position.stack(cell, side):
            if near and chance.random() < 2 / 3:
                target = rules.number(chance.choice(near))
                position = done(position, Assault(unit, target), rules, judged=False)
    return position


def bombarded(position, chance, rules):
    """Return the position after the barrages of one phase."""
    left = {b.target: b for b in barrages(position, rules)}
    for target in chance.sample(sorted(left), min(8, len(left))):
        now = {b.target: b for b in barrages(position, rules)}.get(target)
        if now is None:
            continue
        for value in parts_of(now.value, chance):
            act = barrage_of(position, rules, now.firers, target, value)
            position = done(position, act, rules)
            for unit in under(position, act, rules):
                die = barrage_die_of(position, rules, unit, chance.randint(1, 6))
                position = done(position, die, rules)
        position = settled(position, rules)
    return position


def parts_of(value, chance):
    """Return a barrage whole or in two parts, each of them worth an attack."""
    half = Fraction(int(value / 2))
    return (half, value - half) if half >= 4 and chance.random() < 1 / 2 else (value,)


def shot_at(position, chance, rules):
    """Return the position after all fire of a phase, and how many attacks were made."""
    made = 0
    named = list(headquarters_for(position, rules))
    for line in chance.sample(named, len(named)):
        known = position.going.headquarters
        if (rules.cell(line.hex), line.side) not in known:
            position = done(position, line, rules)
    for lines in (commits_for, supports):
        choices = list(lines(position, rules))
        chance.shuffle(choices)
        for line in choices:
            if line in list(lines(position, rules)):
                position = done(position, line, rules)
    for kind in ("conventional", "antitank"):
        for aim in aims(position, kind, rules):
            ways = list(spreads(aim, kind, position, rules))
            for target, value in chance.choice(ways) if ways else ():
                act = fire_of(position, rules, kind, target, value, chance.randint(1, 6))
                position = settled(done(position, act, rules), rules)
                made += 1
    return position, made


@pytest.mark.parametrize("seed", range(8))
def test_a_round_of_fire_keeps_every_rule(seed, rules):
    chance = random.Random(seed)  # noqa: S311 - a position, no secret
    position = assaulting(scattered(chance, rules), chance, rules)
    assert engagements(position, rules) == ()  # nobody fires while units move
    position = replace(position, phase="barrage", fight=Fight())
    position = bombarded(position, chance, rules)
    attacks = 0
    for phase, step in (("defensive-fire", "assault"), ("assault", "terminal")):
        position = replace(position, phase=phase, fight=Fight())
        assert engagements(position, rules)
        position, made = shot_at(position, chance, rules)
        attacks += made
        found = ACTS.check(position, PhaseStep(phase, step), rules, disputes=False)
        mine = {"WD-9C.6", "WD-21D.1", "WD-11B.6"}
        assert [f.message for f in found if f.rule in mine and f.verdict is Verdict.BROKEN] == []
    assert attacks > 5


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


def nonsense(chance, rules, position):
    """Return a line of fire with fields that need not make sense together."""
    units = [*position.forces["german"].pieces, *position.forces["soviet"].pieces]
    names = ["", "nobody", "bunker-15", "bunker-10a", "g-506-art", *chance.sample(units, 9)]
    hexes = ["", "0000", "9999", "x", *(rules.number(c) for c in rules.game.map.hexes)]
    numbers = [Fraction(-1), Fraction(0), Fraction(1, 3), Fraction(7, 2), Fraction(10**9)]
    whole = [-1, 0, 1, 6, 7, 99]
    kinds = ["conventional", "antitank", "support", "exit", "detected", "barrage", "", "x"]
    near = [rules.number(c) for c in within(rules.cell(CENTRE), 2)]
    pick = chance.choice
    place = lambda: pick(near if chance.random() < 2 / 3 else hexes)  # noqa: E731 - said thrice
    some = tuple(chance.sample(names, chance.randint(0, 3)))
    return pick(
        (
            Headquarters(place(), pick(("german", "soviet", "x")), pick(("g-83id", "x"))),
            Commit(pick(names), pick(kinds), place(), pick(numbers), pick(numbers), place()),
            Fire(
                pick(kinds),
                pick(names),
                pick(numbers),
                pick(numbers),
                pick(("none", "1:1", "60+", "")),
                pick(whole),
                pick(("none", "MC1", "2X", "4", "")),
                some,
                place(),
            ),
            Barrage(place(), some, pick(numbers), chance.random() < 1 / 2, pick(whole)),
            BarrageDie(pick(names), pick(whole), pick(whole), pick(whole)),
            Loss(pick(names), pick(whole), pick(("fire", "barrage", "rout", "x"))),
            PhaseStep("barrage", "assault"),
        )
    )


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("phase", ["", "movement", "barrage", "defensive-fire", "assault"])
def test_nonsense_is_judged_and_applied_without_a_fault(seed, phase, rules):
    chance = random.Random(seed)  # noqa: S311 - a position, no secret
    position = assaulting(scattered(chance, rules), chance, rules)
    if seed == 0:
        position = replace(position, going=None)
    position = replace(position, phase=phase, fight=Fight())
    for _ in range(60):
        act = nonsense(chance, rules, position)
        ACTS.check(position, act, rules)
        after = ACTS.apply(position, act, rules).position
        position = replace(after, phase=phase)
        for unit, piece in position.forces["german"].pieces.items():
            assert piece.strength >= 0, unit
            assert (piece.at is None) is (piece.strength == 0), unit
