"""A question about a moment of a game, and what the asker knows better than the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from builder.hexgrid import Hex

__all__ = ["Given", "Moment", "Question", "Topic"]


class Topic(StrEnum):
    """What is asked."""

    POSITION = "position"
    REACH = "reach"
    ODDS = "odds"
    SUPPLY = "supply"
    STACK = "stack"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked; units and hexes as people name them.

    Args:
        topic: What.
        unit: The unit in question, empty if none or all.
        hex: The hex in question: of a reach the one whose way is wanted; empty if none.
        units: Further units: those that assault, or that fire a barrage.
        points: Movement points; ``None``: those of the impulse that is going on.
        barrage: Whether the odds are those of a barrage, not of an assault.
    """

    topic: Topic
    unit: str = ""
    hex: str = ""
    units: tuple[str, ...] = ()
    points: Fraction | None = None
    barrage: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment of a game that is asked about.

    Args:
        name: Which moment of which file it is, in words.
        began: Where units stood when the phase that is going on began, by unit id: those that
            have been dragged since.
        pools: Supply points by the id of a pool's marker as the file keeps account of them,
            ``None`` if it keeps none.
    """

    name: str
    began: Mapping[str, Hex] = field(default_factory=dict)
    pools: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """What the asker says, instead of what the file does or doesn't.

    Args:
        weather: Id of the weather, empty: as in the file.
        scenario: Id of the scenario, empty: unknown.
        pools: Supply points by the id of a pool's marker.
        readings: Values of switches by the id of an unclear place.
        optional: Sections of optional rules in force.
    """

    weather: str = ""
    scenario: str = ""
    pools: Mapping[str, int] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()
