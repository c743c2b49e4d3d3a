"""The supply pools: how many points each holds, and how their markers follow.

What a pool holds is an account, which set-ups begin with and only the umpire changes. Its marker
on the track is moved to the box of the number by the same command; dragged by hand it shows
something else until the next one.
"""

from __future__ import annotations

from collections.abc import Iterable

from builder import convention
from builder.model.game import Game, Marker
from builder.model.scenario import Scenario
from builder.model.supply import Fortress
from builder.module.aids.account import EMPTY, booked, value_of
from builder.module.aids.aid import Aid
from builder.module.aids.request import WHO, answer
from builder.module.aids.turn import in_turn
from builder.module.aids.writing import quoted, scratch, setting
from builder.vassal.changer import assign
from builder.vassal.keystroke import named

__all__ = [
    "CHANGE",
    "NOW",
    "ON_TRACK",
    "POOL",
    "RECEIVED",
    "fortress_of",
    "held",
    "plate_words",
    "points_at_start",
    "pools",
    "received",
    "supply_pools",
]

POOL, NOW = scratch("Pool"), scratch("PoolNow")
"""Module properties: id of the pool that is chosen, and what it is to hold."""
RECEIVED = "WUreceived"
"""Module property: accounts by pool and turn, 1 where a pool has received its points."""
ON_TRACK = "wuOnTrack"
"""Key by which a pool's marker goes to the box of what the pool holds."""
CHANGE = ("PoolBook", "PoolWho", "PoolMove")
"""Actions by which the pool :data:`POOL` comes to hold :data:`NOW`."""


def pools(game: Game) -> tuple[Marker, ...]:
    """Return the markers of the supply pools."""
    return tuple(marker for marker in game.markers.values() if marker.kind == "supply")


def fortress_of(game: Game, pool: Marker) -> Fortress | None:
    """Return the town whose own pool this is, ``None`` for a side's general pool."""
    return next((each for each in game.supply.fortresses if each.marker == pool.id), None)


def points_at_start(scenario: Scenario) -> str:
    """Return the accounts that a scenario begins with."""
    return EMPTY + "".join(f"{pool.marker}={pool.points};" for pool in scenario.pools)


def held(pool: str) -> str:
    """Return the expression of the points of a pool.

    Args:
        pool: Expression of its id.
    """
    return value_of(convention.POOLS, pool)


def received(pool: str) -> str:
    """Return the expression of 1 if a pool has received its points of this turn, else 0."""
    return value_of(RECEIVED, in_turn(pool))


def supply_pools(game: Game) -> Aid:
    """Return the accounts, and the actions :data:`CHANGE`."""
    if not pools(game):
        return Aid()
    return Aid(
        properties={convention.POOLS: EMPTY, RECEIVED: EMPTY, POOL: "", NOW: "0"},
        umpire=(
            booked(convention.POOLS, ("PoolBook", POOL, NOW)),
            booked(RECEIVED, ("PoolReceived", in_turn(POOL), "1")),
            setting(WHO, ("PoolWho", assign(f"{{{POOL}}}"))),
            answer("PoolMove", named(ON_TRACK)),
        ),
    )


def plate_words(game: Game) -> Iterable[str]:
    """Yield an expression for each pool: of its side, or its town, and what it holds."""
    for pool in pools(game):
        town, side = fortress_of(game, pool), game.side(pool.side)
        name = town.place if town is not None else side.name
        yield f"{quoted(f'{name} ')}+{held(quoted(pool.id))}"
