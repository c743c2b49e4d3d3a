"""The sequence of play: what may come next, wrong orders, beginnings of turns."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from assistant.audit.finding import Verdict
from assistant.games.white_death.play.sequence.draws import brought, drawn_by
from assistant.games.white_death.play.sequence.legal import (
    draws_due,
    garrisons_due,
    next_steps,
    weather_due,
)
from assistant.games.white_death.play.sequence.points import least, left
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.garrisons import bound_by
from assistant.games.white_death.state.position import (
    Box,
    Duty,
    DutyKind,
    Force,
    Piece,
    Position,
)
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import (
    Assault,
    Draw,
    Garrison,
    Impulse,
    PhaseStep,
    Supply,
    TurnStep,
    Weather,
)
from tests.assistant.games.table import real_game


@pytest.fixture(scope="module")
def rules():
    return Ruleset(real_game())


def bare(rules, scenario="III", **units):
    """Return a position at the beginning of a scenario with the units named, by hex or box."""
    forces = {}
    for side in ("german", "soviet"):
        pieces = {}
        for name, place in units.items():
            unit = rules.unit(name.replace("_", "-"))
            if unit.side == side:
                cell = rules.cell(place)
                box = Box.MAP if cell is not None else Box(place)
                pieces[unit.id] = Piece(unit.strength, cell, box)
        forces[side] = Force.of(pieces)
    first = rules.game.scenarios[scenario].first_turn
    pools = dict.fromkeys(("supply-german", "supply-vl", "supply-soviet"), 5)
    return Position(scenario, first, "", "", forces, pools=pools)


def applied(position, rules, *lines):
    for line in lines:
        position = ACTS.apply(position, line, rules).position
    return position


def broken(position, line, rules):
    found = ACTS.check(position, line, rules, disputes=False)
    return {each.rule for each in found if each.verdict is Verdict.BROKEN}


def test_whole_games_of_steps_that_may_come_next_break_nothing_and_end(rules):
    for seed in range(8):
        dice = random.Random(seed)  # noqa: S311 - cases, no secrets
        position = applied(bare(rules), rules, Weather("frost", 2))
        lines = []
        while not position.over:
            steps = next_steps(position, rules)
            line = dice.choice(steps)
            assert not {b for b in broken(position, line, rules) if b.startswith("WD-5.")}, lines
            lines.append(line)
            position = applied(position, rules, line)
        assert position.number == 10
        assert next_steps(position, rules) == ()
        declared = [line for line in lines if isinstance(line, Impulse)]
        for side in ("german", "soviet"):
            assert sum(line.points for line in declared if line.side == side) == 20


def test_steps_that_may_not_come_next_break_something(rules):
    dice = random.Random(7)  # noqa: S311 - cases, no secrets
    position = applied(bare(rules), rules, Weather("frost", 2))
    tried = 0
    while not position.over:
        steps = next_steps(position, rules)
        for side in ("german", "soviet"):
            for kind in ("action", "pass"):
                for points in range(12):
                    line = Impulse(side, kind, points, left(side, position, rules) - points)
                    over = position.going is None or position.phase == "terminal"
                    if over and line not in steps:
                        tried += 1
                        assert broken(position, line, rules), line
        position = applied(position, rules, dice.choice(steps))
    assert tried > 100


def test_any_order_of_lines_is_held_without_complaint_of_the_engine(rules):
    dice = random.Random(3)  # noqa: S311 - cases, no secrets
    position = bare(rules, s_357rd_1188_inf="3030")
    phases = [*rules.game.phases, "lunch"]
    for _ in range(600):
        line = dice.choice(
            [
                Impulse(dice.choice(["german", "soviet", "x"]), "action", dice.randint(-3, 12), 0),
                PhaseStep("", dice.choice(phases)),
                TurnStep(0, dice.randint(-1, 15)),
                Weather(dice.choice(["snow", "fog", ""]), dice.randint(-1, 9)),
                Garrison(dice.choice(["garrison-isotcha", "all"]), dice.randint(-1, 9)),
                Draw(dice.choice(["7-flieger", "54-rifle", "?"]), dice.randint(-1, 9)),
                Supply(dice.choice(["supply-vl", "bunker-15", "?"]), dice.randint(-2, 9), "relief"),
            ]
        )
        ACTS.check(position, line, rules)
        position = applied(position, rules, line)
    assert position.piece("s-357rd-1188-inf") is not None


def test_nothing_comes_next_while_a_duty_is_left_over(rules):
    position = applied(bare(rules), rules, Impulse("soviet", "action", 4, 6))
    assert next_steps(position, rules) == (PhaseStep("decision", "movement"),)
    position = position.with_duties(Duty(DutyKind.MORALE, "x"))
    assert next_steps(position, rules) == ()


def test_the_phases_of_a_pass_are_those_in_which_something_may_be_done(rules):
    position = applied(bare(rules), rules, Impulse("soviet", "pass", 1, 9))
    seen = []
    while position.phase != "terminal":
        (step,) = next_steps(position, rules)
        seen.append(step.new)
        position = applied(position, rules, step)
    assert seen == ["movement", "barrage", "terminal"]


def test_an_impulse_isn_t_over_before_its_assaults_are_paid_for(rules):
    position = bare(rules, s_357rd_1188_inf="3030", g_83id_i_251_inf="3031")
    position = applied(
        position,
        rules,
        Impulse("soviet", "action", 4, 6),
        PhaseStep("decision", "movement"),
        Assault("s-357rd-1188-inf", "3031"),
        PhaseStep("movement", "terminal"),
    )
    assert position.going.doing("s-357rd-1188-inf").target is None
    assert next_steps(position, rules) == ()
    position = applied(position, rules, Supply("supply-soviet", 1, "assault"))
    assert Impulse("german", "action", 10, 0) in next_steps(position, rules)


def test_least_points_of_an_action(rules):
    kinds = {kind.id: kind for kind in rules.game.sequence.impulses}
    (other,) = rules.otherwise("A-05")
    for remaining, want, other_want in ((10, 3, 4), (4, 3, 4), (3, 3, 3), (2, 2, 2), (1, 1, 1)):
        assert least(kinds["action"], "soviet", remaining, rules) == want
        assert least(kinds["action"], "soviet", remaining, other) == other_want
        assert least(kinds["action"], "german", remaining, other) == 1
        assert least(kinds["pass"], "soviet", remaining, other) == 1


def test_what_the_beginning_of_a_turn_still_owes(rules):
    position = bare(rules, "VI")
    assert weather_due(position)
    assert garrisons_due(position, rules) == ()
    position = applied(position, rules, TurnStep(1, 2))
    assert garrisons_due(position, rules) == ("garrison-velikiye-luki",)
    assert position.released == {"garrison-isotcha", "garrison-nowossokoljniki"}
    position = applied(position, rules, Weather("thaw", 1), Garrison("garrison-velikiye-luki", 2))
    assert not weather_due(position)
    assert garrisons_due(position, rules) == ()
    position = applied(position, rules, Impulse("soviet", "action", 3, 7), TurnStep(2, 3))
    assert weather_due(position)
    assert garrisons_due(position, rules) == ("garrison-velikiye-luki",)


def test_a_garrison_is_bound_until_it_is_released(rules):
    position = bare(rules, "VI")
    unit = "g-83id-i-277-inf"
    assert bound_by(unit, position, rules).place == "Velikiye Luki"
    assert bound_by("g-303-aa", position, rules).place == "Isotcha"
    position = applied(position, rules, TurnStep(1, 2))
    assert bound_by("g-303-aa", position, rules) is None
    assert bound_by(unit, position, rules) is not None
    position = applied(position, rules, Garrison("garrison-velikiye-luki", 1))
    assert bound_by(unit, position, rules) is None
    assert bound_by(unit, replace(position, scenario="II", released=frozenset()), rules) is None


def test_reserves_are_drawn_after_a_six_only(rules):
    position = replace(bare(rules, "V", g_7fl_i_1_para="due", s_54rb_i_inf="due"), number=12)
    position = applied(position, rules, Impulse("soviet", "action", 4, 6))
    assert draws_due(position, rules) == ()
    position = applied(position, rules, Impulse("german", "action", 4, 6))
    assert [draw.id for draw in draws_due(position, rules)] == ["7-flieger"]
    assert not brought("g-7fl-i-1-para", position, rules)
    position = applied(position, rules, Draw("7-flieger", 6))
    assert draws_due(position, rules) == ()
    assert brought("g-7fl-i-1-para", position, rules)
    position = applied(position, rules, Impulse("soviet", "action", 4, 2))
    called = [draw.id for draw in draws_due(position, rules)]
    assert called == ["54-rifle", "24-cavalry", "334-rifle", "47-rifle"]
    assert not brought("s-54rb-i-inf", position, rules)
    for line in (Draw("54-rifle", 5), Draw("47-rifle")):
        position = applied(position, rules, line)
    assert not brought("s-54rb-i-inf", position, rules)
    assert position.piece("s-54rb-i-inf").box is Box.UNUSED
    assert brought("s-47rd-148-inf", position, rules)
    assert drawn_by("s-357rd-1188-inf", rules) is None
    assert brought("s-357rd-1188-inf", position, rules)


def test_a_second_roll_that_brings_more_brings_it_back(rules):
    position = replace(bare(rules, "V", g_7fl_i_1_para="due"), number=12)
    position = applied(position, rules, Impulse("german", "action", 4, 6), Draw("7-flieger", 2))
    assert position.piece("g-7fl-i-1-para").box is Box.UNUSED
    position = applied(position, rules, Draw("7-flieger", 6))
    assert position.piece("g-7fl-i-1-para").box is Box.DUE


def test_garrisons_of_the_data_are_the_units_that_the_set_up_calls_so(rules):
    groups = {g.group for g in rules.game.special.garrisons}
    bound = {unit for group in groups for unit in rules.group(group).units}
    for scenario in rules.game.scenarios.values():
        named = {unit for each in scenario.placements if each.garrison for unit in each.units}
        assert named == (bound if scenario.garrison_rule else set()), scenario.id
