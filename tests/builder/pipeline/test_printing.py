"""``builder print`` as an owner runs it: files, words, status, and what is left as it was."""

from __future__ import annotations

import csv
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image
from pypdf import PdfReader

from builder import cli
from builder.model.estimates import sheet_names
from builder.model.load import games, load_game

GAME = games()[0]


@pytest.fixture(scope="module")
def game():
    return load_game(GAME)


def run(*words):
    return CliRunner().invoke(cli.main, ["print", GAME, *map(str, words)])


def test_counters_are_printed_where_asked_and_not_twice(tmp_path):
    out = tmp_path / "paper"
    done = run("--only", "turn,weather", "--out", out)
    assert (done.exit_code, done.stdout) == (0, f"{out / 'chosen-counters.pdf'}\n"), done.output
    first = (out / "chosen-counters.pdf").read_bytes()
    again = run("--only", "turn,weather", "--out", out, "--quiet")
    assert (again.stdout, again.stderr) == (f"{out / 'chosen-counters.pdf'} (unchanged)\n", "")
    (out / "chosen-counters.pdf").write_bytes(first[:-1])
    run("--only", "turn,weather", "--out", out)
    assert (out / "chosen-counters.pdf").read_bytes() == first
    other = run("--only", "turn", "--out", out)
    assert "unchanged" not in other.stdout
    assert (out / "chosen-counters.pdf").read_bytes() != first


def test_the_folder_is_named_after_the_game_unless_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("--parts", "calibration").exit_code == 0
    assert [path.name for path in Path("build", f"{GAME}-print").iterdir()] == ["calibration.pdf"]


def test_what_it_comes_to_is_said_and_how_it_is_printed(tmp_path):
    done = run("--only", "turn", "--only", "weather", "--preview", "--out", tmp_path)
    lines = done.stderr.splitlines()
    assert lines[-2] == (
        "2 counters on 1 sheet of A4: print both sides, turned over on the long edge"
    )
    assert "100 %" in lines[-1]
    run("--only", "turn", "--layout", "foldover", "--preview", "--out", tmp_path)
    shown = {path.name for path in tmp_path.glob("preview-*")}
    assert shown == {"preview-1-sheet.png"}  # not those of another printing


def test_counters_wider_than_the_hexes_are_told(tmp_path):
    assert (
        "wider than the map's hexes"
        in run("--only", "turn", "--counter", "5/8in", "--out", tmp_path).stderr
    )
    assert "wider" not in run("--only", "turn", "--counter", "14mm", "--out", tmp_path).stderr


def test_papers_and_what_is_printed_on_counters_are_read_in_any_letters(tmp_path, game):
    name = next(
        u for u in game.units.values() if sum(u.label == o.label for o in game.units.values()) == 1
    )
    done = run("--only", name.label.upper(), "--paper", "Letter", "--out", tmp_path)
    assert done.exit_code == 0, done.output
    double = next(
        u.name
        for u in game.units.values()
        if sum(u.name == o.name for o in game.units.values()) > 1
    )
    done = run("--only", double, "--out", tmp_path)
    assert "stands on several counters" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--parts", "maps"], "--parts: no part 'maps' (there are: counters, map, charts"),
        (["--only", "nobody"], "--only: no unit or marker 'nobody'"),
        (["--counter", "1m"], "--counter: '1m' is no length"),
        (["--profile", "nowhere.toml"], "nowhere.toml: can't be read"),
        (["--shop", "corner"], "--shop: no shop 'corner'"),
        (["--used", "Z99"], "--used: Z99 isn't on the sheet"),
        (["--only", ""], "--only: name at least one unit or marker"),
        (["--shop", ""], "--shop: no shop '' (there are: letter, a4, chit;"),
        (["--copies", "turn=2,turn=3"], "--copies: 'turn' has two numbers; give it one"),
        (["--parts", "charts", "--used", "A1"], "--used: is about counters, which --parts leaves"),
        (["--parts", "map,cards", "--only", "turn"], "--only: is about counters, which --parts"),
        (["--parts", "map", "--shop", "chit", "--gutter", "0"], "--gutter: is about counters"),
    ],
)
def test_what_can_not_be_printed_is_one_line_and_no_file(tmp_path, words, said):
    done = run(*words, "--out", tmp_path / "out")
    assert done.exit_code == 2
    [line] = done.stderr.splitlines()
    assert line.startswith(f"error: {said}")
    assert not (tmp_path / "out").exists()


def test_an_unknown_game_or_layout_is_wrong_usage(tmp_path):
    done = CliRunner().invoke(cli.main, ["print", "chess", "--out", str(tmp_path / "out")])
    assert done.exit_code == 2
    assert run("--layout", "origami").exit_code == 2


def test_a_shop_gets_pictures_that_state_their_resolution(tmp_path):
    done = run("--only", "turn,assault", "--shop", "chit", "--parts", "counters", "--out", tmp_path)
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines() == [
        f"{tmp_path / 'shop-chit'}",
        f"{tmp_path / 'chosen-counters.pdf'}",
    ]
    table = (tmp_path / "shop-chit" / "how-many.csv").read_text()
    assert table == "id,copies\nturn,1\nassault,1\n"
    names = {path.name for path in (tmp_path / "shop-chit").iterdir() if path.suffix == ".png"}
    assert names == {
        f"{id_}-{side}.png" for id_ in ("turn", "assault") for side in ("front", "back")
    }
    with Image.open(tmp_path / "shop-chit" / "turn-front.png") as picture:
        assert picture.size == (225, 225)  # half an inch and an eighth all round, at 300 dpi
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)


@pytest.fixture
def scans(tmp_path, game):
    """A scan of one face at 400 dpi, of noise: nothing that compresses or is blurred unnoticed."""
    folder = tmp_path / "scans"
    (folder / "counters").mkdir(parents=True)
    unit = next(iter(game.units))
    noise = np.random.default_rng(7).integers(0, 255, (200, 200, 3), dtype=np.uint8)
    Image.fromarray(noise).save(folder / "counters" / f"{unit}-front.png")
    return folder, unit, noise


def test_a_scan_is_printed_without_loss_and_its_dpi_is_told(tmp_path, scans):
    folder, unit, noise = scans
    out = tmp_path / "out"
    done = run("--only", f"{unit},turn", "--art", folder, "--out", out, "--bleed", "0")
    assert done.exit_code == 0, done.output
    assert "note: scans: 1 face is a picture of 400 dpi; the rest is drawn" in done.stderr
    reader = PdfReader(BytesIO((out / "chosen-counters.pdf").read_bytes()))
    [image] = [image for page in reader.pages for image in page.images]
    with Image.open(BytesIO(image.data)) as picture:
        assert np.array_equal(np.asarray(picture.convert("RGB")), noise)
    assert all("private copy" in page.extract_text() for page in reader.pages)
    for place in (folder, folder / "counters", folder / "new"):
        again = run("--only", unit, "--art", folder, "--out", place)
        assert again.exit_code == 2
        assert "holds your scans" in again.stderr
    assert sorted(path.name for path in folder.rglob("*")) == ["counters", f"{unit}-front.png"]


def test_scans_that_belong_to_nothing_are_told(tmp_path, scans):
    folder, unit, _ = scans
    (folder / "counters" / f"{unit}-frnt.png").write_bytes(b"x")
    done = run("--only", unit, "--art", folder, "--out", tmp_path / "out")
    assert f"not used: counters/{unit}-frnt.png" in done.stderr or f"{unit}-frnt.png" in done.stderr


def test_a_soft_scan_is_told(tmp_path, scans):
    folder, unit, _ = scans
    done = run("--only", unit, "--counter", "1in", "--art", folder, "--out", tmp_path / "out")
    assert f"1 of them has fewer than 300 dpi: soft to look at: {unit}-front" in done.stderr


@pytest.fixture
def owned(tmp_path, game):
    """The sheets of an owner who put in one figure."""
    sheets = tmp_path / "mine"
    CliRunner().invoke(cli.main, ["data", GAME, "--estimates", str(sheets / "mine.csv")])
    path = Path(sheet_names(str(sheets / "mine.csv"))[0])
    rows = list(csv.reader(path.read_text("utf-8-sig").splitlines()))
    head = next(row for row in rows if row[:1] == ["counter"])
    unit = next(row for row in rows if row[0] in game.units)
    unit[head.index("morale")] = "11"
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(rows)
    return sheets


def test_an_owners_edition_says_private_copy_on_every_page(tmp_path, owned):
    out = tmp_path / "out"
    done = run("--overlay", owned, "--out", out, "--parts", "counters,charts,calibration")
    assert done.exit_code == 0, done.output
    for name in ("counters.pdf", "charts.pdf"):
        reader = PdfReader(BytesIO((out / name).read_bytes()))
        assert all("private copy" in page.extract_text().lower() for page in reader.pages), name
        assert "private copy" in reader.metadata.subject


def test_pictures_for_a_shop_say_private_copy_in_their_names(tmp_path, owned):
    """They have no words beside the counters: an owner's once looked like anybody's."""
    words = ("--only", "turn", "--shop", "chit", "--parts", "calibration")
    names = {"how-many.csv", "turn-front.png", "turn-back.png"}
    for given, start in (((), ""), (("--overlay", owned), "private-copy-")):
        done = run(*words, "--out", tmp_path / f"out{start}", *given)
        assert done.exit_code == 0, done.output
        made = {path.name for path in (tmp_path / f"out{start}" / "shop-chit").iterdir()}
        assert made == {f"{start}{name}" for name in names}


def test_a_scan_among_counters_that_touch_keeps_its_pixels(tmp_path, scans):
    folder, unit, noise = scans
    out = tmp_path / "out"
    done = run("--only", unit, "--art", folder, "--out", out, "--gutter", "0")
    assert done.exit_code == 0, done.output
    reader = PdfReader(BytesIO((out / "chosen-counters.pdf").read_bytes()))
    [image] = [image for page in reader.pages for image in page.images]
    with Image.open(BytesIO(image.data)) as picture:
        found = np.asarray(picture.convert("RGB"))
    rim = round(1.5 * 200 / 12.7)  # A1: bleed at the left and above, none where others touch it
    assert found.shape == (200 + rim, 200 + rim, 3)
    assert np.array_equal(found[rim:, rim:], noise)
