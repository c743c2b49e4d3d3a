"""Maps of a module, boards on them, and names of places, against facts and brute force."""

from __future__ import annotations

import io
import math
import zipfile
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from shapely import Point, Polygon

from builder.vassal import BoardPlacement, SelectBoards, read_archive, write_archive
from builder.vassal import buildfile as bf
from builder.vassal.boards import (
    BoardInfo,
    Layout,
    board_at,
    board_sizes,
    find_map,
    location_name,
    map_layouts,
    module_maps,
)
from builder.vassal.grids import (
    Axis,
    CustomGrid,
    HexGrid,
    Numbering,
    Region,
    RegionGrid,
    SquareGrid,
    Zone,
    ZonedGrid,
    grid_name,
)

CCRR = Numbering(column=Axis(offset=15), row=Axis(offset=16))


def module(*maps):
    return bf.element(bf.GAME_MODULE, *maps, name="M")


def a_map(*boards, tag=bf.MAP, more=(), **attributes):
    return bf.element(tag, bf.element(bf.BOARD_PICKER, *boards), *more, **attributes)


def a_board(name, *grid, width=100, height=80, **attributes):
    return bf.element(bf.BOARD, *grid, name=name, width=width, height=height, **attributes)


def only(root):
    maps = module_maps(root)
    [name] = maps
    return maps[name], map_layouts(maps)[name]


# --- grids ------------------------------------------------------------------------------


@given(
    column=st.integers(-40, 40),
    row=st.integers(-40, 40),
    stagger=st.booleans(),
    sideways=st.booleans(),
    pitch=st.tuples(st.integers(8, 90), st.integers(8, 90)),
)
def test_the_centre_of_each_hex_has_its_number(column, row, stagger, sideways, pitch):
    """A staggered odd column lies half a hex higher than its even neighbours, else lower."""
    numbering = Numbering(column=Axis(offset=0), row=Axis(offset=0), separator="/", stagger=stagger)
    grid = HexGrid(7, -9, *pitch, sideways, numbering)
    dx, dy = pitch
    half = 0 if column % 2 == 0 else -1 if stagger else 1
    x, y = dx * column, math.floor(Fraction(dy * (2 * row + half), 2))
    # the grid turns the pixels of a board about the diagonal, its origin stays as it is
    point = (y - 9, x + 7) if sideways else (x + 7, y - 9)
    name = "/".join(f"{'-' * (n < 0)}{abs(n):02}" for n in (column, row))
    assert grid_name(grid, *point, None) == name


def test_the_worked_example_of_the_format_notes():
    grid = HexGrid(40, 40, 52, 60, numbering=CCRR)
    assert grid_name(grid, 300, 310, None) == "2021"


@pytest.mark.parametrize(
    ("number", "axis", "name"),
    [
        (5, Axis(leading=0), "5"),
        (5, Axis(leading=1), "05"),
        (123, Axis(leading=1), "123"),
        (-5, Axis(leading=2), "-005"),
        (0, Axis(letters=True), "A"),
        (25, Axis(letters=True), "Z"),
        (27, Axis(letters=True), "BB"),
        (-2, Axis(letters=True), "-C"),
        (52, Axis(letters=True), "AAA"),
        (10**6, Axis(letters=True), ""),
    ],
)
def test_numbers_and_letters(number, axis, name):
    column = Axis(axis.letters, axis.leading, number)
    numbering = Numbering(column=column, location_format="$column$")
    assert grid_name(SquareGrid(0, 0, 10, 10, numbering), 0, 0, None) == name


def test_squares_left_of_and_above_the_origin():
    """Columns are counted downwards beyond zero; rows are cut towards it."""
    zero = Axis(leading=0, offset=0)
    grid = SquareGrid(0, 0, 10, 10, Numbering(column=zero, row=zero, separator=","))
    assert [grid_name(grid, at, at, None) for at in (-16, -14, -6, -4, 4, 5)] == [
        "-2,-1",
        "-1,0",
        "-1,0",
        "0,0",
        "0,0",
        "1,1",
    ]


def test_falling_numbers_need_the_size_of_the_board():
    falling = Numbering(column=Axis(descending=True, offset=0))
    grid = SquareGrid(0, 0, 10, 10, falling)
    assert grid_name(grid, 30, 0, None) == ""
    assert grid_name(grid, 30, 0, (100, 50)) == "0701"
    assert grid_name(HexGrid(0, 0, 10, 10, numbering=falling), 30, 0, None) == ""
    zone = Zone("Z", ((10, 0), (60, 0), (60, 50), (10, 50)), "$gridLocation$", grid=grid)
    assert grid_name(ZonedGrid((zone,)), 30, 0, None) == "0201"  # a zone 50 pixels wide


@pytest.mark.parametrize(("stagger", "name"), [(True, "0404"), (False, "0400")])
def test_slanted_rows_move_half_a_hex_a_column(stagger, name):
    """Column 4: two rows more, or two fewer and one more, than rows that do not slant."""
    numbering = Numbering(column=Axis(offset=0), row=Axis(offset=0), stagger=stagger, slanted=True)
    row = 2 if stagger else 1
    assert grid_name(HexGrid(0, 0, 10, 10, numbering=numbering), 40, row * 10, None) == name


@given(
    places=st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=1, max_size=30),
    x=st.integers(-20, 80),
    y=st.integers(-20, 80),
)
def test_the_nearest_region_gives_its_name(places, x, y):
    grid = RegionGrid.of([Region(f"{a},{b}", a, b) for a, b in places])
    name = grid_name(grid, x, y, None)
    a, b = map(int, name.split(","))
    assert (a, b) in places
    assert math.dist((a, b), (x, y)) == min(math.dist(place, (x, y)) for place in places)


@given(
    points=st.lists(st.tuples(st.integers(-30, 30), st.integers(-30, 30)), min_size=3, max_size=9),
    x=st.integers(-32, 32),
    y=st.integers(-32, 32),
)
def test_a_zone_contains_what_its_polygon_contains(points, x, y):
    polygon, point = Polygon(points), Point(x, y)
    if not polygon.is_valid or polygon.boundary.distance(point) < 1e-9:
        return
    assert Zone("Z", tuple(points)).contains(x, y) == polygon.contains(point)


def test_neighbouring_zones_share_no_pixel_and_leave_none():
    zones = [
        Zone("a", ((0, 0), (50, 0), (20, 60), (0, 60))),
        Zone("b", ((50, 0), (90, 0), (90, 60), (20, 60))),
    ]
    for x in range(90):
        for y in range(60):
            assert sum(zone.contains(x, y) for zone in zones) == 1


def test_the_first_zone_counts_and_formats_are_filled():
    square = SquareGrid(0, 0, 10, 10, Numbering())
    whole = ((0, 0), (100, 0), (100, 100), (0, 100))
    left = ((0, 0), (50, 0), (50, 100), (0, 100))

    def names(location_format, **more):
        zone = Zone("Z", left, location_format, **more)
        grid = ZonedGrid((zone, Zone("later", whole)), RegionGrid.of([Region("R", 0, 0)]))
        return [grid_name(grid, x, 30, (100, 100)) for x in (10, 60, 110)]

    assert names("$name$ $gridLocation$ ", grid=square) == ["Z 0204", "later", "R"]
    assert names("$gridLocation$, $name$", use_parent_grid=True) == ["R, Z", "later", "R"]
    assert names("$gridLocation$") == ["", "later", "R"]
    assert names("$other$!") == ["other!", "later", "R"]
    assert names(' { "a" + name } ') == ["", "later", "R"]
    assert names("0042") == ["42", "later", "R"]


def test_a_grid_without_a_name_is_told_from_one_not_known():
    assert grid_name(None, 1, 1, None) is None
    assert grid_name(HexGrid(0, 0, 10, 10), 1, 1, None) is None
    assert grid_name(RegionGrid(()), 1, 1, None) is None
    assert grid_name(ZonedGrid(()), 1, 1, None) is None
    assert grid_name(CustomGrid("x.HexGrid"), 1, 1, None) == ""


# --- maps -------------------------------------------------------------------------------


def test_maps_by_name_or_number():
    hand = a_map(tag=bf.PLAYER_HAND, mapName="Hand", side="Red,North\\, South", visible=False)
    widget = a_map(tag="VASSAL.build.widget.WidgetMap", mapName="")
    deep = bf.element(bf.PIECE_WINDOW, bf.element("VASSAL.build.widget.MapWidget", widget))
    secret = a_map(tag=bf.PRIVATE_MAP, mapName="Plan", side="Red", visible=True)
    maps = module_maps(
        module(a_map(mapName="Main"), deep, hand, secret, a_map(mapName="Main", edgeWidth=1))
    )
    assert list(maps) == ["Main", "Map1", "Hand", "Plan"]
    assert maps["Main"].edge == (0, 0)  # the first of two
    assert [each.kind for each in maps.values()] == ["map", "map", "hand", "private"]
    assert maps["Hand"].owners == ("Red", "North, South")
    sides = ("Red", "North, South", "Blue", None)
    seen = {name: [each.seen_by(side) for side in sides] for name, each in maps.items()}
    assert seen["Main"] == seen["Map1"] == seen["Plan"] == [True] * 4
    assert seen["Hand"] == [True, True, False, False]
    assert find_map(maps, "Map2") is maps["Hand"] is find_map(maps, "Hand")
    assert find_map(maps, "Map9") is None


def test_maps_and_grids_of_the_module_s_own_classes():
    grid = bf.element("own.board.RiverHexGrid", dx=5)
    info, layout = only(module(a_map(a_board("A", grid), tag="own.FancyMap", mapName="F")))
    assert info.kind == "custom"
    assert info.seen_by("anyone")
    assert [remark.partition(" ")[0] for remark in info.remarks] == [
        "own.FancyMap",
        "own.board.RiverHexGrid",
    ]
    assert location_name(info, layout, 5, 5) == ""
    assert location_name(info, layout, -5, 5) == "offboard"


def test_boards_lie_in_columns_and_rows_inside_the_edge():
    boards = [a_board("A"), a_board("B", width=60, height=30, reversible=True), a_board("C")]
    maps = module_maps(module(a_map(*boards, mapName="M", edgeWidth=7, edgeHeight=9)))
    assert map_layouts(maps)["M"].boards == ()  # three boards, and nobody chose one
    chosen = [
        SelectBoards("M", (BoardPlacement("C"),)),
        SelectBoards(
            "Map0",
            (
                BoardPlacement("B", 0, 0, reversed=True),
                BoardPlacement("A", 1, 0, reversed=True),
                BoardPlacement("Z", 0, 5),
                BoardPlacement("C", 1, 1),
                BoardPlacement("C", 3, 1),
                BoardPlacement("A", 10**9, 0),
                BoardPlacement("A", -1, 0),
            ),
        ),
        SelectBoards("M", ()),
        SelectBoards("elsewhere", (BoardPlacement("A"),)),
    ]
    layout = map_layouts(maps, chosen)["M"]
    assert [(p.board.name, p.corner, p.size, p.turned) for p in layout.boards] == [
        ("B", (7, 9), (60, 30), True),
        ("A", (67, 9), (100, 80), False),  # not reversible
        ("C", (7, 89), (100, 80), False),  # nothing left of it in its own row
        ("C", (107, 9), (100, 80), False),  # nor above it in its own column: it overlaps A
    ]
    assert layout.unknown == ("Z", "A", "A")
    places = [(7, 9), (66, 38), (67, 9), (6, 9), (7, 89), (166, 9), (167, 9), (206, 88), (207, 9)]
    found = [board_at(layout, *place) for place in places]
    assert [each and (each[0].board.name, each[1]) for each in found] == [
        ("B", (60, 30)),
        ("B", (1, 1)),
        ("A", (0, 0)),
        None,
        ("C", (0, 0)),
        ("A", (99, 0)),
        ("C", (60, 0)),
        ("C", (99, 79)),
        None,
    ]


def test_what_lies_there_when_nobody_says():
    setup = bf.element("setup", text="MBoardPicker\tB/rev\t1\t0\tA\tx")
    boards = [a_board("A"), a_board("B", reversible=True)]
    chosen, _ = only(module(a_map(setup, *boards, mapName="M")))
    assert chosen.setup == (BoardPlacement("B", 1, 0, reversed=True), BoardPlacement("A"))
    single, _ = only(module(a_map(a_board("A"), mapName="M")))
    assert single.setup == (BoardPlacement("A"),)
    turnable, _ = only(module(a_map(a_board("A", reversible=True), mapName="M")))
    assert turnable.setup == ()


def test_a_private_map_shows_the_boards_of_another():
    other = a_map(a_board("X"), tag=bf.PRIVATE_MAP, mapName="P", useBoards="M", edgeWidth=3)
    early = a_map(a_board("X"), tag=bf.PRIVATE_MAP, mapName="Q", useBoards="P")
    maps = module_maps(module(a_map(a_board("A"), mapName="M", edgeWidth=40), other, early))
    layouts = map_layouts(maps, [SelectBoards("P", (BoardPlacement("X"),))])
    assert layouts["Q"] is layouts["P"] is layouts["M"]
    assert layouts["M"].boards[0].corner == (40, 0)


def test_a_deck_names_its_very_pixel():
    deck = bf.element(bf.DRAW_PILE, name="Draw", owningBoard="A", x=5, y=6)
    folder = bf.element("VASSAL.build.module.folder.MapSubFolder", deck, name="Decks")
    info, layout = only(module(a_map(a_board("A"), more=[folder], mapName="M", edgeWidth=10)))
    assert [location_name(info, layout, x, 6) for x in (14, 15, 16)] == [
        "offboard",
        "Draw",
        "offboard",
    ]


# --- pictures ---------------------------------------------------------------------------


def svg(attributes):
    return f"<?xml version='1.0'?><!-- <svg width='1'> --><svg {attributes}><rect/></svg>".encode()


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('width="30" height="20"', (30, 20)),
        ('width="1in" height="25.4mm"', (96, 96)),
        ("width='72pt' height='6pc'", (96, 96)),
        ('viewBox="0 0 44 33"', (44, 33)),
        ('width="200%" height="50%" viewBox="0,0,44,33"', (88, 17)),
        ('height="12"', (12, 12)),
        ('stroke-width="5"', None),
        ('width="0" height="4"', None),
        ('width="1e99" height="0x4"', None),
        ('width="9999999999999" height="5%"', None),
    ],
)
def test_sizes_of_svg_pictures(tmp_path, attributes, size):
    assert sizes_of(tmp_path, {"a.svg": svg(attributes)}, "a.svg") == size


@pytest.mark.parametrize("text", ["<svg ", "<!--", "<svg width='1' ", '<a:svg width="', "<<a"])
def test_hostile_svg_pictures_take_no_time(tmp_path, text):
    assert sizes_of(tmp_path, {"a.svg": text.encode() * 200_000}, "a.svg") is None


def sizes_of(folder, files, image):
    path = folder / "m.vmod"
    write_archive(path, {f"images/{name}": data for name, data in files.items()})
    maps = module_maps(module(a_map(bf.element(bf.BOARD, name="A", image=image), mapName="M")))
    return board_sizes(maps, read_archive(path)).get(image)


@pytest.mark.parametrize("kind", ["PNG", "GIF", "JPEG"])
def test_sizes_of_pictures(tmp_path, kind):
    data = io.BytesIO()
    Image.new("L", (37, 21)).save(data, kind)
    assert sizes_of(tmp_path, {"a": data.getvalue()}, "a") == (37, 21)
    assert sizes_of(tmp_path, {"a.gif": data.getvalue()}, "a") == (37, 21)
    assert sizes_of(tmp_path, {"a": data.getvalue()[:6]}, "a") is None
    assert sizes_of(tmp_path, {"b": data.getvalue()}, "a") is None


def test_a_damaged_picture_or_module_has_no_size(tmp_path):
    path = tmp_path / "m.vmod"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("images/a.png", b"\x89PNG\r\n\x1a\n" * 1000)
    maps = module_maps(module(a_map(bf.element(bf.BOARD, name="A", image="a.png"), mapName="M")))
    archive = read_archive(path)
    data = path.read_bytes()
    path.write_bytes(data[:45] + b"\xff\xff\xff" + data[48:])
    assert board_sizes(maps, archive) == {}
    path.write_bytes(b"no zip")
    assert board_sizes(maps, archive) == {}
    path.unlink()
    assert board_sizes(maps, archive) == {}


def test_without_its_picture_a_board_and_those_behind_it_have_no_place():
    pictured = bf.element(bf.BOARD, name="P", image="p.png", width=9)
    text = "MBoardPicker\tA\t0\t0\tP\t1\t0\tA\t2\t0\tA\t0\t1"
    picker = a_map(bf.element("setup", text=text), a_board("A"), pictured, mapName="M")
    info, layout = only(module(picker))
    assert [each.corner for each in layout.boards] == [(0, 0), (0, 80)]
    assert [each.name for each in layout.unplaced] == ["P", "A"]
    assert location_name(info, layout, 50, 50) == "offboard"  # on A, which has no grid
    assert location_name(info, layout, 150, 50) == ""
    known = map_layouts(module_maps(module(picker)), sizes={"p.png": (30, 40)})["M"]
    assert [each.corner for each in known.boards] == [(0, 0), (100, 0), (130, 0), (0, 80)]
    assert location_name(info, known, 150, 50) == "offboard"


# --- hostile build files ----------------------------------------------------------------


def test_what_isn_t_a_number_is_left_out_and_said():
    numbering = bf.element(bf.HEX_GRID_NUMBERING, hOff="1_0")
    bad = bf.element(bf.SQUARE_GRID, dx="0x1p3")
    worse = bf.element(bf.SQUARE_GRID_NUMBERING, first="")
    regions = [bf.element(bf.REGION, originx=text) for text in ("1 ", str(2**31), "\u0663")]
    boards = [
        a_board("A", bf.element(bf.HEX_GRID, numbering)),
        a_board("B", bf.element(bf.REGION_GRID, *regions), bad),
        a_board("C", bf.element(bf.SQUARE_GRID, worse)),
        bf.element(bf.BOARD, name="D", width="wide"),
    ]
    deck = bf.element(bf.DRAW_PILE, name="Deck", x="?")
    maps = module_maps(module(a_map(*boards, more=[deck], mapName="M", edgeWidth="", edge="4,5")))
    info = maps["M"]
    assert [board.name for board in info.boards] == ["A", "B", "C"]
    grids = [board.grid for board in info.boards]
    assert grids[0].numbering is grids[2].numbering is None
    assert grids[1] == RegionGrid(())
    assert info.decks == ()
    assert info.edge == (4, 5)
    attributes = ("edgeWidth", "hOff", "originx", "dx", "first", "width", " x ")
    for attribute in attributes:
        assert any(attribute in remark for remark in info.remarks), attribute


def test_monsters_are_capped():
    grid = bf.element(bf.ZONED_GRID)
    for _ in range(60):
        grid = bf.element(bf.ZONED_GRID, bf.element(bf.ZONE, grid, name="Z", path="0,0;9,0;9,9"))
    corners = ";".join(f"{n},{n * n}" for n in range(20_000))
    zone = bf.element(bf.ZONE, name="Z", path=corners)
    leading = bf.element(bf.HEX_GRID_NUMBERING, hLeading=2**31 - 1)
    many = [bf.element(bf.REGION, originx=f"x{n}") for n in range(500)]
    path = ";".join(["1,1"] * 9_999)
    big = [bf.element(bf.ZONE, name="Z", path=path) for _ in range(12)]
    boards = [
        a_board("A", grid),
        a_board("B", bf.element(bf.ZONED_GRID, zone)),
        a_board("C", bf.element(bf.HEX_GRID, leading)),
        a_board("D", bf.element(bf.ZONED_GRID, *big)),
        a_board("E", bf.element(bf.REGION_GRID, *many)),
    ]
    info, _ = only(module(a_map(*boards, mapName="M")))
    assert info.boards[1].grid == ZonedGrid((Zone("Z", ()),))
    assert len(info.boards[3].grid.zones) == 10
    assert len(grid_name(info.boards[2].grid, 0, 0, None)) < 200
    for sign in ("nested deeper", "corners", "in all", "leading zeros", "more of"):
        assert any(sign in remark for remark in info.remarks), sign
    assert len(info.remarks) <= 101


ANY = st.one_of(
    st.sampled_from(["", "0", "-1", "1e308", "NaN", "-Infinity", "2147483647", "A", "V", "true"]),
    st.floats().map(str),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Co", "Cn"]), max_size=12),
)
NAMES = ("x0", "y0", "dx", "dy", "sideways", "hOff", "vOff", "hType", "vType", "hLeading", "first",
         "hDescend", "vDescend", "locationFormat", "path", "originx", "width", "image")  # fmt: skip
ATTRIBUTES = st.dictionaries(st.sampled_from(NAMES), ANY, max_size=8)
FAR = st.integers(-(2**31), 2**31 - 1)


@given(
    grid=ATTRIBUTES,
    numbering=ATTRIBUTES,
    zone=ATTRIBUTES,
    kind=st.sampled_from([bf.HEX_GRID, bf.SQUARE_GRID]),
    place=st.tuples(FAR, FAR),
)
def test_any_attributes_give_a_text(grid, numbering, zone, kind, place):
    numbers = bf.HEX_GRID_NUMBERING if kind == bf.HEX_GRID else bf.SQUARE_GRID_NUMBERING
    inner = bf.element(kind, bf.element(numbers, **numbering), **grid)
    outer = bf.element(kind, bf.element(numbers, **numbering), **grid)
    zoned = bf.element(bf.ZONED_GRID, bf.element(bf.ZONE, inner, **zone), outer)
    board = bf.element(bf.BOARD, zoned, **(zone | {"name": "A"}))
    info, layout = only(module(a_map(board, mapName="M")))
    assert isinstance(location_name(info, layout, *place), str)
    for each in info.boards:
        for at in (place, (0, 0)):
            for size in (None, (0, 0), (600, 400)):
                assert isinstance(grid_name(each.grid, *at, size), str | None)


def test_nothing_at_all():
    assert module_maps(module()) == {}
    info, layout = only(module(bf.element(bf.MAP)))
    assert (info.name, info.boards, layout) == ("Map0", (), Layout())
    assert location_name(info, layout, 0, 0) == "offboard"
    assert BoardInfo("A").grid is None
