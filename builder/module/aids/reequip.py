"""A unit that abandoned its equipment leaves the map for other.

Source: :class:`builder.model.special.Abandoned`, an optional rule.
"""

from __future__ import annotations

from builder.convention.line import Reequip
from builder.model.game import Game
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.ground import is_hex
from builder.module.aids.renewal import COME_BACK
from builder.module.aids.request import ABANDONED, HEX, ID, answer, dispatch, has_state
from builder.module.aids.writing import refusal, reported, said
from builder.vassal.keystroke import named

__all__ = ["reequip"]


def reequip(game: Game) -> Aid:
    """Return the leave of a unit; the menu entry is that of units with equipment to lose."""
    if game.special.abandoned is None:
        return Aid()
    here, without = is_hex(game, HEX), has_state(ABANDONED)
    return Aid(
        umpire=(
            refusal("ReequipOff", '"Not reported: it is not on a hex of the map."'),
            refusal("ReequipHas", '"Not reported: it has its equipment."'),
            dispatch(game, "reequip", f"!{here}", "ReequipOff"),
            dispatch(game, "reequip", f"{here}&&!{without}", "ReequipHas"),
            dispatch(
                game,
                "reequip",
                f"{here}&&{without}",
                "ReequipSay",
                "Who",
                "Equip",
                "ReequipGo",
            ),
            reported("ReequipSay", said(Reequip, {"unit": ID})),
            answer("ReequipGo", named(COME_BACK)),
        ),
        menus=(Menu("reequip", "Leave the map for new equipment", (Who.WEAPONS,), "Renewal"),),
    )
