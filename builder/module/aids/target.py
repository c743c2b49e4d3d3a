"""The hex that fire is aimed at, and the friendly stack that artillery supports.

Both are declared by a menu entry of any piece in the hex, or of the target marker. Until
another is declared they stay; a line names them whenever they count.
"""

from __future__ import annotations

from builder.model.game import Game
from builder.module.aids.aid import ROLES, Aid, Menu, Who
from builder.module.aids.ground import is_hex
from builder.module.aids.request import HEX, dispatch
from builder.module.aids.writing import refusal, setting
from builder.vassal.changer import assign

__all__ = ["SUPPORTED", "TARGET", "target"]

TARGET, SUPPORTED = "WUtarget", "WUsupported"
"""Module properties: the hex aimed at and the one supported, as ``h2123``."""
_EVERYBODY = tuple(who for who in Who if who not in ROLES)


def target(game: Game) -> Aid:
    """Return the declaration of the hex aimed at, and of the stack supported."""
    off = '"Not declared: not on a hex of the map."'
    return Aid(
        properties={TARGET: "h", SUPPORTED: "h"},
        umpire=(
            setting(TARGET, ("Aim", assign(f"{{{HEX}}}"))),
            setting(SUPPORTED, ("Support", assign(f"{{{HEX}}}"))),
            refusal("NoHex", off),
            dispatch(game, "target", is_hex(game, HEX), "Aim"),
            dispatch(game, "supported", is_hex(game, HEX), "Support"),
            dispatch(game, "target", f"!({is_hex(game, HEX)})", "NoHex"),
            dispatch(game, "supported", f"!({is_hex(game, HEX)})", "NoHex"),
        ),
        menus=(
            Menu("target", "Declare as target hex", _EVERYBODY, "Fire", concealed=True),
            Menu("supported", "Declare as supported stack", _EVERYBODY, "Fire", concealed=True),
        ),
    )
