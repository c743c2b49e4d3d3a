"""The die that decides whether a garrison is released.

Only garrisons that a roll can release are listed; in turns in which none is made, or none is
needed, nothing is rolled.

Source: :class:`builder.model.special.Garrison`.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.convention.line import Garrison
from builder.model.game import Game
from builder.model.special import Garrison as Rules
from builder.module.aids.aid import Aid, Button
from builder.module.aids.dice import FACES, die, is_forced, rolled
from builder.module.aids.offer import offered, picked
from builder.module.aids.turn import by_turn
from builder.module.aids.writing import (
    action,
    chosen,
    may_press,
    quoted,
    refusal,
    reported,
    said,
    scratch,
    setting,
    stage,
    trigger,
)
from builder.vassal.changer import assign, choose
from builder.vassal.keystroke import named
from builder.vassal.trait import Trait

__all__ = ["garrison"]

_KEY = "wuGarrison"
_ASKED, _GROUP, _MOST = scratch("GarrisonWhich"), scratch("GarrisonId"), scratch("GarrisonMost")


def garrison(game: Game) -> Aid:
    """Return the roll for release."""
    bound = _rolled_for(game)
    if not bound:
        return Aid()
    names = (_ASKED, _GROUP, _MOST, *map(_highest, range(len(bound))))
    tip = "Roll whether a garrison is released, at the beginning of a turn"
    return Aid(
        properties=dict.fromkeys(names, ""),
        umpire=(*_asked(game, bound), *_done(bound)),
        buttons=(Button("Garrison", _KEY, tip, menu="More acts"),),
    )


def _rolled_for(game: Game) -> tuple[Rules, ...]:
    """Return the garrisons that a roll may release in some turn."""
    turns = [turn.number for turn in game.turns]
    return tuple(
        each
        for each in game.special.garrisons
        if any(0 < each.highest(turn) < FACES for turn in turns)
    )


def _highest(number: int) -> str:
    """Return the scratch property with the highest roll that releases a garrison now."""
    return scratch(f"GarrisonRoll{number}")


def _asked(game: Game, bound: tuple[Rules, ...]) -> Iterator[Trait]:
    """Yield the choice of the garrison, with the highest roll that releases it in the turn."""
    for number, each in enumerate(bound):
        most = by_turn(game, {turn.number: each.highest(turn.number) for turn in game.turns})
        yield setting(_highest(number), ("GarrisonTurn", assign(f"{{{most}}}")))
    shown = [offered(each.place, _highest(number)) for number, each in enumerate(bound)]
    ask = choose("Which garrison, released on a roll up to?", *shown)
    yield setting(_ASKED, ("GarrisonNone", assign("")), ("GarrisonAsk", ask))
    group = picked(_ASKED, {each.group: each.place for each in bound})
    yield setting(_GROUP, ("GarrisonId", assign(f"{{{group}}}")))
    steps = "".join(
        f"{_GROUP}=={quoted(each.group)}?{_highest(number)}:" for number, each in enumerate(bound)
    )
    yield from stage("GarrisonMost", GarrisonMost=f"({steps}0)")
    start = ("TurnRow", "GarrisonTurn", "GarrisonNone", "GarrisonAsk", "GarrisonId")
    yield trigger(named(_KEY), may_press(game), *start, "GarrisonMost", "Garrison")


def _done(bound: tuple[Rules, ...]) -> Iterator[Trait]:
    """Yield refusals, the die, and the line."""
    some = f'{_GROUP}!=""'
    yield refusal("GarrisonNot", '"No roll: no garrison is released in this turn."')
    yield refusal("GarrisonAll", '"No roll: it is released without one."')
    yield rolled("GarrisonRoll")
    values = {"group": _GROUP, "die": die()}
    yield reported("GarrisonSay", said(Garrison, values, {"forced": is_forced()}))
    place = chosen(_GROUP, {each.group: each.place for each in bound}, "")
    told = f'{die()}<={_MOST}?": released":": not released"'
    yield reported("GarrisonTell", f'"Garrison of "+{place}+({told})')
    roll = action("Garrison")
    yield trigger(roll, f"{some}&&{_MOST}<1", "GarrisonNot")
    yield trigger(roll, f"{some}&&{_MOST}>={FACES}", "GarrisonAll")
    do = ("GarrisonRoll", "GarrisonSay", "GarrisonTell")
    yield trigger(roll, f"{some}&&{_MOST}>0&&{_MOST}<{FACES}", *do)
