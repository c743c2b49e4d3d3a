"""Reinforcements by chance: which draws a roll brings, and which units: rule 17F."""

from __future__ import annotations

from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.model.special import Draw

__all__ = ["brought", "called_for", "draw_of", "drawn_by", "open_draws", "passed_over", "units_of"]


def draw_of(id_: str, rules: Ruleset) -> Draw | None:
    """Return the draw with an id, ``None`` if there is none."""
    return next((draw for draw in rules.game.special.draws if draw.id == id_), None)


def units_of(draw: Draw, die: int, rules: Ruleset) -> frozenset[str]:
    """Return the units that a roll of a draw brings."""
    return frozenset(
        unit
        for outcome in draw.outcomes
        if die in outcome.rolls or not draw.rolled
        for unit in rules.group(outcome.group).units
    )


def passed_over(draw: Draw, die: int, rules: Ruleset) -> frozenset[str]:
    """Return the units that another roll of the draw would have brought, and this one doesn't."""
    all_ = {unit for each in draw.outcomes for unit in rules.group(each.group).units}
    return frozenset(all_ - units_of(draw, die, rules))


def drawn_by(unit: str, rules: Ruleset) -> Draw | None:
    """Return the draw that a unit depends on, ``None`` if it comes by none."""
    for draw in rules.game.special.draws:
        if any(unit in rules.group(outcome.group) for outcome in draw.outcomes):
            return draw
    return None


def brought(unit: str, position: Position, rules: Ruleset) -> bool:
    """Tell whether a unit may come as far as draws go: it depends on none, or was drawn.

    What comes without a roll has come when it is called for, whether a line says so or not.
    """
    draw = drawn_by(unit, rules)
    if draw is None:
        return True
    if not draw.rolled:
        return called_for(draw, position)
    if draw.id not in position.drawn:
        return False
    return unit in units_of(draw, position.drawn[draw.id], rules)


def open_draws(position: Position, rules: Ruleset) -> tuple[Draw, ...]:
    """Return the draws that the impulse going on calls for and that weren't made: 17F.

    A first one in the first impulse of its side in its turn; those it calls for in the next
    impulse of theirs, which may be one of the next turn.
    """
    going = position.going
    if going is None:
        return ()
    return tuple(
        draw
        for draw in rules.game.special.draws
        if draw.side == going.side
        and draw.id not in position.drawn
        and draw.id not in position.lapsed
        and (
            called_for(draw, position)
            if draw.after
            else going.own == 1 and position.number == draw.turn
        )
    )


def called_for(draw: Draw, position: Position) -> bool:
    """Tell whether another draw has called for this one; true of those that follow none."""
    return not draw.after or position.drawn.get(draw.after) in draw.after_rolls
