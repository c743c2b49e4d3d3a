"""The way of a retreat, typed as the numbers of its hexes; the counter is then dragged there."""

from __future__ import annotations

from builder.convention.line import Retreat
from builder.model.game import Game
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.ground import field_pattern, is_hex
from builder.module.aids.request import HEX, ID, dispatch
from builder.module.aids.writing import (
    action,
    fitting,
    refusal,
    reported,
    said,
    scratch,
    setting,
    stage,
    trigger,
)
from builder.vassal.changer import assign, prompt

__all__ = ["retreat"]

_TYPED, _WAY = scratch("RetreatTyped"), scratch("RetreatWay")


def retreat(game: Game) -> Aid:
    """Return the report of a retreat."""
    units = (Who.UNIT, Who.ARTILLERY, Who.AFV)
    ask = prompt("Hexes of its way after its own, or the last alone, as 2123,2222?")
    # VASSAL 3.6 keeps a single number without its zeros
    alone = f'{fitting(_TYPED, "[0-9]{3}")}?("#0"+{_TYPED}):("#"+{_TYPED})'
    one = field_pattern(game)
    valid = f'{_WAY}.matches("#({one})(,({one}))*")'
    values = {"unit": ID, "path": f'({HEX}.substring(1)+","+{_WAY}.substring(1))'}
    return Aid(
        properties={_TYPED: "", _WAY: ""},
        umpire=(
            setting(_TYPED, ("RetreatNone", assign("")), ("RetreatAsk", ask)),
            *stage("RetreatWay", RetreatWay=f'{fitting(_TYPED, "[0-9,]+")}?({alone}):"#"'),
            refusal("RetreatOff", '"Not reported: it is not on a hex of the map."'),
            refusal("RetreatBad", '"Not reported: no such hexes."'),
            dispatch(game, "retreat", f"!{is_hex(game, HEX)}", "RetreatOff"),
            dispatch(
                game,
                "retreat",
                is_hex(game, HEX),
                "RetreatNone",
                "RetreatAsk",
                "RetreatWay",
                "Retreat",
            ),
            trigger(action("Retreat"), f'"#"+{_TYPED}!="#"&&!{valid}', "RetreatBad"),
            trigger(action("Retreat"), valid, "RetreatSay"),
            reported("RetreatSay", said(Retreat, values)),
        ),
        menus=(Menu("retreat", "Report its retreat", units, "Losses and morale"),),
    )
