"""What people call counters and formations, other than by their ids."""

from __future__ import annotations

from builder.model.game import Game, Unit

__all__ = ["called"]


def called(game: Game, text: str) -> list[str]:
    """Return the ids of the counters that people call so, then of the formations.

    Args:
        game: The game.
        text: What is printed on a unit, with or without its formation and its type (``506``,
            ``I/55``, ``506 field artillery``), or the name of a marker or a formation; in
            whatever letters.
    """
    wanted = text.casefold()
    found = [unit.id for unit in game.units.values() if wanted in _names(unit)]
    found += [id_ for id_, marker in game.markers.items() if marker.name.casefold() == wanted]
    return found + [id_ for id_, each in game.formations.items() if each.name.casefold() == wanted]


def _names(unit: Unit) -> set[str]:
    """Return what people call a unit: with and without formation and type."""
    name, formation = unit.name, unit.formation_id
    whole = f"{name}/{formation}" if formation else name
    return {each.casefold() for each in (name, f"{name} {unit.type}", whole, unit.label)}
