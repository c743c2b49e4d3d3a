"""Where hexes lie on a picture, and what VASSAL must be told so that it agrees.

One :class:`Layout` gives the pixel of a hex, the hex of a pixel, the outline, and
the attributes of VASSAL's ``HexGrid`` and ``HexGridNumbering``; so the drawn map and
the module's grid can't differ.

Source: ``VASSAL/build/module/map/boardPicker/board/HexGrid.java`` (3.6, 3.7) and
``mapgrid/HexGridNumbering.java``.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from builder.hexgrid.coords import Hex
from builder.hexgrid.numbering import Numbering

__all__ = ["Layout"]


@dataclass(frozen=True, slots=True)
class Layout:
    """Flat-topped hexes of whole pixels.

    All lengths are px, the origin is the picture's top left corner.

    Args:
        numbering: The field of hexes.
        column_px: Distance between the centres of neighbouring columns.
        row_px: Height of a hex, even; the distance between hexes of a column.
        left_px: Centre of column 1.
        top_px: Centre of row 1 in the columns that lie higher.
        right_margin_px: Space east of the last column's hexes.
        bottom_margin_px: Space south of the lowest hexes.

    Raises:
        ValueError: ``row_px`` is odd or a length isn't positive.

    >>> layout = Layout(Numbering(38, 44), column_px=52, row_px=60, left_px=40, top_px=40)
    >>> layout.centre(layout.numbering.parse("0201"))
    (92, 70)
    """

    numbering: Numbering
    column_px: int
    row_px: int
    left_px: int
    top_px: int
    right_margin_px: int = 0
    bottom_margin_px: int = 0

    def __post_init__(self) -> None:
        """Refuse lengths from which VASSAL's truncation would make other centres."""
        if self.row_px % 2 or min(self.column_px, self.row_px) <= 0:
            msg = "row_px must be even, row_px and column_px positive"
            raise ValueError(msg)

    @property
    def side_px(self) -> float:
        """Length of a hexside: two thirds of the distance between columns."""
        return self.column_px * 2 / 3

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the picture."""
        width = self.left_px + (self.numbering.columns - 1) * self.column_px + round(self.side_px)
        height = self.top_px + self.numbering.rows * self.row_px
        return width + self.right_margin_px, height + self.bottom_margin_px

    def centre(self, cell: Hex) -> tuple[int, int]:
        """Return the centre of a hex; VASSAL snaps pieces to exactly this pixel."""
        column, row = self.numbering.column_row(cell)
        low = self.row_px // 2 if (column % 2 == 0) == self.numbering.even_low else 0
        x = self.left_px + (column - 1) * self.column_px
        return x, self.top_px + (row - 1) * self.row_px + low

    def corners(self, cell: Hex) -> tuple[tuple[float, float], ...]:
        """Return the six corners clockwise, beginning with the north-western one.

        The side from corner ``i`` to corner ``i + 1`` looks in ``Direction(i)``.
        """
        x, y = self.centre(cell)
        s, h = self.side_px, self.row_px / 2
        return (
            (x - s / 2, y - h),
            (x + s / 2, y - h),
            (x + s, y),
            (x + s / 2, y + h),
            (x - s / 2, y + h),
            (x - s, y),
        )

    def hex_at(self, x: float, y: float) -> Hex:
        """Return the hex whose centre is nearest: the true hexagon, as VASSAL 3.7 snaps a piece.

        On a border the hex of the column band wins (:meth:`band_hex_at`).
        """
        first = self.band_hex_at(x, y)
        column, row = self.numbering.column_row(first)
        low = (column % 2 == 0) == self.numbering.even_low
        rows = (row, row + 1) if low else (row - 1, row)
        near = [self.numbering.hex_at(c, r) for c in (column - 1, column + 1) for r in rows]
        return min((first, *near), key=lambda cell: self._square(cell, x, y))

    def band_hex_at(self, x: float, y: float) -> Hex:
        """Return the hex by column bands: how VASSAL names a point, and how 3.6 snaps a piece."""
        column = floor((x - self.left_px) / self.column_px + 0.5) + 1
        low = self.row_px // 2 if (column % 2 == 0) == self.numbering.even_low else 0
        row = floor((y - self.top_px - low) / self.row_px + 0.5) + 1
        return self.numbering.hex_at(column, row)

    def _square(self, cell: Hex, x: float, y: float) -> float:
        """Return the squared distance in px² from a hex's centre."""
        cx, cy = self.centre(cell)
        return (x - cx) ** 2 + (y - cy) ** 2

    def grid_attributes(self) -> dict[str, str]:
        """Return the geometry attributes of VASSAL's ``HexGrid`` element."""
        return {
            "x0": str(self.left_px),
            "y0": str(self.top_px if self.numbering.even_low else self.top_px + self.row_px // 2),
            "dx": f"{self.column_px}.0",
            "dy": f"{self.row_px}.0",
            "sideways": "false",
        }

    def numbering_attributes(self) -> dict[str, str]:
        """Return the naming attributes of VASSAL's ``HexGridNumbering`` element.

        VASSAL's raw column 0 is printed column 1. Its odd raw columns, our even
        ones, lie half a hex lower; with ``stagger`` they would lie half a hex
        higher than the even ones for the same row number.
        """
        return {
            "first": "H",
            "sep": "",
            "hType": "N",
            "vType": "N",
            "hLeading": "1",
            "vLeading": "1",
            "hOff": "1",
            "vOff": "1",
            "hDescend": "false",
            "vDescend": "false",
            "stagger": "false" if self.numbering.even_low else "true",
        }
