"""The command ``assistant log``."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from assistant.cli import main
from builder.vassal import AddPlayer, Chat, RemovePlayer
from builder.vassal.command import PrivateNote, SecretNote, Unknown, Unmask
from builder.vassal.trait import Hidden, Mask, Restricted
from tests.assistant.record.made import changed, move, put, said, write, write_module

FORMATS = ("text", "markdown", "html", "csv", "json")


def run(*arguments):
    return CliRunner().invoke(main, ["log", *map(str, arguments)])


@pytest.fixture
def log(tmp_path):
    """A log of one move and one line."""
    setup = [put("1", "1st Inf", 0, 0)]
    return write(tmp_path / "a.vlog", move("1", (0, 0), (9, 9)), said("Bob", "hm"), setup=setup)


@pytest.fixture(scope="module")
def nasty(tmp_path_factory, shared):
    """The folder of hostile files."""
    script = shared / "needs" / "make_nasty.py"
    folder = tmp_path_factory.mktemp("nasty")
    subprocess.run([sys.executable, script, folder], check=True, stdout=subprocess.DEVNULL)
    return folder


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_on_the_standard_output_and_in_a_file(log, tmp_path, form):
    shown = run(log, "--format", form)
    assert shown.exit_code == 0
    assert "1st Inf" in shown.output
    out = tmp_path / "out"
    assert run(log, "--format", form, "--out", out).exit_code == 0
    assert out.read_bytes() == shown.stdout_bytes


def test_equal_input_gives_equal_bytes(log):
    assert all(
        run(log, "--format", f).stdout_bytes == run(log, "--format", f).stdout_bytes
        for f in FORMATS
    )


def test_exit_status(log, tmp_path):
    setup = [put("1", "1st Inf", 0, 0)]
    ghost = write(tmp_path / "b.vlog", said("Ann", "x"), setup=setup)
    assert run(log, ghost).exit_code == 1
    data = log.read_bytes()
    cut = tmp_path / "c.vlog"
    cut.write_bytes(data[: len(data) * 6 // 10])
    bad = run(tmp_path / "absent.vlog")
    assert bad.exit_code == 2
    assert bad.stderr.count("\n") == 1
    assert run(cut).exit_code in (1, 2)
    assert run(log, "--as-side", "Purple").exit_code == 2
    assert run(log, "--as-side", "Red", "--referee").exit_code == 2
    assert run(log, "--out", log).exit_code == 2
    assert log.read_bytes() == data


def test_a_module_that_was_looked_up_is_not_written_over(log):
    module = write_module(log.parent / "m.vmod")
    data = module.read_bytes()
    refused = run(log, "--out", module)
    assert (refused.exit_code, module.read_bytes()) == (2, data)
    assert "is a file of VASSAL's" in refused.stderr


def test_places_of_the_module_given(log, tmp_path):
    elsewhere = tmp_path / "sub"
    elsewhere.mkdir()
    module = write_module(elsewhere / "m.vmod")
    setup = [put("1", "1st Inf", 300, 310)]
    path = write(tmp_path / "b.vlog", move("1", (300, 310), (352, 340)), setup=setup)
    assert "1st Inf: 2021 -> 2121" in run(path, "--module", module).output
    assert "2021" not in run(path).output
    assert run(path, "--module", log).exit_code == 2


def test_no_player_id_is_told_by_any_form(tmp_path):
    ids = ("s3cret-ann", "s3cret-bob", "s3cret-cat", "s3cret-dan", "s3cret-eve")
    ann, bob, cat, dan, eve = ids
    piece = put("1", "1st Inf", 0, 0, Hidden(access="player:", state="null"),
                Mask(access="player:", state=f"{cat};"), Restricted(owner=dan))  # fmt: skip
    players = [AddPlayer(ann, "Ann", "Red"), AddPlayer(bob, "Bob", "Blue")]
    steps = [
        move("1", (0, 0), (5, 5), ann),
        move("1", (5, 5), (6, 6), eve),
        changed(piece, (0, bob)),
        changed(piece, (1, f"{ann};")),
        [RemovePlayer(bob), AddPlayer(bob, "Bob", "Red")],
        PrivateNote(ann, f"my id is {ann}"),
        SecretNote("n", bob, hidden=False, text=f"told by {bob}"),
        Unmask((ann, eve)),
        Unknown(f"mine\t{ann}"),
        Chat(f"* {bob} looks *"),
        said("Bob", f"I am {bob}"),
    ]
    path = write(tmp_path / "a.vlog", *steps, setup=[piece], players=players)
    for form in FORMATS:
        for who in ((), ("--referee",), ("--as-side", "Red")):
            output = run(path, "--format", form, *who).output
            assert "1st Inf" in output or who != ("--referee",)
            assert not [each for each in ids if each in output]


def test_a_player_id_is_in_no_complaint(tmp_path):
    ann = "s3cret-ann"
    path = write(tmp_path / "a.vlog", said("Ann", "x"), players=[AddPlayer(ann, "Ann", "Red")])
    for arguments in ((path, "--as-side", "Blue"), (path, "--module", path)):
        found = run(*arguments)
        assert found.exit_code == 2
        assert ann not in found.output


def test_hostile_files_are_told_or_refused_in_one_line(nasty):
    manifest = json.loads((nasty / "manifest.json").read_text())
    assert len(manifest) > 40
    for case in manifest:
        found = run(nasty / case["file"])
        kind = case["expect"].partition(":")[0]
        allowed = {"ok": {0}, "warn": {0, 1}, "reject": {2}}[kind]
        if ".vmod" in case["file"]:
            allowed = {2}
        assert found.exit_code in allowed, case
        assert found.exit_code < 2 or found.stderr.count("\n") == 1
        assert "hunter2" not in found.output
        assert "correct horse" not in found.output


def test_a_chain_with_ghosts_is_named_as_the_manifest_expects(nasty):
    found = run(nasty / "38-chain-a.vlog", nasty / "38-chain-b-ghost.vlog")
    (expected,) = (
        each["expect"]
        for each in json.loads((nasty / "manifest.json").read_text())
        if each["case"] == "38-chain-b-ghost"
    )
    assert found.exit_code == 1
    assert expected.removeprefix("warn:") in found.output
    assert "1st Inf was left at Main Map (180,135), now lies at Main Map (120,100)" in found.output


def test_undo_players_and_a_masked_piece(nasty):
    undo = run(nasty / "32-undo.vlog").output
    assert "32-undo:1  [taken back by 32-undo:5]" in undo
    assert "32-undo:2  [taken back by 32-undo:3]" in undo
    players = run(nasty / "34-players.vlog").output
    assert "Ann changes from Red to Blue" in players
    assert "shared-id" in players
    for who in ((), ("--as-side", "Red")):
        assert "Secret HQ" not in run(nasty / "35-masked.vlog", *who).output
    for who in (("--as-side", "Blue"), ("--referee",)):
        assert "Secret HQ" in run(nasty / "35-masked.vlog", *who).output


def test_a_long_log_takes_seconds(nasty):
    begun = time.process_time()
    found = run(nasty / "39-many-commands.vlog")
    assert found.exit_code == 0
    assert found.output.count("\n39-many-commands:") == 40_000
    assert time.process_time() - begun < 20  # under 10 s on an idle machine


def test_a_log_a_real_engine_wrote(repo):
    path = repo / "tests" / "logs" / "white-death-3.6.vlog"
    found = json.loads(run(path, "--format", "json").output)
    assert found["status"] == 0
    undone = [each for each in found["entries"] if each.get("undone_by")]
    assert undone
    assert {each["kind"] for each in undone} <= {"move", "report", "change", "dice"}
    # where the engine itself names both places, they are those of the piece's move
    told = {each["place"]: each for each in found["entries"] if each["kind"] == "report"}
    for each in found["entries"]:
        report = told.get(each["place"], {}).get("text", "")
        if each["kind"] == "move" and "(" not in each["from"] and " moves " in report:
            assert f"{each['piece']} moves {each['from']} ->" in report or each.get("undo")


def test_every_log_of_the_corpus_is_told(shared):
    logs = sorted((shared / "corpus" / "vlog").glob("[Bvz]*"))
    if not logs:
        pytest.skip("no corpus")
    for path in logs:
        assert run(path, "--format", "html").exit_code == 0, path.name


def test_a_blank_player_id_is_warned_about(tmp_path):
    players = [AddPlayer("", "Ann", "Red"), AddPlayer("pw-of-bob", "Bob", "Blue")]
    path = write(tmp_path / "a.vlog", said("Ann", "x"), players=players)
    assert "P1 plays under a blank id" in run(path).output
    players = [AddPlayer("pw-of-ann", "Ann", "Red")]
    path = write(tmp_path / "b.vlog", said("Ann", "x"), players=players)
    assert "blank id" not in run(path).output
