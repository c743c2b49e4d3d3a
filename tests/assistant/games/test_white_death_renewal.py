"""Replacements, repairs and refits that are offered are legal, and no others are."""

from __future__ import annotations

import random

import pytest

from assistant.audit.finding import Verdict
from assistant.games.white_death.play.renewal.rates import refittable, repairable, replaceable
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.position import Box, Force, Piece, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Impulse, Refit, Repair, Replace, TurnStep
from tests.assistant.games.table import real_game


@pytest.fixture(scope="module")
def rules():
    return Ruleset(real_game())


def worn(rules, seed, turn):
    """Return a position in which units are anywhere, at any strength."""
    dice = random.Random(seed)  # noqa: S311 - cases, no secrets
    taken: dict = {}
    forces = {}
    hexes = sorted(rules.game.map.hexes)
    for side in ("german", "soviet"):
        pieces = {}
        for id_, unit in rules.game.units.items():
            if unit.side != side:
                continue
            box = dice.choice([Box.MAP, Box.MAP, Box.LOST, Box.DUE, Box.REBUILT, Box.AWAY])
            cell = dice.choice(hexes) if box is Box.MAP else None
            if cell is not None and taken.setdefault(cell, side) != side:
                cell, box = None, Box.LOST
            strength = 0 if box is Box.LOST else dice.randint(1, unit.strength)
            pieces[id_] = Piece(strength, cell, box)
        forces[side] = Force.of(pieces)
    return Position("VI", turn, "frost", "", forces)


def breaks(position, line, rules):
    found = ACTS.check(position, line, rules, disputes=False)
    return any(each.verdict is Verdict.BROKEN for each in found)


@pytest.mark.parametrize("turn", [3, 5, 9, 10])
def test_replacements_and_repairs_offered_are_exactly_those_that_break_nothing(rules, turn):
    position = worn(rules, turn, turn)
    for side in ("soviet", "german"):
        position = ACTS.apply(position, Impulse(side, "action", 4, 6), rules).position
        replaced, repaired = set(replaceable(position, side, rules)), set()
        repaired |= set(repairable(position, side, rules))
        legal = set()
        for unit in position.forces[side].pieces:
            for line in [Repair(unit, 1), Repair(unit, 2)]:
                legal |= {line} if not breaks(position, line, rules) else set()
            for line in [Replace(unit, points) for points in (1, 2, 3, 4)]:
                legal |= {line} if not breaks(position, line, rules) else set()
        assert replaced | repaired == legal
        assert bool(replaced) == (turn >= (9 if side == "soviet" else 3))
        assert bool(repaired) == (turn >= 5)
        other = rules.enemy(side)
        assert replaceable(position, other, rules) == repairable(position, other, rules) == ()


def test_points_used_leave_fewer(rules):
    position = worn(rules, 1, 9)
    position = ACTS.apply(position, Impulse("soviet", "action", 4, 6), rules).position
    line = next(each for each in replaceable(position, "soviet", rules) if each.points == 1)
    position = ACTS.apply(position, line, rules).position
    assert {each.points for each in replaceable(position, "soviet", rules)} == {1}
    repair = repairable(position, "soviet", rules)[0]
    position = ACTS.apply(position, repair, rules).position
    assert repairable(position, "soviet", rules) == ()
    assert position.score.rebuilt == {"soviet": 2}


def test_brigades_that_may_be_refitted(rules):
    position = worn(rules, 4, 10)
    for turn, wanted in ((9, False), (10, True), (11, False)):
        moved = Position("VI", turn, "frost", "", position.forces)
        offered = refittable(moved, "soviet", rules)
        assert bool(offered) is wanted
        for formation in ("s-184tb", "s-33tb", "s-45tb", "s-129tb", "s-357rd", "nobody"):
            line = Refit(formation)
            assert (line in offered) == (not breaks(moved, line, rules))
        assert refittable(moved, "german", rules) == ()


def test_a_refitted_brigade_waits_for_its_turn_at_full_strength(rules):
    position = worn(rules, 4, 10)
    line = refittable(position, "soviet", rules)[0]
    before = {u: position.piece(u) for u in position.forces["soviet"].pieces}
    position = ACTS.apply(position, line, rules).position
    changed = [u for u, piece in before.items() if position.piece(u) != piece]
    assert changed
    regained = 0
    for unit in changed:
        piece = position.piece(unit)
        assert rules.unit(unit).parent == line.formation
        assert (piece.box, piece.back, piece.at) == (Box.AWAY, 11, None)
        assert piece.strength == rules.unit(unit).strength
        regained += piece.strength - before[unit].strength
    assert position.score.rebuilt == {"soviet": regained}
    assert refittable(position, "soviet", rules) == ()
    position = ACTS.apply(position, TurnStep(10, 11), rules).position
    assert position.turn.refitted == ()
