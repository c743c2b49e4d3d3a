"""The fire committed against hexes and not yet used, in sixteenths of a point.

Conventional fire and support make one pool of a hex, antitank fire another, barrages a third. In
the phase of defensive fire each stack that is assaulted has pools of its own: who fires from it
may only hit those that assault it. Pools are emptied when the phase changes, by an impulse, or by
a button.
"""

from __future__ import annotations

from builder.convention.line import Note
from builder.model.game import Game
from builder.module.aids.account import EMPTY, booked
from builder.module.aids.aid import Aid, Button, Who
from builder.module.aids.figures import value_text
from builder.module.aids.writing import calculated, may_press, reported, said, setting, trigger
from builder.vassal.changer import assign
from builder.vassal.keystroke import named
from builder.vassal.trait import Label, Trait

__all__ = ["CLEARED", "DEFENSIVE", "POOL", "SHOOTERS", "aimed", "pool"]

SHOOTERS = "WUshooters"
"""Module property: lists of who fires at those that leave a hex, or are found out in it, by the
name of the pool."""
POOL = "WUpool"
"""Module property: accounts by hex, letter of the kind, and hex of the firers if it matters."""
CLEARED = ("Next", "First", "PoolReset")
"""Actions of the umpire after which no fire is left: the next phase, an impulse, the button."""
DEFENSIVE = "defensive-fire"
"""Id of the phase in which only those who assault a stack are hit from it."""
_KEY = "wuResetPools"
_KINDS = {"c": "conventional", "a": "antitank", "b": "barrage"}


def aimed(hex_: str, letter: str, source: str) -> str:
    """Return the expression of a pool's name.

    Args:
        hex_: Expression of the hex fired at, as ``h2123``.
        letter: Expression of the kind's letter: ``c`` or ``a``.
        source: Expression of the hex of the firers.
    """
    return f'({hex_}+{letter}+(WUphase=="{DEFENSIVE}"?{source}:""))'


def pool(game: Game) -> Aid:
    """Return the pools, their reset, and what the target marker shows of them."""
    return Aid(
        properties={POOL: EMPTY, SHOOTERS: EMPTY},
        umpire=(
            booked(POOL, cleared=CLEARED),
            setting(SHOOTERS, *((key, assign(EMPTY)) for key in CLEARED)),
            trigger(named(_KEY), may_press(game), "PoolReset", "PoolSay"),
            reported("PoolSay", said(Note, {"text": '"fire_pools_reset"'})),
        ),
        pieces={Who.TARGET: tuple(_shown())},
        buttons=(Button("Reset fire", _KEY, "Empty the pools of fire that was committed"),),
    )


def _shown() -> list[Trait]:
    """Return what shows a hex's pools on a piece: it only looks, whoever moves it."""
    here = '"h"+LocationName.substring(0)'
    made: list[Trait] = []
    texts = ['""']
    for letter, name in _KINDS.items():
        total = f"wuPool_{name}"
        amount = f'Integer.parseInt("0"+{POOL}.replaceAll(".*;"+{here}+"{letter}[^=;]*=|;.*",""))'
        made.append(calculated(total, amount))
        texts.append(f'({total}>0?" {name[:4]}. "+{value_text(total)}:"")')
    shown = Label(
        font_size=16,
        background="255,255,255",
        foreground="150,0,0",
        name_format="$pieceName$",
        font_style=1,
        property_name="wuShown",
        text=f"{{{'+'.join(texts)}}}",
        description="Fire on its hex",
    )
    return [*made, shown]
