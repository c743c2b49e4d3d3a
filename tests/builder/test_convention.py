import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder import convention
from builder.convention import Impulse, PhaseStep, TurnStep, Weather, format_line, parse_line
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
