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
from builder.vassal.keystroke import named
from builder.vassal.trait import Label, Trait

__all__ = ["isolation"]

_UNITS = (Who.UNIT, Who.ARTILLERY, Who.AFV)
_ON, _OFF = "wuIsolate", "wuRelieve"


def isolation(game: Game) -> Aid:
    """Return the state and what shows it."""
    sign = Label(
        font_size=15,
        background="255,255,255",
        foreground="150,0,0",
        vertical="b",
        vertical_anchor="t",
        name_format="$pieceName$",
        font_style=1,
        property_name="wuIsolatedSign",
        text=f'{{{ISOLATED}=="yes"?"isolated":""}}',
        description="Isolated",
    )
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
