"""The map on paper: size, resolution, smooth edges, memory."""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import builder
from builder.draw.map import print_files
from builder.draw.tracks import track_boxes, tracks

pytestmark = pytest.mark.xdist_group("map")

DPI = 300
_DRAW = """
from pathlib import Path
from builder.draw.map import print_files
from builder.draw.style import art_root, load_style
from builder.model.load import load_game
files = print_files(load_game("white-death"), load_style(art_root() / "white_death"))
for name, data in files.items():
    Path(name).write_bytes(data)
    print(name)
status = Path("/proc/self/status")
peak = status.read_text().partition("VmHWM:")[2].split()[0] if status.exists() else "0"
print(peak)
"""


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """Draw the print in a process of its own; return the file and the memory it took (KiB).

    The peak is that of the program alone: ``ru_maxrss`` would count that of whoever started it.
    """
    folder = tmp_path_factory.mktemp("print")
    environment = {**os.environ, "PYTHONPATH": str(Path(builder.__file__).parents[1])}
    run = subprocess.run(
        [sys.executable, "-c", _DRAW],
        cwd=folder,
        env=environment,
        capture_output=True,
        check=True,
        text=True,
    )
    name, memory = run.stdout.split()
    assert name == "map-300dpi.png"
    return folder / name, int(memory)


@pytest.fixture(scope="module")
def sheet(game, style, whole_map):
    """The print, as the program draws it, of shapes that are worked out once for all tests."""
    [(name, data)] = whole_map.render(print_files, game, style).items()
    assert name == "map-300dpi.png"
    limit = Image.MAX_IMAGE_PIXELS
    Image.MAX_IMAGE_PIXELS = None
    with Image.open(BytesIO(data)) as picture:
        picture.load()
    Image.MAX_IMAGE_PIXELS = limit
    return picture


def test_a_sheet_of_22_by_28_inches_at_300_dpi(sheet):
    assert sheet.size == (22 * DPI, 28 * DPI)
    assert sheet.mode == "RGB"
    assert sheet.info["dpi"] == pytest.approx((DPI, DPI), abs=0.01)  # px per metre are whole


@pytest.mark.soak
@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in other units")
def test_it_is_drawn_in_less_than_a_gibibyte(printed):
    assert printed[1] < 1024 * 1024


@pytest.mark.soak
def test_another_process_draws_the_same_sheet(printed, sheet):
    limit = Image.MAX_IMAGE_PIXELS
    Image.MAX_IMAGE_PIXELS = None
    with Image.open(printed[0]) as picture:
        assert picture.tobytes() == sheet.tobytes()
    Image.MAX_IMAGE_PIXELS = limit


def test_hexes_and_boxes_are_right_for_half_inch_counters(game):
    board = game.map.board
    inch = board.size_px[0] / 22
    assert board.size_px[1] / inch == pytest.approx(28)
    assert 0.55 <= board.row_px / inch <= 0.60
    for box in track_boxes(game):
        left, top, right, bottom = box.box
        assert min(right - left, bottom - top) > 0.5 * inch


def left_edge(grey, number, game, scale):
    """Return where the outline of the field begins in each row along a hex's lower left side."""
    board = game.map.board
    corners = board.corners(game.map.numbering.parse(number))
    (ax, ay), (bx, by) = (
        tuple(length * scale for length in corners[i]) for i in (5, 4)
    )  # from the west corner down to the south-west one
    found = []
    for row in range(round(ay + (by - ay) * 0.25), round(ay + (by - ay) * 0.75)):
        x = ax + (bx - ax) * (row + 0.5 - ay) / (by - ay)
        first, last = round(x) - 10, round(x) + 1
        profile = grey[row, first:last].astype(float)
        paper, ink = profile[0], profile[-2:].min()
        covered = np.clip((paper - profile) / (paper - ink), 0, 1)
        found.append((row, last - covered.sum(), profile))
    return found


def unevenness(found):
    """Return how far the beginnings are off a straight line, root mean square, px."""
    rows, edges = np.array([row for row, _, _ in found]), np.array([edge for _, edge, _ in found])
    line = np.polyfit(rows, edges, 1)
    return float(np.sqrt(np.mean((edges - np.polyval(line, rows)) ** 2)))


@pytest.mark.parametrize("number", ["0104", "0110", "0114"])
def test_a_diagonal_edge_has_no_steps(sheet, game, number):
    """Stairs of whole px would be 0.29 px off on average, see below."""
    grey = np.asarray(sheet.convert("L"))
    found = left_edge(grey, number, game, DPI * 22 / game.map.board.size_px[0])
    assert len(found) > 35
    assert unevenness(found) < 0.13
    stairs = np.where(grey < 130, 40, 220).astype(np.uint8)
    hard = left_edge(stairs, number, game, DPI * 22 / game.map.board.size_px[0])
    assert unevenness(hard) > 0.2
    between = [((p > p.min() + 20) & (p < p.max() - 20)).sum() for _, _, p in found]
    assert np.mean(between) > 0.5  # most rows cross the edge in a mixed px


def test_letters_are_drawn_in_many_shades(sheet, game):
    """The title, black on paper, has its edges smoothed."""
    k = sheet.width / game.map.board.size_px[0]
    part = sheet.convert("L").crop(tuple(round(v * k) for v in (130, 60, 1300, 230)))
    counts = part.histogram()
    assert sum(count > 0 for count in counts) > 40
    assert sum(counts[60:200]) > 2000


def test_what_is_printed_is_what_the_module_shows(sheet, picture):
    small = sheet.resize((220, 280), Image.Resampling.BOX)
    other = picture.resize((220, 280), Image.Resampling.BOX)
    difference = np.abs(np.asarray(small, dtype=int) - np.asarray(other, dtype=int))
    assert difference.mean() < 2.5
    assert difference.max() < 60


def test_every_box_of_a_track_is_drawn_empty_but_for_its_number(picture, game, style):
    """Paper in the corners of each box, its rim around them."""
    paper = style.map.colour("tracks.paper")[:3]
    rim = style.map.colour("tracks.rim")[:3]
    assert sum(len(track.boxes) for track in tracks(game)) == len(track_boxes(game)) > 60
    for box in track_boxes(game):
        left, top, right, bottom = box.box
        for x, y in ((left + 14, top + 14), (right - 14, bottom - 14)):
            assert max(abs(a - b) for a, b in zip(picture.getpixel((x, y)), paper, strict=True)) < 4
        edge = picture.getpixel((left + 2, (top + bottom) // 2))
        assert max(abs(a - b) for a, b in zip(edge, rim, strict=True)) < 60


def test_between_hexes_and_panel_is_nothing_but_paper(picture, game, style):
    """Samples of the legend don't reach out of their frames."""
    left = tracks(game)[0].outline[0]
    strip = picture.crop((left - 7, 60, left - 2, picture.height - 60))
    assert strip.getcolors() == [(strip.width * strip.height, style.map.colour("frame.paper")[:3])]
