import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from shapely import LineString, Point

import builder
from builder.draw.canvas import Label, text_box
from builder.draw.gallery import gallery_files
from builder.draw.plan import make_plan, number_box
from builder.draw.png import encode
from builder.draw.raster import render
from builder.errors import DrawError
from builder.hexgrid import hexside, neighbours
from builder.hexgrid.shapes import hexside_line
from builder.model.game import Lake, WayKind

pytestmark = pytest.mark.xdist_group("map")  # one worker draws it


@pytest.fixture(scope="module")
def plan(game, style):
    return make_plan(game.map, style.map)


def mean(picture, x, y, reach=2):
    box = (round(x) - reach, round(y) - reach, round(x) + reach + 1, round(y) + reach + 1)
    pixels = picture.crop(box).resize((1, 1), Image.Resampling.BOX)
    return pixels.getpixel((0, 0))


def apart(a, b):
    return max(abs(x - y) for x, y in zip(a[:3], b[:3], strict=True))


def test_size_and_mode(game, picture):
    assert picture.size == game.map.board.size_px
    assert picture.mode == "RGB"
    assert picture.width * picture.height < 60_000_000


def test_the_ground_tells_the_terrain(game, style, picture):
    """Colours at places of hexes that nothing but the terrain covers."""
    layout, parse = game.map.board, game.map.numbering.parse
    snow = style.map.colour("snow.light")
    ice = style.map.colour("lake.ice")
    tan = style.map.colour_at("high.tints", 2)
    water = style.map.colour("river.ice")
    red = style.map.colour("rail.fill")
    for number, colour, limit in (
        ("1004", snow, 22),
        ("3211", ice, 14),  # a lake hex
        ("2926", tan, 6),  # the middle of a hill
        ("2118", water, 14),  # the river runs straight through
        ("0515", red, 30),  # a railway due south
    ):
        cell = parse(number)
        assert apart(mean(picture, *layout.centre(cell), 1), colour) <= limit, number
    wood = [mean(picture, *layout.centre(parse(n)), 30) for n in ("1406", "1405", "2603")]
    clear = [mean(picture, *layout.centre(parse(n)), 30) for n in ("1004", "2424", "1340")]
    for a in wood:
        assert a[1] > a[0] + 6  # green
        assert a[1] > a[2] + 6
        for b in clear:
            assert b[1] > a[1] + 25


def test_every_hexside_of_a_way_is_crossed_by_its_line(game, plan):
    """In the middle, or a little aside where two ways share the hexside."""
    layout = game.map.board
    for kind, within in (
        (WayKind.RIVER, 8),
        (WayKind.CREEK, 8),
        (WayKind.RAIL, 14),
        (WayKind.ROAD, 14),
    ):
        lines = [line.line for line in plan.lines if line.kind is kind]
        for way in game.map.ways:
            if way.kind is kind:
                for a, b in zip(way.hexes, way.hexes[1:], strict=False):
                    middle = hexside_line(layout, a, b).interpolate(0.5, normalized=True)
                    assert min(line.distance(middle) for line in lines) <= within


def test_lines_cross_no_other_hexside(game, plan):
    """Which hexes a river, creek, road or railway runs through can be read off the map."""
    layout = game.map.board
    used = {}
    for way in game.map.ways:
        for a, b in zip(way.hexes, way.hexes[1:], strict=False):
            used.setdefault(way.kind, set()).add(hexside(a, b))
    for line in plan.lines:
        for x, y in line.points:
            cell = layout.hex_at(x, y)
            if cell in layout.numbering:
                inside = {c for side in used[line.kind] for c in side}
                assert cell in inside, (line.kind, line.name, x, y)


def test_hexsides_show_how_much_of_them_a_lake_covers(game, plan):
    layout = game.map.board
    for side in {hexside(a, b) for a in layout.numbering for b in neighbours(a)}:
        if side.a not in layout.numbering or side.b not in layout.numbering:
            continue
        line = hexside_line(layout, side.a, side.b)
        wet = line.intersection(plan.lakes).length / line.length
        match game.map.lakes.get(side):
            case Lake.FULL:
                assert wet > 0.97
            case Lake.PARTIAL:
                assert wet > 0.2
            case _:
                assert wet < 0.55


def test_lakes_lie_in_lake_hexes_and_on_lake_hexsides(game, plan):
    layout = game.map.board
    for cell in layout.numbering:
        wet = plan.lakes.contains(Point(layout.centre(cell)))
        assert wet is game.map.hexes[cell].lake, layout.numbering.format(cell)


def test_no_two_names_overlap_and_no_number_is_covered(game, style, plan, map_drawing):
    fonts = style.fonts
    numbers = {game.map.numbering.format(cell) for cell in game.map.numbering}
    names = [
        (shape, text_box(shape, fonts))
        for shape in map_drawing
        if isinstance(shape, Label) and shape.halo and shape.text not in numbers
    ]
    words = [(s, box) for s, box in names if len(s.text) > 1]
    assert len(words) >= 30  # whole names; those along rivers are single letters
    for (a, one), (b, two) in combinations(words, 2):
        wide = min(one[2], two[2]) - max(one[0], two[0])
        tall = min(one[3], two[3]) - max(one[1], two[1])
        assert wide <= 0 or tall <= 0, (a.text, b.text)
    for label, _ in names:
        ink = text_box(
            Label(label.text, label.at, label.font, label.colour, angle=label.angle), fonts
        )
        for cell in game.map.numbering:
            room = number_box(plan.layout, cell)
            wide = min(ink[2], room[2]) - max(ink[0], room[0])
            tall = min(ink[3], room[3]) - max(ink[1], room[1])
            assert wide <= 1.5 or tall <= 4, (label.text, game.map.numbering.format(cell))


def test_each_name_is_within_two_hexes_of_its_place(game, map_drawing):
    layout = game.map.board
    for place in game.map.places:
        spots = [s.at for s in map_drawing if isinstance(s, Label) and s.text == place.name]
        centres = [layout.centre(cell) for cell in place.hexes]
        assert (
            min(LineString([spot, centre]).length for spot in spots for centre in centres)
            <= 2 * layout.row_px
        ), place.name


def test_counters_in_a_town_hide_none_of_its_name(game, style, map_drawing):
    layout = game.map.board
    half = layout.row_px * 3 // 8  # of a counter
    for place in game.map.places:
        if not place.town:
            continue
        labels = [s for s in map_drawing if isinstance(s, Label) and s.text == place.name]
        label = max(labels, key=lambda s: s.font.size)
        left, top, right, bottom = text_box(replace(label, halo=None), style.fonts)
        for cell in place.hexes:
            x, y = layout.centre(cell)
            wide = min(right, x + half) - max(left, x - half)
            tall = min(bottom, y + half) - max(top, y - half)
            assert wide <= 0 or tall <= 2, (place.name, wide, tall)


def test_every_hex_number_is_drawn_once(game, map_drawing):
    texts = [shape.text for shape in map_drawing if isinstance(shape, Label)]
    for cell in game.map.numbering:
        assert texts.count(game.map.numbering.format(cell)) == 1


_DIGEST = """
import hashlib
from builder.draw.map import map_shapes
from builder.draw.style import art_root, load_style
from builder.model.load import load_game
shapes = map_shapes(load_game("white-death"), load_style(art_root() / "white_death"))
print(hashlib.sha256(repr(shapes).encode()).hexdigest())
"""


def test_another_process_draws_the_same(map_drawing, tmp_path):
    environment = {**os.environ, "PYTHONHASHSEED": "77", "LC_ALL": "C", "TZ": "Asia/Tokyo"}
    run = subprocess.run(
        [sys.executable, "-c", _DIGEST],
        cwd=tmp_path,
        env={**environment, "PYTHONPATH": str(Path(builder.__file__).parents[1])},
        capture_output=True,
        check=True,
        text=True,
    )
    assert run.stdout.strip() == hashlib.sha256(repr(map_drawing).encode()).hexdigest()


def test_strips_leave_no_seam(style, map_drawing):
    size = (1500, 700)

    def ground(_top, height, scale):
        return Image.new("RGB", (size[0] * scale, height * scale), (230, 230, 230))

    cut, whole, again = (
        render(map_drawing, size, style.fonts, supersample=3, ground=ground, strip_px=strip)
        for strip in (400, 700, 700)
    )
    assert whole.tobytes() == again.tobytes()
    difference = ImageChops.difference(cut, whole).convert("L")
    assert sum(difference.histogram()[1:]) < 100  # of a million, where pillow rounds at the edge
    assert difference.getextrema()[1] < 50


def test_the_file_is_small_and_bears_no_date(picture):
    data = encode(picture)
    assert len(data) < 10_000_000
    assert data == encode(picture)
    kinds = set()
    at = 8
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        kinds.add(data[at + 4 : at + 8])
        at += 12 + length
    assert kinds == {b"IHDR", b"IDAT", b"IEND"}
    assert Image.open(BytesIO(data)).tobytes() == picture.tobytes()


def test_gallery(game, style, picture):
    files = gallery_files(game, style, picture)
    assert set(files) == {"map.jpg", "scene.png", "counters.png", "key.png"}
    assert len(files["map.jpg"]) < 400_000
    assert Image.open(BytesIO(files["map.jpg"])).width == 900
    assert Image.open(BytesIO(files["counters.png"])).size == (12 * 90 + 6, 186)


@pytest.mark.parametrize(
    "change",
    [
        ('"g-mg"', '"g-nobody"', "g-nobody"),
        ("marker:bunker 15", "marker:dragon", "dragon"),
        ("2422 =", "9922 =", "9922"),
        ('corners = ["1719", "2726"]', "", "corners"),
    ],
)
def test_a_gallery_of_what_does_not_exist(game, style, tmp_path, change):
    old, new, word = change
    text = (style.folder / "gallery.toml").read_text("utf-8")
    assert old in text
    (tmp_path / "gallery.toml").write_text(text.replace(old, new), "utf-8")
    chart = Image.new("RGB", game.map.board.size_px)
    with pytest.raises(DrawError, match=word):
        gallery_files(game, replace(style, folder=tmp_path), chart)
