"""Reading formations, counters, arrivals, units and markers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from builder.model.game import Entry, Formation, Kind, Marker, Provenance, Size, Unit
from builder.model.head_files import Head
from builder.model.reader import Folder, Record, Seen, marks_hint

__all__ = ["Arrival", "UnitParts", "read_units"]

FORMATIONS = "formations.toml"
COUNTERS = "counters.toml"
ARRIVALS = "arrivals.csv"
UNITS = "units.csv"
MARKERS = "markers.csv"

FORMATION_KINDS = ("division", "brigade", "regiment", "battalion", "corps", "army")
MARKER_KINDS = (
    *("bunker", "bridge", "turn", "weather", "movement"),
    *("supply", "assault", "strength", "blank"),
)
SIZES = {
    "brigades": Size.BRIGADE,
    "regiments": Size.REGIMENT,
    "battalions": Size.BATTALION,
    "companies": Size.COMPANY,
}
ARRIVAL_COLUMNS = ("id", "side", "group", "turn", "impulse", "area", "text", *SIZES, "src", "note")
MARKER_COLUMNS = ("id", "name", "kind", "side", "count", "strength", "src", "note")
ARTILLERY = ("support", "barrage", "range")
FIGURES = {
    "name": "unit",
    "mobility": "mobility",
    "strength": "strength",
    "combat": "combat",
    "antitank": "antitank",
    "support": "support",
    "barrage": "barrage",
    "range": "range",
    "morale": "morale",
    "defence": "defence",
    "entry": "arrival",
    "battalion": "battalion",
}
UNIT_COLUMNS = (
    *("id", "side", "formation", "unit", "unit_src", "type", "kind", "size", "colour"),
    *("mobility", "mobility_src", "strength", "strength_src"),
    *("combat", "defensive_only", "combat_src", "antitank", "antitank_src"),
    *("support", "support_src", "barrage", "barrage_src", "range", "range_src"),
    *("morale", "morale_src", "defence", "defence_src"),
    *("arrival", "arrival_src", "battalion", "battalion_src", "note"),
)


@dataclass(frozen=True, slots=True)
class Arrival:
    """One printed line of a set-up or of an order of appearance."""

    id: str
    side: str
    entry: Entry
    counters: Mapping[Size, int]
    record: Record


@dataclass(slots=True)
class UnitParts:
    """What the unit files hold."""

    formations: dict[str, Formation] = field(default_factory=dict)
    colours: dict[str, tuple[str, str]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    arrivals: dict[str, Arrival] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    markers: dict[str, Marker] = field(default_factory=dict)
    unit_ids: Seen = field(default_factory=lambda: Seen("unit"))
    marker_ids: Seen = field(default_factory=lambda: Seen("marker"))
    formation_ids: Seen = field(default_factory=lambda: Seen("formation"))
    arrival_ids: Seen = field(default_factory=lambda: Seen("arrival"))
    rows: dict[str, Record] = field(default_factory=dict)
    present: set[str] = field(default_factory=set)


def read_units(
    folder: Folder, head: Head, mobilities: Mapping[str, str], areas: Mapping[str, object]
) -> UnitParts:
    """Read formations, counters, arrivals, units and markers.

    Args:
        folder: The files.
        head: The game's sides.
        mobilities: Known mobility letters; empty if the chart is broken (nothing checked then).
        areas: Known entry areas; empty likewise.
    """
    parts = UnitParts()
    _formations(folder, head, parts)
    _counters(folder, head, parts)
    _arrivals(folder, head, parts, areas)
    rows = folder.rows(UNITS, UNIT_COLUMNS)
    if rows is not None:
        parts.present.add(UNITS)
    for row in rows or ():
        unit = _unit(row, head, parts, mobilities)
        if unit is not None:
            parts.units[unit.id] = unit
    _markers(folder, head, parts)
    return parts


def _formations(folder: Folder, head: Head, parts: UnitParts) -> None:
    """Read the formations."""
    record = folder.toml(FORMATIONS)
    if record is None:
        return
    parts.present.add(FORMATIONS)
    labels = Seen("label")
    for item in record.tables("formation"):
        id_, name, mark = item.id("id"), item.text("name"), item.mark("src")
        side = item.choice("side", head.side_ids, "DAT-side")
        kind = item.choice("kind", FORMATION_KINDS, "DAT-formation-kind")
        label = item.text("label", required=False) or ""
        arm = item.text("arm", required=False) or ""
        guards = item.flag("guards")
        item.text("note", required=False)
        item.no_more_keys()
        if label:
            labels.add(item, "label", f"{side} {label}")
        if not parts.formation_ids.add(item, "id", id_) or id_ is None:
            continue
        if name is not None and mark is not None and side is not None and kind is not None:
            formation = Formation(id_, side, name, label, kind, arm, guards, mark)
            parts.formations[id_] = formation
    record.no_more_keys()


def _counters(folder: Folder, head: Head, parts: UnitParts) -> None:
    """Read colour schemes and types."""
    record = folder.toml(COUNTERS)
    if record is None:
        return
    parts.present.add(COUNTERS)
    seen = Seen("colour")
    for item in record.tables("colour"):
        id_, service = item.id("id"), item.text("service")
        side = item.choice("side", head.side_ids, "DAT-side")
        item.mark("src")
        item.no_more_keys()
        if seen.add(item, "id", id_) and id_ is not None:
            parts.colours[id_] = (side or "", service or "")
    types = record.table("types")
    if types is not None:
        for kind in Kind:
            for name in types.words(kind):
                if name in parts.types:
                    types.report("DAT-id-twice", kind, f"type {name!r} is listed twice")
                parts.types[name] = kind
        types.no_more_keys()
    record.no_more_keys()


def _arrivals(
    folder: Folder, head: Head, parts: UnitParts, areas: Mapping[str, object]
) -> None:
    """Read the printed lines of set-ups and orders of appearance."""
    rows = folder.rows(ARRIVALS, ARRIVAL_COLUMNS)
    if rows is None:
        return
    parts.present.add(ARRIVALS)
    for row in rows:
        id_, group, mark = row.id("id"), row.id("group"), row.mark("src")
        side = row.choice("side", head.side_ids, "DAT-side")
        turn = row.integer("turn", 1, 999, required=False)
        impulse = row.integer("impulse", 1, 20, required=False)
        area = row.text("area", required=False) or ""
        row.text("text")
        counters = {size: row.integer(column, 0, 99) or 0 for column, size in SIZES.items()}
        if area and areas and area not in areas:
            hint = "one of " + ", ".join(areas)
            row.report("DAT-arrival-area", "area", f"unknown entry area {area!r}", hint)
        if (turn is None) != (impulse is None) or (turn is not None and not area):
            hint = "turn, impulse and area go together; a set-up has none of them"
            row.report("DAT-arrival-when", "turn", "turn, impulse and area don't fit", hint)
        if not parts.arrival_ids.add(row, "id", id_) or id_ is None:
            continue
        if group is not None and mark is not None and side is not None:
            entry = Entry(group, turn, impulse, area, mark)
            parts.arrivals[id_] = Arrival(id_, side, entry, counters, row)


def _unit(
    row: Record, head: Head, parts: UnitParts, mobilities: Mapping[str, str]
) -> Unit | None:
    """Read one unit; ``None`` if a figure is missing or wrong."""
    before = len(row.folder.problems)
    id_ = row.id("id")
    new = parts.unit_ids.add(row, "id", id_)
    side = row.choice("side", head.side_ids, "DAT-side")
    name, type_ = row.text("unit"), row.text("type")
    kind = row.choice("kind", tuple(Kind), "DAT-unit-kind")
    size = row.choice("size", tuple(Size), "DAT-unit-size")
    mobility = row.choice("mobility", mobilities, "DAT-mobility") if mobilities else "?"
    row.not_a_date("unit")
    strength = row.integer("strength", 1, 99)
    combat, antitank = row.fraction("combat"), row.fraction("antitank")
    support, barrage = (row.fraction(key, required=False) for key in ("support", "barrage"))
    range_ = row.integer("range", 1, 99, required=False)
    morale, defence = row.integer("morale", 2, 12), row.text("defence")
    parent = _parent(row, parts)
    colour = _colour(row, parts)
    entry = _entry(row, parts)
    sources = _marks(row)
    if new and id_ is not None:
        parts.rows[id_] = row
    _check_unit(row, parts)
    only = row.flag("defensive_only")
    battalion = row.text("battalion", required=False) or ""
    note = row.text("note", required=False) or ""
    needed = (id_, side, name, type_, kind, size, mobility, strength, combat, antitank, morale)
    if len(row.folder.problems) > before or entry is None or None in needed or defence is None:
        return None
    return Unit(
        id=id_ or "",
        side=side or "",
        formation=parent.name if parent else "",
        formation_id=parent.label if parent else "",
        parent=parent.id if parent else "",
        name=name or "",
        type=type_ or "",
        kind=Kind(kind or ""),
        size=Size(size or ""),
        mobility=mobility or "",
        colour=colour or "",
        strength=strength or 0,
        combat=combat or Fraction(0),
        defensive_only=only,
        antitank=antitank or Fraction(0),
        support=support,
        barrage=barrage,
        range=range_,
        morale=morale or 0,
        defence=defence,
        battalion=battalion,
        entry=entry,
        sources=sources,
        note=note,
    )


def _parent(row: Record, parts: UnitParts) -> Formation | None:
    """Return the formation of a unit, if it has one."""
    id_ = row.text("formation", required=False)
    if id_ is None or FORMATIONS not in parts.present:
        return None
    if id_ not in parts.formation_ids:
        hint = f"an id of {FORMATIONS}, or empty"
        row.report("DAT-formation", "formation", f"unknown formation {id_!r}", hint)
    formation = parts.formations.get(id_)
    if formation is not None and formation.side != row.values.get("side"):
        text = f"formation {id_} is of side {formation.side}"
        row.report("DAT-unit-side", "side", text, "unit and formation have one side")
    return formation


def _colour(row: Record, parts: UnitParts) -> str | None:
    """Return the colour scheme of a unit."""
    if COUNTERS not in parts.present:
        return row.text("colour")
    colour = row.choice("colour", parts.colours, "DAT-colour")
    if colour is not None and parts.colours[colour][0] != row.values.get("side"):
        text = f"colour {colour} is of side {parts.colours[colour][0]}"
        row.report("DAT-unit-side", "colour", text, "unit and colour have one side")
    return colour


def _entry(row: Record, parts: UnitParts) -> Entry | None:
    """Return how a unit comes into play, with its own mark."""
    id_, mark = row.text("arrival"), row.mark("arrival_src")
    if id_ is None or ARRIVALS not in parts.present:
        return None
    if id_ not in parts.arrival_ids:
        hint = f"an id of {ARRIVALS}"
        row.report("DAT-unit-arrival", "arrival", f"unknown arrival {id_!r}", hint)
    arrival = parts.arrivals.get(id_)
    if arrival is None or mark is None:
        return None
    if arrival.side != row.values.get("side"):
        text = f"arrival {id_} is of side {arrival.side}"
        row.report("DAT-unit-side", "arrival", text, "unit and arrival have one side")
    entry = arrival.entry
    return Entry(entry.group, entry.turn, entry.impulse, entry.area, mark)


def _marks(row: Record) -> dict[str, Provenance]:
    """Return the provenance of each figure; a figure and its mark go together."""
    found = {}
    for name, column in FIGURES.items():
        key = f"{column}_src"
        row.asked.add(key)
        value, mark = row.values.get(column), row.values.get(key)
        if value and not mark:
            text = f"{column} {value} has no provenance"
            row.report("DAT-unit-source", key, text, f"{key}: {marks_hint()}")
        elif column == "support" and row.values.get("range") and not value:
            row.mark(key)  # how it is known that the artillery unit has none
        elif mark and not value:
            row.report("DAT-unit-source", key, f"{key} {mark} without a {column}", "delete the mark")
        elif mark not in Provenance.__members__ and mark:
            text = f"{key} {mark!r} is no provenance mark"
            if key != "arrival_src":  # reported by the reader of the arrival
                row.report("DAT-mark", key, text, marks_hint())
        elif mark:
            found[name] = Provenance(str(mark))
    return found


def _check_unit(row: Record, parts: UnitParts) -> None:
    """Check that class, type, size, mobility, defence and artillery figures fit together."""
    get = {key: str(row.values.get(key) or "") for key in UNIT_COLUMNS}
    kind, defence = get["kind"], get["defence"]
    known = parts.types.get(get["type"])
    if get["type"] and COUNTERS in parts.present and known is None:
        text, hint = f"unknown type {get['type']!r}", f"add it to [types] of {COUNTERS}"
        row.report("DAT-unit-type", "type", text, hint)
    elif known is not None and kind in tuple(Kind) and known != kind:
        text = f"type {get['type']} is {known}, not {kind}"
        row.report("DAT-unit-class", "kind", text, f"see [types] of {COUNTERS}")
    fits = {"personnel": defence == "P", "weapons": defence in ("H", "L"), "AFV": _digit(defence)}
    if defence and not fits.get(kind, True):
        text = f"defence {defence!r} doesn't fit {kind}"
        hint = "P for personnel, H or L for weapons, a number for AFVs"
        row.report("DAT-unit-defence", "defence", text, hint)
    if bool(get["range"]) != bool(get["barrage"]) or (get["support"] and not get["range"]):
        hint = "artillery has a range and a barrage factor, others none of the three"
        row.report("DAT-unit-artillery", "range", "support, barrage and range don't fit", hint)
    if get["battalion"] and get["size"] not in (Size.COMPANY, ""):
        text = f"a unit of size {get['size']} is no company of battalion {get['battalion']}"
        row.report("DAT-unit-battalion", "battalion", text, "only companies (I) have one")


def _digit(text: str) -> bool:
    """Tell whether a text is one or two digits."""
    return text.isascii() and text.isdigit() and len(text) <= 2


def _markers(folder: Folder, head: Head, parts: UnitParts) -> None:
    """Read the markers."""
    rows = folder.rows(MARKERS, MARKER_COLUMNS)
    if rows is None:
        return
    parts.present.add(MARKERS)
    for row in rows:
        id_, name, mark = row.id("id"), row.text("name"), row.mark("src")
        kind = row.choice("kind", MARKER_KINDS, "DAT-marker-kind")
        side = row.text("side", required=False) or ""
        if side and side not in head.side_ids:
            hint = "one of " + ", ".join(head.side_ids) + ", or empty"
            row.report("DAT-side", "side", f"unknown side {side!r}", hint)
        count = row.integer("count", 1, 999)
        strength = row.integer("strength", 1, 99, required=False)
        if kind == "bunker" and strength is None:
            row.report("DAT-marker-strength", "strength", "a bunker needs a strength")
        if id_ is not None and id_ in parts.unit_ids:
            row.report("DAT-id-twice", "id", f"{id_!r} is the id of a unit", "every id only once")
        if not parts.marker_ids.add(row, "id", id_) or id_ is None:
            continue
        if name is not None and kind is not None and mark is not None and count is not None:
            parts.markers[id_] = Marker(id_, name, kind, side, count, strength, mark)
