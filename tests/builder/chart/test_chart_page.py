"""The pages, read back: the same figures, valid and accessible HTML, nothing from elsewhere."""

from __future__ import annotations

import re
from base64 import b64decode
from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from lxml import html
from PIL import Image

from builder.chart.description import Cell, Chart, Column, Note, Row, Table
from builder.chart.files import chart_files, index_file
from builder.chart.page import chart_page

TAGS = {
    *("html", "head", "meta", "title", "style", "body", "main", "section", "div", "footer"),
    *("h1", "h2", "p", "ul", "li", "table", "caption", "thead", "tbody", "tr", "th", "td"),
    *("abbr", "sup", "small", "img", "b", "nav", "a"),
}


@pytest.fixture(scope="module")
def read(pages):
    return {id_: html.fromstring(page) for id_, page in pages.items()}


def plain(element):
    copy = html.fromstring(html.tostring(element, encoding="unicode"))
    for tag in ("small", "sup"):
        for found in copy.findall(f".//{tag}"):
            found.drop_tree()
    return " ".join(copy.text_content().split())


def test_every_cell_of_every_page_is_that_of_the_description(charts, read):
    for id_, chart in charts.items():
        tables = read[id_].findall(".//table")
        assert len(tables) == len(chart.tables)
        for table, found in zip(chart.tables, tables, strict=True):
            assert found.findtext("caption") == table.caption
            rows = found.findall("tbody/tr")
            for row, line in zip(table.rows, rows, strict=True):
                cells = (row.head, *row.cells)
                assert [plain(each) for each in line] == [" ".join(c.text.split()) for c in cells]
                for cell, each in zip(cells, line, strict=True):
                    assert "".join(s.text for s in each.findall("sup")) == cell.mark
                    abbreviation = each.find("abbr")
                    if cell.spoken and cell.text:
                        assert abbreviation.get("title") == cell.spoken


def test_heads_have_scopes_and_cover_every_column(charts, read):
    for id_, chart in charts.items():
        for table, found in zip(chart.tables, read[id_].findall(".//table"), strict=True):
            heads = found.findall("thead//th")
            assert all(each.get("scope") in ("col", "colgroup") for each in heads)
            columns = [plain(each) for each in heads if each.get("scope") == "col"]
            assert sorted(columns) == sorted(" ".join(c.title.split()) for c in table.columns)
            first = found.find("thead/tr")
            assert sum(int(each.get("colspan", 1)) for each in first) == len(table.columns)
            for line in found.findall("tbody/tr"):
                assert [each.tag for each in line] == ["th"] + ["td"] * (len(table.columns) - 1)
                assert line[0].get("scope") == "row"


def test_pages_are_whole_in_themselves(pages, read):
    for id_, page in pages.items():
        text = page.decode("utf-8")
        assert text.startswith("<!DOCTYPE html>")
        tree = read[id_]
        assert tree.get("lang") == "en"
        assert tree.find(".//meta[@charset]").get("charset") == "utf-8"
        assert tree.findtext(".//title")
        assert len(tree.findall(".//h1")) == 1
        assert len(tree.findall(".//main")) == 1
        assert not tree.findall(".//script")
        assert not re.search(r"https?://|@import|url\(", text)
        for each in tree.iter():
            for name, value in each.attrib.items():
                assert not name.startswith("on")
                if name == "src":
                    assert value.startswith("data:image/png;base64,")
                if name == "href":
                    assert value == "index.html"


def test_pages_are_well_formed_with_unique_ids_and_known_tags(pages):
    for page in pages.values():
        text = page.decode("utf-8").removeprefix("<!DOCTYPE html>")
        text = re.sub(r"<(meta|img)([^>]*)>", r"<\1\2/>", text)
        tree = ET.fromstring(text)  # noqa: S314 - written by us
        assert {each.tag for each in tree.iter()} <= TAGS
        ids = [each.get("id") for each in tree.iter() if each.get("id")]
        assert len(set(ids)) == len(ids)


def test_every_small_picture_is_one_and_says_what_it_shows_where_no_text_does(charts, read):
    for id_, chart in charts.items():
        images = read[id_].findall(".//img")
        samples = [
            (cell, sample)
            for table in chart.tables
            for row in table.rows
            for cell in (row.head, *row.cells)
            for sample in cell.samples
        ]
        assert len(images) == len(samples)
        for image, (cell, _) in zip(images, samples, strict=True):
            data = image.get("src").partition("base64,")[2]
            with Image.open(BytesIO(b64decode(data))) as picture:
                assert picture.height > 2 * int(image.get("height")) - 8
                assert any(low < high for low, high in picture.convert("RGB").getextrema())
            assert (image.get("alt") == "") == bool(cell.text)


def test_what_data_say_cannot_become_markup(look):
    table = Table("<i>", (Column("<b>"), Column("x")), (Row(Cell("<script>"), (Cell("&amp;"),)),))
    chart = Chart("a", "</title><script>", "s", ((table,),), (Note("<u>", "<u>"),), "<!--")
    page = chart_page(chart, look).decode()
    tree = html.fromstring(page)
    assert not tree.findall(".//script")
    assert not tree.findall(".//u")
    assert tree.findtext(".//h1") == "</title><script>"
    assert [plain(each) for each in tree.findall("body//tbody/tr/*")] == ["<script>", "&amp;"]


def test_every_page_leads_back_to_the_index(read, look, charts):
    (name,) = index_file(tuple(charts.values()), look)
    for tree in read.values():
        assert [a.get("href") for a in tree.findall(".//a")] == [name]


def test_figures_stay_on_one_line_and_only_texts_wrap(charts, read):
    for id_, chart in charts.items():
        assert "tbody th, tbody td { white-space: nowrap; }" in read[id_].findtext(".//style")
        for table, found in zip(chart.tables, read[id_].findall(".//table"), strict=True):
            for line in found.findall("tbody/tr"):
                wraps = ["wraps" in (each.get("class") or "").split() for each in line]
                assert wraps == [column.wraps for column in table.columns]


def test_print_keeps_tables_and_colours_together(pages):
    for page in pages.values():
        style = html.fromstring(page).findtext(".//style")
        assert "@media print" in style
        assert "break-inside: avoid" in style
        assert "print-color-adjust: exact" in style


def test_print_shrinks_every_size_so_that_a_chart_fits_a_page(pages):
    for page in pages.values():
        style = html.fromstring(page).findtext(".//style")
        # every size is in rem, and the print size is that of the root: no text keeps its own
        assert ":root { font-size:" in style.partition("@media print")[2]
        assert set(re.findall(r"font(?:-size)?:[^;]*?[\d.]+(px|pt|em|rem)\b", style)) == {
            "rem",
            "pt",
        }
        assert len(re.findall(r"\dpt\b", style)) == 1


def test_the_files_of_a_chart_are_a_picture_and_a_page(look, charts):
    chart = charts["abbreviations"]
    files = chart_files(chart, look)
    assert set(files) == {"abbreviations.png", "abbreviations.html"}
    assert files == chart_files(chart, look)  # the same bytes every time
    assert files["abbreviations.html"] == chart_page(chart, look)


def test_an_index_leads_to_every_picture_and_page(look, charts):
    (name, page), *_ = index_file(tuple(charts.values()), look).items()
    assert name == "index.html"
    index = html.fromstring(page)
    expected = {f"{id_}.{end}" for id_ in charts for end in ("png", "html")}
    assert {a.get("href") for a in index.findall(".//a")} == expected
    assert [a.text for a in index.findall(".//li/a[1]")] == [c.title for c in charts.values()]
