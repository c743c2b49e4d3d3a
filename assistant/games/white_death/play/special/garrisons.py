"""Garrisons: who may not move, and who may not leave the city, until released: rule 22."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.movement.bounds import bound
from assistant.games.white_death.play.supply.city import city_hexes
from assistant.games.white_death.state.garrisons import CERTAIN, bound_by, garrisons
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Advance, Entrain, Move
from builder.hexgrid import Hex

__all__ = ["may_leave"]


def may_leave(position: Position, unit: str, cell: Hex, to: Hex, rules: Ruleset) -> bool:
    """Tell whether rule 22 lets a unit go from one hex to another; retreats are always free.

    Args:
        position: The position.
        unit: Id of the unit.
        cell: The hex left.
        to: The hex entered.
        rules: What it is judged by.
    """
    garrison = bound_by(unit, position, rules)
    if garrison is None or cell == to:
        return True
    if position.number <= garrison.still_through:
        return False
    return to in city_hexes(rules, garrison.place)


@bound
def bounds_of_garrison(position: Position, unit: str, rules: Ruleset) -> frozenset[Hex] | None:
    """Return the hexes that a garrison's unit may move in, ``None`` if it is bound to none."""
    garrison, piece = bound_by(unit, position, rules), position.piece(unit)
    if garrison is None or piece is None or piece.at is None:
        return None
    if position.number <= garrison.still_through:
        return frozenset({piece.at})
    return city_hexes(rules, garrison.place)


@ACTS.rule(
    *("WD-22.4", "WD-22.1", "WD-22.2", "WD-22.3"),
    on=(Move, Entrain, Advance),
    name="garrison-moves",
    section="22",
    readings=("A-104",),
)
def garrison_moves(
    before: Position, act: Move | Entrain | Advance, rules: Ruleset
) -> Iterator[Finding]:
    """A garrison doesn't move in the first turn, nor leaves the city before it is released.

    Rule:
        22; A-64, A-104. Retreats are no movement; assaulting out of the city is allowed,
        advancing out is leaving it.
    """
    piece = before.piece(act.unit)
    cells = rules.cells((act.to,) if isinstance(act, Advance) else act.path)
    if piece is None or piece.at is None or not cells:
        return
    path = cells if cells[0] == piece.at else (piece.at, *cells)
    label = rules.label(act.unit)
    garrison = bound_by(act.unit, before, rules)
    if garrison is None:
        for each in garrisons(before, rules):
            if act.unit in rules.group(each.group):
                rolled = each.highest(each.still_through + 1) < CERTAIN
                message = f"{label} is of a garrison that has been released"
                atom = "WD-22.3" if rolled else "WD-22.2"
                yield ruling(atom, verdict=True, message=message, units=(act.unit,))
        return
    out = [to for to in path[1:] if not may_leave(before, act.unit, path[0], to, rules)]
    hexes = tuple(rules.number(cell) for cell in path)
    if before.number <= garrison.still_through:
        message = f"{label}, of the garrison of {garrison.place}, moves in turn {before.number}"
        yield ruling("WD-22.1", not out, message, units=(act.unit,), hexes=hexes)
        return
    said = f"leaves {garrison.place} for {rules.number(out[0])}" if out else "stays in the city"
    message = f"{label}, of the garrison not yet released, {said}"
    yield ruling("WD-22.4", not out, message, units=(act.unit,), hexes=hexes)
