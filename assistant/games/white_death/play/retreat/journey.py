"""A unit goes from hex to hex outside the movement phase: retreats, advances, slipping away."""

from __future__ import annotations

from itertools import pairwise

from assistant.games.white_death.banks import Bank
from assistant.games.white_death.play.retreat.ways import field_of
from assistant.games.white_death.state.position import Duty, DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex, distance, hexside

__all__ = ["ice_under", "journey"]


def journey(position: Position, unit: str, cells: tuple[Hex, ...], rules: Ruleset) -> Position:
    """Return the position after a unit on the map went a way; what it did with points is its own.

    It concentrates (6B), keeps the bank of a thawed river in mind (16B), and owes a die for the
    ice under it (13).

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
    return after.with_duties(*ice_under(position, unit, cells, rules))


def ice_under(
    position: Position, unit: str, cells: tuple[Hex, ...], rules: Ruleset
) -> tuple[Duty, ...]:
    """Return the dice for the ice that a unit owes for a way: 13."""
    map_, found = rules.game.map, []
    for ice in rules.game.special.ice:
        if position.weather not in ice.weather or unit not in rules.group(ice.group):
            continue
        for cell, to in pairwise(cells):
            if distance(cell, to) != 1:
                continue
            side = hexside(cell, to)
            lake = map_.lakes.get(side)
            way = side in map_.roads and ice.unless_way
            if lake is not None and lake.value in ice.lakes and not way:
                found.append(Duty(DutyKind.ICE, unit, ice.losses, "ice", to))
    return tuple(found)
