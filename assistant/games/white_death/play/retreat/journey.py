"""A unit goes from hex to hex outside the movement phase: retreats, advances, slipping away."""

from __future__ import annotations

from itertools import pairwise

from assistant.games.white_death.banks import Bank
from assistant.games.white_death.play.movement.ice import crossings
from assistant.games.white_death.play.retreat.ways import field_of
from assistant.games.white_death.state.holders import occupied
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex

__all__ = ["journey"]


def journey(position: Position, unit: str, cells: tuple[Hex, ...], rules: Ruleset) -> Position:
    """Return the position after a unit on the map went a way; what it did with points is its own.

    It concentrates (6B), keeps the bank of a thawed river in mind (16B), owes a die for the ice
    under it (13), and was the last in the towns on its way (A-72).

    Args:
        position: Before.
        unit: The unit.
        cells: The way, the hex it leaves first; steps may be any.
        rules: The rules.
    """
    field, piece = field_of(position, unit, rules), position.piece(unit)
    bank = piece.bank if piece is not None else Bank.UNSURE
    for cell, to in pairwise(cells):
        near = to in field.ground.edges(cell)
        bank = field.crossing(cell, to, bank).bank if near else Bank.UNSURE
    after = position.with_piece(unit, at=cells[-1], deployed=False, bank=bank)
    after = occupied(after, field.side, cells, rules)
    return after.with_duties(*crossings(position, unit, cells, rules))
