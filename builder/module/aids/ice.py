"""The roll for the ice under an AFV, and the strength it may lose.

It is asked for where the unit came to by the hexside: the hexes around are listed with what the
map has between, and the way it came is chosen. A hexside that lies behind, as of a retreat, is
typed. A loss follows at once, in a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder import convention
from builder.convention.line import Ice
from builder.hexgrid import Direction
from builder.model.game import Game
from builder.model.special import Ice as Rule
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.around import (
    FIND,
    asked_way,
    hex_of,
    offer,
    offered,
)
from builder.module.aids.dice import die, is_forced, rolled
from builder.module.aids.ground import (
    LAKES_FULL,
    LAKES_PARTIAL,
    apart,
    distance,
    field_pattern,
    has_side,
    is_hex,
    place,
)
from builder.module.aids.loss import POINTS, WHY
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
from builder.vassal.trait import Trait

__all__ = ["TYPED", "ice"]

TYPED = "another hexside"
"""The answer after which the hexside is typed."""
_ANSWER, _TEXT, _PLACE = scratch("IceAnswer"), scratch("IceTyped"), scratch("IcePlace")
_SIDE, _FROM, _TO = scratch("IceSide"), scratch("IceFrom"), scratch("IceTo")
_Q, _R, _AWAY = scratch("IceQ"), scratch("IceR"), scratch("IceAway")
_SCRATCH = (_ANSWER, _TEXT, _PLACE, _SIDE, _FROM, _TO, _Q, _R, _AWAY)


def ice(game: Game) -> Aid:
    """Return the roll for the ice."""
    if not game.special.ice:
        return Aid()
    return Aid(
        properties=dict.fromkeys(_SCRATCH, ""),
        umpire=(*_asked(game), *_understood(game), *_done(game)),
        menus=(Menu("ice", "Roll for the ice", (Who.AFV,), "Movement"),),
    )


def _asked(game: Game) -> Iterator[Trait]:
    """Yield the list of hexes around, with the lakes between, and the prompt for another side."""
    yield from stage("IceFrom", AroundHex=HEX, IcePlace=place(game, HEX))
    for way in Direction:
        full, partial = (has_side(s, _PLACE, str(way.value)) for s in (LAKES_FULL, LAKES_PARTIAL))
        lake = f'{full}?", over a lake":{partial}?", along a lake":""'
        yield setting(offered(way), ("IceOffer", assign(f"{{{offer(game, way, lake)}}}")))
    ask = asked_way("From which hex did it come?", TYPED)
    yield setting(_ANSWER, ("IceNone", assign("")), ("IceAsk", ask))
    question = "Hexside crossed, as 2123/2222: from and to?"
    yield setting(_TEXT, ("IceNone", assign("")), ("IceType", prompt(question)))
    yield refusal("IceOff", '"No roll: it is not on a hex of the map."')
    yield dispatch(game, "ice", f"!{is_hex(game, HEX)}", "IceOff")
    asked = ("IceFrom", FIND, "IceOffer", "IceNone", "IceAsk", "IceAnswered")
    yield dispatch(game, "ice", is_hex(game, HEX), *asked)


def _understood(game: Game) -> Iterator[Trait]:
    """Yield the hexside, from and to, as ``#2123/2222``, and how far apart its hexes are."""
    number = field_pattern(game)
    chosen, typed = f'{_ANSWER}!="{TYPED}"', f'{_ANSWER}=="{TYPED}"'
    yield trigger(action("IceAnswered"), f'{_ANSWER}!=""&&{chosen}', "IceChosen", "IceSides")
    yield trigger(action("IceAnswered"), typed, "IceType", "IceTyped")
    yield trigger(action("IceTyped"), f'"#"+{_TEXT}!="#"', "IceRead", "IceSides")
    came = f'"#"+({hex_of(_ANSWER)}).substring(1)+"/"+{HEX}.substring(1)'
    read = f'{fitting(_TEXT, f"({number})/({number})")}?("#"+{_TEXT}):"#"'
    yield setting(_SIDE, ("IceChosen", assign(f"{{{came}}}")), ("IceRead", assign(f"{{{read}}}")))
    valid = f'{_SIDE}.matches("#({number})/({number})")'
    yield refusal("IceBad", '"No roll: these are no two hexes of the map side by side."')
    yield trigger(action("IceSides"), f"!{valid}", "IceBad")
    find = ("IceEnds", "IceApart", "IceAway", "IceCheck")
    yield trigger(action("IceSides"), valid, *find)
    ends = {"IceFrom": f'"h"+{_SIDE}.substring(1,5)', "IceTo": f'"h"+{_SIDE}.substring(6)'}
    yield from stage("IceEnds", **ends)
    q, r = apart(game, _FROM, _TO)
    yield from stage("IceApart", IceQ=q, IceR=r)
    yield from stage("IceAway", IceAway=distance(_Q, _R))


def _done(game: Game) -> Iterator[Trait]:
    """Yield the roll, the line and the loss."""
    yield refusal("IceDry", '"No roll: none is made in this weather; or it isn\'t set."')
    skies = sorted({sky for rule in game.special.ice for sky in rule.weather})
    rolled_in = "(" + "||".join(f'{convention.WEATHER}=="{sky}"' for sky in skies) + ")"
    yield trigger(action("IceCheck"), f"{_AWAY}!=1", "IceBad")
    yield trigger(action("IceCheck"), f"{_AWAY}==1&&!{rolled_in}", "IceDry")
    yield trigger(action("IceCheck"), f"{_AWAY}==1&&{rolled_in}", "IceRoll", "IceSay", "IceBreak")
    yield rolled("IceRoll")
    values = {"unit": ID, "side": f"{_SIDE}.substring(1)", "die": die()}
    yield reported("IceSay", said(Ice, values, {"forced": is_forced()}))
    yield setting(WHY, ("IceLose", assign("ice")))
    points = "".join(f"{_breaks(r)}?{r.losses}:" for r in game.special.ice) + "0"
    yield setting(POINTS, ("IceLose", assign(f"{{{points}}}")))
    broken = "||".join(_breaks(rule) for rule in game.special.ice)
    yield trigger(action("IceBreak"), broken, "IceLose", "LossMost", "LossCheck")


def _breaks(rule: Rule) -> str:
    """Return the condition that the ice of a rule breaks, in its weather and by the die."""
    skies = "||".join(f'{convention.WEATHER}=="{sky}"' for sky in rule.weather)
    faces = "||".join(f"{die()}=={face}" for face in rule.lost_on)
    return f"(({skies})&&({faces}))"
