"""The way of a retreat, typed as the numbers of its hexes; the counter is then dragged there."""

from __future__ import annotations

from builder.convention.line import Retreat
from builder.model.game import Game
from builder.module.aids.aid import UNITS, Aid, Menu
from builder.module.aids.request import ID
from builder.module.aids.way import Way
from builder.module.aids.writing import reported, said

__all__ = ["retreat"]

_WAY = Way("retreat", "Retreat", "Every hex of its way after its own, as 2123,2222?")


def retreat(game: Game) -> Aid:
    """Return the report of a retreat."""
    return Aid(
        properties=_WAY.properties,
        umpire=(
            *_WAY.traits(game, "RetreatSay"),
            reported("RetreatSay", said(Retreat, {"unit": ID, "path": _WAY.path})),
        ),
        menus=(Menu("retreat", "Report its retreat", UNITS, "Losses and morale"),),
    )
