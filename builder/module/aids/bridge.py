"""Bridges: a unit builds its own, or destroys the one in its hex; the marker comes and goes.

What is built is the marker that the data give to the unit; what is destroyed is looked for in the
hex. Whether a bridge may be built twice in a game is for whoever judges.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder import convention
from builder.convention.line import Bridge
from builder.model.game import Game
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.ground import is_hex, number
from builder.module.aids.request import HEX, ID, WHO, answer, dispatch
from builder.module.aids.writing import (
    action,
    refusal,
    reported,
    said,
    scratch,
    setting,
    stage,
    trigger,
)
from builder.vassal.changer import assign
from builder.vassal.keystroke import key, named
from builder.vassal.trait import Trait

__all__ = ["PLACED", "bridge"]

_NAME, _STANDS = scratch("BridgeName"), scratch("BridgeStands")
PLACED = "wuBridge"
"""Key by which a builder puts its bridge down."""
_REMOVED = key("D")
_KIND = "bridge"


def bridge(game: Game) -> Aid:
    """Return building and destroying."""
    special = game.special
    menus = []
    if special.bridge_builders:
        menus.append(Menu("build", "Build its bridge here", (Who.BUILDER,), "Movement"))
    if special.bridge_wreckers:
        menus.append(Menu("destroy", "Destroy the bridge here", (Who.WRECKER,), "Movement"))
    if not menus:
        return Aid()
    return Aid(
        properties={_NAME: "", _STANDS: ""},
        umpire=(*_built(game), *_destroyed(game)),
        menus=tuple(menus),
    )


def _built(game: Game) -> Iterator[Trait]:
    """Yield what a unit builds: the line, and the key by which it puts the marker down."""
    own = [f'{ID}.equals("{each.unit}")?"{each.marker}":' for each in game.special.bridge_builders]
    yield from stage("BridgeOwn", BridgeName=f'{"".join(own)}"none"')
    there = f'{convention.ID}==\\""+{_NAME}+"\\"&&CurrentMap==\\"{convention.MAP}\\"'
    yield from stage("BridgeLook", BridgeStands=f'Count("{{{there}}}")')
    yield refusal("BridgeOff", '"Not on a hex of the map."')
    yield dispatch(game, "build", f"!{is_hex(game, HEX)}", "BridgeOff")
    yield dispatch(game, "build", is_hex(game, HEX), "BridgeOwn", "BridgeLook", "BridgeBuild")
    yield refusal("BridgeTwice", '"Not built: its bridge stands already."')
    yield trigger(action("BridgeBuild"), f"{_STANDS}>0", "BridgeTwice")
    yield trigger(action("BridgeBuild"), f"{_STANDS}<1", "BridgeBuilt", "Who", "BridgePlace")
    yield reported("BridgeBuilt", _said("build"))
    yield answer("BridgePlace", named(PLACED))


def _destroyed(game: Game) -> Iterator[Trait]:
    """Yield the bridge found in the hex, the line, and the end of the marker."""
    steps = []
    for marker in game.markers.values():
        if marker.kind == _KIND:
            where = f'LocationName.matches(\\""+{HEX}.substring(1)+"\\")'
            here = f'{convention.ID}==\\"{marker.id}\\"&&{where}'
            steps.append(f'Count("{{{here}}}")>0?"{marker.id}":')
    yield from stage("BridgeFind", BridgeName=f'{"".join(steps)}"none"')
    yield dispatch(game, "destroy", f"!{is_hex(game, HEX)}", "BridgeOff")
    yield dispatch(game, "destroy", is_hex(game, HEX), "BridgeFind", "BridgeDestroy")
    yield refusal("BridgeNone", '"Nothing destroyed: no bridge is in this hex."')
    yield trigger(action("BridgeDestroy"), f'{_NAME}=="none"', "BridgeNone")
    do = ("BridgeDown", "BridgeMark", "BridgeRemove")
    yield trigger(action("BridgeDestroy"), f'{_NAME}!="none"', *do)
    yield reported("BridgeDown", _said("destroy"))
    yield setting(WHO, ("BridgeMark", assign(f"{{{_NAME}.substring(0)}}")))
    yield answer("BridgeRemove", _REMOVED)


def _said(work: str) -> str:
    values = {"work": f'"{work}"', "bridge": _NAME, "hex": number(HEX), "unit": ID}
    return said(Bridge, values)
