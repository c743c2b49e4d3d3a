"""Where everything lies: nothing cut off, nothing over anything else, all of it readable."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from builder.chart.description import Align, Cell, Chart, Column, Note, Row, Table
from builder.chart.layout import lay_out
from builder.chart.picture import chart_picture
from builder.draw.canvas import Label, bounds
from builder.draw.raster import PillowCanvas
from builder.errors import DrawError
from tests.builder.chart.conftest import UNIT

LETTER = (196.0, 259.5)  # mm of US Letter within margins of 10 mm; A4 leaves 190 by 277
EDGE = 0.3 * UNIT  # px that slanted letters may lean out of their place
SMALLEST = 2.4  # mm, about 7 points
IN_FRACTIONS = 2.0  # mm; in the sign ½ of a font they are as small
FRACTIONS = set("½⅓⅔¼¾⅕⅙⅛⅒")


def words_of(chart):
    """Everything a chart says, in reading order, but for what groups of columns share."""
    yield chart.title
    yield chart.subtitle
    for table in chart.tables:
        yield table.caption
        for column in table.columns:
            yield column.title
        for row in table.rows:
            for cell in (row.head, *row.cells):
                yield f"{cell.text} {cell.mark}"
    for note in chart.notes:
        yield f"{note.mark} {note.text}"
    yield chart.footer


def test_every_word_is_on_the_page(charts, laid):
    for id_, chart in charts.items():
        said = [spot.words for spot in laid[id_].spots if spot.words]
        everything = " ".join(said)
        for text in words_of(chart):
            assert " ".join(text.split()) in everything, (id_, text)


def test_nothing_is_cut_off_and_nothing_lies_over_its_neighbours(laid, look):
    fonts = look.style.fonts
    for id_, page in laid.items():
        for spot in page.spots:
            left, top, right, bottom = spot.box
            assert 0 <= left < right <= page.size[0]
            assert 0 <= top < bottom <= page.size[1]
            for shape in spot.shapes:
                a, b, c, d = bounds(shape, fonts)
                assert left - EDGE <= a, (id_, spot.words)
                assert c <= right + EDGE, (id_, spot.words)
                assert top - EDGE <= b, (id_, spot.words)
                assert d <= bottom + EDGE, (id_, spot.words)


def test_places_never_overlap(laid):
    for id_, page in laid.items():
        boxes = [spot.box for spot in page.spots]
        for i, one in enumerate(boxes):
            for two in boxes[:i]:
                wide = min(one[2], two[2]) - max(one[0], two[0])
                high = min(one[3], two[3]) - max(one[1], two[1])
                assert min(wide, high) <= 0.01, id_


def test_texts_of_a_cell_and_its_pictures_do_not_overlap(laid, look):
    fonts = look.style.fonts
    for page in laid.values():
        for spot in page.spots:
            if not spot.words or all(isinstance(shape, Label) for shape in spot.shapes):
                continue
            first = next(i for i, s in enumerate(reversed(spot.shapes)) if not isinstance(s, Label))
            texts = spot.shapes[len(spot.shapes) - first :]
            drawn = spot.shapes[: len(spot.shapes) - first]
            if texts:
                edge = max(bounds(shape, fonts)[2] for shape in drawn)
                assert min(bounds(shape, fonts)[0] for shape in texts) > edge


def test_charts_fit_a_page_of_either_paper_and_are_large_enough(laid):
    for id_, page in laid.items():
        wide, high = page.size[0] / UNIT, page.size[1] / UNIT
        assert wide <= min(LETTER[0], 190), id_
        assert high <= LETTER[1], (id_, high)
        for spot in page.spots:
            least = IN_FRACTIONS if FRACTIONS & {*spot.words} else SMALLEST
            sizes = [
                shape.font.size / UNIT
                for shape in spot.shapes
                if isinstance(shape, Label) and shape.text in spot.words
            ]
            written = [size for size in sizes if size > 2]  # on counters it may be smaller
            assert min(written, default=least) >= least, spot.words


def test_the_layout_is_the_same_at_any_size(charts, look, laid):
    twice = lay_out(charts["terrain"], look, UNIT * 2)
    for one, two in zip(laid["terrain"].spots, twice.spots, strict=True):
        assert one.words == two.words
        assert two.box == pytest.approx([value * 2 for value in one.box])


def luminance(colour):
    """As WCAG 2 defines it."""
    parts = [part / 255 for part in colour[:3]]
    parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one, two):
    a, b = sorted((luminance(one), luminance(two)))
    return (b + 0.05) / (a + 0.05)


def test_every_text_stands_out_from_what_is_below_it(laid, look):
    for id_, page in laid.items():
        picture = Image.new("RGB", (round(page.size[0]) + 1, round(page.size[1]) + 1))
        canvas = PillowCanvas(picture, look.style.fonts)
        own = {id(s) for spot in page.spots for s in spot.shapes if isinstance(s, Label)}
        for shape in page.shapes:
            if id(shape) not in own:
                canvas.draw(shape)
        for spot in page.spots:
            for label in spot.shapes:
                if isinstance(label, Label) and all(isinstance(s, Label) for s in spot.shapes):
                    ground = picture.getpixel((round(label.at[0]) + 1, round(label.at[1])))
                    assert contrast(ground, label.colour) >= 4.5, (id_, label.text)


def test_tints_are_never_the_only_sign(charts):
    for chart in charts.values():
        for table in chart.tables:
            told = {}
            for row in table.rows:
                for cell in (row.head, *row.cells):
                    if cell.tint:
                        assert cell.text
                        assert told.setdefault((cell.text, cell.tint), cell.spoken) == cell.spoken


def test_a_picture_has_the_size_that_was_asked_for(charts, look):
    for dpi in (60, 120):
        picture = chart_picture(charts["abbreviations"], look, dpi)
        assert abs(picture.width - 186 / 25.4 * dpi) <= 1
        assert picture.getpixel((3, 3)) == look.colour("paper")[:3]


TEXT = st.text("abcdefgh ½⅓⅒", min_size=1, max_size=40).filter(str.strip)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(2, 5).flatmap(
        lambda n: st.tuples(
            st.lists(TEXT, min_size=n, max_size=n),
            st.lists(st.lists(TEXT, min_size=n, max_size=n), min_size=1, max_size=5),
            st.lists(st.sampled_from(Align), min_size=n, max_size=n),
        )
    ),
    TEXT,
)
def test_any_chart_is_whole(look, made, note):
    heads, texts, aligns = made
    columns = tuple(
        Column(" ".join(head.split()), align=align, wraps=True)
        for head, align in zip(heads, aligns, strict=True)
    )
    rows = tuple(Row(Cell(first), tuple(map(Cell, rest))) for first, *rest in texts)
    chart = Chart(
        "any", "Title", "Subtitle", ((Table("Table", columns, rows),),), (Note(note),), "f"
    )
    try:
        page = lay_out(chart, look, UNIT)
    except DrawError:
        return
    everything = " ".join(spot.words for spot in page.spots)
    for text in (*heads, *(text for row in texts for text in row), note):
        assert " ".join(text.split()) in everything
    for spot in page.spots:
        for shape in spot.shapes:
            a, _, c, _ = bounds(shape, look.style.fonts)
            assert spot.box[0] - EDGE <= a
            assert c <= spot.box[2] + EDGE


def test_a_table_that_is_too_wide_is_refused(charts, look):
    narrow = replace(charts["combat"], width_mm=60)
    with pytest.raises(DrawError, match=r"needs \d+ mm and has"):
        lay_out(narrow, look, UNIT)
