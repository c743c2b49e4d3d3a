"""Reading formations, counters, arrivals, units and markers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from builder.model.counter_files import COUNTERS, read_counters
from builder.model.game import Entry, EntryArea, Formation, Kind, Marker, Provenance, Size, Unit
from builder.model.head_files import Head
from builder.model.identification import Identification
from builder.model.marker_files import read_markers
from builder.model.reader import MARKS, Folder, Record, Seen, as_fraction, marks_hint

__all__ = ["COUNTERS", "Arrival", "UnitParts", "read_units"]

FORMATIONS = "formations.toml"
ARRIVALS = "arrivals.csv"
UNITS = "units.csv"

FORMATION_KINDS = ("division", "brigade", "regiment", "battalion", "corps", "army")
SIZES = {
    "brigades": Size.BRIGADE,
    "regiments": Size.REGIMENT,
    "battalions": Size.BATTALION,
    "companies": Size.COMPANY,
}
ARRIVAL_COLUMNS = ("id", "side", "group", "turn", "impulse", "area", "text", *SIZES, "src", "note")
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
    chart: Identification = field(default_factory=Identification)
    arrivals: dict[str, Arrival] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    markers: dict[str, Marker] = field(default_factory=dict)
    unit_ids: Seen = field(default_factory=lambda: Seen("unit"))
    marker_notes: dict[str, str] = field(default_factory=dict)
    marker_ids: Seen = field(default_factory=lambda: Seen("marker"))
    formation_ids: Seen = field(default_factory=lambda: Seen("formation"))
    arrival_ids: Seen = field(default_factory=lambda: Seen("arrival"))
    rows: dict[str, Record] = field(default_factory=dict)
    totals: dict[str, tuple[dict[Size, int], Record]] = field(default_factory=dict)


def read_units(
    folder: Folder, head: Head, mobilities: Mapping[str, str], areas: Mapping[str, EntryArea]
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
    counters = read_counters(folder, head)
    parts.colours, parts.types, parts.chart = counters.colours, counters.types, counters.chart
    _arrivals(folder, head, parts, areas)
    for row in folder.rows(UNITS, UNIT_COLUMNS) or ():
        unit = _unit(row, head, parts, mobilities)
        if unit is not None:
            parts.units[unit.id] = unit
    markers = read_markers(folder, head, parts.unit_ids.lines)
    parts.markers, parts.marker_ids, parts.marker_notes = markers.found, markers.ids, markers.notes
    return parts


def _formations(folder: Folder, head: Head, parts: UnitParts) -> None:
    """Read the formations."""
    record = folder.toml(FORMATIONS)
    if record is None:
        return
    labels = Seen("label")
    for item in record.tables("formation"):
        id_, name, mark = item.id("id"), item.text("name"), item.mark("src")
        side = head.side_of(item)
        kind = item.choice("kind", FORMATION_KINDS, "DAT-formation-kind")
        label = item.text("label", required=False) or ""
        arm = item.text("arm", required=False) or ""
        guards = item.flag("guards")
        item.text("note", required=False)
        total = _total(item)
        item.no_more_keys()
        if label:
            labels.add(item, "label", f"{side} {label}")
        if not parts.formation_ids.add(item, "id", id_) or id_ is None:
            continue
        if total is not None:
            parts.totals[id_] = total
        if name is not None and mark is not None and side is not None and kind is not None:
            formation = Formation(id_, side, name, label, kind, arm, guards, mark)
            parts.formations[id_] = formation
    record.no_more_keys()


def _total(item: Record) -> tuple[dict[Size, int], Record] | None:
    """Return how many counters of each size a formation has in print, if that is known."""
    table = item.table("total", required=False)
    if table is None:
        return None
    item.mark("total_src")
    item.text("total_note", required=False)
    found = {size: table.integer(key, 0, 99, required=False) or 0 for key, size in SIZES.items()}
    table.no_more_keys()
    return found, table


def _arrivals(folder: Folder, head: Head, parts: UnitParts, areas: Mapping[str, EntryArea]) -> None:
    """Read the printed lines of set-ups and orders of appearance."""
    rows = folder.rows(ARRIVALS, ARRIVAL_COLUMNS)
    if rows is None:
        return
    for row in rows:
        before = len(folder.problems)
        id_, group, mark = row.id("id"), row.id("group"), row.mark("src")
        side = head.side_of(row)
        turn = row.integer("turn", 1, 999, required=False)
        impulse = row.integer("impulse", 1, 20, required=False)
        area = row.text("area", required=False) or ""
        line = row.text("text") or ""
        counters = {size: row.integer(column, 0, 99) or 0 for column, size in SIZES.items()}
        where = areas.get(area)
        if area and areas and where is None:
            hint = "one of " + ", ".join(areas)
            row.report("DAT-arrival-area", "area", f"unknown entry area {area!r}", hint)
        elif where is not None and side is not None and where.side not in (side, ""):
            text = f"entry area {area} is of side {where.side}"
            row.report("DAT-arrival-area", "area", text, "units enter in their own areas")
        if (turn is None) != (impulse is None) or (turn is not None and not area):
            hint = "turn, impulse and area go together; a set-up has none of them"
            row.report("DAT-arrival-when", "turn", "turn, impulse and area don't fit", hint)
        if not parts.arrival_ids.add(row, "id", id_) or id_ is None:
            continue
        if group is not None and mark is not None and side is not None:
            entry = Entry(group, turn, impulse, area, mark, line)
            parts.arrivals[id_] = Arrival(id_, side, entry, counters, row)
        if len(folder.problems) > before:
            folder.partial.add(ARRIVALS)


def _unit(row: Record, head: Head, parts: UnitParts, mobilities: Mapping[str, str]) -> Unit | None:
    """Read one unit; ``None`` if a figure is missing or wrong."""
    before = len(row.folder.problems)
    id_ = row.id("id")
    if parts.unit_ids.add(row, "id", id_) and id_ is not None:
        parts.rows[id_] = row
    _check_words(row, head, mobilities)
    _check_figures(row)
    parent, entry = _parent(row, parts), _entry(row, parts)
    _check_colour(row, parts)
    sources = _marks(row)
    _check_fit(row, parts)
    if len(row.folder.problems) > before or entry is None:
        return None
    return _build(row, parent, entry, sources)


def _check_words(row: Record, head: Head, mobilities: Mapping[str, str]) -> None:
    """Check everything on a counter that isn't a number."""
    head.side_of(row)
    for key in ("unit", "type", "defence"):
        row.text(key)
    row.not_a_date("unit")
    row.choice("kind", tuple(Kind), "DAT-unit-kind")
    row.choice("size", tuple(Size), "DAT-unit-size")
    if mobilities:
        row.choice("mobility", mobilities, "DAT-mobility")
    row.flag("defensive_only")


def _check_figures(row: Record) -> None:
    """Check that every figure is a number of its range."""
    row.integer("strength", 1, 99)
    row.integer("morale", 2, 12)
    row.integer("range", 1, 99, required=False)
    for key in ("combat", "antitank"):
        row.fraction(key)
    for key in ("support", "barrage"):
        row.fraction(key, required=False)


def _build(
    row: Record, parent: Formation | None, entry: Entry, sources: Mapping[str, Provenance]
) -> Unit:
    """Make a unit of a row that has been checked."""
    get = {key: str(row.values.get(key) or "") for key in UNIT_COLUMNS}
    return Unit(
        id=get["id"],
        side=get["side"],
        formation=parent.name if parent else "",
        formation_id=parent.label if parent else "",
        parent=parent.id if parent else "",
        name=get["unit"],
        type=get["type"],
        kind=Kind(get["kind"]),
        size=Size(get["size"]),
        mobility=get["mobility"],
        colour=get["colour"],
        strength=int(get["strength"]),
        combat=as_fraction(get["combat"]) or Fraction(0),
        defensive_only=get["defensive_only"] == "yes",
        antitank=as_fraction(get["antitank"]) or Fraction(0),
        support=as_fraction(get["support"]),
        barrage=as_fraction(get["barrage"]),
        range=int(get["range"]) if get["range"] else None,
        morale=int(get["morale"]),
        defence=get["defence"],
        battalion=get["battalion"],
        entry=entry,
        sources=sources,
        note=get["note"],
    )


def _parent(row: Record, parts: UnitParts) -> Formation | None:
    """Return the formation of a unit, if it has one."""
    id_ = row.text("formation", required=False)
    if id_ is None:
        return None
    if id_ not in parts.formation_ids and row.folder.whole(FORMATIONS):
        hint = f"an id of {FORMATIONS}, or empty"
        row.report("DAT-formation", "formation", f"unknown formation {id_!r}", hint)
    formation = parts.formations.get(id_)
    if formation is not None:
        _check_side(row, "side", f"formation {id_}", formation.side)
    return formation


def _check_side(row: Record, key: str, what: str, side: str) -> None:
    """Check that what a unit refers to is of its side, unless that is known to be none."""
    told = any(
        (each.check, each.file, each.line) == ("DAT-side", row.file, row.line("side"))
        for each in row.folder.problems
    )
    if side and side != row.values.get("side") and not told:
        text = f"{what} is of side {side}, the unit isn't"
        row.report("DAT-unit-side", key, text, "one side for both")


def _check_colour(row: Record, parts: UnitParts) -> None:
    """Check the colour scheme of a unit."""
    if not row.folder.whole(COUNTERS):
        return
    colour = row.choice("colour", parts.colours, "DAT-colour")
    if colour is not None:
        _check_side(row, "colour", f"colour {colour}", parts.colours[colour][0])


def _entry(row: Record, parts: UnitParts) -> Entry | None:
    """Return how a unit comes into play, with its own mark."""
    id_, mark = row.text("arrival"), row.mark("arrival_src")
    if id_ is None:
        return None
    if id_ not in parts.arrival_ids and row.folder.whole(ARRIVALS):
        hint = f"an id of {ARRIVALS}"
        row.report("DAT-unit-arrival", "arrival", f"unknown arrival {id_!r}", hint)
    arrival = parts.arrivals.get(id_)
    if arrival is None or mark is None:
        return None
    _check_side(row, "arrival", f"arrival {id_}", arrival.side)
    entry = arrival.entry
    return replace(entry, source=mark)


def _marks(row: Record) -> dict[str, Provenance]:
    """Return the provenance of each figure; a figure and its mark go together."""
    found = {}
    for name, column in FIGURES.items():
        key = f"{column}_src"
        value, mark = row.values.get(column), row.values.get(key)
        if not mark:
            if value and key != "arrival_src":  # that one was asked for already
                hint = f"{key}: {marks_hint()}"
                row.report("DAT-unit-source", key, f"{column} {value} has no provenance", hint)
            continue
        if mark in MARKS:
            found[name] = MARKS[str(mark)]
        elif key != "arrival_src":
            text = f"{key} {mark!r} is no provenance mark"
            row.report("DAT-mark", key, text, marks_hint())
        known_absent = column == "support" and row.values.get("range")
        if not value and not known_absent:
            text = f"{key} {mark} without a {column}"
            row.report("DAT-unit-source", key, text, "delete the mark, or give the figure")
    if row.values.get("range") and not row.values.get("support_src"):
        hint = "the mark says how it is known, that there is none too"
        row.report("DAT-unit-source", "support_src", "artillery without a support_src", hint)
    return found


def _check_fit(row: Record, parts: UnitParts) -> None:
    """Check that class, type, defence, artillery figures and battalion fit together."""
    get = {key: str(row.values.get(key) or "") for key in UNIT_COLUMNS}
    kind, defence = get["kind"], get["defence"]
    known = parts.types.get(get["type"])
    if get["type"] and parts.types and row.folder.whole(COUNTERS) and known is None:
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
