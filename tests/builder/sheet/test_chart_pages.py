"""Charts and set-up cards on paper: whole, within the margins, in their own size."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from io import BytesIO

import numpy as np
import pypdfium2
import pytest
from pypdf import PdfReader

from builder.chart.catalogue import make_charts
from builder.chart.words import load_chart_style
from builder.draw.canvas import Label
from builder.draw.style import art_root, load_style
from builder.model.load import load_game
from builder.model.scenario import Use
from builder.pdf import Correction, Facts, pdf_bytes
from builder.sheet.chart_pages import card_pages, chart_pages
from builder.sheet.paper import Paper, find_paper

DPI = 50
PX = 25.4 / DPI
POINT = 25.4 / 72
FACTS = Facts("Charts", "test", "2026-01-01")
PAPERS = ("a4", "letter", "a3")
NAME_MM = 2.116  # size of the names below counters


@pytest.fixture(scope="module")
def game():
    """The real game with one of its scenarios."""
    whole = load_game("white-death")
    return replace(whole, scenarios={"IV": whole.scenarios["IV"]})


@pytest.fixture(scope="module")
def style():
    return load_style(art_root() / "white_death")


@pytest.fixture(scope="module")
def printed(game, style):
    """Pages and their PDF, by what they are and the paper."""
    made = {}
    for paper in PAPERS:
        for what, make in (("charts", chart_pages), ("cards", card_pages)):
            pages = make(game, style, find_paper(paper)[0])
            made[what, paper] = pages, pdf_bytes(pages, style.fonts, FACTS)
    return made


def labels(page):
    return [shape for layer in page.layers for shape in layer.shapes if isinstance(shape, Label)]


def text_of(data):
    return " ".join(
        " ".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages).split()
    )


def test_nothing_is_printed_in_the_margins(printed):
    for (what, paper), (pages, data) in printed.items():
        sides = sorted(find_paper(paper)[0].size)
        document = pypdfium2.PdfDocument(data)
        assert len(document) == len(pages)
        for page in document:
            size = [side * POINT for side in page.get_size()]
            assert sorted(size) == pytest.approx(sides, abs=0.01)
            grey = np.asarray(page.render(scale=DPI / 72).to_pil().convert("L"))
            rows, columns = np.nonzero(grey < 250)
            least, most = 9.8, (size[0] - 9.8, size[1] - 9.8)
            assert min(rows.min(), columns.min()) * PX >= least, (what, paper)
            assert (columns.max() + 1) * PX <= most[0], (what, paper)
            assert (rows.max() + 1) * PX <= most[1], (what, paper)


def test_every_chart_is_printed_once_in_its_own_size(printed, game, style):
    look = load_chart_style(style)
    titles = Counter(chart.title for chart in make_charts(game, look))
    for paper in PAPERS:
        pages, data = printed["charts", paper]
        large = [x for page in pages for x in labels(page) if x.font.size == look.size("title")]
        assert Counter(label.text for label in large) == titles
        assert Counter("; ".join(page.name for page in pages).split("; ")) == titles
        found = PdfReader(BytesIO(data)).outline
        assert [entry.title for entry in found] == [page.name for page in pages]


def test_small_charts_share_a_page_and_wide_paper_is_held_across(printed):
    for paper, most in (("a4", 13), ("letter", 13), ("a3", 7)):
        pages, _ = printed["charts", paper]
        assert len(pages) <= most
        wide, high = pages[0].size
        assert (wide > high) == (paper == "a3")


def test_every_unit_of_a_scenario_stands_once_in_the_text_of_its_cards(printed, game):
    found = Counter()

    def see(text, matrix, _line, _font, size):
        # letters that are as large as the names below counters
        if abs(size - NAME_MM) < 0.001 and matrix[0]:
            found.update(part for part in text.split("\n") if part.strip())

    for page in PdfReader(BytesIO(printed["cards", "a4"][1])).pages:
        page.extract_text(visitor_text=see)
    scenario = game.scenarios["IV"]
    there = scenario.units(Use.SETUP, Use.ARRIVAL, Use.CONDITION)
    assert found == Counter(game.units[id_].name for id_ in there)


def test_cards_are_of_one_scenario_and_both_sides_with_all_losses(printed, game):
    pages, data = printed["cards", "letter"]
    scenario = game.scenarios["IV"]
    for side in game.sides:
        numbered = [page.name for page in pages if f": {side.name}, " in page.name]
        title = f"{scenario.title}: {side.name}, "
        assert numbered == [f"{title}{n} of {len(numbered)}" for n in range(1, len(numbered) + 1)]
    text = text_of(data)
    for line in scenario.losses:
        assert line.name in text


@pytest.mark.parametrize("make", [chart_pages, card_pages])
def test_an_owners_edition_says_on_every_page_that_it_is_a_private_copy(make, game, style):
    a4 = find_paper("a4")[0]
    for page in make(replace(game, private=True), style, a4):
        assert any("Private copy" in label.text for label in labels(page))
    for page in make(game, style, a4):
        assert not any("Private copy" in label.text for label in labels(page))


@pytest.mark.parametrize("make", [chart_pages, card_pages])
def test_charts_are_made_smaller_where_the_paper_is_too_small_and_say_so(make, game, style):
    small = Paper("small", (148.0, 210.0), 8.0)
    look = load_chart_style(style)
    pages = make(game, style, small)
    for page in pages:
        sizes = {label.font.size for label in labels(page)}
        assert max(sizes) == pytest.approx(look.size("title") * 132 / 186, rel=0.001)
        assert any("as the paper is small" in label.text for label in labels(page))
    data = pdf_bytes(pages[:2], style.fonts, FACTS)
    for page in pypdfium2.PdfDocument(data):
        grey = np.asarray(page.render(scale=DPI / 72).to_pil().convert("L"))
        rows, columns = np.nonzero(grey < 250)
        assert columns.min() * PX >= 7.8
        assert (columns.max() + 1) * PX <= 140.2
        assert (rows.max() + 1) * PX <= 202.2


def test_a_correction_of_the_printer_goes_to_every_page(game, style):
    correction = Correction((1.01, 0.99), (0.5, -0.5))
    for make in (chart_pages, card_pages):
        pages = make(game, style, find_paper("letter")[0], correction)
        assert {page.correction for page in pages} == {correction}


def test_a_game_without_scenarios_has_no_cards(game, style):
    assert card_pages(replace(game, scenarios={}), style, find_paper("a4")[0]) == []
