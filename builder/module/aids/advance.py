"""The advance of who assaulted a hex, once it is empty; the counter is then dragged there."""

from __future__ import annotations

from builder.convention.line import Advance
from builder.model.game import Game
from builder.module.aids.aid import UNITS, Aid, Menu
from builder.module.aids.assault import does_assault, has_assault
from builder.module.aids.ground import is_hex
from builder.module.aids.request import ASSAULTS, HEX, ID, dispatch, state_value
from builder.module.aids.writing import refusal, reported, said

__all__ = ["advance"]


def advance(game: Game) -> Aid:
    """Return the report of an advance, with which the assault is over."""
    if not does_assault(game):
        return Aid()
    ready = f"{is_hex(game, HEX)}&&{has_assault()}"
    to = f"{state_value(ASSAULTS)}.substring(1)"
    return Aid(
        umpire=(
            refusal("AdvanceOff", '"Not reported: it has declared no assault from a hex."'),
            dispatch(game, "advance", f"!({ready})", "AdvanceOff"),
            dispatch(game, "advance", ready, "AdvanceSay", "Who", "AssaultEnd"),
            reported("AdvanceSay", said(Advance, {"unit": ID, "to": to})),
        ),
        menus=(Menu("advance", "Advance into the hex it assaulted", UNITS, "Assault"),),
    )
