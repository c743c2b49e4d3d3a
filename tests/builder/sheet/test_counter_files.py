"""What PDFs of counters hold: fonts, boxes, every counter, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader

from builder.cli.printing import print_
from builder.draw.canvas import Label
from builder.draw.counter import back_shapes, front_shapes
from builder.draw.marker import marker_face_shapes
from builder.pipeline.printing import Wanted, recipes
from builder.sheet.job import Flip, Layout, Marks
from builder.sheet.order import Order, make_job
from builder.sheet.parts import Part
from tests.builder.sheet.measure import POINT, boxes, cut_lines, pages_of


def read(data):
    return PdfReader(BytesIO(data))


def pictures(reader):
    return [image for page in reader.pages for image in page.images]


def fonts(reader):
    """Every font of a document, by name, and whether its file is in it."""
    found = {}
    for page in reader.pages:
        for entry in page["/Resources"].get("/Font", {}).values():
            whole = entry.get_object()
            font = whole.get("/DescendantFonts", [whole])[0].get_object()
            descriptor = font.get("/FontDescriptor")
            inside = descriptor is not None and any(
                key.startswith("/FontFile") for key in descriptor.get_object()
            )
            found[str(font["/BaseFont"])] = inside
    return found


@pytest.fixture(scope="module")
def whole(printed):
    """The sheets of all counters, as the defaults print them."""
    return printed()["counters.pdf"]


def test_letters_and_lines_are_vectors_with_embedded_fonts(whole):
    reader = read(whole)
    assert pictures(reader) == []
    found = fonts(reader)
    assert found
    assert all(found.values()), found
    assert all("PT" in name for name in found), found


def test_pages_are_never_scaled_and_printed_on_both_sides(printed):
    for flip, edge in ((Flip.LONG, "Long"), (Flip.SHORT, "Short")):
        reader = read(printed(flip=flip, only="turn")["chosen-counters.pdf"])
        wishes = reader.trailer["/Root"]["/ViewerPreferences"]
        assert wishes["/PrintScaling"] == "/None"
        assert wishes["/Duplex"] == f"/DuplexFlip{edge}Edge"
    for name, data in printed(layout=Layout.SEPARATE, only="turn").items():
        assert "/Duplex" not in read(data).trailer["/Root"]["/ViewerPreferences"], name


@pytest.mark.parametrize("flip", list(Flip))
def test_media_bleed_and_trim_are_paper_colour_and_cuts(printed, flip):
    [data] = printed(flip=flip).values()
    reader = read(data)
    for page, sheet, bleed in zip(
        reader.pages, pages_of(data, only=(0, 1)), (1.5, 2.0), strict=False
    ):
        assert [float(side) * POINT for side in page.mediabox] == pytest.approx(
            [0, 0, 210, 297], abs=0.01
        )
        xs, ys = cut_lines(sheet)
        height = 297
        cuts = (xs[0], height - ys[-1], xs[-1], height - ys[0])
        assert [float(side) * POINT for side in page.trimbox] == pytest.approx(cuts, abs=0.1)
        colour = (cuts[0] - bleed, cuts[1] - bleed, cuts[2] + bleed, cuts[3] + bleed)
        assert [float(side) * POINT for side in page.bleedbox] == pytest.approx(colour, abs=0.1)


def letters(shapes):
    text = "".join(shape.text for shape in shapes if isinstance(shape, Label))
    return tuple(sorted(Counter(text.replace(" ", "")).items()))


def expected(shop):
    """What can be read on front and back of every counter of the game."""
    game, style = shop.game, shop.style
    found = Counter(
        (letters(front_shapes(unit, style, 10)), letters(back_shapes(unit, style, 10)))
        for unit in game.units.values()
    )
    for marker in game.markers.values():
        front, back = marker_face_shapes(game, marker, style, 10)
        found[letters(front), letters(back)] += marker.count
    return found


@pytest.mark.parametrize("layout", [Layout.DUPLEX, Layout.SEPARATE])
def test_every_counter_is_there_exactly_as_often_as_in_the_mix(shop, printed, layout):
    files = printed(layout=layout)
    if layout is Layout.DUPLEX:
        pages = pages_of(files["counters.pdf"], 300)
        fronts, backs = pages[::2], pages[1::2]
    else:
        fronts, backs = (pages_of(files[name], 300) for name in ("fronts.pdf", "backs.pdf"))
    [first] = pages_of(next(iter(files.values())), only=(0,))
    places = boxes(*cut_lines(first))
    want = expected(shop)
    found = Counter()
    for front, back in zip(fronts, backs, strict=True):
        for x, y, u, v in places:
            faces = front.words((x, y, u, v)), back.words((210 - u, y, 210 - x, v))
            found[tuple(tuple(sorted(face.items())) for face in faces)] += 1
    total = sum(len_ for len_ in want.values())
    assert total == len(shop.game.units) + sum(m.count for m in shop.game.markers.values())
    empty = len(fronts) * len(places) - total
    mute = found.pop(((), ())) - empty
    assert mute == want.pop(((), ()), 0)  # counters without a letter on either face
    assert found == want


def test_copies_blanks_and_only_are_what_is_asked_for(printed, whole):
    [full] = pages_of(whole, only=(0,))
    places = boxes(*cut_lines(full))

    def count(**order):
        [page] = pages_of(printed(**order)["chosen-counters.pdf"], only=(0,))
        return sum(not page.white(box) for box in places)

    assert count(only="turn,weather") == 2
    assert count(only="TURN", copies=("assault=7",)) == 8
    assert count(only="turn", blanks=5) == 6
    assert count(only="turn", copies=("turn=0",), blanks=3) == 3


def test_used_places_stay_empty_and_are_crossed_out_on_the_preview_alone(printed):
    files = printed(only="turn,weather,assault", used="A1-J1,A2", preview=True)
    [page, _] = pages_of(files["chosen-counters.pdf"], only=(0, 1))
    [free, _] = pages_of(printed(only="turn")["chosen-counters.pdf"], only=(0, 1))
    left, top, _, _ = page.coloured
    at, pitch = free.coloured[:2], 12.7 + 4
    assert (left, top) == pytest.approx((at[0] + pitch, at[1] + pitch), abs=0.1)
    with Image.open(BytesIO(files["preview-1-front.png"])) as picture:
        shown = np.asarray(picture.convert("L"))
        scale = picture.width / 210
    box = [round(side * scale) for side in (at[0] + 3, at[1] + 3, at[0] + 11, at[1] + 11)]
    assert shown[box[1] : box[3], box[0] : box[2]].min() < 200
    assert page.white((at[0], at[1], at[0] + 12, at[1] + 12))


def test_the_preview_shows_what_is_printed(printed):
    files = printed(only="turn,weather,assault,bunker-15", preview=True)
    sides = ("front", "back")
    pages = pages_of(files["chosen-counters.pdf"], 110, (0, 1))
    for side, page in zip(sides, pages, strict=True):
        with Image.open(BytesIO(files[f"preview-1-{side}.png"])) as picture:
            shown = np.asarray(picture.convert("RGB").reduce(4)).astype(int)
        want = Image.fromarray(np.ascontiguousarray(page.pixels[:, :, ::-1])).resize(
            (shown.shape[1] * 4, shown.shape[0] * 4)
        )
        off = np.abs(np.asarray(want.reduce(4)).astype(int) - shown)
        assert off.mean() < 1
        assert np.percentile(off, 99.9) < 90


def test_the_same_order_is_the_same_bytes(shop):
    job, _ = make_job(Order(only="turn,weather"), shop.style)
    made = [recipes(Wanted(job, (Part.COUNTERS,), preview=True), shop)[0].make({}) for _ in "ab"]
    assert made[0] == made[1]


def test_a_document_is_as_old_as_its_data(shop, whole):
    facts = read(whole).metadata
    assert facts.creation_date.date().isoformat() == shop.game.date
    assert facts.title == f"{shop.game.name}: counters"
    assert shop.game.version in facts.subject


def test_all_counters_are_printed_within_15_mb(whole):
    assert len(whole) < 15_000_000


def beside(page):
    """What stands around the counters of a page: the strips left, right, above and below them."""
    left, top, right, bottom = page.coloured
    width, height = page.size
    return (
        (0, 0, width, top),
        (0, top, left, height),
        (right, top, width, height),
        (0, bottom, width, height),
    )


@pytest.mark.parametrize("marks", [None, Marks.NONE])
@pytest.mark.parametrize("layout", [Layout.DUPLEX, Layout.FOLDOVER])
def test_a_used_sheet_stays_bare_with_marks_none_too(printed, marks, layout):
    """Title, crosses, rulers and foot were once printed over those that were there."""
    [data] = printed(only="turn", used="A1-D1", marks=marks, layout=layout).values()
    pages = pages_of(data)
    for page in pages:
        assert all(map(page.white, beside(page)))
    assert "".join(page.text() for page in pages) == "TurnTurn"


def test_marks_that_are_asked_for_on_a_used_sheet_come_without_title_crosses_and_rulers(printed):
    [data] = printed(only="turn", used="A1-J1", marks=Marks.FRONT).values()
    front, back = pages_of(data, only=(0, 1))
    assert front.text() == back.text() == "Turn"
    [whole] = printed(only="turn").values()
    [first] = pages_of(whole, only=(0,))
    marks, full = front.part((0, 12, 210, 25)) < 140, first.part((0, 12, 210, 25)) < 140
    assert marks.any()
    assert full[marks].all()  # where they are on the first sheet
    assert front.white((0, 279, 210, 297))
    assert all(map(back.white, beside(back)))


@pytest.mark.parametrize(
    "order",
    [
        {},
        {"paper": "letter", "counter": "9/16in", "margin": "5", "gutter": "1/7in"},
        {"bleed": "4,1", "counter": "20mm"},
        {"layout": Layout.FOLDOVER, "flip": Flip.SHORT, "margin": "12.34", "gutter": "0"},
        {"layout": Layout.FOLDOVER},
    ],
)
def test_the_options_at_the_foot_of_a_sheet_give_the_same_places_again(shop, printed, order):
    """The foot once left out margin, bleed and layout, which move counters too."""
    [data] = printed(only="turn", **order).values()
    text = " ".join(read(data).pages[0].extract_text().split())
    options = re.search(r"--paper.*--bleed [\d.,]+( --layout \w+ --flip \w+)?", text)[0]
    told = print_.make_context("print", ["game", *options.split()]).params
    typed = {name: told[name] for name in ("paper", "counter", "gutter", "margin", "bleed")}
    turned = {"layout": Layout(told["layout"]), "flip": Flip(told["flip"])}
    again, _ = make_job(Order(**typed, **turned), shop.style)
    asked, _ = make_job(Order(**order), shop.style)
    assert (again.layout, again.paper) == (asked.layout, asked.paper)
    assert (again.grid.columns, again.grid.rows) == (asked.grid.columns, asked.grid.rows)
    assert again.grid.block == pytest.approx(asked.grid.block, abs=0.001)
    assert again.bleed == pytest.approx(asked.bleed, abs=0.001)
