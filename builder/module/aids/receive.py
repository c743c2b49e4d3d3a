"""Supply points received: what the turn record brings a pool, once a turn.

A town with a pool of its own receives as many as its side's general pool, overland by this or
from the air by :mod:`builder.module.aids.airdrop`; whether a route reaches it is for who plays.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.convention.line import Receive
from builder.model.game import Game
from builder.module.aids.aid import Aid, Button
from builder.module.aids.offer import offered, picked
from builder.module.aids.supply_pools import CHANGE, POOL, held, pools, received
from builder.module.aids.turn import by_turn
from builder.module.aids.writing import (
    action,
    chosen,
    may_press,
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

__all__ = ["brought", "receive"]

_KEY = "wuReceive"
_ASKED, _POINTS = scratch("ReceivePool"), scratch("ReceivePts")


def brought(side: str) -> str:
    """Return the scratch property with the points that a turn brings a side's pools."""
    return scratch(f"ReceiveBy_{side.replace('-', '_')}")


def receive(game: Game) -> Aid:
    """Return the receipt of supply points, and the action ``ReceiveRate`` that looks them up."""
    if not pools(game):
        return Aid()
    names = (_ASKED, _POINTS, *(brought(side.id) for side in game.sides))
    return Aid(
        properties=dict.fromkeys(names, ""),
        umpire=(*_asked(game), *_done(game)),
        buttons=(
            Button("Receive supply", _KEY, "A pool receives the turn's points", menu="Supply"),
        ),
    )


def _asked(game: Game) -> Iterator[Trait]:
    """Yield what the turn brings, and the choice of the pool."""
    for side in game.sides:
        points = by_turn(game, {turn.number: turn.supply.get(side.id, 0) for turn in game.turns})
        yield setting(brought(side.id), ("ReceiveRate", assign(f"{{{points}}}")))
    listed = pools(game)
    shown = [offered(pool.name, brought(pool.side)) for pool in listed]
    ask = choose("Which pool receives its points?", *shown)
    yield setting(_ASKED, ("ReceiveNone", assign("")), ("ReceiveAsk", ask))
    names = {pool.id: pool.name for pool in listed}
    yield setting(POOL, ("ReceivePool", assign(f"{{{picked(_ASKED, names)}}}")))
    steps = "".join(f'{POOL}=="{pool.id}"?{brought(pool.side)}:' for pool in listed)
    yield setting(_POINTS, ("ReceivePts", assign(f"{{({steps}0)}}")))
    start = ("TurnRow", "ReceiveRate", "ReceiveNone", "ReceiveAsk", "ReceivePool", "ReceivePts")
    yield trigger(named(_KEY), may_press(game), *start, "Receive")


def _done(game: Game) -> Iterator[Trait]:
    """Yield refusals, the line, and what is booked."""
    name = chosen(POOL, {pool.id: pool.name for pool in pools(game)}, "")
    yield refusal("ReceiveNil", f'"Nothing received: the turn brings "+{name}+" no points."')
    yield refusal("ReceiveHad", f'"Nothing received: "+{name}+" has had this turn\'s points."')
    yield from stage("ReceiveNow", PoolNow=f"{held(POOL)}+{_POINTS}")
    yield reported("ReceiveSay", said(Receive, {"pool": POOL, "points": _POINTS}))
    some, had = f'{POOL}!=""', f"{received(POOL)}>0"
    yield trigger(action("Receive"), f"{some}&&{_POINTS}<1", "ReceiveNil")
    yield trigger(action("Receive"), f"{some}&&{_POINTS}>0&&{had}", "ReceiveHad")
    do = ("ReceiveNow", "ReceiveSay", "PoolReceived", *CHANGE)
    yield trigger(action("Receive"), f"{some}&&{_POINTS}>0&&!({had})", *do)
