"""Every command becomes an event, is known to say nothing, or is unread."""

from __future__ import annotations

import pytest

from assistant.engine.events import Moved, Placed, Rolled, Said, Undone, Unread
from assistant.log.interpret import interpret
from assistant.log.reader import read
from builder import convention
from builder.vassal import (
    AddPlayer,
    Chat,
    MovePiece,
    RemovePiece,
    SelectBoards,
    SetProperty,
    SetupStack,
    Turn,
    Undo,
    Unknown,
)
from builder.vassal.command import BeginSave
from tests.assistant.toy import PASSWORD, LogMaker


@pytest.fixture
def facts(tmp_path, game):
    def of(maker):
        return interpret(read(maker.write(tmp_path / "game.vlog")), game)

    return of


def played(result):
    return [event for event in result.events if event.step]


def test_the_starting_position(facts, maker):
    maker.setup += [SetupStack(), Turn("TurnTracker0", "0|1"), SelectBoards("Map", ())]
    maker.setup += [Unknown("NOTES\tx"), Unknown("anything at all")]
    start = [event for event in facts(maker.say("x")).events if event.step == 0]
    assert [(event.unit, event.at.name, event.kind, event.back) for event in start] == [
        ("r1", "0203", "unit", False),
        ("r2", "0205", "unit", False),
        ("b1", "0804", "unit", False),
    ]
    assert all(isinstance(event, Placed) for event in start)


def test_who_moved_is_a_pseudonym(facts, maker):
    (moved,) = played(facts(maker.drag("11", "0303")))
    assert isinstance(moved, Moved)
    assert moved.by == "P1"
    assert PASSWORD not in repr(moved)


@pytest.mark.parametrize(
    "command",
    [
        Unknown("NOTES\tabc"),
        Unknown("PNOTES\tabc"),
        Unknown("AUDIO\tbang"),
        Unknown("FLARE\tx\t1\t2"),
        Unknown("SHOW_RESULTS\tdie\t0"),
        SetProperty(f"{convention.SCRATCH}Points", "", "3"),
        SetProperty("2d6_result", "1", "4,3"),
        Turn("TurnTracker0", "0|2"),
    ],
)
def test_what_says_nothing_makes_no_event(facts, maker, command):
    result = facts(maker.do(command))
    assert played(result) == []
    assert result.findings == ()


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (Unknown(f"ZZZ\t{PASSWORD}"), "unknown kind (ZZZ)"),
        (Unknown(f"{PASSWORD}"), "unknown kind"),
        (MovePiece("99", "Map", 1, 1, None, None, 0, 0, None, PASSWORD), "isn't on the table"),
        (Unknown(f"M/11/Map/x/y/null/null/0/0/null/{PASSWORD}"), "unknown kind (M)"),
        (BeginSave(), "another game was loaded"),
        (Chat("* [WU] impulse side=Mars"), "expected side kind points left"),
    ],
)
def test_what_is_not_understood_is_a_finding(facts, maker, command, reason):
    result = facts(maker.do(command))
    (event,) = played(result)
    assert isinstance(event, Unread)
    (finding,) = result.findings
    assert (finding.rule, finding.step) == ("LOG-1", 1)
    assert reason in finding.message
    assert "hunter2" not in finding.message


def test_an_undo_is_told_once(facts, maker):
    maker.do(
        Undo(begins=True), Chat("* UNDO: * x moves *"), Chat("* UNDO: * y"), Undo(begins=False)
    )
    maker.do(Chat("* UNDO: * z"))
    assert played(facts(maker)) == [Undone(step=1), Undone(step=2, text="an act with a report")]


def test_names_that_two_people_share_tell_nothing(facts, maker):
    maker.setup.append(AddPlayer("third", "Alice", "Red"))
    maker.say("*** 1d6 = 3 *** &lt;Alice&gt;").say("*** 1d6 = 3 *** &lt;Bob&gt;")
    rolls = [event.by for event in played(facts(maker)) if isinstance(event, Rolled)]
    assert rolls == ["", "P3"]


def test_typed_lines_are_said(facts, maker):
    line = "&lt;Alice&gt; - [WU] phase old=movement new=assault"
    assert played(facts(maker.say(line))) == [Said(step=1, text=line)]


def test_pieces_without_an_id_are_left_alone(facts):
    maker = LogMaker().put("11", "", "0203").drag("11", "0303").do(RemovePiece("11"))
    result = facts(maker)
    assert [event.unit for event in result.events] == [""]
    assert result.findings == ()
