"""A whole game between two random players: set-up, turns, impulses, score."""

from __future__ import annotations

import random
from collections.abc import Callable

from assistant.games.white_death.play.renewal.rates import refittable, repairable, replaceable
from assistant.games.white_death.play.scenario.random_setup import random_set_up
from assistant.games.white_death.play.score.report import score
from assistant.games.white_death.play.score.rules import level_word
from assistant.games.white_death.play.sequence.legal import (
    draws_due,
    garrisons_due,
    next_steps,
    weather_due,
)
from assistant.games.white_death.play.supply.legal import reliefs
from assistant.games.white_death.play.supply.receipts import airdrops_due, receipts_due
from assistant.games.white_death.selfplay.fighting import assault, barrage, defend, pay_debts
from assistant.games.white_death.selfplay.moving import move_all
from assistant.games.white_death.selfplay.table import Table
from assistant.games.white_death.state.opening import opening
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import Line
from builder.convention.line import (
    Airdrop,
    Draw,
    Garrison,
    Impulse,
    PhaseStep,
    Victory,
    Weather,
)

__all__ = ["play", "play_on"]

_PHASES: dict[str, Callable[[Table], None]] = {
    "movement": move_all,
    "barrage": barrage,
    "defensive-fire": defend,
    "assault": assault,
    "terminal": pay_debts,
}


def play(
    rules: Ruleset,
    scenario: str,
    seed: int,
    watch: Callable[[Position, Line, Position], None] | None = None,
) -> Table:
    """Play a scenario to its end and return the table.

    Args:
        rules: What is played by.
        scenario: Id of the scenario.
        seed: Makes the same game again.
        watch: Called with the position before, each act, and the position after it.

    Raises:
        IllegalActError: An act that should be legal is not.
    """
    chance = random.Random(seed)  # noqa: S311 - play, no secrets
    table = Table(rules, opening(rules, scenario), chance, watch)
    for line in random_set_up(rules, scenario, chance):
        table.do(line)
    return play_on(table)


def play_on(table: Table) -> Table:
    """Play from where a table stands to the end of its scenario."""
    while not table.position.over:
        _begin_turn(table)
        steps = next_steps(table.position, table.rules)
        if not steps:
            raise AssertionError(f"turn {table.position.number}: nothing can come next")
        _step(table, steps)
    _score(table)
    return table


def _begin_turn(table: Table) -> None:
    """Do what the beginning of a turn asks for, once."""
    rules = table.rules
    if weather_due(table.position):
        turn = next(t for t in rules.game.turns if t.number == table.position.number)
        die = table.roll()
        table.do(Weather(turn.weather[die - 1], die))
        for group in garrisons_due(table.position, rules):
            table.do(Garrison(group, table.roll()))
        for relief in reliefs(table.position, rules):
            if table.likely(0.5):
                table.do(relief)
        for receipt in receipts_due(table.position, rules):
            table.do(receipt)
        for pool, dice in airdrops_due(table.position, rules):
            table.do(Airdrop(pool, tuple(table.roll() for _ in range(dice))))
        for side in rules.game.sides:
            options = refittable(table.position, side.id, rules)
            if options and table.likely(0.7):
                table.do(table.chance.choice(options))


def _score(table: Table) -> None:
    """Record the victory points, item by item, and the level they make."""
    scenario = table.rules.game.scenarios[table.position.scenario]
    if scenario.victory is None:
        return
    report = score(table.position, table.rules, scenario)
    for item in report.items:
        table.do(Victory(item.name, item.points))
    table.do(Victory(level_word(report.level), report.total))


def _step(table: Table, steps: tuple[Line, ...]) -> None:
    """Take one of the steps that may come next, and do what its phase is for."""
    step = _chosen(table, steps)
    table.do(step)
    if isinstance(step, Impulse):
        _begin_impulse(table)
    elif isinstance(step, PhaseStep):
        _PHASES[step.new](table)


def _chosen(table: Table, steps: tuple[Line, ...]) -> Line:
    """Return a step; of impulses mostly actions of a few points."""
    actions = [s for s in steps if isinstance(s, Impulse) and s.kind == "action"]
    if actions and table.likely(0.95):
        few = [s for s in actions if s.points <= 5]
        return table.chance.choice(few or actions)
    return table.chance.choice(steps)


def _begin_impulse(table: Table) -> None:
    """Draw reinforcements, replace and repair, as far as this impulse allows it."""
    rules, side = table.rules, table.position.phasing
    while draws := draws_due(table.position, rules):
        draw = draws[0]
        table.do(Draw(draw.id, table.roll() if draw.rolled else 0))
    for _ in range(20):
        options = replaceable(table.position, side, rules)
        if not options or not table.likely(0.9):
            break
        table.do(table.chance.choice(options))
    for _ in range(5):
        repairs = repairable(table.position, side, rules)
        if not repairs:
            break
        table.do(table.chance.choice(repairs))
