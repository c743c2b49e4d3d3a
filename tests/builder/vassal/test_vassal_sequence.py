"""Delimited fields: what VASSAL's SequenceEncoder writes and reads."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.errors import SequenceError
from builder.vassal import sequence

NASTY = st.text(alphabet="\\',;/|\t\x1b:ab\N{LATIN SMALL LETTER E WITH ACUTE}", max_size=12)
DELIMITERS = st.sampled_from(",;/|\t\x1b:")
FIELDS = st.lists(NASTY, min_size=1, max_size=6)

# fields, delimiter, text; worked out by hand from the rules in the module's docstring
TABLE = [
    (["A"], ",", "A"),
    ([""], ",", ""),
    (["", ""], ",", ","),
    (["A", "B,C"], ",", r"A,B\,C"),
    (["A", r"B\,C"], ",", r"A,B\\,C"),
    (["", "A", ""], ",", ",A,"),
    ([r"\A", "B"], ",", r"'\A',B"),  # begins with a backslash: quoted
    (["'A'", "B"], ",", "''A'',B"),  # quoted itself: quoted again
    (["'A", "B'"], ",", "'A,B'"),  # a quote at one end only: left alone
    (["'", "B"], ",", "''',B"),  # one quote both begins and ends
    ([r"A\B"], ",", r"A\B"),  # backslashes aren't escaped
    (["A", "B\\"], ",", "A,B\\"),  # only the last may end in one
    (["'a,b'"], ",", r"''a\,b''"),
    (["x\ty", "z"], "\t", "x\\\ty\tz"),
]


@pytest.mark.parametrize(("fields", "delimiter", "text"), TABLE)
def test_table_is_written(fields, delimiter, text):
    assert sequence.encode(fields, delimiter) == text


@pytest.mark.parametrize(("fields", "delimiter", "text"), TABLE)
def test_table_is_read(fields, delimiter, text):
    assert sequence.decode(text, delimiter) == fields


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (r"\,", [","]),
        (r"\,,", [",", ""]),
        (r"a\\,b", [r"a\,b"]),  # two backslashes: the second escapes, the first stays
        ("''", [""]),
        ("'", ["'"]),
        ("a\\", ["a\\"]),
        (",,", ["", "", ""]),
    ],
)
def test_texts_nobody_writes_are_read_as_vassal_reads_them(text, fields):
    assert sequence.decode(text, ",") == fields


def _as_vassal(text, delimiter):
    """Read character by character, as the engine does."""
    fields, current = [], ""
    for index, char in enumerate(text):
        if char == delimiter and index and text[index - 1] == "\\":
            current = current[:-1] + delimiter
        elif char == delimiter:
            fields.append(current)
            current = ""
        else:
            current += char
    fields.append(current)
    return [f[1:-1] if len(f) > 1 and f[0] == f[-1] == "'" else f for f in fields]


@given(NASTY, DELIMITERS)
def test_reads_any_text_as_the_engine_does(text, delimiter):
    assert sequence.decode(text, delimiter) == _as_vassal(text, delimiter)


@given(FIELDS, DELIMITERS)
def test_reading_undoes_writing_or_writing_refuses(fields, delimiter):
    if any(field.endswith("\\") and not field.startswith("\\") for field in fields[:-1]):
        with pytest.raises(SequenceError):
            sequence.encode(fields, delimiter)
    else:
        assert sequence.decode(sequence.encode(fields, delimiter), delimiter) == fields


@given(FIELDS, DELIMITERS, st.integers(1, 5))
def test_lists_nest(fields, delimiter, depth):
    fields = [field.rstrip("\\") for field in fields]
    text = sequence.encode(fields, delimiter)
    for _ in range(depth):
        text = sequence.encode(["outer", text], delimiter)
    for _ in range(depth):
        outer, text = sequence.decode(text, delimiter)
        assert outer == "outer"
    assert sequence.decode(text, delimiter) == fields


def test_refusals_name_the_place_but_not_the_content():
    with pytest.raises(SequenceError, match="field 2 of 3") as caught:
        sequence.encode(["a", "secret\\", "b"], ";")
    assert "secret" not in str(caught.value)
    with pytest.raises(SequenceError, match="empty field"):
        sequence.encode([], ";")
