"""Where units of a scenario may set up, as the unclear places are read, and what stands there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from assistant.engine.identity import Same
from assistant.games.white_death.names import GERMAN
from assistant.games.white_death.stacking import (
    companies_of,
    german_stack_fits,
    soviet_stack_fits,
)
from assistant.games.white_death.state.control import ground_for
from assistant.games.white_death.state.position import Box, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex, neighbours
from builder.model.scenario import Placement, Scenario

__all__ = [
    "AREA_READINGS",
    "STACK_READINGS",
    "area",
    "begun",
    "can_stand",
    "in_bunkers",
    "placement_of",
    "scenario_of",
    "stack_fits",
]

AREA_READINGS = ("A-84",)
"""Unclear places that move the border of an area."""
STACK_READINGS = ("A-105", "A-22", "A-23")
"""Unclear places that bear on stacking in the set-up."""

_OUT = frozenset({Box.LOST, Box.UNUSED})


def scenario_of(position: Position, rules: Ruleset) -> Scenario | None:
    """Return the scenario that is played, ``None`` if it isn't known."""
    return rules.game.scenarios.get(position.scenario)


def begun(position: Position, rules: Ruleset) -> bool:
    """Tell whether the game has begun: an impulse was declared, or the first turn is over."""
    scenario = scenario_of(position, rules)
    first = scenario.first_turn if scenario is not None else 0
    return position.going is not None or bool(position.turn.impulses) or position.number > first


def placement_of(scenario: Scenario, unit: str) -> Placement | None:
    """Return the placement that a unit belongs to."""
    return _placements(Same(scenario)).get(unit)


@lru_cache(maxsize=16)
def _placements(scenario: Same[Scenario]) -> Mapping[str, Placement]:
    """Return placements by unit."""
    return {unit: each for each in scenario.thing.placements for unit in each.units}


def in_bunkers(placement: Placement, scenario: Scenario) -> bool:
    """Tell whether units set up where the bunkers stand: the garrison of scenarios II to V."""
    return set(placement.hexes) == {bunker.hex for bunker in scenario.bunkers}


def area(
    placement: Placement, scenario: Scenario, position: Position, rules: Ruleset
) -> frozenset[Hex]:
    """Return the hexes where the units of a placement may set up: 25, A-84.

    Bunker hexes are those where bunkers stand.
    """
    if in_bunkers(placement, scenario):
        return frozenset(bunker.at for bunker in position.bunkers.values())
    for variant in placement.variants:
        if rules.reads(variant.reading) == variant.value:
            return frozenset(variant.hexes)
    return frozenset(placement.hexes)


def can_stand(unit: str, cell: Hex, position: Position, rules: Ruleset) -> bool:
    """Tell whether some way leads a unit into a hex, so that it isn't prohibited to it: 7.9."""
    ground = ground_for(rules.unit(unit).mobility, position, rules)
    beside = (other for other in neighbours(cell) if other in rules.game.map.hexes)
    edges = (ground.edges(other).get(cell) for other in beside)
    return any(edge is not None and not edge.bar for edge in edges)


def stack_fits(units: Sequence[str], position: Position, rules: Ruleset) -> bool:
    """Tell whether units of one side may stand together when the set-up is done: 25.3, 4."""
    if len(units) < 2 or rules.reads("A-105") == "free":
        return True
    stack = [rules.unit(unit) for unit in units]
    if stack[0].side != GERMAN:
        regiments = rules.reads("A-23") == "true"
        return soviet_stack_fits(stack, rules.game, battalions_as_regiment=regiments)
    pieces = position.forces[GERMAN].pieces
    printed = rules.reads("A-22") == "printed"
    alive = (id_ for id_, piece in pieces.items() if piece.box not in _OUT)
    in_play = companies_of(rules.game, rules.game.units if printed else alive)
    return german_stack_fits(stack, rules.game, in_play)
