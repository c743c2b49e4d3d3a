"""Names of maps, markers and properties that our modules use and the assistant looks for."""

from __future__ import annotations

import re
from enum import StrEnum

__all__ = [
    "DATA",
    "ELIMINATED_MAP",
    "FACE",
    "GAME",
    "HOLDING_MAP",
    "ID",
    "KIND",
    "LOSS",
    "MAP",
    "PLACES",
    "POOLS",
    "SCENARIO",
    "SCRATCH",
    "SIDE",
    "WEATHER",
    "Absence",
    "absence",
    "arrivals_map",
    "points_left",
    "points_left_turn",
    "setup_board",
]

# --- names of the maps -----------------------------------------------------------------
MAP = "Map"
"""Name of the main map: the hexes."""
HOLDING_MAP = "Holding boxes"
"""Name of the map where units that set up wait in labelled boxes."""
ELIMINATED_MAP = "Eliminated"
"""Name of the map of what is out of play."""
_ARRIVALS = " order of appearance"


def arrivals_map(side_name: str) -> str:
    """Return the name of the map where a side's reinforcements wait."""
    return side_name + _ARRIVALS


def setup_board(scenario: str) -> str:
    """Return the name of the board of the holding boxes that a scenario shows, by its id."""
    return f"Set-up {scenario}"


class Absence(StrEnum):
    """Why a piece is not on the map of hexes."""

    SETTING_UP = "setting up"
    WAITING = "waiting"
    ELIMINATED = "eliminated"


def absence(map_name: str) -> Absence | None:
    """Tell from the name of a map what its pieces are there for.

    Returns:
        ``None`` for the map of hexes, and for maps that aren't ours.

    >>> absence(arrivals_map("Red")), absence("Eliminated"), absence("Map")
    (<Absence.WAITING: 'waiting'>, <Absence.ELIMINATED: 'eliminated'>, None)
    """
    if map_name == HOLDING_MAP:
        return Absence.SETTING_UP
    if map_name == ELIMINATED_MAP:
        return Absence.ELIMINATED
    return Absence.WAITING if map_name.endswith(_ARRIVALS) else None


# --- markers and properties of pieces --------------------------------------------------
ID = "WUid"
"""Marker trait: the data id of a unit or marker. The audit knows a piece by nothing else."""
SIDE = "WUside"
"""Marker trait: id of the side a piece belongs to."""
KIND = "WUkind"
"""Marker trait: ``unit``, ``bunker``, ``bridge``, ``marker``; of our own ``umpire``, ``target``."""
LOSS = "WUloss"
"""Dynamic property: strength points lost. Remaining strength is printed less lost."""
FACE = "WUface"
"""Name of the layer trait: level 1 shows the front, level 2 the back (artillery: deployed)."""

# --- module properties -----------------------------------------------------------------
GAME = "WUgame"
"""Module property: id of the game."""
DATA = "WUdata"
"""Module property: digest of the data a game was started with."""
PLACES = "WUplaces"
"""Module property: where hexes and boxes lie in the module that a game was started in."""
POOLS = "WUpools"
"""Module property: supply points of every pool by the id of its marker: ``;a=3;b=0;``."""
SCENARIO = "WUscenario"
"""Module property: id of the scenario that is played; empty if it isn't known."""
WEATHER = "WUweather"
"""Module property: id of the weather; anything else until it is set."""
SCRATCH = "wuIn"
"""Prefix of module properties that only hold what a person typed; a reader skips them."""


def points_left(side: str) -> str:
    """Return the module property with the points a side has left, by the side's id."""
    return "WUleft_" + re.sub(r"\W", "_", side, flags=re.ASCII)


def points_left_turn(side: str) -> str:
    """Return the module property with the turn that :func:`points_left` is of.

    In any other turn the side has all its points.
    """
    return "WUleftTurn_" + re.sub(r"\W", "_", side, flags=re.ASCII)
