"""``--art``: what becomes of an owner's scans on the way to module and gallery."""

from __future__ import annotations

import os
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from builder import cli
from builder.draw.scan import load_scans
from builder.draw.style import art_root, load_style
from builder.errors import DrawError
from builder.model.load import game_folder, games, load_game
from builder.module import pictures
from builder.module.pictures import MAP, PROOF_IMAGE
from builder.module.plan import MAP_IMAGE
from builder.pipeline import build_module, gallery, making, module
from builder.pipeline.inputs import Shop
from builder.vassal import read_archive

GAME = games()[0]
RED = (200, 10, 20)


@pytest.fixture(scope="module")
def game():
    return load_game(GAME)


@pytest.fixture(scope="module")
def scanned(tmp_path_factory, game):
    """Scans of the whole map and of one counter, for all tests."""
    board = game.map.board
    place = tmp_path_factory.mktemp("scanned")
    (place / "counters").mkdir()
    Image.new("RGB", board.size_px, RED).save(place / "map.png")
    lines = ["[hexes]"]
    for number in ("0101", "0520", "1010"):
        x, y = board.centre(board.numbering.parse(number))
        lines.append(f"{number} = [{x}, {y}]")
    (place / "map.toml").write_text("\n".join(lines))
    unit = next(iter(game.units))
    Image.new("RGB", (90, 90), RED).save(place / "counters" / f"{unit}-front.png")
    return place


@pytest.fixture
def folder(tmp_path, scanned):
    """The scans in a folder of a test's own."""
    return Path(shutil.copytree(scanned, tmp_path / "scans"))


@pytest.fixture
def plain_map(monkeypatch):
    """Let the drawn map be a plain colour: only scans are looked at here."""

    def draw(game, _style):
        return Image.new("RGB", game.map.board.size_px, (0, 0, 90))

    monkeypatch.setattr(pictures, "map_picture", draw)


def test_a_module_with_scans_is_another_version_with_proof_and_report(
    quick, tmp_path, game, folder
):
    built = build_module(GAME, tmp_path / "out", scans=folder)
    stem = built.path.stem
    assert stem == f"{GAME}-{game.version}+art.{quick[0].scans.digest[:4]}"
    names = {path.name for path in built.path.parent.iterdir()}
    assert names == {f"{stem}.vmod", f"{stem}-map-proof.png", f"{stem}-scans.txt"}
    report = (tmp_path / "out" / f"{stem}-scans.txt").read_text()
    assert "hex 0520: off by 0.00 px" in report
    assert report.count("missing, so drawn") == 2 * (len(game.units) + len(game.markers)) - 1
    assert any(note.startswith("scans: map, 1 of ") for note in built.notes)
    (look,) = (note for note in built.notes if note.startswith("look at "))
    proof = look.removeprefix("look at ").partition(": our grid over your map")[0]
    assert Path(proof).is_file()  # a quick picture is none
    archive = read_archive(built.path)
    assert f"images/{PROOF_IMAGE}" not in archive
    assert b"NOT FOR DISTRIBUTION" in archive.read("moduledata")
    assert f"+art.{quick[0].scans.digest[:4]}".encode() in archive.read("moduledata")


def test_a_module_with_scans_is_for_whom_the_mask_lets(quick, tmp_path, folder):
    before = os.umask(0o077)
    try:
        built = build_module(GAME, tmp_path / "out", scans=folder)
        public = build_module(GAME, tmp_path / "out")
    finally:
        os.umask(before)
    assert len(quick) == 2
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "out").iterdir()} == {0o600, 0o644}
    assert built.path.stat().st_mode & 0o777 == 0o600
    assert public.path.stat().st_mode & 0o777 == 0o644


def test_unchanged_scans_are_not_drawn_again_changed_ones_are(quick, tmp_path, folder):
    first = build_module(GAME, tmp_path / "out", scans=folder)
    assert not build_module(GAME, tmp_path / "out", scans=folder).fresh
    (face,) = (folder / "counters").iterdir()
    Image.new("RGB", (90, 90), (0, 200, 0)).save(face)
    other = build_module(GAME, tmp_path / "out", scans=folder)
    assert other.fresh
    assert other.path != first.path
    assert first.path.is_file()
    assert len(quick) == 2
    assert build_module(GAME, tmp_path / "out").fresh  # the public one stands beside them


def test_a_proof_that_is_gone_is_drawn_again(quick, tmp_path, folder):
    built = build_module(GAME, tmp_path / "out", scans=folder)
    proof = built.path.with_name(f"{built.path.stem}-map-proof.png")
    proof.unlink()
    assert build_module(GAME, tmp_path / "out", scans=folder).fresh
    assert proof.is_file()
    assert len(quick) == 2


def test_a_file_name_that_is_no_text_is_shown_in_the_report(quick, tmp_path, folder):
    (folder / "counters" / os.fsdecode(b"x\xff\x1b[31m.png")).touch()
    built = build_module(GAME, tmp_path / "out", scans=folder)
    report = built.path.with_name(f"{built.path.stem}-scans.txt").read_text("utf-8")
    assert r"x\udcff\x1b[31m.png" in report
    assert "\x1b" not in report
    assert len(quick) == 1


def test_scans_at_fault_leave_no_file(quick, tmp_path, folder):
    (folder / "map.png").write_bytes(b"no picture")
    with pytest.raises(DrawError, match=r"map\.png: isn't a PNG"):
        build_module(GAME, tmp_path / "out", scans=folder)
    assert not (tmp_path / "out").exists()
    assert not quick


def test_a_scan_damaged_in_its_middle_leaves_no_file(tmp_path, folder, monkeypatch):
    """Its head is sound, so that it shows only when it is drawn."""
    (face,) = (folder / "counters").iterdir()
    Image.effect_noise((90, 90), 80).convert("RGB").save(face)
    face.write_bytes(face.read_bytes()[:9000])
    (folder / "map.toml").unlink()
    (folder / "map.png").unlink()
    unit = face.stem.removesuffix("-front")
    real = module.recipes
    monkeypatch.setattr(
        module, "recipes", lambda shop: [each for each in real(shop) if each.id == f"unit {unit}"]
    )
    with pytest.raises(DrawError, match="damaged or cut short"):
        build_module(GAME, tmp_path / "out", scans=folder)
    assert [path for path in (tmp_path / "out").rglob("*") if path.is_file()] == []


@pytest.mark.usefixtures("plain_map")
def test_pictures_of_the_module_are_scans(game, folder):
    scans = load_scans(folder, game)
    style = load_style(art_root() / game_folder(GAME).name)
    (face,) = (folder / "counters").iterdir()
    shop = Shop(game, style, scans)
    recipes = {each.id: each for each in module.recipes(shop)}
    drawn = dict(recipes[MAP].make({}))
    drawn |= recipes[PROOF_IMAGE].make(drawn)
    drawn |= recipes[f"unit {face.stem.removesuffix('-front')}"].make({})
    with Image.open(BytesIO(drawn[MAP_IMAGE])) as chart:
        assert chart.size == game.map.board.size_px
        assert chart.getcolors() == [(chart.width * chart.height, RED)]
    with Image.open(BytesIO(drawn[PROOF_IMAGE])) as proof:
        assert proof.width > 400
    with Image.open(BytesIO(drawn[f"{face.stem}.png"])) as counter:
        assert counter.getcolors() == [(counter.width * counter.height, (*RED, 255))]


@pytest.mark.usefixtures("plain_map")
def test_the_gallery_shows_scans_with_proof_and_report(tmp_path, folder, monkeypatch):
    wanted = {MAP, "readme", "scans.txt", PROOF_IMAGE}
    real = gallery.recipes
    monkeypatch.setattr(
        gallery, "recipes", lambda shop: [each for each in real(shop) if each.id in wanted]
    )
    monkeypatch.setattr(making, "_processors", lambda: 1)
    out = tmp_path / "gallery"
    result = CliRunner().invoke(
        cli.main, ["gallery", GAME, "--art", str(folder), "--out", str(out)]
    )
    assert result.exit_code == 0, result.output
    names = {Path(line).name for line in result.stdout.splitlines()}
    assert names == {path.name for path in out.iterdir()}
    assert names >= {"map-proof.png", "scans.txt", "map.jpg"}
    with Image.open(out / "map.jpg") as chart:
        red, green, blue = chart.getpixel((chart.width // 2, chart.height // 2))
        assert max(abs(red - 200), abs(green - 10), abs(blue - 20)) <= 3
    assert "note: scans: map, 1 of " in result.stderr


@pytest.mark.usefixtures("quick")
def test_the_command_names_what_is_missing_and_what_is_wrong(tmp_path, folder):
    out = tmp_path / "out"
    arguments = ["build", GAME, "--art", str(folder), "--out", str(out), "-q"]
    result = CliRunner().invoke(cli.main, arguments)
    assert result.exit_code == 0, result.output
    assert "faces without a scan, drawn: " in result.stderr
    assert "-scans.txt)" in result.stderr
    text = (folder / "map.toml").read_text()
    (folder / "map.toml").write_text(text + "\n3844 = [300, 300]\n")
    result = CliRunner().invoke(cli.main, arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: ")
    assert "hex 3844 at [300, 300] doesn't fit" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["scans", "scans/counters", "link", "scans/../scans"])
def test_the_gallery_is_not_written_over_the_scans_it_is_made_of(tmp_path, folder, name):
    """Its ``map.jpg`` once took the place of the owner's."""
    (tmp_path / "link").symlink_to(folder)
    (folder / "map.png").rename(folder / "map.jpg")
    before = {path: path.read_bytes() for path in folder.rglob("*.*")}
    out = str(tmp_path / name)
    result = CliRunner().invoke(cli.main, ["gallery", GAME, "--art", str(folder), "--out", out])
    assert result.exit_code == 2
    assert result.stderr == f"error: {out}: holds your scans; give another folder with --out\n"
    assert {path: path.read_bytes() for path in folder.rglob("*.*")} == before
