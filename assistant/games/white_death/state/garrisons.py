"""Garrisons: which units are bound to their town, and when they are released: rule 22."""

from __future__ import annotations

from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.model.special import Garrison

__all__ = [
    "CERTAIN",
    "bound_by",
    "garrison_of",
    "garrisons",
    "released_by",
    "released_without_roll",
]

CERTAIN = 6
"""The highest roll of a die: what it releases needs no roll."""


def garrisons(position: Position, rules: Ruleset) -> tuple[Garrison, ...]:
    """Return the garrisons of the scenario: none where rule 22 isn't in force (A-64)."""
    scenario = rules.game.scenarios.get(position.scenario)
    if scenario is None or not scenario.garrison_rule:
        return ()
    return rules.game.special.garrisons


def bound_by(unit: str, position: Position, rules: Ruleset) -> Garrison | None:
    """Return the garrison that a unit belongs to and that isn't released yet."""
    free = position.released | released_without_roll(position, rules)
    for garrison in garrisons(position, rules):
        if garrison.group not in free and unit in rules.group(garrison.group):
            return garrison
    return None


def released_without_roll(position: Position, rules: Ruleset) -> frozenset[str]:
    """Return the groups that are free in a turn without a roll: 22.2, 22.3."""
    return frozenset(
        each.group
        for each in garrisons(position, rules)
        if each.highest(position.number) >= CERTAIN
    )


def garrison_of(group: str, position: Position, rules: Ruleset) -> Garrison | None:
    """Return the garrison of the scenario that is a group, ``None`` if there is none."""
    return next((each for each in garrisons(position, rules) if each.group == group), None)


def released_by(group: str, die: int, position: Position, rules: Ruleset) -> bool:
    """Tell whether a roll at the beginning of the turn releases a group: 22.3."""
    garrison = garrison_of(group, position, rules)
    return garrison is not None and 1 <= die <= garrison.highest(position.number)
