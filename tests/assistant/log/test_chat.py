"""Chat lines: what the module wrote, what people typed, what is neither."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.engine.events import (
    Acted,
    ImpulseDeclared,
    PhaseStepped,
    Retracted,
    Rolled,
    Said,
    TurnStepped,
    Undone,
    Unread,
    WeatherSet,
)
from assistant.log.chat import ChatReader
from builder.convention.line import Deploy
from builder.model.game import Side

SIDES = (Side("red", "Red"), Side("blue", "Blue Army"))
READER = ChatReader(SIDES, {"Alice": "P1", "B & B": "P2"})


@pytest.mark.parametrize(
    ("line", "event"),
    [
        (
            "* [WU] impulse side=Red kind=action points=3 left=7",
            ImpulseDeclared(step=5, side="red", kind="action", points=3, left=7),
        ),
        (
            "* [WU] impulse side=blue kind=pass points=1 left=0",
            ImpulseDeclared(step=5, side="blue", kind="pass", points=1, left=0),
        ),
        (
            "* [WU] impulse side=Blue_Army kind=pass points=1 left=0",
            ImpulseDeclared(step=5, side="blue", kind="pass", points=1, left=0),
        ),
        ("* [WU] phase old=a new=b", PhaseStepped(step=5, old="a", new="b")),
        ("*[WU] phase old=a new=b", PhaseStepped(step=5, old="a", new="b")),
        ("*! [WU] phase old=a new=b", PhaseStepped(step=5, old="a", new="b")),
        ("* [WU] turn old=1 new=2", TurnStepped(step=5, old=1, new=2)),
        ("* [WU] weather now=frost", WeatherSet(step=5, now="frost")),
        (
            "* [WU] weather now=frost die=3 forced=yes",
            WeatherSet(step=5, now="frost", die=3, forced=True),
        ),
        ("* [WU] deploy unit=g", Acted(step=5, line=Deploy("g"))),
        ("* UNDO: * [WU] deploy unit=g", Retracted(step=5, what=Acted(step=5, line=Deploy("g")))),
        (
            "* UNDO: * [WU] phase old=a new=b",
            Retracted(step=5, what=PhaseStepped(step=5, old="a", new="b")),
        ),
        (
            "* UNDO: *~ [WU] phase old=a new=b",
            Retracted(step=5, what=PhaseStepped(step=5, old="a", new="b")),
        ),
        ("*** 2d6 = 3,4 *** &lt;Alice&gt;", Rolled(step=5, dice="2d6", faces=(3, 4), by="P1")),
        ("*** 2d6 = 3,4 *** <B &amp; B>", Rolled(step=5, dice="2d6", faces=(3, 4), by="P2")),
        ("** 1d6 = 6 *** <Nobody>", Rolled(step=5, dice="1d6", faces=(6,), by="")),
        ("* UNDO: *** 2d6 = 3,4 *** <Alice>", Undone(step=5, text="a roll of 2d6")),
        ("* UNDO: * a moves 0101 -> 0102 *", Undone(step=5, text="an act with a report")),
    ],
)
def test_lines_of_module_and_engine(line, event):
    assert READER.read(line, 5) == event


@pytest.mark.parametrize(
    "line",
    [
        "&lt;Alice&gt; - [WU] impulse side=Red kind=action points=3 left=7",
        "&lt;Alice&gt; - * [WU] impulse side=Red kind=action points=3 left=7",
        "<Alice> - [WU] phase old=a new=b",
        "&lt;Alice&gt; - * [WU] loss unit=g points=9 why=fire",
        "&lt;* [WU] loss unit=g points=9 why=fire&gt; - hello",
        "[WU] phase old=a new=b",
        "- [WU] phase old=a new=b",
        " * [WU] phase old=a new=b",
        "\n* [WU] phase old=a new=b",
        "&lt;Alice&gt; - *** 2d6 = 6,6 *** &lt;Alice&gt;",
        "<Alice> - * UNDO: * [WU] phase old=a new=b",
        "",
        "* 2/1 Inf moves 0101 -> 0203 *",
    ],
)
def test_what_people_type_declares_nothing(line):
    assert READER.read(line, 5) == Said(step=5, text=line)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("* [WU] impulse side=Green kind=action points=3 left=7", "no side"),
        ("* [WU] impulse side=Red kind=nap points=3 left=7", "no kind"),
        ("* [WU] impulse side=Red kind=pass points=many left=7", "whole number"),
        ("* [WU] impulse side=Red", "expected"),
        ("* [WU] sing", "unknown verb"),
        ("* UNDO: * [WU] sing", "unknown verb"),
        ("* [WU] ", "unknown verb"),
        ("* [WU] \t", "unknown verb"),
    ],
)
def test_a_garbled_line_of_the_module_is_unread_with_a_reason(line, reason):
    event = READER.read(line, 5)
    assert isinstance(event, Unread)
    assert reason in event.reason


@given(st.text())
def test_no_line_is_lost_and_only_starred_lines_declare(text):
    event = READER.read(text, 1)
    if not text.startswith("*"):
        assert event == Said(step=1, text=text)


@given(st.sampled_from(["* [WU] ", "* UNDO: * [WU] ", "*", "** ", "* UNDO: "]), st.text())
def test_whatever_follows_makes_one_event(start, text):
    assert READER.read(start + text, 3).step == 3
