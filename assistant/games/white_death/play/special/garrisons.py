"""Garrisons: who may not move, and who may not leave the city, until released: rule 22."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from assistant.audit.finding import Finding
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.movement.bounds import bound
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Advance, Entrain, Move
from builder.hexgrid import Hex
from builder.model.special import Garrison

__all__ = ["city_of", "garrison_of", "is_still", "may_leave"]

_CERTAIN = 6
"""The highest roll of a die: whatever it releases needs no die."""


def garrison_of(position: Position, unit: str, rules: Ruleset) -> Garrison | None:
    """Return the garrison that still binds a unit, ``None`` if none does: 22, A-64.

    Rule 22 holds in the scenarios whose set-up names garrisons.
    """
    if not _was_bound(position, unit, rules):
        return None
    for garrison in rules.game.special.garrisons:
        free = garrison.group in position.released or garrison.highest(position.number) >= _CERTAIN
        if unit in rules.group(garrison.group) and not free:
            return garrison
    return None


def is_still(position: Position, unit: str, rules: Ruleset) -> bool:
    """Tell whether a unit may not move at all yet: 22."""
    garrison = garrison_of(position, unit, rules)
    return garrison is not None and position.number <= garrison.still_through


def may_leave(position: Position, unit: str, cell: Hex, to: Hex, rules: Ruleset) -> bool:
    """Tell whether rule 22 lets a unit go from one hex to another; retreats are always free.

    Args:
        position: The position.
        unit: Id of the unit.
        cell: The hex left.
        to: The hex entered.
        rules: What it is judged by.
    """
    garrison = garrison_of(position, unit, rules)
    if garrison is None or cell == to:
        return True
    if position.number <= garrison.still_through:
        return False
    return to in city_of(garrison.place, position.scenario, rules)


@lru_cache(maxsize=32)
def city_of(name: str, scenario: str, rules: Ruleset) -> frozenset[Hex]:
    """Return the hexes of a town that a garrison may not leave: A-104.

    Args:
        name: The town's name.
        scenario: Id of the scenario.
        rules: What it is judged by.
    """
    if rules.reads("A-104") == "bunker_hexes":
        return frozenset(bunker.hex for bunker in rules.game.scenarios[scenario].bunkers)
    places = (place for place in rules.game.map.places if place.name == name)
    return frozenset(cell for place in places for cell in place.hexes)


@bound
def bounds_of_garrison(position: Position, unit: str, rules: Ruleset) -> frozenset[Hex] | None:
    """Return the hexes that a garrison's unit may move in, ``None`` if it is bound to none."""
    garrison, piece = garrison_of(position, unit, rules), position.piece(unit)
    if garrison is None or piece is None or piece.at is None:
        return None
    if position.number <= garrison.still_through:
        return frozenset({piece.at})
    return city_of(garrison.place, position.scenario, rules)


@ACTS.rule(
    *("WD-22.4", "WD-22.1", "WD-22.2"),
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
    garrison = garrison_of(before, act.unit, rules)
    if garrison is None:
        if _was_bound(before, act.unit, rules):
            message = f"{label} is of a garrison that has been released"
            yield ruling("WD-22.2", verdict=True, message=message, units=(act.unit,))
        return
    out = [to for to in path[1:] if not may_leave(before, act.unit, path[0], to, rules)]
    hexes = tuple(rules.number(cell) for cell in path)
    if is_still(before, act.unit, rules):
        message = f"{label}, of the garrison of {garrison.place}, moves in turn {before.number}"
        yield ruling("WD-22.1", not out, message, units=(act.unit,), hexes=hexes)
        return
    said = f"leaves {garrison.place} for {rules.number(out[0])}" if out else "stays in the city"
    message = f"{label}, of the garrison not yet released, {said}"
    yield ruling("WD-22.4", not out, message, units=(act.unit,), hexes=hexes)


def _was_bound(position: Position, unit: str, rules: Ruleset) -> bool:
    """Tell whether a unit was of a garrison at first."""
    scenario = rules.game.scenarios.get(position.scenario)
    return scenario is not None and any(p.garrison and unit in p.units for p in scenario.placements)
