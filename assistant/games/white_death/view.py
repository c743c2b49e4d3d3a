"""Under which conditions a march is looked at, and which of them can make a difference."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from assistant.engine.identity import Same
from assistant.games.white_death.board import Board
from assistant.games.white_death.ground import ground_of
from assistant.games.white_death.names import NO_THAW_CROSSING, SKI, THAW
from builder.hexgrid import Hex
from builder.model.game import Game, Kind

__all__ = ["CHARGED", "STRUCTURAL", "Mover", "View", "telling"]

STRUCTURAL = (
    "WD-6A.4",
    "WD-3C.1",
    "WD-3.3",
    "WD-3B.1",
    "WD-16B.1",
    "WD-7.9",
    "WD-7.12",
)
"""Rules that forbid a step or end a march; each can be set aside by its id."""
CHARGED = ("WD-3.5", "WD-3B.2", "WD-7.12", "WD-7.2")
"""Rules that add to the price of a step; each can be set aside by its id."""
_STOPS = frozenset({"WD-3.3", "WD-3B.1"})


class Mover(NamedTuple):
    """What of a unit bears on where it can go; many units share one."""

    mobility: str
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Under which conditions a march is looked at.

    Args:
        weather: Id of the weather.
        bridges: Hexes with a bridge.
        reading: Ids of ambiguities read the other way.
        sure: Whether only what hinders for sure counts: then what is legal is legal at best.
        aside: Ids of rules set aside.
        rail: Whether the unit may board a train; of section 8 only what is sure is held up.
        only_rail: Whether it may do nothing else.
    """

    weather: str
    bridges: frozenset[Hex]
    reading: frozenset[str] = frozenset()
    sure: bool = False
    aside: frozenset[str] = frozenset()
    rail: bool = False
    only_rail: bool = False


def telling(view: View, unit: Mover, board: Board, game: Game) -> View:
    """Return a view without what makes no difference to one mover.

    Two views of which the same is left allow the same ways at the same prices.
    """
    thaw = view.weather == THAW
    rules, readings = _concerning(unit, view.bridges, Same(game), thaw=thaw)
    if unit.kind is Kind.WEAPONS and "WD-3C.1" not in view.aside:
        rules -= _STOPS  # who can't enter ZOC at all needn't stop there
    return View(
        weather=THAW if thaw else "",  # all weathers without thaw are one to a march
        bridges=view.bridges,
        reading=view.reading & readings,
        # without a change in the position only the banks of a thawed river are unsure
        sure=view.sure and (board.changed or thaw),
        aside=view.aside & rules,
        rail=view.rail,
        only_rail=view.only_rail,
    )


@lru_cache(maxsize=128)
def _concerning(
    unit: Mover, bridges: frozenset[Hex], game: Same[Game], *, thaw: bool
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the rules and the readings that can make a difference to a mover."""
    weather = THAW if thaw else ""
    ground = ground_of(game.thing, unit.mobility, weather, bridges, frozenset())
    afv, ski = unit.kind is Kind.AFV, unit.mobility == SKI
    rules = {
        "WD-6A.4": True,
        "WD-3C.1": unit.kind is Kind.WEAPONS,
        "WD-3.3": not (afv or ski),
        "WD-3.5": not afv,
        "WD-3B.1": ski and not afv,
        "WD-3B.2": ski and not afv,
        "WD-16B.1": thaw and unit.mobility in NO_THAW_CROSSING,
    }
    # A-18 changes where enemies can go too, and so what they control
    readings = {"A-08": ski, "A-09": ski, "A-18": not thaw}
    return (
        ground.rules.union(id_ for id_, can in rules.items() if can),
        ground.readings.union(id_ for id_, can in readings.items() if can),
    )
