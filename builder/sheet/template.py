"""Sheets of die-cut blanks, described by their users. Lengths are mm.

::

    name = "My blanks"
    paper = "letter"          # or a size: [216, 279]
    counter = "5/8in"
    columns = 11
    rows = 14
    first = [20.64, 28.58]    # upper left corner of the first blank
    pitch = [15.875, 15.875]  # from blank to blank, to the right and down

``art/print/example-template.toml`` is one with more words.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from builder.draw.canvas import Point
from builder.draw.scan_table import read_toml
from builder.draw.style import Table
from builder.errors import WargameError
from builder.sheet.grid import Grid
from builder.sheet.length import mm_text, parse_length
from builder.sheet.paper import Paper, find_paper, page_look

__all__ = ["Template", "read_template"]

_KEYS = ("name", "paper", "counter", "columns", "rows", "first", "pitch")
_MOST = 200  # columns or rows
_SIZES = (50.0, 2_000.0)  # sides of a sheet
_SLACK = 0.01
_LEAST = 5.0


@dataclass(frozen=True, slots=True)
class Template:
    """A sheet of blanks.

    Args:
        name: What its user calls it.
        paper: The sheet.
        grid: Where the blanks lie.
    """

    name: str
    paper: Paper
    grid: Grid


def read_template(path: Path) -> Template:
    """Read a template.

    Raises:
        WargameError: The file can't be read, an entry is missing or wrong, or the blanks don't
            lie on the sheet.
    """
    table = read_toml(path, path.parent)
    if unknown := sorted(set(table) - set(_KEYS)):
        raise WargameError(f"{path}: unknown entry '{unknown[0]}'; there are {', '.join(_KEYS)}")
    columns, rows = (_count(table, key, path) for key in ("columns", "rows"))
    counter = parse_length(table.text("counter"), f"{path}: counter")
    grid = Grid(columns, rows, counter, table.point("first"), table.point("pitch"))
    paper = _paper(table, path)
    _check(grid, paper, path)
    return Template(table.text("name"), paper, grid)


def _count(table: Table, key: str, path: Path) -> int:
    number = table.number(key)
    if not 1 <= number <= _MOST or number != round(number):
        raise WargameError(f"{path}: {key} = {number:g} must be a whole number from 1 to {_MOST}")
    return round(number)


def _paper(table: Table, path: Path) -> Paper:
    """Return the sheet; titles and rulers keep its margin, blanks lie where they are."""
    if isinstance(table.get("paper"), str):
        paper, _ = find_paper(table.text("paper"))
        return paper
    size: Point = table.point("paper")
    if not all(_SIZES[0] <= side <= _SIZES[1] for side in size):
        raise WargameError(
            f"{path}: paper = {list(size)} must be two sides in mm, "
            f"each {_SIZES[0]:g} to {_SIZES[1]:g}"
        )
    return Paper(table.text("name"), size, page_look().number("margin"))


def _check(grid: Grid, paper: Paper, path: Path) -> None:
    """Make sure that blanks don't overlap and lie on the sheet."""
    if grid.counter < _LEAST:
        raise WargameError(f"{path}: counters of {mm_text(grid.counter)} are too small to print")
    if min(grid.gutter) < -_SLACK:
        raise WargameError(
            f"{path}: counters of {mm_text(grid.counter)} overlap, "
            f"{mm_text(min(grid.pitch))} from one to the next"
        )
    left, top, right, bottom = grid.block
    width, height = paper.size
    if left < 0 or top < 0 or right > width + _SLACK or bottom > height + _SLACK:
        raise WargameError(
            f"{path}: the counters reach from {left:g}, {top:g} to {right:g}, {bottom:g} mm; "
            f"the sheet is {width:g} x {height:g} mm"
        )
