"""The two sheets an owner fills in: one row for each counter, one for each hex.

Each figure has two columns: ``our strength`` shows what the data hold and its provenance mark
(``4 [E]``), ``strength`` is empty, for the printed figure. No cell of ours looks like a number, a
date or a formula, so that no spreadsheet changes one.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from builder.hexgrid import Direction, Hex, direction_between
from builder.model.game import Game, Lake, Marker, Place, Provenance, Unit
from builder.model.overlay_cells import NONE
from builder.model.overlay_sheet import COUNTER_COLUMNS, MAP_COLUMNS, OURS, Fill, Sheets

__all__ = [
    "counter_cells",
    "counter_sheet",
    "hex_cells",
    "map_sheet",
    "marker_cells",
    "sheet_names",
]

_COUNTER_HELP = (
    "# Put the printed figure in the empty column beside ours; leave it empty to keep ours. "
    "Parentheses as printed: (1). A half: 1/2 or 0.5. A figure the counter hasn't: none."
)
_MAP_HELP = (
    "# Put what is printed in the empty column beside ours; leave it empty to keep ours. Sides, "
    "such as N SE: all of the hex (slope down: from this hex); none for none. One of two hexes is "
    "enough."
)
_COVERED = {"type": "name", "size": "name", "unit": "name"}


def sheet_names(file: str) -> tuple[str, str]:
    """Return the names of both sheets from that of the first.

    >>> sheet_names("mine/counters.csv")
    ('mine/counters.csv', 'mine/counters-map.csv')
    """
    stem, dot, suffix = file.rpartition(".")
    if not dot or "/" in suffix or "\\" in suffix:
        stem, dot, suffix = file, ".", "csv"
    return f"{stem}{dot}{suffix}", f"{stem}-map{dot}{suffix}"


def counter_sheet(game: Game, filled: Sheets | None = None, delimiter: str = ",") -> bytes:
    """Return the sheet of the counters, in the order of the counter sheets.

    Args:
        game: The public edition.
        filled: What has been filled in already; it stands in the sheet again.
        delimiter: Between cells.
    """
    given = filled.cells["counter"] if filled else {}
    rows = [
        (
            (unit.id, game.side(unit.side).name, unit.formation),
            counter_cells(unit, game),
            given.get(unit.id, {}),
        )
        for unit in game.units.values()
    ]
    rows += [
        (
            (marker.id, game.side(marker.side).name if marker.side else "", marker.name),
            marker_cells(marker),
            given.get(marker.id, {}),
        )
        for marker in game.markers.values()
    ]
    head = ("counter", "side", "formation name")
    return _written(_COUNTER_HELP, head, COUNTER_COLUMNS, rows, delimiter)


def map_sheet(game: Game, filled: Sheets | None = None, delimiter: str = ",") -> bytes:
    """Return the sheet of the map, a row for each hex, by column of hexes."""
    given = filled.cells["hex"] if filled else {}
    cells = hex_cells(game)
    number = game.map.numbering.format
    rows = [
        ((f"hex {number(cell)}",), cells[cell], given.get(number(cell), {}))
        for cell in game.map.numbering
    ]
    return _written(_MAP_HELP, ("hex",), MAP_COLUMNS, rows, delimiter)


def _written(
    instruction: str,
    head: Sequence[str],
    columns: Sequence[str],
    rows: Iterable[tuple[Sequence[str], Mapping[str, str], Mapping[str, Fill]]],
    delimiter: str,
) -> bytes:
    """Return a sheet: UTF-8 with a byte order mark and CRLF, as spreadsheets like it."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow([instruction])
    writer.writerow([*head, *(name for column in columns for name in (OURS + column, column))])
    for first, ours, given in rows:
        pairs = (
            (ours.get(column, ""), given[column].value if column in given else "")
            for column in columns
        )
        writer.writerow([*first, *(cell for pair in pairs for cell in pair)])
    return out.getvalue().encode("utf-8-sig")


def counter_cells(unit: Unit, game: Game) -> dict[str, str]:
    """Return our figures of a unit with their marks, by column."""
    combat = f"({_figure(unit.combat)})" if unit.defensive_only else _figure(unit.combat)
    values = {
        "unit": unit.name,
        "type": unit.type,
        "size": str(unit.size),
        "strength": str(unit.strength),
        "mobility": unit.mobility,
        "support": _figure(unit.support),
        "range": _figure(unit.range),
        "barrage": _figure(unit.barrage),
        "antitank": _figure(unit.antitank),
        "combat": combat,
        "morale": str(unit.morale),
        "defence": unit.defence,
    }
    cells = {
        column: _marked(value or NONE, [mark])
        for column, value in values.items()
        if (mark := unit.sources.get(_COVERED.get(column, column))) is not None
    }
    parent = game.formations.get(unit.parent)
    if parent is not None:
        cells["formation"] = _marked(parent.label or NONE, [parent.source])
    return cells


def marker_cells(marker: Marker) -> dict[str, str]:
    """Return our figures of a marker."""
    cells = {"count": _marked(str(marker.count), [marker.source])}
    if marker.strength is not None:
        cells["strength"] = _marked(str(marker.strength), [marker.source])
    return cells


def hex_cells(game: Game) -> dict[Hex, dict[str, str]]:
    """Return what our map has in each hex, with marks, by column; nothing where there is none."""
    chart = game.map
    cells: dict[Hex, dict[str, str]] = {
        cell: {
            "terrain": _marked(_base(ground.terrain, lake=ground.lake), [ground.sources["base"]]),
            "high": _marked("yes" if ground.high else "no", [ground.sources["high"]]),
        }
        for cell, ground in chart.hexes.items()
    }
    sides: dict[tuple[Hex, str], dict[Direction, Provenance]] = {}
    for cell, column, direction, mark in _sides(game):
        sides.setdefault((cell, column), {})[direction] = mark
    called = _names(game)
    for (cell, column), found in sides.items():
        words = " ".join(side.name for side in Direction if side in found)
        name = "; ".join(called.get((cell, column), ()))
        cells[cell][column] = _marked(f"{words} ({name})" if name else words, found.values())
    names: dict[Hex, list[Place]] = {}
    for place in chart.places:
        for cell in place.hexes:
            names.setdefault(cell, []).append(place)
    for cell, places in names.items():
        shown = "; ".join(f"{each.name} ({each.kind})" for each in places)
        cells[cell]["name"] = _marked(shown, [each.source for each in places])
    return cells


def _names(game: Game) -> dict[tuple[Hex, str], list[str]]:
    """Return the names of the ways of a kind in a hex."""
    found: dict[tuple[Hex, str], list[str]] = {}
    for way in game.map.ways:
        for cell in way.hexes if way.name else ():
            found.setdefault((cell, str(way.kind)), []).append(way.name)
    return found


def _sides(game: Game) -> Iterator[tuple[Hex, str, Direction, Provenance]]:
    """Yield everything that lies on or crosses a side of a hex, from either hex it belongs to."""
    chart = game.map
    for way in chart.ways:
        steps = zip(way.hexes, way.hexes[1:], way.sources, way.sources[1:], strict=False)
        for a, b, mark_a, mark_b in steps:
            out = direction_between(a, b)
            yield a, str(way.kind), out, mark_a
            yield b, str(way.kind), out.opposite, mark_b
    for side, lake in chart.lakes.items():
        column = "lake full" if lake is Lake.FULL else "lake partial"
        out, mark = direction_between(*side), chart.sources["lake", side]
        yield side.a, column, out, mark
        yield side.b, column, out.opposite, mark
    for side, high in chart.slopes.items():
        low = side.b if high == side.a else side.a
        yield high, "slope down", direction_between(high, low), chart.sources["slope", side]


def _base(terrain: Iterable[str], *, lake: bool) -> str:
    """Return the base of a hex, whatever runs through it.

    >>> _base({"forest_creek"}, lake=False), _base({"river"}, lake=False)
    ('forest', 'clear')
    """
    rows = set(terrain)
    if lake:
        return "lake"
    if rows & {"forest", "forest_creek"}:
        return "forest"
    return "town" if "town" in rows else "clear"


def _figure(value: Fraction | int | None) -> str:
    """Return a figure as the data write it, empty if there is none."""
    if value is None:
        return ""
    exact = Fraction(value)
    if exact.denominator in (1, 3, 6):
        return str(exact)
    return f"{float(exact):.4f}".rstrip("0").rstrip(".")


def _marked(value: str, marks: Iterable[Provenance]) -> str:
    """Return a figure with its marks, in the order of the marks."""
    known = set(marks)
    return f"{value} [{' '.join(mark for mark in Provenance if mark in known)}]"
