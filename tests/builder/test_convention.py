from dataclasses import fields
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder import convention
from builder.convention import (
    VERBS,
    Impulse,
    Line,
    PhaseStep,
    TurnStep,
    Weather,
    format_line,
    parse_line,
)
from builder.convention.line import Assault
from builder.errors import ConventionError

WORDS = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="="), min_size=1)
NUMBERS = st.integers(-999_999, 999_999)
LINES = st.one_of(
    st.builds(Impulse, side=WORDS, kind=WORDS, points=NUMBERS, left=NUMBERS),
    st.builds(PhaseStep, old=WORDS, new=WORDS),
    st.builds(TurnStep, old=NUMBERS, new=NUMBERS),
    st.builds(Weather, now=WORDS),
)


@given(LINES, st.sampled_from(["", "* ", "*", "* UNDO: * ", "* UNDO: "]))
def test_what_is_formatted_is_parsed_back(line, before):
    text = before + format_line(line)
    assert convention.is_ours(text)
    assert convention.is_undone(text) == ("UNDO" in before)
    assert parse_line(text) == line


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("hello", "not a line"),
        ("&lt;Ann&gt; - [WU] turn old=1 new=2", "not a line"),  # typed by a person
        ("* [WU] dance", "unknown verb"),
        ("* [WU] ", "unknown verb"),
        ("* [WU] turn old=1", "expected old new"),
        ("* [WU] turn new=2 old=1", "expected old new"),
        ("* [WU] turn old=1 new=2 x", "expected old new"),
        ("* [WU] turn old=1 new=two", "no whole number"),
        ("* [WU] turn old=1 new=٢", "no whole number"),
        ("* [WU] turn old=1 new=99999999999999", "no whole number"),
    ],
)
def test_what_does_not_fit_is_refused(text, complaint):
    with pytest.raises(ConventionError, match=complaint):
        parse_line(text)


@pytest.mark.parametrize("value", ["", "two words", "a=b", "tab\there"])
def test_values_that_would_break_a_line_are_not_written(value):
    with pytest.raises(ConventionError, match="side="):
        format_line(Impulse(value, "action", 1, 9))


_TEXT = st.text("abcdefghijklmnopqrstuvwxyz0123456789-/.:+", min_size=1, max_size=12)
_ITEMS = st.lists(_TEXT.filter(lambda text: text != "-"), max_size=4).map(tuple)
_OF_TYPE = {
    "str": _TEXT,
    "int": st.integers(-999_999, 999_999),
    "bool": st.booleans(),
    "Fraction": st.fractions(-1000, 1000, max_denominator=1000),
    "tuple[str, ...]": _ITEMS,
    "tuple[int, ...]": st.lists(st.integers(0, 6), max_size=5).map(tuple),
}
_LINES = st.one_of(
    st.builds(type_, **{field.name: _OF_TYPE[str(field.type)] for field in fields(type_)})
    for type_ in VERBS.values()
)


@given(_LINES)
def test_every_line_is_read_back_as_it_was_written(line):
    assert parse_line("* " + format_line(line)) == line


def test_a_field_with_a_default_may_be_left_out_but_no_other_and_not_out_of_order():
    assert format_line(Assault("a", "2123")) == "[WU] assault unit=a target=2123"
    assert parse_line("[WU] assault unit=a target=2123 charge=yes") == Assault(
        "a", "2123", charge=True
    )
    for text in ("unit=a", "target=2123 unit=a", "unit=a target=2123 charge=perhaps"):
        with pytest.raises(ConventionError):
            parse_line("[WU] assault " + text)


@pytest.mark.parametrize("value", ["1/0", "1/00", "0.5", "½", "1//2", "", "1/2/3", "٣"])
def test_a_value_that_is_no_fraction_is_refused(value):
    with pytest.raises(ConventionError):
        parse_line(f"[WU] move unit=a path=0101,0102 cost={value}")


def test_every_verb_is_a_word_of_its_own():
    assert len(VERBS) == len(set(VERBS.values())) == len(get_args(Line))
