"""Random damage: nothing comes of it but an opened file or a clear error."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.errors import SequenceError, VassalError
from builder.vassal import (
    AddPiece,
    Piece,
    archive_bytes,
    decode_commands,
    deobfuscate,
    encode_commands,
    obfuscate,
    parse_trait,
)
from builder.vassal.damage import CODES, UnusableError
from builder.vassal.opened import Limits, open_stream
from builder.vassal.piece import join_parts, split_parts
from builder.vassal.trait import KINDS, RawTrait

ESC = "\x1b"
LIMITS = Limits(text_bytes=1 << 20, entries=100, depth=50)
MASKED = "obs;77,130;a.png;Mask;B;?;player:;Peek;;true\tpiece;;;a.png;1st"
TEXT = ESC.join(
    [
        "begin_save",
        "PLAYER\tsecret-1\tAnn\tRed",
        f"+/1/{MASKED}/secret-1;false|0\tMap;10;20;9;1;OldZone;Here",
        "+/2/stack/Map;10;20;1;@@0",
        "MapBoardPicker\tBoard\t0\t0",
        "end_save",
        "LOG\tM/1/Map/30/20/null/Map/10/20/2/secret-1\\" + ESC + "LOG\tCHAT* moves",
        "LOG\tD/1/null;\tMap;30;20;9;0/secret-1;\tMap;30;20;9;0",
        "LOG\tUNDO\ttrue",
        "LOG\tSHOW_RESULTS\tHit\t0\t5",
    ]
)
WORDS = st.sampled_from(
    [
        *(ESC, "\\" + ESC, "\\", "'", "/", "\\/", ";", ",", "\t", "\\\t", "|", "~", "null", "@@"),
        *("LOG\t", "PLAYER\t", "M/", "D/", "+/", "CHAT", "begin_save", "end_save", "TURN", "EXT\t"),
        *("obs;", "hide;", "restrict;", "emb2;", "deck;", "mark;", "rotate;1;", "\u00e9", "-1"),
    ]
)
SOUP = st.lists(WORDS | st.text(max_size=4), max_size=30).map("".join)


@st.composite
def damaged_text(draw):
    """The text above with some places overwritten."""
    text = TEXT
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(text)))
        gone = draw(st.integers(0, 30))
        text = text[:place] + draw(WORDS | st.text(max_size=3)) + text[place + gone :]
    return text


@st.composite
def damaged_file(draw):
    """A log with some bytes overwritten."""
    name = draw(st.sampled_from(["!VCSK", "VOBS"]))
    data = bytearray(archive_bytes({"savedGame": obfuscate(TEXT, 7, veil=name)}))
    for _ in range(draw(st.integers(1, 8))):
        place = draw(st.integers(0, len(data)))
        data[place : place + draw(st.integers(0, 9))] = draw(st.binary(max_size=9))
    return bytes(data)


def _ends_well(data):
    try:
        opened = open_stream(io.BytesIO(data), "file", limits=LIMITS)
    except UnusableError as error:
        refused = error
    else:
        refused = None
    if refused:
        assert refused.code in CODES
        assert "secret" not in str(refused)
        return
    assert opened.whole == (not opened.salvaged)
    for each in opened.damage:
        assert each.code in CODES
        assert "secret" not in str(each)
    for command in (*opened.setup, *(each for step in opened.steps for each in step.commands)):
        command.encode()
        if isinstance(command, AddPiece):
            assert len(command.piece.parsed) == len(command.piece.traits)
    _ = opened.players, opened.extensions, opened.engine


@settings(max_examples=500)
@given(damaged_file())
def test_a_file_with_damaged_bytes(data):
    _ends_well(data)


@given(st.binary(max_size=300))
def test_a_file_of_random_bytes(data):
    for mark in (b"", b"PK\x03\x04", b"!VCSK5a", b"VOBS", b"begin_save\x1b", b"<", b"\xfd7zXZ\0"):
        _ends_well(mark + data)


@settings(max_examples=500, deadline=None)
@given(damaged_text() | SOUP.map(lambda soup: f"begin_save{ESC}{soup}"))
def test_a_file_with_damaged_text(text):
    plain = text.encode("utf-8", "replace")
    _ends_well(plain)
    _ends_well(archive_bytes({"savedGame": plain}))


@settings(max_examples=500)
@given(damaged_text() | SOUP)
def test_any_text_comes_back_exactly(text):
    assert encode_commands(decode_commands(text, keep_player_ids=True)) == text


def test_a_text_ending_in_a_backslash_comes_back_though_no_engine_could_write_it():
    # VASSAL reads the first as one command; a list of fields can't hold the second
    for text in (f"CHATsee C:\\{ESC}CHATnext", f"a\\\\{ESC}b\\", f"begin_save{ESC}'{ESC}\\"):
        assert encode_commands(decode_commands(text, keep_player_ids=True)) == text


ODD = "'x\\'"  # within quotes a field may end in a backslash, but can't be written so
DEEP = "".join("obs;77,130" + "\\" * depth + "\t" for depth in range(1_200))


@pytest.mark.parametrize(
    "command",
    [
        f"+/1/obs;77,130;;;;;player:\tpiece;;;a;A/{ODD};{ODD}\tMap;1;2;9;0",
        f"+/1/obs;77,130;{ODD};;;;player:\t{ODD}\\\tpiece;;;a;A/secret-1;{ODD}\t{ODD}\\\tx",
        f"+/1/{DEEP}/{DEEP}",
        f"D/1/{DEEP}/{DEEP}",
        f"D/7/secret-1\t{ODD}\\\tsecret-1;",
        f"EXT\t{ODD}\t1",
        f"LOCKSPOTAB\t{ODD}\t{ODD}\t{ODD}\tx",
        f"Events1,{ODD},x|{ODD},secret-1|{ODD}",
        f"PLAYER\t{ODD}\t{ODD}\t{ODD}",
        f"SNOTE\t{ODD}\t{ODD}\ttrue\t{ODD}",
        f"UNMASK\t{ODD}\t{ODD}",
        f"MapBoardPicker\t{ODD}\t0\t0",
        f"GlobalProperty\t;{ODD};{ODD};{ODD}",
    ],
)
def test_fields_that_cant_be_written(command):
    text = f"{TEXT}{ESC}{command}{ESC}LOG\t{command}"
    opened = open_stream(io.BytesIO(text.encode()), "file")
    assert "secret" not in repr(opened)
    assert encode_commands(decode_commands(text, keep_player_ids=True)) == text


def test_a_piece_nested_too_deep_is_told_and_left_alone():
    text = f"begin_save{ESC}+/1/{DEEP}/x{ESC}+/2/piece;;;a;A/Map;1;2;9;0{ESC}end_save"
    opened = open_stream(io.BytesIO(text.encode()), "file")
    assert [each.code for each in opened.damage] == ["not-zip", "no-metadata", "too-deep"]
    assert not opened.whole
    assert len(opened.setup) == 2


@given(st.text(), st.integers(0, 255), st.sampled_from(["!VCSK", "VOBS", "!VOBS"]))
def test_every_veil_is_lifted(text, key, veil):
    assert deobfuscate(obfuscate(text, key, veil=veil)) == text


@given(st.lists(SOUP, min_size=1, max_size=12))
def test_traits_come_back_or_are_refused(parts):
    try:
        text = join_parts(parts)
    except SequenceError:
        return
    assert split_parts(text, len(parts)) == parts


@given(st.sampled_from(sorted(KINDS)), SOUP, SOUP)
def test_any_trait_is_read_and_written_to_be_read_the_same(kind, type_text, state):
    trait = parse_trait(RawTrait(f"{kind};{type_text}", state))
    try:
        raw = trait.encode()
    except SequenceError:  # a field that ends in a backslash
        return
    assert parse_trait(raw) == trait


@given(SOUP, SOUP)
def test_any_piece_is_taken_apart(type_text, state):
    try:
        piece = Piece.parse(type_text, state)
    except VassalError:
        return
    assert len(piece.parsed) == len(piece.traits)
    _ = piece.name, piece.position, piece.properties, piece.with_state(state)
