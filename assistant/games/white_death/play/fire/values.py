"""What fire is worth: factor by strength, and what multiplies it (9C.1, 10C.1, 11A.2, 11B.2)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from assistant.games.white_death.play.book import Part
from assistant.games.white_death.play.fire.losses import place_of, strength_of
from assistant.games.white_death.play.fire.tables import ANTITANK, CONVENTIONAL
from assistant.games.white_death.play.supply.status import in_supply, suffers_isolation
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex, distance, hexside
from builder.model.combat import Multiplier

__all__ = [
    "RULES",
    "Parts",
    "barrage_parts",
    "direct_parts",
    "factor_of",
    "is_artillery",
    "shared",
    "support_parts",
    "total",
]

Parts = tuple[Part, ...]

RULES = {CONVENTIONAL: "WD-9C.1", ANTITANK: "WD-10C.1"}
"""The atom that says what direct fire of a kind is worth."""

_COMBAT = "combat"
_SLOPE, _CLOSE, _ISOLATED, _FAR = "slope", "close_combat", "isolated", "far"
_ROCKETS = "rockets_unpaid"
_ATOMS = {_SLOPE: "WD-12B.1", _CLOSE: "WD-21A.1", _ISOLATED: "WD-15C.2", _ROCKETS: "WD-15A.3"}


def total(parts: Parts) -> Fraction:
    """Return the sum of parts.

    >>> total(((8, "a", "r"), (Fraction(-1, 2), "b", "r")))
    Fraction(15, 2)
    """
    return sum((Fraction(amount) for amount, _, _ in parts), Fraction(0))


def shared(parts: Parts, share: Fraction, rule: str) -> Parts:
    """Return the parts of a share of a value: what goes elsewhere is taken off."""
    if share == 1:
        return parts
    return (*parts, (total(parts) * (share - 1), f"{share} of it", rule))


def factor_of(unit: str, kind: str, position: Position, rules: Ruleset) -> Fraction:
    """Return the conventional or antitank factor of a unit or bunker: 19, 23."""
    special = rules.game.special
    if unit in position.bunkers:
        if special.bunkers is None:
            return Fraction(0)
        return special.bunkers.combat if kind == CONVENTIONAL else special.bunkers.antitank
    piece = position.piece(unit)
    if piece is not None and piece.abandoned and special.abandoned is not None:
        return special.abandoned.combat if kind == CONVENTIONAL else special.abandoned.antitank
    figures = rules.unit(unit)
    return figures.combat if kind == CONVENTIONAL else figures.antitank


def is_artillery(unit: str, position: Position, rules: Ruleset) -> bool:
    """Tell whether a unit can fire indirectly: 11.1, 23.1."""
    piece = position.piece(unit)
    return piece is not None and not piece.abandoned and rules.unit(unit).artillery


def direct_parts(unit: str, kind: str, target: Hex, position: Position, rules: Ruleset) -> Parts:
    """Return what a unit's or bunker's direct fire at a hex is worth.

    Args:
        unit: Who fires; it is on the map.
        kind: ``conventional`` or ``antitank``.
        target: The hex fired at.
        position: As it is now.
        rules: What is played by.
    """
    strength = strength_of(position, unit)
    factor = factor_of(unit, kind, position, rules)
    value = factor * strength
    parts: list[Part] = [(value, f"factor {factor} by strength {strength}", RULES[kind])]
    figure = _COMBAT if kind == CONVENTIONAL else ANTITANK
    for each in _holding(unit, target, position, rules):
        if figure in each.applies:
            parts.append((value * (each.factor - 1), each.name.lower(), _ATOMS[each.id]))
            value *= each.factor
    return tuple(parts)


def _holding(unit: str, target: Hex, position: Position, rules: Ruleset) -> Iterator[Multiplier]:
    """Yield the multipliers of direct fire that hold: 12B, 21A, 15C, A-56."""
    multipliers = rules.game.combat.multipliers
    here = place_of(position, unit)
    if here is None:
        return
    if distance(here, target) == 1 and rules.game.map.slopes.get(hexside(here, target)) == here:
        yield multipliers[_SLOPE]
    close = multipliers[_CLOSE]
    assaulted = position.doing(unit).target
    grounds = {here} if assaulted is None else {here, assaulted}
    terrain = {row for hex_ in grounds for row in rules.game.map.hexes[hex_].terrain}
    if unit in rules.group(close.group) and terrain & set(close.terrain):
        yield close
    if unit not in position.bunkers and suffers_isolation(unit, position, rules):
        yield multipliers[_ISOLATED]


def support_parts(
    unit: str, stack: Hex, position: Position, rules: Ruleset, *, printed: bool
) -> Parts:
    """Return what a unit's support of a stack is worth: 11A.2, 15A.4, 15B.

    Args:
        unit: Artillery on the map, with a support factor.
        stack: The hex supported.
        position: As it is now.
        rules: What is played by.
        printed: Whether a supply point was paid for it, or none is needed.

    Returns:
        Nothing if the stack is out of range, or the unit has no support factor.
    """
    figures, strength = rules.unit(unit), strength_of(position, unit)
    factor, why, rule = figures.support, "", "WD-11A.6"
    tracing = rules.game.supply.tracing
    if factor is None:
        return ()
    if tracing is not None and not in_supply(unit, position, rules):
        factor, why, rule = Fraction(tracing.support_unsupplied), ", out of supply", "WD-15B.3"
    elif tracing is not None and not printed:
        factor, why, rule = Fraction(tracing.support_unpaid), ", no point paid", "WD-15A.4"
    value = factor * strength
    parts = ((value, f"factor {factor} by strength {strength}{why}", rule),)
    return _ranged(unit, stack, parts, "WD-11A.6", position, rules)


def barrage_parts(
    unit: str, target: Hex, position: Position, rules: Ruleset, *, rockets: bool
) -> Parts:
    """Return what a unit's barrage of a hex is worth: 11B.2, 15A.3.

    Args:
        unit: Artillery on the map.
        target: The hex.
        position: As it is now.
        rules: What is played by.
        rockets: Whether the point for full fire of rockets is paid.

    Returns:
        Nothing if the hex is out of range.
    """
    figures, strength = rules.unit(unit), strength_of(position, unit)
    if figures.barrage is None:
        return ()
    value = figures.barrage * strength
    parts: Parts = ((value, f"{rules.label(unit)}: {figures.barrage} by {strength}", "WD-11B.4"),)
    halved = rules.game.combat.multipliers[_ROCKETS]
    if not rockets and unit in rules.group(halved.group):
        parts = (*parts, (value * (halved.factor - 1), halved.name.lower(), _ATOMS[_ROCKETS]))
    return _ranged(unit, target, parts, "WD-11B.4", position, rules)


def _ranged(  # noqa: PLR0913, PLR0917 - a value and what it depends on
    unit: str, hex_: Hex, parts: Parts, rule: str, position: Position, rules: Ruleset
) -> Parts:
    """Return the parts with what distance takes off; nothing beyond the range."""
    here, reach = place_of(position, unit), rules.unit(unit).range
    sight = rules.game.combat.observation
    if here is None or reach is None or distance(here, hex_) > reach:
        return ()
    far = rules.game.combat.multipliers[_FAR]
    if sight is None or distance(here, hex_) <= reach * sight.near:
        return parts
    hexes = f"{distance(here, hex_)} hexes of {reach}: {far.name.lower()}"
    return (*parts, (total(parts) * (far.factor - 1), hexes, rule))
