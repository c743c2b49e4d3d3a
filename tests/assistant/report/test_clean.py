"""Nothing that players wrote can steer a terminal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.report.clean import clean


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("Jäger Великие Луки", "Jäger Великие Луки"),
        ("a\x1b[2Jb", r"a\x1b[2Jb"),
        ("a\r\nb\t", r"a\x0d\x0ab\x09"),
        ("\x9b31m", r"\x9b31m"),
        ("abc\u202edef", r"abc\u202edef"),
        ("\u200b\ufeff", r"\u200b\ufeff"),
        ("\u2028", r"\u2028"),
        ("\ud800", r"\ud800"),
        ("\U000e0041", r"\U000e0041"),
    ],
)
def test_clean(text, shown):
    assert clean(text) == shown


@given(st.text())
def test_what_comes_out_is_visible_and_can_be_written(text):
    shown = clean(text)
    shown.encode("utf-8")
    assert not {unicodedata.category(char) for char in shown} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert clean(shown) == shown
