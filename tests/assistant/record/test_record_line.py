"""Lines of the chat, as engines and modules of twenty years wrote them."""

from __future__ import annotations

import pytest

from assistant.record.line import key_of, plain, read_line, undone_text


@pytest.mark.parametrize(
    ("text", "kind", "says", "name"),
    [
        ("<Joel> - Eisenhower waits", "said", "Eisenhower waits", "Joel"),  # 2.9
        ("&lt;Ann&gt; - a &lt; b", "said", "a < b", "Ann"),  # 3.4 and later
        ("&lt;Bob&gt; - ** 2d6 = 6,6 *** &lt;Bob&gt;", "said", "** 2d6 = 6,6 *** <Bob>", "Bob"),
        ("*** d6 = 5 *** <Joel>", "dice", "d6 = 5", "Joel"),
        ("** 2d6 = 3,4 *** &lt;Ann&gt;", "dice", "2d6 = 3,4", "Ann"),
        (
            "|** <b>W\u00fcrfel</b> = <font color=red>5</font> *** &lt;Ann&gt;",
            "dice",
            "W\u00fcrfel = 5",
            "Ann",
        ),
        ("* 1st Inf moves 0101 -> 0202 *", "report", "1st Inf moves 0101 -> 0202", ""),
        ("*! warning", "report", "warning", ""),
        ("* ~Ann switched sides", "report", "Ann switched sides", ""),
        (
            "* * <Probe> Turn Updated from A to B",
            "report",
            "* <Probe> Turn Updated from A to B",
            "Probe",
        ),
        ("!<img src=\"d6-3.png\"> <img src='x/unit.png'>", "report", "[d6-3] [picture]", ""),
        ("- system line", "report", "- system line", ""),
        ("", "report", "", ""),
    ],
)
def test_lines(text, kind, says, name):
    line = read_line(text)
    assert (line.kind, line.text, line.name, line.undo) == (kind, says, name, False)


@pytest.mark.parametrize("name", ["", "A" * 300])
def test_a_typed_line_is_one_whatever_the_name(name):
    assert read_line(f"&lt;{name}&gt; - *** d6 = 6 ***").kind == "said"


def test_a_roll_of_a_module_of_its_own():
    line = read_line("*** (IFT DR) 6,5 ***   <Alice>      [1 / 4   avg   10.25 (10.25)]    (01.30)")
    assert (line.kind, line.name) == ("dice", "Alice")


def test_an_undo_repeats_the_line_it_takes_back():
    line = read_line("* UNDO: ** 2d6 = 3,4 *** &lt;Ann&gt;")
    assert (line.kind, line.text, line.name, line.undo) == ("dice", "2d6 = 3,4", "Ann", True)
    assert undone_text("*! UNDO: * x *") == key_of("* x *")
    assert undone_text("* UNDOING: nothing") is None


def test_only_known_tags_are_tags():
    assert plain("<b>a</b> <Joel> <i class='x'>c</i>") == "a <Joel> c"
