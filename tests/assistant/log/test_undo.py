"""Retractions pair with the latest declaration that says the same."""

from __future__ import annotations

import pytest

from assistant.engine.events import (
    ImpulseDeclared,
    Moved,
    PhaseStepped,
    Place,
    Retracted,
    Rolled,
    Said,
    TurnStepped,
)
from assistant.log.undo import settle


def phase(step, old="a", new="b"):
    return PhaseStepped(step=step, old=old, new=new)


def test_a_declaration_and_its_retraction_go():
    said = Said(step=2, text="x")
    left, notes, findings = settle([phase(1), said, Retracted(step=3, what=phase(3))])
    assert left == (said,)
    assert [(note.step, note.kind) for note in notes] == [(3, "undone-declaration")]
    assert "step 1" in notes[0].text
    assert findings == ()


def test_the_latest_of_equal_declarations_goes_first():
    first, second = phase(1), phase(5)
    left, _, _ = settle([first, second, Retracted(step=6, what=phase(6))])
    assert left == (first,)
    left, _, _ = settle(
        [first, second, Retracted(step=6, what=phase(6)), Retracted(step=7, what=phase(7))]
    )
    assert left == ()


def test_it_may_be_declared_again():
    again = phase(4)
    left, _, _ = settle([phase(1), Retracted(step=2, what=phase(2)), again])
    assert left == (again,)


def test_other_declarations_stay():
    impulse = ImpulseDeclared(step=1, side="red", kind="action", points=3, left=7)
    turn = TurnStepped(step=2, old=1, new=2)
    other = TurnStepped(step=9, old=2, new=3)
    left, notes, findings = settle([impulse, turn, Retracted(step=9, what=other)])
    assert left == (impulse, turn)
    assert notes == ()
    assert [(finding.rule, finding.step) for finding in findings] == [("LOG-6", 9)]


def turn(step, old, new):
    return TurnStepped(step=step, old=old, new=new)


def test_clicks_too_many_on_the_turn_marker_are_put_right_by_the_other_button():
    left, notes, _ = settle([turn(1, 5, 6), turn(2, 6, 7), turn(3, 7, 6)])
    assert left == (turn(1, 5, 6),)
    assert [(note.step, note.kind) for note in notes] == [(3, "undone-declaration")]
    left, notes, _ = settle([turn(1, 5, 6), turn(2, 6, 7), turn(3, 7, 6), turn(4, 6, 5)])
    assert left == ()
    assert [note.step for note in notes] == [3, 4]


def test_a_turn_set_back_after_an_impulse_stands():
    impulse = ImpulseDeclared(step=2, side="red", kind="action", points=3, left=7)
    events = [turn(1, 5, 6), impulse, turn(3, 6, 5)]
    assert settle(events) == (tuple(events), (), ())


def test_undo_of_a_turn_goes_before_turns_set_back():
    events = [turn(1, 5, 6), turn(2, 6, 5), Retracted(step=3, what=turn(3, 6, 5))]
    left, _, findings = settle(events)
    assert (left, findings) == ((turn(1, 5, 6),), ())


def test_phases_gone_round_with_nothing_done_are_one():
    """Else a unit could march its points twice in one impulse."""
    begin, *round_ = (phase(n, old, new) for n, (old, new) in enumerate(["da", "ab", "bd", "da"]))
    left, notes, _ = settle([begin, *round_])
    assert left == (phase(3, "d", "a"),)
    assert [note.step for note in notes] == [2]
    moved = Moved(step=9, unit="r1", origin=Place("0101"), to=Place("0102"))
    left, notes, _ = settle([begin, moved, *round_])
    assert left == (begin, moved)
    assert [(note.step, note.kind) for note in notes] == [(3, "undone-declaration")]


@pytest.mark.parametrize(
    "between",
    [
        Rolled(step=9, dice="1d6", faces=(3,), by=""),
        Moved(step=9, unit="r1", origin=Place("0101"), to=Place("0102")),
        ImpulseDeclared(step=9, side="red", kind="action", points=3, left=7),
    ],
)
def test_phases_in_which_something_was_done_stand(between):
    events = (phase(1, "a", "b"), phase(2, "b", "d"), between, phase(10, "d", "a"))
    assert settle(events) == (events, (), ())
