"""Artillery deploys: its counter is turned over on the map, and that writes the line.

A counter turned over before an impulse of the turn is declared, as in a set-up, in a box, or
back to its front, writes none: concentrating is free and follows from a move.
"""

from __future__ import annotations

from builder import convention
from builder.convention.line import Deploy
from builder.model.game import Game
from builder.module import piece_keys
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.ground import is_hex
from builder.module.aids.moment import IN_IMPULSE
from builder.module.aids.request import HEX, ID, dispatch, menu_key
from builder.module.aids.writing import reported, said
from builder.vassal.trait import Trigger

__all__ = ["deploy"]

_VERB = "deploy"


def deploy(game: Game) -> Aid:
    """Return the line that turning artillery over writes."""
    # the layer turns first: what is looked at here is the face that then shows
    shown = f"{convention.FACE}_Level==2"
    turned = Trigger(
        watch_keys=(piece_keys.FLIP,),
        match=f"{{{shown}&&{IN_IMPULSE}}}",
        action_keys=(menu_key(_VERB),),
    )
    return Aid(
        umpire=(
            dispatch(game, _VERB, is_hex(game, HEX), "DeploySay"),
            reported("DeploySay", said(Deploy, {"unit": ID})),
        ),
        menus=(Menu(_VERB, "", (Who.ARTILLERY,), "", concealed=True),),
        pieces={Who.ARTILLERY: (turned,)},
    )
