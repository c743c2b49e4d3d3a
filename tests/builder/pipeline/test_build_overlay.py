"""An owner's edition from the command line to the module: names, bytes, cache, complaints."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from click.testing import CliRunner

from builder import cli
from builder.model.load import games, load_game, load_game_from_files, read_edition
from builder.module.manifest import SOURCE_DATA
from builder.pipeline import build_module
from builder.vassal import read_archive
from tests.builder.model.owner import as_excel_in_german, counters, hexes, rows_of

GAME = games()[0]


def run(*arguments):
    return CliRunner().invoke(cli.main, [str(each) for each in arguments])


@pytest.fixture(scope="module")
def game():
    return load_game(GAME)


@pytest.fixture(scope="module")
def unit(game):
    return next(iter(game.units))


@pytest.fixture
def sheets(tmp_path, game, unit):
    folder = tmp_path / "sheets"
    folder.mkdir()
    (folder / "counters.csv").write_bytes(counters(game, {unit: {"morale": "3"}}))
    (folder / "map.csv").write_bytes(hexes(game, {"0101": {"high": "yes"}}))
    return folder


def description(path):
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
        return archive.read("moduledata").decode(), archive.read("buildFile.xml").decode()


def test_the_module_says_whose_it_is(quick, game, sheets, tmp_path):
    built = build_module(GAME, tmp_path / "out", overlay=sheets)
    owned = load_game(GAME, overlay=sheets)
    assert built.path.name == f"{GAME}-{game.version}+owner.{owned.digest[:4]}.vmod"
    assert len(quick) == 1
    metadata, tree = description(built.path)
    for text in (metadata, tree):
        assert owned.version in text
        assert "PRIVATE COPY, NOT FOR DISTRIBUTION" in text
    archive = read_archive(built.path)
    assert b"OWNER&#39;S EDITION" in archive.read("help-about.html").replace(b"&#x27;", b"&#39;")
    manifest = json.loads(archive.read("umpire/manifest.json"))
    assert (manifest["version"], manifest["digest"]) == (owned.version, owned.digest)
    data = {
        name.removeprefix(SOURCE_DATA): archive.read(name)
        for name in archive.names
        if name.startswith(SOURCE_DATA)
    }
    assert load_game_from_files(data) == owned


def test_the_same_figures_are_the_same_module_bytes(quick, sheets, tmp_path):
    one = build_module(GAME, tmp_path / "one", overlay=sheets).path
    other = tmp_path / "elsewhere"
    other.mkdir()
    for name, sheet in (("b.csv", "counters.csv"), ("a.csv", "map.csv")):
        rows = rows_of((sheets / sheet).read_bytes())
        (other / name).write_bytes(as_excel_in_german([*rows[:2], *reversed(rows[2:])]))
    two = build_module(GAME, tmp_path / "two", overlay=other).path
    assert one.name == two.name
    assert one.read_bytes() == two.read_bytes()
    assert quick[0].fingerprint == quick[1].fingerprint


def test_an_overlay_without_figures_is_the_public_module(quick, game, tmp_path):
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets" / "c.csv").write_bytes(counters(game, {}))
    plain = build_module(GAME, tmp_path / "out")
    same = build_module(GAME, tmp_path / "out", overlay=tmp_path / "sheets")
    assert (same.path, same.fresh, len(quick)) == (plain.path, False, 1)
    assert "the edition is the public one" in same.notes[0]


def test_the_cache_notices_what_was_filled_in_and_keeps_editions_apart(
    quick, game, unit, sheets, tmp_path
):
    out = tmp_path / "out"
    first = build_module(GAME, out, overlay=sheets)
    assert not build_module(GAME, out, overlay=sheets).fresh
    plain = build_module(GAME, out)
    assert plain.fresh
    assert plain.path != first.path
    assert not build_module(GAME, out, overlay=sheets).fresh
    (sheets / "counters.csv").write_bytes(counters(game, {unit: {"morale": "4"}}))
    changed = build_module(GAME, out, overlay=sheets)
    assert changed.fresh
    assert changed.path not in (first.path, plain.path)
    assert len(quick) == 3


@pytest.mark.parametrize("command", ["build", "data", "gallery"])
def test_a_wrong_cell_is_one_line_and_nothing_is_written(game, unit, sheets, tmp_path, command):
    (sheets / "counters.csv").write_bytes(counters(game, {unit: {"morale": "13"}}))
    out = [] if command == "data" else ["--out", tmp_path / "out"]
    result = run(command, GAME, "--overlay", sheets, *out)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"error: {sheets / 'counters.csv'}:3: counter {unit}: morale 13 is out of range "
        "(from 2 to 12) [DAT-number]\n"
    )
    assert not (tmp_path / "out").exists()


def test_a_folder_that_is_not_there_is_one_line(tmp_path):
    result = run("data", GAME, "--overlay", tmp_path / "no")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)


def test_data_tells_of_an_edition(sheets):
    result = run("data", GAME, "--overlay", sheets)
    assert result.exit_code == 0, result.stderr
    assert "+owner." in result.output
    told = " ".join(result.output.split())
    assert "Private copy, not for distribution: 2 figures are the owner's" in told


class TestSheets:
    def test_are_written_both_and_named(self, game, tmp_path):
        file = tmp_path / "mine.csv"
        result = run("data", GAME, "--estimates", file)
        assert result.exit_code == 0
        assert result.output.splitlines() == [str(file), str(tmp_path / "mine-map.csv")]
        assert file.read_bytes() == counters(game, {})
        assert read_edition(GAME, overlay=tmp_path).files == read_edition(GAME).files

    def test_are_never_written_over(self, tmp_path):
        (tmp_path / "mine-map.csv").write_bytes(b"weeks of work")
        result = run("data", GAME, "--estimates", tmp_path / "mine.csv")
        assert (result.exit_code, result.stdout) == (2, "")
        assert "mine-map.csv: is there already, and what was filled in" in result.stderr
        assert [path.name for path in tmp_path.iterdir()] == ["mine-map.csv"]

    def test_hold_what_was_filled_in(self, unit, sheets, tmp_path):
        result = run("data", GAME, "--overlay", sheets, "--estimates", tmp_path / "again.tsv")
        assert result.exit_code == 0
        text = (tmp_path / "again.tsv").read_bytes().decode("utf-8-sig")
        assert "\t3\t" in next(line for line in text.splitlines() if line.startswith(unit))
        (tmp_path / "b").mkdir()
        for name in ("again.tsv", "again-map.tsv"):
            (tmp_path / name).rename(tmp_path / "b" / name)
        again = read_edition(GAME, overlay=tmp_path / "b")
        assert again.files == read_edition(GAME, overlay=sheets).files

    def test_make_their_folder_or_are_one_line(self, tmp_path):
        assert run("data", GAME, "--estimates", tmp_path / "new" / "c.csv").exit_code == 0
        (tmp_path / "file").touch()
        result = run("data", GAME, "--estimates", tmp_path / "file" / "c.csv")
        assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
        assert "with --estimates" in result.stderr
