"""Charts and set-up cards on paper: as many side by side or below each other as there is room for.

They are never made larger, and smaller only where the paper is too small for one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from builder.chart.catalogue import make_charts
from builder.chart.description import Chart
from builder.chart.layout import ABOVE, BELOW, Laid, lay_out
from builder.chart.paging import divided
from builder.chart.setup_card import setup_card
from builder.chart.words import ChartStyle, load_chart_style
from builder.draw.canvas import Point, Shape, scaled
from builder.draw.style import Style
from builder.model.game import Game
from builder.pdf import Correction, Layer, Page
from builder.sheet.paper import Paper

__all__ = ["card_pages", "chart_pages"]

_APART = 2.0  # mm between charts of a page
_PRIVATE = "Private copy, not for distribution"


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A paper as it is held: columns for charts side by side.

    Args:
        size: Width and height.
        margin: What is left empty at each edge.
        columns: How many.
        scale: How much smaller charts are drawn, 1 for their own size.
    """

    size: Point
    margin: float
    columns: int
    scale: float

    @property
    def high(self) -> float:
        """Height of a column, in mm of the chart; its white edges may lie in the margins."""
        return (self.size[1] - 2 * self.margin) / self.scale + ABOVE + BELOW

    def corner(self, column: int, wide: float) -> Point:
        """Return where a chart of a width begins, in the middle of its column."""
        step = (self.size[0] - 2 * self.margin) / self.columns
        x = self.margin + step * column + (step - wide * self.scale) / 2
        return x, self.margin - ABOVE * self.scale


def chart_pages(
    game: Game, style: Style, paper: Paper, correction: Correction | None = None
) -> list[Page]:
    """Return the charts of a game, small ones together.

    Args:
        game: Where every figure comes from.
        style: How it looks.
        paper: What it is printed on.
        correction: What makes up for the printer.

    Raises:
        DrawError: The art lacks a word, or something to draw with.
    """
    look = load_chart_style(style)
    charts = [_signed(game, chart) for chart in make_charts(game, look)]
    drawn = [(chart, lay_out(chart, look, 1.0)) for chart in charts]
    size = drawn[0][1].size[0], max(laid.size[1] for _, laid in drawn) - ABOVE - BELOW
    sheet = _sheet(paper, size)
    if sheet.scale < 1:
        noted = [_noted(chart, sheet.scale) for chart, _ in drawn]
        drawn = [(chart, lay_out(chart, look, 1.0)) for chart in noted]
    return list(_pages(_columns(drawn, sheet.high), sheet, correction))


def card_pages(
    game: Game, style: Style, paper: Paper, correction: Correction | None = None
) -> list[Page]:
    """Return the set-up cards of a game: a page or more for each scenario and side.

    Args:
        game: Its scenarios.
        style: How they look.
        paper: What they are printed on.
        correction: What makes up for the printer.

    Raises:
        DrawError: The art lacks a word, or something to draw with.
    """
    look = load_chart_style(style)
    cards = list(_cards(game, look))
    sheet = _sheet(paper, (cards[0].width_mm, 0.0)) if cards else None
    if sheet is None:
        return []
    columns = [
        [page] for card in cards for page in divided(_noted(card, sheet.scale), look, sheet.high)
    ]
    return list(_pages(columns, sheet, correction))


def _cards(game: Game, look: ChartStyle) -> Iterator[Chart]:
    for scenario in game.scenarios.values():
        for side in game.sides:
            yield _signed(game, setup_card(game, scenario, side.id, look))


def _signed(game: Game, chart: Chart) -> Chart:
    """Return a chart that says so if it shows what only the owner of a printed game may have."""
    return replace(chart, footer=f"{_PRIVATE} · {chart.footer}") if game.private else chart


def _noted(chart: Chart, scale: float) -> Chart:
    """Return a chart that says how much smaller it is drawn."""
    if scale == 1:
        return chart
    return replace(chart, footer=f"{chart.footer} · at {scale:.0%}, as the paper is small")


def _sheet(paper: Paper, size: Point) -> _Sheet:
    """Return a paper held so that most charts of a size stand side by side in full size."""
    wide, high = paper.size
    found = []
    for held in ((wide, high), (high, wide)):
        room = held[0] - 2 * paper.margin, held[1] - 2 * paper.margin
        columns = max(int(room[0] // size[0]), 1)
        least = room[0] / size[0], room[1] / size[1] if size[1] else 1.0
        found.append(_Sheet(held, paper.margin, columns, min(*least, 1.0)))
    upright, across = found
    return across if across.scale == 1 and across.columns > upright.columns else upright


def _columns(drawn: Sequence[tuple[Chart, Laid]], high: float) -> list[list[tuple[Chart, Laid]]]:
    """Return the charts in columns, each in the first that has room for it."""
    columns: list[list[tuple[Chart, Laid]]] = []
    for each in drawn:
        for column in columns:
            used = sum(laid.size[1] + _APART for _, laid in column)
            if used + each[1].size[1] <= high:
                column.append(each)
                break
        else:
            columns.append([each])
    return columns


def _pages(
    columns: Sequence[Sequence[tuple[Chart, Laid]]], sheet: _Sheet, correction: Correction | None
) -> Iterator[Page]:
    """Yield the pages that columns stand on."""
    for start in range(0, len(columns), sheet.columns):
        part = columns[start : start + sheet.columns]
        shapes, names = list[Shape](), list[str]()
        for number, column in enumerate(part):
            down = 0.0
            for chart, laid in column:
                x, y = sheet.corner(number, laid.size[0])
                # the paper is ground enough
                shapes += scaled(laid.shapes[1:], sheet.scale, (x, y + down * sheet.scale))
                down += laid.size[1] + _APART
                names.append(chart.title)
        layers = (Layer(shapes),)
        name = "; ".join(names)
        yield Page(sheet.size, layers, name=name, correction=correction or Correction())
