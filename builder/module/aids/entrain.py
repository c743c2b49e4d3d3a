"""A move by rail: its way, typed as the numbers of its hexes; the counter is then dragged there."""

from __future__ import annotations

from builder.convention.line import Entrain
from builder.model.game import Game
from builder.module.aids.aid import UNITS, Aid, Menu
from builder.module.aids.request import ID, STRENGTH
from builder.module.aids.way import Way
from builder.module.aids.writing import reported, said

__all__ = ["entrain"]

_WAY = Way("entrain", "Entrain", "Every hex of its way by rail after its own, as 2123,2222?")


def entrain(game: Game) -> Aid:
    """Return the report of a move by rail, with the strength that counts against the limit."""
    if game.supply.rail is None:
        return Aid()
    values = {"unit": ID, "path": _WAY.path, "strength": STRENGTH}
    return Aid(
        properties=_WAY.properties,
        umpire=(
            *_WAY.traits(game, "EntrainSay"),
            reported("EntrainSay", said(Entrain, values)),
        ),
        menus=(Menu("entrain", "Go by rail", UNITS, "Movement"),),
    )
