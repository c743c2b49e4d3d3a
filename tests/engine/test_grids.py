"""Names of places, as the real engine gives them, for grids of every kind."""

from __future__ import annotations

import io
import random
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass
from itertools import product

import pytest
from PIL import Image

from builder.errors import WargameError
from builder.vassal import BoardPlacement, ModuleData, SelectBoards, read_archive, write_archive
from builder.vassal import buildfile as bf
from builder.vassal.boards import board_sizes, location_name, map_layouts, module_maps
from builder.vassal.grids import CustomGrid, HexGrid, RegionGrid, SquareGrid, ZonedGrid

pytestmark = pytest.mark.engine

WIDE, HIGH = 611, 457
POINTS = 160
MARGIN = 7
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="5in" viewBox="0 0 10 8" height="50%"/>'


@dataclass(frozen=True)
class Run:
    """A module, and what the engine says of points on its maps."""

    maps: dict
    layouts: dict
    located: dict[str, list[tuple[int, int, str]]]
    result: dict


def board(*children, name="A", **attributes):
    size = {} if "image" in attributes else {"width": WIDE, "height": HIGH}
    return bf.element(bf.BOARD, *children, name=name, **(size | attributes))


def game_map(name, *boards, setup=(), more=(), tag=bf.MAP, **attributes):
    """A map that the set-up of a new game lays boards on: (name, column, row[, reversed])."""
    placements = tuple(BoardPlacement(*each) for each in setup or [(boards[0].get("name"), 0, 0)])
    text = SelectBoards(name, placements).encode()
    picker = bf.element(bf.BOARD_PICKER, bf.element("setup", text=text), *boards)
    parts = [bf.element(tag) for tag in (bf.PIECE_MOVER, bf.STACK_METRICS)]
    return bf.element(
        tag, picker, *parts, *more, mapName=name, launch=True, buttonName=name, **attributes
    )


def module_files(*maps, images=None):
    root = bf.element(
        bf.GAME_MODULE,
        *(bf.element(tag) for tag in (bf.BASIC_COMMAND_ENCODER, bf.GLOBAL_OPTIONS)),
        *maps,
        name="Grids",
        version="1",
    )
    files = {
        bf.ENTRY: bf.encode(root),
        "moduledata": ModuleData("Grids", "1", vassal_version="3.5.8").encode(),
    }
    return files | {f"images/{name}": data for name, data in (images or {}).items()}


def picture(size, kind="PNG"):
    data = io.BytesIO()
    Image.new("1" if kind == "PNG" else "L", size).save(data, kind)
    return data.getvalue()


# --- our own maps -----------------------------------------------------------------------


def hex_maps():
    """Sideways or not, falling numbers, stagger, order and kinds: every pair of them."""
    choices = product((False, True), (False, True), (False, True), (False, True))
    for index, (sideways, across, down, stagger) in enumerate(choices):
        numbering = bf.element(
            bf.HEX_GRID_NUMBERING,
            hDescend=across,
            vDescend=down,
            stagger=stagger,
            first="HV"[index % 2],
            hType="NA"[(index // 2) % 2],
            vType="AN"[(index // 3) % 2],
            sep=("", ".", " - ")[index % 3],
            hLeading=index % 4,
            vLeading=(index + 1) % 3,
            hOff=(-4, 1, 30)[index % 3],
            vOff=(0, -3, 2, 27)[index % 4],
            locationFormat=("$gridLocation$", "$row$/$column$ ", "Hex $gridLocation$!")[index % 3],
        )
        grid = bf.element(
            bf.HEX_GRID,
            numbering,
            x0=(-20, 31)[index % 2],
            y0=(17, 0, -50)[index % 3],
            dx=("34.64", "40", "29.5")[index % 3],
            dy=("40", "46.25")[index % 2],
            sideways=sideways,
        )
        yield game_map(f"hex {index}", board(grid))


def odd_hex_maps():
    """Defaults, the width that follows from the height, and widths nobody wants."""
    grids = {
        "defaults": {},
        "height": {"dy": "50"},
        "default width": {"dx": "55.42562584220407", "dy": "50"},
        "no width": {"dx": "0", "dy": "40"},
        "no height": {"dx": "40", "dy": "0"},
        "backwards": {"dx": "-33", "dy": "-40"},
        "tiny": {"dx": "1e-9", "dy": "1e-300"},
        "not a number": {"dx": "NaN", "dy": "NaN"},
        "suffix": {"dx": " 33d ", "dy": "4e1f"},
    }
    for name, attributes in grids.items():
        numbering = bf.element(bf.HEX_GRID_NUMBERING)
        yield game_map(name, board(bf.element(bf.HEX_GRID, numbering, **attributes)))


def square_maps():
    for index, (across, down) in enumerate(product((False, True), (False, True))):
        numbering = bf.element(
            bf.SQUARE_GRID_NUMBERING,
            hDescend=across,
            vDescend=down,
            first="VH"[index % 2],
            hType="AN"[index % 2],
            hOff=(-9, 0)[index % 2],
            vOff=(-2, 5)[index // 2],
            sep=",",
        )
        grid = bf.element(
            bf.SQUARE_GRID, numbering, x0=200 - 90 * index, y0=150, dx="31.5", dy="52"
        )
        yield game_map(f"square {index}", board(grid))
    odd = bf.element(bf.SQUARE_GRID, bf.element(bf.SQUARE_GRID_NUMBERING), dx="0", dy="0")
    yield game_map("square 0 0", board(odd))
    yield game_map(
        "square", board(bf.element(bf.SQUARE_GRID, bf.element(bf.SQUARE_GRID_NUMBERING)))
    )


def regions(places):
    return bf.element(
        bf.REGION_GRID,
        *(bf.element(bf.REGION, name=name, originx=x, originy=y) for name, x, y in places),
    )


def region_maps():
    """Few and many regions, many points halfway between two, two regions at one point."""
    lattice = [(f"R{x}.{y}", x, y) for x in range(0, 620, 10) for y in range(0, 460, 10)]
    yield game_map("regions", board(regions([("one", 20, 50), ("two", 300, 200), ("3", 20, 50)])))
    yield game_map("lattice", board(regions(lattice)))
    yield game_map("half lattice", board(regions(lattice[::7])))
    yield game_map("no regions", board(regions([])))


def zone(name, path, *children, **attributes):
    return bf.element(bf.ZONE, *children, name=name, path=path, **attributes)


def numbered(**attributes):
    return bf.element(
        bf.HEX_GRID, bf.element(bf.HEX_GRID_NUMBERING, **attributes), dx="33.3", dy="38.5", x0=5
    )


STAR = "300,20;360,200;560,200;400,300;470,450;300,350;130,450;200,300;40,200;240,200"
BOW = "0,0;600,450;600,0;0,450"


def zoned_maps():
    falling = {"hDescend": True, "vDescend": True}
    squares = bf.element(bf.SQUARE_GRID, bf.element(bf.SQUARE_GRID_NUMBERING, **falling))
    zones = {
        "own": [zone("Z", STAR, numbered(**falling), locationFormat="$name$: $gridLocation$ ")],
        "parent": [
            zone("P", BOW, useParentGrid=True, locationFormat="$gridLocation$ of $name$"),
            zone("Q", STAR, squares, locationFormat="$gridLocation$"),
        ],
        "bare": [
            zone("no grid", STAR, locationFormat="$gridLocation$"),
            zone("line", "10,10;500,400", locationFormat="never"),
            zone("junk", "10,10; 90 ,20;x,y;50,90;;7", locationFormat=" plain "),
        ],
        "formats": [
            zone("a", "0,0;90,0;90,450;0,450", locationFormat="007"),
            zone("b", "90,0;180,0;180,450;90,450", locationFormat="$nothing$, $name$, $"),
            zone("c", "180,0;270,0;270,450;180,450", locationFormat="  "),
            zone("d", "270,0;360,0;360,450;270,450", locationFormat="'$name$' \\$name$"),
            zone("$name$", "360,0;450,0;450,450;360,450", locationFormat="$name$"),
        ],
        "inner regions": [zone("in", STAR, regions([("x", 200, 300), ("y", 400, 300)]))],
    }
    for name, each in zones.items():
        yield game_map(f"zoned {name}", board(bf.element(bf.ZONED_GRID, *each, numbered(vOff=7))))
    yield game_map("zones alone", board(bf.element(bf.ZONED_GRID, zone("only", BOW))))
    unknown = numbered(locationFormat="$row$ $nothing$ $column$")
    yield game_map("unknown property", board(unknown))


def damaged_maps():
    """What the engine can't build it leaves out, and goes on."""
    numbering = bf.element(bf.HEX_GRID_NUMBERING, hOff="one")
    yield game_map("bad numbering", board(bf.element(bf.HEX_GRID, numbering)))
    bad = bf.element(bf.SQUARE_GRID, bf.element(bf.SQUARE_GRID_NUMBERING), x0=" 7")
    yield game_map("bad grid", board(numbered(), bad))
    places = [("a", 5, 5), ("b", "", 300), ("c", 400, "2147483648"), ("d", "+400", "-0")]
    yield game_map("bad regions", board(regions(places)))


def board_maps():
    """Several boards with edges, holes, turned boards, one board twice, pictures, sharing."""
    edges = {"edgeWidth": 33, "edgeHeight": 21}
    a, b = board(numbered(), name="A"), board(numbered(hType="A"), name="B/1", reversible=True)
    small = board(numbered(sep="-"), name="C", width=200, height=90, reversible=True)
    row = [("A", 0, 0), ("B/1", 1, 0)]
    yield game_map("row", a, b, setup=row, **edges)
    turned = [("C", 0, 0, True), ("C", 1, 1), ("B/1", 3, 1, True), ("A", 1, 0, True)]
    boards = [board(numbered(), name="A"), board(numbered(), name="B/1", reversible=True), small]
    yield game_map("turned", *boards, setup=turned, **edges)
    yield game_map("no grid", board())
    yield game_map("no numbering", board(bf.element(bf.HEX_GRID)))
    yield game_map(
        "shared", board(), tag=bf.PRIVATE_MAP, side="Red", useBoards="row", edgeWidth=400
    )
    images = [board(numbered(), name=name, image=name) for name in PICTURES]
    placed = [(name, index, 0) for index, name in enumerate(PICTURES)]
    yield game_map("pictures", *images, setup=placed, **edges)
    deck = bf.element(bf.DRAW_PILE, name="Deck", x=50, y=60, owningBoard="B", width=9, height=9)
    two = [board(numbered(), name=name) for name in "AB"]
    yield game_map("deck", *two, setup=[("A", 0, 0), ("B", 1, 0)], more=[deck], **edges)


PICTURES = {
    "a.png": picture((123, 45)),
    "b.gif": picture((77, 141), "GIF"),
    "c.jpg": picture((64, 99), "JPEG"),
    "d.svg": SVG,
    "e": picture((31, 17), "GIF"),
}


def points_of(info, layout, dice):
    """Random pixels around the boards, and some on the lines that grids are likely to have."""
    right = max((p.corner[0] + p.size[0] for p in layout.boards), default=100)
    low = max((p.corner[1] + p.size[1] for p in layout.boards), default=100)
    points = [
        (dice.randrange(-MARGIN, right + MARGIN), dice.randrange(-MARGIN, low + MARGIN))
        for _ in range(POINTS)
    ]
    tens = [(x // 5 * 5, y // 5 * 5) for x, y in points[: POINTS // 3]]
    corners = [
        (p.corner[0] + dx, p.corner[1] + dy)
        for p in layout.boards[:8]
        for dx in (-1, 0, p.size[0] - 1, p.size[0])
        for dy in (-1, 0, p.size[1])
    ]
    decks = [
        (p.corner[0] + deck.x + d, p.corner[1] + deck.y)
        for deck in info.decks
        for p in layout.boards[:4]
        for d in (0, 1)
    ]
    return points + tens + corners + decks


def run(probe, folder, files):
    module = folder / "grids.vmod"
    write_archive(module, files)
    maps = module_maps(bf.parse(files[bf.ENTRY]))
    layouts = map_layouts(maps, sizes=board_sizes(maps, read_archive(module)))
    dice = random.Random(20421124)  # noqa: S311
    asked, script = {}, ["new"]
    for index, (name, info) in enumerate(maps.items()):
        asked[name] = points_of(info, layouts[name], dice)
        path = folder / f"points{index}"
        path.write_text("".join(f"{x} {y}\n" for x, y in asked[name]))
        script.append(("locateall", name, path))
    result = probe.run(module, *script, timeout_s=300)
    assert not result.get("fatal"), result["fatal"]
    located = {}
    for name, answer in zip(maps, result["results"][1:], strict=True):
        assert "error" not in answer, answer
        located[name] = [(p["x"], p["y"], p["name"]) for p in answer["points"]]
        assert [(x, y) for x, y, _ in located[name]] == asked[name]
    return Run(maps, layouts, located, result)


def differences(done):
    """Return every point where we and the engine disagree."""
    return {
        name: wrong
        for name, points in done.located.items()
        if (
            wrong := [
                (x, y, said, ours)
                for x, y, said in points
                if (ours := location_name(done.maps[name], done.layouts[name], x, y)) != said
            ]
        )
    }


@pytest.fixture(scope="module")
def own(probe, tmp_path_factory):
    makers = (
        hex_maps,
        odd_hex_maps,
        square_maps,
        region_maps,
        zoned_maps,
        damaged_maps,
        board_maps,
    )
    maps = [each for maker in makers for each in maker()]
    images = {("e.gif" if name == "e" else name): data for name, data in PICTURES.items()}
    return run(probe, tmp_path_factory.mktemp("own"), module_files(*maps, images=images))


def test_every_name_is_the_engine_s(own):
    assert len(own.maps) >= 40
    assert differences(own) == {}


def test_the_points_tell_grids_apart(own):
    """Most maps give many names, so that agreeing on them means something."""
    names = {name: {said for _, _, said in points} for name, points in own.located.items()}
    assert sum(len(each) > 20 for each in names.values()) >= 30
    for name in ("no grid", "no numbering", "no regions", "bad numbering"):
        assert names[name] == {"offboard"}
    assert "Deck" in names["deck"]
    assert all(own.layouts[name].unplaced == () for name in own.maps)


# --- the maps of others -----------------------------------------------------------------


def extent(grid):
    """Return a size of board that its zones and regions fit on."""
    match grid:
        case RegionGrid():
            places = [(region.x, region.y) for region in grid.regions]
        case ZonedGrid():
            inner = [extent(each) for each in (grid.background, *(z.grid for z in grid.zones))]
            places = [point for zone in grid.zones for point in zone.path] + inner
        case _:
            places = []
    places = [(x, y) for x, y in places if 0 <= x < 6_000 and 0 <= y < 6_000]
    return max((x for x, _ in places), default=900) + 9, max(
        (y for _, y in places), default=700
    ) + 9


def custom(grid):
    match grid:
        case CustomGrid():
            return True
        case ZonedGrid():
            return any(map(custom, (grid.background, *(zone.grid for zone in grid.zones))))
        case _:
            return False


def borrowed(paths):
    """Every board of other people's modules, on maps of ours, with pictures of one colour."""
    images = {}
    for number, path in enumerate(paths):
        try:
            archive = read_archive(path)
            entry = next(name for name in ("buildFile.xml", "buildFile") if name in archive)
            root = bf.parse(archive.read(entry))
        except (WargameError, StopIteration):
            continue
        maps = module_maps(root)
        sizes = board_sizes(maps, archive)
        pickers = [each for each in root.iter(bf.BOARD_PICKER) if each.find(bf.BOARD) is not None]
        for index, picker in enumerate(pickers):
            boards = [each for each in picker.iterfind(bf.BOARD) if not custom(board_of(each).grid)]
            for place, element in enumerate(boards):
                info, image = board_of(element), f"{number}-{index}-{place}.png"
                images[image] = picture(sizes.get(info.image) or info.size or extent(info.grid))
                element.set("image", image)
            names = [each.get("name", "") for each in boards]
            setup = [(name, i % 4, i // 4) for i, name in enumerate(names) if name[-1:] != "\\"]
            if setup:
                yield game_map(f"{number}.{index}", *boards, setup=setup), images


def board_of(element):
    alone = bf.element(bf.MAP, bf.element(bf.BOARD_PICKER, deepcopy(element)), mapName="M")
    return module_maps(bf.element(bf.GAME_MODULE, alone))["M"].boards[0]


@pytest.fixture(scope="module")
def theirs(probe, shared, tmp_path_factory):
    folders = (shared / "formats" / "samples", shared / "corpus" / "vmod")
    paths = sorted(path for folder in folders for path in folder.glob("*mod"))
    if not paths:
        pytest.skip("no modules beside the checkout")
    maps, images = [], {}
    for each, pictures in borrowed(paths):
        maps.append(each)
        images = pictures
    return run(probe, tmp_path_factory.mktemp("theirs"), module_files(*maps, images=images))


def test_names_on_the_boards_of_others_are_the_engine_s(theirs):
    assert differences(theirs) == {}
    kinds = Counter(type(p.board.grid) for each in theirs.layouts.values() for p in each.boards)
    assert {HexGrid, SquareGrid, RegionGrid, ZonedGrid} <= set(kinds)
    assert all(each.unplaced == each.unknown == () for each in theirs.layouts.values())
