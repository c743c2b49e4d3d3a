"""Reading everything that rules print as figures: groups, combat, supply, special rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from builder.model.combat import Combat
from builder.model.combat_files import read_combat
from builder.model.counter_files import check_symbols
from builder.model.edge_files import read_edges
from builder.model.edges import Edges
from builder.model.game import Erratum, MovementChart, RuleSection
from builder.model.group_files import GROUPS, read_groups
from builder.model.head_files import CHART, GAME, TURNS, Head
from builder.model.index_files import ERRATA, SECTIONS
from builder.model.map_files import ENTRY_AREAS, PLACES, MapParts
from builder.model.marker_files import MARKERS
from builder.model.reader import Folder
from builder.model.sequence import Sequence
from builder.model.sequence_files import read_sequence
from builder.model.special import Special
from builder.model.special_files import Known, read_special
from builder.model.supply import Supply
from builder.model.supply_files import Near, read_supply
from builder.model.terms import Terms
from builder.model.unit_files import UNITS, UnitParts

__all__ = ["Rulings", "read_rulings"]


@dataclass(frozen=True, slots=True)
class Rulings:
    """What the files of rules hold."""

    combat: Combat
    supply: Supply
    special: Special
    sequence: Sequence
    edges: Edges


def read_rulings(  # noqa: PLR0913 - every other file is referred to
    folder: Folder,
    head: Head,
    units: UnitParts,
    *,
    turns: int,
    chart: MovementChart | None,
    map_: MapParts,
    index: tuple[Mapping[str, RuleSection], Mapping[str, Erratum]],
) -> Rulings:
    """Read groups, combat, supply and special rules.

    What refers to a file with problems isn't checked against it.

    Args:
        folder: The files.
        head: Sides and weather.
        units: Units and markers.
        turns: Number of turns.
        chart: Terrain and mobilities.
        map_: Places and entry areas.
        index: Sections of the rules, and errata.
    """
    sound = folder.sound
    mobilities = tuple(chart.mobilities) if chart and sound(CHART) else ()
    terms = Terms(
        terrain=tuple(chart.terrains) if chart and sound(CHART) else (),
        weather=tuple(head.weather) if sound(GAME) else (),
        sides=head.side_ids if sound(GAME) else (),
        sections=tuple(index[0]) if sound(SECTIONS) else (),
        errata=tuple(index[1]) if sound(ERRATA) else (),
    )
    check_symbols(units.chart, units.units, units.rows)
    groups = read_groups(folder, head, mobilities, units, terms)
    terms = replace(terms, groups=tuple(groups) if sound(GROUPS) else ())
    markers = units.markers if sound(MARKERS) else {}
    towns = [place.name for place in map_.places if place.town] if sound(PLACES) else []
    areas = map_.entry_areas if sound(ENTRY_AREAS) else {}
    turns = turns if sound(TURNS) else 0
    known = Known(units.unit_ids.lines if sound(UNITS) else (), markers, towns, mobilities, turns)
    return Rulings(
        combat=read_combat(folder, terms),
        supply=read_supply(folder, terms, Near(markers, towns, areas, turns)),
        special=read_special(folder, terms, known, groups),
        sequence=read_sequence(folder, head, terms),
        edges=read_edges(folder, map_, terms),
    )
