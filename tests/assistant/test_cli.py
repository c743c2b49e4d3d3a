"""The command line: exit status, one-line errors, files written whole or not at all."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path
from time import process_time

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant import games, pipeline
from assistant.cli import main
from assistant.pipeline import auditing
from assistant.report import text
from builder.model import load
from builder.vassal import Chat, archive_bytes
from builder.vassal.obfuscation import deobfuscate, obfuscate
from tests.assistant.toy import FIELD, PASSWORD, LogMaker, make_game, make_rules, make_unit


@pytest.fixture
def run():
    def of(*args):
        result = CliRunner().invoke(main, [str(arg) for arg in args])
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert PASSWORD not in result.output
        return result

    return of


@pytest.fixture
def clean(maker):
    """A log in which everything is kept."""
    return maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303")


def one_error(result):
    assert result.exit_code == 2
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("error: ")
    return lines[0]


@pytest.mark.usefixtures("toy")
class TestStatus:
    def test_0_nothing_broken(self, run, clean, tmp_path):
        result = run("audit", clean.write(tmp_path / "a.vlog"))
        assert (result.exit_code, result.stderr) == (0, "")
        assert "Result: 0 broken" in result.stdout

    def test_0_if_only_not_checkable(self, run, clean, tmp_path):
        clean.say("*** 2d6 = 3,4 *** &lt;Alice&gt;")
        result = run("audit", clean.write(tmp_path / "a.vlog"))
        assert result.exit_code == 0
        assert "1 not checkable" in result.stdout

    def test_1_something_broken(self, run, clean, tmp_path):
        result = run("audit", clean.drag("11", "0903").write(tmp_path / "a.vlog"))
        assert result.exit_code == 1
        assert "BROKEN" in result.stdout

    def test_1_parts_left_out(self, run, clean, tmp_path):
        result = run("audit", clean.say("* [WU] sing").write(tmp_path / "a.vlog"))
        assert result.exit_code == 1
        assert "LOG-1" in result.stdout

    def test_2_a_rule_failed(self, run, clean, tmp_path, monkeypatch):
        rules = make_rules()

        @rules.rule("TG-8", name="x", section="1")
        def failing(_ply, _game):
            """Fail."""
            raise ZeroDivisionError

        monkeypatch.setattr(games, "find", lambda _id: rules)
        result = run("audit", clean.write(tmp_path / "a.vlog"))
        assert result.exit_code == 2
        assert "AUD-2" in result.stdout
        assert "INCOMPLETE" in result.stdout

    def test_2_another_module(self, run, tmp_path):
        path = LogMaker(game="", module="Other War").say("x").write(tmp_path / "a.vlog")
        line = one_error(run("audit", path))
        assert str(path) in line
        assert "'Other War'" in line
        assert "toy-war" in line

    def test_2_no_file(self, run, tmp_path):
        assert "no such file" in one_error(run("audit", tmp_path / "a.vlog"))

    def test_2_a_name_with_a_line_end(self, run, tmp_path):
        assert r"\x0a" in one_error(run("audit", tmp_path / "a\nb.vlog"))

    def test_2_wrong_options(self, run, tmp_path):
        assert run("audit").exit_code == 2
        assert run("audit", tmp_path / "a.vlog", "--format", "html").exit_code == 2


@pytest.mark.usefixtures("toy")
class TestOut:
    def test_the_file_holds_the_report_and_nothing_else_is_written(self, run, clean, tmp_path):
        log, out = clean.write(tmp_path / "a.vlog"), tmp_path / "report.json"
        result = run("audit", log, "--format", "json", "--out", out)
        assert (result.exit_code, result.output) == (0, "")
        assert json.loads(out.read_text())["schema"] == 1
        assert out.read_text() == run("audit", log, "--format", "json").stdout
        assert sorted(path.name for path in tmp_path.iterdir()) == ["a.vlog", "report.json"]

    def test_never_over_the_log(self, run, clean, tmp_path):
        log = clean.write(tmp_path / "a.vlog")
        before = log.read_bytes()
        (tmp_path / "link").symlink_to(log)
        for out in (log, tmp_path / "x" / ".." / "a.vlog", tmp_path / "link"):
            (tmp_path / "x").mkdir(exist_ok=True)
            assert "would overwrite an input" in one_error(run("audit", log, "--out", out))
        assert log.read_bytes() == before

    def test_never_over_the_module(self, run, clean, tmp_path):
        module = tmp_path / "m.vmod"
        module.write_bytes(b"x")
        log = clean.write(tmp_path / "a.vlog")
        assert "overwrite" in one_error(run("audit", log, "--module", module, "--out", module))

    def test_a_folder_that_isnt_there(self, run, clean, tmp_path):
        log = clean.write(tmp_path / "a.vlog")
        one_error(run("audit", log, "--out", tmp_path / "no" / "report.txt"))
        assert [path.name for path in tmp_path.iterdir()] == ["a.vlog"]

    def test_an_old_report_survives_an_error(self, run, tmp_path):
        out = tmp_path / "report.txt"
        out.write_text("old")
        one_error(run("audit", tmp_path / "none.vlog", "--out", out))
        assert out.read_text() == "old"


@pytest.mark.usefixtures("toy")
class TestModule:
    def write(self, path, files):
        entries = {f"umpire/source_data/{name}": data for name, data in files.items()}
        path.write_bytes(archive_bytes({"buildFile.xml": b"<x/>", **entries}))
        return path

    def test_its_data_judge(self, run, clean, tmp_path, monkeypatch):
        given_ = {}

        def made(files):
            given_.update(files)
            return make_game(version="2.0.0", digest="cd" * 32)

        monkeypatch.setattr(load, "load_game_from_files", made)
        module = self.write(tmp_path / "m.vmod", {"game.toml": b"1", "map/a.csv": b"2"})
        clean.digest, clean.version = "cd" * 32, "2.0.0"
        result = run("audit", clean.write(tmp_path / "a.vlog"), "--module", module)
        assert given_ == {"game.toml": b"1", "map/a.csv": b"2"}
        assert result.exit_code == 0
        assert "Toy War 2.0.0, data cdcdcdcdcdcd (data inside m.vmod)" in result.stdout
        assert "LOG-2" not in result.stdout

    def test_a_log_started_with_other_data_isnt_judged_and_says_so(
        self, run, maker, tmp_path, monkeypatch
    ):
        """An illegal march is judged by the data it was made with, by no others."""
        maker.impulse("red", 1).phase("decision", "movement").drag("11", "0803")
        maker.put("14", "nobody", "0101").say(
            "* [WU] impulse side=grey kind=action points=1 left=9"
        )
        log = maker.write(tmp_path / "a.vlog")
        judged = json.loads(run("audit", log, "--format", "json").stdout)
        assert {"TG-1", "LOG-1", "LOG-3"} <= {each["rule"] for each in judged["findings"]}
        other = make_game(version="2.0.0", digest="cd" * 32)
        monkeypatch.setattr(load, "load_game_from_files", lambda _files: other)
        module = self.write(tmp_path / "m.vmod", {"game.toml": b"1"})
        result = run("audit", log, "--module", module, "--format", "json")
        found = json.loads(result.stdout)
        assert result.exit_code == 1
        assert [each["rule"] for each in found["findings"]] == ["LOG-2", "LOG-1"]
        assert found["findings"][0]["verdict"] == "not checkable"
        assert {each["rule"] for each in found["rules"]} == {"LOG-1", "LOG-2"}
        assert found["notes"] == []

    def test_of_another_game(self, run, clean, tmp_path, monkeypatch):
        other = make_game(id="sea-war")
        monkeypatch.setattr(load, "load_game_from_files", lambda _files: other)
        module = self.write(tmp_path / "m.vmod", {"game.toml": b"1"})
        line = one_error(run("audit", clean.write(tmp_path / "a.vlog"), "--module", module))
        assert "'sea-war'" in line
        assert "'toy-war'" in line

    def test_without_data(self, run, clean, tmp_path):
        log, module = clean.write(tmp_path / "a.vlog"), self.write(tmp_path / "m.vmod", {})
        assert "no game data" in one_error(run("audit", log, "--module", module))
        assert "no such file" in one_error(run("audit", log, "--module", tmp_path / "none"))


@pytest.mark.usefixtures("toy")
class TestDamage:
    """Whatever a file holds: a report, or one line of error; never a traceback or a password."""

    @staticmethod
    def busy(maker):
        """A log with a bit of everything, as bytes."""
        maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303")
        maker.do(maker.changed("11", face="2", loss="1")).say("*** 2d6 = 3,4 *** &lt;Alice&gt;")
        return maker.data()

    @pytest.mark.parametrize("share", [0.0, 0.1, 0.3, 0.6, 0.9, 0.99])
    def test_cut_short(self, run, maker, tmp_path, share):
        data = self.busy(maker)
        path = tmp_path / "a.vlog"
        path.write_bytes(data[: int(len(data) * share)])
        assert str(path) in one_error(run("audit", path))

    @settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(chance=st.randoms())
    def test_bytes_of_the_file_changed(self, run, tmp_path, chance):
        maker = LogMaker().put("11", "r1", "0203")
        data = bytearray(self.busy(maker))
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path = tmp_path / "a.vlog"
        path.write_bytes(data)
        assert run("audit", path).exit_code in (0, 1, 2)

    @settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(chance=st.randoms())
    def test_commands_garbled(self, run, tmp_path, chance):
        maker = LogMaker().put("11", "r1", "0203")
        path = tmp_path / "a.vlog"
        path.write_bytes(self.busy(maker))
        with zipfile.ZipFile(path) as zipped:
            entries = {name: zipped.read(name) for name in zipped.namelist()}
        text = list(deobfuscate(entries["savedGame"]).replace(PASSWORD, "x"))
        for _ in range(chance.randint(1, 12)):
            at = chance.randrange(len(text))
            text[at] = chance.choice(["", "/", "\t", "\\", ";", "\x1b", "9", "M/", text[at] * 2])
        entries["savedGame"] = obfuscate("".join(text))
        path.write_bytes(archive_bytes(entries))
        assert run("audit", path).exit_code in (0, 1, 2)


def test_logs_of_others_are_refused_in_one_line(run, shared):
    logs = sorted((shared / "corpus" / "vlog").iterdir())
    assert len(logs) > 30
    for path in logs:
        assert str(path) in one_error(run("audit", path))


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help(run, option):
    result = run(option)
    assert result.exit_code == 0
    assert "audit" in result.output
    assert "--module" in run("audit", option).output


def test_version(run):
    result = run("--version")
    assert (result.exit_code, result.output.split()[0]) == (0, "assistant,")


CHILD = """
import sys
from assistant import cli, games
from builder.model import load
from tests.assistant.toy import make_game, make_rules
load.games = lambda: ("toy-war",)
load.load_game = lambda _id: make_game()
games.find = lambda _id: make_rules()
try:
    cli.main(sys.argv[1:])
finally:
    loaded = {"PIL", "shapely"} & set(sys.modules)
    if loaded:
        print("loaded:", loaded, file=sys.stderr)
"""


def child(*args, **options):
    command = [sys.executable, "-c", CHILD, *map(str, args)]
    return subprocess.run(command, capture_output=True, check=False, timeout=60, **options)


def test_no_pictures_are_loaded_and_bytes_are_equal(clean, tmp_path, repo):
    log = clean.write(tmp_path / "a.vlog")
    first = child("audit", log, "--format", "json", cwd=repo)
    second = child("audit", log, "--format", "json", cwd=repo, env={"PYTHONHASHSEED": "7"})
    assert (first.returncode, first.stderr) == (0, b"")
    assert first.stdout == second.stdout


def test_text_is_utf_8_whatever_the_locale(clean, tmp_path, repo):
    log = clean.drag("13", "0101").write(tmp_path / "a.vlog")
    ended = child(
        "audit", log, cwd=repo, env={"LC_ALL": "C", "PYTHONUTF8": "0", "FORCE_COLOR": "1"}
    )
    assert ended.returncode == 1
    assert "Jäger" in ended.stdout.decode("utf-8")
    assert b"\x1b" not in ended.stdout


def test_a_reader_that_goes_away_is_no_traceback(clean, tmp_path, repo):
    log = clean.write(tmp_path / "a.vlog")
    command = [sys.executable, "-c", CHILD, "audit", str(log)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=repo
    ) as process:
        process.stdout.close()
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (2, b"")


@pytest.mark.usefixtures("toy")
def test_only_an_ordinary_file_is_written_over(run, clean, tmp_path):
    """A rename onto a device, a link or a folder would put a file in its place."""
    log = clean.write(tmp_path / "a.vlog")
    pipe, link, report = (tmp_path / name for name in ("pipe", "link", "report.txt"))
    os.mkfifo(pipe)
    link.symlink_to(report)
    for out in (pipe, tmp_path):
        assert str(out) in one_error(run("audit", log, "--out", out))
    assert pipe.is_fifo()
    assert run("audit", log, "--out", link).exit_code == 0
    assert link.is_symlink()
    assert "Result: 0 broken" in report.read_text("utf-8")
    link.unlink()
    link.symlink_to(link)
    assert str(link) in one_error(run("audit", log, "--out", link))


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no device that is always full")
def test_output_that_is_full_or_closed_is_one_line(clean, tmp_path, repo):
    log = clean.write(tmp_path / "a.vlog")
    command = shlex.join([sys.executable, "-c", CHILD, "audit", str(log)])
    for where in (">/dev/full", ">&-"):
        ended = subprocess.run(
            ["/bin/sh", "-c", f"{command} {where}"],
            capture_output=True,
            check=False,
            timeout=60,
            cwd=repo,
        )
        assert ended.returncode == 2
        lines = ended.stderr.splitlines()
        assert len(lines) == 1
        assert lines[0].startswith(b"error: the standard output ")


def test_interrupting_is_one_line(run, clean, tmp_path, toy, monkeypatch):  # noqa: ARG001
    def interrupted(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr(auditing, "judge", interrupted)
    result = run("audit", clean.write(tmp_path / "a.vlog"))
    assert result.exit_code == 130
    assert result.stderr == "error: interrupted; nothing was written\n"


def test_a_thousand_steps_take_little_time(toy, tmp_path):  # noqa: ARG001
    """Reading, folding and reporting alone; a game's rules have the rest of the two seconds."""
    names = [f"u{number}" for number in range(400)]
    hexes = [FIELD.format(cell) for cell in FIELD]
    maker = LogMaker()
    for number, name in enumerate(names):
        maker.put(str(100 + number), name, hexes[number % len(hexes)])
    for number in range(1000):
        id_ = str(100 + number * 7 % 400)
        moved = (
            maker.changed(id_, moved="true"),
            maker.moved(id_, hexes[(number * 11 + number // 400) % len(hexes)]),
        )
        maker.do(*moved, Chat("* x moves 0101 -> 0203 *"))
        if number % 50 == 0:
            maker.impulse("Red", 3).phase("decision", "movement")
    path = maker.write(tmp_path / "long.vlog")
    units = {name: make_unit(name, "red", name) for name in names}
    load.load_game = lambda _id: make_game(units=units)  # the fixture puts it back
    before = process_time()
    audit, game = pipeline.audit(path)
    text.render(audit, game)
    assert process_time() - before < 1.5
    assert dict(audit.counts)["marches"] > 900
