"""A formation that leaves the map to come back at full strength, with what it had lost.

Its counters go to their side's order of appearance at once, those among the eliminated too.

Source: :class:`builder.model.supply.Refit`.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder import convention
from builder.convention.line import Refit
from builder.model.game import Game
from builder.module.aids.aid import Aid, Button
from builder.module.aids.loss import NEW_LOSS, TAKE_LOSS
from builder.module.aids.renewal import COME_BACK
from builder.module.aids.request import FIGURES
from builder.module.aids.writing import (
    action,
    chosen,
    may_press,
    reported,
    said,
    scratch,
    setting,
    trigger,
)
from builder.vassal.changer import assign, choose
from builder.vassal.keystroke import named
from builder.vassal.trait import GlobalKeyCommand, Trait

__all__ = ["refit", "refitted"]

_KEY = "wuRefit"
_ASKED, _BODY = scratch("RefitWhich"), scratch("RefitId")


def refitted(game: Game) -> dict[str, str]:
    """Return the formations that may leave for refit: name by id."""
    groups = [game.special.groups[each.group].units for each in game.supply.refits]
    ids = {game.units[unit].parent for units in groups for unit in units}
    found = {id_: game.formations[id_].name for id_ in ids if id_ in game.formations}
    return dict(sorted(found.items(), key=lambda each: each[1]))


def refit(game: Game) -> Aid:
    """Return the leave of a formation."""
    bodies = refitted(game)
    if not bodies:
        return Aid()
    tip = "A formation leaves the map to come back at full strength"
    return Aid(
        properties=dict.fromkeys((_ASKED, _BODY), ""),
        umpire=(*_asked(game, bodies), *_gone()),
        buttons=(Button("Refit", _KEY, tip, menu="More acts"),),
    )


def _asked(game: Game, bodies: dict[str, str]) -> Iterator[Trait]:
    """Yield the choice of the formation, and the line."""
    ask = choose("Which formation leaves for refit?", *bodies.values())
    yield setting(_ASKED, ("RefitNone", assign("")), ("RefitAsk", ask))
    id_ = chosen(_ASKED, {name: body for body, name in bodies.items()}, "")
    yield setting(_BODY, ("RefitId", assign(f"{{{id_}}}")))
    yield trigger(named(_KEY), may_press(game), "RefitNone", "RefitAsk", "RefitId", "Refit")
    do = ("RefitSay", "RefitWhole", "RefitLoss", "RefitGo")
    yield trigger(action("Refit"), f'{_BODY}!=""', *do)
    yield reported("RefitSay", said(Refit, {"formation": _BODY}))


def _gone() -> Iterator[Trait]:
    """Yield what makes all units of the formation whole and sends them away."""
    yield setting(NEW_LOSS, ("RefitWhole", assign("0")))
    theirs = f'{{{convention.KIND}=="unit"&&{FIGURES}.contains(",${_BODY}$,")}}'
    for key, sent in (("RefitLoss", TAKE_LOSS), ("RefitGo", COME_BACK)):
        yield GlobalKeyCommand(
            key=action(key),
            sent_key=named(sent),
            filter=theirs,
            suppress_reports=False,
            target=f"COUNTER|false|MAP|||||0|0||true|{convention.KIND}|unit|EQUALS",
        )
