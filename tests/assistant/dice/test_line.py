"""Lines of the chat: rolls in every format, look-alikes, and what can't be read."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.dice.line import Rolled, Strange, Typed, plain, read_line, shown, undone_line


def faces(text):
    found = read_line(text)
    assert isinstance(found, Rolled), found
    return [(each.die.name, each.face) for each in found.dice]


class TestRolled:
    @pytest.mark.parametrize(
        ("line", "expected", "name"),
        [
            ("** 2d6 = 3,4 *** &lt;Ann&gt;", [("d6", 3), ("d6", 4)], "Ann"),
            ("*** 2d6 = 3,4 *** <Ann>", [("d6", 3), ("d6", 4)], "Ann"),
            ("*** d6 = 2 *** <Joel>", [("d6", 2)], "Joel"),
            ("*** 3d6 = 3,4,1 *** <test>", [("d6", 3), ("d6", 4), ("d6", 1)], "test"),
            ("*** 2d6 = 9 *** <Ann>", [("2d6 sum", 9)], "Ann"),
            ("*** 1W20 = 20 *** <Ann>", [("d20", 20)], "Ann"),
            ("*** Angriff 2W6 = 1, 6 *** <Jörg>", [("d6", 1), ("d6", 6)], "Jörg"),
            ("*** d66 = 36 *** <Ann>", [("d66", 36)], "Ann"),
            ("*** d% = 100 *** <Ann>", [("d100", 100)], "Ann"),
            ("*** 1d6+1 = 7 *** <Ann>", [("1d6+1", 7)], "Ann"),
            ("*** (Hit) 3,4 ***   <Ann>   [1 / 1 avg 7]", [("(Hit)", 3), ("(Hit)", 4)], "Ann"),
            ("*** Block = [3] *** [4] *** <Ann>", [("Block", 3), ("Block", 4)], "Ann"),
            ("|** <b>W&uuml;rfel</b> = <font color=red>5</font> *** <Ann>", [("Würfel", 5)], "Ann"),
            ("*|** 2d6 = 3,4 *** &lt;Ann&gt;", [("d6", 3), ("d6", 4)], "Ann"),
            ("* !** 2d6 = 3,4 *** &lt;Ann&gt;", [("d6", 3), ("d6", 4)], "Ann"),
            ("*** 2d6 = 3,4 *** &lt;a &lt;b&gt;", [("d6", 3), ("d6", 4)], "a <b"),
            ("* Ann * 2d6 (3,4)", [("d6", 3), ("d6", 4)], ""),
            ("* Ann rolls 2d6: 3 + 4", [("d6", 3), ("d6", 4)], ""),
            ("* Ann: 2d6 = 11", [("2d6 sum", 11)], ""),
            ('!<img src="d6-3.png"> <img src="d6-5.png"> 🎲 Ann', [("d6", 3), ("d6", 5)], ""),
            ('* Red = <img src="d6-red-03.png" width="14"> (by Ann)', [("d6", 3)], ""),
            ('* <img src="d10-7-blue.gif"><IMG width=3 SRC=d6-2.png>', [("d10", 7), ("d6", 2)], ""),
            ("* Ann ⚀⚅", [("d6", 1), ("d6", 6)], ""),
        ],
    )  # fmt: skip
    def test_formats(self, line, expected, name):
        assert faces(line) == expected
        assert read_line(line).name == name

    def test_a_name_that_imitates_a_roll(self):
        line = "*** 2d6 = 1,2 *** &lt;Bob&gt; *** 2d6 = 6,6 *** &lt;Bob&gt;"
        assert faces(line) == [("d6", 1), ("d6", 2)]


class TestTyped:
    @pytest.mark.parametrize("name", ["", "A" * 300, "d6 = 6 " + "A" * 5000, "a\nb"])
    @pytest.mark.parametrize("form", ["<{}> - ** d6 = 6 *** <Ann>", " &lt;{}&gt; - d6 = 6"])
    def test_whatever_the_name(self, name, form):
        assert isinstance(read_line(form.format(name)), Typed)

    @pytest.mark.parametrize(
        "line",
        [
            "&lt;Bob&gt; - ** 2d6 = 6,6 *** &lt;Bob&gt;",
            "<Bob> - *** d6 = 4 *** <Bob>",
            "<Bob> - *** 1d6 = 9 *** <Bob>",
            '<Bob> - <img src="d6-6.png">',
            "<Bob> - 2d6: 5,5",
        ],
    )
    def test_look_alikes(self, line):
        found = read_line(line)
        assert isinstance(found, Typed)
        assert found.name == "Bob"

    @pytest.mark.parametrize(
        "line",
        [
            "<Bob> - I need a 6 on 2d6",
            "&lt;Bob&gt; - the dice love you, 3 hits again",
            "<Bob> - rolling 4 or better",
        ],
    )
    def test_talk_about_dice_is_no_look_alike(self, line):
        assert read_line(line) is None


class TestStrange:
    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("** 1d6 = 7 *** &lt;Ann&gt;", "a d6 has no 7"),
            ("** 1d6 = 0 *** &lt;Ann&gt;", "a d6 has no 0"),
            ("** 2d6 = 13 *** &lt;Ann&gt;", "a 2d6 sum has no 13"),
            ("** 2d6 = 1,2,3 *** &lt;Ann&gt;", "2d6 shows 3 numbers"),
            ("** d66 = 37 *** &lt;Ann&gt;", "a d66 has no 37"),
            ('* <img src="d6-9.png">', "a d6 has no 9"),
            ('* <img src="dice-red.png">', "its pictures don't say what they show"),
            ("** Event = Fog *** &lt;Ann&gt;", "its result is no number"),
            ("* 🎲 Ann", "it has a picture of dice, but no result that can be read"),
            ("* Ann würfelt: Würfel zeigt 3", "it speaks of dice in a format that isn't known"),
            (
                "* ** 2d6 = 6,6 *** &lt;Bob&gt;",
                "it has the format of dice, but not the mark of a dice button",
            ),
        ],
    )
    def test_listed_with_the_reason(self, line, reason):
        found = read_line(line)
        assert isinstance(found, Strange)
        assert found.reason == reason
        assert found.raw == plain(line)

    @pytest.mark.parametrize(
        "line",
        [
            "* 1st Inf moves 0101 -> 0202 *",
            "* D6: 3 Inf moves D6 -> D7 *",
            "* * <Ann> Turn Updated from 1 to 2",
            "* VP from 3 to 4 ()",
            "* Albatros D3 moves A4 -> A5 *",
            "",
            "*",
        ],
    )
    def test_other_reports(self, line):
        assert read_line(line) is None


class TestUndone:
    @pytest.mark.parametrize(
        "line", ["* UNDO: *** d6 = 2 *** <Ann>", "*! UNDO: *** d6 = 2 *** <Ann>"]
    )
    def test_echo(self, line):
        assert undone_line(line) == "*** d6 = 2 *** <Ann>"

    def test_typed_undo_is_none(self):
        assert undone_line("<Ann> - * UNDO: *** d6 = 2 *** <Ann>") is None


class TestShown:
    @given(st.integers(1, 9), st.integers(2, 30), st.data())
    def test_every_possible_result_is_read(self, count, sides, data):
        numbers = data.draw(st.lists(st.integers(1, sides), min_size=count, max_size=count))
        dice = shown(f"{count}d{sides}", tuple(numbers))
        assert [each.face for each in dice] == numbers
        assert {each.die.name for each in dice} == {f"d{sides}"}

    @given(st.integers(2, 65), st.integers(1, 1000))
    def test_every_impossible_result_is_not(self, sides, more):
        assert isinstance(shown(f"1d{sides}", (sides + more,)), str)
        assert isinstance(shown(f"1d{sides}", (1 - more,)), str)


class TestHostile:
    @given(st.text(max_size=300))
    def test_any_text(self, text):
        assert isinstance(read_line(text), Rolled | Typed | Strange | None)

    @given(
        st.lists(
            st.sampled_from(
                ["*", "=", "2d6", "3", ",", " ", "<", ">", "&lt;", "<img src=", "d6-", "🎲", "("]
            ),
            max_size=40,
        )
    )  # fmt: skip
    def test_any_mixture(self, parts):
        assert isinstance(read_line("".join(parts)), Rolled | Typed | Strange | None)

    @pytest.mark.parametrize(
        "text",
        [
            "*" * 100_000, "** " + "a" * 100_000, "<" * 100_000, "** a = " + "1," * 50_000,
            "<img " * 20_000, "2d6(" * 25_000, "<Ann> - " + "2d6" * 40_000, "&lt;" * 30_000,
            "** a = [1]" + " *** [1]" * 10_000, "1d" * 50_000, "d6-" * 30_000 + "<img src=d6",
        ],
    )  # fmt: skip
    def test_long_lines_take_no_time(self, text):
        began = process_time()
        read_line(text)
        assert process_time() - began < 1.0
