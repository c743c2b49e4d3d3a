"""Reading ``counters.toml``: the unit identification chart."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from builder.model.game import Kind, Size, Unit
from builder.model.head_files import Head
from builder.model.identification import (
    Abbreviation,
    ColourCode,
    FaceField,
    Identification,
    MarkerSign,
    SizeMark,
    Symbol,
)
from builder.model.reader import Folder, Record, Seen
from builder.model.terms import source_of

__all__ = ["COUNTERS", "MARKER_KINDS", "CounterParts", "check_symbols", "read_counters"]

COUNTERS = "counters.toml"
MARKER_KINDS = (
    *("bunker", "bridge", "turn", "weather", "movement"),
    *("supply", "assault", "strength", "blank"),
)
FACES = ("front", "front-afv", "back")
FIGURES = (
    *("type", "size", "name", "formation_id", "strength", "mobility"),
    *("support", "range", "barrage", "antitank", "combat", "morale", "defence"),
)


@dataclass(slots=True)
class CounterParts:
    """What ``counters.toml`` holds.

    Args:
        colours: Side and service by colour scheme.
        types: Class by type of unit.
        chart: The unit identification chart.
    """

    colours: dict[str, tuple[str, str]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    chart: Identification = field(default_factory=Identification)


def read_counters(folder: Folder, head: Head) -> CounterParts:
    """Read ``counters.toml``; it counts as partial if anything in it is at fault."""
    parts = CounterParts()
    record = folder.toml(COUNTERS)
    if record is None:
        return parts
    before = len(folder.problems)
    colours = _colours(record, head, parts)
    _types(record, parts)
    parts.chart = Identification(
        symbols=_symbols(record, head, parts.types),
        colours=colours,
        sizes=_sizes(record),
        markers=_markers(record),
        abbreviations=_abbreviations(record, head),
        faces=_faces(record),
    )
    record.no_more_keys()
    if len(folder.problems) > before:
        folder.partial.add(COUNTERS)
    return parts


def check_symbols(
    chart: Identification, units: Mapping[str, Unit], rows: Mapping[str, Record]
) -> None:
    """Check that types the chart gives to one side are only that side's."""
    sides = {symbol.type: symbol.side for symbol in chart.symbols if symbol.side}
    for id_, unit in units.items():
        side = sides.get(unit.type, unit.side)
        if side != unit.side and id_ in rows:
            text = f"{unit.type} is a type of side {side}, the unit isn't"
            rows[id_].report("DAT-symbol-side", "type", text, f"see [[symbol]] of {COUNTERS}")


def _colours(record: Record, head: Head, parts: CounterParts) -> tuple[ColourCode, ...]:
    """Read the colour schemes."""
    found, seen = [], Seen("colour")
    for item in record.tables("colour"):
        id_, service = item.id("id"), item.text("service") or ""
        name, force = item.text("name") or "", item.text("force") or ""
        side, mark = head.side_of(item) or "", source_of(item, "src")
        item.no_more_keys()
        if seen.add(item, "id", id_) and id_ is not None:
            parts.colours[id_] = (side, service)
            found.append(ColourCode(id_, name, side, service, force, mark))
    return tuple(found)


def _types(record: Record, parts: CounterParts) -> None:
    """Read the types by class."""
    types = record.table("types")
    if types is None:
        return
    for kind in Kind:
        for name in types.words(kind):
            if name in parts.types:
                text, hint = f"type {name!r} is listed twice", "every type only once"
                types.report("DAT-id-twice", kind, text, hint, token=name)
            parts.types[name] = kind
    types.no_more_keys()


def _symbols(record: Record, head: Head, types: Mapping[str, str]) -> tuple[Symbol, ...]:
    """Read the symbols in the order of the chart: one for each type."""
    found, seen = [], Seen("symbol")
    before = len(record.folder.problems)
    for item in record.tables("symbol"):
        type_, name = item.text("type"), item.text("name") or ""
        side = _side(item, head) if item.values.get("side") else ""
        item.asked.add("side")
        printed, mark = item.flag("printed"), source_of(item, "src")
        note = item.text("note", required=False) or ""
        item.no_more_keys()
        if type_ is not None and types and type_ not in types:
            text = f"symbol of an unknown type {type_!r:.40}"
            item.report("DAT-symbol", "type", text, "one of [types]")
        if seen.add(item, "type", type_) and type_ is not None:
            kind = types.get(type_, "")
            found.append(Symbol(type_, name, kind, side, printed, mark, note))
    if len(record.folder.problems) == before:
        _check_all(record, "types", types, seen, "symbol of the type")
    return tuple(found)


def _side(item: Record, head: Head) -> str:
    """Return the side of an entry that has one."""
    return head.side_of(item) or ""


def _check_all(record: Record, key: str, needed: Collection[str], seen: Seen, what: str) -> None:
    """Report what the chart must show and doesn't."""
    for name in needed:
        if name not in seen:
            text = f"the chart has no {what} {name}"
            record.report("DAT-symbol", key, text, "add it where the chart has it")


def _sizes(record: Record) -> tuple[SizeMark, ...]:
    """Read the size marks."""
    found, seen = [], Seen("size")
    before = len(record.folder.problems)
    for item in record.tables("size"):
        mark, name = item.choice("mark", tuple(Size), "DAT-word"), item.text("name") or ""
        source = source_of(item, "src")
        item.no_more_keys()
        if seen.add(item, "mark", mark) and mark is not None:
            found.append(SizeMark(mark, name, source))
    if len(record.folder.problems) == before:
        _check_all(record, "size", tuple(Size), seen, "size mark")
    return tuple(found)


def _markers(record: Record) -> tuple[MarkerSign, ...]:
    """Read the kinds of marker."""
    found, seen = [], Seen("kind of marker")
    before = len(record.folder.problems)
    for item in record.tables("marker"):
        kind, name = item.choice("kind", MARKER_KINDS, "DAT-marker-kind"), item.text("name") or ""
        sign, printed, source = (
            item.text("sign") or "",
            item.flag("printed"),
            source_of(item, "src"),
        )
        item.no_more_keys()
        if seen.add(item, "kind", kind) and kind is not None:
            found.append(MarkerSign(kind, name, sign, printed, source))
    if len(record.folder.problems) == before:
        _check_all(record, "marker", MARKER_KINDS, seen, "marker of kind")
    return tuple(found)


def _abbreviations(record: Record, head: Head) -> tuple[Abbreviation, ...]:
    """Read the abbreviations: each once for a side."""
    found, seen = [], Seen("abbreviation")
    for item in record.tables("abbreviation"):
        short, long = item.text("short"), item.text("long")
        side, source = _side(item, head), source_of(item, "src")
        item.no_more_keys()
        if short and long and seen.add(item, "short", f"{side} {short}"):
            found.append(Abbreviation(side, short, long, source))
    return tuple(found)


def _faces(record: Record) -> tuple[FaceField, ...]:
    """Read what stands where on a counter."""
    found, seen = [], Seen("field")
    for item in record.tables("face"):
        face = item.choice("face", FACES, "DAT-word")
        figure = item.choice("figure", FIGURES, "DAT-word")
        name, place = item.text("name") or "", item.text("place", required=False) or ""
        source = source_of(item, "src")
        item.no_more_keys()
        if face and figure and seen.add(item, "figure", f"{face} {figure}"):
            found.append(FaceField(face, figure, name, place, source))
    return tuple(found)
