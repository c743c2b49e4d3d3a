"""The map on one large sheet: true scale, cuts, bleed, vectors; or an owner's scan."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import numpy as np
import pypdfium2
import pytest
from PIL import Image
from pypdf import PdfReader

from builder.draw.canvas import Label, bounds
from builder.draw.scan import load_scans
from builder.draw.style import art_root, load_style
from builder.hexgrid import Layout
from builder.model.load import load_game
from builder.pdf import Facts, pdf_bytes
from builder.sheet import map_sheet as sheets
from builder.sheet.map_sheet import map_sheet, sheet_map
from builder.sheet.map_tiles import map_tiles
from builder.sheet.paper import find_paper
from tests.builder.real_map import real_map

DPI = 100
PX = 25.4 / DPI  # mm of a px
POINT = 25.4 / 72  # mm of a point
FACTS = Facts("Map", "test", "2026-01-01")


@pytest.fixture(scope="module")
def game():
    return load_game("white-death")


@pytest.fixture(scope="module")
def style():
    return load_style(art_root() / "white_death")


@pytest.fixture(scope="module")
def made(game, style):
    """The real map, but only its words and what comes near its edges."""
    shapes = real_map().shapes
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheets, "map_shapes", lambda _game, _style: shapes)
        whole = sheet_map(game, style)
    wide, tall = (side - 12 for side in whole.size)
    around = [
        shape
        for shape in whole.shapes
        if (box := bounds(shape, style.fonts))[0] < 12
        or box[1] < 12
        or box[2] > wide
        or box[3] > tall
        or isinstance(shape, Label)
    ]
    return replace(whole, shapes=tuple(around))


@pytest.fixture(scope="module")
def content(made, style):
    return pdf_bytes(map_sheet(made, style), style.fonts, FACTS)


@pytest.fixture(scope="module")
def reader(content):
    return PdfReader(BytesIO(content))


@pytest.fixture(scope="module")
def picture(content):
    page = pypdfium2.PdfDocument(content)[0]
    return np.asarray(page.render(scale=DPI / 72).to_pil().convert("RGB")).astype(int)


def test_the_sheet_is_cut_to_its_true_size_and_colour_reaches_beyond_it(reader):
    (page,) = reader.pages
    trim, bleed = page.trimbox, page.bleedbox
    assert (float(trim.width), float(trim.height)) == pytest.approx((22 * 72, 28 * 72), abs=0.01)
    for end in ("left", "bottom"):
        assert float(getattr(trim, end) - getattr(bleed, end)) * POINT == pytest.approx(3, abs=0.01)
    for end in ("right", "top"):
        assert float(getattr(bleed, end) - getattr(trim, end)) * POINT == pytest.approx(3, abs=0.01)
    assert float(page.mediabox.left) == 0
    assert float(bleed.left) > 5 / POINT  # room for marks


def test_the_map_is_vectors_and_embedded_letters(reader, content):
    (page,) = reader.pages
    assert not list(page.images)
    assert b"/Subtype /Image" not in content
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    assert len(fonts) > 3
    assert all("/FontFile2" in font["/FontDescriptor"] for font in fonts)
    assert "Velikiye Luki" in page.extract_text()


def test_the_outline_names_the_map(reader, game):
    (entry,) = reader.outline
    assert entry.title.startswith(game.name)
    assert entry.title.endswith("map")


def test_the_paper_of_the_margin_goes_on_to_the_edge_of_the_bleed_and_no_farther(reader, picture):
    (page,) = reader.pages
    tall = float(page.mediabox.height)
    box = page.bleedbox
    left, right = (float(v) * POINT / PX for v in (box.left, box.right))
    top, bottom = ((tall - float(v)) * POINT / PX for v in (box.top, box.bottom))
    inside = picture[round(top) + 1 : round(bottom) - 1, round(left) + 1 : round(right) - 1]
    width = round(5 / PX)  # bleed, and the margin up to its frame
    paper = inside[0, 0]
    for strip in (inside[:width], inside[-width:], inside[:, :width], inside[:, -width:]):
        assert (abs(strip - paper) <= 2).all()
    around = picture.copy()
    around[round(top) - 2 : round(bottom) + 2, round(left) - 2 : round(right) + 2] = 255
    coloured = abs(around - around.mean(axis=2, keepdims=True)).max(axis=2) > 12
    assert not coloured.any()  # nothing but grey marks and words


def test_cut_marks_point_at_the_edges_and_keep_off_the_bleed(reader, picture):
    (page,) = reader.pages
    tall = float(page.mediabox.height)
    trim, bleed = page.trimbox, page.bleedbox
    dark = picture.sum(axis=2) < 600
    above = round((tall - float(bleed.top)) * POINT / PX)
    rows = dark[above - round(4 / PX) : above - round(2 / PX)]
    found = np.flatnonzero(rows.all(axis=0)) * PX
    wanted = [float(trim.left) * POINT, float(trim.right) * POINT]
    assert [min(abs(found - x)) < 0.5 for x in wanted] == [True, True]
    assert all(min(abs(x - w) for w in wanted) < 0.5 for x in found)
    assert not dark[above - round(0.7 / PX), :].any()


def test_an_owners_edition_says_that_it_is_a_private_copy(game, style, monkeypatch):
    monkeypatch.setattr(sheets, "map_shapes", lambda _game, _style: [])
    for private in (False, True):
        made = sheet_map(replace(game, private=private), style)
        pages = [*map_sheet(made, style), *map_tiles(made, style, find_paper("a4")[0])]
        reader = PdfReader(BytesIO(pdf_bytes(pages, style.fonts, FACTS)))
        words = [page.extract_text() for page in reader.pages]
        assert [("private copy" in text) for text in words] == [private] * len(pages)


@pytest.fixture
def scanned(game, tmp_path, monkeypatch):
    """A map whose scan, half as fine again as the board, shows a known picture."""
    board = Layout(game.map.numbering, 26, 30, left_px=40, top_px=60, right_margin_px=30)
    small = replace(game, private=True, map=replace(game.map, board=board))
    width, height = board.size_px
    scan = Image.effect_noise((width // 2 * 3, height // 2 * 3), 80).convert("RGB")
    scan.paste((200, 30, 30), (30, 30, 300, 300))
    scan.save(tmp_path / "map.png")
    lines = ["[hexes]"]
    for number in ("0101", "3844", "0144"):
        x, y = board.centre(board.numbering.parse(number))
        lines.append(f"{number} = [{x * 1.5}, {y * 1.5}]")
    (tmp_path / "map.toml").write_text("\n".join(lines))

    def draw(game, _style):
        return Image.new("RGB", game.map.board.size_px, (0, 0, 90))

    monkeypatch.setattr(sheets, "map_picture", draw)
    return small, load_scans(tmp_path, small)


def test_an_owners_scan_is_the_map_pixel_by_pixel_and_its_resolution_is_told(scanned, style):
    small, scans = scanned
    made = sheet_map(small, style, scans)
    width, height = small.map.board.size_px
    reader = PdfReader(BytesIO(pdf_bytes(map_sheet(made, style), style.fonts, FACTS)))
    (page,) = reader.pages
    (image,) = page.images
    assert image.image.size == (width, height)
    wanted = sheets.scanned_map(lambda: sheets.map_picture(small, style), scans, small.map.board)
    assert image.image.convert("RGB").tobytes() == wanted.tobytes()
    assert page.bleedbox == page.trimbox
    assert float(page.trimbox.width) == pytest.approx(22 * 72, abs=0.01)
    picture = round(width / 22)
    told = f"scanned at {round(1.5 * width / 22)} dpi, printed at {picture} dpi"
    words = " ".join(page.extract_text().split())
    assert told in words
    assert "private copy" in words


def test_tiles_of_a_scan_share_one_picture(scanned, style):
    small, scans = scanned
    made = sheet_map(small, style, scans)
    pages = map_tiles(made, style, find_paper("a4")[0])
    content = pdf_bytes(pages, style.fonts, FACTS)
    reader = PdfReader(BytesIO(content))
    assert {len(page.images) for page in reader.pages} == {1}
    whole = pdf_bytes(map_sheet(made, style), style.fonts, FACTS)
    assert len(content) < 1.5 * len(whole) + 400_000
