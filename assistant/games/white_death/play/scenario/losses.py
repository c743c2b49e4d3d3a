"""Losses to date: what a scenario's lines ask for, and what has been taken (25.1, A-91, A-95)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from assistant.engine.identity import Same
from assistant.games.white_death.play.book import Part
from assistant.games.white_death.state.position import Box, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.model.scenario import Loss as Line
from builder.model.scenario import LossItem, Scenario

__all__ = ["SETUP", "bunkers_lost", "item_of", "lost", "short", "taken", "unlisted"]

SETUP = "setup"
"""Why strength is lost before the game, as the line says it."""


def lost(unit: str, position: Position, rules: Ruleset) -> int:
    """Return the strength points that a unit has lost."""
    piece = position.piece(unit)
    return rules.unit(unit).strength - piece.strength if piece is not None else 0


def item_of(scenario: Scenario, unit: str) -> tuple[Line, LossItem] | None:
    """Return the line and the item that ask for losses of a unit, ``None`` if none does."""
    return _items(Same(scenario)).get(unit)


@lru_cache(maxsize=16)
def _items(scenario: Same[Scenario]) -> Mapping[str, tuple[Line, LossItem]]:
    """Return line and item by unit."""
    lines = scenario.thing.losses
    return {unit: (line, item) for line in lines for item in line.items for unit in item.units}


def taken(item: LossItem, position: Position, rules: Ruleset) -> tuple[Part, ...]:
    """Return what has been lost of an item, unit by unit."""
    each = ((lost(unit, position, rules), unit) for unit in item.units)
    return tuple((points, rules.label(unit), "WD-25.1") for points, unit in each if points)


def short(item: LossItem, rules: Ruleset) -> bool:
    """Tell whether the units of an item haven't as much as it asks for: A-95."""
    return sum(rules.unit(unit).strength for unit in item.units) < item.strength


def unlisted(scenario: Scenario, position: Position, rules: Ruleset) -> Iterator[tuple[str, int]]:
    """Yield units that have lost strength though no line asks for it, and how much."""
    for force in position.forces.values():
        for unit, piece in force.pieces.items():
            gone = lost(unit, position, rules)
            if gone > 0 and piece.box is not Box.UNUSED and item_of(scenario, unit) is None:
                yield unit, gone


def bunkers_lost(scenario: Scenario, position: Position, rules: Ruleset) -> tuple[Part, ...]:
    """Return what the bunkers that stand at the start have lost, one by one: 25.6."""
    found: list[Part] = []
    for bunker in scenario.bunkers:
        now = position.bunkers.get(bunker.id)
        gone = bunker.strength - (now.strength if now is not None else 0)
        if gone:
            found.append((gone, rules.label(bunker.id), "WD-25.6"))
    return tuple(found)
