"""Ski troops before combat: they slip away, and others on skis follow; counters are then dragged.

Who follows goes into the hex that he assaulted, and assaults from there the one that the others
slipped to: his arrow turns.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.convention.line import Follow, Slip
from builder.hexgrid import Direction
from builder.model.game import Game
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.around import FIND, OFFER, asked_way, hex_of, side_hex
from builder.module.aids.assault import ARROW, MOUNTED, TARGET, does_assault, has_assault
from builder.module.aids.ground import is_hex, number
from builder.module.aids.request import ASSAULTS, HEX, ID, dispatch, state_value
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
from builder.vassal.trait import Trait

__all__ = ["slip"]

_ANSWER, _TO = scratch("SlipAnswer"), scratch("SlipTo")


def slip(game: Game) -> Aid:
    """Return the retreat before combat, and the pursuit of those who made it."""
    if game.special.retreat is None or not does_assault(game):
        return Aid()
    skis = (Who.SKIER,)
    return Aid(
        properties={_ANSWER: "", _TO: ""},
        umpire=(*_asked(), *_slipped(game), *_followed(game)),
        menus=(
            Menu("slip", "Slip away before combat", skis, "Ski troops"),
            Menu("follow", "Follow who slipped away", skis, "Ski troops"),
        ),
    )


def _asked() -> Iterator[Trait]:
    """Yield both prompts, and the hex in the answer."""
    to, target = asked_way("To which hex?"), asked_way("Which hex did they slip to?")
    yield setting(_ANSWER, ("SlipNone", assign("")), ("SlipAsk", to), ("FollowAsk", target))
    yield from stage("SlipTo", SlipTo=hex_of(_ANSWER))
    yield refusal("SlipOff", '"Not reported: no hex of the map."')
    yield refusal("FollowOff", '"Not reported: it has declared no assault from a hex."')


def _slipped(game: Game) -> Iterator[Trait]:
    yield from stage("SlipFrom", AroundHex=HEX)
    around = ("SlipFrom", FIND, OFFER, "SlipNone")
    yield dispatch(game, "slip", f"!{is_hex(game, HEX)}", "SlipOff")
    yield dispatch(game, "slip", is_hex(game, HEX), *around, "SlipAsk", "SlipTo", "Slip")
    there = is_hex(game, _TO)
    yield trigger(action("Slip"), f'{_ANSWER}!=""&&!{there}', "SlipOff")
    yield trigger(action("Slip"), f'{_ANSWER}!=""&&{there}', "SlipSay")
    yield reported("SlipSay", said(Slip, {"unit": ID, "to": number(_TO)}))


def _followed(game: Game) -> Iterator[Trait]:
    yield from stage("FollowFrom", AroundHex=state_value(ASSAULTS))
    around = ("FollowFrom", FIND, OFFER, "SlipNone")
    ready = f"{is_hex(game, HEX)}&&{has_assault()}"
    yield dispatch(game, "follow", f"!({ready})", "FollowOff")
    yield dispatch(game, "follow", ready, *around, "FollowAsk", "SlipTo", "Follow")
    there = is_hex(game, _TO)
    do = ("FollowSay", "FollowAim", "Who", "AssaultAim")
    yield trigger(action("Follow"), f'{_ANSWER}!=""&&!{there}', "SlipOff")
    yield trigger(action("Follow"), f'{_ANSWER}!=""&&{there}', *do)
    values = {"unit": ID, "to": f"{state_value(ASSAULTS)}.substring(1)", "target": number(_TO)}
    yield reported("FollowSay", said(Follow, values))
    yield setting(TARGET, ("FollowAim", assign(f"{{{_TO}.substring(0)}}")))
    yield setting(MOUNTED, ("FollowAim", assign("")))
    ways = "".join(f"{_TO}=={side_hex(way)}?{way + 1}:" for way in Direction)
    yield setting(ARROW, ("FollowAim", assign(f"{{{ways}0}}")))
