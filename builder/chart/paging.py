"""Charts that are higher than a page: divided between rows, heads repeated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from builder.chart.description import Chart, Row, Table
from builder.chart.layout import Laid, lay_out
from builder.chart.words import ChartStyle
from builder.errors import DrawError

__all__ = ["divided"]

_ORPHANS = 2  # rows of a table that a page begins or goes on with, if it has so many
_WHOLE = 9  # rows of a table that is kept on one page


@dataclass(frozen=True, slots=True)
class _Part:
    """Rows of a table on one page."""

    table: int
    rows: range


def divided(chart: Chart, style: ChartStyle, high: float) -> tuple[tuple[Chart, Laid], ...]:
    """Divide a chart of one stack into pages of at most a height, each laid out in mm.

    Each page has a title that says which of how many it is.

    Args:
        chart: What it says.
        style: How it looks.
        high: Height of a page, mm.

    Raises:
        DrawError: The style lacks something, or a row with its heads is higher than a page.
    """
    laid = lay_out(chart, style, 1.0)
    if laid.size[1] <= high:
        return ((chart, laid),)
    room = high
    while True:
        charts = _charts(chart, list(_pages(laid, room)))
        pages = tuple((each, lay_out(each, style, 1.0)) for each in charts)
        over = max(page.size[1] for _, page in pages) - high
        if over <= 0:
            return pages
        # columns are as wide as what a page holds asks for, so that rows may be higher on it
        room -= over + 0.01


def _pages(laid: Laid, high: float) -> Iterator[list[_Part]]:
    """Yield which rows of which tables stand on each page."""
    bottoms = [table[-1] for table in laid.edges]
    over = laid.edges[0][0] + laid.size[1] - bottoms[-1]  # title, last line
    page: list[_Part] = []
    free = high - over
    for number, downs in enumerate(laid.edges):
        gap = laid.edges[number][0] - bottoms[number - 1] if number else 0.0
        heads, at = downs[1] - downs[0], 0
        rows = [below - above for above, below in pairwise(downs[1:])]
        while at < len(rows):
            together = len(rows) if page and len(rows) <= _WHOLE else at + _ORPHANS
            least = heads + sum(rows[at:together]) + (gap if page else 0.0)
            if least > free:
                if not page:
                    raise DrawError(f"a page is {high:.0f} mm high; that is too low for a set-up")
                yield page
                page, free = [], high - over
                continue
            free -= heads + (gap if page else 0.0)
            end = at
            while end < len(rows) and rows[end] <= free:
                free -= rows[end]
                end += 1
            if end == len(rows) - 1 and end - at > _ORPHANS:
                end -= 1
                free = 0.0
            page.append(_Part(number, range(at, end)))
            at = end
    yield page


def _charts(chart: Chart, pages: Sequence[Sequence[_Part]]) -> Iterator[Chart]:
    """Yield the chart of each page."""
    for number, parts in enumerate(pages, 1):
        tables = tuple(_part(chart.tables[part.table], part.rows) for part in parts)
        yield replace(
            chart,
            id=f"{chart.id}-{number}",
            title=f"{chart.title}, {number} of {len(pages)}",
            stacks=(tables,),
        )


def _part(table: Table, rows: range) -> Table:
    """Return some rows of a table; a head that spans rows above them is said again."""
    if not rows.start:
        return replace(table, rows=table.rows[: rows.stop])
    first, *rest = table.rows[rows.start : rows.stop]
    heads = [row.head for row in table.rows[: rows.start + 1] if row.head.text]
    first = Row(heads[-1], first.cells)
    caption = f"{table.caption}, continued"
    return replace(table, caption=caption, lead="", rows=(first, *rest))
