"""Tables of scans that would take no end, or numbers that no picture has."""

from __future__ import annotations

import struct
import zlib

import pytest
from PIL import Image

from builder.draw import scan_face
from builder.draw.scan import FRONT, load_scans
from builder.errors import DrawError

PINS = "[hexes]\n0101 = [30, 30]\n0520 = [300, 900]\n"
HUGE = "9" * 400
SHEET = """[[sheet]]
file = "sheet.png"
side = "front"
columns = 1
rows = 1
corners = [[0, 0], [{huge}, 0], [50, 50], [0, 50]]
ids = ["turn"]
"""


def refused(game, folder, name, text):
    """Return the one line with which a folder with such a table is refused."""
    picture = "map.png" if name == "map.toml" else "sheet.png"
    Image.new("RGB", (600, 990)).save(folder / picture)
    (folder / name).write_text(text)
    with pytest.raises(DrawError) as caught:
        load_scans(folder, game)
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(f"{folder / name}: ")


def test_three_thousand_parts_of_one_map_are_refused_at_once(game, tmp_path):
    """They were drawn one after the other, without end."""
    part = '[[part]]\nfile = "map.png"\n[part.hexes]\n' + PINS.partition("\n")[2]
    said = refused(game, tmp_path, "map.toml", part * 3_000)
    assert said == "has 3,000 [[part]], more than 50; leave some out"
    (tmp_path / "map.toml").write_text(part * 50)
    assert len(load_scans(tmp_path, game).parts) == 50


def test_very_many_sheets_are_refused_at_once(game, tmp_path):
    said = refused(game, tmp_path, "sheets.toml", SHEET.format(huge="50") * 201)
    assert said == "has 201 [[sheet]], more than 200; leave some out"


def test_a_number_of_5000_digits_is_no_traceback(game, tmp_path):
    text = PINS.replace("[30, 30]", f"[{'9' * 5000}, 2]")
    assert refused(game, tmp_path, "map.toml", text).startswith("no valid TOML (")


@pytest.mark.parametrize(
    "crop",
    [
        f"[0, 0, {HUGE}, 5]",
        f"[-{HUGE}, 0, 5, 5]",
        f"[[0, 0], [{HUGE}, 0], [50, 50]]",
        "[[0, 0], [nan, 0], [50, 50]]",
        "[0, 0, inf, 5]",
        str([[i % 600, i % 900] for i in range(201)]),
    ],
    ids=["huge", "huge and negative", "huge corner", "nan", "inf", "201 corners"],
)
def test_a_crop_that_no_scan_has_is_one_line(game, tmp_path, crop):
    said = refused(game, tmp_path, "map.toml", f"crop = {crop}\n{PINS}")
    assert said.startswith("crop must be [left, top, right, bottom], or 3 to 200 corners")


def test_a_corner_of_400_digits_is_one_line(game, tmp_path):
    said = refused(game, tmp_path, "sheets.toml", SHEET.format(huge=HUGE))
    assert said.startswith("sheet 1: corners must be four points")


def test_a_counter_as_thin_as_a_line_is_refused(game, tmp_path):
    """Its box, from corner to corner of a sheet, would take as much memory as the sheet."""
    text = SHEET.replace("[[0, 0], [{huge}, 0], [50, 50], [0, 50]]", "{huge}")
    thin = "[[0, 30], [30, 0], [600, 960], [570, 990]]"
    said = refused(game, tmp_path, "sheets.toml", text.format(huge=thin))
    assert said == "sheet 1: turn would be 1116 x 42 px; check corners, columns and rows"


def test_a_sheet_is_read_once_for_all_its_counters_and_not_kept(game, tmp_path, monkeypatch):
    """Two sheets were kept as they were read: more than there is memory for, if they are large."""
    read = []
    real = scan_face.read_pixels
    monkeypatch.setattr(scan_face, "read_pixels", lambda *each: read.append(each) or real(*each))
    ids = list(game.units)[:3]
    text = ""
    for number in range(3):
        Image.new("RGB", (300, 300), (60 * number, 9, 9)).save(tmp_path / f"sheet{number}.png")
        one = SHEET.replace("{huge}", "50").replace("sheet.png", f"sheet{number}.png")
        text += one.replace("turn", ids[number])
    (tmp_path / "sheets.toml").write_text(text)
    scans = load_scans(tmp_path, game)
    for _ in range(2):
        for number, id_ in enumerate(ids):
            face = scan_face.scan_face(scans, id_, FRONT, 84)
            assert face.getpixel((40, 40)) == (60 * number, 9, 9, 255)
    assert len(read) == 3


def test_a_counter_whose_rows_are_missing_is_refused(game, tmp_path):
    """A sound stream of too few rows was shown with black in place of the rest."""
    (tmp_path / "counters").mkdir()
    path = tmp_path / "counters" / "turn.png"
    Image.new("RGB", (90, 90), (9, 200, 9)).save(path)
    rows = zlib.compress((b"\0" + bytes(270)) * 20)
    data = path.read_bytes()
    at = data.index(b"IDAT")
    body = b"IDAT" + rows
    new = struct.pack(">I", len(rows)) + body + struct.pack(">I", zlib.crc32(body))
    path.write_bytes(data[: at - 4] + new + data[data.index(b"IEND") - 4 :])
    with pytest.raises(DrawError, match="damaged or cut short"):
        scan_face.scan_face(load_scans(tmp_path, game), "turn", FRONT, 84)
