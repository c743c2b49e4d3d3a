from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from builder.errors import WargameError
from builder.model.load import games, load_game
from builder.module.losses import Spread
from builder.module.picture import PANEL_PX
from builder.module.piece import slug
from builder.module.plan import picture_names, plan
from builder.pipeline import build_module, inputs, making
from builder.pipeline.store import cache_folder
from builder.vassal import read_archive
from tests.sampling import sampled

GAME = games()[0]


def test_a_module_is_named_after_game_and_version(quick, tmp_path):
    built = build_module(GAME, tmp_path / "new" / "folder")
    game = load_game(GAME)
    assert built.path == tmp_path / "new" / "folder" / f"{GAME}-{game.version}.vmod"
    assert built.fresh
    assert built.size == built.path.stat().st_size
    assert "buildFile.xml" in read_archive(built.path)
    assert len(quick) == 1
    names = picture_names(plan(game, PANEL_PX))
    assert built.memory == len(names) * 10 * 20 * 4


def test_nothing_is_done_twice(quick, tmp_path):
    first = build_module(GAME, tmp_path)
    stamp = first.path.stat().st_mtime_ns
    started = time.perf_counter()
    again = build_module(GAME, tmp_path)
    assert time.perf_counter() - started < 3
    assert (again.path, again.size, again.fresh) == (first.path, first.size, False)
    assert first.path.stat().st_mtime_ns == stamp
    assert len(quick) == 1


@pytest.mark.usefixtures("quick")
def test_another_rule_for_losses_makes_another_module_of_the_same_pictures(tmp_path):
    scenario = f"scenario-{slug(list(load_game(GAME).scenarios)[3])}.vsav"
    saves = {}
    for spread in (Spread.EVEN, Spread.NONE, Spread.EVEN):
        built = build_module(GAME, tmp_path, losses=spread)
        assert built.fresh
        saves.setdefault(spread, set()).add(read_archive(built.path).read(scenario))
    assert [len(found) for found in saves.values()] == [1, 1]
    assert saves[Spread.EVEN] != saves[Spread.NONE]


@pytest.mark.parametrize(
    "harm",
    sampled(
        ["remove", "cut", "change", "record", "garbage"],
        {"remove", "change", "garbage"}.__contains__,
    ),
)
def test_the_record_is_not_trusted_when_the_module_is_not_what_it_says(quick, tmp_path, harm):
    path = build_module(GAME, tmp_path).path
    good = path.read_bytes()
    (record,) = cache_folder().iterdir()
    match harm:
        case "remove":
            path.unlink()
        case "cut":
            path.write_bytes(good[:-1])
        case "change":
            path.write_bytes(good[:100] + b"?" + good[101:])
        case "record":
            record.unlink()
        case "garbage":
            record.write_bytes(b"\xff[")
    assert build_module(GAME, tmp_path).fresh
    assert path.read_bytes() == good
    assert len(quick) == 2


def test_a_changed_file_of_art_is_seen(quick, tmp_path, monkeypatch):
    build_module(GAME, tmp_path)
    real = inputs._files

    def files(folder, root, pattern):
        found = list(real(folder, root, pattern))
        name, content = found[-1]
        return [*found[:-1], (name, content + b"\n")]

    monkeypatch.setattr(inputs, "_files", files)
    assert build_module(GAME, tmp_path).fresh
    assert len(quick) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_in_place_of_the_module_is_replaced_and_not_waited_for(quick, tmp_path):
    path = build_module(GAME, tmp_path).path
    path.unlink()
    os.mkfifo(path)
    assert build_module(GAME, tmp_path).fresh
    assert path.is_file()
    assert len(quick) == 2


@pytest.mark.usefixtures("quick")
def test_other_files_in_the_folder_are_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    build_module(GAME, tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"mine.txt", f"{GAME}-{load_game(GAME).version}.vmod"}


def test_a_file_in_place_of_the_folder_is_named(quick, tmp_path):
    (tmp_path / "file").write_text("")
    for out in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(WargameError, match=r"is no folder; give another with --out"):
            build_module(GAME, out)
    assert not quick


def test_a_full_disk_leaves_what_was_there(quick, tmp_path, monkeypatch):
    path = build_module(GAME, tmp_path).path
    path.write_bytes(b"older module")

    def full(_descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WargameError, match="No space left"):
        build_module(GAME, tmp_path)
    assert path.read_bytes() == b"older module"
    assert {p.name for p in tmp_path.iterdir()} == {path.name}
    assert len(quick) == 2


def test_an_unknown_game_is_answered_with_the_known_ones(tmp_path):
    for name in ("no-such-game", "../secrets", "", "white death\n"):
        with pytest.raises(WargameError, match=GAME):
            build_module(name, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.soak
def test_two_builds_from_scratch_are_equal_and_fast_enough(tmp_path):
    started = time.perf_counter()
    one = build_module(GAME, tmp_path / "one").path.read_bytes()
    assert time.perf_counter() - started < 60
    assert build_module(GAME, tmp_path / "two").path.read_bytes() == one


@pytest.fixture
def interruptible():
    """Let children hear an interrupt: what runs tests in the background may have it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def wait_until_others_draw(pid):
    """Wait until two processes that another has started do draw, however busy the machine is."""
    until = time.monotonic() + 120
    while sum(spent > 2 for spent in spent_drawing(pid)) < 2:
        assert time.monotonic() < until, "no two drawing processes"
        time.sleep(0.1)


def spent_drawing(pid):
    """Yield the processor time (s) of each process that another has started to draw."""
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            stat = (each / "stat").read_text().rpartition(")")[2].split()
            if stat[1] == str(pid) and b"spawn_main" in (each / "cmdline").read_bytes():
                yield (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.usefixtures("interruptible")
@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
@pytest.mark.skipif(making._processors() < 2, reason="one processor draws in one process")
@pytest.mark.parametrize(
    "how", sampled([signal.SIGINT, signal.SIGTERM, signal.SIGKILL], signal.SIGINT.__eq__)
)
def test_a_build_that_is_ended_leaves_no_file_and_no_process(tmp_path, repo, how):
    """Whoever reads the output of a build sees its end only when the last process has gone."""
    with subprocess.Popen(
        [sys.executable, "-m", "builder", "build", GAME, "--out", str(tmp_path)],
        cwd=repo,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stderr.readline().startswith(b"draw: ")
        wait_until_others_draw(process.pid)
        process.send_signal(how)
        _, errors = process.communicate(timeout=40)
    assert list(tmp_path.iterdir()) == []
    assert process.returncode == (130 if how == signal.SIGINT else -how)
    assert b"Traceback" not in errors


def test_the_default_folder_is_git_ignored(repo):
    assert "/build/" in Path(repo / ".gitignore").read_text().split()
