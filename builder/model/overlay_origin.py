"""Where the figures of an owner's edition come from: the cell, and what it took the place of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from builder.hexgrid import neighbours
from builder.model.estimates import counter_cells, hex_cells, marker_cells
from builder.model.figures import Figure
from builder.model.game import Game, Provenance
from builder.model.map_files import HEXES, HEXSIDES, PLACES, WAYS
from builder.model.marker_files import MARKERS
from builder.model.overlay_sheet import Fill, Sheets
from builder.model.unit_files import FORMATIONS, UNITS

__all__ = ["Origin", "Origins"]

_COLUMNS: Mapping[tuple[str, str], tuple[str, ...]] = {
    (UNITS, "unit"): ("unit", "type", "size"),
    (MARKERS, "count"): ("strength", "count"),
    (FORMATIONS, "formation"): ("formation",),
    (HEXES, "base"): ("terrain",),
    (HEXSIDES, "lake"): ("lake full", "lake partial"),
    (HEXSIDES, "slope"): ("slope down",),
    (PLACES, "hexes"): ("name",),
}
"""Columns of the sheets behind a figure, where they aren't called as its field is."""


@dataclass(frozen=True, slots=True)
class Origin:
    """One cell behind a figure.

    Args:
        fill: The cell.
        ours: What the public data hold there, with its mark (``4 [E]``); empty for nothing.
    """

    fill: Fill
    ours: str

    def __str__(self) -> str:
        """Return the cell and what it replaced, in words."""
        fill = self.fill
        ours = f"our {self.ours}" if self.ours else "nothing of ours"
        return f"{fill.file}:{fill.line}: {fill.column} {fill.value}, in place of {ours}"


class Origins:
    """Finds the cells behind the figures of an edition.

    Args:
        public: The public edition.
        sheets: What was filled in.
    """

    def __init__(self, public: Game, sheets: Sheets) -> None:
        """Keep both."""
        self._public, self._sheets = public, sheets
        number = public.map.numbering.format
        self._ours = {number(cell): cells for cell, cells in hex_cells(public).items()}
        self._ours |= {unit.id: counter_cells(unit, public) for unit in public.units.values()}
        self._ours |= {marker.id: marker_cells(marker) for marker in public.markers.values()}

    @property
    def cells(self) -> int:
        """How many cells were filled in."""
        return sum(1 for _ in self._sheets.fills())

    def of(self, figure: Figure) -> list[Origin]:
        """Return the cells behind a figure; none if it isn't the owner's."""
        if figure.mark is not Provenance.P:
            return []
        columns = _COLUMNS.get((figure.file, figure.field), (figure.field,))
        for ids in self._rows(figure):
            found = [
                Origin(row[column], self._ours.get(row[column].id, {}).get(column, ""))
                for row in ids
                for column in columns
                if column in row
            ]
            if found:
                return found
        return []

    def _rows(self, figure: Figure) -> Iterator[list[Mapping[str, Fill]]]:
        """Yield the filled rows that may hold a figure: its own, then those beside it."""
        counters, hexes = self._sheets.cells["counter"], self._sheets.cells["hex"]
        if figure.file == FORMATIONS:
            units = self._public.units.values()
            ids = [unit.id for unit in units if unit.parent == figure.row]
            yield [counters[id_] for id_ in ids if id_ in counters]
        elif figure.file.startswith("map/"):
            yield [hexes[id_] for id_ in figure.about if id_ in hexes]
        else:
            yield [counters[figure.row]] if figure.row in counters else []
        if figure.file == WAYS:  # the cell of one of two hexes is enough
            numbering = self._public.map.numbering
            beside = neighbours(numbering.parse(figure.value))
            known = (numbering.format(cell) for cell in beside if cell in numbering)
            yield [hexes[id_] for id_ in known if id_ in hexes]
