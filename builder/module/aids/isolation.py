"""Whether a unit is isolated: a state of its counter that a menu entry turns on and off.

Isolation follows from ways to friendly edges, which the module can't trace; who plays says it.
"""

from __future__ import annotations

from builder.model.game import Game
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.request import (
    ISOLATED,
    answer,
    dispatch,
    has_state,
    state_trait,
)
from builder.module.aids.sign import state_sign
from builder.vassal.keystroke import named
from builder.vassal.trait import Trait

__all__ = ["isolation"]

_UNITS = (Who.UNIT, Who.ARTILLERY, Who.AFV)
_ON, _OFF = "wuIsolate", "wuRelieve"


def isolation(game: Game) -> Aid:
    """Return the state and what shows it."""
    sign = state_sign(ISOLATED, "isolated", above=False)
    traits: tuple[Trait, ...] = (state_trait(ISOLATED, (_ON, "yes"), (_OFF, "")), sign)
    return Aid(
        umpire=(
            answer("Isolate", named(_ON)),
            answer("Relieve", named(_OFF)),
            dispatch(game, "isolated", f"!{has_state(ISOLATED)}", "Who", "Isolate"),
            dispatch(game, "isolated", has_state(ISOLATED), "Who", "Relieve"),
        ),
        menus=(Menu("isolated", "Isolated, or not", _UNITS, "Fire", concealed=True),),
        pieces=dict.fromkeys(_UNITS, traits),
    )
