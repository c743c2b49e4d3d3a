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
    even_commits,
    headquarters_for,
    supports,
)
from assistant.games.white_death.play.fire.resolve import (
    barrage_die_of,
    barrage_of,
    fire_of,
)
from assistant.games.white_death.play.fire.spread import aims, spreads
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.position import (
    Fight,
)
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import (
    Barrage,
    BarrageDie,
    Commit,
    Fire,
    Headquarters,
    Loss,
    PhaseStep,
)
from builder.hexgrid import within
from tests.assistant.games.firing import CENTRE, assaulting, done, scattered, settled
from tests.assistant.games.table import real_game


@pytest.fixture(scope="module")
def rules():
    return Ruleset(real_game())


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


def committed(position, chance, rules):
    """Return the position with headquarters named and all fire of a phase committed."""
    named = list(headquarters_for(position, rules))
    for line in chance.sample(named, len(named)):
        known = position.going.headquarters
        if (rules.cell(line.hex), line.side) not in known:
            position = done(position, line, rules)
    for line in list(commits_for(position, rules)):
        if chance.random() < 1 / 3 and line in list(commits_for(position, rules)):
            for part in even_commits(line.unit, line.kind, position, rules):
                position = done(position, part, rules)
    for lines in (commits_for, supports):
        choices = list(lines(position, rules))
        chance.shuffle(choices)
        for line in choices:
            if line in list(lines(position, rules)):
                position = done(position, line, rules)
    return position


def shot_at(position, chance, rules):
    """Return the position after all fire of a phase, and how many attacks were made."""
    made = 0
    position = committed(position, chance, rules)
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


@pytest.mark.parametrize("seed", range(3))
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
