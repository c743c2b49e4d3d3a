"""Supply, railways, replacements and tracks as data.

Groups of units are named by the id of a :class:`~builder.model.special.UnitGroup`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.model.game import Provenance

__all__ = [
    "Fortress",
    "Rail",
    "Refit",
    "Replacement",
    "Supply",
    "SupplyCost",
    "Tracing",
    "Track",
]


@dataclass(frozen=True, slots=True)
class SupplyCost:
    """What an activity costs in supply points, for one impulse and any number of units.

    Args:
        id: Its name in the data.
        name: As shown to people.
        points: Supply points.
        covers: Other activities paid with it.
        phasing: Whether the phasing side pays; otherwise the other.
        group: Units it is for, empty for all; for others the activity needs no such payment.
        rule: Section of the rules.
        source: Where it was printed.
    """

    id: str
    name: str
    points: int
    covers: tuple[str, ...]
    phasing: bool
    group: str
    rule: str
    source: Provenance


@dataclass(frozen=True, slots=True)
class Tracing:
    """How artillery traces supply, and what it is without.

    Args:
        hexes: The longest path to a road or railway that runs to a friendly edge.
        support_unsupplied: Support factor of artillery out of supply.
        support_unpaid: Support factor in defence of a side that doesn't pay.
        source: Where it was printed.
    """

    hexes: int
    support_unsupplied: int
    support_unpaid: int
    source: Provenance


@dataclass(frozen=True, slots=True)
class Fortress:
    """A town with a supply pool of its own.

    It receives as many points as the side's general pool: overland if it can be reached, else
    from the air, one roll for each point.

    Args:
        place: Name of the town.
        side: Id of the side.
        marker: Id of the marker of its pool.
        airdrop: Rolls on which a dropped point is received, by weather.
        relief: Points that free the units in the town from isolation for a turn.
        source: Where it was printed.
    """

    place: str
    side: str
    marker: str
    airdrop: Mapping[str, tuple[int, ...]]
    relief: int
    source: Provenance


@dataclass(frozen=True, slots=True)
class Rail:
    """Rail movement.

    Args:
        points: Strength points that each side may move in a turn.
        entrain: Terrain where units of a kind get on and off; empty: any hex of the railway.
        source: Where it was printed.
    """

    points: int
    entrain: Mapping[str, tuple[str, ...]]
    source: Provenance


@dataclass(frozen=True, slots=True)
class Replacement:
    """Who takes replacement points or repairs.

    Args:
        group: The units.
        points: Strength points for each replacement point.
        rebuild: Whether units that are lost can come back so.
        source: Where it was printed.
    """

    group: str
    points: int
    rebuild: bool
    source: Provenance


@dataclass(frozen=True, slots=True)
class Refit:
    """A brigade that leaves the map and comes back at full strength.

    Args:
        side: Id of the side.
        group: Units of the brigades in question.
        most: How many brigades.
        turn: Turn at whose beginning it leaves.
        back: Turn at whose first impulse it enters.
        area: Entry area.
        source: Where it was printed.
    """

    side: str
    group: str
    most: int
    turn: int
    back: int
    area: str
    source: Provenance


@dataclass(frozen=True, slots=True)
class Track:
    """A track printed beside the map.

    Args:
        id: Its name in the data.
        name: As shown to people.
        boxes: Numbers of its boxes, 1 to this.
        markers: Ids of the markers that move on it.
        source: Where it was printed.
    """

    id: str
    name: str
    boxes: int
    markers: tuple[str, ...]
    source: Provenance


@dataclass(frozen=True, slots=True)
class Supply:
    """Supply and everything that renews strength.

    Args:
        costs: By activity: ``assault``, ``barrage``, ``support`` ...
        tracing: ``None`` for a game without.
        fortresses: Towns with a pool of their own.
        rail: ``None`` for a game without.
        replacements: Who takes replacement points, by side.
        repair: Who is repaired at the turn record's rate; ``None`` for a game without.
        refits: Brigades that leave and come back.
        tracks: By id.
    """

    costs: Mapping[str, SupplyCost] = field(default_factory=dict)
    tracing: Tracing | None = None
    fortresses: tuple[Fortress, ...] = ()
    rail: Rail | None = None
    replacements: Mapping[str, Replacement] = field(default_factory=dict)
    repair: Replacement | None = None
    refits: tuple[Refit, ...] = ()
    tracks: Mapping[str, Track] = field(default_factory=dict)
