"""A transcript in its five forms."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as parser

from assistant.record import Entry, Game, Player, Record, SideChange, Viewer, read_game
from assistant.report import transcript_data as data
from assistant.report import transcript_html as page
from assistant.report import transcript_text as text
from assistant.report.transcript import rows
from builder.vassal import Chat
from tests.assistant.record.made import move, put, said, write

HOSTILE = (
    "<script>alert(1)</script>",
    "=HYPERLINK(1)",
    "\x1b[2Jgone",
    "\u202eevil",
    "</td></table>&lt;b&gt;",
    "`code` [x](http://y) | *z* ~~u~~",
    "a\r\nb",
    "\x00\ud800",
)


def game_of(*entries: Entry) -> Game:
    changes = (SideChange("a", 0, "P1", "", "Red", "Ann"),)
    players = (Player("P1", ("Ann",)), Player("P2", ("Bob", "Rob"), shared=True))
    record = Record("a", "War", "1", entries, changes, players, steps=len(entries))
    return Game(Viewer(), (record,))


@pytest.fixture
def played(tmp_path):
    """A little game: moves of two, an undo, chat and dice."""
    setup = [put("1", "1st Inf", 0, 0), put("2", "2nd Arm", 0, 0)]
    ahead = [move("1", (0, 0), (9, 9)), move("2", (0, 0), (9, 9))]
    path = write(
        tmp_path / "a.vlog",
        ahead,
        [move("1", (9, 9), (5, 5)), Chat("* 1st Inf moves 0101 -> 0202 *")],
        [move("1", (5, 5), (9, 9)), Chat("* UNDO: * 1st Inf moves 0101 -> 0202 *")],
        said("Bob", "so that's <it>"),
        Chat("*** 2d6 = 3,4 *** &lt;Ann&gt;"),
        setup=setup,
    )
    return read_game([path])


def test_text(played):
    lines = text.text(played).splitlines()
    assert lines[0] == "Transcript of Tiny Front 1.0"
    assert lines[lines.index("---- a ----") + 1 :] == [
        "a:1  Ann (Red): 1st Inf, 2nd Arm: Main Map (0,0) -> Main Map (9,9)",
        "a:2  [taken back by a:3] Ann (Red): * 1st Inf moves 0101 -> 0202",
        'a:4  Bob (Blue): "so that\'s <it>"',
        "a:5  Ann (Red): rolls 2d6 = 3,4",
    ]
    assert "  Red: a:5  2d6 = 3,4" in lines


def test_markdown(played):
    lines = text.markdown(played).splitlines()
    assert '- **a:4** Bob \\(Blue\\): "so that\'s &lt;it&gt;"' in lines
    undone = r"Ann \(Red\): \* 1st Inf moves 0101 \-&gt; 0202"
    assert f"- **a:2** ~~{undone}~~ taken back by a:3" in lines


def test_html(played):
    root = parser.document_fromstring(page.html(played))
    found = [row.xpath("string(.)") for row in root.xpath("//tr")]
    assert len(found) == 4
    assert root.xpath("//tr[@id='a:4']//p[@class='said']/text()") == ["so that's <it>"]
    assert root.xpath("//tr[@class='undone']//details/summary")
    assert not root.xpath("//script | //link | //img | //@src | //a[not(starts-with(@href,'#'))]")


def test_csv(played):
    found = list(csv.DictReader(io.StringIO(data.as_csv(played))))
    assert [(row["step"], row["kind"], row["undone_by"]) for row in found][:3] == [
        ("1", "move", ""),
        ("1", "move", ""),
        ("2", "move", "3"),
    ]
    assert found[0] | {"piece": "1st Inf", "from": "Main Map (0,0)", "who": "P1"} == found[0]


def test_json(played):
    written = data.as_json(played)
    found = json.loads(written)
    assert (found["schema"], found["status"], found["for"]) == (1, 0, "everyone")
    assert found["entries"][0]["place"] == "a:1"
    assert found["last_actions"]["Red"] == {"place": "a:5", "text": "2d6 = 3,4"}
    assert written == json.dumps(found, indent=1, sort_keys=True) + "\n"


@pytest.mark.parametrize("bad", HOSTILE)
def test_what_players_type_is_text_and_nothing_else(bad):
    game = game_of(
        Entry("a", 1, "said", "P1", bad, bad, bad),
        Entry("a", 2, "move", piece=bad, origin=bad, to=bad),
    )
    shown = text.text(game), text.markdown(game), page.html(game), data.as_csv(game)
    for output in (*shown, data.as_json(game)):
        assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\u202e\ud800]", output)
        output.encode("utf-8")
    assert "<script" not in shown[2]
    assert "<script" not in shown[1]
    root = parser.document_fromstring(shown[2])
    assert len(root.xpath("//tr")) == 2
    assert not root.xpath("//script | //b/*")
    for row in csv.reader(io.StringIO(shown[3])):
        assert all(not cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)


@given(st.lists(st.text(max_size=20), min_size=3, max_size=3))
def test_any_text_can_be_told(parts):
    one, two, three = parts
    game = game_of(
        Entry("a", 1, "said", "P1", one, two, three), Entry("a", 1, "change", piece=two, text=one)
    )
    for output in (text.text(game), text.markdown(game), data.as_csv(game), data.as_json(game)):
        output.encode("utf-8")
    assert len(parser.document_fromstring(page.html(game)).xpath("//tr")) == 1
    found = json.loads(data.as_json(game))["entries"][0]
    assert found.get("side", "") == one


def test_an_undo_of_what_is_not_in_the_log_is_told():
    game = game_of(Entry("a", 4, "dice", "P1", "Red", "d6 = 3", undo=True))
    assert [row.lines for row in rows(game, "a")] == [(("dice", "takes back: d6 = 3"),)]


def test_steps_that_repeat_an_earlier_file_are_one_line():
    told = [Entry("a", n, "said", "P1", "Red", "hello", repeats=f"z:{n}") for n in (1, 2)]
    lines = text.text(game_of(*told, Entry("a", 3, "said", "P1", "Red", "new"))).splitlines()
    assert lines[-2:] == ["a:1  repeats z:1 and on", 'a:3  Ann (Red): "new"']


def test_a_report_that_says_what_the_move_says_is_left_out():
    moved = Entry("a", 1, "move", "P1", "Red", piece="X", origin="0101", to="0202")
    report = Entry("a", 1, "report", "P1", "Red", "X moves 0101 -> 0202")
    other = Entry("a", 1, "report", "P1", "Red", "X moves 0101 -> 0202 and fires")
    assert [row.lines for row in rows(game_of(moved, report, other), "a")] == [
        (("move", "X: 0101 -> 0202"), ("report", "X moves 0101 -> 0202 and fires"))
    ]


def test_a_move_is_left_to_a_report_only_if_it_names_the_piece():
    moved = Entry("a", 1, "move", "P1", piece="6", origin="Map (1,1)", to="Map (2,2)")
    report = Entry("a", 1, "report", "P1", text="16 Pz fires at 0606")
    (row,) = rows(game_of(moved, report), "a")
    assert row.lines == (("move", "6: Map (1,1) -> Map (2,2)"), ("report", "16 Pz fires at 0606"))


def test_people_under_one_id_are_shown_by_the_id():
    (row,) = rows(game_of(Entry("a", 1, "move", "P2", "Blue", piece="X", to="0101")), "a")
    assert row.who == "P2"
    assert "P2 stands for several names (Bob, Rob)" in text.text(game_of())
