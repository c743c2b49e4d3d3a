"""Laying the map's sheet over the files of the map.

A cell that is filled in speaks for all sides of its hex; an empty one says nothing. So one of
the two hexes beside a hexside is enough, and two that are both filled in have to agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from builder.hexgrid import (
    Direction,
    Hex,
    Hexside,
    Numbering,
    direction_between,
    hexside,
    neighbour,
)
from builder.model.game import Provenance
from builder.model.map_files import HEXES, HEXSIDES, PLACES
from builder.model.overlay_cells import NONE, exits
from builder.model.overlay_files import CsvFile, Draft, Row
from builder.model.overlay_sheet import Fill
from builder.model.overlay_ways import WAY_COLUMNS, merge_ways

__all__ = ["merge_map"]

_SINGLE = {"terrain": ("base", "base_src"), "high": ("high", "high_src")}
_LAKES = {"lake full": "full", "lake partial": "partial"}
_TOWN, _VILLAGE, _LAKE = "town", "village", "lake"


@dataclass(frozen=True, slots=True)
class _Place:
    """A hexside: what lies on it, which it is, its row, and the state it has there.

    Args:
        kind: ``lake`` or ``slope``.
        side: The hexside.
        row: Its row in the file, if it has one.
        ours: ``full``, ``partial``, number of the high hex, or ``none``.
    """

    kind: str
    side: Hexside
    row: Row | None
    ours: str


@dataclass(frozen=True, slots=True)
class _Vote:
    """What the cells of a hex allow on one of its sides.

    Args:
        allowed: The states that are left.
        fill: The cell that says so.
        positive: Whether the cell lists the side.
    """

    allowed: frozenset[str]
    fill: Fill
    positive: bool


def merge_map(draft: Draft, numbering: Numbering) -> None:
    """Put the owner's map into the files of the map."""
    cells = _on_map(draft, numbering)
    if not cells:
        return
    for cell, fills in cells.items():
        numbers = [numbering.format(cell)]
        for fill in fills.values():
            draft.concerns(fill, *numbers)
    bases, drained = _hexes(draft, cells, numbering)
    _hexsides(draft, cells, numbering)
    _shores(draft, drained, numbering)
    merge_ways(draft, cells, numbering)
    _places(draft, cells, numbering, bases)
    for cell, fills in cells.items():  # of less weight than the hex itself
        fill = next(iter(fills.values()))
        around = (neighbour(cell, side) for side in Direction)
        draft.concerns(fill, *(numbering.format(each) for each in around if each in numbering))


def _on_map(draft: Draft, numbering: Numbering) -> dict[Hex, Mapping[str, Fill]]:
    """Return the filled cells by hex; exits that leave the map are said and left out."""
    cells: dict[Hex, Mapping[str, Fill]] = {}
    off = 0
    for number, fills in sorted(draft.sheets.cells["hex"].items()):
        try:
            cell = numbering.parse(number)
        except ValueError as error:
            fill = next(iter(fills.values()))
            draft.refuse(fill, "OVL-id", str(error), "the field of hexes can't be changed here")
            continue
        cells[cell] = fills
        off += sum(
            neighbour(cell, Direction[word]) not in numbering
            for column in (*WAY_COLUMNS, *_LAKES, "slope down")
            if column in fills
            for word in exits(fills[column].value)[0]
        )
    if off:
        sides = "side that lies" if off == 1 else "sides that lie"
        left = "is left out" if off == 1 else "are left out"
        draft.sheets.notes.append(f"{off} {sides} on the edge of the map {left}")
    return cells


def _hexes(
    draft: Draft, cells: Mapping[Hex, Mapping[str, Fill]], numbering: Numbering
) -> tuple[dict[Hex, str], dict[Hex, Fill]]:
    """Put in terrain and high ground; return the terrain of every hex, and what was lake."""
    file = CsvFile(draft, HEXES)
    rows = file.by("hex")
    drained: dict[Hex, Fill] = {}
    for cell, fills in cells.items():
        ground = fills.get("terrain")
        if ground and rows[numbering.format(cell)].cells["base"] == _LAKE != ground.value:
            drained[cell] = ground
        for column, (key, mark) in _SINGLE.items():
            if column in fills:
                values = {key: fills[column].value, mark: str(Provenance.P)}
                rows[numbering.format(cell)].set(fills[column], values)
    file.store(draft)
    bases = {numbering.parse(number): row.cells["base"] for number, row in rows.items()}
    return bases, drained


def _shores(draft: Draft, drained: Mapping[Hex, Fill], numbering: Numbering) -> None:
    """Say which sides of a hex that was lake are lake still."""
    if not drained:
        return
    left: dict[Hex, set[Direction]] = {}
    for row in CsvFile(draft, HEXSIDES).rows:
        if row.cells["feature"] != "slope":
            cell, out = numbering.parse(row.cells["hex"]), Direction[row.cells["side"]]
            left.setdefault(cell, set()).add(out)
            left.setdefault(neighbour(cell, out), set()).add(out.opposite)
    for cell, fill in drained.items():
        sides = " ".join(side.name for side in Direction if side in left.get(cell, ()))
        if sides:
            text = f"terrain {fill.value}, but {sides} are lake hexsides still; if they aren't"
            draft.note(fill, f"{text} printed, put none into lake full and lake partial")


def _hexsides(draft: Draft, cells: Mapping[Hex, Mapping[str, Fill]], numbering: Numbering) -> None:
    """Put in lakes and slopes."""
    file = CsvFile(draft, HEXSIDES)
    known: dict[tuple[str, Hexside], Row] = {}
    for row in file.rows:
        cell = numbering.parse(row.cells["hex"])
        side = hexside(cell, neighbour(cell, Direction[row.cells["side"]]))
        known["slope" if row.cells["feature"] == "slope" else "lake", side] = row
    for kind in ("lake", "slope"):
        votes = _votes(draft, cells, numbering, kind)
        for side in sorted(votes, key=lambda s: (numbering.format(s.a), numbering.format(s.b))):
            row_ = known.get((kind, side))
            place = _Place(kind, side, row_, _state(row_, numbering) if row_ else NONE)
            state = _settled(draft, place, votes[side], numbering)
            if state is not None:
                _put(file, place, state, votes[side], numbering)
    file.store(draft)


def _state(row: Row, numbering: Numbering) -> str:
    """Return the state of a hexside that has a row: ``full``, ``partial``, or the high hex."""
    cell = numbering.parse(row.cells["hex"])
    feature = row.cells["feature"]
    return numbering.format(cell) if feature == "slope" else feature.removeprefix("lake-")


def _votes(
    draft: Draft, cells: Mapping[Hex, Mapping[str, Fill]], numbering: Numbering, kind: str
) -> dict[Hexside, list[_Vote]]:
    """Return what each filled hex says about each of its sides."""
    votes: dict[Hexside, list[_Vote]] = {}
    for cell, fills in cells.items():
        columns = _LAKES if kind == "lake" else {"slope down": numbering.format(cell)}
        given = {columns[column]: fills[column] for column in columns if column in fills}
        for direction in Direction if given else ():
            other = neighbour(cell, direction)
            if other not in numbering:
                continue
            states = {NONE, *columns.values()}
            if kind == "slope":
                states.add(numbering.format(other))
            said = [s for s, fill in given.items() if direction.name in fill.value.split()]
            if len(said) > 1:
                text = f"side {direction.name} is both a full and a partial lake side"
                draft.refuse(given[said[0]], "OVL-side", text, "leave it in one of the two")
                continue
            allowed = frozenset(said) if said else frozenset(states - set(given))
            fill = given[said[0]] if said else next(iter(given.values()))
            votes.setdefault(hexside(cell, other), []).append(_Vote(allowed, fill, bool(said)))
    return votes


def _settled(draft: Draft, place: _Place, votes: list[_Vote], numbering: Numbering) -> str | None:
    """Return the state that votes leave to a hexside, ours if they can; ``None`` if none."""
    left = votes[0].allowed.intersection(*(vote.allowed for vote in votes))
    if not left:
        one, two = votes[0].fill, votes[1].fill
        text = f"{_names(place.side, numbering)}: {one.column} disagrees with {two.column} of"
        hint = "change one of them, or empty it"
        draft.refuse(one, "OVL-side", f"{text} hex {two.id} (line {two.line})", hint)
        return None
    return place.ours if place.ours in left else NONE if NONE in left else min(left)


def _put(
    file: CsvFile, place: _Place, state: str, votes: list[_Vote], numbering: Numbering
) -> None:
    """Bring the row of a hexside into a state; what no cell lists stays as it is."""
    row, side = place.row, place.side
    if state == NONE and row is not None:
        file.rows.remove(row)
    fill = next((vote.fill for vote in votes if vote.positive), None)
    if state == NONE or fill is None:
        return
    slope = place.kind == "slope"
    values = {"feature": "slope" if slope else f"lake-{state}", "src": str(Provenance.P)}
    if row is None or (slope and state != place.ours):
        high = numbering.parse(state) if slope else side.a
        low = side.b if high == side.a else side.a
        direction = direction_between(high, low)
        values |= {"hex": numbering.format(high), "side": direction.name}
    if row is None:
        row = Row({})
        file.rows.append(row)
    row.set(fill, values)


def _names(side: Hexside, numbering: Numbering) -> str:
    """Return a hexside in words."""
    return f"hexside {numbering.format(side.a)}/{numbering.format(side.b)}"


def _places(
    draft: Draft,
    cells: Mapping[Hex, Mapping[str, Fill]],
    numbering: Numbering,
    bases: Mapping[Hex, str],
) -> None:
    """Put in names."""
    filled = {cell: fills["name"] for cell, fills in cells.items() if "name" in fills}
    if not filled:
        return
    file = CsvFile(draft, PLACES)
    found = {(row.cells["kind"], row.cells["name"]): row for row in file.rows}
    old = {
        key: [numbering.parse(word) for word in row.cells["hexes"].split()]
        for key, row in found.items()
    }
    said: dict[tuple[str, str], list[tuple[Hex, Fill]]] = {}
    for cell in sorted(filled, key=numbering.format):
        for key in _keys(filled[cell].value, found, bases[cell]):
            said.setdefault(key, []).append((cell, filled[cell]))
            draft.concerns(filled[cell], key[1])
    for key, row in found.items():
        mine = [cell for cell, _ in said.get(key, ())]
        kept = [cell for cell in old[key] if cell not in filled or cell in mine]
        new = [cell for cell in mine if cell not in old[key]]
        if key[0] == _VILLAGE and new:
            kept = [cell for cell in kept if cell in mine]
        causes = [fill for _, fill in said.get(key, ())]
        causes += [filled[cell] for cell in old[key] if cell in filled]
        mark = row.cells["src"] if set(kept) - filled.keys() else str(Provenance.P)
        hexes = " ".join(numbering.format(cell) for cell in (*kept, *new))
        for fill in causes:
            row.set(fill, {"hexes": hexes, "src": mark})
    for key, pairs in said.items():
        if key not in found:
            near = get_close_matches(key[1], {name for _, name in found}, 1, 0.75)
            meant = f"; did you mean {near[0]}?" if near else ""
            draft.note(pairs[0][1], f"name {key[1]} is new, a {key[0]}{meant}")
            row = Row({"kind": key[0], "name": key[1], "src": str(Provenance.P)})
            file.rows.append(row)
            for _, fill in pairs:
                row.set(fill, {"hexes": " ".join(numbering.format(cell) for cell, _ in pairs)})
    file.rows = [row for row in file.rows if row.cells["hexes"]]
    file.store(draft)


def _keys(value: str, found: Iterable[tuple[str, str]], base: str) -> Iterator[tuple[str, str]]:
    """Yield kind and name of each name in a cell."""
    for part in value.split("; ") if value != NONE else ():
        name, _, kind = part.rpartition(" (")
        if name and kind in (f"{_TOWN})", f"{_VILLAGE})", f"{_LAKE})"):
            yield kind[:-1], name
            continue
        kinds = [each for each, known in found if known == part]
        own = base if base in (_TOWN, _LAKE) else _VILLAGE
        yield (own if own in kinds or not kinds else kinds[0]), part
