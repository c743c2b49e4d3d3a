"""What supply points are paid for, out of which pool.

The price is that of the data, less what the pool has paid in the impulse towards the same: one
payment covers any number of units, and the higher prices include the lower ones. No pool pays
more than it holds.

Source: :class:`builder.model.supply.SupplyCost`, :class:`builder.model.supply.Fortress`.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.convention.line import Supply
from builder.model.game import Game, Marker
from builder.model.supply import SupplyCost
from builder.module.aids.account import EMPTY, booked, value_of
from builder.module.aids.aid import Aid, Button
from builder.module.aids.offer import offered, picked
from builder.module.aids.supply_pools import CHANGE, NOW, POOL, fortress_of, held, pools
from builder.module.aids.writing import (
    action,
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

__all__ = ["PAID", "RELIEF", "supply"]

PAID = "WUpaid"
"""Module property: accounts by pool and activity of what was paid since an impulse was
declared."""
RELIEF = "relief"
"""The activity that no chart prices: freedom from the effects of isolation, for a turn."""
_RELIEVED = "Relief of the town from isolation"
_KEY = "wuSupply"
_ASKED, _WHAT, _WHY, _POINTS = (scratch(f"Supply{word}") for word in ("Pool", "What", "Why", "Pts"))


def supply(game: Game) -> Aid:
    """Return the payment of supply points."""
    if not _payers(game):
        return Aid()
    whys = [*game.supply.costs, RELIEF]
    names = (_ASKED, _WHAT, _WHY, _POINTS, *(_due(why) for why in whys), *map(_towards, whys))
    return Aid(
        properties=dict.fromkeys(names, "") | {PAID: EMPTY},
        umpire=(*_asked(game), *_priced(game), *_offered(game), *_done()),
        buttons=(
            Button("Pay supply", _KEY, "Pay supply points out of a pool", "Y", menu="Supply"),
        ),
    )


def _payers(game: Game) -> tuple[Marker, ...]:
    """Return the pools that may pay for anything."""
    return tuple(pool for pool in pools(game) if _names(game, pool))


def _due(why: str) -> str:
    """Return the scratch property with what is still due for an activity."""
    return scratch(f"SupplyDue_{why.replace('-', '_')}")


def _towards(why: str) -> str:
    """Return the scratch property with what was paid towards an activity."""
    return scratch(f"SupplyHad_{why.replace('-', '_')}")


def _asked(game: Game) -> Iterator[Trait]:
    """Yield the choice of the pool."""
    names = {pool.id: pool.name for pool in _payers(game)}
    shown = [offered(name, held(quoted(id_))) for id_, name in names.items()]
    ask = choose("Which pool pays?", *shown)
    yield setting(_ASKED, ("SupplyNone", assign("")), ("SupplyAsk", ask))
    yield setting(POOL, ("SupplyPool", assign(f"{{{picked(_ASKED, names)}}}")))
    yield trigger(
        named(_KEY), may_press(game), "SupplyNone", "SupplyAsk", "SupplyPool", "SupplyMore"
    )


def _priced(game: Game) -> Iterator[Trait]:
    """Yield what the pool has paid towards each activity, and what it has still to pay."""
    costs = game.supply.costs
    for why in (*costs, RELIEF):
        counts = (why, *(costs[why].covers if why in costs else ()))
        paid = "+".join(value_of(PAID, f'({POOL}+"-{each}")') for each in counts)
        yield setting(_towards(why), ("SupplyHad", assign(f"{{{paid}}}")))
    for why, cost in costs.items():
        enough = (
            f"{_towards(id_)}>={each.points}"
            for id_, each in costs.items()
            if id_ == why or why in each.covers
        )
        due = f"({'||'.join(enough)}?0:{cost.points}-{_towards(why)})"
        yield setting(_due(why), ("SupplyDue", assign(f"{{{due}}}")))
    prices = "".join(
        f"{POOL}=={quoted(each.marker)}?{each.relief}:" for each in game.supply.fortresses
    )
    relief = f"Math.max(0,({prices}0)-{_towards(RELIEF)})"
    yield setting(_due(RELIEF), ("SupplyDue", assign(f"{{{relief}}}")))


def _names(game: Game, pool: Marker) -> dict[str, str]:
    """Return what a pool may pay for: name by activity."""
    costs = game.supply.costs.values()
    names = {cost.id: cost.name for cost in costs if _may_need(game, cost, pool.side)}
    return names | ({RELIEF: _RELIEVED} if fortress_of(game, pool) is not None else {})


def _may_need(game: Game, cost: SupplyCost, side: str) -> bool:
    """Tell whether a side has units that an activity is paid for."""
    if not cost.group:
        return True
    return any(game.units[unit].side == side for unit in game.special.groups[cost.group].units)


def _offered(game: Game) -> Iterator[Trait]:
    """Yield the choice of the activity, with what is due for each: a list for each pool."""
    asks = [("SupplyNone", assign(""))]
    known: dict[str, str] = {}
    for number, pool in enumerate(_payers(game)):
        names = _names(game, pool)
        known |= names
        shown = [offered(name, _due(why)) for why, name in names.items()]
        asks.append((f"SupplyWhat{number}", choose("What for?", *shown)))
        do = ("SupplyHad", "SupplyDue", f"SupplyWhat{number}", "SupplyWhy", "SupplyPay")
        yield trigger(action("SupplyMore"), f"{POOL}=={quoted(pool.id)}", *do)
    yield setting(_WHAT, *asks)
    yield setting(_WHY, ("SupplyWhy", assign(f"{{{picked(_WHAT, known)}}}")))
    steps = "".join(
        f"{_WHAT}.startsWith({quoted(f'{name} (')})?{_due(why)}:" for why, name in known.items()
    )
    yield setting(_POINTS, ("SupplyWhy", assign(f"{{({steps}0)}}")))


def _done() -> Iterator[Trait]:
    """Yield refusals, the line, and what is booked."""
    some = f'{_WHY}!=""'
    yield refusal("SupplyPaid", '"Not paid: the pool has paid for it already."')
    lacks = f'"Not paid: that costs "+{_POINTS}+", and the pool holds "+{held(POOL)}+"."'
    yield refusal("SupplyLacks", lacks)
    yield from stage("SupplyNow", PoolNow=f"{held(POOL)}-{_POINTS}")
    yield reported("SupplySay", said(Supply, {"pool": POOL, "points": _POINTS, "why": _WHY}))
    name = f'({POOL}+"-"+{_WHY})'
    more = f"{value_of(PAID, name)}+{_POINTS}"
    yield booked(PAID, ("SupplyBook", name, more), cleared=("First",))
    pay = action("SupplyPay")
    yield trigger(pay, f"{some}&&{_POINTS}<1", "SupplyPaid")
    yield trigger(pay, f"{some}&&{_POINTS}>{held(POOL)}", "SupplyLacks")
    enough = f"{_POINTS}>0&&{NOW}>=0"
    yield trigger(pay, some, "SupplyNow", "SupplyEnd")
    do = ("SupplySay", "SupplyBook", *CHANGE)
    yield trigger(action("SupplyEnd"), enough, *do)
