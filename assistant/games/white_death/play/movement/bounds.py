"""Where some units may not go whatever the ground: rules of other chapters bound them here."""

from __future__ import annotations

from collections.abc import Callable

from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex

__all__ = ["bound", "bounds"]

Bound = Callable[[Position, str, Ruleset], frozenset[Hex] | None]
"""Returns the hexes that a unit may move in, ``None`` if it isn't bound."""

_BOUNDS: list[Bound] = []


def bound(function: Bound) -> Bound:
    """Register the decorated function; see :data:`Bound`."""
    _BOUNDS.append(function)
    return function


def bounds(position: Position, unit: str, rules: Ruleset) -> frozenset[Hex] | None:
    """Return the hexes a unit may move in by all that bounds it, ``None`` if nothing does."""
    found: frozenset[Hex] | None = None
    for each in _BOUNDS:
        cells = each(position, unit, rules)
        if cells is not None:
            found = cells if found is None else found & cells
    return found
