"""Reading ``scenarios/*.toml``: what stands where, and a place for every unit."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field

from builder.hexgrid import Hex
from builder.model.game import EntryArea, Provenance, Side, Unit, WayKind
from builder.model.head_files import Head
from builder.model.map_files import PLACES, SETUP_AREAS, MapParts
from builder.model.reader import Folder, Record, Seen
from builder.model.scenario import Bridge, Bunker, Placement, Scenario, Use
from builder.model.unit_files import ARRIVALS, MARKERS, UNITS, UnitParts

__all__ = ["read_scenarios"]

FOLDER = "scenarios/"


@dataclass(slots=True)
class Draft:
    """One scenario while it is read.

    Args:
        record: The file.
        head: The game's sides.
        map: The map's parts.
        units: Units, arrivals and markers.
        members: Units by group.
        known: Groups that arrivals name.
        places: Hexes by name.
        groups: Groups placed so far, and by which placement.
    """

    record: Record
    head: Head
    map: MapParts
    units: UnitParts
    members: Mapping[str, list[Unit]]
    known: Container[str]
    places: Mapping[str, tuple[Hex, ...]]
    placements: list[Placement] = field(default_factory=list)
    bunkers: list[Bunker] = field(default_factory=list)
    bridges: list[Bridge] = field(default_factory=list)
    groups: dict[str, str] = field(default_factory=dict)
    ids: Seen = field(default_factory=lambda: Seen("placement"))
    markers: Seen = field(default_factory=lambda: Seen("marker on the map"))


def read_scenarios(
    folder: Folder, head: Head, map_: MapParts, units: UnitParts, last_turn: int
) -> dict[str, Scenario]:
    """Read every scenario.

    Args:
        folder: The files.
        head: The game's sides.
        map_: The map's parts.
        units: Units, arrivals and markers.
        last_turn: Last turn of the turn record, 0 if it is broken.
    """
    found: dict[str, Scenario] = {}
    names = sorted(name for name in folder.files if name.startswith(FOLDER))
    if not any(name.endswith(".toml") for name in names):
        hint = "such as scenarios/I.toml"
        folder.report("DAT-file-missing", FOLDER, 0, "there is no scenario", hint)
    members: dict[str, list[Unit]] = {}
    for unit in units.units.values():
        members.setdefault(unit.entry.group, []).append(unit)
    known = {arrival.entry.group for arrival in units.arrivals.values()}
    places = {place.name: place.hexes for place in map_.places}
    seen = Seen("scenario")
    for name in names:
        record = folder.toml(name) if name.endswith(".toml") else None
        if record is None:
            continue
        draft = Draft(record, head, map_, units, members, known, places)
        scenario = _scenario(draft, last_turn or 999)
        if seen.add(record, "id", scenario.id):
            found[scenario.id] = scenario
    return found


def _scenario(draft: Draft, last_turn: int) -> Scenario:
    """Read one scenario."""
    record = draft.record
    id_, name = record.text("id") or record.file, record.text("name") or ""
    first = record.integer("first_turn", 1, last_turn) or 1
    last = record.integer("last_turn", 1, last_turn) or last_turn
    if last < first:
        text = f"the last turn {last} is before the first {first}"
        record.report("DAT-scenario-turns", "last_turn", text)
    note = record.text("note", required=False) or ""
    for item in record.tables("bunker", required=False):
        _bunker(draft, item)
    for item in record.tables("bridge", required=False):
        _bridge(draft, item)
    for item in record.tables("placement"):
        _placement(draft, item)
    record.no_more_keys()
    _check_complete(draft)
    arrivals = _arrivals(draft)
    return Scenario(
        id=id_,
        name=name,
        first_turn=first,
        last_turn=last,
        placements=(*draft.placements, *arrivals),
        bunkers=tuple(draft.bunkers),
        bridges=tuple(draft.bridges),
        note=note,
    )


def _marker(draft: Draft, item: Record, kind: str) -> tuple[str, Hex, Provenance] | None:
    """Read a marker that stands on the map: its id, hex and mark."""
    id_, mark = item.text("marker"), item.mark("src")
    cell = item.hex("hex", draft.head.numbering)
    item.no_more_keys()
    if id_ is None:
        return None
    if id_ not in draft.units.marker_ids and item.folder.whole(MARKERS):
        hint = "an id of markers.csv"
        item.report("DAT-scenario-marker", "marker", f"unknown marker {id_!r}", hint)
        return None
    marker = draft.units.markers.get(id_)
    if marker is not None and marker.kind != kind:
        item.report("DAT-scenario-marker", "marker", f"marker {id_} is no {kind}")
        return None
    if not draft.markers.add(item, "marker", id_) or cell is None or mark is None:
        return None
    return id_, cell, mark


def _bunker(draft: Draft, item: Record) -> None:
    """Read a bunker on the map."""
    found = _marker(draft, item, "bunker")
    if found is not None:
        marker = draft.units.markers.get(found[0])
        strength = marker.strength if marker is not None else None
        draft.bunkers.append(Bunker(found[0], found[1], strength or 0, found[2]))


def _bridge(draft: Draft, item: Record) -> None:
    """Read a bridge on the map; it stands in a river hex."""
    found = _marker(draft, item, "bridge")
    if found is None:
        return
    rivers = draft.map.hexes_of(WayKind.RIVER)
    if rivers and found[1] not in rivers:
        number = draft.head.numbering.format(found[1])
        text = f"bridge {found[0]} stands in {number}, which is no river hex"
        item.report("DAT-bridge-river", "hex", text, "see map/ways.toml")
    draft.bridges.append(Bridge(*found))


def _placement(draft: Draft, item: Record) -> None:
    """Read where a group of units sets up."""
    id_, label = item.id("id"), item.text("label")
    side = draft.head.side_of(item)
    group = item.text("group")
    hexes = _legal(draft, item)
    members = draft.members.get(group or "", [])
    placed = _placed(draft, item, members, hexes)
    item.no_more_keys()
    if group is not None and item.folder.whole(ARRIVALS) and group not in draft.known:
        text = f"no unit is of group {group!r}"
        item.report("DAT-placement-group", "group", text, "a group of arrivals.csv")
    if group is not None and group in draft.groups:
        text = f"group {group!r} is already placed by {draft.groups[group]}"
        item.report("DAT-placement-twice", "group", text, "each unit in one placement")
        return
    if group is not None:
        draft.groups[group] = id_ or "?"
    other = next((unit for unit in members if side and unit.side != side), None)
    if other is not None:
        text = f"unit {other.id} of group {group} is of side {other.side}"
        item.report("DAT-placement-side", "side", text)
    if draft.ids.add(item, "id", id_) and id_ is not None:
        units = tuple(unit.id for unit in members)
        draft.placements.append(
            Placement(id_, side or "", label or "", units, hexes, placed)
        )


def _legal(draft: Draft, item: Record) -> tuple[Hex, ...]:
    """Return the hexes a placement allows: of places, of an area, and listed ones."""
    found: dict[Hex, None] = dict.fromkeys(
        item.hexes("hexes", draft.head.numbering, required=False)
    )
    for name in item.words("places", required=False):
        if name in draft.places:
            found.update(dict.fromkeys(draft.places[name]))
        elif item.folder.whole(PLACES):
            hint = "a name of map/places.csv"
            item.report("DAT-placement-place", "places", f"unknown place {name!r}", hint)
    area = item.text("area", required=False)
    if area in draft.map.setup_areas:
        found.update(dict.fromkeys(draft.map.setup_areas[area]))
    elif area is not None and item.folder.whole(SETUP_AREAS):
        hint = "one of " + ", ".join(draft.map.setup_areas)
        item.report("DAT-placement-area", "area", f"unknown area {area!r}", hint)
    return tuple(found)


def _placed(
    draft: Draft, item: Record, members: Iterable[Unit], legal: tuple[Hex, ...]
) -> dict[str, Hex]:
    """Read the units that have a hex."""
    table = item.table("placed", required=False)
    found: dict[str, Hex] = {}
    if table is None:
        return found
    ids, allowed = {unit.id for unit in members}, set(legal)
    for unit in table.values:
        cell = table.hex(unit, draft.head.numbering)
        if unit not in draft.units.unit_ids and item.folder.whole(UNITS):
            hint = f"an id of {UNITS}"
            table.report("DAT-placed-unit", unit, f"unknown unit {unit!r}", hint)
        elif unit not in ids and unit in draft.units.units:
            group = draft.units.units[unit].entry.group
            text = f"unit {unit} is of group {group!r}, not of this placement's"
            table.report("DAT-placed-unit", unit, text)
        elif cell is not None:
            if allowed and cell not in allowed:
                number = draft.head.numbering.format(cell)
                text = f"hex {number} of unit {unit} is outside the placement's area"
                table.report("DAT-placed-hex", unit, text)
            found[unit] = cell
    return found


def _check_complete(draft: Draft) -> None:
    """Check that every group that sets up has a placement."""
    for arrival in draft.units.arrivals.values():
        entry = arrival.entry
        if entry.turn is None and not entry.area and entry.group not in draft.groups:
            draft.groups[entry.group] = ""
            text = f"group {entry.group!r} of side {arrival.side} has no placement"
            draft.record.report("DAT-placement-missing", "", text, "add a [[placement]]")


def _arrivals(draft: Draft) -> list[Placement]:
    """Return a box for each set of units that arrive together."""
    boxes: dict[tuple[str, int, int, str, str], list[str]] = {}
    for unit in draft.units.units.values():
        entry = unit.entry
        if entry.area and entry.group not in draft.groups:
            key = (unit.side, entry.turn or 0, entry.impulse or 0, entry.area, entry.group)
            boxes.setdefault(key, []).append(unit.id)
    sides = {side.id: side for side in draft.head.sides}
    order = {id_: index for index, id_ in enumerate(sides)}
    keys = sorted(boxes, key=lambda key: (order.get(key[0], 0), key[1] or 999, *key[2:]))
    areas = draft.map.entry_areas
    return [_box(key, tuple(boxes[key]), sides, areas) for key in keys]


def _box(
    key: tuple[str, int, int, str, str],
    units: tuple[str, ...],
    sides: Mapping[str, Side],
    areas: Mapping[str, EntryArea],
) -> Placement:
    """Return the box of units that arrive together."""
    side, turn, impulse, area, group = key
    where = areas.get(area)
    name = sides[side].name if side in sides else side
    when = f"turn {turn}, impulse {impulse}" if turn else group
    note = f" ({group})" if turn and group != "arrival" else ""
    label = f"{name} {when}, {where.name if where else area}{note}"
    id_ = f"{area}-t{turn:02}-{impulse}" if turn else f"{area}-{group}"
    return Placement(id_, side, label, units, where.hexes if where else (), {}, Use.ARRIVAL)
