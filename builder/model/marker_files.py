"""Reading ``markers.csv``."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from builder.model.counter_files import MARKER_KINDS
from builder.model.game import Marker
from builder.model.head_files import Head
from builder.model.reader import Folder, Record, Seen

__all__ = ["MARKERS", "MarkerParts", "read_markers"]

MARKERS = "markers.csv"
COLUMNS = ("id", "name", "kind", "side", "count", "strength", "src", "note")


@dataclass(slots=True)
class MarkerParts:
    """What the file holds.

    Args:
        found: Markers by id.
        ids: All ids, also of rows at fault.
        notes: Notes by id.
    """

    found: dict[str, Marker] = field(default_factory=dict)
    ids: Seen = field(default_factory=lambda: Seen("marker"))
    notes: dict[str, str] = field(default_factory=dict)


def read_markers(folder: Folder, head: Head, units: Collection[str]) -> MarkerParts:
    """Read the markers.

    Args:
        folder: The files.
        head: The game's sides.
        units: Ids of units, which no marker may have.
    """
    parts = MarkerParts()
    for row in folder.rows(MARKERS, COLUMNS) or ():
        id_, marker = row.id("id"), _marker(row, head)
        if id_ is not None and id_ in units:
            row.report("DAT-id-twice", "id", f"{id_!r} is the id of a unit", "every id only once")
        if not parts.ids.add(row, "id", id_) or id_ is None:
            continue
        parts.notes[id_] = row.text("note", required=False) or ""
        if marker is not None:
            _check_name(row, marker, parts.found)
            parts.found[id_] = marker
    return parts


def _marker(row: Record, head: Head) -> Marker | None:
    """Read one row."""
    name, mark = row.text("name"), row.mark("src")
    kind = row.choice("kind", MARKER_KINDS, "DAT-marker-kind")
    side = row.text("side", required=False) or ""
    if side and head.sides and side not in head.side_ids:
        hint = "one of " + ", ".join(head.side_ids) + ", or empty"
        row.report("DAT-side", "side", f"unknown side {side!r}", hint)
    count = row.integer("count", 1, 999)
    strength = row.integer("strength", 1, 99, required=False)
    if kind == "bunker" and strength is None:
        hint = "its strength points, 1 to 99"
        row.report("DAT-marker-strength", "strength", "a bunker needs a strength", hint)
    if name is None or kind is None or mark is None or count is None:
        return None
    return Marker(str(row.values["id"]), name, kind, side, count, strength, mark)


def _check_name(row: Record, marker: Marker, known: Mapping[str, Marker]) -> None:
    """Check that a marker is called by its strength, and as none that isn't like it."""
    numbers = re.findall("[0-9]+", marker.name)
    if marker.strength is not None and numbers and str(marker.strength) not in numbers:
        text = f"{marker.name} has strength {marker.strength}"
        row.report_misfit("DAT-marker-strength", "strength", text, "the number in its name")
    twin = next((other for other in known.values() if other.name == marker.name), marker)
    if (twin.kind, twin.side, twin.strength) != (marker.kind, marker.side, marker.strength):
        text = f"{marker.name} is also the name of {twin.id}, which isn't like it"
        hint = "markers of one name have the same kind, side and strength"
        row.report_misfit("DAT-marker-name", "name", text, hint)
