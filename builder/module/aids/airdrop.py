"""Supply points dropped over a town with a pool of its own: a die for each.

How many are dropped is what the turn brings its side's pools; which rolls land is told by the
weather, which has to be set.

Source: :class:`builder.model.supply.Fortress`.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder import convention
from builder.convention.line import Airdrop
from builder.model.game import Game
from builder.model.supply import Fortress
from builder.module.aids.aid import Aid, Button
from builder.module.aids.dice import DICE, FACES, die, forced, rolled
from builder.module.aids.offer import offered, picked
from builder.module.aids.receive import brought
from builder.module.aids.supply_pools import CHANGE, POOL, held, received
from builder.module.aids.writing import (
    action,
    chosen,
    fitting,
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

__all__ = ["airdrop"]

_KEY = "wuAirdrop"
_ASKED, _COUNT, _LANDS = scratch("AirPool"), scratch("AirCount"), scratch("AirLands")
_LANDED, _DICE = scratch("AirLanded"), scratch("AirDice")
_NO_ROLL = "-"


def airdrop(game: Game) -> Aid:
    """Return the airdrop."""
    if not game.supply.fortresses:
        return Aid()
    more = {name(n): "" for n in _numbers(game) if n > DICE for name in (forced, die)}
    names = (_ASKED, _COUNT, _LANDS, _LANDED, _DICE)
    return Aid(
        properties=dict.fromkeys(names, "") | more,
        umpire=(*_asked(game), *_rolled(game), *_done()),
        buttons=(
            Button("Airdrop", _KEY, "Supply from the air: a die for each point", menu="Supply"),
        ),
    )


def _numbers(game: Game) -> range:
    """Return the numbers of the dice that the largest airdrop needs."""
    sides = {each.side for each in game.supply.fortresses}
    return range(1, 1 + max(turn.supply.get(s, 0) for turn in game.turns for s in sides))


def _asked(game: Game) -> Iterator[Trait]:
    """Yield the choice of the town."""
    towns = game.supply.fortresses
    ask = choose("Which town, how many points?", *(_offered(town) for town in towns))
    yield setting(_ASKED, ("AirNone", assign("")), ("AirAsk", ask))
    names = {town.marker: town.place for town in towns}
    yield setting(POOL, ("AirPool", assign(f"{{{picked(_ASKED, names)}}}")))
    counts = "".join(f"{POOL}=={quoted(town.marker)}?{brought(town.side)}:" for town in towns)
    lands = "".join(f"{POOL}=={quoted(town.marker)}?{_lands(town)}:" for town in towns)
    yield from stage("AirTown", AirCount=f"({counts}0)", AirLands=f"({lands}{quoted(_NO_ROLL)})")
    start = ("TurnRow", "ReceiveRate", "AirNone", "AirAsk", "AirPool", "AirTown", "Air")
    yield trigger(named(_KEY), may_press(game), *start)


def _offered(town: Fortress) -> str:
    return offered(town.place, brought(town.side))


def _lands(town: Fortress) -> str:
    """Return the expression of the rolls that land in the weather, each with a ``d`` before it."""
    rolls = {sky: "".join(f"d{roll}" for roll in each) for sky, each in town.airdrop.items()}
    return chosen(convention.WEATHER, rolls, _NO_ROLL)


def _rolled(game: Game) -> Iterator[Trait]:
    """Yield the dice, as many as points are dropped, and what comes of them."""
    numbers = _numbers(game)
    for number in numbers:
        yield rolled("AirRoll", number, unless=f"{number}>{_COUNT}")
    landed = "+".join(f'({_LANDS}.contains("d"+{die(number)})?1:0)' for number in numbers)
    dice = "+".join(
        f'({number}>{_COUNT}?"":{quoted(",")}+{die(number)})' for number in numbers if number > 1
    )
    yield from stage("AirLand", AirLanded=landed, AirDice=f'"#"+{die(1)}+{dice}')
    yield from stage("AirNow", PoolNow=f"{held(POOL)}+{_LANDED}")
    told = f'{_LANDED}+" of "+{_COUNT}+(" supply points land")'
    yield reported("AirTell", f'"Airdrop: "+{told}')
    tests = (f"{n}<={_COUNT}&&{fitting(forced(n), f'[1-{FACES}]')}" for n in numbers)
    values = {"pool": POOL, "dice": f"{_DICE}.substring(1)"}
    yield reported("AirSay", said(Airdrop, values, {"forced": f"({'||'.join(tests)})"}))


def _done() -> Iterator[Trait]:
    """Yield refusals, and the order of things."""
    yield refusal("AirSky", '"Not dropped: the weather of the turn is not set."')
    yield refusal("AirNil", '"Not dropped: the turn brings no points."')
    yield refusal("AirHad", '"Not dropped: the pool has had this turn\'s points."')
    some, had = f'{POOL}!=""&&{_COUNT}>0', f"{received(POOL)}>0"
    known = f"{_LANDS}!={quoted(_NO_ROLL)}"
    yield trigger(action("Air"), f'{POOL}!=""&&{_COUNT}<1', "AirNil")
    yield trigger(action("Air"), f"{some}&&{had}", "AirHad")
    yield trigger(action("Air"), f"{some}&&!({had})&&!({known})", "AirSky")
    do = ("AirRoll", "AirLand", "AirNow", "AirSay", "AirTell", "PoolReceived", *CHANGE)
    yield trigger(action("Air"), f"{some}&&!({had})&&{known}", *do)
