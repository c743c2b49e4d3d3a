"""The charts of a game as files: pictures, pages, and a page that leads to them."""

from __future__ import annotations

from collections.abc import Sequence

from builder.chart.description import Chart
from builder.chart.page import chart_page, index_page
from builder.chart.picture import chart_picture
from builder.chart.words import ChartStyle
from builder.draw.png import encode

__all__ = ["chart_files", "index_file"]

_DPI = 200


def chart_files(chart: Chart, style: ChartStyle) -> dict[str, bytes]:
    """Draw and write a chart.

    Args:
        chart: What it says.
        style: How charts look.

    Returns:
        Files by name: a PNG at 200 dpi and a page.

    Raises:
        DrawError: The style lacks something.
    """
    return {
        f"{chart.id}.png": encode(chart_picture(chart, style, _DPI)),
        f"{chart.id}.html": chart_page(chart, style),
    }


def index_file(charts: Sequence[Chart], style: ChartStyle) -> dict[str, bytes]:
    """Write the page that leads to all charts, ``index.html``.

    Raises:
        DrawError: The style lacks its title.
    """
    title = style.table.text("index.title")
    return {"index.html": index_page(title, charts, charts[0].footer, style)}
