"""Losses to date: which units and bunkers of a scenario begin weaker, by a stated rule.

The scenarios print how much each body has lost by type, and leave it to its owner which units
bear it. A set-up that is ready to play needs an answer, so there is a rule, and a choice of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum

from builder.model.game import Game
from builder.model.scenario import Condition, Loss, LossItem, Placement, Scenario
from builder.module.ready.order import shuffled
from builder.module.ready.stacks import crowd

__all__ = ["RULES", "Spread", "losses_to_date"]

_TRIES = 40


class Spread(StrEnum):
    """How losses to date are spread over the units that may bear them."""

    EVEN = "even"
    CONCENTRATED = "concentrated"
    NONE = "none"


RULES: Mapping[Spread, str] = {
    Spread.EVEN: "evenly, in proportion to strength; by whole units where more would be left than "
    "may stack in the hexes of their set-up",
    Spread.CONCENTRATED: "on as few units as possible, the strongest first",
    Spread.NONE: "not at all: their owner distributes them",
}
"""The rules in words, for the help and the notes."""


def losses_to_date(game: Game, scenario: Scenario, how: Spread) -> dict[str, int]:
    """Return the strength points that units and bunkers have lost when a scenario begins.

    Args:
        game: Strengths and stacking.
        scenario: Its lines of losses; what was eliminated as a whole is lost in any case.
        how: The rule.

    Returns:
        Points by id of unit or bunker marker, only where there are any.
    """
    found = {unit: game.units[unit].strength for unit in scenario.eliminated}
    if how is Spread.NONE:
        return found
    for line in scenario.losses:
        for item in () if line.all else line.items:
            found |= _item(game, scenario, line, item, how)
    for placement in scenario.placements:
        if not placement.arrival and not placement.placed:
            found |= _thinned(game, scenario, placement, found)
    if scenario.bunker_losses is not None:
        # a bunker without strength would stand no more
        sizes = {bunker.id: bunker.strength - 1 for bunker in scenario.bunkers}
        found |= _spread(scenario.bunker_losses.left, sizes, how)
    return {id_: points for id_, points in found.items() if points}


def _item(
    game: Game, scenario: Scenario, line: Loss, item: LossItem, how: Spread
) -> dict[str, int]:
    """Return what each unit of an item loses."""
    sizes = {unit: game.units[unit].strength for unit in item.units}
    if line.each is not None:
        return {unit: min(line.each, size) for unit, size in sizes.items()}
    if how is Spread.EVEN:
        return _spread(item.strength, sizes, how)
    order = sorted(sizes, key=lambda unit: -sizes[unit])
    return _in_order(item.strength, sizes, order, _kept(item, scenario.conditions, order))


def _spread(points: int, sizes: Mapping[str, int], how: Spread) -> dict[str, int]:
    """Return points spread over what can bear them.

    >>> _spread(5, {"a": 6, "b": 3, "c": 1}, Spread.EVEN)
    {'a': 3, 'b': 2, 'c': 0}
    >>> _spread(7, {"a": 1, "b": 6, "c": 3}, Spread.CONCENTRATED)
    {'a': 0, 'b': 6, 'c': 1}
    """
    if how is not Spread.EVEN:
        return _in_order(points, sizes, sorted(sizes, key=lambda id_: -sizes[id_]), ())
    whole = max(sum(sizes.values()), 1)
    points = min(points, whole)
    found = {id_: points * size // whole for id_, size in sizes.items()}
    rests = sorted(sizes, key=lambda id_: -(points * sizes[id_] % whole))
    for id_ in rests[: points - sum(found.values())]:
        found[id_] += 1
    return found


def _in_order(
    points: int, sizes: Mapping[str, int], order: Sequence[str], kept: Collection[str]
) -> dict[str, int]:
    """Return points taken unit by unit; those kept give up their last one only if they must."""
    found = dict.fromkeys(sizes, 0)
    for spare in (1, 0):
        for id_ in order:
            most = sizes[id_] - (spare if id_ in kept else 0) - found[id_]
            found[id_] += max(0, min(most, points - sum(found.values())))
    return found


def _kept(item: LossItem, conditions: Sequence[Condition], order: Sequence[str]) -> tuple[str, ...]:
    """Return units that must not be eliminated, if others can be: a condition counts them."""
    needs = [
        each.least * (len(each.hexes) if each.each else 1)
        for each in conditions
        if set(item.units) <= set(each.units)
    ]
    least = max(needs, default=0)
    return tuple(order[len(order) - least :]) if least else ()


def _thinned(
    game: Game, scenario: Scenario, placement: Placement, losses: Mapping[str, int]
) -> dict[str, int]:
    """Return other losses for units that don't fit into their hexes: whole units are taken."""
    left = [u for u in placement.units if losses.get(u, 0) < game.units[u].strength]
    if (
        len(placement.hexes) >= len(left)
        or crowd(game, dict.fromkeys(left, placement.hexes)) is not None
    ):
        return {}
    theirs = set(placement.units)
    items = [
        item
        for line in scenario.losses
        for item in line.items
        if not line.all and line.each is None and theirs.issuperset(item.units)
    ]
    best: dict[str, int] = {}
    for attempt in range(_TRIES):
        best = {}
        for item in items:
            sizes = {unit: game.units[unit].strength for unit in item.units}
            order = shuffled(item.units, "losses", attempt)
            kept = _kept(item, scenario.conditions, order)
            best |= _in_order(item.strength, sizes, order, kept)
        merged = {**losses, **best}
        left = [u for u in placement.units if merged.get(u, 0) < game.units[u].strength]
        if crowd(game, dict.fromkeys(left, placement.hexes)) is not None:
            break
    return best
