import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageChops
from shapely import LineString, Point, unary_union

import builder
from builder.draw import land
from builder.draw.canvas import Label, text_box
from builder.draw.curve import parts
from builder.draw.gallery import gallery_files
from builder.draw.png import encode
from builder.draw.raster import render
from builder.errors import DrawError
from builder.hexgrid import hexside, neighbours
from builder.hexgrid.shapes import hex_polygon, hexside_line
from builder.model.game import Lake, WayKind

pytestmark = pytest.mark.xdist_group("map")  # one worker draws it


def test_size_and_mode(game, picture):
    assert picture.size == game.map.board.size_px
    assert picture.mode == "RGB"
    assert picture.width * picture.height < 60_000_000


def shares(pixels):
    """Return which share of some pixels looks like snow, forest, high ground, ice, buildings."""
    r, g, b = (pixels[:, i].astype(int) for i in range(3))
    ice = b - r >= 18
    wood = (g - r >= 5) & (g >= b) & ~ice
    dark = (r + g + b < 400) & (r - g < 60) & (r >= g)
    tan = (r - b >= 24) & (r > 150) & (r - g < 60)
    snow = (np.maximum(np.maximum(r, g), b) - np.minimum(np.minimum(r, g), b) < 18) & (g > 205)
    return {
        name: found.mean()
        for name, found in zip(
            ("clear", "forest", "high", "lake", "town"), (snow, wood, tan, ice, dark), strict=True
        )
    }


def test_every_one_of_the_hexes_shows_its_terrain(game, picture):
    """What covers most of a hex's middle is its terrain in the data."""
    board, pixels = game.map.board, np.asarray(picture)
    towns = {cell for place in game.map.places if place.town for cell in place.hexes}
    v, u = np.mgrid[-44:45:2, -44:45:2]
    inside = np.hypot(u, v) <= 44
    seen = 0
    for cell, hex_ in game.map.hexes.items():
        x, y = board.centre(cell)
        found = shares(pixels[y + v[inside], x + u[inside]])
        if cell in towns:
            assert found["town"] > 0.1, (game.map.numbering.format(cell), found)
            seen += 1
            continue
        wooded = hex_.terrain & {"forest", "forest_creek"}
        kind = "lake" if hex_.lake else "forest" if wooded else "high" if hex_.high else "clear"
        areas = {name: share for name, share in found.items() if name != "town"}
        assert max(areas, key=areas.get) == kind, (game.map.numbering.format(cell), found)
        assert found["town"] < 0.15 or wooded, (game.map.numbering.format(cell), found)
        seen += 1
    assert seen == 1672


def test_a_forest_covers_its_hexes_and_little_of_others(game, plan):
    woods = land.woods(plan.forest)
    for cell, hex_ in game.map.hexes.items():
        ground = hex_polygon(game.map.board, cell)
        share = ground.intersection(woods).area / ground.area
        if hex_.terrain & {"forest", "forest_creek"}:
            assert share > 0.72, game.map.numbering.format(cell)
        else:
            assert share < 0.2, game.map.numbering.format(cell)


def test_every_hexside_of_a_way_is_crossed_by_its_line(game, plan):
    """In the middle, or a little aside where two ways share the hexside."""
    layout = game.map.board
    for kind, within in (
        (WayKind.RIVER, 9),
        (WayKind.CREEK, 11),
        (WayKind.RAIL, 14),
        (WayKind.ROAD, 20),
    ):
        lines = [line.line for line in plan.lines if line.kind is kind]
        for way in game.map.ways:
            if way.kind is kind:
                for a, b in zip(way.hexes, way.hexes[1:], strict=False):
                    middle = hexside_line(layout, a, b).interpolate(0.5, normalized=True)
                    assert min(line.distance(middle) for line in lines) <= within


def test_roads_beside_a_river_are_not_hidden_by_it(game, style, plan):
    """Where both cross the same hexside."""
    layout, widest = game.map.board, style.map.point("river.width")[1]
    sides = {kind: set() for kind in WayKind}
    for way in game.map.ways:
        sides[way.kind] |= {hexside(a, b) for a, b in pairwise(way.hexes)}
    shared = sides[WayKind.ROAD] & sides[WayKind.RIVER]
    assert shared
    river, road = (
        unary_union([line.line for line in plan.lines if line.kind is kind])
        for kind in (WayKind.RIVER, WayKind.ROAD)
    )
    for side in shared:
        crossed = road.intersection(hexside_line(layout, side.a, side.b))
        assert crossed.distance(river) > widest / 2, side


def test_no_wood_from_beyond_the_edge_grows_into_other_hexes(game, style, plan):
    """Along the edge of a hex without trees, but for its corners, there are none."""
    layout, wood = game.map.board, land.woods(plan.forest)
    wooded = set(style.map.texts("terrain.forest"))
    seen = 0
    for cell, hex_ in game.map.hexes.items():
        for beyond in neighbours(cell):
            if beyond not in layout.numbering and not hex_.terrain & wooded:
                side = hexside_line(layout, cell, beyond)
                a, b = (side.interpolate(share, normalized=True) for share in (0.25, 0.75))
                middle = LineString([a, b])
                assert not middle.buffer(4).intersects(wood), layout.numbering.format(cell)
                seen += 1
    assert seen > 100


def test_every_pond_is_part_of_a_lake(game, plan):
    """An inlet over a partial hexside is joined to the lake whose corner it begins at."""
    centres = [Point(game.map.board.centre(c)) for c, h in game.map.hexes.items() if h.lake]
    for pond in parts(plan.lakes):
        assert any(pond.contains(centre) for centre in centres), pond.bounds


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
                assert 0.45 < wet < 0.75, side
            case _:
                assert wet < 0.25, side


def test_lakes_lie_in_lake_hexes_and_on_lake_hexsides(game, plan):
    layout = game.map.board
    for cell in layout.numbering:
        wet = plan.lakes.contains(Point(layout.centre(cell)))
        assert wet is game.map.hexes[cell].lake, layout.numbering.format(cell)


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


@pytest.mark.soak
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
