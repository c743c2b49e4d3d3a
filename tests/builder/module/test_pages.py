from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

import pytest
from lxml import etree

from builder.model.load import games, load_game
from builder.module.pages import help_page
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
    page = help_page(game, [("F2", "Boxes & more")])
    assert etree.fromstring(page).tag == "html"
    assert b"$" not in page
    assert b"<td>F2</td><td>Boxes &amp; more</td>" in page
