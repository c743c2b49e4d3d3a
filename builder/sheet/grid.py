"""Where the counters of a sheet lie, and the names of the places. Lengths are mm."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import floor

from builder.draw.canvas import MM_PER_INCH, Box, Point
from builder.errors import WargameError
from builder.sheet.length import mm_text

__all__ = ["Grid", "Place", "cell_name", "fit", "parse_cells"]

_SLACK = 1e-6
_LEAST, _MOST = 5.0, 150.0  # width of a counter
_CELLS = re.compile(r"([a-z]{1,2})(\d{1,3})(?:-([a-z]{1,2})(\d{1,3}))?", re.ASCII)

Place = tuple[int, int]
"""Column and row, from 0."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns and rows of square counters.

    Args:
        columns: How many.
        rows: How many.
        counter: Width of a counter.
        corner: Upper left corner of the first one.
        pitch: From counter to counter, to the right and down.
    """

    columns: int
    rows: int
    counter: float
    corner: Point
    pitch: Point

    @property
    def gutter(self) -> Point:
        """What is between two counters."""
        return self.pitch[0] - self.counter, self.pitch[1] - self.counter

    @property
    def places(self) -> tuple[Place, ...]:
        """All places, row by row."""
        return tuple((x, y) for y in range(self.rows) for x in range(self.columns))

    def box(self, place: Place) -> Box:
        """Return where the counter of a place lies."""
        left = self.corner[0] + place[0] * self.pitch[0]
        top = self.corner[1] + place[1] * self.pitch[1]
        return left, top, left + self.counter, top + self.counter

    @property
    def block(self) -> Box:
        """What all counters cover."""
        left, top, _, _ = self.box((0, 0))
        _, _, right, bottom = self.box((self.columns - 1, self.rows - 1))
        return left, top, right, bottom


def fit(room: Box, counter: float, gutter: float, around: float) -> Grid:
    """Return as many counters as there is room for, in its middle.

    Args:
        room: Where they may lie.
        counter: Width of a counter.
        gutter: What is left between two.
        around: What is left on all sides of them for bleed and marks.

    Raises:
        WargameError: Not even one has room, or the counter or the gutter is no sensible one.
    """
    left, top, right, bottom = room
    wide, high = right - left - 2 * around, bottom - top - 2 * around
    most = min(wide, high, _MOST)
    if not _LEAST <= counter <= most + _SLACK:
        raise WargameError(
            f"--counter: {mm_text(counter)} can't be printed here; "
            f"take {mm_text(_LEAST)} to {mm_text(floor(most * 10) / 10)} "
            f"({_inches(most)}; a number alone is mm), or larger paper"
        )
    if not 0 <= gutter <= min(wide, high):
        raise WargameError(f"--gutter: {mm_text(gutter)} is too much; 0 cuts once, 4 mm is usual")
    pitch = counter + gutter
    columns, rows = (floor((length + gutter + _SLACK) / pitch) for length in (wide, high))
    x = (left + right - columns * pitch + gutter) / 2
    y = (top + bottom - rows * pitch + gutter) / 2
    return Grid(columns, rows, counter, (x, y), (pitch, pitch))


def _inches(mm: float) -> str:
    return f"{floor(mm / MM_PER_INCH * 16) / 16:g} in"


def cell_name(place: Place) -> str:
    """Return the name of a place: letters for the column, a number for the row.

    >>> cell_name((0, 0)), cell_name((27, 3))
    ('A1', 'AB4')
    """
    column, row = place
    letters = ""
    while column >= 0:
        column, rest = divmod(column, 26)
        letters = chr(ord("A") + rest) + letters
        column -= 1
    return f"{letters}{row + 1}"


def parse_cells(text: str, grid: Grid) -> frozenset[Place]:
    """Return places as they are typed: ``A1-C4,E1``; a pair is two opposite corners.

    Raises:
        WargameError: It is no list of places, or they aren't on the sheet.
    """
    count = grid.columns * grid.rows
    all_ = "A1" if count == 1 else f"A1-{cell_name((grid.columns - 1, grid.rows - 1))}"
    found: set[Place] = set()
    for part in text.split(","):
        match = _CELLS.fullmatch(part.strip().lower())
        if match is None:
            raise WargameError(f"--used: {part!r} is no place; write A1, or A1-C4 for a rectangle")
        a = _place(match[1], match[2])
        b = _place(match[3], match[4]) if match[3] else a
        xs, ys = sorted((a[0], b[0])), sorted((a[1], b[1]))
        if xs[1] >= grid.columns or ys[1] >= grid.rows or ys[0] < 0:
            raise WargameError(f"--used: {part.strip()} isn't on the sheet, which is {all_}")
        found |= {(x, y) for x in range(xs[0], xs[1] + 1) for y in range(ys[0], ys[1] + 1)}
    if len(found) == count:
        why = "is the only place of the sheet" if count == 1 else "leaves no place on the sheet"
        raise WargameError(f"--used: {all_} {why}; take a new one, without --used")
    return frozenset(found)


def _place(letters: str, number: str) -> Place:
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("a") + 1
    return column - 1, int(number) - 1
