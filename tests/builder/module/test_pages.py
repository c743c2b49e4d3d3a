from __future__ import annotations

from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import pytest
from lxml import etree

from builder.model.load import games, load_game
from builder.module.aids.aid import Button
from builder.module.hotkeys import hotkeys
from builder.module.pages import help_pages
from builder.vassal import buildfile
from tests.builder.module.small import small_entries, small_game


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


def page(game, word, *rest):
    (found,) = [p.data for p in help_pages(game, *rest) if p.file == f"help-{word}.html"]
    return found


def test_what_data_say_cannot_become_markup():
    game = replace(small_game(), about="<script>&", name="A <b> & \u0411")
    text = page(game, "about").decode("ascii")
    assert "<script>" not in text
    assert "&lt;script&gt;&amp;" in text
    assert "A &lt;b&gt; &amp; &#1041;" in text


def test_every_key_of_counters_windows_and_boards_is_on_the_page_of_keys():
    rows = Cells(page(small_game(), "keys", [("F2", "Boxes & more")])).rows
    keys = {row[0] for row in rows if len(row) == 2}
    assert {"Ctrl+F", "Ctrl+L", "Ctrl+Shift+L", "Ctrl+E", "Ctrl+M", "Ctrl+T"} <= keys
    assert {each.shown for each in hotkeys()} <= keys
    assert ["F2", "Boxes & more"] in rows
    assert {"Page Down", "Alt+W", "Alt+Shift+W"} <= keys


def test_every_button_of_the_umpire_is_on_the_page_of_keys_of_the_module():
    entries = small_entries()
    root = buildfile.parse(entries["buildFile.xml"])
    rows = Cells(entries["help-keys.html"]).rows
    buttons = list(root.iter(buildfile.GLOBAL_KEY_COMMAND))
    assert len(buttons) >= 4
    for button in buttons:
        stroke = button.get("buttonHotkey")
        shown = f" (Ctrl+Shift+{chr(int(stroke.split(',')[0]))})" if stroke else ""
        if button.get("buttonText") != "Conceal":  # told among the keys
            does = [row[1] for row in rows if row[0].split(": ")[-1] == button.get("buttonText")]
            assert does == [button.get("tooltip") + shown]


def test_the_sequence_of_play_is_told_from_the_data():
    game = load_game("white-death")
    text = unescape(page(game, "sequence").decode("ascii"))
    for part in (*game.sequence.stages, *game.sequence.phases):
        for step in part.steps:
            assert step.text in text
    places = [text.index(f"<h3>{phase.name} phase") for phase in game.sequence.phases]
    assert places == sorted(places)
    assert "<b>Pass impulse.</b>" in text


def test_a_game_without_a_sequence_has_no_page_of_it():
    assert "help-sequence.html" not in {each.file for each in help_pages(small_game())}


def test_the_help_says_what_players_must_know():
    game = small_game()
    assert b"Begin Logfile" in page(game, "mail")
    assert b"A roll that was taken back stays in the log" in page(game, "mail")
    assert b"password" in page(game, "mail")
    assert b"What is reconstruction" in page(game, "about")
    assert b"Credits" in page(game, "about")
    assert b"Scenarios" in page(game, "start")
    assert b"Limited intelligence" in page(game, "start")


def test_what_the_help_says_is_among_the_markers_is_there():
    entries = small_entries()
    assert b"target marker\n(in <b>Markers</b>)" in entries["help-start.html"]
    root = buildfile.parse(entries["buildFile.xml"])
    markers = next(w for w in root.iter(buildfile.PIECE_WINDOW) if w.get("name") == "Markers")
    assert "Target" in {slot.get("entryName") for slot in markers.iter(buildfile.PIECE_SLOT)}


def test_every_page_of_the_menu_is_in_the_module():
    entries = small_entries()
    root = buildfile.parse(entries["buildFile.xml"])
    files = [each.get("fileName") for each in root.iter(buildfile.HELP_FILE)]
    assert files == [each.file for each in help_pages(small_game())]
    assert set(files) <= set(entries)


@pytest.mark.parametrize("id_", games())
def test_pages_of_the_games_are_well_formed(id_):
    for each in help_pages(
        load_game(id_), [("F2", "Boxes & more")], [Button("Impulse", "wuImpulse", "Declare <>")]
    ):
        assert etree.fromstring(each.data).tag == "html"
        assert b"$" not in each.data
        assert len(each.data) > 1000
