"""The map's tiles put together as their printed marks say, against the map on one sheet.

What is compared is what another program than ours renders; nothing is asked of the layout.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise, product
from math import ceil

import numpy as np
import pypdfium2
import pytest
from pypdf import PdfReader

from builder.draw.canvas import Label, bounds
from builder.draw.style import art_root, load_style
from builder.errors import WargameError
from builder.model.load import load_game
from builder.pdf import Correction, Facts, pdf_bytes
from builder.sheet import map_sheet as sheets
from builder.sheet.map_sheet import SheetMap, map_sheet, sheet_map
from builder.sheet.map_tiles import map_tiles
from builder.sheet.paper import Paper, find_paper
from tests.builder.real_map import real_map

DPI = 300
PX = 25.4 / DPI  # mm of a px
POINT = 25.4 / 72  # mm of a point
FACTS = Facts("Map", "test", "2026-01-01")
CUT_DOWN = 280.0, 265.0  # mm of the real map: four tiles on A4
WHOLE = SheetMap((), (558.8, 711.2), 3.0, "A game, map", ("true size",))


@pytest.fixture(scope="module")
def style():
    return load_style(art_root() / "white_death")


@pytest.fixture(scope="module")
def real(style):
    """The real map in mm."""
    shapes = real_map().shapes
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheets, "map_shapes", lambda _game, _style: shapes)
        return sheet_map(load_game("white-death"), style)


@pytest.fixture(scope="module")
def part(real, style):
    """Its upper left part, as if the map ended there."""
    width, height = (side + real.bleed for side in CUT_DOWN)
    near = [
        shape
        for shape in real.shapes
        if (box := bounds(shape, style.fonts))[0] < width and box[1] < height
    ]
    return replace(real, shapes=tuple(near), size=CUT_DOWN)


@dataclass
class Sheet:
    """A rendered page: grey levels, and its boxes in mm from the upper left corner."""

    grey: np.ndarray
    trim: tuple[float, float, float, float]
    bleed: tuple[float, float, float, float]
    words: str

    def dark(self, left, top, right, bottom):
        """Return how dark each px in a box (mm) is, 0 to 1."""
        rows = slice(round(top / PX), round(bottom / PX))
        return 1 - self.grey[rows, round(left / PX) : round(right / PX)] / 255

    def marks_above(self):
        """Return mm from the left of thin marks above the map, and of heads that point to it."""
        left, top, right, _ = self.bleed
        thin = self.dark(left - 6, top - 4.7, right + 6, top - 1.3).min(axis=0)
        heads = self.dark(left - 6, top - 1.85, right + 6, top - 1.65).min(axis=0)
        return runs(thin, left - 6, 0.0, 0.4), runs(heads, left - 6, 1.0, 1.8)

    def marks_aside(self):
        """Return mm from the top of thin marks left of the map, and of heads that point to it."""
        left, top, _, bottom = self.bleed
        thin = self.dark(left - 4.7, top - 6, left - 1.3, bottom + 6).min(axis=1)
        heads = self.dark(left - 1.85, top - 6, left - 1.65, bottom + 6).min(axis=1)
        return runs(thin, top - 6, 0.0, 0.4), runs(heads, top - 6, 1.0, 1.8)


def runs(row, begin, least, most):
    """Return the middles, mm, of dark runs of a length (mm) in a row of px from ``begin`` on."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], (row > 0.5).astype(int), [0]))))
    found = []
    for a, b in zip(edges[::2], edges[1::2], strict=True):
        if least <= (b - a) * PX <= most:
            near = slice(max(a - 2, 0), b + 2)  # px that are dark in part tell where it ends
            weights = row[near]
            middle = (np.arange(len(row))[near] * weights).sum() / weights.sum() + 0.5
            found.append((round(begin / PX) + middle) * PX)
    return found


def rendered(content):
    """Render every page of a PDF."""
    found = []
    document = pypdfium2.PdfDocument(content)
    for number, page in enumerate(PdfReader(BytesIO(content)).pages):
        wide, tall = float(page.mediabox.width), float(page.mediabox.height)
        grey = pixels(document, number, wide, tall)
        trim, bleed = (
            tuple(
                float(v) * POINT
                for v in (box.left, tall - float(box.top), box.right, tall - float(box.bottom))
            )
            for box in (page.trimbox, page.bleedbox)
        )
        words = document[number].get_textpage().get_text_range()
        found.append(Sheet(grey, trim, bleed, words))
    return found


def pixels(document, number, wide, tall):
    """Render a page, made as large as whole px: else it were stretched to them."""
    whole, high = (ceil(side * DPI / 72) * 72 / DPI - 1e-4 for side in (wide, tall))
    document[number].set_mediabox(0, tall - high, whole, tall)
    grey = document[number].render(scale=DPI / 72, grayscale=True).to_numpy()
    return grey.reshape(grey.shape[:2])


def named(content):
    """Return rendered tiles by row and column, as their titles call them."""
    found = {}
    for sheet in rendered(content)[1:]:
        row, column = re.search(r"row ([A-Z]), column (\d+)", sheet.words).groups()
        found[ord(row) - ord("A"), int(column) - 1] = sheet
    return found


def assembled(tiles):
    """Lay tiles over each other as their marks say; return the picture and where each begins.

    Each tile is cut at its first marks; its neighbours' cut edges come to lie at its heads.
    """
    rows, columns = (max(key[i] for key in tiles) + 1 for i in (0, 1))
    places, x = {}, {}
    for column in range(columns):
        thin, heads = tiles[0, column].marks_above()
        x[column] = x.get(column, 0.0)
        x[column + 1] = x[column] + (heads[-1] if column + 1 < columns else thin[-1]) - thin[0]
    y = {0: 0.0}
    for row in range(rows):
        thin, heads = tiles[row, 0].marks_aside()
        y[row + 1] = y[row] + (heads[-1] if row + 1 < rows else thin[-1]) - thin[0]
    shape = round(y[rows] / PX), round(x[columns] / PX)
    picture = np.full(shape, -1, dtype=np.int16)
    for row, column in sorted(tiles):
        tile = tiles[row, column]
        (across, _), (down, _) = tile.marks_above(), tile.marks_aside()
        left, top = round(across[0] / PX), round(down[0] / PX)
        right, bottom = round(tile.trim[2] / PX), round(tile.trim[3] / PX)
        u, v = round(x[column] / PX), round(y[row] / PX)
        cut = tile.grey[top:bottom, left:right][: shape[0] - v, : shape[1] - u]
        picture[v : v + cut.shape[0], u : u + cut.shape[1]] = cut
        places[row, column] = u, v
    return picture, places


def misfits(patch, around, reach):
    """Return how badly a patch lies at each shift from the middle of its surroundings, px."""
    tall, wide = patch.shape
    return {
        (x, y): float(
            np.abs(
                around[y + reach : y + reach + tall, x + reach : x + reach + wide] - patch
            ).mean()
        )
        for y, x in product(range(-reach, reach + 1), repeat=2)
    }


def shift(patch, around, reach):
    """Return how far off a patch lies best, mm, and how badly."""
    worst = misfits(patch, around, reach)
    best = min(worst, key=worst.__getitem__)
    return np.hypot(*best) * PX, worst[best]


def telling(patch, around, reach):
    """Whether a patch, cut from just there, lies badly anywhere else: no straight line does."""
    worst = misfits(patch, around, reach)
    return all(off > 6 for (x, y), off in worst.items() if np.hypot(x, y) * PX > 0.2)


def squares(picture, other):
    """Return the mean of each square of 16 px of what two pictures share: less is a px off."""
    tall, wide = (min(a, b) // 16 for a, b in zip(picture.shape, other, strict=True))
    part = picture[: tall * 16, : wide * 16].reshape(tall, 16, wide, 16)
    return part.mean(axis=(1, 3))


def compare(tiles, whole):
    """Say that all of the map is there, and everything within 0.2 mm of its place."""
    picture, _ = assembled(tiles)
    left, top, right, bottom = (round(value / PX) for value in whole.trim)
    map_ = whole.grey[top:bottom, left:right].astype(np.int16)
    assert abs(picture.shape[0] - map_.shape[0]) * PX <= 0.2
    assert abs(picture.shape[1] - map_.shape[1]) * PX <= 0.2
    assert (picture[:-2, :-2] >= 0).all()  # no part of it missing, but for rounding
    assert abs(squares(picture, map_.shape) - squares(map_, picture.shape)).max() < 25
    side, reach, seen = 100, 6, 0
    tall, wide = (min(a, b) for a, b in zip(picture.shape, map_.shape, strict=True))
    for y in range(reach, tall - side - reach, 150):
        for x in range(reach, wide - side - reach, 150):
            around = map_[y - reach : y + side + reach, x - reach : x + side + reach]
            patch = map_[y : y + side, x : x + side]
            if patch.std() < 12 or not telling(patch, around, reach):
                continue
            seen += 1
            off, badly = shift(picture[y : y + side, x : x + side], around, reach)
            assert off <= 0.2, (x * PX, y * PX, off)
            assert badly < 0.5 * patch.std(), (x * PX, y * PX, badly, patch.std())
    assert seen > 12 * len(tiles)
    return seen


@pytest.fixture(scope="module")
def whole(part, style):
    (page,) = rendered(pdf_bytes(map_sheet(part, style), style.fonts, FACTS))
    return page


@pytest.fixture(scope="module")
def tiles(part, style):
    pages = map_tiles(part, style, find_paper("a4")[0])
    return named(pdf_bytes(pages, style.fonts, FACTS))


def test_tiles_put_together_by_their_marks_are_the_map(tiles, whole):
    assert set(tiles) == set(product(range(2), repeat=2))
    compare(tiles, whole)


def test_a_tile_a_quarter_of_a_mm_off_would_be_found(tiles, whole):
    off = dict(tiles)
    grey = tiles[1, 1].grey.copy()
    left, top, right, bottom = (round(value / PX) for value in tiles[1, 1].bleed)
    grey[top:bottom, left:right] = np.roll(grey[top:bottom, left:right], 3, axis=1)
    off[1, 1] = replace(tiles[1, 1], grey=grey)
    with pytest.raises(AssertionError):
        compare(off, whole)


def test_neighbours_both_show_the_overlap(tiles):
    picture, places = assembled(tiles)
    assert picture.shape[1] > places[0, 1][0] > 0
    for a, b in (((0, 0), (0, 1)), ((1, 0), (1, 1))):
        one, other = tiles[a], tiles[b]
        (_, heads), (cut, _) = tiles[0, a[1]].marks_above(), other.marks_above()
        assert one.bleed[2] - heads[-1] == pytest.approx(10, abs=0.1)
        strip = strip_of(one, heads[-1] + 0.5, 9)
        wanted = strip_of(other, cut[0] + 0.5, 9, grow=6)
        off, badly = shift(strip, wanted, 6)
        assert off <= 0.2
        assert badly < 0.3 * strip.std()


def strip_of(tile, left, width, grow=0):
    """Return a strip of 40 mm of a tile, from its first row's marks on, with some px around."""
    top = round((tile.bleed[1] + 60) / PX)
    x = round(left / PX)
    rows = slice(top - grow, top + round(40 / PX) + grow)
    return tile.grey[rows, x - grow : x + round(width / PX) + grow].astype(np.int16)


def test_marks_are_where_the_boxes_say(tiles):
    for (row, column), tile in tiles.items():
        across, down = tile.marks_above()[0], tile.marks_aside()[0]
        assert across[0] == pytest.approx(tile.trim[0], abs=0.1)
        assert down[0] == pytest.approx(tile.trim[1], abs=0.1)
        assert len(across) == (2 if column else 1)  # cut where the map ends, not at a line
        assert len(down) == (2 if row else 1)
        assert across[-1] == pytest.approx(tile.trim[2 if column else 0], abs=0.1)


def test_rulers_of_tiles_are_true(tiles):
    for tile in tiles.values():
        foot = tile.grey[round(tile.bleed[3] / PX) + 70 :] < 128
        lines = {round(line[-1], 1) for row in foot if (line := lengths(row)) and line[-1] > 90}
        assert lines
        assert all(min(abs(line - true) for true in (100, 101.6)) <= 0.2 for line in lines)
        assert max(lines) - min(lines) > 1  # both rulers are there


def lengths(row):
    """Return the lengths of dark runs in a row of px, mm, the longest last."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(int), [0]))))
    return sorted((edges[1::2] - edges[::2]) * PX)


def test_the_key_tells_which_tile_it_is(tiles):
    spots = {}
    for name, tile in tiles.items():
        tall, wide = tile.grey.shape
        corner = tile.grey[tall - round(17 / PX) :, wide - round(25 / PX) :] < 128
        full = corner & np.roll(corner, 6, 0) & np.roll(corner, 6, 1) & np.roll(corner, -6, 0)
        spots[name] = tuple(np.argwhere(full).mean(axis=0))
    for a, b in pairwise(sorted(spots)):
        assert (spots[a][0] < spots[b][0] - 5) == (a[0] < b[0])
        assert (spots[a][1] < spots[b][1] - 5) == (a[1] < b[1])


def test_tiles_name_their_neighbours(tiles):
    words = {name: tile.words for name, tile in tiles.items()}
    assert set(re.findall(r"\b[AB][12]\b", words[0, 0])) == {"A2", "B1"}
    assert set(re.findall(r"\b[AB][12]\b", words[1, 1])) == {"A2", "B1"}
    assert set(re.findall(r"\b[AB][12]\b", words[0, 1])) == {"A1", "B2"}
    assert words[0, 0].count("edge of the map") == 2


@pytest.mark.parametrize(
    ("paper", "count", "lies"), [("a4", 12, 0), ("letter", 15, 1), ("a3", 6, 0)]
)
def test_the_paper_lies_as_fewer_tiles_are_needed(style, paper, count, lies):
    found, _ = find_paper(paper)
    pages = map_tiles(WHOLE, style, found)
    assert len(pages) == count + 1
    assert {page.size for page in pages} == {found.size[::-1] if lies else found.size}


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("margin", [6.35, 10, 25])
def test_words_and_marks_stay_inside_the_margins_and_can_be_read(style, paper, margin):
    found, _ = find_paper(paper, margin)
    for page in map_tiles(WHOLE, style, found):
        width, height = page.size
        for shape in (shape for layer in page.layers for shape in layer.shapes):
            left, top, right, bottom = bounds(shape, style.fonts)
            assert min(left, top) >= margin - 0.3
            assert right <= width - margin + 0.3
            assert bottom <= height - margin + 0.3
            assert not isinstance(shape, Label) or shape.font.size >= 1.94, shape.text


def test_a_printers_correction_is_on_every_page(style):
    wanted = Correction((1.01, 0.99), (0.5, -0.25))
    pages = map_tiles(WHOLE, style, find_paper("a4")[0], wanted)
    assert {page.correction for page in pages} == {wanted}


def test_a_shape_missing_from_a_tile_would_be_found(part, style, tiles, whole):
    lost = [shape for shape in part.shapes if isinstance(shape, Label) and shape.text == "0905"]
    left, top, right, bottom = bounds(*lost, style.fonts)
    tile = tiles[0, 0]
    grey = tile.grey.copy()
    x, y = tile.trim[:2]
    rows = slice(round((y + top) / PX), round((y + bottom) / PX))
    grey[rows, round((x + left) / PX) : round((x + right) / PX)] = 255
    with pytest.raises(AssertionError):
        compare({**tiles, (0, 0): replace(tile, grey=grey)}, whole)


@pytest.mark.parametrize("overlap", [-1, 150, float("nan"), float("inf")])
def test_an_overlap_that_leaves_nothing_is_refused_with_numbers_that_fit(style, overlap):
    paper, _ = find_paper("letter")
    with pytest.raises(WargameError, match=r"^--overlap: .* Letter .* 0 to \d+ mm") as error:
        map_tiles(WHOLE, style, paper, overlap=overlap)
    most = int(re.search(r"0 to (\d+) mm", str(error.value))[1])
    pages = map_tiles(WHOLE, style, paper, overlap=most)
    assert len(pages) > 16
    assert map_tiles(WHOLE, style, paper, overlap=0)


def test_a_margin_that_leaves_no_tile_is_refused_with_one_that_fits(style):
    with pytest.raises(WargameError, match=r"or a margin of at most \d+ mm$") as error:
        map_tiles(WHOLE, style, Paper("A4", (210, 297), 78))
    most = int(re.search(r"at most (\d+) mm", str(error.value))[1])
    assert map_tiles(WHOLE, style, Paper("A4", (210, 297), most))
    with pytest.raises(WargameError, match="--overlap"):
        map_tiles(WHOLE, style, Paper("A4", (210, 297), most + 1))


def test_without_overlap_no_line_is_left_to_be_seen(style):
    pages = map_tiles(WHOLE, style, find_paper("a4")[0], overlap=0)
    for page in pages[1:]:
        left, top, right, bottom = page.bleed
        for shape in page.layers[1].shapes:
            box = bounds(shape, style.fonts)
            assert box[2] <= left or box[0] >= right or box[3] <= top or box[1] >= bottom


@pytest.mark.soak
@pytest.mark.parametrize(("paper", "overlap"), [("a4", 10), ("letter", 15), ("a3", 5)])
def test_the_whole_map_is_the_same_in_tiles_and_both_files_are_small(real, style, paper, overlap):
    large = pdf_bytes(map_sheet(real, style), style.fonts, FACTS)
    pages = map_tiles(real, style, find_paper(paper)[0], overlap=overlap)
    small = pdf_bytes(pages, style.fonts, FACTS)
    assert max(len(large), len(small)) < 15_000_000
    (whole,) = rendered(large)
    compare(named(small), whole)
