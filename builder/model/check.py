"""Checks across files: totals, battalions, and the lock of gpids."""

from __future__ import annotations

from collections import Counter

from builder.model.game import Size
from builder.model.head_files import GAME, Head
from builder.model.lock import LOCK
from builder.model.marker_files import MARKERS
from builder.model.reader import Folder, Seen
from builder.model.unit_files import ARRIVALS, FORMATIONS, SIZES, UNITS, UnitParts

__all__ = ["check_game"]


def check_game(folder: Folder, head: Head, units: UnitParts, locked: Seen) -> None:
    """Check what no file can check alone."""
    if folder.whole(UNITS):
        _check_totals(folder, head, units)
        _check_battalions(units)
        if folder.sound(UNITS) and folder.sound(FORMATIONS):
            _check_formations(units)
        if folder.whole(ARRIVALS):
            _check_arrivals(units)
    if folder.whole(ARRIVALS):
        _check_empty(units)
    if folder.whole(MARKERS):
        _check_markers(folder, head, units)
    if folder.whole(LOCK):
        _check_lock(folder, head, units, locked)


def _check_totals(folder: Folder, head: Head, units: UnitParts) -> None:
    """Compare the number of units with the one stated."""
    expected, found = head.counts.get("units"), len(units.unit_ids.lines)
    if expected is not None and expected != found:
        hint = f"[counts] of {GAME} says {expected}"
        folder.report("DAT-count", UNITS, 0, f"there are {found} units", hint)


def _check_markers(folder: Folder, head: Head, units: UnitParts) -> None:
    """Compare the number of markers with the one stated."""
    expected = head.counts.get("markers")
    if expected is None or len(units.markers) < len(units.marker_ids.lines) or not units.markers:
        return
    found = sum(marker.count for marker in units.markers.values())
    if expected != found:
        hint = f"[counts] of {GAME} says {expected}"
        folder.report("DAT-count", MARKERS, 0, f"there are {found} markers", hint)


def _check_arrivals(units: UnitParts) -> None:
    """Compare the counters of each arrival with the printed ones."""
    found: dict[str, Counter[str]] = {}
    for row in units.rows.values():
        key = str(row.values.get("arrival") or "")
        found.setdefault(key, Counter())[str(row.values.get("size") or "")] += 1
    names = {size: name for name, size in SIZES.items()}
    for arrival in units.arrivals.values():
        have = found.get(arrival.id, Counter())
        for size in Size:
            printed = arrival.counters[size]
            if have[size] != printed:
                text = f"{arrival.id}: {printed} {names[size]} printed, {have[size]} in {UNITS}"
                hint = f"see `arrival` and `size` in {UNITS}"
                arrival.record.report("DAT-arrival-count", names[size], text, hint)


def _check_empty(units: UnitParts) -> None:
    """Check that every arrival brings something."""
    for arrival in units.arrivals.values():
        if not any(arrival.counters.values()):
            text = f"{arrival.id} brings no counter"
            arrival.record.report("DAT-arrival-empty", "id", text, "give its numbers, or delete it")


def _check_formations(units: UnitParts) -> None:
    """Compare the counters of each formation with those printed for it."""
    found: dict[str, Counter[str]] = {}
    for row in units.rows.values():
        key = str(row.values.get("formation") or "")
        found.setdefault(key, Counter())[str(row.values.get("size") or "")] += 1
    names = {size: name for name, size in SIZES.items()}
    for id_, (total, record) in units.totals.items():
        have = found.get(id_, Counter())
        for size, printed in total.items():
            if have[size] != printed:
                text = f"{id_}: {printed} {names[size]} in print, {have[size]} in {UNITS}"
                hint = f"see `formation` and `size` in {UNITS}"
                record.report("DAT-formation-count", names[size], text, hint)


def _check_battalions(units: UnitParts) -> None:
    """Check that a battalion key holds two or more companies, all of one formation."""
    members: dict[str, list[str]] = {}
    for id_, row in units.rows.items():
        battalion = str(row.values.get("battalion") or "")
        if battalion:
            members.setdefault(battalion, []).append(id_)
    for battalion, ids in members.items():
        if len(ids) == 1:
            row = units.rows[ids[0]]
            text = f"battalion {battalion} has only this company"
            row.report("DAT-unit-battalion", "battalion", text, "misspelled, or leave it empty")
        rows = [units.rows[id_] for id_ in ids]
        first = rows[0].values.get("formation")
        stranger = next((row for row in rows if row.values.get("formation") != first), None)
        if stranger is not None:
            text = f"battalion {battalion} has companies of {first} and of another formation"
            hint = f"see `formation` and `battalion` of {', '.join(ids)}"
            stranger.report("DAT-battalion-mixed", "battalion", text, hint)


def _check_lock(folder: Folder, head: Head, units: UnitParts, locked: Seen) -> None:
    """Check that every unit and marker has a gpid."""
    ids = [*units.unit_ids.lines, *units.marker_ids.lines]
    missing = [id_ for id_ in ids if id_ not in locked]
    if missing:
        shown = ", ".join(missing[:5]) + (f" and {len(missing) - 5} more" if missing[5:] else "")
        hint = f"`builder data {head.id} --lock` appends them"
        folder.report("DAT-lock-missing", LOCK, 0, f"no gpid for {shown}", hint)
