"""Names of hidden pieces in lines of text."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from assistant.record.names import HIDDEN, Names

WORD = st.sampled_from(["1st", "Inf", "HQ", "Guards", "a"])
NAME = st.lists(WORD, min_size=1, max_size=3).map(" ".join)


def names(*, opened=(), unseen=(), masked=(), deck=()):
    found = Names()
    found.add(opened, "open")
    found.add(unseen, "unseen")
    found.add(masked, "masked")
    found.add(deck, "deck")
    return found


@given(st.lists(NAME, max_size=4), st.lists(WORD, max_size=12))
def test_no_hidden_name_is_left(hidden, words):
    text, _ = names(unseen=hidden).without_hidden(" ".join(words))
    left = re.findall(r"\w+|\[hidden\]", text)
    for name in hidden:
        parts = name.split()
        spans = [left[at : at + len(parts)] for at in range(len(left))]
        assert parts not in spans


@given(st.lists(NAME, max_size=4), st.lists(WORD, max_size=12))
def test_names_that_lie_open_stay(opened, words):
    line = " ".join(words)
    assert names(opened=opened, unseen=opened).without_hidden(line) == (line, False)


def test_case_and_signs_between_words_do_not_matter():
    found = names(unseen=["Secret H.Q."])
    assert found.without_hidden("the SECRET  h . q . moves") == (f"the {HIDDEN} moves", True)


def test_a_part_of_an_open_name_stays_but_what_overlaps_it_goes():
    found = names(opened=["Army 2nd"], unseen=["2nd Guards", "Army"])
    assert found.without_hidden("Army 2nd")[0] == "Army 2nd"
    assert found.without_hidden("Army 2nd Guards")[0] == f"Army {HIDDEN}"


def test_only_pieces_that_are_not_seen_at_all_make_a_line_telltale():
    assert names(masked=["X"]).without_hidden("X moves") == (f"{HIDDEN} moves", False)


def test_a_card_in_a_deck_hides_its_name_in_typed_lines_only_as_it_is_written():
    found = names(deck=["Weather"])
    assert found.without_hidden("rolling for weather", typed=True)[0] == "rolling for weather"
    assert found.without_hidden("Weather is next", typed=True)[0] == f"{HIDDEN} is next"
    assert found.without_hidden("* weather drawn")[0] == f"* {HIDDEN} drawn"


def test_a_name_counts_as_long_as_a_piece_bears_it():
    found = names(unseen=["X"], opened=["Y"])
    found.drop(["X"], "unseen")
    assert found.without_hidden("X and Y") == ("X and Y", False)


def test_the_rest_of_a_line_goes_with_a_very_long_name():
    long = " ".join(f"w{n}" for n in range(30))
    assert names(unseen=[long]).without_hidden(f"so {long} ends")[0] == f"so {HIDDEN}"


def test_names_without_a_letter_hide_nothing():
    assert names(unseen=["?", "", "--"]).without_hidden("why? -- so") == ("why? -- so", False)


def test_a_name_in_a_script_without_blanks_is_found_within_a_line():
    hidden = names(masked=["第一師団"])
    assert hidden.without_hidden("第一師団が移動 0412")[0] == "[hidden]が移動 0412"


def test_a_name_with_tags_is_found_as_the_chat_shows_it():
    hidden = names(masked=["<b>Zebra</b> Guards"])
    assert hidden.without_hidden("Zebra Guards move")[0] == "[hidden] move"
