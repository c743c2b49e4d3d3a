"""The two forms of the report, made of one toy game that has something of everything."""

from __future__ import annotations

import json as stdlib_json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from assistant import pipeline
from assistant.audit.finding import Evidence, Finding, Verdict
from assistant.report import json, text
from assistant.report.summary import groups
from builder import convention
from tests.assistant.toy import PASSWORD, LogMaker

GOLDEN = Path(__file__).with_name("golden.txt")


@pytest.fixture
def played(toy, tmp_path, maker):  # noqa: ARG001 - toy installs the game
    maker.impulse("Red", 3).phase("decision", "movement").drag("11", "0303").drag("11", "0305")
    maker.drag("11", "0303").drag("11", "0603").drag("12", "0603").phase("movement", "barrage")
    maker.say("*** 2d6 = 3,4 *** &lt;Alice&gt;").say("*** 2d6 = 1,1 *** &lt;Bob&gt;")
    maker.say("&lt;Bob&gt; - [WU] impulse side=Blue kind=pass points=1 left=1")
    maker.impulse("Blue", 1).drag("13", "0805").say("* [WU] weather today")
    maker.do(maker.moved("13", "60,60", convention.HOLDING_MAP))
    return pipeline.audit(maker.write(tmp_path / "toy.vlog"))


def test_the_text_report_is_the_one_on_record(played):
    assert text.render(*played) == GOLDEN.read_text(encoding="utf-8")


def test_text_fits_the_page_and_colour_only_adds_marks(played):
    plain, coloured = text.render(*played), text.render(*played, colour=True)
    assert max(map(len, plain.splitlines())) <= text.WIDTH
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert coloured != plain


def test_json_says_the_same_as_the_text(played):
    audit, game = played
    document = stdlib_json.loads(json.render(audit, game))
    assert document["schema"] == 1
    assert document["status"] == 1
    assert [(f["verdict"], f["rule"], f["step"]) for f in document["findings"]] == [
        ("broken", "TG-1", 6),
        ("broken", "TG-1", 7),
        ("broken", "TG-3", 7),
        ("not checkable", "TG-2", 9),
        ("not checkable", "TG-2", 10),
        ("not checkable", "LOG-1", 14),
        ("broken", "TG-3", 15),
    ]
    first = document["findings"][0]
    assert first["units"] == [{"id": "r1", "label": "I/1 infantry"}]
    assert first["moment"] == {
        "turn": 0,
        "impulse": 1,
        "side": "red",
        "kind": "action",
        "points": 3,
        "phase": "movement",
    }
    assert first["hexes"] == ["0203", "0303", "0603"]
    assert (first["cost"], first["allowance"]) == ("4", "3 points")
    assert first["items"][1] == {"amount": "3", "reason": "clear ground", "rule": "TG-1.1"}
    assert first["errata"] == ["E1"]
    assert document["subject"]["players"] == [
        {"name": "P1", "side": "Red"},
        {"name": "P2", "side": "Blue"},
    ]
    assert {note["kind"] for note in document["notes"]} == {
        *("cancelled-drags", "typed-look-alike", "guessed-phase", "off-the-hexes")
    }


def test_json_has_sorted_keys_and_is_ascii(played):
    report = json.render(*played)
    assert report.isascii()
    document = stdlib_json.loads(report)
    again = stdlib_json.dumps(document, indent=1, sort_keys=True) + "\n"
    assert again == report
    assert json.render(*played) == report


def test_no_password_in_any_report(played):
    for report in (text.render(*played), json.render(*played), repr(played[0])):
        assert "hunter2" not in report
        assert PASSWORD not in report


def test_hostile_names_are_shown_as_escapes(toy, tmp_path):  # noqa: ARG001
    maker = LogMaker(module="Toy\u202eWar").put("11", "r\u202e1", "0203").say("x")
    audit, game = pipeline.audit(maker.write(tmp_path / "to\x1by.vlog"))
    page = text.render(audit, game)
    assert r"to\x1by.vlog" in page
    assert r"Toy\u202eWar" in page
    assert r"[r\u202e1]" in page
    assert not set(page) & {"\x1b", "\u202e"}


def test_other_data_is_said_before_the_findings(toy, tmp_path):  # noqa: ARG001
    maker = LogMaker(digest="0" * 64).put("11", "r1", "0203").say("x")
    audit, game = pipeline.audit(maker.write(tmp_path / "toy.vlog"))
    assert audit.status == 1
    page = text.render(audit, game)
    assert page.index("NOT what the log was played with") < page.index("LOG-2")


def test_an_incomplete_audit_is_said_loudly(played):
    audit, game = played
    assert "INCOMPLETE" in text.render(replace(audit, crashed=True), game)
    assert stdlib_json.loads(json.render(replace(audit, crashed=True), game))["incomplete"] is True


def finding(verdict, message, step, *units):
    return Finding(
        rule="TG-1", verdict=verdict, step=step, message=message, evidence=Evidence(units=units)
    )


def test_only_what_is_not_checkable_is_put_together():
    found = groups(
        [
            finding(Verdict.NOT_CHECKABLE, "a", 1, "r1"),
            finding(Verdict.BROKEN, "b", 2, "r1"),
            finding(Verdict.BROKEN, "b", 3, "r1"),
            finding(Verdict.NOT_CHECKABLE, "this case: and that: a", 4, "r2", "r1"),
            finding(Verdict.NOT_CHECKABLE, "c", 5),
        ]
    )
    assert [(g.finding.message, g.steps, g.units) for g in found] == [
        ("a", (1, 4), ("r1", "r2")),
        ("b", (2,), ("r1",)),
        ("b", (3,), ("r1",)),
        ("c", (5,), ()),
    ]


def test_a_finding_about_a_line_bears_the_name_of_its_check(played):
    audit, game = played
    evidence = Evidence(units=("r1",), hexes=("0203", "0304"), cost="3", allowance="6")
    told = finding(Verdict.BROKEN, "m", 3, "r1")
    named = replace(told, name="no-afv-there", evidence=evidence)
    audit = replace(audit, findings=(named,))
    page = text.render(audit, game)
    assert "BROKEN  TG-1  no AFV there" in page
    assert "    0203, 0304\n    in all 3, held against 6\n" in page
    (told,) = stdlib_json.loads(json.render(audit, game))["findings"]
    assert told["name"] == "no-afv-there"
