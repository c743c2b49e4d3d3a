from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from lxml import etree

from builder.model.load import games, load_game
from builder.module.pages import chart_pages, help_page
from tests.builder.module.small import small_game


class Cells(HTMLParser):
    """Collects the cells of all tables, row by row."""

    def __init__(self, page):
        super().__init__()
        self.rows = []
        self.inside = False
        self.feed(page.decode("ascii"))

    def handle_starttag(self, tag, attrs):  # noqa: ARG002
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.inside = True
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        if tag in {"td", "th"}:
            self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.rows[-1][-1] += data


def test_terrain_chart_shows_costs_as_printed():
    game = small_game()
    clear = replace(
        game.chart.terrains["clear"],
        enter={"L": Fraction(3, 2)},
        leave={"L": Fraction(1, 3)},
    )
    ice = {"L": Fraction(1)}
    chart = replace(game.chart, terrains={"clear": clear}, lake_frozen=ice)
    _, page = chart_pages(replace(game, chart=chart))["terrain.html"]
    assert Cells(page).rows == [
        ["Terrain", "L", "DV P"],
        ["Clear", "1½ +1/3", "6"],
        ["Lake hexside, frozen", "+1", "-"],
        ["Lake hexside, thaw", "no", "-"],
    ]


def test_turns_show_weather_by_name():
    _, page = chart_pages(small_game())["turns.html"]
    assert Cells(page).rows[2] == ["2", "May 2", *["Heavy rain"] * 6]


def test_what_data_say_cannot_become_markup():
    game = replace(small_game(), about="<script>&", name="A <b> & \u0411")
    page = help_page(game).decode("ascii")
    assert "<script>" not in page
    assert "&lt;script&gt;&amp;" in page
    assert "A &lt;b&gt; &amp; &#1041;" in page


def test_every_key_of_the_counters_is_on_the_help_page():
    rows = Cells(help_page(small_game())).rows
    keys = {row[0] for row in rows if len(row) == 2}
    assert {"Ctrl+F", "Ctrl+L", "Ctrl+Shift+L", "Ctrl+E", "Ctrl+M", "Ctrl+T"} <= keys


@pytest.mark.parametrize("id_", games())
def test_pages_of_the_games_are_well_formed(id_):
    game = load_game(id_)
    for page in (help_page(game), *(page for _, page in chart_pages(game).values())):
        assert etree.fromstring(page).tag == "html"
        assert b"$" not in page
