"""Dice in the lines of our own modules."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.dice.line import Rolled, Set, Strange, Typed, read_line
from assistant.dice.umpire import claims
from builder.convention import VERBS

LINES = {
    "weather": ("now=thaw die=2", [2]),
    "garrison": ("group=a die=4", [4]),
    "draw": ("draw=a die=3", [3]),
    "airdrop": ("pool=a dice=1,2,2", [1, 2, 2]),
    "ice": ("unit=a side=0101/0102 die=1", [1]),
    "detect": ("units=a,b hex=0101 die=5", [5]),
    "barrage-die": ("unit=a die=1 modifier=3 loss=3", [1]),
    "fire": ("kind=a target=b value=7/2 defence=2 column=1:3 die=5 result=none", [5]),
    "morale": ("unit=a roll=8 modifier=1 result=fail why=result:+1", [8]),
}


def line(verb):
    return f"* [WU] {verb} {LINES[verb][0]}"


class TestRolled:
    @pytest.mark.parametrize("verb", LINES)
    def test_every_kind_of_line(self, verb):
        found = read_line(line(verb))
        assert isinstance(found, Rolled)
        assert (found.button, found.form) == (f"[WU] {verb}", "convention")
        assert [each.face for each in found.dice] == LINES[verb][1]
        die = "sum of d6" if verb == "morale" else "d6"
        assert {each.die.name for each in found.dice} == {die}

    def test_no_line_that_can_have_set_dice_is_left_out(self):
        may_be_set = {
            verb
            for verb, type_ in VERBS.items()
            if "forced" in {each.name for each in fields(type_)}
        }
        assert set(LINES) == may_be_set

    def test_in_colour(self):
        assert isinstance(read_line(f"|{line('ice')}"), Rolled)
        assert isinstance(read_line(line("ice").replace("* ", "*! ")), Rolled)

    @given(st.integers(1, 6))
    def test_each_face(self, face):
        (shown,) = read_line(f"* [WU] garrison group=a die={face}").dice
        assert (shown.face, shown.die.numbers) == (face, dict.fromkeys(range(1, 7), 1))


class TestNoRoll:
    @pytest.mark.parametrize(
        "text",
        [
            "* [WU] fire kind=a target=b value=1 defence=9 column=none die=0 result=none",
            "* [WU] weather now=thaw",
            "* [WU] draw draw=a",
            "* [WU] airdrop pool=a dice=-",
            "* [WU] note text=Bob_rolls_2d6:_5",
            "* [WU] move unit=a path=0101,0102 cost=2",
        ],
    )
    def test_nothing_was_rolled(self, text):
        assert read_line(text) is None

    @pytest.mark.parametrize("verb", LINES)
    def test_set_dice(self, verb):
        found = read_line(f"{line(verb)} forced=yes")
        assert found == Set(f"{line(verb)} forced=yes")

    @pytest.mark.parametrize("verb", LINES)
    @pytest.mark.parametrize("form", ["<Bob> - {}", "&lt;Bob&gt; - {}", " <Bob> - {} forced=yes"])
    def test_typed(self, verb, form):
        found = read_line(form.format(line(verb)))
        assert isinstance(found, Typed)
        assert found.name == "Bob"

    @pytest.mark.parametrize("text", ["[WU] ice unit=a side=1/2 die=3", "- [WU] ice die=3"])
    def test_without_the_star_of_a_report(self, text):
        assert not claims(text)
        assert not isinstance(read_line(text), Rolled)

    def test_the_echo_of_an_undo(self):
        assert not claims(f"* UNDO: {line('ice')}")


class TestUnreadable:
    @pytest.mark.parametrize(
        ("rest", "reason"),
        [
            ("garrison group=a die=7", "a d6 has no 7"),
            ("garrison group=a die=-1", "a d6 has no -1"),
            ("airdrop pool=a dice=1,9", "a d6 has no 9"),
            ("morale unit=a roll=-3 modifier=0 result=pass", "a sum of d6 has no -3"),
            ("garrison group=a die=x", "die='x' is no whole number"),
            ("fly unit=a die=3", "unknown verb 'fly': written by a newer module?"),
        ],
    )
    def test_told_with_the_reason(self, rest, reason):
        found = read_line(f"* [WU] {rest}")
        assert found == Strange(reason, f"* [WU] {rest}")

    @pytest.mark.parametrize("rest", ["fly unit=a", "move unit=a", "", "fly unit=a die=0"])
    def test_of_no_dice_is_none_of_it(self, rest):
        assert read_line(f"* [WU] {rest}") is None

    @given(st.sampled_from(sorted(LINES)), st.text(max_size=60))
    def test_any_text_in_a_line(self, verb, text):
        found = read_line(f"{line(verb)} {text}")
        assert isinstance(found, Rolled | Set | Strange | None)
        if isinstance(found, Rolled):
            assert [each.face for each in found.dice] == LINES[verb][1]
