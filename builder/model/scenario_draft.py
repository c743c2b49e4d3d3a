"""A scenario while it is read, and what its parts refer to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from builder.hexgrid import Hex
from builder.model.game import Reading, Unit
from builder.model.head_files import Head
from builder.model.map_files import PLACES, MapParts
from builder.model.reader import Record, Seen
from builder.model.scenario import Bridge, BuiltBridges, Bunker, Condition, Placement, Pool
from builder.model.scenario_areas import Areas
from builder.model.scenario_bodies import Bodies
from builder.model.unit_files import ARRIVALS, UnitParts

__all__ = ["Draft", "Stage"]


@dataclass(frozen=True, slots=True)
class Stage:
    """What all scenarios refer to.

    Args:
        head: The game's sides.
        map: The map's parts.
        units: Units, arrivals and markers.
        areas: Set-up areas.
        bodies: What names stand for.
        readings: Readings of unclear places by id.
        last_turn: Last turn of the turn record.
        whole: Whether every unit was read, so that a missing one is missing.
    """

    head: Head
    map: MapParts
    units: UnitParts
    areas: Areas
    bodies: Bodies
    readings: Mapping[str, Reading]
    last_turn: int
    whole: bool

    def town(self, record: Record, key: str, name: str) -> tuple[Hex, ...]:
        """Return the hexes of a named place; an unknown one is reported at the key."""
        for place in self.map.places:
            if place.name == name:
                return place.hexes
        if record.folder.whole(PLACES):
            hint = "a name of map/places.csv"
            record.report("DAT-placement-place", key, f"unknown place {name!r}", hint, token=name)
        return ()

    def group(self, record: Record, key: str, name: str) -> list[Unit]:
        """Return the units of a group of arrivals; an unknown one is reported at the key."""
        known = {arrival.entry.group for arrival in self.units.arrivals.values()}
        if name not in known and record.folder.whole(ARRIVALS):
            text = f"no unit is of group {name!r}"
            record.report("DAT-placement-group", key, text, "a group of arrivals.csv")
        return [unit for unit in self.units.units.values() if unit.entry.group == name]


@dataclass(slots=True)
class Draft:
    """One scenario while it is read.

    Args:
        record: The file.
        stage: What it refers to.
        first: First turn.
        last: Last turn.
        sound: Whether the turns are; what depends on them is unchecked if not.
        rolled: Groups of arrivals that come if a die roll says so.
    """

    record: Record
    stage: Stage
    first: int
    last: int
    sound: bool = True
    rolled: tuple[str, ...] = ()
    placements: list[Placement] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    bunkers: list[Bunker] = field(default_factory=list)
    bridges: list[Bridge] = field(default_factory=list)
    built: list[BuiltBridges] = field(default_factory=list)
    pools: list[Pool] = field(default_factory=list)
    taken: dict[str, str] = field(default_factory=dict)
    ids: Seen = field(default_factory=lambda: Seen("placement"))
    markers: Seen = field(default_factory=lambda: Seen("marker on the map"))

    @property
    def whole(self) -> bool:
        """Whether every unit and the turns are known, so that a missing unit is missing."""
        return self.sound and self.stage.whole

    def there(self, unit: Unit) -> bool:
        """Tell whether a unit is there when the scenario starts."""
        entry = unit.entry
        if entry.turn is None:
            return not entry.area
        return entry.turn < self.first
