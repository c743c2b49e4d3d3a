"""Reading ``bodies.toml``: what names in scenarios stand for, as lists of units.

A scenario names bodies (*83rd Division without its garrison*, *non-divisional personnel*) and
types (*Pz III*, *assault guns*) in words of its own. Which units these are is data, found by
what the units have in common; no program knows a name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from builder.model.game import Kind, Unit
from builder.model.head_files import Head
from builder.model.reader import Folder, Record, Seen
from builder.model.scenario_areas import sound
from builder.model.unit_files import ARRIVALS, COUNTERS, FORMATIONS, UNITS, UnitParts

__all__ = ["BODIES", "Bodies", "Body", "read_bodies", "units_whole"]

BODIES = "bodies.toml"

_GETTERS: Mapping[str, Callable[[Unit], str]] = {
    "formations": lambda unit: unit.parent,
    "starts": lambda unit: unit.entry.group,
    "types": lambda unit: unit.type,
    "kinds": lambda unit: unit.kind,
    "units": lambda unit: unit.id,
}
"""What of a unit each key of a body asks for; a unit must fit all keys that are there."""


@dataclass(frozen=True, slots=True)
class Body:
    """A named body: its units, whether they are there at some start or not."""

    id: str
    side: str
    name: str
    units: tuple[str, ...]


@dataclass(slots=True)
class Bodies:
    """What names stand for.

    Args:
        bodies: By id.
        types: Units' types or classes by the word a scenario has for them.
        known: Ids of all bodies, those at fault included.
    """

    bodies: dict[str, Body] = field(default_factory=dict)
    types: dict[str, frozenset[str]] = field(default_factory=dict)
    known: Seen = field(default_factory=lambda: Seen("body"))

    def of(self, record: Record, key: str, name: str) -> Body | None:
        """Return a body; an unknown one is reported at the key."""
        if name not in self.known and record.folder.whole(BODIES):
            hint = f"an id of {BODIES}"
            record.report("DAT-body", key, f"unknown body {name!r}", hint, token=name)
        return self.bodies.get(name)


def units_whole(folder: Folder, units: UnitParts) -> bool:
    """Tell whether every unit and formation was read, so that what is missing is missing."""
    return (
        sound(folder, UNITS, ARRIVALS, FORMATIONS, COUNTERS)
        and len(units.units) == len(units.unit_ids.lines)
        and len(units.formations) == len(units.formation_ids.lines)
    )


def read_bodies(folder: Folder, head: Head, units: UnitParts) -> Bodies:
    """Read what names of bodies and types stand for.

    Args:
        folder: The files.
        head: The game's sides.
        units: Units, formations and arrivals; if some are at fault, members aren't checked.
    """
    found = Bodies()
    record = folder.toml(BODIES)
    if record is None:
        return found
    whole = units_whole(folder, units)
    types = record.table("types")
    if types is not None:
        _types(types, units, found, whole=whole)
    for item in record.tables("body"):
        body = _body(item, head, units, found, whole=whole)
        if body is not None:
            found.bodies[body.id] = body
    record.no_more_keys()
    return found


def _types(table: Record, units: UnitParts, found: Bodies, *, whole: bool) -> None:
    """Read which types and classes of unit each word stands for."""
    table.mark("source")
    table.text("note", required=False)
    for word in table.values:
        if word in ("source", "note"):
            continue
        names = table.words(word)
        for name in names:
            if whole and name not in units.types and name not in tuple(Kind):
                text = f"{word!r} names no type or class of unit: {name!r}"
                table.report("DAT-body-type", word, text, f"see [types] of {COUNTERS}")
        found.types[word] = frozenset(names)


def _body(item: Record, head: Head, units: UnitParts, found: Bodies, *, whole: bool) -> Body | None:
    """Read one body; a body may leave out others that stand above it."""
    id_, name, side = item.id("id"), item.text("name"), head.side_of(item)
    asked = {key: set(item.words(key, required=False)) for key in _GETTERS}
    divisional = item.flag("divisional") if "divisional" in item.values else None
    without = [found.of(item, "without", each) for each in item.words("without", required=False)]
    item.mark("src")
    item.text("note", required=False)
    item.no_more_keys()
    if whole:
        _check_words(item, asked, units)
    gone = {unit for body in without if body is not None for unit in body.units}
    fits = [unit for unit in units.units.values() if unit.side == side and unit.id not in gone]
    for key, words in asked.items():
        fits = [unit for unit in fits if not words or _GETTERS[key](unit) in words]
    members = tuple(unit.id for unit in fits if divisional in (None, _divisional(unit, units)))
    if whole and side is not None and not members:
        hint = "a unit must fit all that is asked for"
        item.report("DAT-body-empty", "id", f"body {id_} has no unit", hint)
    if not found.known.add(item, "id", id_) or id_ is None or side is None:
        return None
    return Body(id_, side, name or "", members)


def _divisional(unit: Unit, units: UnitParts) -> bool:
    """Tell whether a unit is of a division or brigade."""
    parent = units.formations.get(unit.parent)
    return parent is not None and parent.divisional


def _check_words(item: Record, asked: Mapping[str, Collection[str]], units: UnitParts) -> None:
    """Report words that name nothing."""
    known: dict[str, Iterable[str]] = {
        "formations": units.formations,
        "starts": {arrival.entry.group for arrival in units.arrivals.values()},
        "types": units.types,
        "kinds": tuple(Kind),
        "units": units.units,
    }
    for key, words in asked.items():
        for word in sorted(set(words) - set(known[key])):
            near = ", ".join(get_close_matches(word[:80], [*map(str, known[key])], 3, 0.6))
            hint = f"did you mean {near}?" if near else f"see the other bodies' {key}"
            item.report("DAT-body-member", key, f"{key} names no {word!r}", hint, token=word)
