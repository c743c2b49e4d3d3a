"""The controlling headquarters of a side's units in, or assaulting, a hex."""

from __future__ import annotations

from builder.convention.line import Headquarters
from builder.model.game import Game
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.figures import NONE, figure
from builder.module.aids.ground import is_hex
from builder.module.aids.request import HEX, SIDE, dispatch
from builder.module.aids.target import TARGET
from builder.module.aids.writing import (
    action,
    refusal,
    reported,
    said,
    scratch,
    setting,
    trigger,
)
from builder.vassal.changer import assign, choose

__all__ = ["headquarters"]

_WHERE = scratch("HeadWhere")
_OWN, _TARGET = "the hex it is in", "the declared target hex"


def headquarters(game: Game) -> Aid:
    """Return the naming of a formation: asked of one of its units."""
    units = (Who.UNIT, Who.ARTILLERY, Who.AFV)
    ask = choose("Which hex is fought for?", _OWN, _TARGET)
    hex_ = f'({_WHERE}=="{_OWN}"?{HEX}.substring(1):{TARGET}.substring(1))'
    values = {"hex": hex_, "side": SIDE, "formation": figure("formation")}
    known = f'!{figure("formation")}.equals("{NONE}")&&{is_hex(game, HEX)}'
    own = f'({_WHERE}=="{_OWN}"||{_WHERE}=="{_TARGET}"&&{is_hex(game, TARGET)})'
    return Aid(
        properties={_WHERE: ""},
        umpire=(
            setting(_WHERE, ("HeadNone", assign("")), ("HeadAsk", ask)),
            refusal("HeadOff", '"Not named: it belongs to no formation, or is not on the map."'),
            refusal("HeadAim", '"Not named: declare the target hex first."'),
            dispatch(game, "hq", f"!({known})", "HeadOff"),
            dispatch(game, "hq", known, "HeadNone", "HeadAsk", "Head"),
            trigger(action("Head"), f'{_WHERE}!=""&&!{own}', "HeadAim"),
            trigger(action("Head"), f'{_WHERE}!=""&&{own}', "HeadSay"),
            reported("HeadSay", said(Headquarters, values)),
        ),
        menus=(Menu("hq", "Its headquarters controls here", units, "Fire"),),
    )
