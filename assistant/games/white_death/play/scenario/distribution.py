"""Chance distributes losses to date over the units that may take them (25.1)."""

from __future__ import annotations

import random
from collections.abc import Mapping

from assistant.games.white_death.state.ruleset import Ruleset
from builder.model.scenario import Condition, Loss, LossItem

__all__ = ["one_by_one", "spread", "wiped_out"]


def spread(line: Loss, item: LossItem, rules: Ruleset, chance: random.Random) -> dict[str, int]:
    """Return the points that each unit of an item loses, by unit."""
    sizes = {unit: rules.unit(unit).strength for unit in item.units}
    if line.each is not None:
        return dict.fromkeys(sizes, line.each)
    return one_by_one(item.strength, sizes, chance)


def one_by_one(points: int, sizes: Mapping[str, int], chance: random.Random) -> dict[str, int]:
    """Return losses taken point by point from whatever has some left, by id."""
    found = dict.fromkeys(sizes, 0)
    for _ in range(points):
        left = [id_ for id_ in sizes if found[id_] < sizes[id_]]
        if not left:
            break
        found[chance.choice(left)] += 1
    return found


def wiped_out(
    item: LossItem, conditions: tuple[Condition, ...], rules: Ruleset, chance: random.Random
) -> dict[str, int]:
    """Return losses that leave few units, but for as many as conditions need.

    Of those each keeps a point as long as the points can be had elsewhere.
    """
    units = chance.sample(item.units, len(item.units))
    least = max((_needed(item, each) for each in conditions), default=0)
    kept = frozenset(units[:least])
    found = dict.fromkeys(units, 0)
    for spare in (1, 0):
        for unit in units:
            most = rules.unit(unit).strength - (spare if unit in kept else 0) - found[unit]
            found[unit] += min(most, item.strength - sum(found.values()))
    return found


def _needed(item: LossItem, condition: Condition) -> int:
    """Return how many of an item's units a condition may need."""
    need = condition.least * (len(condition.hexes) if condition.each else 1)
    return need if set(item.units) <= set(condition.units) else 0
