"""What a scenario is: who begins where with what, what is lost already, and how it is won.

Frozen data like :mod:`builder.model.game`. Legal hexes are listed, whatever the data derived
them from (lines, rivers, towns), and bodies named in print (*83rd Division without its
garrison*) are lists of unit ids: nobody who reads a scenario has to know a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from builder.hexgrid import Hex

if TYPE_CHECKING:  # game.py imports this module
    from builder.model.game import Provenance

__all__ = [
    "Award",
    "Bridge",
    "BuiltBridges",
    "Bunker",
    "BunkerAward",
    "BunkerLosses",
    "Condition",
    "History",
    "IsolationAward",
    "Level",
    "Loss",
    "LossAward",
    "LossItem",
    "Placement",
    "Pool",
    "Scenario",
    "SurvivorAward",
    "TownAward",
    "Use",
    "Variant",
    "Victory",
]


class Use(StrEnum):
    """What becomes of units in a scenario."""

    SETUP = "setup"
    """They are there at the start and set up."""
    ARRIVAL = "arrival"
    """They arrive during the scenario."""
    CONDITION = "condition"
    """They arrive during the scenario if a die roll says so."""
    UNUSED = "unused"
    """The scenario ends before they could arrive."""


@dataclass(frozen=True, slots=True)
class Bunker:
    """A bunker standing at the start of a scenario, at its printed strength.

    Args:
        id: Id of its marker.
        hex: Where it stands.
        strength: Printed strength points; :class:`BunkerLosses` says what is lost of all.
        source: How its hex is known.
        note: Argument for that.
    """

    id: str
    hex: Hex
    strength: int
    source: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class Bridge:
    """A bridge standing at the start of a scenario; ``id`` is that of its marker."""

    id: str
    hex: Hex
    source: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class BuiltBridges:
    """Bridges that a side may have built already, put down with its set-up.

    Args:
        side: Id of the side.
        markers: Ids of the bridge markers it may choose from.
        most: How many of them.
        hexes: Where.
        source: How that is known.
        note: Argument for that.
    """

    side: str
    markers: tuple[str, ...]
    most: int
    hexes: tuple[Hex, ...]
    source: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class Pool:
    """Supply points that a pool holds at the start, before the first turn's are received.

    Args:
        marker: Id of the pool's marker: a side's general pool, or that of one town.
        side: Id of the side.
        points: Supply points.
        source: How they are known.
        note: Argument for that.
    """

    marker: str
    side: str
    points: int
    source: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class Variant:
    """Legal hexes as another reading of an unclear place has them.

    ``reading`` is the id of a :class:`~builder.model.game.Reading`, ``value`` that of its switch.
    """

    reading: str
    value: str
    hexes: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class Placement:
    """Where units of a scenario may set up, or enter.

    Args:
        id: Short id, such as ``garrison``; unique within the scenario.
        side: Id of the side.
        label: The legal area in words; a colon ends what serves as name of a holding box.
        units: Unit ids.
        hexes: Legal hexes, empty if the area isn't a list of hexes. What is prohibited to a
            unit, stacking and the enemy's zones of control are left to the rules.
        placed: Hex of each unit that has a fixed or suggested place; the others wait in a box.
        use: Whether the units set up, arrive later, perhaps or not at all; ``hexes`` is
            where they enter in the latter cases.
        garrison: Whether they are a garrison, bound until it is released.
        variants: The legal hexes under other readings.
        source: How the area is known; ``None`` where arrivals say it.
        note: Argument for that.
    """

    id: str
    side: str
    label: str
    units: tuple[str, ...]
    hexes: tuple[Hex, ...]
    placed: Mapping[str, Hex]
    use: Use = Use.SETUP
    garrison: bool = False
    variants: tuple[Variant, ...] = ()
    source: Provenance | None = None
    note: str = ""

    @property
    def arrival(self) -> bool:
        """Whether the units enter later, if at all, instead of setting up."""
        return self.use is not Use.SETUP


@dataclass(frozen=True, slots=True)
class Condition:
    """So many units of a placement must stand in some hexes when the set-up is done.

    Args:
        id: Short id.
        side: Id of the side.
        text: The condition in words.
        units: Units that count.
        hexes: Where they count.
        least: How many there must be.
        most: How many there may be, ``None`` if any number.
        each: Whether the numbers hold in each of the hexes, instead of in all together.
        source: How that is known.
        note: Argument for that.
    """

    id: str
    side: str
    text: str
    units: tuple[str, ...]
    hexes: tuple[Hex, ...]
    least: int
    most: int | None
    each: bool
    source: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class LossItem:
    """Strength points of one type that a body has lost before the scenario.

    Args:
        type: The type as printed, such as ``Pz III`` or ``personnel``.
        strength: Strength points in all.
        units: Units that they may be taken from, all there at the start.
    """

    type: str
    strength: int
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Loss:
    """One printed line of the losses to date; its owner distributes it (rule 25).

    Args:
        body: Id of the body.
        name: The body as printed.
        side: Id of its side.
        items: What it lost, by type; no two items of a scenario share a unit.
        each: Strength points that every unit of the line must lose, if that is printed.
        all: Whether all units are eliminated.
        rebuilt: Whether the body was eliminated before and rebuilt.
        source: How the line is known.
        note: Argument for how it is read.
    """

    body: str
    name: str
    side: str
    items: tuple[LossItem, ...]
    source: Provenance
    each: int | None = None
    all: bool = False
    rebuilt: bool = False
    note: str = ""

    @property
    def strength(self) -> int:
        """Strength points of the whole line."""
        return sum(item.strength for item in self.items)


@dataclass(frozen=True, slots=True)
class BunkerLosses:
    """Strength points that the bunkers have lost before the scenario.

    Args:
        strength: In all, those of the bunkers that are gone included.
        gone: Ids of the markers of the bunkers that are gone.
        vacant: The hexes where they stood.
        left: What of it falls on the bunkers that stand.
        source: How it is known.
        note: Argument for how it is read.
    """

    strength: int
    gone: tuple[str, ...]
    vacant: tuple[Hex, ...]
    left: int
    source: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class LossAward:
    """Points for each full ``per`` strength points that ``side`` has lost beyond ``above``.

    ``isolated`` counts only what isolated units lost.
    """

    side: str
    per: int
    above: int
    points: int
    isolated: bool
    source: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class BunkerAward:
    """Points for each bunker destroyed or captured."""

    points: int
    source: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class TownAward:
    """Points for holding towns.

    Args:
        towns: Hexes by name of the town.
        points: For each town, or for each hex.
        each_hex: Whether each hex of a town counts.
        each_impulse: Whether it is scored every impulse, instead of once at the end.
        source: How it is known.
        note: Argument for which towns.
    """

    towns: Mapping[str, tuple[Hex, ...]]
    points: int
    each_hex: bool
    each_impulse: bool
    source: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class IsolationAward:
    """Points for a town of the enemy's that is isolated at the end; ``hexes`` are the town's."""

    place: str
    hexes: tuple[Hex, ...]
    points: int
    source: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class SurvivorAward:
    """Points for each strength point that some units have at the end; ``units`` are their ids."""

    units: tuple[str, ...]
    points: int
    source: Provenance
    note: str = ""


Award = LossAward | BunkerAward | TownAward | IsolationAward | SurvivorAward


@dataclass(frozen=True, slots=True)
class Level:
    """A band of victory points.

    Args:
        name: As shown to people.
        side: Id of the side that has won.
        low: Least points; ``None`` for the lowest band, which holds negative totals too.
        high: Most points; ``None`` for the highest band.
        source: How it is known.
        note: Argument for it.
    """

    name: str
    side: str
    low: int | None
    high: int | None
    source: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class History:
    """How it went: name of a level, and about how many points."""

    level: str
    points: int
    source: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class Victory:
    """Who scores what for, and what it is worth in the end.

    Args:
        side: Id of the side that receives the points.
        awards: What they are given for.
        levels: Bands from the lowest to the highest, without hole or overlap.
        history: The historical result.
    """

    side: str
    awards: tuple[Award, ...]
    levels: tuple[Level, ...]
    history: History | None

    def level(self, points: int) -> Level:
        """Return the band that a number of points lies in."""
        return next(each for each in self.levels if each.high is None or points <= each.high)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario.

    Args:
        id: As printed, such as ``IV``.
        name: Title.
        first_turn: Number of the first turn.
        last_turn: Number of the last.
        placements: Where units set up or enter; every unit of the game exactly once.
        bunkers: Those that stand.
        bridges: Those that stand.
        note: A sentence for people.
        first_side: Id of the side that sets up first; the other then keeps out of its hexes
            and zones of control.
        source: How name, turns and who sets up first are known.
        pools: Supply at the start, one for each pool of the game.
        built: Bridges that a side may have built already.
        conditions: What a set-up must fulfil besides.
        losses: Losses to date of units.
        bunker_losses: Losses to date of bunkers.
        victory: Points and levels.
        setup_of: Id of the scenario whose set-up it shares, empty if it has its own.
    """

    id: str
    name: str
    first_turn: int
    last_turn: int
    placements: tuple[Placement, ...]
    bunkers: tuple[Bunker, ...]
    bridges: tuple[Bridge, ...]
    note: str = ""
    first_side: str = ""
    source: Provenance | None = None
    pools: tuple[Pool, ...] = ()
    built: tuple[BuiltBridges, ...] = ()
    conditions: tuple[Condition, ...] = ()
    losses: tuple[Loss, ...] = ()
    bunker_losses: BunkerLosses | None = None
    victory: Victory | None = None
    setup_of: str = ""

    @property
    def title(self) -> str:
        """Id and name."""
        return f"{self.id} {self.name}"

    @property
    def garrison_rule(self) -> bool:
        """Whether any units are bound as garrisons."""
        return any(placement.garrison for placement in self.placements)

    @property
    def eliminated(self) -> tuple[str, ...]:
        """Units that are eliminated before the scenario begins."""
        lines = [line for line in self.losses if line.all]
        return tuple(unit for line in lines for item in line.items for unit in item.units)

    def units(self, *uses: Use) -> tuple[str, ...]:
        """Return the ids of the units with one of some uses."""
        return tuple(unit for each in self.placements if each.use in uses for unit in each.units)
