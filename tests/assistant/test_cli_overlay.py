"""Judging by an owner's figures."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from assistant import cli
from assistant.audit.result import Subject
from assistant.log.reader import head_of, other_version, read, subject_of
from builder import convention
from builder.model.load import load_game
from builder.vassal import RestoreProperty, read_log, write_save
from tests.assistant.toy import LogMaker
from tests.builder.model.owner import hexes

GAME = "white-death"


@pytest.fixture
def log(repo):
    return repo / "tests" / "logs" / "white-death-3.6.vlog"


@pytest.fixture
def sheets(tmp_path):
    folder = tmp_path / "my sheets"
    folder.mkdir()
    (folder / "m.csv").write_bytes(hexes(load_game(GAME), {"2613": {"terrain": "clear"}}))
    return folder


@pytest.fixture
def owned_log(log, sheets, tmp_path):
    """The same log, as if it had been played in a module with the owner's figures."""
    owned, found = load_game(GAME, overlay=sheets), read_log(log)
    setup = [
        replace(each, value=owned.digest)
        if isinstance(each, RestoreProperty) and each.name == convention.DATA
        else each
        for each in found.setup
    ]
    path, steps = tmp_path / "owned.vlog", [step.commands for step in found.steps]
    module = replace(found.module, version=owned.version)
    write_save(path, setup, replace(found.save, version=owned.version), module, steps=steps)
    return path


def audit(*arguments):
    return CliRunner().invoke(cli.main, ["audit", *map(str, arguments)])


def test_the_owners_figures_judge(log, owned_log, sheets):
    plain = json.loads(audit(log, "--format", "json").stdout)
    result = audit(owned_log, "--overlay", sheets, "--format", "json")
    owned = load_game(GAME, overlay=sheets)
    found = json.loads(result.stdout)
    judged = found["subject"]["judged_by"]
    assert (judged["version"], judged["data"]) == (owned.version, owned.digest)
    assert judged["from"] == "installed data, with the owner's figures in my sheets"
    assert judged["caveat"].startswith("Private copy, not for distribution: 1 figure is")
    assert found["subject"]["same_data"]
    assert "2613 forest" in _told(plain)
    assert "2613 forest" not in _told(found)
    assert "2613 clear" in _told(found)


def _told(report):
    return json.dumps(report["findings"])


def test_a_log_of_public_data_isnt_judged_by_the_owners_and_the_text_says_so(log, sheets):
    result = audit(log, "--overlay", sheets)
    page = result.stdout
    assert result.exit_code == 1
    assert "0 broken, 0 disputed, 1 not checkable, 0 kept" in page
    assert "NOTHING in the log was judged" in page
    assert "+owner." in page
    assert "Private copy, not for distribution" in page
    assert "NOT what the log was played with" in page


def test_an_overlay_with_a_fault_is_told_and_nothing_is_judged(log, sheets):
    (sheets / "m.csv").write_bytes(b"hex,terrain\r\nhex 2613,sand\r\n")
    result = audit(log, "--overlay", sheets)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{sheets / 'm.csv'}:2: hex 2613: unknown terrain 'sand'" in result.stderr


def test_a_module_and_an_overlay_exclude_each_other(log, sheets, tmp_path):
    result = audit(log, "--overlay", sheets, "--module", tmp_path / "a.vmod")
    assert result.exit_code == 2
    assert "--module and --overlay exclude each other" in result.stderr


def test_a_report_is_never_written_over_a_sheet(log, sheets):
    before = (sheets / "m.csv").read_bytes()
    result = audit(log, "--overlay", sheets, "--out", sheets / "m.csv")
    assert result.exit_code == 2
    assert "would overwrite an input" in result.stderr
    assert (sheets / "m.csv").read_bytes() == before


def test_a_log_of_an_owners_edition_asks_for_its_sheets(tmp_path, game):
    maker = LogMaker(digest="f" * 64, version="1.0.0+owner.ab12").say("x")
    log = read(maker.write(tmp_path / "a.vlog"))
    (finding,) = other_version(subject_of(log, head_of(log, ["toy-war"]), game, ""))
    assert "give its sheets with --overlay, or the module with --module" in finding.message
    other = read(LogMaker(digest="f" * 64).say("x").write(tmp_path / "b.vlog"))
    (finding,) = other_version(subject_of(other, head_of(other, ["toy-war"]), game, ""))
    assert "--overlay" not in finding.message


@pytest.mark.parametrize(
    ("played", "judged", "same"),
    [
        ("1.0+art.12ab", "1.0", True),
        ("1.0+owner.ab12.art.12ab", "1.0+owner.ab12", True),
        ("1.0+owner.ab12", "1.0", False),
        ("1.0+owner.ab12", "1.0+owner.ab13", False),
    ],
)
def test_scans_change_no_figure(played, judged, same):
    subject = Subject(
        file="", module="", module_version=played, engine="", game="", data="d",
        judged_version=judged, judged_data="d", judged_by="", players=(), steps=1,
    )  # fmt: skip
    assert subject.same_data is same
