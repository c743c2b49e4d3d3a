"""Where everything of a chart lies on its page.

Lengths are mm until shapes are made; ``unit`` is how many px (or points) a mm has then, so
the same layout serves a screen at any size and a printed page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builder.chart.description import Align, Cell, Chart, Column, Note, Table, Tone
from builder.chart.pen import LEADING, PAD, Pen, Run, Spot
from builder.chart.sample import sample_shapes, sample_width
from builder.chart.widths import (
    MARK,
    groups,
    head_words,
    natural_widths,
    pictures_width,
    shared_widths,
)
from builder.chart.words import ChartStyle
from builder.draw.canvas import Area, Box, Shape
from builder.errors import DrawError

__all__ = ["ABOVE", "BELOW", "Laid", "lay_out"]

_RISE = 0.7  # mm above and below a text in its cell
_GAP = 3.8  # mm between tables
_EDGE = 5.0  # mm round everything
ABOVE, BELOW = _EDGE, _EDGE - 1.5
"""White above and below what is printed, mm."""
_AFTER_NOTE = 0.9  # mm


@dataclass(frozen=True, slots=True)
class Laid:
    """A chart with a place for everything.

    Args:
        size: Width and height of the page, px.
        spots: Heads, captions, cells and notes in reading order, none over another.
        shapes: All shapes, bottom first: the ground, then what is printed.
        edges: For each table its upper edge with caption, the lower one of its heads, and that
            of each row, px.
    """

    size: tuple[float, float]
    spots: tuple[Spot, ...]
    shapes: tuple[Shape, ...]
    edges: tuple[tuple[float, ...], ...] = ()


def lay_out(chart: Chart, style: ChartStyle, unit: float) -> Laid:
    """Give everything of a chart its place.

    Args:
        chart: What it says.
        style: How it looks.
        unit: Px a mm.

    Raises:
        DrawError: The style lacks something, or a table is wider than the page.
    """
    page = _Page(chart, Pen(style, unit))
    page.lay()
    size = (chart.width_mm * unit, page.bottom * unit)
    corners = ((0.0, 0.0), (size[0], 0.0), size, (0.0, size[1]))
    paper = Area((corners,), style.colour("paper"))
    shapes = (paper, *page.pen.shapes())
    return Laid(size, tuple(page.pen.spots), shapes, tuple(page.edges))


class _Page:
    """A page while it is laid out, from above; ``bottom`` is where it has come to."""

    def __init__(self, chart: Chart, pen: Pen) -> None:
        self.chart = chart
        self.pen = pen
        self.style = pen.style
        self.bottom = _EDGE
        self.edges: list[tuple[float, ...]] = []

    def lay(self) -> None:
        """Lay out title, tables, notes and the last line."""
        left, right = _EDGE, self.chart.width_mm - _EDGE
        self.title(left, right)
        self.stacks(left, right)
        self.notes(left, right)
        run = Run(self.chart.footer, self.style.face("text"), self.style.size("small"), "soft")
        high = run.size * LEADING
        self.pen.rule((left, self.bottom), (right, self.bottom), "hair", 0.2)
        box = (left, self.bottom + 0.5, right, self.bottom + 0.5 + high)
        self.pen.write(box, [[run]], Align.RIGHT, 0.0)
        self.bottom = box[3] + BELOW

    def title(self, left: float, right: float) -> None:
        """Lay out title and subtitle and a rule below them."""
        for text, use in ((self.chart.title, "title"), (self.chart.subtitle, "subtitle")):
            lettering = Run("", self.style.face(use), self.style.size(use))
            lines = self.pen.broken(text, lettering, right - left)
            box = (left, self.bottom, right, self.bottom + lettering.size * LEADING * len(lines))
            self.pen.write(box, [[line] for line in lines], Align.LEFT, 0.0)
            self.bottom = box[3]
        self.bottom += 0.8
        self.pen.rule((left, self.bottom), (right, self.bottom), "accent", 0.7)
        self.bottom += 2.4

    def stacks(self, left: float, right: float) -> None:
        """Lay out the tables; stacks stand side by side."""
        stacks = self.chart.stacks
        free = right - left - _GAP * (len(stacks) - 1)
        widths = [max(sum(natural_widths(t, self.pen)) for t in stack) for stack in stacks]
        spare = free - sum(widths)
        if spare < -0.01:
            raise DrawError(
                f"chart '{self.chart.id}' needs {sum(widths):.0f} mm and has {free:.0f}; "
                "make the lettering smaller in charts.toml"
            )
        top = lowest = self.bottom
        for stack, least in zip(stacks, widths, strict=True):
            width = least + spare / len(stacks)
            self.bottom = top
            for table in stack:
                self.table(table, left, width)
                self.bottom += _GAP
            left += width + _GAP
            lowest = max(lowest, self.bottom)
        self.bottom = lowest - _GAP / 3

    def notes(self, left: float, right: float) -> None:
        """Lay out the notes in two columns, as even as can be."""
        notes = self.chart.notes
        width = (right - left - _GAP) / 2
        blocks = [self.note_lines(note, width) for note in notes]
        heights = [len(lines) * self.style.size("note") * LEADING + _AFTER_NOTE for lines in blocks]
        cut = _halfway(heights)
        top = lowest = self.bottom
        for x, part in ((left, range(cut)), (left + width + _GAP, range(cut, len(notes)))):
            y = top
            for at in part:
                self.pen.write((x, y, x + width, y + heights[at]), blocks[at], Align.LEFT, 0.0)
                y += heights[at]
            lowest = max(lowest, y)
        self.bottom = lowest + 1

    def note_lines(self, note: Note, width: float) -> list[list[Run]]:
        """Break a note into lines; its mark stands before it, bold."""
        size = self.style.size("note")
        lead = Run(f"{note.mark}  ", self.style.face("strong"), size)
        plain = Run("", self.style.face("text"), size, "soft")
        if not note.mark:
            return [[line] for line in self.pen.broken(note.text, plain, width)]
        first, *rest = self.pen.broken(note.text, plain, width, self.pen.width([lead]))
        return [[lead, first], *([line] for line in rest)]

    def table(self, table: Table, left: float, width: float) -> None:
        """Lay out a table: caption, what is said below it, heads, rows."""
        begin = self.bottom
        self.caption(table, left, width)
        top = self.bottom
        widths = shared_widths(table, width, self.pen)
        edges = [left + sum(widths[:i]) for i in range(len(widths) + 1)]
        self.heads(table, edges)
        middle = self.bottom
        downs = [begin, middle]
        for number, row in enumerate(table.rows):
            self.row(table, (row.head, *row.cells), edges, striped=number % 2 == 1)
            downs.append(self.bottom)
        self.edges.append(tuple(down * self.pen.unit for down in downs))
        for i, x in enumerate(edges[1:-1], 1):
            strong = i == 1 or table.columns[i].group != table.columns[i - 1].group
            line, wide = ("line", 0.3) if strong else ("hair", 0.15)
            self.pen.rule((x, middle), (x, self.bottom), line, wide)
        self.pen.frame((left, top, edges[-1], self.bottom))

    def caption(self, table: Table, left: float, width: float) -> None:
        """Lay out the caption, and in smaller letters what must be known of the table."""
        bold = Run("", self.style.face("caption"), self.style.size("caption"))
        lines = [[line] for line in self.pen.broken(table.caption, bold, width)]
        box = (
            left,
            self.bottom,
            left + width,
            self.bottom + bold.size * LEADING * len(lines) + 0.8,
        )
        self.pen.write(box, lines, Align.LEFT, 0.0)
        self.bottom = box[3]
        if table.lead:
            small = Run("", self.style.face("text"), self.style.size("note"))
            lines = [[line] for line in self.pen.broken(table.lead, small, width)]
            below = self.bottom + small.size * LEADING * len(lines) + 0.8
            self.pen.write((left, self.bottom, left + width, below), lines, Align.LEFT, 0.0)
            self.bottom = below

    def heads(self, table: Table, edges: Sequence[float]) -> None:
        """Lay out the row or the two rows of heads."""
        columns, top = table.columns, self.bottom
        face, size = self.style.face("strong"), self.style.size("head")
        grouped = any(column.group for column in columns)
        upper = size * LEADING + 2 * _RISE if grouped else 0.0
        blocks = [
            self.head_lines(c, b - a) for c, a, b in zip(columns, edges, edges[1:], strict=False)
        ]
        lower = max(sum(line[0].size for line in lines) for lines in blocks) * LEADING + 2 * _RISE
        self.bottom = top + upper + lower
        self.pen.fill((edges[0], top, edges[-1], self.bottom), self.style.colour("head"))
        for begin, end, group in groups(columns):
            if group:
                box = (edges[begin], top, edges[end], top + upper)
                self.pen.write(box, [[Run(group, face, size, "head_ink")]], Align.MIDDLE)
                line = ((box[0] + 1, box[3]), (box[2] - 1, box[3]))
                self.pen.rule(*line, "head_line", 0.2)
            for i in range(begin, end):
                above = top + upper if group else top
                place = (edges[i], above, edges[i + 1], self.bottom)
                self.pen.write(place, blocks[i], columns[i].align)
                if i:
                    start = top if i == begin or not group else top + upper
                    self.pen.rule((edges[i], start), (edges[i], self.bottom), "head_line", 0.15)

    def head_lines(self, column: Column, width: float) -> list[list[Run]]:
        """Return what is written in the head of a column."""
        bold = Run("", self.style.face("strong"), self.style.size("head"), "head_ink")
        lines = [[line] for line in self.pen.broken(column.title, bold, width - 2 * PAD)]
        if words := head_words(column):
            small = self.style.size("small")
            lines.append([Run(words, self.style.face("text"), small, "head_ink")])
        return lines

    def row(
        self, table: Table, cells: Sequence[Cell], edges: Sequence[float], *, striped: bool
    ) -> None:
        """Lay out a row, as high as its highest cell."""
        size = self.style.size("text")
        blocks: list[list[list[Run]]] = []
        high = size * LEADING + 2 * _RISE
        for i, cell in enumerate(cells):
            room = edges[i + 1] - edges[i] - 2 * PAD - pictures_width(cell, table, self.style)
            blocks.append(self.cell_lines(cell, table.columns[i], room))
            high = max(high, len(blocks[-1]) * size * LEADING + 2 * _RISE)
            if cell.samples:
                high = max(high, table.sample_mm + 1.6)
        top, below = self.bottom, self.bottom + high
        if striped:
            self.pen.fill((edges[0], top, edges[-1], below), self.style.colour("stripe"))
        for i, (cell, lines) in enumerate(zip(cells, blocks, strict=True)):
            box, align = (edges[i], top, edges[i + 1], below), table.columns[i].align
            if cell.tint:
                self.pen.fill(box, self.style.tint(cell.tint))
            extra = tuple(self.pictures(cell, table, box, align))
            shift = pictures_width(cell, table, self.style)
            self.pen.write(box, lines, align, shift=shift, extra=extra)
        self.pen.rule((edges[0], below), (edges[-1], below), "hair", 0.15)
        self.bottom = below

    def cell_lines(self, cell: Cell, column: Column, room: float) -> list[list[Run]]:
        """Return what is written in a cell, line by line."""
        size, strong = self.style.size("text"), self.style.face("strong")
        face = strong if cell.tone is Tone.STRONG else self.style.face("text")
        run = Run(cell.text, face, size, "soft" if cell.tone is Tone.SOFT else "ink")
        if not cell.text:
            return []
        lines = (
            [[line] for line in self.pen.broken(cell.text, run, room)] if column.wraps else [[run]]
        )
        if cell.mark:
            lines[-1].append(Run(f" {cell.mark}", strong, size * MARK, "accent", raised=True))
        return lines

    def pictures(self, cell: Cell, table: Table, box: Box, align: Align) -> Iterator[Shape]:
        """Yield the small pictures of a cell; alone they stand in its middle."""
        x, high, k = box[0] + PAD, table.sample_mm, self.pen.unit
        if not cell.text and align is Align.MIDDLE:
            x = (box[0] + box[2] - pictures_width(cell, table, self.style)) / 2
        y = (box[1] + box[3] - high) / 2
        for sample in cell.samples:
            yield from sample_shapes(self.style, sample, (x * k, y * k), high * k)
            x += sample_width(self.style, sample, high) + 1


def _halfway(heights: Sequence[float]) -> int:
    """Return how many of the first make the two halves most even."""
    return min(range(len(heights) + 1), key=lambda cut: max(sum(heights[:cut]), sum(heights[cut:])))
