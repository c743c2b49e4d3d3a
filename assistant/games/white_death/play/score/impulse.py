"""What counts for victory at the end of an impulse: rule 25."""

from __future__ import annotations

from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset

__all__ = ["at_impulse_end"]


def at_impulse_end(position: Position, rules: Ruleset) -> Position:
    """Return the position with what the impulse that ends scores."""
    del rules
    return position
