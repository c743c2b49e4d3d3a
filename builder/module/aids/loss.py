"""Strength lost: what fire or barrages call for, or as many points as are chosen.

What one attack calls for was capped when it was made; what all barrages of a phase cost is
capped here: a part of the strength before the first of them. A piece that has no strength left
goes to the eliminated, a bunker off the map.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.convention.line import Loss
from builder.model.game import Game
from builder.module.aids.account import EMPTY, booked, value_of
from builder.module.aids.aid import Aid, Menu, Who
from builder.module.aids.figures import figure, figure_number
from builder.module.aids.fire import DUE
from builder.module.aids.pool import CLEARED
from builder.module.aids.request import HEX, ID, SIDE, STRENGTH, answer, dispatch
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
from builder.vassal.changer import assign, choose
from builder.vassal.keystroke import key, named
from builder.vassal.trait import Trait

__all__ = [
    "CALLED",
    "ELIMINATED",
    "LOST",
    "NEW_LOSS",
    "POINTS",
    "TAKE_LOSS",
    "WHY",
    "barrage_due",
    "loss",
]

CALLED, LOST = "WUcalled", "WUlost"
"""Module properties: accounts by unit of what barrages called for in the phase and cost."""
ELIMINATED = "WUeliminated"
"""Module property: accounts by hex and side of units that fire wiped out in the phase."""
TAKE_LOSS = "wuTakeLoss"
"""Key by which a piece takes :data:`NEW_LOSS` for the strength it has lost in all."""
NEW_LOSS = scratch("LossNew")
WHY, POINTS = scratch("LossWhy"), scratch("LossPoints")
"""Module properties: the reason of a loss, and its points; the action ``LossCheck`` takes them."""
_ASKED, _HALF = scratch("LossAsked"), scratch("LossHalf")
_LOST, _MOST = scratch("DueLost"), scratch("DueMost")
_REASONS = ("fire", "barrage", "rout", "retreat", "ice", "stacking", "setup")
_PIECES = (Who.UNIT, Who.ARTILLERY, Who.AFV, Who.BUNKER)
_GONE, _REMOVED = key("E"), key("D")


def loss(game: Game) -> Aid:
    """Return the loss of strength points."""
    most = max(
        *(unit.strength for unit in game.units.values()),
        *(marker.strength or 0 for marker in game.markers.values() if marker.kind == "bunker"),
        1,
    )
    names = (WHY, _ASKED, _HALF, POINTS, _LOST, _MOST, NEW_LOSS)
    return Aid(
        properties=dict.fromkeys(names, "") | dict.fromkeys((CALLED, LOST, ELIMINATED), EMPTY),
        umpire=(
            *_asked(most),
            *_capped(game),
            *_reckoned(game),
            *_dispatched(game),
            *_done(),
            *_booked(),
        ),
        menus=(
            Menu("loseFire", "Lose what fire calls for", _PIECES[:-1], "Losses and morale"),
            Menu("loseBarrage", "Lose what barrages call for", _PIECES, "Losses and morale"),
            Menu("lose", "Lose strength points", _PIECES, "Losses and morale"),
        ),
    )


def _asked(most: int) -> Iterator[Trait]:
    numbers = [str(number) for number in range(1, most + 1)]
    points = choose("How many strength points?", f"{{{_HALF}}}", *numbers)
    yield setting(
        WHY,
        ("LossReset", assign("")),
        ("LossByFire", assign("fire")),
        ("LossByBarrage", assign("barrage")),
        ("LossAskWhy", choose("What are they lost to?", *_REASONS)),
    )
    yield setting(_ASKED, ("LossReset", assign("")), ("LossAsk", points))


def barrage_due(game: Game, called: str) -> str:
    """Return the expression of what barrages still cost who asks, after the action ``DueMost``.

    Args:
        game: For the cap of the barrage table.
        called: Property with what they called for in all.
    """
    table = game.combat.tables.get("barrage")
    cap = table.cap if table is not None else None
    exempt = [f'{figure("kind")}.equals("{kind}")' for kind in (cap.exempt if cap else ())]
    spared = "||".join(exempt) or "false"
    return f"Math.min({STRENGTH},({spared}?{called}:Math.min({called},{_MOST}))-{_LOST})"


def _capped(game: Game) -> Iterator[Trait]:
    """Yield what barrages have cost who asks, and the most they may cost in the phase."""
    yield from stage("DueLost", DueLost=value_of(LOST, ID))
    table = game.combat.tables.get("barrage")
    cap = table.cap if table is not None else None
    most = f"{STRENGTH}+{_LOST}"
    if cap is not None:
        up, down = cap.share.as_integer_ratio()
        most = f"Math.max({cap.least},({most})*{up}/{down})"
    yield from stage("DueMost", DueMost=most)


def _reckoned(game: Game) -> Iterator[Trait]:
    """Yield the points, by how the loss was asked for; and the loss in all."""
    half = f'Math.max(1,{STRENGTH}/2)+" (half of it, or 1)"'
    yield from stage("LossHalf", LossHalf=half)
    typed = f'("#"+{_ASKED}).split("#| ")[1]'
    chosen = f'("#"+{_ASKED}).matches("#[0-9].*")?Integer.parseInt({typed}):0'
    yield setting(
        POINTS,
        ("LossChosen", assign(f"{{{chosen}}}")),
        ("LossFire", assign(f"{{{value_of(DUE, ID)}}}")),
        ("LossCalled", assign(f"{{{value_of(CALLED, ID)}}}")),
        ("LossBarrage", assign(f"{{{barrage_due(game, POINTS)}}}")),
        ("LossMost", assign(f"{{Math.min({POINTS},{STRENGTH})}}")),
    )
    yield from stage("LossNew", LossNew=f"{figure_number('strength')}-{STRENGTH}+{POINTS}")


def _dispatched(game: Game) -> Iterator[Trait]:
    yield dispatch(game, "loseFire", "", "LossByFire", "LossFire", "LossMost", "LossCheck")
    capped = ("DueLost", "DueMost", "LossCalled", "LossBarrage")
    yield dispatch(game, "loseBarrage", "", "LossByBarrage", *capped, "LossCheck")
    yield dispatch(game, "lose", "", "LossReset", "LossAskWhy", "LossMore")
    yield trigger(action("LossMore"), f'{WHY}!=""', "LossHalf", "LossAsk", "LossMany")
    yield trigger(action("LossMany"), f'"#"+{_ASKED}!="#"', "LossChosen", "LossCheck")


def _done() -> Iterator[Trait]:
    """Yield refusals, the line, and what becomes of the piece."""
    yield refusal("LossNone", '"Nothing is lost: nothing is called for."')
    yield refusal("LossOver", f'"Nothing is lost: it has no "+{POINTS}+" points."')
    yield trigger(action("LossCheck"), f"{POINTS}<1", "LossNone")
    yield trigger(action("LossCheck"), f"{POINTS}>{STRENGTH}", "LossOver")
    valid = f"{POINTS}>0&&{POINTS}<={STRENGTH}"
    do = ("LossNew", "LossSay", "LossBook", "Who", "LossTake", "LossEnd")
    yield trigger(action("LossCheck"), valid, *do)
    values = {"unit": ID, "points": POINTS, "why": WHY}
    yield reported("LossSay", said(Loss, values))
    yield answer("LossTake", named(TAKE_LOSS))
    yield answer("LossGone", _GONE)
    yield answer("LossRemoved", _REMOVED)
    gone = f"{POINTS}>={STRENGTH}"
    bunker = f'{figure("kind")}.equals("bunker")'
    yield trigger(action("LossEnd"), f"{gone}&&!{bunker}", "LossCount", "LossGone")
    yield trigger(action("LossEnd"), f"{gone}&&{bunker}", "LossRemoved")


def _booked() -> Iterator[Trait]:
    """Yield the accounts: less is due, more is lost, a unit is gone."""
    due = value_of(DUE, ID)
    left = f'{due}-({WHY}=="fire"?Math.min({due},{POINTS}):0)'
    yield booked(DUE, ("LossBook", ID, left))
    more = f'{value_of(LOST, ID)}+({WHY}=="barrage"?{POINTS}:0)'
    yield booked(LOST, ("LossBook", ID, more), cleared=CLEARED)
    yield booked(CALLED, cleared=CLEARED)
    place = f"({HEX}+{SIDE})"
    fired = f'({WHY}=="fire"||{WHY}=="barrage"?1:0)'
    yield booked(
        ELIMINATED,
        ("LossCount", place, f"{value_of(ELIMINATED, place)}+{fired}"),
        cleared=CLEARED,
    )
