"""What a unit may do besides what all units of its class do, by the groups of the data."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from builder.model.game import Game, Unit
from builder.module.aids.aid import Who

__all__ = ["roles"]


def roles(game: Game, unit: Unit) -> tuple[Who, ...]:
    """Return the roles of a unit, each with entries of its own in the menu."""
    return tuple(role for role, units in _members(game).items() if unit.id in units)


def _members(game: Game) -> Mapping[Who, Collection[str]]:
    """Return the ids of the units of each role."""
    special = game.special
    charge = game.combat.multipliers.get("charging")
    commandos = _group(game, special.detection.group if special.detection else "")
    sides = {game.units[id_].side for id_ in commandos}
    return {
        Who.CHARGER: _group(game, charge.group if charge else ""),
        Who.SKIER: _group(game, special.retreat.group if special.retreat else ""),
        Who.COMMANDO: commandos,
        Who.ESCORT: {u.id for u in game.units.values() if u.side in sides} - commandos,
        Who.BUILDER: {each.unit for each in special.bridge_builders},
        Who.WRECKER: _group(game, special.bridge_wreckers),
        Who.WEAPONS: _group(game, special.abandoned.group if special.abandoned else ""),
        Who.REPLACEABLE: frozenset().union(
            *(_group(game, each.group) for each in game.supply.replacements.values())
        ),
    }


def _group(game: Game, id_: str) -> frozenset[str]:
    found = game.special.groups.get(id_)
    return found.units if found is not None else frozenset()
