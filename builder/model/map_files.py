"""Reading the ``map/`` folder: hexes, hexsides, ways, places and areas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from builder.hexgrid import (
    Direction,
    Hex,
    Hexside,
    Layout,
    Numbering,
    distance,
    hexside,
    neighbour,
    neighbours,
)
from builder.model.game import (
    EntryArea,
    GameMap,
    HexTerrain,
    Lake,
    Place,
    Provenance,
    Way,
    WayKind,
)
from builder.model.head_files import Head
from builder.model.reader import MARKS, Folder, Record, Seen, marks_hint

__all__ = ["MapParts", "read_map"]

HEXES = "map/hexes.csv"
HEXSIDES = "map/hexsides.csv"
WAYS = "map/ways.toml"
PLACES = "map/places.csv"
ENTRY_AREAS = "map/entry_areas.toml"
SETUP_AREAS = "map/setup_areas.toml"

BASES = ("clear", "forest", "town", "lake")
PLACE_KINDS = ("town", "village", "lake")
FEATURES = ("lake-full", "lake-partial", "slope")


@dataclass(slots=True)
class Ground:
    """One row of ``hexes.csv``."""

    base: str
    high: bool
    sources: dict[str, Provenance]
    record: Record


@dataclass(slots=True)
class MapParts:
    """The map as read; :meth:`build` puts it together."""

    head: Head
    ground: dict[Hex, Ground] = field(default_factory=dict)
    ways: list[Way] = field(default_factory=list)
    lakes: dict[Hexside, Lake] = field(default_factory=dict)
    slopes: dict[Hexside, Hex] = field(default_factory=dict)
    side_sources: dict[tuple[str, Hexside], Provenance] = field(default_factory=dict)
    side_lines: dict[tuple[str, Hexside], int] = field(default_factory=dict)
    way_lines: list[int] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    entry_areas: dict[str, EntryArea] = field(default_factory=dict)

    def hexes_of(self, kind: WayKind) -> frozenset[Hex]:
        """Return the hexes that ways of a kind run through."""
        return frozenset(cell for way in self.ways if way.kind is kind for cell in way.hexes)

    def build(self, board: Layout) -> GameMap:
        """Return the map: terrain and hexsides from bases and ways."""
        rivers, creeks = self.hexes_of(WayKind.RIVER), self.hexes_of(WayKind.CREEK)
        hexes = {
            cell: HexTerrain(
                _terrain(ground.base, river=cell in rivers, creek=cell in creeks),
                ground.high,
                ground.sources,
                ground.base == "lake",
            )
            for cell, ground in self.ground.items()
        }
        rails = _sides(self.ways, WayKind.RAIL)
        return GameMap(
            numbering=self.head.numbering,
            board=board,
            hexes=hexes,
            ways=tuple(self.ways),
            roads=rails | _sides(self.ways, WayKind.ROAD),
            rails=rails,
            streams=_sides(self.ways, WayKind.RIVER, WayKind.CREEK),
            lakes=self.lakes,
            slopes=self.slopes,
            places=tuple(self.places),
            entry_areas=tuple(self.entry_areas.values()),
            sources=self.side_sources,
        )


def _terrain(base: str, *, river: bool, creek: bool) -> frozenset[str]:
    """Return the rows of the terrain chart that apply in a hex.

    >>> sorted(_terrain("town", river=True, creek=False))
    ['river', 'town']
    >>> sorted(_terrain("forest", river=False, creek=True))
    ['forest_creek']
    """
    own = "clear" if base == "lake" else base
    water = "river" if river else "creek" if creek else ""
    if not water:
        return frozenset({own})
    if base == "clear":
        return frozenset({water})
    if base == "forest" and water == "creek":
        return frozenset({"forest_creek"})
    return frozenset({own, water})


def _sides(ways: Iterable[Way], *kinds: WayKind) -> frozenset[Hexside]:
    """Return the hexsides that ways of some kinds cross."""
    return frozenset(
        hexside(a, b)
        for way in ways
        if way.kind in kinds
        for a, b in zip(way.hexes, way.hexes[1:], strict=False)
    )


def read_map(folder: Folder, head: Head) -> MapParts:
    """Read the map's files."""
    parts = MapParts(head)
    _hexes(folder, parts)
    _hexsides(folder, parts)
    _ways(folder, parts)
    _places(folder, parts)
    _entry_areas(folder, parts)
    return parts


def _hexes(folder: Folder, parts: MapParts) -> None:
    """Read the terrain of every hex."""
    rows = folder.rows(HEXES, ("hex", "base", "base_src", "high", "high_src", "note"))
    if rows is None:
        return
    numbering, met = parts.head.numbering, dict[Hex, int]()
    for row in rows:
        cell = row.hex("hex", numbering)
        base = row.choice("base", BASES, "DAT-terrain")
        high = row.flag("high")
        marks = row.mark("base_src"), row.mark("high_src")
        if cell is None:
            continue
        if cell in met:
            text = f"hex {numbering.format(cell)} is already in line {met[cell]}"
            row.report("DAT-hex-twice", "hex", text, "one row for each hex")
            continue
        met[cell] = row.start
        if base is not None and marks[0] is not None and marks[1] is not None:
            sources = {"base": marks[0], "high": marks[1]}
            parts.ground[cell] = Ground(base, high, sources, row)
    if parts.head.field_known and folder.whole(HEXES) and len(met) < len(numbering):
        missing = [numbering.format(cell) for cell in numbering if cell not in met]
        shown = ", ".join(missing[:8]) + (f" and {len(missing) - 8} more" if missing[8:] else "")
        folder.report("DAT-hex-missing", HEXES, 0, f"no row for hex {shown}", "every hex needs one")


def _hexsides(folder: Folder, parts: MapParts) -> None:
    """Read lakes and slopes on hexsides."""
    numbering, met = parts.head.numbering, dict[tuple[str, Hexside], int]()
    for row in folder.rows(HEXSIDES, ("hex", "side", "feature", "src")) or ():
        cell = row.hex("hex", numbering)
        direction = row.choice("side", Direction.__members__, "DAT-hexside-direction")
        feature = row.choice("feature", FEATURES, "DAT-hexside-feature")
        mark = row.mark("src")
        if cell is None or direction is None or feature is None or mark is None:
            continue
        other = neighbour(cell, Direction[direction])
        if other not in numbering:
            text = f"side {direction} of hex {numbering.format(cell)} is the edge of the map"
            row.report("DAT-hexside-edge", "side", text, "only sides between two hexes")
            continue
        side = hexside(cell, other)
        key = ("slope" if feature == "slope" else "lake", side)
        if key in met:
            names = f"{numbering.format(side.a)}/{numbering.format(side.b)}"
            text = f"the {key[0]} of hexside {names} is already in line {met[key]}"
            row.report("DAT-hexside-twice", "hex", text, "one row, from either of the two hexes")
            continue
        met[key] = parts.side_lines[key] = row.start
        parts.side_sources[key] = mark
        if feature == "slope":
            parts.slopes[side] = cell
            _check_slope(row, parts, cell, other)
        else:
            parts.lakes[side] = Lake(feature.removeprefix("lake-"))


def _check_slope(row: Record, parts: MapParts, high: Hex, low: Hex) -> None:
    """Check that a slope leads from high ground down."""
    grounds = parts.ground.get(high), parts.ground.get(low)
    if grounds[0] is None or grounds[1] is None or (grounds[0].high and not grounds[1].high):
        return
    name = parts.head.numbering.format
    text = f"a slope from {name(high)} to {name(low)}, but not from high ground to lower"
    row.report("DAT-slope", "hex", text, "`hex` is the high one; see `high` in hexes.csv")


def _ways(folder: Folder, parts: MapParts) -> None:
    """Read rivers, creeks, railways and roads."""
    record = folder.toml(WAYS)
    if record is None:
        return
    seen = Seen("way")
    for item in record.tables("way"):
        kind = item.choice("kind", tuple(WayKind), "DAT-way-kind")
        name, mark = item.text("name", required=False) or "", item.mark("src")
        item.text("note", required=False)
        cells, marks = _chain(item, parts, mark)
        item.no_more_keys()
        if kind is None or (name and not seen.add(item, "name", f"{kind} {name}")):
            continue
        if cells:
            parts.ways.append(Way(WayKind(kind), name, cells, marks))
            parts.way_lines.append(item.line("name"))
    record.no_more_keys()
    _check_mouths(folder, parts)


def _chain(
    item: Record, parts: MapParts, default: Provenance | None
) -> tuple[tuple[Hex, ...], tuple[Provenance, ...]]:
    """Read the hexes of a way with their marks; empty if the chain is broken."""
    numbering = parts.head.numbering
    cells: list[Hex] = []
    met: set[Hex] = set()
    marks: list[Provenance] = []
    sound = default is not None
    for word in item.words("hexes"):
        number, colon, mark = word.partition(":")
        cell = item.parse_hex("hexes", number, numbering)
        if colon and mark not in MARKS:
            text = f"{word!r}: {mark!r} is no provenance mark"
            item.report("DAT-mark", "hexes", text, marks_hint(), token=word)
            sound = False
        elif default is not None:
            marks.append(MARKS[mark] if colon else default)
        if cell is None:
            sound = False
            continue
        if cells and distance(cells[-1], cell) != 1:
            text = f"hex {number} isn't next to {numbering.format(cells[-1])}"
            item.report("DAT-way-gap", "hexes", text, "each hex touches the one before", token=word)
            sound = False
        elif cell in met:
            text = f"hex {number} comes twice in one way"
            item.report("DAT-way-loop", "hexes", text, "end the way there", token=word)
            sound = False
        cells.append(cell)
        met.add(cell)
    if len(cells) == 1:
        item.report("DAT-way-gap", "hexes", "a way of one hex", "two hexes at least")
        sound = False
    return (tuple(cells), tuple(marks)) if sound else ((), ())


def _check_mouths(folder: Folder, parts: MapParts) -> None:
    """Check that creeks touch rivers only with their ends."""
    rivers, name = parts.hexes_of(WayKind.RIVER), parts.head.numbering.format
    for way, line in zip(parts.ways, parts.way_lines, strict=True):
        inner = [cell for cell in way.hexes[1:-1] if cell in rivers]
        if way.kind is WayKind.CREEK and inner:
            text = f"creek {way.name} runs on through the river hex {name(inner[0])}"
            folder.report("DAT-way-mouth", WAYS, line, text, "a creek ends in a river, or begins")


def _places(folder: Folder, parts: MapParts) -> None:
    """Read names; every town hex belongs to exactly one town."""
    rows = folder.rows(PLACES, ("name", "kind", "hexes", "src", "note"))
    if rows is None:
        return
    seen, owner = Seen("place"), dict[Hex, str]()
    numbering = parts.head.numbering
    for row in rows:
        before = len(folder.problems)
        name, mark = row.text("name"), row.mark("src")
        kind = row.choice("kind", PLACE_KINDS, "DAT-place-kind")
        cells = row.hexes("hexes", numbering)
        if kind == "town":
            _check_town(row, parts, cells, owner, name or "")
        elif kind == "lake":
            _check_lake(row, parts, cells)
        if len(folder.problems) == before:
            _check_apart(row, "hexes", cells, numbering)
        if name is None or mark is None or kind is None or not cells:
            continue
        if seen.add(row, "name", f"{kind} {name}"):
            parts.places.append(Place(name, tuple(cells), kind == "town", mark, kind))
    for cell, ground in parts.ground.items():
        if ground.base == "town" and cell not in owner:
            text = f"town hex {numbering.format(cell)} belongs to no town of {PLACES}"
            ground.record.report("DAT-town-unnamed", "base", text, "name it, or change the base")


def _check_town(
    row: Record, parts: MapParts, cells: Sequence[Hex], owner: dict[Hex, str], name: str
) -> None:
    """Check that a town's hexes are town and belong to no other town."""
    number = parts.head.numbering.format
    for cell in cells:
        ground = parts.ground.get(cell)
        if ground is not None and ground.base != "town":
            text = f"hex {number(cell)} of {name} is {ground.base}, not town"
            row.report("DAT-place-town", "hexes", text, "see `base` in map/hexes.csv")
        if cell in owner:
            text = f"hex {number(cell)} of {name} already belongs to {owner[cell]}"
            row.report("DAT-place-twice", "hexes", text, "one town for each hex")
        owner[cell] = name


def _check_lake(row: Record, parts: MapParts, cells: Sequence[Hex]) -> None:
    """Check that a lake's name lies on lake hexes."""
    for cell in cells:
        ground = parts.ground.get(cell)
        if ground is not None and ground.base != "lake":
            text = f"hex {parts.head.numbering.format(cell)} is {ground.base}, not lake"
            row.report("DAT-place-lake", "hexes", text, "see `base` in map/hexes.csv")


def _check_apart(record: Record, key: str, cells: Sequence[Hex], numbering: Numbering) -> None:
    """Check that the hexes of a place or an entry area hang together."""
    joined, left = set(cells[:1]), list(cells[1:])
    while near := [cell for cell in left if any(n in joined for n in neighbours(cell))]:
        joined.update(near)
        left = [cell for cell in left if cell not in joined]
    if left:
        number = numbering.format(left[0])
        text = f"hex {number} lies apart from {numbering.format(cells[0])}"
        record.report("DAT-hex-apart", key, text, "one place, one piece", token=number)


def _entry_areas(folder: Folder, parts: MapParts) -> None:
    """Read where reinforcements enter: hexes of the edge."""
    record = folder.toml(ENTRY_AREAS)
    if record is None:
        return
    seen, numbering = Seen("entry area"), parts.head.numbering
    for item in record.tables("area"):
        id_, name, mark = item.id("id"), item.text("name"), item.mark("src")
        side = parts.head.side_of(item)
        item.text("note", required=False)
        cells = item.hexes("hexes", numbering)
        item.no_more_keys()
        for cell in cells if parts.head.field_known else ():
            column, row = numbering.column_row(cell)
            if column not in (1, numbering.columns) and row not in (1, numbering.rows):
                number = numbering.format(cell)
                text = f"hex {number} of entry area {id_} isn't on the edge"
                hint = "one of the outermost columns or rows"
                item.report("DAT-area-edge", "hexes", text, hint, token=number)
        _check_apart(item, "hexes", cells, numbering)
        if seen.add(item, "id", id_) and id_ is not None:
            area = EntryArea(id_, side or "", name or "", tuple(cells), mark or Provenance.E)
            parts.entry_areas[id_] = area
    record.no_more_keys()
