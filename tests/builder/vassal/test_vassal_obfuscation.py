"""The ``!VCSK`` veil."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.errors import ObfuscationError
from builder.vassal import deobfuscate, obfuscate

TABLE = [
    # mark and key, then each byte XOR key: A=41 Z=5a newline=0a
    ("AZ\n", 0x00, b"!VCSK00415a0a"),
    ("AZ\n", 0x5A, b"!VCSK5a1b0050"),
    ("AZ\n", 0xFF, b"!VCSKffbea5f5"),
    # UTF-8 first: e acute is c3 a9
    ("\u00e9", 0x01, b"!VCSK01c2a8"),
    ("", 0x10, b"!VCSK10"),
]


@pytest.mark.parametrize(("text", "key", "data"), TABLE)
def test_table_both_ways(text, key, data):
    assert obfuscate(text, key) == data
    assert deobfuscate(data) == text


@given(st.text(), st.integers(0, 255))
def test_reading_undoes_writing(text, key):
    assert deobfuscate(obfuscate(text, key)) == text


@pytest.mark.parametrize("length", [65_535, 65_536, 65_537, 200_000])
def test_a_long_text_is_covered_to_its_last_byte(length):
    text = ("\u00e9" + "abcdefg" * 30_000)[: length - 1]
    plain = text.encode()
    assert len(plain) == length
    assert obfuscate(text, 0x5A) == b"!VCSK5a" + "".join(f"{b ^ 0x5A:02x}" for b in plain).encode()


@pytest.mark.parametrize("text", ["begin_save\x1bend_save", "", "!VCS"])
def test_plain_text_passes(text):
    assert deobfuscate(text.encode()) == text


def test_capital_digits_are_read():
    assert deobfuscate(b"!VCSKAB" + b"EA") == "A"


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b"!VCSK", "byte 5"),  # no key
        (b"!VCSK5", "byte 6"),
        (b"!VCSKg9", "byte 5"),
        (b"!VCSK5a1b0", "byte 10"),  # half a byte
        (b"!VCSK5a1b\n0", "byte 9"),
        (b"!VCSK5a 1b", "byte 7"),
        (b"!VCSK0041ff", "hex digit 9"),  # ff is never UTF-8
        (b"A\xff", "byte 1"),
    ],
)
def test_damage_is_told_with_its_place(data, hint):
    with pytest.raises(ObfuscationError, match=hint):
        deobfuscate(data)


@pytest.mark.parametrize("data", [b"!VCSK00" + b"61" * 11, b"a" * 11])
def test_longer_than_the_cap_is_refused(data):
    with pytest.raises(ObfuscationError, match="longer than 10 bytes"):
        deobfuscate(data, max_text_bytes=10)
    assert len(deobfuscate(data, max_text_bytes=11)) == 11


def test_errors_hold_no_content():
    secret = b"hunter2-secret"
    for data in (secret + b"\xff", b"!VCSK00" + secret.hex().encode() + b"ff"):
        with pytest.raises(ObfuscationError) as caught:
            deobfuscate(data)
        assert "hunter2" not in repr(caught.value)
        assert caught.value.__cause__ is None
        assert caught.value.__suppress_context__


@pytest.mark.parametrize("key", [-1, 256])
def test_a_key_is_a_byte(key):
    with pytest.raises(ObfuscationError, match="0 to 255"):
        obfuscate("", key)


def test_half_a_character_is_refused():
    with pytest.raises(ObfuscationError, match="character 1"):
        obfuscate("a\ud800")
