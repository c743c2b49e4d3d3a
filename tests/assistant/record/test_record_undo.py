"""Which steps take back which."""

from __future__ import annotations

from assistant.record.undo import find_undone
from builder.vassal import Chat, Step, Undo
from tests.assistant.record.made import move


def pairs(*steps):
    found = find_undone([Step(n, tuple(step)) for n, step in enumerate(steps, 1)])
    return found.by, found.undos


OUT, BACK = move("1", (0, 0), (5, 5)), move("1", (5, 5), (0, 0))
SAYS, TAKES = Chat("* A moves *"), Chat("* UNDO: * A moves *")
ROLL, UNROLL = Chat("*** d6 = 3 *** <Ann>"), Chat("* UNDO: *** d6 = 3 *** <Ann>")
BEGIN, END = Undo(begins=True), Undo(begins=False)


def test_the_line_pairs_them_with_and_without_brackets():
    assert pairs([OUT, SAYS], [BEGIN, TAKES, BACK, END]) == ({1: 2}, {2: 1})
    assert pairs([OUT, SAYS], [TAKES, BACK]) == ({1: 2}, {2: 1})


def test_equal_lines_are_taken_back_latest_first():
    assert pairs([ROLL], [ROLL], [UNROLL], [UNROLL]) == ({2: 3, 1: 4}, {3: 2, 4: 1})


def test_a_bracketed_undo_without_a_line_takes_back_its_own_move_or_else_the_last_step():
    assert pairs([OUT], [Chat("x")], [BEGIN, BACK, END]) == ({1: 3}, {3: 1})
    assert pairs([OUT], [Chat("x")], [BEGIN, END]) == ({2: 3}, {3: 2})


def test_a_move_back_by_hand_is_no_undo():
    assert pairs([OUT], [BACK]) == ({}, {})


def test_steps_without_a_line_are_taken_back_before_an_earlier_one_with_a_line():
    on, back_on = move("2", (1, 1), (2, 2)), move("2", (2, 2), (1, 1))
    by, undos = pairs([ROLL], [OUT], [on], [back_on], [BACK], [UNROLL])
    assert by == {1: 6, 2: 5, 3: 4}
    assert undos == {6: 1, 5: 2, 4: 3}
    assert pairs([OUT], [BACK], [ROLL], [UNROLL]) == ({3: 4}, {4: 3})
    assert pairs([ROLL], [OUT], [on], [BACK], [UNROLL]) == ({1: 5}, {5: 1})


def test_an_undo_of_what_the_log_does_not_hold():
    assert pairs([UNROLL]) == ({}, {1: 0})


def test_an_undo_that_is_taken_back_lets_the_step_stand_again():
    again = Chat("* UNDO: * UNDO: *** d6 = 3 *** <Ann>")
    by, undos = pairs([ROLL], [UNROLL], [again], [UNROLL])
    assert by == {2: 3, 1: 4}
    assert undos == {2: 1, 3: 2, 4: 1}


def test_a_long_log_takes_time_in_line_with_its_length():
    steps = [[ROLL] if n % 2 else [UNROLL] for n in range(1, 40_001)]
    by, _ = pairs(*steps)
    assert len(by) == 20_000
