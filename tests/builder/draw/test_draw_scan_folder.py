"""Folders of scans as owners have them: names, sizes, sheets, and what is wrong with them."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from functools import cache

import pytest
from PIL import Image, ImageChops

from builder.draw.counter import counter_faces
from builder.draw.scan import BACK, FRONT, load_scans, with_scans
from builder.draw.scan_face import scan_face, unit_faces
from builder.draw.scan_report import scan_report, scan_summary
from builder.errors import DrawError

RED, BLUE = (200, 10, 20), (10, 20, 200)


@pytest.fixture(scope="module")
def unit(game):
    return next(iter(game.units.values()))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "counters").mkdir()
    return tmp_path


def square(side=120, colour=RED, mode="RGB"):
    return Image.new("RGB", (side, side), colour).convert(mode)


def colours(picture):
    return {colour for _, colour in picture.getcolors(1 << 20)}


@pytest.mark.parametrize("kind", ["png", "jpg", "JPEG", "webp", "tif", "TIFF"])
def test_a_face_is_found_by_its_id_whatever_the_format(game, unit, folder, kind):
    square().save(folder / "counters" / f"{unit.id}-front.{kind}")
    scans = load_scans(folder, game)
    face = scan_face(scans, unit.id, FRONT, 84)
    assert face.size == (84, 84)
    assert face.mode == "RGBA"
    red, green, blue, opacity = face.getpixel((42, 42))
    assert max(abs(red - 200), abs(green - 10), abs(blue - 20)) <= 3
    assert opacity == 255
    assert scan_face(scans, unit.id, BACK, 84) is None


def test_an_id_alone_is_a_front_and_capitals_do_not_matter(game, unit, folder):
    square().save(folder / "counters" / f"{unit.id.upper()}.PNG")
    assert set(load_scans(folder, game).faces) == {(unit.id, FRONT)}


def test_what_has_no_scan_is_drawn(game, unit, style, folder):
    square().save(folder / "counters" / f"{unit.id}-back.png")
    front, back = unit_faces(game, unit, style, 84, load_scans(folder, game))
    assert ImageChops.difference(front, counter_faces(game, unit, style, 84)[0]).getbbox() is None
    assert colours(back) == {(*RED, 255)}


def test_every_missing_one_is_named_and_counted(game, unit, folder):
    square().save(folder / "counters" / f"{unit.id}-back.png")
    scans = load_scans(folder, game)
    faces = 2 * (len(game.units) + len(game.markers))
    assert len(scans.wanted) == faces
    missing = [line for line in scan_report(scans) if line.startswith("  missing")]
    assert len(missing) == faces - 1
    assert f"  missing, so drawn: {unit.id}-front" in missing
    assert f"  missing, so drawn: {unit.id}-back" not in missing
    (first, second, *rest) = scan_summary(scans, "report.txt")
    assert first == f"scans: no map, 1 of {faces} faces"
    assert second.startswith(f"{faces - 1} faces without a scan, drawn: {unit.id}-front; ")
    assert "report.txt" in second
    assert rest == []


def test_markers_that_look_alike_share_one_scan(game, folder):
    square().save(folder / "counters" / "bunker-10b.png")
    scans = load_scans(folder, game)
    tens = {marker.id for marker in game.markers.values() if marker.name == "Bunker 10"}
    assert len(tens) > 3
    assert {id_ for id_, _ in scans.faces} == tens
    square(colour=BLUE).save(folder / "counters" / "bunker-10c.png")
    scans = load_scans(folder, game)
    assert scans.unused == ("counters/bunker-10c.png: bunker-10b.png is shown for all alike",)
    assert colours(scan_face(scans, "bunker-10a", FRONT, 70)) == {(*RED, 255)}


def test_transparent_corners_stay(game, folder):
    scan = square(200, mode="RGBA")
    scan.paste((0, 0, 0, 0), (0, 0, 60, 60))
    scan.save(folder / "counters" / "turn.png")
    face = scan_face(load_scans(folder, game), "turn", FRONT, 100)
    assert face.getpixel((5, 5))[3] == 0
    assert face.getpixel((60, 60)) == (*RED, 255)
    solid = [colour for colour in colours(face) if colour[3] > 30]
    assert all(abs(a - b) <= 4 for colour in solid for a, b in zip(colour, RED, strict=False))


def test_nearly_square_ones_are_cut_to_the_middle(game, folder):
    scan = Image.new("RGB", (104, 100), BLUE)
    scan.paste(RED, (4, 0, 100, 100))
    scan.save(folder / "counters" / "turn.png")
    scans = load_scans(folder, game)
    assert scans.odd == ()
    face = scan_face(scans, "turn", FRONT, 100)
    assert face.getpixel((50, 50)) == (*RED, 255)
    assert face.getpixel((5, 50)) == (*RED, 255)
    assert face.getpixel((0, 50))[2] > 150  # the two px of blue that the middle square keeps


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ((200, 100), "200 x 100 px is no square; shown whole, with clear margins"),
        ((100, 107), "100 x 107 px is no square"),
        ((47, 47), "47 x 47 px is less than 48 px; enlarged"),
    ],
)
def test_odd_sizes_are_named_and_shown_whole(game, folder, size, said):
    Image.new("RGB", size, RED).save(folder / "counters" / "turn.png")
    scans = load_scans(folder, game)
    (odd,) = scans.odd
    assert said in odd
    assert any(said in line for line in scan_report(scans))
    assert "1 scan odd-sized: counters/turn.png (see r)" in scan_summary(scans, "r")
    face = scan_face(scans, "turn", FRONT, 100)
    solid = face.getchannel("A").getbbox()
    width, height = solid[2] - solid[0], solid[3] - solid[1]
    assert max(width, height) == 100
    assert width / height == pytest.approx(size[0] / size[1], abs=0.02)


def test_a_scan_for_both_faces_is_named_once_and_in_the_singular(game, folder):
    Image.new("RGB", (47, 47), RED).save(folder / "counters" / "turn.png")
    Image.new("RGB", (60, 60), RED).save(folder / "counters" / "nobody.png")
    said = "\n".join(scan_summary(load_scans(folder, game), "r"))
    assert said.count("counters/turn.png") == 1
    assert "1 file not used: counters/nobody.png" in said


def test_a_face_turned_by_a_camera_stands_upright(game, folder):
    scan = Image.new("RGB", (100, 100), BLUE)
    scan.paste(RED, (0, 0, 100, 50))  # red above, as stored
    exif = Image.Exif()
    exif[0x0112] = 8  # to be shown turned anticlockwise: red goes to the left
    scan.save(folder / "counters" / "turn.png", exif=exif)
    face = scan_face(load_scans(folder, game), "turn", FRONT, 100)
    assert face.getpixel((10, 50)) == (*RED, 255)
    assert face.getpixel((90, 50)) == (*BLUE, 255)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "CMYK", "I;16"])
def test_every_colour_mode_is_shown(game, folder, mode):
    if mode == "I;16":
        Image.new("I;16", (90, 90), 257 * 99).save(folder / "counters" / "turn.tif")
        expected = (99, 99, 99)
    else:
        square(colour=(255, 255, 255), mode=mode).save(folder / "counters" / "turn.tif")
        expected = (255, 255, 255)
    face = scan_face(load_scans(folder, game), "turn", FRONT, 60)
    assert face.getpixel((30, 30)) == (*expected, 255)


def test_files_that_belong_to_nothing_are_named(game, folder):
    counters = folder / "counters"
    square().save(counters / "turn.png")
    square().save(counters / "nobody-front.png")
    square().save(folder / "holiday.jpg")
    (counters / "raw.cr2").write_bytes(b"raw")
    (counters / "Thumbs.db").write_bytes(b"db")
    (counters / ".DS_Store").write_bytes(b"db")
    (folder / "notes.txt").write_text("mine")
    assert load_scans(folder, game).unused == (
        "counters/nobody-front.png: no unit or marker has this id",
        "counters/raw.cr2: no picture",
        "counters/raw.cr2: no picture of a known kind",
        "holiday.jpg: neither map.* nor named in map.toml or sheets.toml",
    )


SHEET = """
[[sheet]]
file = "sheet.png"
side = "{side}"
columns = 3
rows = 2
corners = [[50, 40], [350, 60], [340, 255], [40, 245]]
inset = 0.1
mirrored = {mirrored}
ids = {ids}
"""


@cache
def colour_sheet():
    """Six counters of 100 px, each of one colour, on a sheet that lies a little askew."""
    tones = [(30 * i, 255 - 30 * i, 90) for i in range(6)]
    flat = Image.new("RGB", (300, 200))
    for i, tone in enumerate(tones):
        flat.paste(tone, (100 * (i % 3), 100 * (i // 3), 100 * (i % 3) + 100, 100 * (i // 3) + 100))
    sheet = Image.new("RGB", (400, 300), (255, 0, 255))
    a, b, c, d = (50, 40), (350, 60), (340, 255), (40, 245)
    for y in range(300):
        for x in range(400):  # by two steps of the inverse: the sheet is nearly a parallelogram
            u, v = (x + 0.5 - a[0]) / 300, (y + 0.5 - a[1]) / 200
            for _ in range(12):
                px = (
                    (1 - u) * (1 - v) * a[0]
                    + u * (1 - v) * b[0]
                    + u * v * c[0]
                    + (1 - u) * v * d[0]
                )
                py = (
                    (1 - u) * (1 - v) * a[1]
                    + u * (1 - v) * b[1]
                    + u * v * c[1]
                    + (1 - u) * v * d[1]
                )
                u, v = u + (x + 0.5 - px) / 300, v + (y + 0.5 - py) / 200
            if 0 <= u < 1 and 0 <= v < 1:
                sheet.putpixel((x, y), flat.getpixel((int(u * 300), int(v * 200))))
    return sheet, tones


@pytest.mark.parametrize("mirrored", [False, True])
def test_counters_are_cut_from_a_whole_sheet(game, folder, mirrored):
    sheet, tones = colour_sheet()
    sheet.save(folder / "sheet.png")
    ids = ["turn", "", *list(game.units)[:3]]
    text = SHEET.format(side="back", mirrored=str(mirrored).lower(), ids=ids).replace("'", '"')
    (folder / "sheets.toml").write_text(text)
    scans = load_scans(folder, game)
    for place, id_ in enumerate(ids):
        if id_:
            spot = place // 3 * 3 + 2 - place % 3 if mirrored else place
            face = scan_face(scans, id_, BACK, 84)
            assert colours(face) == {(*tones[spot], 255)}, id_
    assert scans.odd == ()
    assert len(scans.faces) == 4


def test_a_picture_of_its_own_counts_more_than_a_sheet(game, folder):
    colour_sheet()[0].save(folder / "sheet.png")
    (folder / "sheets.toml").write_text(
        SHEET.format(side="front", mirrored="false", ids='["turn"]')
    )
    square(colour=BLUE).save(folder / "counters" / "turn.png")
    assert colours(scan_face(load_scans(folder, game), "turn", FRONT, 50)) == {(*BLUE, 255)}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('["turn"]', '["nobody"]', "no unit or marker has the id 'nobody'"),
        ('["turn"]', '["turn", "turn"]', "'turn' stands there twice"),
        ('["turn"]', str(["turn"] * 7).replace("'", '"'), "7 ids for 3 x 2 counters"),
        ("sheet.png", "other.png", "no picture 'other.png'"),
        ('"front"', '"top"', "front or back"),
        ("columns = 3", "columns = 0", "columns must be a whole number"),
        ("columns = 3", "columns = 2.5", "columns must be a whole number"),
        ("columns = 3", 'columns = "3"', "must be a number"),
        ("columns = 3", "columns = inf", "must be a number"),
        pytest.param("columns = 3", f"columns = 3{'0' * 400}", "must be a number", id="huge"),
        ("[50, 40], ", "", "corners must be four points"),
        ("[50, 40], [350, 60]", "[350, 60], [50, 40]", "clockwise"),
        ("[50, 40]", "[-1, 40]", "corners must be four points"),
        ("[50, 40]", "[nan, 40]", "corners must be four points"),
        ("inset = 0.1", "inset = 0.7", "inset must be between"),
        ("inset = 0.1", "gap = 1", "'gap' isn't known"),
        ("[[sheet]]", "[sheet]", "must be a list of tables"),
    ],
)
def test_what_is_wrong_with_a_sheet_is_said(game, folder, old, new, said):
    Image.new("RGB", (400, 300)).save(folder / "sheet.png")
    text = SHEET.format(side="front", mirrored="false", ids='["turn"]')
    assert old in text
    (folder / "sheets.toml").write_text(text.replace(old, new, 1))
    with pytest.raises(DrawError) as caught:
        load_scans(folder, game)
    assert said in str(caught.value)
    assert "sheets.toml" in str(caught.value)


MAP = """
[hexes]
0101 = [30, 30]
3801 = [780, 30]
0144 = [30, 960]
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (MAP, "# none", "names no hexes"),
        (MAP, "[hexes]", "names 0 hexes"),
        (MAP, "hexes = 3", "must be a table"),
        ("0101", "9901", "not on the map"),
        ("0101", "'0101.5'", "no hex number"),
        ("[30, 30]", "30", "must be two numbers"),
        ("[30, 30]", '["30", "30"]', "must be two numbers"),
        ("[30, 30]", "[nan, 30]", "must be two numbers"),
        ("[30, 30]", "[inf, 30]", "must be two numbers"),
        pytest.param("[30, 30]", f"[3{'0' * 400}, 30]", "must be two numbers", id="huge"),
        ("[30, 30]", "[30, 3000]", "outside the scan (810 x 990 px)"),
        ("[hexes]", "turn = 3\n[hexes]", "'turn' isn't known"),
        ("[hexes]", 'file = "other.png"\n[hexes]', "no picture 'other.png'"),
        ("[hexes]", 'file = "../../etc/passwd"\n[hexes]', "no picture"),
        ("[hexes]", "crop = [0, 0, 900, 900]\n[hexes]", "crop must be"),
        ("[hexes]", "crop = [[0, 0], [1, 1]]\n[hexes]", "crop must be"),
        ("[hexes]", 'only_hexes = "no"\n[hexes]', "only_hexes must be"),
        ("[hexes]", "[[part]]\n[hexes]", "beside [[part]]"),
        ("[hexes]", "[hexes", "no valid TOML"),
        ("[hexes]", "x = " + "[" * 5000, "no valid TOML"),
    ],
)
def test_what_is_wrong_with_a_map_is_said(game, tmp_path, old, new, said):
    Image.new("RGB", (810, 990)).save(tmp_path / "map.png")
    assert old in MAP
    (tmp_path / "map.toml").write_text(MAP.replace(old, new, 1))
    with pytest.raises(DrawError) as caught:
        load_scans(tmp_path, game)
    assert said in str(caught.value)
    assert "map.toml" in str(caught.value)
    assert "\n" not in str(caught.value).split("no valid TOML")[0]


def animated(path):
    frames = [square(60, (i, 0, 0)) for i in (0, 90, 200)]
    frames[0].save(path, save_all=True, append_images=frames[1:])


def bomb(path):
    Image.new("1", (9000, 9000)).save(path)


def pipe(path):
    os.mkfifo(path)


def far(path):
    outside = path.parents[2] / "outside.png"
    square().save(outside)
    path.symlink_to(outside)


def round_(path):
    path.symlink_to(path)


def folder_(path):
    path.mkdir()


HOSTILE = {
    "animated.png": (animated, "holds 3 pictures"),
    "animated.webp": (animated, "holds 3 pictures"),
    "pages.tif": (animated, "holds 3 pictures"),
    "bomb.png": (bomb, "9,000 x 9,000 px is more than"),
    "pipe.png": (pipe, "isn't an ordinary file"),
    "far.png": (far, "leads out of"),
    "round.png": (round_, "can't be read"),
    "folder.png": (folder_, "isn't an ordinary file"),
    "empty.png": (lambda path: path.write_bytes(b""), "is empty"),
    "text.png": (lambda path: path.write_text("<svg/>"), "isn't a PNG, JPEG, WebP or TIFF"),
    "cut.png": (lambda path: path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), "damaged or cut"),
}


@pytest.mark.parametrize(
    ("where", "name"),
    [("counters", name) for name in HOSTILE]
    + [("map", name) for name in HOSTILE if name != "bomb.png"],  # no bomb, for a map
)
def test_a_hostile_picture_is_one_line_with_its_name(game, tmp_path, where, name):
    folder = tmp_path / "scans"
    (folder / "counters").mkdir(parents=True)
    make, said = HOSTILE[name]
    stem = "turn" if where == "counters" else "map"
    path = (folder / "counters" if where == "counters" else folder) / f"{stem}.{name[-3:]}"
    if name.endswith("webp"):
        path = path.with_suffix(".webp")
    make(path)
    (folder / "map.toml").write_text(MAP) if where == "map" else None
    with pytest.raises(DrawError) as caught:
        scan_face(load_scans(folder, game), "turn", FRONT, 84)
    text = str(caught.value)
    assert said in text
    assert str(path) in text
    assert "\n" not in text


def test_two_files_for_one_face_are_refused(game, folder):
    square().save(folder / "counters" / "turn.png")
    square().save(folder / "counters" / "turn-front.jpg")
    with pytest.raises(DrawError, match=r"turn\.png: turn-front\.jpg shows the same face"):
        load_scans(folder, game)


@pytest.mark.parametrize("what", ["nothing", "file", "empty"])
def test_a_folder_that_is_none(game, tmp_path, what):
    place = tmp_path / "scans"
    if what == "file":
        place.write_text("")
    if what == "empty":
        place.mkdir()
    with pytest.raises(DrawError, match=r"check --art|holds neither"):
        load_scans(place, game)


def test_a_map_without_a_table_is_told_what_to_write(game, tmp_path):
    Image.new("RGB", (300, 300)).save(tmp_path / "map.jpg")
    with pytest.raises(DrawError, match=r"map\.jpg: there is no map\.toml beside it; add at least"):
        load_scans(tmp_path, game)


def test_the_digest_follows_what_is_used_and_nothing_else(game, folder):
    square().save(folder / "counters" / "turn.png")
    first = load_scans(folder, game).digest
    (folder / "notes.txt").write_text("mine")
    assert load_scans(folder, game).digest == first
    elsewhere = folder.parent / "elsewhere"
    shutil.copytree(folder, elsewhere)
    assert load_scans(elsewhere, game).digest == first
    square(colour=BLUE).save(folder / "counters" / "turn.png")
    assert load_scans(folder, game).digest != first


def test_scans_make_a_private_copy_with_a_version_of_its_own(game, folder):
    square().save(folder / "counters" / "turn.png")
    scans = load_scans(folder, game)
    owned = with_scans(game, scans)
    assert owned.version == f"{game.version}+art.{scans.digest[:4]}"
    assert owned.private
    assert "NOT FOR DISTRIBUTION" in owned.about
    assert game.about.strip() in owned.about
    assert owned.digest == game.digest  # no figure has changed
    both = with_scans(replace(game, version="1.2.0+owner.ab12"), scans)
    assert both.version == f"1.2.0+owner.ab12.art.{scans.digest[:4]}"


def test_nothing_in_the_folder_is_changed(game, unit, style, folder):
    square().save(folder / "counters" / f"{unit.id}-front.png")
    path = folder / "counters" / f"{unit.id}-front.png"
    before = path.read_bytes(), path.stat().st_mtime_ns, sorted(folder.rglob("*"))
    unit_faces(game, unit, style, 84, load_scans(folder, game))
    assert (path.read_bytes(), path.stat().st_mtime_ns, sorted(folder.rglob("*"))) == before


@pytest.mark.parametrize("compression", ["tiff_lzw", "tiff_adobe_deflate"])
def test_a_damaged_tiff_is_told_by_us_alone(game, folder, capfd, compression):
    """Its library wrote to standard error by itself."""
    path = folder / "counters" / "turn.tif"
    Image.effect_noise((90, 90), 60).convert("RGB").save(path, compression=compression)
    data = bytearray(path.read_bytes())
    data[200:3000] = b"\x5a" * 2800
    path.write_bytes(data)
    with pytest.raises(DrawError, match="damaged or cut short"):
        scan_face(load_scans(folder, game), "turn", FRONT, 84)
    os.write(2, b"still heard")
    assert capfd.readouterr().err == "still heard"
