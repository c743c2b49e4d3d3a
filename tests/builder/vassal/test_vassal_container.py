"""Zips read with patience."""

from __future__ import annotations

import io
import struct
import time
import zipfile
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.vassal._picture import picture_size
from builder.vassal.container import Unpacked, scan

DATA = b"some text, " * 300
BIG = 1 << 20


def zipped(*entries, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as out:
        for name, data in entries:
            out.writestr(name, data)
    return buffer.getvalue()


def read(data, name="a", limit=BIG):
    stream = io.BytesIO(data)
    found = scan(stream, 100)
    member = next(each for each in found.members if each.name == name)
    return found.unpack(stream, member, limit)


METHODS = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]


@pytest.mark.parametrize("method", METHODS)
def test_every_method_with_and_without_the_directory(method):
    data = zipped(("first", b"x"), ("a", DATA), ("last", b"y"), method=method)
    assert read(data) == Unpacked(DATA)
    assert read(data, "first") == Unpacked(b"x")
    lost = data[: data.index(b"PK\x01\x02")]
    assert read(lost) == Unpacked(DATA)
    assert not scan(io.BytesIO(lost), 100).complete


@pytest.mark.parametrize("method", METHODS)
def test_the_limit_counts_what_comes_out(method):
    data = zipped(("a", DATA), method=method)
    assert read(data, limit=len(DATA)) == Unpacked(DATA)
    assert read(data, limit=len(DATA) - 1) == Unpacked(DATA[:-1], "too-big")
    assert read(data, limit=0) == Unpacked(b"", "too-big")


@pytest.mark.parametrize("method", METHODS)
def test_what_comes_out_of_a_damaged_entry_is_marked(method):
    whole = zipped(("a", DATA), method=method)
    for place in range(31, whole.index(b"PK\x01\x02"), 3):
        damaged = bytearray(whole)
        damaged[place] ^= 0x55
        got = read(bytes(damaged))
        assert got.fault == "corrupt-zip" or got == Unpacked(DATA)
        assert not got.fault or got.data != DATA or method != zipfile.ZIP_STORED


def test_python_and_we_agree_on_names():
    data = zipped(("a/b.txt", b""), ("\u00e9\u4e2d.png", b""), ("folder/", b""))
    found = scan(io.BytesIO(data), 100)
    assert [member.name for member in found.members] == zipfile.ZipFile(io.BytesIO(data)).namelist()
    assert [member.folder for member in found.members] == [False, False, True]
    assert not any(member.bad_name for member in found.members)


def test_names_that_are_no_text():
    data = zipped(("\u00e9\u00e9", b"x")).replace("\u00e9\u00e9".encode(), b"\xe9\xe9ab")
    (member,) = scan(io.BytesIO(data), 100).members
    assert (member.name, member.bad_name) == ("\\xe9\\xe9ab", True)
    old = zipped(("abcd", b"x")).replace(b"abcd", b"\x81bcd")  # no mark of UTF-8
    (member,) = scan(io.BytesIO(old), 100).members
    assert (member.name, member.bad_name) == ("\u00fcbcd", True)


def test_something_in_front_of_the_zip():
    assert read(b"#!/bin/sh\n" * 9 + zipped(("a", DATA))) == Unpacked(DATA)


def test_a_comment_behind_it():
    buffer = io.BytesIO(zipped(("a", DATA)))
    with zipfile.ZipFile(buffer, "a") as out:
        out.comment = b"PK\x05\x06 no directory" * 100
    assert read(buffer.getvalue()) == Unpacked(DATA)


def test_a_very_large_zip_has_its_sizes_elsewhere():
    # one stored entry; directory and end in their 64-bit form
    crc = zlib.crc32(DATA)
    local = struct.pack("<4s5H3I2H", b"PK\3\4", 45, 0, 0, 0, 0, crc, len(DATA), len(DATA), 1, 0)
    body = local + b"a" + DATA
    extra = struct.pack("<2H3Q", 1, 24, len(DATA), len(DATA), 0)
    full = 0xFFFFFFFF
    fields = (45, 45, 0, 0, 0, 0, crc, full, full, 1, len(extra), 0, 0, 0, 0, full)
    central = struct.pack("<4s6H3I5H2I", b"PK\1\2", *fields)
    directory = central + b"a" + extra
    end64 = struct.pack(
        "<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, 1, 1, len(directory), len(body)
    )  # fmt: skip
    locator = struct.pack("<4sIQI", b"PK\6\7", 0, len(body) + len(directory), 1)
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, full, full, 0)
    data = body + directory + end64 + locator + end
    assert zipfile.ZipFile(io.BytesIO(data)).read("a") == DATA
    assert read(data) == Unpacked(DATA)


def test_too_many_members_are_not_all_read():
    data = zipped(*((f"{number}", b"") for number in range(30)))
    assert len(scan(io.BytesIO(data), 10).members) == 11
    lost = data[: data.index(b"PK\x01\x02")]
    assert len(scan(io.BytesIO(lost), 10).members) == 11


@given(st.binary(max_size=200))
def test_anything_else_is_no_zip_or_an_empty_one(data):
    found = scan(io.BytesIO(b"x" + data), 10)
    assert found is None or not found.members


@given(st.data())
def test_a_damaged_zip_never_fails_otherwise(data):
    whole = zipped(("a", DATA[:300]), ("b", b"1234"))
    body = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 8))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    stream = io.BytesIO(bytes(body))
    found = scan(stream, 10)
    for member in found.members if found else ():
        got = found.unpack(stream, member, 1000)
        assert len(got.data) <= 1000


# heads as the formats have them: width 300, height 200
PICTURES = [
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x2c\0\0\0\xc8\x08\x06\0\0\0",
    b"GIF89a\x2c\x01\xc8\0\xf7\0\0",
    b"\xff\xd8\xff\xe0\0\x04ab\xff\xdb\0\x04cd\xff\xc2\0\x11\x08\0\xc8\x01\x2c\x03",
]


@pytest.mark.parametrize("head", PICTURES)
def test_the_size_of_a_picture(head):
    assert picture_size(head) == (300, 200)
    for end in range(len(head)):
        assert picture_size(head[:end]) in (None, (300, 200))


@pytest.mark.parametrize("head", [b"", b"<svg/>", b"\xff\xd8\xff", b"\xff\xd8" + b"\xff" * 5000])
def test_what_has_no_size(head):
    assert picture_size(head) is None


def test_a_file_of_nothing_but_heads_takes_no_long_time():
    started = time.process_time()
    found = scan(io.BytesIO(b"PK\x03\x04" * (4 << 20)), 10_000)
    assert len(found.members) <= 10_001
    assert time.process_time() - started < 10
