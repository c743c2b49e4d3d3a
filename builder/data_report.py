"""What ``builder data`` prints: what a game holds, and what of it is known how.

Text for people, or one JSON document for programs. Nothing is written to files.
"""

from __future__ import annotations

import json
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from builder.model.figures import Figure, grouped, tally
from builder.model.game import Game, Provenance, Size, Unit, WayKind

__all__ = ["MEANING", "WIDTH", "number", "report_json", "report_lines"]

WIDTH = 100
"""Columns of the text."""
LABEL = 26
"""Columns of the names in the table of marks."""
GROUPS = {
    "counters": (
        *("units.csv", "markers.csv", "formations.toml"),
        *("arrivals.csv", "counters.toml"),
    ),
    "map": ("map/",),
    "scenarios": ("scenarios/", "bodies.toml"),
}
"""Parts of the table and the files or folders they hold; what is named nowhere is a table."""
TABLES = "tables"
PARTS = ("counters", "map", TABLES, "scenarios")
WAYS = {
    WayKind.RIVER: ("river", "rivers"),
    WayKind.CREEK: ("creek", "creeks"),
    WayKind.RAIL: ("railway", "railways"),
    WayKind.ROAD: ("road", "roads"),
}
SIZES = {
    Size.BRIGADE: ("brigade", "brigades"),
    Size.REGIMENT: ("regiment", "regiments"),
    Size.BATTALION: ("battalion", "battalions"),
    Size.COMPANY: ("company", "companies"),
}
MEANING = {
    Provenance.R: "rulebook, charts or scenarios",
    Provenance.X: "printed errata",
    Provenance.P: "printed on an owner's map or counter",
    Provenance.D: "derived from them by the argument given",
    Provenance.G: "real geography",
    Provenance.H: "history",
    Provenance.E: "estimate",
}


# --- what there is ----------------------------------------------------------------------
def report_lines(game: Game, *, verbose: bool = False, cells: int = 0) -> Iterator[str]:
    """Yield the report on a game's data.

    Args:
        game: The game, loaded without a problem.
        verbose: Whether each formation and each kind of marker has a line.
        cells: How many cells an owner filled in.
    """
    yield f"{game.name} {game.version}, {game.date}"
    yield ""
    yield from _totals(game)
    if verbose:
        yield from _formations(game)
        yield from _markers(game)
    yield ""
    yield from _table(game.figures)
    if game.private:
        yield from _owners(tally(game.figures)[Provenance.P], cells)
    yield ""
    yield f"digest: {game.digest}"
    if game.private:
        yield from textwrap.wrap(game.caveat, WIDTH)
    yield "no problems"


def _owners(figures: int, cells: int) -> Iterator[str]:
    """Yield why an owner's cells and figures differ in number, if they do."""
    if figures != cells:
        text = (
            f"P: {number(cells, 'cell', 'cells')} of the owner's sheets, "
            f"{number(figures, 'figure', 'figures')} of the data: a cell with sides may speak for "
            "several hexes or hexsides, or for none; unit, type and size are one figure, and so "
            "are strength and count of a marker; what the errata settle stays X"
        )
        yield from textwrap.wrap(text, WIDTH)


def _totals(game: Game) -> Iterator[str]:
    """Yield how much there is of everything."""
    markers = sum(marker.count for marker in game.markers.values())
    units = len(game.units)
    yield f"counters: {units + markers} ({units} units, {markers} markers)"
    for side in game.sides:
        kinds = Counter(str(u.kind) for u in game.units.values() if u.side == side.id)
        parts = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        yield f"{side.name}: {kinds.total()} units ({parts})"
    numbering = game.map.numbering
    named = sum(place.town for place in game.map.places)
    kinds = Counter(way.kind for way in game.map.ways)
    ways = ", ".join(number(kinds[kind], *names) for kind, names in WAYS.items())
    yield (
        f"map: {len(game.map.hexes):,} hexes ({numbering.columns} by {numbering.rows}), {ways}, "
        + (number(named, "town", "towns"))
    )
    yield "scenarios: " + "; ".join(
        f"{s.id} turns {s.first_turn} to {s.last_turn}" for s in game.scenarios.values()
    )
    switches = sum(bool(reading.switch) for reading in game.readings.values())
    yield (
        f"rules: {len(game.sections)} sections, {len(game.errata)} errata, "
        f"{len(game.readings)} unclear places ({switches} with a switch)"
    )


def _formations(game: Game) -> Iterator[str]:
    """Yield the units of each formation, and of none, by size and strength."""
    for side in game.sides:
        yield ""
        yield f"{side.name} formations"
        members: dict[str, list[Unit]] = {}
        for unit in game.units.values():
            if unit.side == side.id:
                members.setdefault(unit.parent, []).append(unit)
        for id_, units in sorted(members.items(), key=lambda item: not item[0]):
            name = game.formations[id_].name if id_ else "of no formation"
            strength = sum(unit.strength for unit in units)
            yield f"  {name:<38} {_sizes(units):<42} {strength:>4} strength points"


def _sizes(units: Iterable[Unit]) -> str:
    """Return ``3 regiments, 3 battalions``."""
    counts = Counter(unit.size for unit in units)
    return ", ".join(number(counts[size], *SIZES[size]) for size in SIZES if counts[size])


def number(count: int, one: str, many: str) -> str:
    """Return a number with its noun.

    >>> number(1, "company", "companies"), number(3, "company", "companies")
    ('1 company', '3 companies')
    """
    return f"{count} {one if count == 1 else many}"


def _markers(game: Game) -> Iterator[str]:
    """Yield the number of markers of each kind."""
    counts: Counter[str] = Counter()
    for marker in game.markers.values():
        counts[marker.kind] += marker.count
    yield ""
    yield "Markers: " + ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))


# --- what is known how ------------------------------------------------------------------
Counts = Mapping[Provenance, int]


def _table(figures: Sequence[Figure]) -> Iterator[str]:
    """Yield the table of figures by mark; a mark that nothing has gets no column."""
    total = tally(figures)
    heads = "".join(f"{mark:>7}" for mark in total)
    yield f"{'what is known how':<{LABEL}}{heads}{'total':>8}"
    for title, rows in _parts(figures):
        yield title
        for name, counts in rows:
            yield _row(f"  {name}", counts, total)
    yield _row("total", total, total)
    yield ""
    yield from textwrap.wrap(", ".join(f"{mark} {MEANING[mark]}" for mark in total), WIDTH)


def _row(name: str, counts: Counts, marks: Iterable[Provenance]) -> str:
    """Return a row of the table; none is shown as nothing."""
    cells = "".join(f"{counts[m]:>7,}" if counts.get(m) else " " * 7 for m in marks)
    return f"{name:<{LABEL}}{cells}{sum(counts.values()):>8,}"


def _parts(figures: Iterable[Figure]) -> Iterator[tuple[str, list[tuple[str, Counts]]]]:
    """Yield the parts of the table: a title, and rows with their counts."""
    files: dict[str, dict[str, list[Figure]]] = {}
    for (file, field), members in grouped(figures).items():
        files.setdefault(file, {})[field] = members
    for title in PARTS:
        rows: list[tuple[str, Counts]] = []
        for file, fields in files.items():
            if title == _part_of(file):
                rows.extend(_file_rows(file, fields, whole=title in (TABLES, "scenarios")))
        if rows:
            yield title, rows


def _part_of(file: str) -> str:
    """Return the part of the table that a file belongs to."""
    for title, names in GROUPS.items():
        if any(file == name or (name.endswith("/") and file.startswith(name)) for name in names):
            return title
    return TABLES


def _file_rows(
    file: str, fields: Mapping[str, Sequence[Figure]], *, whole: bool
) -> Iterator[tuple[str, Counts]]:
    """Yield the rows of a file: one for each field, or one for all."""
    stem = file.rpartition("/")[2].rpartition(".")[0].replace("_", " ")
    if whole or len(fields) == 1:
        yield stem, tally(figure for members in fields.values() for figure in members)
        return
    for field, members in fields.items():
        yield f"{stem} {field}", tally(members)


# --- for programs -----------------------------------------------------------------------
def report_json(game: Game) -> str:
    """Return the report as JSON: totals, and figures by file, field and mark."""
    markers = sum(marker.count for marker in game.markers.values())
    figures = [
        {
            "file": file,
            "field": field,
            "marks": {mark.value: n for mark, n in tally(members).items()},
        }
        for (file, field), members in grouped(game.figures).items()
    ]
    document = {
        "game": game.id,
        "name": game.name,
        "version": game.version,
        "date": game.date,
        "digest": game.digest,
        "units": {
            side.id: dict(
                sorted(
                    Counter(u.kind.value for u in game.units.values() if u.side == side.id).items()
                )
            )
            for side in game.sides
        },
        "counters": {"units": len(game.units), "markers": markers},
        "hexes": len(game.map.hexes),
        "scenarios": list(game.scenarios),
        "figures": figures,
        "marks": {mark.value: count for mark, count in tally(game.figures).items()},
    }
    return json.dumps(document, indent=2, ensure_ascii=False)
