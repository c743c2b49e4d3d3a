"""What can be asked for, and what is answered when it can't be printed."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.errors import WargameError
from builder.model.load import data_root
from builder.sheet.grid import cell_name, fit, parse_cells
from builder.sheet.job import Flip, Layout, Marks
from builder.sheet.length import parse_length
from builder.sheet.order import Order, make_job
from builder.sheet.paper import find_paper, papers
from builder.sheet.piece import chosen, pieces
from builder.sheet.profile import read_profile
from builder.sheet.shop import read_shop, shops
from builder.sheet.template import read_template

EXAMPLE = data_root().parent / "art" / "print" / "example-template.toml"


@pytest.mark.parametrize(
    ("text", "mm"),
    [
        ("1/2in", 12.7), ("9/16in", 14.2875), ("5/8 in", 15.875), ("0.5in", 12.7), ('1/2"', 12.7),
        ("14mm", 14.0), ("1.4cm", 14.0), ("14", 14.0), (" 12.7 MM ", 12.7),
    ],
)  # fmt: skip
def test_lengths_as_people_type_them(text, mm):
    assert parse_length(text, "--counter") == pytest.approx(mm, abs=1e-9)


@pytest.mark.parametrize(
    "text",
    ["", "half", "1/0in", "1.5/2in", "-3mm", "1e3mm", "nan", "inf", "12 px", "\u0661mm", "5" * 40],
)
def test_what_is_no_length_is_one_line_with_an_example(text):
    with pytest.raises(WargameError, match=r"^--counter: .* is no length; write it like 1/2in"):
        parse_length(text, "--counter")


sizes = st.floats(20, 600)


@given(sizes, sizes, st.floats(5, 60), st.floats(0, 20), st.floats(0, 15))
def test_a_grid_lies_in_its_room_and_one_counter_more_would_not(
    wide, high, counter, gutter, around
):
    room = (3.0, 4.0, 3.0 + wide, 4.0 + high)
    try:
        grid = fit(room, counter, gutter, around)
    except WargameError as error:
        few = min(wide, high) - 2 * around
        assert counter > few - 0.2 or gutter > few
        assert str(error).startswith(("--counter: ", "--gutter: "))  # noqa: PT017
        return
    left, _, right, bottom = grid.block
    spare = (left - room[0] - around, room[2] - around - right)
    assert min(spare) > -1e-6
    assert spare[0] == pytest.approx(spare[1], abs=1e-6)
    assert sum(spare) < counter + gutter + 1e-3
    assert bottom <= room[3] - around + 1e-6
    assert len(set(map(grid.box, grid.places))) == grid.columns * grid.rows


@given(st.integers(0, 701), st.integers(0, 300))
def test_every_place_has_a_name_that_is_read_back(column, row):
    grid = replace(fit((0, 0, 100, 100), 10, 0, 0), columns=702, rows=301)
    assert parse_cells(cell_name((column, row)), grid) == {(column, row)}


def test_used_places_are_rectangles_and_lists():
    grid = fit((0, 0, 100, 100), 10, 0, 0)
    assert parse_cells("b2", grid) == {(1, 1)}
    assert parse_cells("B3-A2,J10", grid) == {(0, 1), (1, 1), (0, 2), (1, 2), (9, 9)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("K1", "isn't on the sheet, which is A1-J10"), ("A0", "isn't on the sheet"),
        ("A1-J11", "isn't on the sheet"), ("A", "is no place; write A1"), ("", "is no place"),
        ("A1-J10", "leaves no place"), ("A1:B2", "is no place"),
    ],
)  # fmt: skip
def test_places_that_are_not_there(text, said):
    with pytest.raises(WargameError, match=re.escape(said)):
        parse_cells(text, fit((0, 0, 100, 100), 10, 0, 0))


def test_a_sheet_of_one_counter_has_no_places_from_a1_to_a1():
    grid = fit((0, 0, 100, 100), 60, 0, 0)
    with pytest.raises(WargameError, match=r"^--used: A1 is the only place of the sheet; take a"):
        parse_cells("A1", grid)
    with pytest.raises(WargameError, match=r"^--used: A2 isn't on the sheet, which is A1$"):
        parse_cells("A2", grid)


ORDERS = [
    (Order(paper="b5"), r"--paper: no paper 'b5' \(there are: a4, letter, a3\)"),
    (Order(margin="100mm"), r"--margin: 100 mm leaves no room on A4; take 0 to 45 mm, 10 is safe"),
    (Order(counter="300mm"), r"--counter: 300 mm can't be printed here; take 5 mm to 150 mm"),
    (Order(counter="1mm"), r"--counter: 1 mm can't be printed here; take 5 mm to"),
    (Order(counter="120mm", layout=Layout.FOLDOVER), r"take 5 mm to \d+\.?\d* mm"),
    (Order(gutter="2", bleed="3"), r"--bleed: 3 mm .* take a bleed of 1 mm or --gutter 6 mm"),
    (Order(bleed="1,2,3"), r"--bleed: '1,2,3' must be one length, or two"),
    (Order(bleed="11"), r"--bleed: '11' must be .* none above 10 mm"),
    (Order(gutter="400"), r"--gutter: 400 mm is too much"),
    (Order(back_offset="1"), r"--back-offset: '1' must be two figures"),
    (Order(back_offset="nan,1"), r"--back-offset: 'nan,1' is too far; 20 mm at most"),
    (Order(back_offset="1,50"), r"is too far; 20 mm at most"),
    (Order(back_offset="1,1", layout=Layout.FOLDOVER), r"--back-offset: a sheet that is folded"),
    (Order(used=""), r"--used: '' is no place"),
    *(
        (Order(**{name: ""}), rf"--{name}: '' is no length; write it like 1/2in")
        for name in ("counter", "gutter", "bleed", "margin", "overlap")
    ),
    (Order(paper=""), r"--paper: no paper '' \(there are: a4"),
    (Order(only=" , "), r"--only: name at least one"),
    (Order(copies=("turn",)), r"--copies: 'turn' must be an id and a number such as assault=30"),
    (Order(copies=("turn=-1",)), r"--copies: 'turn=-1' must be"),
    (Order(copies=("turn=99999",)), r"--copies: 99999 is too many"),
    (Order(blanks=-1), r"--blank: -1 must be 0 to 5,000"),
    (Order(template=EXAMPLE, paper="a4"), r"--paper: the template says that already"),
    (Order(template=EXAMPLE, layout=Layout.FOLDOVER), r"--layout: die-cut blanks can't be folded"),
]


@pytest.mark.parametrize(("order", "said"), ORDERS, ids=[said[:24] for _, said in ORDERS])
def test_what_can_not_be_printed_is_one_line_with_what_can(shop, order, said):
    with pytest.raises(WargameError, match=said) as caught:
        make_job(order, shop.style)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("paper", papers())
@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("flip", list(Flip))
def test_the_largest_counter_that_is_named_can_be_printed(shop, paper, layout, flip):
    order = Order(paper=paper, layout=layout, flip=flip, counter="999mm")
    with pytest.raises(WargameError) as caught:
        make_job(order, shop.style)
    largest = re.search(r"to ([\d.]+) mm", str(caught.value))[1]
    job, _ = make_job(replace(order, counter=f"{largest}mm"), shop.style)
    assert job.grid.columns * job.grid.rows >= 1


def test_a_narrow_margin_is_printed_with_a_warning(shop):
    job, notes = make_job(Order(margin="5"), shop.style)
    assert job.paper.margin == 5
    assert ["6.35" in note for note in notes] == [True]
    assert make_job(Order(), shop.style)[1] == ()
    assert find_paper("a4")[0].margin == 10


def test_a_narrow_gutter_takes_bleed_from_both_of_its_sides(shop):
    job, _ = make_job(Order(gutter="2"), shop.style)
    assert job.bleed == (1.0, 1.0)
    assert make_job(Order(bleed="3"), shop.style)[0].grid.gutter == pytest.approx((6, 6))


def test_ids_are_found_in_any_letters_and_near_ones_are_named(shop):
    everything = pieces(shop.game, shop.style)
    unit = next(iter(shop.game.units))
    assert [piece.id for piece in chosen(shop.game, everything, [unit.upper()])] == [unit]
    with pytest.raises(WargameError, match=rf"--only: no unit or marker .*mean .*{unit}"):
        chosen(shop.game, everything, [unit + "x"])
    with pytest.raises(WargameError, match="leaves nothing to print"):
        chosen(shop.game, everything, [unit], [(unit, 0)])
    with pytest.raises(WargameError, match=f"--copies: '{unit}' has two numbers; give it one"):
        chosen(shop.game, everything, [], [(unit, 2), (unit.upper(), 3)])
    with pytest.raises(WargameError, match="more than 9,999"):
        chosen(shop.game, everything, [], [(unit, 9_999)])


# --- files of users --------------------------------------------------------------------------


def test_the_example_of_a_template_is_read_and_has_no_marks(shop):
    found = read_template(EXAMPLE)
    assert (found.grid.columns, found.grid.rows) == (11, 14)
    job, notes = make_job(Order(template=EXAMPLE), shop.style)
    assert job.marks is Marks.NONE
    assert found.name in notes[0]
    assert len(notes) == 1
    left, _, right, _ = found.grid.block
    assert left == pytest.approx(found.paper.size[0] - right, abs=0.02)


def test_blanks_at_the_very_edge_are_printed_with_a_warning(shop, tmp_path):
    path = tmp_path / "edge.toml"
    path.write_text(EXAMPLE.read_text("utf-8").replace("first = [20.64", "first = [2.0"), "utf-8")
    _, notes = make_job(Order(template=path), shop.style)
    assert "2 mm from the edge of the sheet" in notes[1]


TEMPLATE = EXAMPLE.read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("columns = 11", "columns = 0", "columns = 0 must be a whole number from 1 to 200"),
        ("columns = 11", "columns = 13", "the counters reach from"),
        ("pitch = [15.875", "pitch = [15", "overlap"),
        ('counter = "5/8in"', 'counter = "0.1mm"', "counters of 0.1 mm are too small to print"),
        ('counter = "5/8in"', 'counter = "wide"', "counter: 'wide' is no length"),
        ('paper = "letter"', "paper = [3, 4]", "must be two sides in mm"),
        ('paper = "letter"', 'paper = "foolscap"', "no paper 'foolscap'"),
        ("rows = 14", "rows = 14\ndepth = 3", "unknown entry 'depth'"),
        ("rows = 14\n", "", "'rows' must be a number"),
        ("rows = 14", "rows = ", "no valid TOML"),
        ("first = [20.64", "first = [inf", "'first' must be two numbers"),
    ],
)
def test_a_template_that_can_not_be_is_one_line_with_file_and_entry(tmp_path, old, new, said):
    path = tmp_path / "mine.toml"
    assert old in TEMPLATE
    path.write_text(TEMPLATE.replace(old, new, 1), "utf-8")
    with pytest.raises(WargameError, match=re.escape(said)) as caught:
        read_template(path)
    assert said.startswith("no paper") or str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("across_mm = 150", "'down_mm' must be a number"),
        ("across_mm = 15\ndown_mm = 200", "across_mm = 15 can't be the line of 150 mm"),
        ("across_mm = 150\ndown_mm = 200\nback_right_mm = 40", "backs lie 40 mm off"),
        ("across_mm = 150\ndown_mm = 200\nskew = 1", "unknown entry 'skew'"),
        ("across_mm = nan\ndown_mm = 200", "'across_mm' must be a number"),
        ("\x00", "no valid TOML"),
    ],
)
def test_a_profile_that_can_not_be_is_one_line_with_file_and_entry(tmp_path, text, said):
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(WargameError, match=re.escape(said)) as caught:
        read_profile(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("name", ["/dev/zero", "missing.toml", "."])
def test_a_profile_that_is_no_file_is_one_line(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WargameError):
        read_profile(tmp_path / name)


@pytest.mark.parametrize("name", shops())
def test_every_shop_takes_counters_that_keep_its_margin(name):
    shop = read_shop(name)
    left, top, right, bottom = shop.grid.block
    assert min(left, top, shop.size[0] - right, shop.size[1] - bottom) >= 0
    assert shop.reach <= max(shop.bleed, min(shop.grid.gutter) / 2)


SHOP = (
    'name = "x"\nsize = [100, 100]\ndpi = 300\nbleed = 3\nmargin = 6\ngutter = 4\n'
    'counter = "1/2in"\nbacks = "behind"\n'
)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("size = [100, 100]", "size = [1, 100]", "must be sides of 5 to 1000 mm"),
        ("dpi = 300", "dpi = 30", "72 to 1200 dpi"),
        ("margin = 6", "margin = 50", "that fit"),
        ("margin = 6", "margin = 49", "12.7 mm can't be printed here; take 5 mm to 2 mm"),
        ('counter = "1/2in"', 'counter = "3mm"', "3 mm can't be printed here; take 5 mm to 88 mm"),
        ("gutter = 4", "gutter = 1e308", "that fit"),
        ("size = [100, 100]\ndpi = 300", "size = [900, 900]\ndpi = 900", "Mpx; 120 at most"),
        ('"behind"', '"nowhere"', "must be 'behind' or 'same'"),
    ],
)
def test_a_shop_that_can_not_be_is_one_line_with_its_file(tmp_path, old, new, said):
    path = tmp_path / "shop.toml"
    assert old in SHOP
    path.write_text(SHOP.replace(old, new), "utf-8")
    with pytest.raises(WargameError, match=re.escape(said)) as caught:
        read_shop(str(path))
    assert str(path) in str(caught.value)


def test_an_unknown_shop_is_told_with_those_there_are():
    with pytest.raises(WargameError, match=r"--shop: no shop 'corner' \(there are: letter, a4"):
        read_shop("corner")
