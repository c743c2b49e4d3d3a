"""Supply and isolation as fixed at the beginning of the impulse: errata to rule 15, A-44."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.games.white_death.play.supply.city import fortress_of
from assistant.games.white_death.play.supply.tracing import isolated, supplied
from assistant.games.white_death.state.position import Going, Position
from assistant.games.white_death.state.ruleset import Ruleset

__all__ = [
    "READINGS",
    "in_supply",
    "is_isolated",
    "relieved",
    "suffers_isolation",
    "under_other_readings",
]

READINGS = ("A-16", "A-17", "A-39", "A-42")
"""Unclear places that can turn who is in supply; the first two also who is isolated."""

_Status = tuple[frozenset[str], frozenset[str]]


def _fixed(going: Going, rules: Ruleset) -> _Status:
    """Return the supplied and the isolated units of an impulse, as these rules read it."""
    for reading in READINGS:
        known = going.otherwise.get((reading, rules.reads(reading)))
        if known is not None:
            return known
    return going.supplied, going.isolated


def in_supply(unit: str, position: Position, rules: Ruleset) -> bool:
    """Tell whether an artillery unit is in supply in this impulse: 15B."""
    if position.going is None:
        return unit in supplied(position, rules)
    return unit in _fixed(position.going, rules)[0]


def is_isolated(unit: str, position: Position, rules: Ruleset) -> bool:
    """Tell whether a unit is isolated in this impulse, freed from the effects or not: 15C."""
    if position.going is None:
        return unit in isolated(position, rules)
    return unit in _fixed(position.going, rules)[1]


def suffers_isolation(unit: str, position: Position, rules: Ruleset) -> bool:
    """Tell whether the effects of isolation fall on a unit in this impulse: 15C, 15D.5."""
    going = position.going
    if going is None:
        return is_isolated(unit, position, rules) and not _freed(unit, position, rules)
    return is_isolated(unit, position, rules) and unit not in going.relieved


def relieved(position: Position, rules: Ruleset) -> frozenset[str]:
    """Return the units in the city that a supply point frees from isolation this turn: 15D.5."""
    if not position.turn.relief:
        return frozenset()
    return frozenset(
        unit
        for fortress in rules.game.supply.fortresses
        for unit in position.forces[fortress.side].pieces
        if _freed(unit, position, rules)
    )


def _freed(unit: str, position: Position, rules: Ruleset) -> bool:
    """Tell whether a unit stands in a city that a point was paid for."""
    piece = position.piece(unit)
    if piece is None or not position.turn.relief:
        return False
    fortress = fortress_of(piece.at, rules)
    return fortress is not None and fortress.side == position.side_of(unit)


def under_other_readings(position: Position, rules: Ruleset) -> Mapping[tuple[str, str], _Status]:
    """Return supply and isolation now under each other reading under which they differ."""
    status = supplied(position, rules), isolated(position, rules)
    found = {}
    for reading in READINGS:
        for other in rules.otherwise(reading):
            theirs = supplied(position, other), isolated(position, other)
            if theirs != status:
                found[reading, other.reads(reading)] = theirs
    return found
