"""Reading ``map/edges.toml``: friendly edges, other entry areas, closed ones."""

from __future__ import annotations

from collections.abc import Mapping

from builder.hexgrid import Hex, Numbering, neighbours
from builder.model.edges import Alternate, Closure, Edges
from builder.model.game import EntryArea, Provenance, WayKind
from builder.model.map_files import ENTRY_AREAS, PLACES, WAYS, MapParts
from builder.model.reader import Folder, Record, Seen
from builder.model.terms import Terms, source_of

__all__ = ["read_edges"]

EDGES = "map/edges.toml"
USES = ("rail", "supply")
SIDES_OF_MAP = ("north", "east", "south", "west")


def read_edges(folder: Folder, map_: MapParts, terms: Terms) -> Edges:
    """Read ``map/edges.toml``.

    Args:
        folder: The files.
        map_: Entry areas, places and rivers.
        terms: Sides.
    """
    record = folder.toml(EDGES)
    if record is None:
        return Edges()
    areas = map_.entry_areas if folder.sound(ENTRY_AREAS) else {}
    friendly, sources = _friendly(record, map_.head.numbering, areas, terms)
    edges = Edges(
        friendly.get("rail", {}),
        friendly.get("supply", {}),
        sources,
        _alternates(record, areas),
        _closures(record, map_, areas, terms),
    )
    record.no_more_keys()
    return edges


def _edge(numbering: Numbering, name: str) -> frozenset[Hex]:
    """Return the hexes of an edge of the map."""
    columns, rows = numbering.columns, numbering.rows
    match name:
        case "north":
            places = [(column, 1) for column in range(1, columns + 1)]
        case "south":
            places = [(column, rows) for column in range(1, columns + 1)]
        case "west":
            places = [(1, row) for row in range(1, rows + 1)]
        case _:
            places = [(columns, row) for row in range(1, rows + 1)]
    return frozenset(numbering.hex_at(*place) for place in places)


def _friendly(
    record: Record, numbering: Numbering, areas: Mapping[str, EntryArea], terms: Terms
) -> tuple[dict[str, dict[str, frozenset[Hex]]], dict[tuple[str, str], Provenance]]:
    """Read friendly edges by use and side; no hex is friendly to two sides."""
    found: dict[str, dict[str, frozenset[Hex]]] = {use: {} for use in USES}
    sources: dict[tuple[str, str], Provenance] = {}
    seen, rests = Seen("friendly edge"), list[tuple[str, str]]()
    for item in record.tables("friendly"):
        use, side = item.choice("use", USES, "DAT-word"), item.text("side")
        terms.check(item, "side", [side] if side else (), terms.sides, "side")
        edges = terms.words(item, "edges", SIDES_OF_MAP, "edge of the map")
        named = terms.words(item, "areas", tuple(areas), "entry area")
        rest, mark = item.flag("rest"), source_of(item, "src")
        item.no_more_keys()
        if not use or not side or not seen.add(item, "side", f"{use} {side}"):
            continue
        sources[use, side] = mark
        cells = frozenset[Hex]().union(
            *(_edge(numbering, edge) for edge in edges if edge in SIDES_OF_MAP),
            *(areas[area].hexes for area in named if area in areas),
        )
        _check_once(item, numbering, cells, found[use])
        found[use][side] = cells
        if rest:
            rests.append((use, side))
    everything = frozenset[Hex]().union(*(_edge(numbering, edge) for edge in SIDES_OF_MAP))
    for use, side in rests:
        found[use][side] = everything.difference(
            *(cells for other, cells in found[use].items() if other != side)
        )
    for use in USES:
        for side in terms.sides:
            if not found[use].get(side):
                text = f"side {side} has no friendly edge for {use}"
                record.report("DAT-edge-side", "friendly", text, "one for each use")
    return found, sources


def _check_once(
    item: Record, numbering: Numbering, cells: frozenset[Hex], others: Mapping[str, frozenset[Hex]]
) -> None:
    """Report a hex that is another side's as well."""
    for other, taken in others.items():
        both = sorted(cells & taken, key=numbering.column_row)
        if both:
            text = f"hex {numbering.format(both[0])} is friendly to side {other} as well"
            item.report("DAT-edge-both", "edges", text, "a corner? `rest` leaves it to the other")


def _area(item: Record, key: str, areas: Mapping[str, EntryArea]) -> str:
    """Return the id of an entry area."""
    id_ = item.text(key) or ""
    if id_ and areas and id_ not in areas:
        hint = "one of " + ", ".join(areas)
        item.report("DAT-arrival-area", key, f"unknown entry area {id_!r:.40}", hint)
    return id_


def _alternates(record: Record, areas: Mapping[str, EntryArea]) -> tuple[Alternate, ...]:
    """Read other entry areas: of the same side, and not the same."""
    found = []
    for item in record.tables("alternate", required=False):
        area, other = _area(item, "area", areas), _area(item, "other", areas)
        later, mark = item.integer("later", 0, 99) or 0, source_of(item, "src")
        item.no_more_keys()
        ends = areas.get(area), areas.get(other)
        if ends[0] and ends[1] and (ends[0].side != ends[1].side or area == other):
            text = f"{other} is no other area of the side of {area}"
            item.report("DAT-arrival-area", "other", text, "another area of the same side")
        found.append(Alternate(area, other, later, mark))
    return tuple(found)


def _closures(
    record: Record, map_: MapParts, areas: Mapping[str, EntryArea], terms: Terms
) -> tuple[Closure, ...]:
    """Read what closes entry areas."""
    found = []
    for item in record.tables("closure", required=False):
        area, text = _area(item, "area", areas), item.text("text") or ""
        before = len(record.folder.problems)
        hexes = _hexes(item, map_, terms)
        mark = source_of(item, "src")
        item.no_more_keys()
        known = record.folder.sound(PLACES) and record.folder.sound(WAYS)
        if not hexes and known and len(record.folder.problems) == before:
            fault = "no hex meets the condition"
            item.report("DAT-closure", "text", fault, "the area would be closed for ever")
        side = areas[area].side if area in areas else ""
        found.append(Closure(area, side, text, hexes, mark))
    return tuple(found)


def _hexes(item: Record, map_: MapParts, terms: Terms) -> frozenset[Hex]:
    """Return the hexes that meet every condition of a closure."""
    sound, numbering = item.folder.sound, map_.head.numbering
    cells = frozenset(numbering)
    towns = {place.name: place.hexes for place in map_.places if place.town}
    place = item.text("south_of", required=False)
    if place is not None:
        known = towns if sound(PLACES) else {}
        terms.check(item, "south_of", [place], known, "town")
        low = max((numbering.column_row(cell)[1] for cell in towns.get(place, ())), default=0)
        cells = frozenset(cell for cell in cells if numbering.column_row(cell)[1] > low)
    river = item.text("bank_of", required=False)
    if river is not None:
        rivers = {way.name: way.hexes for way in map_.ways if way.kind is WayKind.RIVER}
        terms.check(item, "bank_of", [river], rivers if sound(WAYS) else {}, "river")
        edge = item.choice("bank", SIDES_OF_MAP, "DAT-word")
        if edge is not None:
            cells &= _bank(numbering, frozenset(rivers.get(river, ())), _edge(numbering, edge))
    edge = item.text("edge", required=False)
    if edge is not None:
        terms.check(item, "edge", [edge], SIDES_OF_MAP, "edge of the map")
        within = item.integer("within", 1, 99) or 1
        if edge in SIDES_OF_MAP:
            cells &= _strip(numbering, edge, within)
    return cells


def _bank(numbering: Numbering, river: frozenset[Hex], edge: frozenset[Hex]) -> frozenset[Hex]:
    """Return the hexes joined to an edge without crossing a river's hexes."""
    seen = set(edge - river)
    open_, todo = set(numbering) - river - seen, list(seen)
    while todo:
        near = open_.intersection(neighbours(todo.pop()))
        open_ -= near
        todo += near
        seen |= near
    return frozenset(seen)


def _strip(numbering: Numbering, edge: str, within: int) -> frozenset[Hex]:
    """Return the hexes of so many rows or columns along an edge."""
    last = {"south": numbering.rows, "east": numbering.columns}
    axis = 1 if edge in ("north", "south") else 0
    return frozenset(
        cell
        for cell in numbering
        if abs(numbering.column_row(cell)[axis] - last.get(edge, 1)) < within
    )
