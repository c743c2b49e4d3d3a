"""Printed hex numbers: column first, then row, two digits each (``CCRR``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from builder.hexgrid.coords import Hex

__all__ = ["Numbering"]


@dataclass(frozen=True, slots=True)
class Numbering:
    """A rectangular field of hexes numbered ``CCRR`` from ``0101`` at the north-west corner.

    Columns count eastwards, rows southwards. Even columns lie half a hex lower
    than odd ones (or higher, with ``even_low=False``).

    Args:
        columns: Number of columns, 1 to 99.
        rows: Number of rows in each column, 1 to 99.
        even_low: Whether even columns lie half a hex lower.

    >>> numbering = Numbering(columns=38, rows=44)
    >>> numbering.format(numbering.parse("2123"))
    '2123'
    """

    columns: int
    rows: int
    even_low: bool = True

    def hex_at(self, column: int, row: int) -> Hex:
        """Return the hex of a 1-based column and row (which may lie off the map)."""
        shift = (column + (column & 1)) // 2 if self.even_low else (column - (column & 1)) // 2
        return Hex(column, row - shift)

    def column_row(self, cell: Hex) -> tuple[int, int]:
        """Return the 1-based column and row of a hex."""
        column = cell.q
        shift = (column + (column & 1)) // 2 if self.even_low else (column - (column & 1)) // 2
        return column, cell.r + shift

    def parse(self, text: str) -> Hex:
        """Return the hex printed as ``text``.

        Raises:
            ValueError: Not four digits, or no hex of this map.
        """
        if len(text) != 4 or not (text.isascii() and text.isdigit()):
            msg = f"{text!r} is no hex number of four digits"
            raise ValueError(msg)
        cell = self.hex_at(int(text[:2]), int(text[2:]))
        if cell not in self:
            field = f"columns 01-{self.columns:02}, rows 01-{self.rows:02}"
            msg = f"hex {text} is not on the map ({field})"
            raise ValueError(msg)
        return cell

    def format(self, cell: Hex) -> str:
        """Return the printed number of a hex."""
        column, row = self.column_row(cell)
        return f"{column:02}{row:02}"

    def __contains__(self, cell: object) -> bool:
        """Tell whether a hex is on the map."""
        if not isinstance(cell, Hex):
            return False
        column, row = self.column_row(cell)
        return 1 <= column <= self.columns and 1 <= row <= self.rows

    def __iter__(self) -> Iterator[Hex]:
        """Return every hex of the map by column, then row."""
        return iter(_cells(self))

    def __len__(self) -> int:
        """Return the number of hexes of the map."""
        return self.columns * self.rows


@lru_cache(maxsize=8)
def _cells(numbering: Numbering) -> tuple[Hex, ...]:
    """Return every hex of a map by column, then row."""
    columns, rows = range(1, numbering.columns + 1), range(1, numbering.rows + 1)
    return tuple(numbering.hex_at(column, row) for column in columns for row in rows)
