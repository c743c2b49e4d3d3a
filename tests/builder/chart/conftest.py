"""The real game, its charts, and where everything of them lies; read once."""

import pytest

from builder.chart.catalogue import chart_ids, make_chart
from builder.chart.layout import lay_out
from builder.chart.page import chart_page
from builder.chart.words import load_chart_style
from builder.draw.style import art_root, load_style
from builder.model.load import load_game

UNIT = 4.0  # px a mm


@pytest.fixture(scope="session")
def game():
    return load_game("white-death")


@pytest.fixture(scope="session")
def look():
    return load_chart_style(load_style(art_root() / "white_death"))


@pytest.fixture(scope="session")
def charts(game, look):
    return {id_: make_chart(game, id_, look) for id_ in chart_ids(game)}


@pytest.fixture(scope="session")
def laid(charts, look):
    return {id_: lay_out(chart, look, UNIT) for id_, chart in charts.items()}


@pytest.fixture(scope="session")
def pages(charts, look):
    return {id_: chart_page(chart, look) for id_, chart in charts.items()}
