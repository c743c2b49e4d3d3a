"""Every roll once: who, what for, where, undone and repeated; and what is listed beside."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.dice.buttons import Buttons
from assistant.dice.evidence import CAVEAT
from assistant.dice.ledger import Source, gather
from assistant.dice.tally import ENOUGH, add_up
from assistant.record.stitch import stitch
from assistant.record.viewer import PUBLIC, REFEREE, Viewer
from builder.vassal import (
    AddPiece,
    AddPlayer,
    BasicPiece,
    Chat,
    ModuleData,
    MovePiece,
    Piece,
    SaveData,
    SetProperty,
    Undo,
    save_bytes,
)
from builder.vassal.opened import open_file

MODULE = ModuleData("Little War", "1.2", "3.6.4")
UNIT = Piece.of(BasicPiece("a.png", "1 Inf", "1", "Main Map", 300, 310))
SETUP = (
    AddPiece("1", UNIT.type, UNIT.state),
    AddPlayer("P1", "Ann", "Red"),
    AddPlayer("P2", "Bob", "Blue"),
)


def roll(name, *numbers, button=None):
    dice = button or f"{len(numbers)}d6"
    return Chat(f"*** {dice} = {','.join(map(str, numbers))} *** &lt;{name}&gt;")


def says(name, text):
    return Chat(f"&lt;{name}&gt; - {text}")


def back(*lines):
    """An undo as engines since 3.6.10 write it."""
    echoes = [Chat(f"* UNDO: {line.text}") for line in lines]
    return (Undo(begins=True), *echoes, Undo(begins=False))


def moved(x, old):
    return MovePiece("1", "Main Map", x, 310, None, "Main Map", old, 310, None, "P1")


@pytest.fixture
def read(tmp_path):
    def of(*logs, viewer=PUBLIC, setup=SETUP):
        opened = []
        for number, steps in enumerate(logs, 1):
            path = tmp_path / f"g{number}.vlog"
            listed = [each if isinstance(each, tuple) else (each,) for each in steps]
            when = 1_700_000_000_000 + number
            save = SaveData("1.2", "3.6.4", "", when)
            path.write_bytes(save_bytes(setup, save, MODULE, steps=listed))
            opened.append(open_file(path))
        game = stitch(opened, viewer)
        sources = [
            Source(opened[at], record) for at, record in zip(game.order, game.records, strict=True)
        ]
        return gather(sources, game.joins, Buttons())

    return of


class TestWho:
    def test_name_player_and_side(self, read):
        ledger = read([roll("Ann", 3, 4), roll("Bob", 6)])
        assert [(each.name, each.player, each.side) for each in ledger.rolls] == [
            ("Ann", "P1", "Red"),
            ("Bob", "P2", "Blue"),
        ]
        assert [each.place for each in ledger.rolls] == ["g1:1", "g1:2"]

    def test_a_line_without_a_name_in_brackets(self, read):
        ledger = read([Chat('* <img src="d6-3.png"> 🎲 Bob'), says("Ann", "x"), says("Bob", "y")])
        assert (ledger.rolls[0].name, ledger.rolls[0].player) == ("Bob", "P2")

    def test_nobody_known(self, read):
        ledger = read([roll("Cid", 3), says("Ann", "x"), says("Bob", "y")])
        assert (ledger.rolls[0].name, ledger.rolls[0].player) == ("Cid", "")


class TestWhatFor:
    def test_the_words_before(self, read):
        ledger = read(
            [
                roll("Ann", 1),
                says("Ann", "3/12 at 1-2"),
                roll("Ann", 2),
                Chat("* 1 Inf moves"),
                roll("Ann", 3),
                roll("Ann", 4),
            ]
        )
        assert [(each.words, each.words_at, each.nth) for each in ledger.rolls] == [
            ("", "", 1),
            ("3/12 at 1-2", "g1:2", 1),
            ("1 Inf moves", "g1:4", 1),
            ("1 Inf moves", "g1:4", 2),
        ]

    def test_a_look_alike_is_no_purpose(self, read):
        ledger = read([says("Bob", "fire"), says("Bob", "** 2d6 = 6,6 *** <Bob>"), roll("Bob", 1)])
        assert ledger.rolls[0].words == "fire"
        assert [(each.kind, each.name) for each in ledger.odd] == [("typed", "Bob")]


class TestUndone:
    @pytest.mark.parametrize("bracketed", [True, False])
    def test_counts_once_either_way(self, read, bracketed):
        first = roll("Ann", 3, 4)
        undo = back(first) if bracketed else (Chat(f"* UNDO: {first.text}"),)
        ledger = read([says("Ann", "fire"), first, undo, roll("Ann", 6, 6)])
        assert [(each.step, each.undone_by, each.repeats) for each in ledger.rolls] == [
            (2, "g1:3", ""),
            (4, "", ""),
        ]
        assert sum(row.size for row in add_up(ledger.thrown).rows) == 4
        (evidence,) = ledger.evidence
        assert evidence.kind == "undone"
        assert evidence.places == ("g1:2", "g1:3", "g1:4")
        assert evidence.text == "Ann d6 3, 4 undone; the next: Ann d6 6, 6"

    def test_stepped_through_again(self, read):
        rolls = [roll("Ann", face) for face in (5, 4, 6, 1)]
        ledger = read([*rolls, *map(back, reversed(rolls)), *rolls, roll("Ann", 2)])
        assert [each.repeats for each in ledger.rolls[4:]] == ["g1:1", "g1:2", "g1:3", "g1:4", ""]
        assert len(ledger.thrown) == 5
        assert "as when a log is stepped through once more" in ledger.evidence[0].text

    def test_the_same_by_chance_is_a_new_roll(self, read):
        ledger = read([roll("Ann", 3), back(roll("Ann", 3)), roll("Ann", 3)])
        assert len(ledger.thrown) == 2
        assert ledger.evidence[0].text.endswith(", the same")

    def test_an_undo_soon_after_a_roll(self, read):
        step = (moved(350, 300), Chat("* 1 Inf moves"))
        undone = (Undo(begins=True), moved(300, 350), Undo(begins=False))
        ledger = read([step, roll("Bob", 1), undone])
        (evidence,) = ledger.evidence
        assert evidence.kind == "undo-after"
        assert evidence.text == "Bob d6 1 in step 2; step 3 takes back step 1"

    def test_an_undo_long_after_a_roll_is_none_of_it(self, read):
        chat = [says("Ann", str(number)) for number in range(9)]
        assert read([roll("Bob", 1), *chat, back(chat[-1])]).evidence == ()

    def test_what_is_not_in_the_log_can_not_be_undone(self, read):
        ledger = read([says("Ann", "x"), back(roll("Ann", 2))])
        assert (ledger.rolls, ledger.evidence) == ((), ())

    def test_neutral(self):
        assert "does not prove anything" in CAVEAT


class TestOurLines:
    FIRE = Chat("* [WU] fire kind=a target=b value=3 defence=5 column=1:2 die=6 result=none")
    SET = Chat(f"{FIRE.text} forced=yes")

    def test_each_tells_what_it_is_for(self, read):
        ledger = read([says("Ann", "bang"), self.FIRE, roll("Ann", 2)])
        ours, by_hand = ledger.rolls
        assert (ours.player, ours.side, ours.shown) == ("P1", "Red", "d6 6")
        assert (ours.words, ours.words_at, ours.nth) == (self.FIRE.text[2:], "g1:2", 1)
        assert (by_hand.words_at, by_hand.nth) == ("g1:2", 2)
        assert ledger.odd == ()

    @pytest.mark.parametrize("bracketed", [True, False])
    def test_an_undone_one_counts_once(self, read, bracketed):
        undo = back(self.FIRE) if bracketed else (Chat(f"* UNDO: {self.FIRE.text}"),)
        ledger = read([self.FIRE, undo])
        assert [(each.step, each.undone_by) for each in ledger.rolls] == [(1, "g1:2")]
        assert ledger.odd == ()
        assert [each.kind for each in ledger.evidence] == ["undone"]

    def test_set_dice_are_told_apart_and_never_counted(self, read):
        ledger = read([self.SET, back(self.SET), self.FIRE])
        assert [each.step for each in ledger.rolls] == [3]
        assert [(each.place, each.kind, each.raw) for each in ledger.odd] == [
            ("g1:1", "set", self.SET.text)
        ]

    def test_a_typed_one_is_no_roll(self, read):
        ledger = read([says("Bob", self.FIRE.text), says("Bob", self.SET.text)])
        assert ledger.rolls == ()
        assert [(each.kind, each.name) for each in ledger.odd] == [("typed", "Bob")] * 2

    def test_sums_stay_apart_from_faces(self, read):
        morale = Chat("* [WU] morale unit=b roll=8 modifier=0 result=pass why=-")
        rows = add_up(read([self.FIRE, morale]).thrown).rows
        assert {row.die.name: row.counts for row in rows} == {
            "d6": tuple((face, int(face == 6)) for face in range(1, 7)),
            "sum of d6": ((8, 1),),
        }
        assert all(row.test is None for row in rows if row.die.name != "d6")


class TestFiles:
    def test_a_file_that_repeats_another(self, read):
        start = [(moved(350, 300), Chat("* 1 Inf moves")), roll("Ann", 3), roll("Ann", 5)]
        ledger = read(start, [*start[:2], roll("Ann", 6)])
        assert [(each.place, each.repeats) for each in ledger.rolls] == [
            ("g1:2", ""),
            ("g1:3", ""),
            ("g2:2", "g1:2"),
            ("g2:3", ""),
        ]
        (evidence,) = ledger.evidence
        assert evidence.kind == "seam"
        assert evidence.places == ("g1:3", "g2:3")

    def test_a_file_that_starts_before_the_end_of_the_last(self, read):
        first = [(moved(350, 300), Chat("* 1 Inf moves")), roll("Ann", 1)]
        ledger = read(first, [says("Ann", "again"), roll("Ann", 6)])
        (evidence,) = ledger.evidence
        assert evidence.kind == "seam"
        assert set(evidence.places) == {"g1:2", "g2:2"}

    def test_a_file_that_goes_on(self, read):
        ledger = read([roll("Ann", 1)], [roll("Ann", 6)])
        assert ledger.files == ("g1", "g2")
        assert ledger.evidence == ()


class TestMarks:
    def test_a_line_without_the_mark_of_its_button_is_not_counted(self, read):
        real = (roll("Ann", 3, 4), SetProperty("2d6_result", "1", "3,4"))
        ledger = read([real, roll("Ann", 6, 6)])
        assert len(ledger.rolls) == 1
        assert ledger.odd[0].place == "g1:2"
        assert "beside this line it wasn't set" in ledger.odd[0].reason

    def test_older_engines_set_no_marks(self, read):
        assert len(read([roll("Ann", 3, 4), roll("Ann", 6, 6)]).rolls) == 2


class TestOdd:
    def test_impossible_and_unknown(self, read):
        ledger = read([roll("Ann", 7), Chat("* dice show 3 lions")])
        assert [(each.place, each.kind, each.name) for each in ledger.odd] == [
            ("g1:1", "unread", "Ann"),
            ("g1:2", "unread", ""),
        ]
        assert ledger.rolls == ()


class TestHidden:
    HIDDEN = "Guard Tank"

    def test_a_line_of_ours_that_names_it_still_counts(self, read):
        kind = "obs;M;back.png;Mask;?;player:\tpiece;;;a.png;Tank"
        setup = (*SETUP, AddPiece("9", kind, "P2\tMain Map;300;310;9;0"))
        lines = [Chat("* [WU] morale unit=Tank roll=8 modifier=0 result=pass why=-")]
        lines += [Chat("* [WU] ice unit=Tank side=1/2 die=3 forced=yes")]
        ledger = read(lines, setup=setup)
        assert "Tank" not in repr(ledger)
        assert [each.shown for each in ledger.rolls] == ["sum of d6 8"]
        assert [each.kind for each in ledger.odd] == ["set"]

    @pytest.fixture
    def hidden(self, read):
        kind = f"obs;M;back.png;Mask;?;player:\tpiece;;;a.png;{self.HIDDEN}"
        setup = (*SETUP, AddPiece("9", kind, "hunter-22\tMain Map;300;310;9;0"))
        setup = (replace(SETUP[0]), AddPlayer("hunter-22", "Bob", "Blue"), SETUP[1], setup[-1])
        steps = [
            Chat(f"* {self.HIDDEN} attacks"),
            Chat(f"*** {self.HIDDEN} = 3 *** &lt;Bob&gt;"),
            Chat(f"* {self.HIDDEN} rolls 2d6: 3,4"),
            Chat(f"* {self.HIDDEN} has dice 🎲 5"),
            Chat(f"*** d6 for {self.HIDDEN} = 4 *** &lt;Bob&gt;"),
            Chat(f"*** 3d6 for {self.HIDDEN} = 4,1 *** &lt;Bob&gt;"),
        ]
        return lambda viewer: read(steps, viewer=viewer, setup=setup)

    @pytest.mark.parametrize("viewer", [PUBLIC, Viewer("Red")])
    def test_no_name_of_what_is_hidden(self, hidden, viewer):
        ledger = hidden(viewer)
        assert self.HIDDEN not in repr(ledger)
        assert [roll.shown for roll in ledger.rolls] == ["(hidden) 3", "d6 3, 4", "d6 4"]
        assert len(ledger.odd) == 2

    def test_the_referee_sees_it(self, hidden):
        assert self.HIDDEN in repr(hidden(REFEREE))


class TestTally:
    def rolls(self, read, faces):
        return read([roll("Ann", face) for face in faces]).thrown

    def test_rows(self, read):
        ledger = read([roll("Ann", 1, 2), roll("Bob", 6), roll("Bob", 9, button="2d6")])
        rows = [(row.die.name, row.player, row.size) for row in add_up(ledger.thrown).rows]
        assert rows == [("d6", "", 3), ("d6", "Ann", 2), ("d6", "Bob", 1), ("2d6 sum", "Bob", 1)]

    def test_figures(self, read):
        (row,) = add_up(self.rolls(read, [1, 6, 6, 6])).rows
        assert row.counts == ((1, 1), (2, 0), (3, 0), (4, 0), (5, 0), (6, 3))
        assert (float(row.mean), float(row.expected)) == (4.75, 3.5)
        # 6 rows of six times, 4 places of the odd one, 5 of it ... of 1296 in all, by hand:
        # four alike 6, three alike 6*5*4 = 120; all others are more probable
        assert row.test.p == pytest.approx(126 / 1296)

    def test_no_verdict_under_thirty(self, read):
        (few,) = add_up(self.rolls(read, [6] * (ENOUGH - 1))).rows
        assert few.test.p < 1e-9
        assert few.words == "too few to tell (under 30)"
        (many,) = add_up(self.rolls(read, [6] * ENOUGH)).rows
        assert many.words == "fair dice do so seldom, less than 1 time in 1,000"

    def test_fair_dice(self, read):
        (row,) = add_up(self.rolls(read, [1, 2, 3, 4, 5, 6] * 6)).rows
        assert row.words == "as fair dice do"

    def test_many_looks_raise_every_probability(self, read):
        lines = [roll(name, face) for name in ("Ann", "Bob") for face in [6] * 4]
        tally = add_up(read(lines).thrown)
        assert tally.tests == 3
        assert tally.by_chance == pytest.approx(1 - 0.95**3)
        assert all(row.together >= row.test.p for row in tally.rows)

    def test_unknown_dice_are_not_judged(self, read):
        lines = [roll("Ann", 5, button="Luck")] * 40
        (row,) = add_up(read(lines).thrown).rows
        assert (row.test, row.interval, row.expected) == (None, None, None)
        assert row.words == "the die isn't known, so nothing to compare with"
