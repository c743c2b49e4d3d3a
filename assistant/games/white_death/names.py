"""The names of White Death's data that its rules speak of."""

from __future__ import annotations

from builder.model.game import Kind, Size, Unit

__all__ = [
    "BRIDGE",
    "BUNKER",
    "CITY_GARRISON",
    "CLEAR",
    "COMBAT",
    "COMMANDO",
    "CREEK",
    "DECISION",
    "DEPLOY",
    "DRAFT",
    "ENGINEER",
    "ENTRAIN",
    "FOREST",
    "FOREST_CREEK",
    "GARRISONS",
    "GERMAN",
    "LEAVE_ZOC",
    "MOVEMENT",
    "NO_THAW_CROSSING",
    "PASS",
    "RIVER",
    "ROAD",
    "SKI",
    "SOVIET",
    "TERMINAL",
    "THAW",
    "TOWN",
    "UNIT",
    "counted",
    "is_lone_weapons_company",
]

GERMAN, SOVIET = "german", "soviet"

DECISION, MOVEMENT, TERMINAL = "decision", "movement", "terminal"
COMBAT = frozenset({"barrage", "defensive-fire", "assault"})
"""The phases in which units move only by retreat and advance."""
PASS = "pass"  # noqa: S105 - a kind of impulse

CLEAR, ROAD, FOREST, TOWN = "clear", "road", "forest", "town"
CREEK, RIVER, FOREST_CREEK = "creek", "river", "forest_creek"

THAW = "thaw"

SKI, DRAFT = "S", "D"
NO_THAW_CROSSING = frozenset({"D", "W", "T"})
"""Mobilities that may not cross a river in thaw (16B)."""

LEAVE_ZOC, DEPLOY, ENTRAIN = "leave_zoc", "deploy", "entrain"
"""Activities of the chart."""

UNIT, BUNKER, BRIDGE = "unit", "bunker", "bridge"
"""Kinds of counters."""

CITY_GARRISON = "velikiye-luki"
GARRISONS = frozenset({CITY_GARRISON, "isotcha", "nowossokoljniki"})
"""Groups of the set-up that are garrisons (22)."""

COMMANDO, ENGINEER = "commando", "engineer"
"""Types: the Brandenburg companies (21C), engineers."""


def counted(number: int | str, word: str) -> str:
    """Return a number and what it counts, in the singular for one.

    >>> counted(1, "point"), counted("1 1/2", "point")
    ('1 point', '1 1/2 points')
    """
    return f"{number} {word}" if str(number) == "1" else f"{number} {word}s"


def is_lone_weapons_company(unit: Unit, stacked: int) -> bool:
    """Tell whether a unit is one of those that have no ZOC: 3.1.

    Args:
        unit: The unit.
        stacked: Number of units in its hex, itself included.
    """
    return (
        stacked == 1
        and unit.side == GERMAN
        and unit.kind is Kind.WEAPONS
        and unit.size is Size.COMPANY
    )
