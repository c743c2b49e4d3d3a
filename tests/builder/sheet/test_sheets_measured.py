"""Sheets of counters, printed at 600 dpi and measured: nothing here knows how they are laid out."""

from __future__ import annotations

from collections import Counter
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader

from builder.draw.style import art_root
from builder.model.game import Kind
from builder.sheet.job import Flip, Layout, Marks
from builder.sheet.order import Order, make_job
from tests.builder.sheet.measure import INCH, POINT, boxes, cut_lines, pages_of

NEAR = 0.1  # mm
FEW = 24  # units on the sheets that are measured

PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4), "a3": (297, 420)}


@pytest.fixture(scope="module")
def few(shop):
    """Ids of some units of every kind, from both ends of the game."""
    ids = list(shop.game.units)
    return ",".join([*ids[:4], *ids[:: len(ids) // (FEW - 8)], *ids[-4:]][:FEW])


def above(flip):
    """At which end of a back's page the first row of counters is."""
    return "top" if flip is Flip.LONG else "bottom"


def front_and_back(files):
    [data] = files.values()
    return pages_of(data, only=(0, 1))


@pytest.mark.parametrize(
    "kind", [("a4", "1/2in", 12.7, Flip.LONG), ("letter", "9/16in", 14.2875, Flip.SHORT)]
)
def test_marks_and_counters_lie_within_a_tenth_of_a_mm(printed, few, kind):
    paper, counter, width, flip = kind
    files = printed(paper=paper, counter=counter, flip=flip, only=few)
    for sheet, upper in zip(front_and_back(files), ("top", above(flip)), strict=True):
        assert sheet.size == pytest.approx(PAPERS[paper], abs=0.01)
        xs, ys = cut_lines(sheet, (upper, "left"))
        for cuts in (xs, ys):
            assert len(cuts) >= 2
            assert len(cuts) % 2 == 0
            sizes, gaps = np.diff(cuts)[::2], np.diff(cuts)[1::2]
            assert np.abs(sizes - width).max() < NEAR
            assert np.ptp(gaps) < NEAR
            assert gaps == pytest.approx(4.0, abs=NEAR)
            # not only each but all together: errors that add up show at the far end
            count = len(cuts) // 2
            assert cuts[-1] - cuts[0] == pytest.approx(count * width + (count - 1) * 4, abs=NEAR)
        for box in boxes(xs, ys)[:FEW]:
            x, y, u, v = box
            inside, beyond = (
                sheet.colour((x + u) / 2, y + 0.15),
                sheet.colour((x + u) / 2, y - 0.15),
            )
            assert inside == beyond  # the cut goes through one colour
            frame = sheet.colour(x + 0.05, (y + v) / 2)
            assert frame == sheet.colour(x - 0.1, (y + v) / 2)


def literal(unit, symbols):
    """What can be read on both faces of a unit's counter, spaces aside."""
    letters = "".join(part.text for part in symbols[unit.type].parts)
    size = "" if unit.kind is Kind.AFV else unit.size.value
    front = f"{unit.formation_id}{unit.name}{unit.strength}{unit.mobility}{size}{letters}"
    return Counter(front.replace(" ", ""))


def behind(box, size, flip):
    """Where the paper of a box is when a sheet has been turned over."""
    x, y, u, v = box
    if flip is Flip.LONG:
        return size[0] - u, y, size[0] - x, v
    return x, size[1] - v, u, size[1] - y


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("flip", list(Flip))
def test_each_back_lies_behind_its_front_for_each_flip(shop, printed, few, paper, flip):
    files = printed(paper=paper, flip=flip, only=few)
    front, back = front_and_back(files)
    xs, ys = cut_lines(front)
    us, vs = cut_lines(back, (above(flip), "left"))
    if flip is Flip.LONG:
        assert front.size[0] - us[::-1] == pytest.approx(xs, abs=NEAR)
        assert vs == pytest.approx(ys, abs=NEAR)
    else:
        assert us == pytest.approx(xs, abs=NEAR)
        assert front.size[1] - vs[::-1] == pytest.approx(ys, abs=NEAR)
    asked = set(few.split(","))
    units = [unit for unit in shop.game.units.values() if unit.id in asked]
    symbols, open_ = shop.style.symbols, {unit.id: unit for unit in units}
    for box in boxes(xs, ys)[: len(units)]:
        words = front.words(box)
        found = [u for u in open_.values() if literal(u, symbols) == words]
        assert found, words
        reverse = back.words(behind(box, front.size, flip))
        plain = [u for u in found if _reads(u, reverse)]
        assert plain, (found[0].id, reverse)
        del open_[plain[0].id]
    assert not open_


def _reads(unit, words):
    """Tell whether the back of a unit can be read: its ids and its strength, morale, defence."""
    wanted = f"{unit.formation_id}{unit.name}{unit.strength}{unit.morale}{unit.defence}"
    return Counter(wanted.replace(" ", "")) <= words


def test_a_counter_turned_sideways_shows_its_back_upright_however_the_sheet_was_turned(
    printed, few
):
    """The letters of ids at the top of a back lie above those of its strength, seen so."""
    for flip in Flip:
        front, back = front_and_back(printed(paper="a4", flip=flip, only=few))
        box = boxes(*cut_lines(front))[0]
        x, y, u, v = behind(box, front.size, flip)
        high = [b for a, b, _ in back.letters if x <= a < u and y <= b < v]
        upper = sum(1 for b in high if b < (y + v) / 2)
        # on a back the ids stand above, more letters than the figures below
        assert (upper > len(high) / 2) is (flip is Flip.LONG)


@pytest.mark.parametrize("flip", list(Flip))
def test_both_halves_of_a_sheet_that_is_folded_over_lie_on_each_other(shop, printed, few, flip):
    files = printed(paper="a4", layout=Layout.FOLDOVER, flip=flip, only=few)
    assert list(files) == ["chosen-counters-foldover.pdf"]
    [sheet] = pages_of(files["chosen-counters-foldover.pdf"], only=(0,))
    xs, ys = cut_lines(sheet)
    width, height = sheet.size
    if flip is Flip.LONG:  # front at the left, and the marks of both halves above
        xs = xs[xs < width / 2]
    else:
        ys = ys[ys < height / 2]
    asked, seen = set(few.split(",")), 0
    units = [unit for unit in shop.game.units.values() if unit.id in asked]
    for box in boxes(xs, ys):
        if words := sheet.words(box):
            matches = [unit for unit in units if literal(unit, shop.style.symbols) == words]
            assert any(_reads(unit, sheet.words(behind(box, sheet.size, flip))) for unit in matches)
            seen += 1
    assert seen == len(units)


@pytest.mark.parametrize(("paper", "flip"), [("a4", Flip.LONG), ("letter", Flip.SHORT)])
def test_rulers_measure_100_mm_and_4_in(printed, few, paper, flip):
    sheet = front_and_back(printed(paper=paper, flip=flip, only=few))[0]
    height = sheet.size[1]
    for y, length, count in ((height - 14.4, 100.0, 21), (height - 10.5, 4 * INCH, 17)):
        ticks = sheet.lines((9, y - 0.25, 10.5 + length, y), upright=True)
        assert len(ticks) == count
        assert ticks[-1] - ticks[0] == pytest.approx(length, abs=NEAR)
        assert np.ptp(np.diff(ticks)) < NEAR


def test_marks_and_letters_stay_inside_the_margins(printed, few):
    for sheet in front_and_back(printed(paper="a4", flip=Flip.LONG, only=few)):
        width, height = sheet.size
        edge = 9.9
        for box in (
            (0, 0, width, edge), (0, height - edge, width, height),
            (0, 0, edge, height), (width - edge, 0, width, height),
        ):  # fmt: skip
            assert sheet.white(box)


def test_where_counters_touch_one_cut_parts_two_and_colour_goes_on_outside(printed, few):
    front, back = front_and_back(printed(paper="a4", gutter="0", only=few))
    for sheet, bleed in ((front, 1.5), (back, 2.0)):
        xs, ys = cut_lines(sheet)
        for cuts in (xs, ys):
            assert np.abs(np.diff(cuts) - 12.7).max() < NEAR
        left, top, _, _ = sheet.coloured
        outer = (xs[0] - left, ys[0] - top) if sheet is front else (bleed, ys[0] - top)
        assert outer == pytest.approx((bleed, bleed), abs=NEAR)


@pytest.mark.parametrize("flip", list(Flip))
@pytest.mark.parametrize("dpi", [300, 600])
def test_where_counters_touch_no_line_stands_where_their_bleed_begins(shop, printed, flip, dpi):
    """Bleed was once drawn apart: where it met the counter, the ground below the bar showed."""
    [data] = printed(paper="a4", gutter="0", flip=flip).values()
    job, _ = make_job(Order(gutter="0", flip=flip), shop.style)
    front = job.grid.block
    sheets = pages_of(data, dpi, only=(0, 1))
    for sheet, block in zip(sheets, (front, behind(front, sheets[0].size, flip)), strict=True):
        left, top, right, bottom = block
        for x, y, u, v in (
            (left, top - 0.3, right, top + 0.3), (left, bottom - 0.3, right, bottom + 0.3),
        ):  # fmt: skip
            rows = sheet.part((x, y, u, v)).astype(int)
            assert np.abs(rows - rows[0]).max() == 0
        for x, y, u, v in (
            (left - 0.3, top, left + 0.3, bottom), (right - 0.3, top, right + 0.3, bottom),
        ):  # fmt: skip
            columns = sheet.part((x, y, u, v)).astype(int)
            assert np.abs(columns - columns[:, :1]).max() == 0


def test_bleed_is_wider_on_backs(printed, few):
    front, back = front_and_back(printed(paper="a4", flip=Flip.LONG, only=few))
    xs, ys = cut_lines(front)
    left, top, _, _ = front.coloured
    assert (xs[0] - left, ys[0] - top) == pytest.approx((1.5, 1.5), abs=NEAR)
    us, vs = cut_lines(back)
    _, top, right, _ = back.coloured
    assert (right - us[-1], vs[0] - top) == pytest.approx((2.0, 2.0), abs=NEAR)


def test_a_printer_with_its_profile_prints_true(printed, few, tmp_path):
    profile = tmp_path / "mine.toml"
    across, down, right, low = 149.1, 200.9, 0.7, -1.2
    profile.write_text(
        f"across_mm = {across}\ndown_mm = {down}\nback_right_mm = {right}\nback_down_mm = {low}\n"
    )
    true = front_and_back(printed(paper="a4", flip=Flip.LONG, only=few))
    sent = front_and_back(printed(paper="a4", flip=Flip.LONG, only=few, profile=profile))
    for number, (want, page) in enumerate(zip(true, sent, strict=True)):
        middle = np.array(page.size) / 2
        shares, shift = (across / 150, down / 200), (right * number, low * number)
        for axis, (cuts, goal) in enumerate(zip(cut_lines(page), cut_lines(want), strict=True)):
            # what the printer makes of it: all shorter or longer about the middle, backs off
            made = middle[axis] + (cuts - middle[axis]) * shares[axis] + shift[axis]
            assert np.abs(made - goal).max() < NEAR


def _crosses(sheet, corners):
    """Middles of the crosses that stand outside the corners of what is cut, within 6 mm of them."""
    found = []
    for x, y in corners:
        left = x - 6 if x < sheet.size[0] / 2 else x + 0.5
        top = y - 6 if y < sheet.size[1] / 2 else y + 0.5
        dark = sheet.part((left, top, left + 5.5, top + 5.5)).max(axis=2) < 140
        middle = [
            np.flatnonzero(counts == counts.max()).mean()
            for counts in (dark.sum(axis=0), dark.sum(axis=1))
        ]
        found.append((left + sheet.mm(middle[0]), top + sheet.mm(middle[1])))
    return np.array(found)


@pytest.mark.parametrize("flip", list(Flip))
@pytest.mark.parametrize("bleed", ["1.5,2", "2,0.5"])
def test_crosses_of_backs_lie_behind_those_of_fronts(printed, few, flip, bleed):
    # so large that they fill the page: the crosses stand about all places
    order = {"paper": "a4", "counter": "50mm", "flip": flip, "only": few, "bleed": bleed}
    front, back = front_and_back(printed(**order))
    xs, ys = cut_lines(front)
    corners = [(x, y) for x in (xs[0], xs[-1]) for y in (ys[0], ys[-1])]
    ahead = _crosses(front, corners)
    assert np.ptp(ahead, axis=0) == pytest.approx(np.ptp(corners, axis=0) + 9.0, abs=NEAR)
    turned = [behind((x, y, x, y), front.size, flip)[:2] for x, y in corners]
    reverse = [behind((x, y, x, y), front.size, flip)[:2] for x, y in _crosses(back, turned)]
    assert np.array(reverse) == pytest.approx(ahead, abs=NEAR)


def test_backs_are_moved_as_asked(printed, few):
    plain = front_and_back(printed(paper="a4", flip=Flip.LONG, only=few))
    moved = front_and_back(printed(paper="a4", flip=Flip.LONG, only=few, back_offset="1.5,-0.5"))
    for axis, by in enumerate((1.5, -0.5)):
        found = [cut_lines(pages[1])[axis] for pages in (plain, moved)]
        assert found[1] - found[0] == pytest.approx(by, abs=NEAR)
        fronts = [cut_lines(pages[0])[axis] for pages in (plain, moved)]
        assert fronts[1] == pytest.approx(fronts[0], abs=0.01)


@pytest.mark.parametrize(
    ("marks", "wanted"),
    [
        ("front", (True, False)),
        ("back", (False, True)),
        ("both", (True, True)),
        ("none", (False, False)),
    ],
)
def test_marks_stand_on_the_pages_that_were_asked_for_and_off_the_colour(
    printed, few, marks, wanted
):
    order = {"paper": "a4", "counter": "50mm", "only": few, "marks": Marks(marks)}
    for sheet, there in zip(front_and_back(printed(**order)), wanted, strict=True):
        left, top, right, _ = sheet.coloured
        xs, ys = cut_lines(sheet)
        assert (len(xs) > 0, len(ys) > 0) == (there, there)
        assert sheet.white((left, top - 0.95, right, top - 0.05))
        begun = sheet.lines((left, top - 1.6, right, top - 1.1), upright=True)
        assert (len(begun) > 0) is there


@pytest.mark.parametrize("flip", list(Flip))
def test_colour_keeps_off_the_fold(printed, few, flip):
    order = {"paper": "a4", "counter": "40mm", "only": few, "flip": flip}
    [data] = printed(layout=Layout.FOLDOVER, **order).values()
    [sheet] = pages_of(data, only=(0,))
    left, top, right, bottom = sheet.coloured
    width, height = sheet.size
    for side in (-1, 1):
        near, far = sorted((side * 0.5, side * 3.9))
        if flip is Flip.LONG:
            box = (width / 2 + near, top, width / 2 + far, bottom)
        else:
            box = (left, height / 2 + near, right, height / 2 + far)
        assert sheet.white(box)


def test_only_the_first_sheet_lacks_the_used_places(printed, few):
    order = {"paper": "a4", "counter": "50mm", "only": few}
    [whole] = printed(**order).values()
    xs, ys = cut_lines(pages_of(whole, only=(0,))[0])
    first = boxes(xs, ys)[0]
    [data] = printed(used="A1", **order).values()
    for sheet, empty in zip(pages_of(data, only=(0, 2)), (True, False), strict=True):
        assert sheet.white(first) is empty


@pytest.mark.parametrize("flip", list(Flip))
def test_where_blanks_touch_nothing_is_printed_on_those_that_stay_free(shop, printed, flip):
    template = art_root() / "print" / "example-template.toml"
    unit = next(iter(shop.game.units))
    files = printed(template=template, only=unit, used="A1", flip=flip)
    (x, y), width = (20.64, 28.58), 15.875  # the example's first blank, and how wide one is
    cell = (x + width, y, x + 2 * width, y + width)  # B1
    front, back = front_and_back(files)
    for sheet, box, bleed in ((front, cell, 1.5), (back, behind(cell, front.size, flip), 2.0)):
        left, top, right, bottom = sheet.coloured
        assert (left, right) == pytest.approx((box[0], box[2]), abs=NEAR)
        upper = sheet is front or flip is Flip.LONG  # where the sheet ends, and is thrown away
        want = (box[1] - bleed, box[3]) if upper else (box[1], box[3] + bleed)
        assert (top, bottom) == pytest.approx(want, abs=NEAR)


def test_the_corner_of_a_block_is_of_its_own_counter_alone(printed, few):
    sheet, _ = front_and_back(printed(paper="a4", gutter="0", only=few))
    xs, ys = cut_lines(sheet)
    corner = sheet.colour(xs[0] - 0.7, ys[0] - 0.7)
    assert corner == sheet.colour(xs[0] + 0.3, ys[0] + 0.3)
    # the second counter of the first column, beyond the edge and inside it
    y = ys[1] + 1.0
    assert sheet.colour(xs[0] - 0.7, y) == sheet.colour(xs[0] + 0.3, y)


@pytest.mark.parametrize("flip", list(Flip))
def test_trim_and_bleed_boxes_follow_what_makes_up_for_a_printer(printed, few, tmp_path, flip):
    profile = tmp_path / "mine.toml"
    profile.write_text("across_mm = 147\ndown_mm = 204\nback_right_mm = 1\nback_down_mm = 2\n")
    [data] = printed(paper="a4", flip=flip, only=few, profile=profile).values()
    for number, page in enumerate(PdfReader(BytesIO(data)).pages):
        sheet = front_and_back({"": data})[number]
        xs, ys = cut_lines(sheet, (above(flip) if number else "top", "left"))
        left, low, right, high = (float(side) * POINT for side in page.trimbox)
        assert (left, right) == pytest.approx((xs[0], xs[-1]), abs=NEAR)
        upset = number and flip is Flip.SHORT  # the first row lies below
        assert 297 - (low if upset else high) == pytest.approx(ys[-1 if upset else 0], abs=NEAR)
        more = left - float(page.bleedbox[0]) * POINT
        assert more == pytest.approx((1.5, 2.0)[number] * 150 / 147, abs=0.01)


@pytest.mark.parametrize("flip", list(Flip))
def test_boxes_of_a_folded_sheet_hold_both_halves_each_with_its_bleed(printed, flip):
    count = 500  # enough to fill the first sheet
    [data] = printed(layout=Layout.FOLDOVER, flip=flip, copies=(f"assault={count}",)).values()
    page, sheet = PdfReader(BytesIO(data)).pages[0], pages_of(data, only=(0,))[0]
    left, low, right, high = (float(side) * POINT for side in page.bleedbox)
    assert (left, 297 - high, right, 297 - low) == pytest.approx(sheet.coloured, abs=NEAR)
    trim = [float(side) * POINT for side in page.trimbox]
    off = [abs(a - b) for a, b in zip(trim, (left, low, right, high), strict=True)]
    assert sorted({round(each, 2) for each in off}) == [1.5, 2.0]


def test_marks_and_used_places_of_backs_are_mirrored_where_blanks_lie_aside(printed, tmp_path):
    template = tmp_path / "aside.toml"
    template.write_text(
        'name = "aside"\npaper = "a4"\ncounter = "20mm"\ncolumns = 3\nrows = 2\n'
        "first = [40, 60]\npitch = [24, 24]\n"
    )
    ids = "turn,weather,assault,blank"
    files = printed(template=template, only=ids, used="A1", marks=Marks.BOTH, preview=True)
    front, back = pages_of(files["chosen-counters.pdf"], only=(0, 1))
    ys = cut_lines(front)[1]
    assert ys == pytest.approx([60, 80, 84, 104], abs=NEAR)
    vs = back.lines((210 - 40 + 3.2, 58, 210 - 40 + 4.4, 106), upright=False)
    assert vs == pytest.approx(ys, abs=NEAR)
    with Image.open(BytesIO(files["preview-1-back.png"])) as picture:
        shown, scale = np.asarray(picture.convert("L")), picture.width / 210
    inside = [round(side * scale) for side in (210 - 58, 62, 210 - 42, 78)]
    assert shown[inside[1] : inside[3], inside[0] : inside[2]].min() < 200  # A1, seen from behind
    assert back.white((210 - 58, 62, 210 - 42, 78))
