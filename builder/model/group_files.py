"""Reading ``groups.toml``: the units that single rules name, found by what they have in common."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from builder.model.game import Formation, Kind, Size, Unit
from builder.model.head_files import GAME, Head
from builder.model.reader import Folder, Record, Seen
from builder.model.special import UnitGroup
from builder.model.terms import Terms, source_of
from builder.model.unit_files import (
    ARRIVALS,
    COUNTERS,
    FORMATION_KINDS,
    FORMATIONS,
    UNITS,
    UnitParts,
)

__all__ = ["GROUPS", "read_groups"]

GROUPS = "groups.toml"

Getter = Callable[[Unit, Mapping[str, Formation]], str]
"""What of a unit a key of a pick asks for."""
GETTERS: dict[str, Getter] = {
    "side": lambda unit, _: unit.side,
    "kinds": lambda unit, _: unit.kind,
    "types": lambda unit, _: unit.type,
    "sizes": lambda unit, _: unit.size,
    "mobility": lambda unit, _: unit.mobility,
    "colours": lambda unit, _: unit.colour,
    "starts": lambda unit, _: unit.entry.group,
    "formations": lambda unit, _: unit.parent,
    "formation_kinds": lambda unit, all_: all_[unit.parent].kind if unit.parent else "",
    "arms": lambda unit, all_: all_[unit.parent].arm if unit.parent else "",
}


def read_groups(
    folder: Folder, head: Head, mobilities: Collection[str], units: UnitParts, terms: Terms
) -> dict[str, UnitGroup]:
    """Read ``groups.toml`` and find the units of each group.

    Args:
        folder: The files.
        head: The game's sides.
        mobilities: Known mobility letters.
        units: Units and formations; if some could not be read, members aren't checked.
        terms: Sections of the rules.
    """
    record = folder.toml(GROUPS)
    if record is None:
        return {}
    known = _known(folder, head, mobilities, units)
    whole = all(folder.sound(file) for file in (GAME, UNITS, COUNTERS, FORMATIONS, ARRIVALS))
    found: dict[str, UnitGroup] = {}
    seen = Seen("group")
    for item in record.tables("group"):
        id_, name = item.id("id"), item.text("name")
        rule, mark = terms.section(item), source_of(item)
        count = item.integer("count", 1, 999, required=False)
        members: dict[str, None] = {}
        before = len(folder.problems)
        for pick in _picks(item):
            if _check_pick(item, pick, known) and whole:
                members.update(dict.fromkeys(_members(item, pick, units)))
        item.no_more_keys()
        fine = whole and len(folder.problems) == before
        if fine and count is not None and len(members) != count:
            text = f"group {id_} has {len(members)} units, not {count}"
            item.report("DAT-group-count", "count", text, f"see {UNITS}, or the picks")
        if seen.add(item, "id", id_) and id_:
            found[id_] = UnitGroup(id_, name or id_, rule, frozenset(members), mark)
    record.no_more_keys()
    return found


def _known(
    folder: Folder, head: Head, mobilities: Collection[str], units: UnitParts
) -> dict[str, Collection[str]]:
    """Return the words each key of a pick may hold; none where their file has problems."""
    sound = folder.sound
    formations = units.formations if sound(FORMATIONS) else {}
    return {
        "side": head.side_ids if sound(GAME) else (),
        "kinds": tuple(Kind),
        "types": units.types if sound(COUNTERS) else (),
        "sizes": tuple(Size),
        "mobility": mobilities,
        "colours": units.colours if sound(COUNTERS) else (),
        "starts": {arrival.entry.group for arrival in units.arrivals.values()}
        if sound(ARRIVALS)
        else (),
        "formations": formations,
        "formation_kinds": FORMATION_KINDS,
        "arms": {formation.arm for formation in formations.values()},
        "units": units.unit_ids.lines if sound(UNITS) else (),
    }


def _picks(item: Record) -> list[dict[str, list[str]]]:
    """Return the picks of a group, each value as a list of words."""
    value = item.raw("pick")
    if not isinstance(value, list) or not all(isinstance(pick, dict) and pick for pick in value):
        if value is not None:
            hint = 'such as [{ side = "red", types = ["infantry"] }]'
            item.report("DAT-value-type", "pick", "pick isn't a list of picks", hint)
        return []
    picks = []
    for pick in value:
        words = {key: [found] if isinstance(found, str) else found for key, found in pick.items()}
        if all(isinstance(all_, list) for all_ in words.values()):
            picks.append({key: [str(word) for word in all_] for key, all_ in words.items()})
        else:
            text, hint = "a pick holds something else than words", "put them in quotes"
            item.report("DAT-value-type", "pick", text, hint)
    return picks


def _check_pick(
    item: Record, pick: Mapping[str, list[str]], known: Mapping[str, Collection[str]]
) -> bool:
    """Report keys and words of a pick that mean nothing; return whether there are none."""
    before = len(item.folder.problems)
    for key, words in pick.items():
        options = known.get(key)
        if options is None:
            hint = "one of " + ", ".join(known)
            item.report("DAT-word", "pick", f"unknown key {key!r:.40} of a pick", hint, token=key)
            continue
        for word in words:
            if not options or word in options:
                continue
            check = "DAT-group-unit" if key == "units" else "DAT-word"
            hint = f"an id of {UNITS}" if key == "units" else _hint(options)
            item.report(check, "pick", f"{key} of a pick names no {word!r:.60}", hint, token=word)
    return len(item.folder.problems) == before


def _hint(options: Collection[str]) -> str:
    """Return the words that are known, if they are few."""
    return "one of " + ", ".join(sorted(options)) if len(options) <= 12 else ""


def _members(item: Record, pick: Mapping[str, list[str]], units: UnitParts) -> list[str]:
    """Return the units that fit a pick; named ones that don't are reported."""
    found = list(units.units.values())
    for key, getter in GETTERS.items():
        if key in pick:
            found = [unit for unit in found if getter(unit, units.formations) in pick[key]]
    fits = [unit.id for unit in found]
    named = pick.get("units")
    if named is None:
        if not fits:
            item.report("DAT-group-empty", "pick", "a pick finds no unit", "see the units' rows")
        return fits
    for id_ in named:
        if id_ in units.units and id_ not in fits:
            unit = units.units[id_]
            text = f"{id_} ({unit.side} {unit.type}, size {unit.size}) doesn't fit its pick"
            hint = "the rest of the pick says what the rules call it"
            item.report("DAT-group-fit", "pick", text, hint, token=id_)
    return [id_ for id_ in fits if id_ in named]
