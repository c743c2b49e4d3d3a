"""How wide the columns of a table are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.chart.description import Cell, Column, Table, Tone
from builder.chart.pen import PAD, Pen, Run
from builder.chart.sample import sample_width
from builder.chart.words import ChartStyle

__all__ = ["MARK", "groups", "head_words", "natural_widths", "pictures_width", "shared_widths"]

MARK = 0.66
"""Size of a raised mark, in sizes of the lettering."""
_BETWEEN, _BEFORE_TEXT = 1.0, 1.6  # mm after a small picture
_SHORT = 3  # a head this short is explained below it


def groups(columns: Sequence[Column]) -> Iterator[tuple[int, int, str]]:
    """Yield first column, the one after the last, and head of each group."""
    begin = 0
    for end in range(1, len(columns) + 1):
        if end == len(columns) or columns[end].group != columns[begin].group:
            yield begin, end, columns[begin].group
            begin = end


def head_words(column: Column) -> str:
    """Return what stands below the head of a column in small letters."""
    return column.spoken if len(column.title) < _SHORT else ""


def pictures_width(cell: Cell, table: Table, style: ChartStyle) -> float:
    """Return the width of the small pictures of a cell in mm, with the gap after them."""
    if not cell.samples:
        return 0.0
    wide = sum(sample_width(style, each, table.sample_mm) for each in cell.samples)
    wide += _BETWEEN * (len(cell.samples) - 1)
    return wide + (_BEFORE_TEXT if cell.text else 0.0)


def natural_widths(table: Table, pen: Pen) -> list[float]:
    """Return the least width of each column: that asked for, its longest text, or longest word."""
    widths = [_natural(table, at, pen) for at in range(len(table.columns))]
    face, size = pen.style.face("strong"), pen.style.size("head")
    for begin, end, group in groups(table.columns):
        lack = pen.width([Run(group, face, size)]) + 2 * PAD - sum(widths[begin:end])
        if group and lack > 0:
            widths[begin:end] = [w + lack / (end - begin) for w in widths[begin:end]]
    return widths


def shared_widths(table: Table, width: float, pen: Pen) -> list[float]:
    """Return the width of each column of a table that is as wide as given."""
    widths = natural_widths(table, pen)
    free = width - sum(widths)
    shares = [column.share if column.wraps else 0.0 for column in table.columns]
    if not any(shares):
        shares = [1.0] * len(widths)
    return [w + free * s / sum(shares) for w, s in zip(widths, shares, strict=True)]


def _natural(table: Table, at: int, pen: Pen) -> float:
    """Return the least width of a column."""
    style, column = pen.style, table.columns[at]
    strong, plain = style.face("strong"), style.face("text")
    heads = [Run(word, strong, style.size("head")) for word in column.title.split()]
    heads.append(Run(head_words(column), plain, style.size("small")))
    found = max(pen.width([run]) for run in heads)
    for row in table.rows:
        cell = (row.head, *row.cells)[at]
        face = strong if cell.tone is Tone.STRONG else plain
        texts = cell.text.split() if column.wraps else [cell.text]
        wide = max((pen.width([Run(text, face, style.size("text"))]) for text in texts), default=0)
        if cell.mark:
            wide += pen.width([Run(f" {cell.mark}", strong, style.size("text") * MARK)])
        found = max(found, wide + pictures_width(cell, table, style))
    return max(found + 2 * PAD + 0.1, column.least)
