"""What may come next in the sequence of play, and what a turn's beginning still owes."""

from __future__ import annotations

from assistant.games.white_death.names import DECISION, TERMINAL
from assistant.games.white_death.play.morale.outstanding import outstanding
from assistant.games.white_death.play.sequence.draws import open_draws
from assistant.games.white_death.play.sequence.points import (
    all_spent,
    kind_of,
    least,
    left,
    next_side,
)
from assistant.games.white_death.play.supply.accounts import unpaid
from assistant.games.white_death.state.garrisons import CERTAIN, garrisons
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Impulse, PhaseStep, TurnStep
from builder.model.special import Draw

__all__ = ["draws_due", "garrisons_due", "next_steps", "weather_due"]


def weather_due(position: Position) -> bool:
    """Tell whether the weather of the turn is still to be rolled for: 16.1."""
    return not (position.over or position.turn.weathered or position.turn_begun)


def garrisons_due(position: Position, rules: Ruleset) -> tuple[str, ...]:
    """Return the garrisons that are still to be rolled for at the beginning of a turn: 22.3."""
    if position.over or position.turn_begun:
        return ()
    gone = position.released | position.turn.rolled
    return tuple(
        each.group
        for each in garrisons(position, rules)
        if each.group not in gone and 0 < each.highest(position.number) < CERTAIN
    )


def draws_due(position: Position, rules: Ruleset) -> tuple[Draw, ...]:
    """Return the draws that are to be made now, at the start of an impulse: 17F."""
    return open_draws(position, rules) if position.phase == DECISION else ()


def next_steps(position: Position, rules: Ruleset) -> tuple[Impulse | PhaseStep | TurnStep, ...]:
    """Return every step of the sequence of play that is legal now.

    Within an impulse that is the next phase in which something may be done; after it every
    impulse that may be declared, or the next turn. There is none while a duty is left over, or
    in the terminal phase while something isn't paid for, or after the game. The beginning of a
    turn is not waited for: see :func:`weather_due` and its like.
    """
    if position.over or outstanding(position, rules):
        return ()
    going = position.going
    if going is not None and position.phase != TERMINAL:
        return _next_phase(position, going.kind, rules)
    if going is not None and unpaid(position, rules):
        return ()
    if all_spent(position, rules):
        return (TurnStep(position.number, position.number + 1),)
    side = next_side(position, rules)
    return _impulses(side, position, rules) if side else ()


def _next_phase(position: Position, kind_id: str, rules: Ruleset) -> tuple[PhaseStep, ...]:
    """Return the step to the next phase that a kind of impulse has."""
    phases = rules.game.phases
    kind = kind_of(kind_id, rules)
    own = kind.phases if kind is not None else phases
    now = phases.index(position.phase) if position.phase in phases else -1
    after = [phase for phase in phases[now + 1 :] if phase in own]
    return (PhaseStep(position.phase, after[0]),) if after else ()


def _impulses(side: str, position: Position, rules: Ruleset) -> tuple[Impulse, ...]:
    """Return every impulse that a side may declare."""
    remaining = left(side, position, rules)
    found = []
    for kind in rules.game.sequence.impulses:
        fewest = least(kind, side, remaining, rules)
        most = fewest if kind.exact else remaining
        found += [
            Impulse(side, kind.id, points, remaining - points)
            for points in range(fewest, most + 1)
            if points <= remaining
        ]
    return tuple(found)
