"""Files that are no logs, or logs of something else: one clear line each."""

from __future__ import annotations

import zipfile
from dataclasses import replace

import pytest

from assistant.audit.result import Player
from assistant.errors import LogError
from assistant.log.reader import data_in_module, head_of, other_version, read, subject_of
from builder import convention
from builder.errors import VassalError, WargameError
from builder.vassal import write_archive
from tests.assistant.toy import PASSWORD, LogMaker


def test_a_log_and_what_it_says_of_its_game(tmp_path, maker, game):
    log = read(maker.drag("11", "0303").write(tmp_path / "a.vlog"))
    head = head_of(log, ["toy-war", "other"])
    assert (head.game, head.module, head.version, head.engine) == (
        *("toy-war", "Toy War"),
        *("1.0.0", "3.6.0"),
    )
    subject = subject_of(log, head, game, "installed data")
    assert subject.players == (Player("P1", "Red"), Player("P2", "Blue"))
    assert subject.same_data
    assert other_version(subject) == ()
    assert PASSWORD not in repr((log, head, subject))


def test_other_data_is_a_finding(tmp_path, game):
    log = read(LogMaker(digest="f" * 64, version="0.9").say("x").write(tmp_path / "a.vlog"))
    subject = subject_of(log, head_of(log, ["toy-war"]), game, "")
    (finding,) = other_version(subject)
    assert (finding.rule, finding.step) == ("LOG-2", 0)
    assert "0.9" in finding.message
    assert "ffffffffffff" in finding.message
    assert "nothing that rests on them is judged" in finding.message
    assert not subject.same_model


def test_a_log_that_names_no_data_isnt_taken_for_one_of_the_same(tmp_path, game):
    log = read(LogMaker(digest="").say("x").write(tmp_path / "a.vlog"))
    subject = subject_of(log, head_of(log, ["toy-war"]), replace(game, digest=""), "")
    assert not subject.same_model
    (finding,) = other_version(subject)
    assert "started with data unknown" in finding.message


def test_the_same_data_written_by_another_version_of_the_module_is_judged_with_a_word(
    tmp_path, game
):
    log = read(LogMaker(version="0.9").say("x").write(tmp_path / "a.vlog"))
    subject = subject_of(log, head_of(log, ["toy-war"]), game, "")
    assert subject.same_model
    assert not subject.same_data
    (finding,) = other_version(subject)
    assert "written by version 0.9 of the module, not 1.0.0" in finding.message


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda maker, path: maker.write(path), "empty log"),
        (lambda maker, path: maker.write(path.with_suffix(".vsav")), "a saved position"),
        (lambda _maker, path: path, "no such file"),
        (lambda _maker, path: path.parent, "is a folder"),
    ],
)
def test_what_is_no_log(tmp_path, maker, make, words):
    path = make(maker, tmp_path / "a.vlog")
    with pytest.raises(WargameError, match=words) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_text_and_modules_are_no_logs(tmp_path):
    path = tmp_path / "a.vlog"
    path.write_text("hello")
    with pytest.raises(VassalError, match="isn't a zip file"):
        read(path)
    write_archive(path, {"buildFile.xml": b"<x/>", "moduledata": b"<data/>"})
    with pytest.raises(VassalError, match="is a module"):
        read(path)


def test_a_log_without_its_beginning(tmp_path, maker):
    path = maker.drag("11", "0303").write(tmp_path / "a.vlog")
    with zipfile.ZipFile(path) as zipped:
        entries = {name: zipped.read(name) for name in zipped.namelist()}
    key = int(entries["savedGame"][5:7], 16)
    text = bytes(byte ^ key for byte in bytes.fromhex(entries["savedGame"][7:].decode()))
    entries["savedGame"] = text[text.index(b"LOG\t") :]
    write_archive(path, entries)
    with pytest.raises(LogError, match="missing or cut short"):
        read(path)


@pytest.mark.parametrize(
    ("maker", "words"),
    [
        (LogMaker(game="", module="Other War"), "another module ('Other War')"),
        (LogMaker(game="", module=""), "another module"),
        (LogMaker(game="moon-war"), "the game 'moon-war'"),
    ],
)
def test_logs_of_others_name_their_module_and_the_games_known(tmp_path, maker, words):
    log = read(maker.say("x").write(tmp_path / "a.vlog"))
    with pytest.raises(LogError) as caught:
        head_of(log, ["toy-war", "b-war"])
    assert words in str(caught.value)
    assert "known here: b-war, toy-war" in str(caught.value)


@pytest.mark.parametrize("name", ["engine36.vlog", "engine37.vlog"])
def test_real_logs_of_another_module(shared, name):
    log = read(shared / "formats" / "samples" / name)
    with pytest.raises(LogError, match="'Demo Wargame'"):
        head_of(log, ["toy-war"])


def test_data_inside_a_module(tmp_path):
    path = tmp_path / "a.vmod"
    entries = {
        "buildFile.xml": b"<x/>",
        "umpire/source_data/game.toml": b"a",
        "umpire/source_data/map/hexes.csv": b"b",
    }
    write_archive(path, entries)
    assert data_in_module(path) == {"game.toml": b"a", "map/hexes.csv": b"b"}
    write_archive(path, {"buildFile.xml": b"<x/>"})
    with pytest.raises(LogError, match="no game data"):
        data_in_module(path)


@pytest.mark.parametrize(("files", "taken"), [(1_000, True), (1_001, False)])
def test_a_module_with_too_many_data_files_is_not_read(tmp_path, files, taken):
    path = tmp_path / "a.vmod"
    data = {f"umpire/source_data/{number}.toml": b"" for number in range(files)}
    write_archive(path, {"buildFile.xml": b"<x/>", **data})
    if taken:
        assert len(data_in_module(path)) == files
    else:
        with pytest.raises(LogError):
            data_in_module(path)


def test_the_folder_of_the_data_is_the_one_the_module_has():
    manifest = pytest.importorskip("builder.module.manifest")
    assert manifest.SOURCE_DATA == "umpire/source_data/"
    assert convention.GAME == "WUgame"
