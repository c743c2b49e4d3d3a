"""The charts of a game as files: pictures, pages, and a page that leads to them."""

from __future__ import annotations

from builder.chart.catalogue import make_charts
from builder.chart.page import chart_page, index_page
from builder.chart.picture import chart_picture
from builder.chart.words import load_chart_style
from builder.draw.png import encode
from builder.draw.style import Style
from builder.model.game import Game

__all__ = ["chart_files"]

_DPI = 200


def chart_files(game: Game, style: Style) -> dict[str, bytes]:
    """Draw and write every chart.

    Args:
        game: Where every figure comes from.
        style: How the game looks; ``charts.toml`` in its folder says how its charts do.

    Returns:
        Files by name: a PNG at 200 dpi and a page for each chart, and ``index.html``.

    Raises:
        DrawError: The style lacks something.
    """
    look = load_chart_style(style)
    charts = make_charts(game, look)
    found = {f"{chart.id}.png": encode(chart_picture(chart, look, _DPI)) for chart in charts}
    found |= {f"{chart.id}.html": chart_page(chart, look) for chart in charts}
    title = look.table.text("index.title")
    return found | {"index.html": index_page(title, charts, charts[0].footer, look)}
