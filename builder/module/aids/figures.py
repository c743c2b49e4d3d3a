"""What is printed on a piece, as the umpire needs it: whole numbers and letters.

Fire values are counted in sixteenths: the smallest factor is 1/2, isolation and the half of a
pool halve it, and what then remains is a whole number of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from builder.errors import WargameError
from builder.model.game import Game, Kind, Marker, Unit
from builder.module.aids.request import FIGURES, PRINTED
from builder.vassal.trait import Marker as MarkerTrait

__all__ = [
    "NAMES",
    "NONE",
    "PARTS",
    "bunker_figures",
    "figure",
    "figure_number",
    "is_afv",
    "no_figures",
    "unit_figures",
    "value_text",
]

PARTS = 16
"""Parts of a fire point."""
NONE = "-"
"""Stands for a figure that a piece doesn't have."""

NAMES = (
    "conventional",
    "antitank",
    "support",
    "barrage",
    "range",
    "morale",
    "defence",
    "kind",
    "strength",
    "bound",
    "close",
    "formation",
    "rockets",
)
"""Figures in their order: four fire factors in sixteenths, range in hexes, morale, class or
number of the defence, class (``personnel``, ``weapons``, ``AFV``, ``bunker``), strength points,
whether the factor is for defence only, whether it belongs to the group of the close combat
multiplier, its formation if that is a division or
brigade, whether it is artillery that pays for full barrages."""


_NUMBERS = ("conventional", "antitank", "support", "barrage", "range", "morale", "strength")


def figure(name: str) -> str:
    """Return the expression of a figure of who asks, a text."""
    return f'("#,"+{PRINTED}).split(",")[{NAMES.index(name) + 1}]'


def figure_number(name: str) -> str:
    """Return the expression of a figure that is a number."""
    return f"Integer.parseInt({figure(name)})"


def is_afv() -> str:
    """Return the condition that who asks is an AFV."""
    return f'{figure("kind")}.equals("{Kind.AFV}")'


def unit_figures(game: Game, unit: Unit) -> MarkerTrait:
    """Return the marker of a unit's figures."""
    close = game.combat.multipliers.get("close_combat")
    rockets = game.combat.multipliers.get("rockets_unpaid")
    body = game.formations.get(unit.parent)
    return _marker(
        {
            "conventional": _parts(unit, unit.combat),
            "antitank": _parts(unit, unit.antitank),
            "support": _parts(unit, unit.support),
            "barrage": _parts(unit, unit.barrage),
            "range": str(unit.range or 0),
            "morale": str(unit.morale),
            "defence": unit.defence,
            "kind": str(unit.kind),
            "strength": str(unit.strength),
            "bound": "yes" if unit.defensive_only else "no",
            "close": "yes" if close and unit.id in _members(game, close.group) else "no",
            "formation": unit.parent if body is not None and body.divisional else "",
            "rockets": "yes" if rockets and unit.id in _members(game, rockets.group) else "no",
        }
    )


def bunker_figures(game: Game, bunker: Marker) -> MarkerTrait:
    """Return the marker of a bunker's figures."""
    special = game.special.bunkers
    return _marker(
        {
            "conventional": _parts(bunker, special.combat if special else None),
            "antitank": _parts(bunker, special.antitank if special else None),
            "kind": "bunker",
            "strength": str(bunker.strength or 0),
        }
    )


def no_figures() -> MarkerTrait:
    """Return the marker of a piece without figures."""
    return _marker({})


def value_text(sixteenths: str) -> str:
    """Return the expression that writes a property in sixteenths as lines do: ``7/2``."""
    steps = "".join(
        f'{sixteenths}%{16 // whole}==0?{sixteenths}/{16 // whole}+"/{whole}":'
        for whole in (2, 4, 8)
    )
    return f'({sixteenths}%16==0?{sixteenths}/16:{steps}{sixteenths}+"/16")'


def _marker(figures: Mapping[str, str]) -> MarkerTrait:
    """Return the marker with some figures, in their order."""
    values = (figures.get(name) or ("0" if name in _NUMBERS else NONE) for name in NAMES)
    return MarkerTrait((FIGURES,), (",".join(values),))


def _parts(piece: Unit | Marker, value: Fraction | None) -> str:
    """Return a fire factor in sixteenths.

    Raises:
        WargameError: It is no whole number of them.
    """
    parts = (value or 0) * PARTS
    if parts != int(parts):
        raise WargameError(f"{piece.id}: a factor of {value} is no whole number of sixteenths")
    return str(int(parts))


def _members(game: Game, group: str) -> frozenset[str]:
    found = game.special.groups.get(group)
    return found.units if found is not None else frozenset()
