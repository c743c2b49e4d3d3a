"""Dice buttons of a module: formats read back from what they report."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.dice.buttons import Buttons, Template
from assistant.dice.line import Rolled, Strange
from assistant.dice.step import read_step
from builder.vassal import Chat, SetProperty, Undo, Unknown
from builder.vassal import buildfile as bf
from builder.vassal.opened import open_file

SAMPLES = Path(__file__).parents[3].parent / "shared" / "formats" / "samples"
SYMBOLS = "VASSAL.build.module.SpecialDiceButton"
DIE = "VASSAL.build.module.SpecialDie"
BACK = (SetProperty("2d6_result", "3,4", "1"), SetProperty("2d6_total", "7", "1"))
FACE = "VASSAL.build.module.SpecialDieFace"


def button(**attributes):
    return Buttons(bf.element(bf.GAME_MODULE, bf.element(bf.DICE_BUTTON, **attributes)))


def special(form):
    dice = []
    for name, texts in (("D1", ("miss", "hit", "miss")), ("D2", ("2", "4"))):
        sides = [bf.element(FACE, value=1, icon="") for _ in texts]
        for side, text in zip(sides, texts, strict=True):
            side.set("text", text)
        dice.append(bf.element(DIE, *sides, name=name))
    return Buttons(bf.element(bf.GAME_MODULE, bf.element(SYMBOLS, *dice, name="Hit", format=form)))


def faces(found):
    assert isinstance(found, Rolled), found
    return [(each.die.name, each.face) for each in found.dice]


class TestTemplate:
    def test_the_mark_in_front_is_as_the_engine_puts_it(self):
        assert Template.of("** $name$ = $result$", "2d6").parts[0] == "*** 2d6 = "
        assert Template.of("$name$ = $result$", "2d6").parts[0] == "* 2d6 = "

    def test_an_expression(self):
        form = '{"** " +name+ " = "+((result1*10)+result2)+" *** <" + PlayerName + ">"}'
        found = Template.of(form, "Event").match("*** Event = 34 *** <Ann>")
        assert found == {"?": "34", "PlayerName": "Ann"}

    @given(
        st.lists(st.text(st.characters(codec="utf-8"), max_size=8), max_size=8),
        st.text(max_size=60),
    )
    def test_any_format_and_line(self, parts, line):
        Template.of("$result$".join(parts), "2d6").match(line)
        Template.of("{" + '"+'.join(parts) + "}", "2d6").match(line)

    def test_many_variables_take_no_time(self):
        template = Template.of("$a$ " * 500 + "x", "2d6")
        began = process_time()
        assert template.match("* " + "a " * 5_000) is None
        assert process_time() - began < 1.0


class TestNumbered:
    @pytest.mark.parametrize(
        ("attributes", "line", "expected"),
        [
            (
                {"name": "Attack", "nDice": 2, "nSides": 8},
                "*** Attack = 3,8 *** <Ann>",
                [("d8", 3), ("d8", 8)],
            ),
            (
                {"name": "Sum", "nDice": 2, "reportTotal": "true"},
                "*** Sum = 12 *** <Ann>",
                [("2d6 sum", 12)],
            ),
            (
                {"name": "One", "nDice": 1, "reportTotal": "true", "addToTotal": 1},
                "*** One = 7 *** <Ann>",
                [("d6", 6)],
            ),
            ({"name": "1d6", "nDice": 1, "plus": 1}, "*** 1d6 = 7 *** <Ann>", [("d6", 6)]),
            (
                {"name": "4d6", "nDice": 4, "keepDice": "true"},
                "*** 4d6 = 5,6,6 *** <Ann>",
                [("4d6", 5), ("4d6", 6), ("4d6", 6)],
            ),
            (
                {"name": "2d6", "reportFormat": "$PlayerName$ * $name$ ($result$)"},
                "* Ann * 2d6 (3,4)",
                [("d6", 3), ("d6", 4)],
            ),
            (
                {"name": "W", "reportFormat": "$name$: <b>$result1$</b> $result2$ ($PlayerName$)"},
                "* W: <b>3</b> 4 (Ann)",
                [("d6", 3), ("d6", 4)],
            ),
            (
                {
                    "name": "Würfel",
                    "nDice": 1,
                    "reportFormat": "$name$ &lt;$playerName$&gt; $result$",
                },
                "* Würfel &lt;Ann&gt; 5",
                [("d6", 5)],
            ),
        ],
    )
    def test_formats(self, attributes, line, expected):
        found = button(**attributes).read(line)
        assert faces(found) == expected
        assert found.name == "Ann"
        assert found.form == "module"

    @pytest.mark.parametrize(
        ("attributes", "line"),
        [
            ({"name": "A", "nDice": 1, "nSides": 6}, "*** A = 7 *** <Ann>"),
            ({"name": "A", "nDice": 2, "nSides": 6}, "*** A = 7 *** <Ann>"),
            ({"name": "A", "nDice": 1, "plus": 1}, "*** A = 1 *** <Ann>"),
        ],
    )
    def test_impossible(self, attributes, line):
        assert isinstance(button(**attributes).read(line), Strange)

    @pytest.mark.parametrize(
        "line", ["*** B = 3,4 *** <Ann>", "* Ann says A = 3", "", "*** A = x *** <Ann>"]
    )
    def test_lines_of_others(self, line):
        assert button(name="A").read(line) is None

    def test_damaged_attributes_take_the_defaults(self):
        found = button(name="A", nDice="x", nSides="").read("*** A = 3,4 *** <Ann>")
        assert faces(found) == [("d6", 3), ("d6", 4)]


class TestSymbols:
    def test_by_text(self):
        found = special("$name$: $result1$, $result2$ by $PlayerName$").read("* Hit: hit, 4 by Ann")
        assert faces(found) == [("D1", "hit"), ("D2", 4)]
        assert found.dice[0].die.ways == (("miss", 2), ("hit", 1))
        assert found.name == "Ann"

    def test_by_number(self):
        buttons = special("")
        (found,) = read_step([Unknown("SHOW_RESULTS\tHit\t2\t0")], buttons)
        assert faces(found) == [("D1", "miss"), ("D2", 2)]

    def test_a_side_there_is_not(self):
        (found,) = read_step([Unknown("SHOW_RESULTS\tHit\t3\t0")], special(""))
        assert isinstance(found, Strange)

    def test_without_the_module(self):
        (found,) = read_step([Unknown("SHOW_RESULTS\tHit\t2\t0")], Buttons())
        assert faces(found) == [("Hit", "side 3"), ("Hit", "side 1")]
        assert found.dice[0].die.ways == ()

    def test_its_line_is_the_same_roll(self):
        step = [Unknown("SHOW_RESULTS\tHit\t1\t1"), Chat("* Hit dice show: hit (4) by Ann")]
        (found,) = read_step(step, Buttons())
        assert found.raw == "* Hit dice show: hit (4) by Ann"


class TestStep:
    def test_the_property_is_the_mark_of_the_engine(self):
        step = [Chat("*** 2d6 = 3,4 *** &lt;Ann&gt;"), SetProperty("2d6_result", "1", "3,4")]
        (found,) = read_step(step, Buttons())
        assert found.marked is True
        (found,) = read_step(step[:1], Buttons())
        assert found.marked is None

    def test_a_button_that_reports_nothing(self):
        step = [SetProperty("2d6_result", "1", "3,4"), SetProperty("2d6_total", "1", "7")]
        (found,) = read_step(step, Buttons())
        assert faces(found) == [("d6", 3), ("d6", 4)]
        assert found.form == "property"
        assert read_step([SetProperty("combat_result", "1", "3")], Buttons()) == ()

    def test_a_line_in_an_unknown_format_beside_the_property(self):
        step = [Chat("* Wurf mit 2d6 ergibt drei (2d6)"), SetProperty("2d6_result", "", "1,2")]
        (found,) = read_step(step, Buttons())
        assert faces(found) == [("d6", 1), ("d6", 2)]

    def test_several_rolls_in_one_step(self):
        step = [Chat("*** 1d6 = 3 *** <A>"), Chat("* between"), Chat("*** 1d6 = 4 *** <A>")]
        assert [each.dice[0].face for each in read_step(step, Buttons())] == [3, 4]

    @pytest.mark.parametrize(
        "step",
        [
            [Undo(begins=True), *BACK, Undo(begins=False)],
            [Chat("* UNDO: *** 2d6 = 3,4 *** <Ann>")],
            [Chat("* UNDO: *** 2d6 = 3,4 *** <Ann>"), *BACK],
        ],
    )
    def test_an_undo_is_no_roll(self, step):
        assert read_step(step, Buttons()) == ()


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="reference material is absent")
@pytest.mark.parametrize(
    ("log", "first", "second"),
    [
        ("engine36.vlog", [("d6", 4), ("d6", 3)], [("D1", "miss"), ("D2", "high")]),
        ("engine37.vlog", [("d6", 6), ("d6", 6)], [("D1", "hit"), ("D2", "high")]),
    ],
)
def test_logs_of_real_engines(log, first, second):
    buttons = Buttons(open_file(SAMPLES / "demo.vmod").root)
    steps = open_file(SAMPLES / log).steps
    found = [each for step in steps for each in read_step(step.commands, buttons)]
    assert [faces(each) for each in found] == [first, second]
    assert all(each.marked for each in found)
    bare = [each for step in steps for each in read_step(step.commands, Buttons())]
    assert faces(bare[0]) == first
    ((die, total),) = faces(bare[1])  # of symbols only the sum of their values is known
    assert (die, total) == ("Hit die", 2 if "37" in log else 1)
    assert len(bare) == 2
