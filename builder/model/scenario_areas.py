"""Reading ``map/setup_areas.toml``: set-up lines, and the areas that they and rivers bound.

An area is never typed hex by hex. It is what a flood from one of its hexes fills without
crossing its barriers, with those barriers that it includes; or the hexes around one; or a
stretch of a river. So it follows the map when the map is corrected.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from builder.hexgrid import Hex, distance, neighbours, within
from builder.model.map_files import PLACES, SETUP_AREAS, WAYS, MapParts
from builder.model.reader import Folder, Record, Seen

__all__ = ["Areas", "read_areas", "sound"]


@dataclass(slots=True)
class Areas:
    """Set-up lines and areas by id.

    Args:
        map: The map's parts.
        lines: Hexes of each line from edge to edge.
        areas: Hexes of each area, by column, then row.
        known: Ids of all areas, those at fault included.
    """

    map: MapParts
    lines: dict[str, tuple[Hex, ...]] = field(default_factory=dict)
    areas: dict[str, tuple[Hex, ...]] = field(default_factory=dict)
    known: Seen = field(default_factory=lambda: Seen("set-up area"))

    def of(self, record: Record, key: str, *, required: bool = True) -> tuple[Hex, ...]:
        """Return the hexes of the areas that a key names; an unknown one is reported."""
        found: dict[Hex, None] = {}
        for name in record.words(key, required=required):
            if name not in self.known and record.folder.whole(SETUP_AREAS):
                hint = "one of " + ", ".join(self.known.lines)
                text = f"unknown area {name!r}"
                record.report("DAT-placement-area", key, text, hint, token=name)
            found.update(dict.fromkeys(self.areas.get(name, ())))
        return tuple(found)


def sound(folder: Folder, *files: str) -> bool:
    """Tell whether files were read without any problem."""
    bad = {problem.file for problem in folder.problems}
    return all(folder.whole(file) and file not in bad for file in files)


def read_areas(folder: Folder, map_: MapParts) -> Areas:
    """Read lines and areas; what depends on a broken map is left out, and not reported.

    Args:
        folder: The files.
        map_: The map's parts.
    """
    found = Areas(map_)
    record = folder.toml(SETUP_AREAS)
    if record is None:
        return found
    mapped = map_.head.field_known and sound(folder, WAYS, PLACES)
    seen = Seen("set-up line")
    for item in record.tables("line"):
        id_, cells = item.id("id"), _line(item, found, mapped=mapped)
        item.text("text")
        item.mark("src")
        item.text("note", required=False)
        item.no_more_keys()
        if seen.add(item, "id", id_) and id_ is not None and cells:
            found.lines[id_] = cells
    for item in record.tables("area"):
        id_, area = item.id("id"), _area(item, found, mapped=mapped)
        item.text("name")
        item.mark("src")
        item.text("note", required=False)
        item.no_more_keys()
        if found.known.add(item, "id", id_) and id_ is not None and area:
            found.areas[id_] = tuple(sorted(area, key=map_.head.numbering.column_row))
    record.no_more_keys()
    return found


# --- lines ------------------------------------------------------------------------------
def _line(item: Record, areas: Areas, *, mapped: bool) -> tuple[Hex, ...]:
    """Return the hexes of a line from edge to edge; empty if it is broken."""
    numbering = areas.map.head.numbering
    before = len(item.folder.problems)
    chain = item.hexes("hexes", numbering)
    beside = item.hexes("beside", numbering, required=False)
    for one, two in pairwise(chain):
        if distance(one, two) != 1:
            number = numbering.format(two)
            text = f"hex {number} isn't next to {numbering.format(one)}"
            item.report("DAT-line-gap", "hexes", text, "each touches the one before", token=number)
    start = item.integer("start_column", 1, numbering.columns, required=False)
    end = item.integer("end_column", 1, numbering.columns, required=False)
    way = item.text("end_way", required=False)
    if not chain or len(item.folder.problems) > before or not mapped:
        return ()
    head = _column(item, areas, "start_column", start, chain[0])
    tail = _column(item, areas, "end_column", end, chain[-1])
    if way is not None:
        tail = _upstream(item, areas, way, chain[-1])
    whole = [*reversed(head), *chain, *tail]
    for key, cell in (("start_column", whole[0]), ("end_column", whole[-1])):
        if not _on_edge(areas, cell) and len(item.folder.problems) == before:
            text = f"the line ends in {numbering.format(cell)}, inside the map"
            hint = "start_column, end_column or end_way lead it to the edge"
            item.report("DAT-line-edge", key if key in item.values else "hexes", text, hint)
    if len(item.folder.problems) > before:
        return ()
    return tuple(dict.fromkeys((*whole, *beside)))


def _column(item: Record, areas: Areas, key: str, column: int | None, last: Hex) -> list[Hex]:
    """Return the hexes of a column from beyond an end of the chain to the edge."""
    if column is None:
        return []
    numbering = areas.map.head.numbering
    there, row = numbering.column_row(last)
    if there != column:
        text = f"column {column:02} doesn't go on from {numbering.format(last)}"
        item.report("DAT-line-column", key, text, "the end of `hexes` lies in that column")
        return []
    rows = range(row - 1, 0, -1) if key == "start_column" else range(row + 1, numbering.rows + 1)
    return [numbering.hex_at(column, each) for each in rows]


def _upstream(item: Record, areas: Areas, name: str, last: Hex) -> list[Hex]:
    """Return the hexes of a river from beyond the end of the chain to where it comes from."""
    way = next((w.hexes for w in areas.map.ways if f"{w.kind} {w.name}" == name), None)
    if way is None or last not in way:
        number = areas.map.head.numbering.format(last)
        text = f"no way {name!r} goes on from {number}"
        item.report("DAT-line-way", "end_way", text, "a kind and a name of map/ways.toml")
        return []
    return list(reversed(way[: way.index(last)]))


def _on_edge(areas: Areas, cell: Hex) -> bool:
    """Tell whether a hex lies on the edge of the map."""
    return any(other not in areas.map.head.numbering for other in neighbours(cell))


# --- areas ------------------------------------------------------------------------------
def _area(item: Record, areas: Areas, *, mapped: bool) -> frozenset[Hex]:
    """Return the hexes of an area; empty if they can't be found."""
    numbering = areas.map.head.numbering
    if "around" in item.values:
        centre = item.hex("around", numbering)
        cells = within(centre, 1) if centre is not None else ()
        return frozenset(cell for cell in cells if cell in numbering)
    if "along" in item.values:
        return _stretch(item, areas, mapped=mapped)
    seeds, other = item.hexes("from", numbering), item.hex("not", numbering)
    barriers = _barriers(item, areas, mapped=mapped)
    for name in item.words("including", required=False):
        if name not in item.words("barriers"):
            text = f"{name!r} is no barrier of the area"
            item.report("DAT-area-including", "including", text, "it must bound the area")
    if not mapped or len(barriers) < len(item.words("barriers")):
        return frozenset()
    inside = _flood(item, areas, seeds, frozenset[Hex]().union(*barriers.values()))
    if other in inside:
        text = f"the area holds hex {numbering.format(other)} as well"
        item.report("DAT-area-leak", "not", text, "a barrier has a gap, or one is missing")
    return inside | _border(item, barriers, inside) if inside else inside


def _barriers(item: Record, areas: Areas, *, mapped: bool) -> dict[str, frozenset[Hex]]:
    """Return hexes by name of barrier: ``line ID``, ``column N``, or kind and name of a way."""
    numbering = areas.map.head.numbering
    ways = {f"{way.kind} {way.name}": way.hexes for way in areas.map.ways}
    found: dict[str, frozenset[Hex]] = {}
    for name in item.words("barriers"):
        kind, _, rest = name.partition(" ")
        if kind == "line" and rest in areas.lines:
            found[name] = frozenset(areas.lines[rest])
        elif kind == "column" and rest.isdecimal() and 1 <= int(rest) <= numbering.columns:
            rows = range(1, numbering.rows + 1)
            found[name] = frozenset(numbering.hex_at(int(rest), row) for row in rows)
        elif name in ways:
            found[name] = frozenset(ways[name])
        elif mapped and not (kind == "line" and _has_problem(item)):
            hint = "`line ID`, `column N`, or kind and name of a way"
            item.report(
                "DAT-area-barrier", "barriers", f"unknown barrier {name!r}", hint, token=name
            )
    return found


def _has_problem(item: Record) -> bool:
    """Tell whether the file of a record has a problem already."""
    return any(problem.file == item.file for problem in item.folder.problems)


def _flood(
    item: Record, areas: Areas, seeds: Iterable[Hex], walls: frozenset[Hex]
) -> frozenset[Hex]:
    """Return what is reached from the seeds without entering a wall."""
    numbering = areas.map.head.numbering
    open_, stack = set(numbering) - walls, list(seeds)
    found = set(stack)
    for seed in stack:
        if seed in walls:
            number = numbering.format(seed)
            text = f"hex {number} lies on a barrier of the area"
            item.report("DAT-area-from", "from", text, "a hex inside it", token=number)
            return frozenset()
    while stack:
        near = open_.intersection(neighbours(stack.pop()))
        open_ -= near
        stack += near
        found |= near
    return frozenset(found)


def _border(
    item: Record, barriers: Mapping[str, frozenset[Hex]], inside: frozenset[Hex]
) -> frozenset[Hex]:
    """Return the barriers that belong to an area: a whole line, of a way what touches it."""
    names = set(item.words("including", required=False)) & set(barriers)
    shut = frozenset[Hex]().union(*(c for name, c in barriers.items() if name not in names))
    found: set[Hex] = set()
    for name in names:
        cells = barriers[name] - shut
        found |= cells if name.startswith("line ") else _touching(cells, inside)
    return frozenset(found)


def _touching(cells: Iterable[Hex], found: frozenset[Hex]) -> set[Hex]:
    """Return the cells that are next to one of those found."""
    return {cell for cell in cells if any(other in found for other in neighbours(cell))}


def _stretch(item: Record, areas: Areas, *, mapped: bool) -> frozenset[Hex]:
    """Return the hexes of a river below one of them, without those of some towns."""
    after = item.hex("after", areas.map.head.numbering)
    name, without = item.text("along"), item.words("without", required=False)
    ways = {f"{way.kind} {way.name}": way.hexes for way in areas.map.ways}
    towns = {place.name: place.hexes for place in areas.map.places if place.town}
    if not mapped or after is None or name is None:
        return frozenset()
    for town in without:
        if town not in towns:
            hint = f"a town of {PLACES}"
            item.report("DAT-placement-place", "without", f"unknown place {town!r}", hint)
    course = ways.get(name, ())
    if after not in course:
        number = areas.map.head.numbering.format(after)
        text = f"no way {name!r} runs through {number}"
        item.report("DAT-area-barrier", "along", text, "kind and name of a way, and a hex of it")
        return frozenset()
    below = course[course.index(after) + 1 :]
    gone = {cell for town in without for cell in towns.get(town, ())}
    return frozenset(cell for cell in below if cell not in gone)
