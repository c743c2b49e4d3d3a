from __future__ import annotations

import errno
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from builder import cli
from builder.cli.progress import _bar
from builder.errors import DataError, DataProblem, DrawError
from builder.model.load import games, load_game
from builder.module.losses import RULES, Spread
from builder.pipeline import Built

GAME = games()[0]


def run(*arguments):
    return CliRunner().invoke(cli.main, list(arguments))


def test_version_and_help():
    assert run("--version").output.startswith("builder, version ")
    for arguments in (("-h",), ("build", "-h"), ("data", "--help")):
        assert run(*arguments).exit_code == 0
    assert "GAME" in run("build", "-h").output


def test_games_are_listed():
    assert run("games").output.split() == games()


def test_data_prints_totals():
    result = run("data", GAME)
    assert result.exit_code == 0
    game = load_game(GAME)
    assert game.digest in result.output
    for side in game.sides:
        count = sum(unit.side == side.id for unit in game.units.values())
        assert f"{side.name}: {count} units" in result.output
    assert result.output.endswith("no problems\n")


def test_lock_adds_nothing_to_a_complete_file():
    from builder.model.load import game_folder  # noqa: PLC0415

    lock = game_folder(GAME) / "gpids.lock.csv"
    before = lock.read_bytes()
    result = run("data", GAME, "--lock")
    assert result.exit_code == 0
    assert result.output.startswith("lock: 0 new\n")
    assert lock.read_bytes() == before


def test_build_prints_the_file(monkeypatch, tmp_path):
    def build_module(game, out, progress, **_):
        assert (game, out) == (GAME, tmp_path)
        progress("draw", 0, 12)
        progress("draw", 12, 12)
        progress("pack", 0, 1)
        return Built(out / "x.vmod", fresh=True, size=5_700_000, memory=145_000_000)

    monkeypatch.setattr(cli, "build_module", build_module)
    result = run("build", GAME, "--out", str(tmp_path))
    assert result.exit_code == 0
    assert result.stdout == f"{tmp_path / 'x.vmod'}\n"
    assert result.stderr == (
        "draw: 12 pictures\npack\nmodule: 5.7 MB; its pictures take 145 MB in VASSAL\n"
    )


def test_build_can_be_quiet_and_says_when_nothing_changed(monkeypatch, tmp_path):
    def build_module(_game, out, progress, **_):
        assert progress is None
        return Built(out / "x.vmod", fresh=False, size=7)

    monkeypatch.setattr(cli, "build_module", build_module)
    result = run("build", GAME, "--quiet", "--out", str(tmp_path))
    assert (result.stdout, result.stderr) == (f"{tmp_path / 'x.vmod'} (unchanged)\n", "")


@pytest.mark.parametrize("name", ["no-such-game", "../..", "\x1b[31m"])
def test_an_unknown_game_is_one_line(name, tmp_path):
    for arguments in (("build", name, "--out", str(tmp_path / "o")), ("data", name)):
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        (line,) = result.stderr.splitlines()
        assert line.startswith("error: ")
        assert GAME in line
        assert "\x1b" not in line
    assert not (tmp_path / "o").exists()


def test_every_problem_of_the_data_is_a_line(monkeypatch):
    problems = [DataProblem("DAT-x", "units.csv", n, "wrong", "right it") for n in (3, 9)]

    def load(_game, **_):
        raise DataError(problems)

    monkeypatch.setattr(cli, "read_edition", load)
    result = run("data", GAME)
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "error: units.csv:3: wrong (right it) [DAT-x]",
        "error: units.csv:9: wrong (right it) [DAT-x]",
    ]


def test_a_sheet_that_is_wrong_throughout_does_not_flood_the_screen(tmp_path):
    """Each row of a table that is no sheet of figures was once a line of its own."""
    (tmp_path / "a.csv").write_text("counter,strength\n" + "nobody,x\n" * 900)
    result = run("data", GAME, "--overlay", str(tmp_path))
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    assert len(lines) == 501
    assert "a.csv:2: counter nobody: strength 'x'" in lines[0]
    assert lines[-1] == "error: 400 more like these"


def test_other_complaints_are_one_line(monkeypatch):
    def build_module(*_, **__):
        raise DrawError("font gone; restore it")

    monkeypatch.setattr(cli, "build_module", build_module)
    result = run("build", GAME)
    assert (result.exit_code, result.stderr) == (2, "error: font gone; restore it\n")


def test_complaints_hide_nothing_and_stay_one_line(tmp_path):
    (tmp_path / "file").touch()
    result = run("build", GAME, "--out", str(tmp_path / "file" / "\x1b[31mred\nx"))
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "/\\x1b[31mred\\nx: is no folder" in result.stderr


def test_interrupting_is_one_line(monkeypatch):
    def interrupted(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "build_module", interrupted)
    result = run("build", GAME)
    assert result.exit_code == 130
    assert result.stderr == "error: interrupted; nothing was written\n"


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no device that is always full")
def test_an_output_that_is_full_is_one_line(repo):
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "builder", "data", GAME],
            cwd=repo,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert ended.returncode == 2
    assert ended.stderr.splitlines()[:1] == [b"error: the output: No space left on device"]


def test_a_folder_that_is_a_file(tmp_path):
    (tmp_path / "file").write_text("")
    result = run("build", GAME, "--out", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert "is no folder" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [
        *(["build", "white-death", option, ""] for option in ("--out", "--overlay", "--art")),
        ["print", "white-death", "--profile", ""],
        ["data", "white-death", "--estimates", ""],
        ["migrate", "", "--module", "x.vmod"],
    ],
)
def test_an_empty_name_is_not_taken_for_the_folder_one_is_in(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(*words)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "is empty: name a file or folder" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_wrong_usage_has_status_2():
    for arguments in (("build",), ("frobnicate",), ("build", GAME, "--colour")):
        assert run(*arguments).exit_code == 2


def test_the_package_runs_as_a_program(repo):
    done = subprocess.run(
        [sys.executable, "-m", "builder", "games"],
        cwd=Path(repo),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.split() == games()


def test_a_lock_file_that_cannot_be_written_is_one_line(monkeypatch):
    def update_lock(_folder):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(cli, "update_lock", update_lock)
    result = run("data", GAME, "--lock")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Permission denied" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.fixture(scope="module")
def installed(repo, tmp_path_factory):
    """The wheel, unpacked far from the checkout, and a way to run Python with it."""
    folder = tmp_path_factory.mktemp("wheel")
    make = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(make, cwd=repo, check=True, capture_output=True, timeout=120)
    (wheel,) = folder.glob("*.whl")
    site = folder / "site"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)

    def python(*arguments):
        environment = os.environ | {"PYTHONPATH": str(site)}
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        return done.stdout

    return site, python


DRAW = """
from builder.draw.style import art_root, load_style
from builder.model.load import data_root, games, load_game
from builder.pipeline.inputs import Shop
from builder.pipeline.module import recipes
for id_ in games():
    recipe = recipes(Shop(load_game(id_), load_style(art_root() / id_.replace("-", "_"))))[-1]
    print(data_root(), art_root(), *{content[:4] for content in recipe.make({}).values()})
"""


def test_an_installed_wheel_has_data_and_art_of_its_own(installed):
    site, python = installed
    assert python("-m", "builder", "games").split() == games()
    inside = site / "builder" / "_data"
    line = f"{inside / 'source_data'} {inside / 'art'} {bytes.fromhex('89504e47')!r}"
    assert python("-c", DRAW).splitlines() == [line] * len(games())


def test_a_bar_moves_to_its_end():
    moved = []
    tell = _bar(moved.append)
    for done in (0, 10, 400, 798):
        tell("draw", done, 798)
    tell("pack", 0, 1)
    tell("pack", 1, 1)
    assert sum(moved) == 100
    assert all(step > 0 for step in moved)


def test_gallery_says_what_is_wrong(tmp_path):
    (tmp_path / "file").write_text("")
    result = run("gallery", GAME, "--out", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert "--out" in result.stderr
    assert run("gallery", "no-such-game", "--out", str(tmp_path)).exit_code == 2
    assert sorted(tmp_path.iterdir()) == [tmp_path / "file"]


@pytest.mark.parametrize(
    ("given", "spread"),
    [
        ((), Spread.EVEN),
        (("--losses", "concentrated"), Spread.CONCENTRATED),
        (("--losses", "none"), Spread.NONE),
    ],
)
def test_losses_to_date_are_taken_by_the_rule_that_is_asked_for(
    monkeypatch, tmp_path, given, spread
):
    def build_module(_game, out, _progress, *, losses, **_):
        assert losses is spread
        return Built(out / "x.vmod", fresh=False, size=7)

    monkeypatch.setattr(cli, "build_module", build_module)
    assert run("build", GAME, "-q", *given, "--out", str(tmp_path)).exit_code == 0


def test_the_help_states_every_rule_for_losses_and_no_other_is_taken(tmp_path):
    told = " ".join(run("build", "--help").stdout.split())
    for rule, words in RULES.items():
        assert f"{rule}: {words}".replace(" ", "") in told.replace(" ", "")
    assert run("build", GAME, "--losses", "fair", "--out", str(tmp_path)).exit_code == 2
