"""Hostile and damaged files: each comes out as whoever made it expects."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from assistant.cli import main
from tests.sampling import sampled

SHARED = Path(__file__).parents[2].parent / "shared"
MAKER = SHARED / "needs" / "make_nasty.py"
CASES = 42
IDS = ("hunter2", "correct horse")
AFTERWARDS = "start-differs-from-previous-end"  # only two files together show it
ONE_IN = [4, pytest.param(1, marks=pytest.mark.soak)]
"""Files that are asked what they can't answer: every fourth in every run, all in the soak."""

pytestmark = pytest.mark.skipif(not MAKER.exists(), reason="reference material is absent")


@pytest.fixture(scope="module")
def nasty(tmp_path_factory):
    folder = tmp_path_factory.mktemp("nasty")
    done = subprocess.run(
        [sys.executable, str(MAKER), str(folder)], check=False, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def manifest(nasty):
    listed = json.loads((nasty / "manifest.json").read_text(encoding="utf-8"))
    assert len(listed) == CASES
    return listed


def run(*args):
    result = CliRunner().invoke(main, [str(arg) for arg in args])
    assert result.exception is None or isinstance(result.exception, SystemExit), args
    assert not any(secret in result.output for secret in IDS)
    return result


@pytest.fixture(scope="module")
def told(nasty, manifest):
    """What `info` says of every file; nothing is written meanwhile."""
    before = {path: path.read_bytes() for path in nasty.parent.rglob("*") if path.is_file()}
    found = {case["file"]: run("info", nasty / case["file"]) for case in manifest}
    after = {path: path.read_bytes() for path in nasty.parent.rglob("*") if path.is_file()}
    assert before == after
    return found


def test_every_outcome_is_the_one_expected(told, manifest):
    for case in manifest:
        result = told[case["file"]]
        outcome, _, code = case["expect"].partition(":")
        what = f"{case['file']}: {case['expect']}\n{result.output}"
        if outcome == "ok" or code == AFTERWARDS:
            assert result.exit_code == 0, what
        elif outcome == "warn":
            assert result.exit_code in (0, 1), what
            assert code in result.stdout, what
        else:
            assert outcome == "reject", what
            assert result.exit_code == 2, what
            assert result.stdout == "", what
            assert len(result.stderr.splitlines()) == 1, what
            assert code in result.stderr, what


def test_json_tells_the_same(nasty, told, manifest):
    for case in manifest:
        text = told[case["file"]]
        if text.exit_code == 2 or case["bytes"] > 1 << 17:
            continue
        data = run("info", nasty / case["file"], "--format", "json")
        assert data.exit_code == text.exit_code, case["file"]
        document = json.loads(data.stdout)
        assert document["status"] == text.exit_code
        codes = {each["code"] for each in document["damage"]}
        assert all(code in text.stdout for code in codes), case["file"]


def test_a_screen_and_nothing_that_steers_a_terminal(told):
    for file, result in told.items():
        lines = result.stdout.splitlines()
        assert len(lines) <= 24, file
        assert all(len(line) <= 80 and line.isprintable() for line in lines), file


def test_imitated_dice_are_named_by_dice_too(nasty):
    result = run("dice", nasty / "33-dice-spoof.vlog")
    assert result.exit_code in (0, 1)
    assert "unrecognised-dice" in result.stdout


@pytest.mark.parametrize(
    "name",
    sampled(["32-undo", "34-players", "35-masked", "39-many-commands"], lambda n: "many" not in n),
)
def test_dice_of_difficult_logs(nasty, name):
    result = run("dice", nasty / f"{name}.vlog", "--format", "csv")
    assert result.exit_code == 0
    rolls = {"32-undo": 2, "39-many-commands": 20_000}.get(name, 0)
    assert len(result.stdout.splitlines()) == 1 + rolls


def test_ghost_moves_are_named_by_log(nasty):
    result = run("log", nasty / "38-chain-a.vlog", nasty / "38-chain-b-ghost.vlog")
    assert result.exit_code in (0, 1)
    assert AFTERWARDS in result.stdout


def test_files_that_are_asked_in_every_run_are_of_every_outcome(manifest):
    outcomes = [{each["expect"].partition(":")[0] for each in manifest[::n]} for n in (4, 1)]
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("one_in", ONE_IN)
def test_no_question_is_answered_from_any_of_them(nasty, manifest, one_in):
    for case in manifest[::one_in]:
        file = nasty / case["file"]
        for asked in (["position", file], ["reach", f"{file}@1", "x", "--mp", "3"]):
            result = run(*asked)
            assert (result.exit_code, result.stdout) == (2, ""), asked
            assert len(result.stderr.splitlines()) == 1, asked


@pytest.mark.parametrize("one_in", ONE_IN)
def test_none_of_them_is_a_module_to_judge_by(nasty, manifest, one_in):
    log = Path(__file__).parents[1] / "logs" / "white-death-3.6.vlog"
    for case in manifest[::one_in]:
        result = run("position", log, "--module", nasty / case["file"], "--format", "svg")
        assert (result.exit_code, result.stdout) == (2, ""), case["file"]
        assert len(result.stderr.splitlines()) == 1, case["file"]
