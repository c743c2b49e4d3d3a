"""Where a unit can enter the map now: rule 17."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.games.white_death.names import MOVEMENT, PASS
from assistant.games.white_death.play.entry.due import due_of, obstacles
from assistant.games.white_death.play.entry.edge import arrival, is_enterable
from assistant.games.white_death.play.moment import affords
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex

__all__ = ["entries"]


def entries(position: Position, unit: str, rules: Ruleset) -> Mapping[Hex, int]:
    """Return the edge hexes in which a unit may appear now, and what each costs.

    From there it moves on like any other unit.

    Args:
        position: The position.
        unit: Id of the unit.
        rules: What it is judged by.

    Returns:
        Parts of a movement point by hex.
    """
    piece, going = position.piece(unit), position.going
    if piece is None or piece.at is not None or piece.strength <= 0 or going is None:
        return {}
    if position.phase != MOVEMENT or going.kind == PASS or going.side != position.side_of(unit):
        return {}
    due = due_of(position, unit, rules)
    if due.bar[0]:
        return {}
    open_ = (
        area
        for area in rules.game.map.entry_areas
        if area.id in due.areas and not any(obstacles(position, due, area, rules))
    )
    cells = dict.fromkeys(cell for area in open_ for cell in area.hexes)
    costs = {cell: arrival(position, unit, cell, rules).cost for cell in cells}
    return {
        cell: cost
        for cell, cost in costs.items()
        if affords(position, unit, cost) and is_enterable(position, unit, cell, rules)
    }
