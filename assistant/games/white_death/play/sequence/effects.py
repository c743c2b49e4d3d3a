"""What the lines of the sequence of play change: rule 5.

They are recorded whether their order is the rulebook's or not.
"""

from __future__ import annotations

from dataclasses import replace

from assistant.games.white_death.names import MOVEMENT, TERMINAL
from assistant.games.white_death.play.book import ACTS, Applied, Ruled
from assistant.games.white_death.play.sequence.draws import (
    draw_of,
    open_draws,
    passed_over,
    units_of,
)
from assistant.games.white_death.play.supply.accounts import debts
from assistant.games.white_death.play.supply.status import relieved, under_other_readings
from assistant.games.white_death.play.supply.tracing import isolated, supplied
from assistant.games.white_death.state.garrisons import released_by, released_without_roll
from assistant.games.white_death.state.holders import marched
from assistant.games.white_death.state.position import Box, Fight, Going, Position, Turn
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Draw, Garrison, Impulse, PhaseStep, TurnStep, Weather

__all__ = ["last_turn"]


def last_turn(position: Position, rules: Ruleset) -> int:
    """Return the number of the last turn of the scenario, or of the game if that isn't known."""
    scenario = rules.game.scenarios.get(position.scenario)
    return scenario.last_turn if scenario is not None else len(rules.game.turns)


def _ended(position: Position, rules: Ruleset) -> Position:
    """Return the position after the impulse that is going on, if one is."""
    from assistant.games.white_death.play.score.impulse import (  # noqa: PLC0415
        at_impulse_end,  # scoring looks at the sequence, too
    )

    if position.going is None:
        return position
    last = marched(position, rules) if position.phase == MOVEMENT else position
    scored = at_impulse_end(last, rules)
    lapsed = position.lapsed | {draw.id for draw in open_draws(position, rules)}
    return replace(scored, going=None, phase="", fight=Fight(), lapsed=lapsed)


@ACTS.effect(TurnStep)
def _turn_step(before: Position, act: TurnStep, rules: Ruleset) -> Ruled:
    """Begin a turn: nothing is spent, its weather isn't known; or end the game."""
    position = replace(_ended(before, rules), number=act.new)
    if act.new == before.number:
        return Applied(position, (f"turn {act.new} is going on already",))
    position = replace(position, turn=Turn(), weather="", over=act.new > last_turn(position, rules))
    free = released_without_roll(position, rules)
    return Applied(replace(position, released=position.released | free))


@ACTS.effect(Impulse)
def _impulse(before: Position, act: Impulse, rules: Ruleset) -> Ruled:
    """Begin an impulse; supply and isolation are fixed for all of it."""
    if act.side not in before.forces:
        return Applied(before, (f"impulse: there is no side {act.side}",))
    position = _ended(before, rules)
    turn = position.turn
    spent = {**turn.spent, act.side: turn.spent.get(act.side, 0) + act.points}
    taken = {**turn.impulses, act.side: turn.impulses.get(act.side, 0) + 1}
    going = Going(
        side=act.side,
        kind=act.kind,
        points=act.points,
        number=sum(taken.values()),
        own=taken[act.side],
        supplied=supplied(position, rules),
        isolated=isolated(position, rules),
        otherwise=under_other_readings(position, rules),
    )
    freed = relieved(position, rules) & going.isolated
    return Applied(
        replace(
            position,
            turn=replace(turn, spent=spent, impulses=taken),
            going=replace(going, relieved=freed),
            phase=rules.game.phases[0],
            fight=position.new_fight(),
        )
    )


@ACTS.effect(PhaseStep)
def _phase_step(before: Position, act: PhaseStep, rules: Ruleset) -> Ruled:
    """Begin a phase; in the terminal phase the assault markers come off."""
    if act.new not in rules.game.phases:
        return Applied(before, (f"phase: there is no phase {act.new}",))
    last = marched(before, rules) if before.phase == MOVEMENT else before
    position = replace(last, phase=act.new, fight=before.new_fight())
    going = before.going
    if going is None:
        return Applied(position, (f"phase {act.new}: no impulse is going on",))
    going = replace(going, owed=going.owed | debts(before, rules))
    if act.new == TERMINAL:
        doings = {
            unit: replace(doing, target=None, charging=False)
            for unit, doing in going.doings.items()
        }
        going = replace(going, doings=doings)
    return Applied(replace(position, going=going))


@ACTS.effect(Weather)
def _weather(before: Position, act: Weather, rules: Ruleset) -> Ruled:
    """Set the weather of the turn: 16."""
    if act.now not in rules.game.weather:
        return Applied(before, (f"weather: there is no weather {act.now}",))
    turn = replace(before.turn, weathered=True)
    return Applied(replace(before, weather=act.now, turn=turn))


@ACTS.effect(Garrison)
def _garrison(before: Position, act: Garrison, rules: Ruleset) -> Ruled:
    """Release a garrison if the roll does: 22.3."""
    if act.group not in {each.group for each in rules.game.special.garrisons}:
        return Applied(before, (f"garrison: there is no garrison {act.group}",))
    turn = replace(before.turn, rolled=before.turn.rolled | {act.group})
    position = replace(before, turn=turn)
    if not released_by(act.group, act.die, before, rules):
        return Applied(position)
    return Applied(replace(position, released=before.released | {act.group}))


@ACTS.effect(Draw)
def _draw(before: Position, act: Draw, rules: Ruleset) -> Ruled:
    """Remember the roll; units that it doesn't bring take no part: 17F."""
    draw = draw_of(act.draw, rules)
    if draw is None:
        return Applied(before, (f"draw: there is no draw {act.draw}",))
    position = replace(before, drawn={**before.drawn, act.draw: act.die})
    moved = dict.fromkeys(units_of(draw, act.die, rules), (Box.UNUSED, Box.DUE))
    moved |= dict.fromkeys(passed_over(draw, act.die, rules), (Box.DUE, Box.UNUSED))
    for unit, (old, new) in sorted(moved.items()):
        piece = position.piece(unit)
        if piece is not None and piece.box is old:
            position = position.with_piece(unit, box=new)
    return Applied(position)
