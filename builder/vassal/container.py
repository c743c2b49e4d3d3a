"""A zip read with patience: what a damaged one still holds, entry by entry.

:mod:`builder.vassal.archive` refuses anything odd; this module is for telling a player what is
wrong with a file and for saving what can be saved. Nothing is ever written. Names are only
shown; an entry is found by its place in the file.

Source: VASSAL classes ``ZipArchive`` and ``GameState``, which takes the first ``savedGame`` of
the stream; the file format as published by PKWARE.
"""

from __future__ import annotations

import bz2
import lzma
import struct
import zlib
from dataclasses import dataclass
from typing import BinaryIO, Protocol

__all__ = ["Container", "Member", "Unpacked", "scan"]

_LOCAL = b"PK\x03\x04"
_CENTRAL = b"PK\x01\x02"
_END = b"PK\x05\x06"
_LOCATOR_64 = b"PK\x06\x07"
_END_64 = b"PK\x06\x06"
_LOCAL_HEADER = struct.Struct("<4s5H3I2H")
_CENTRAL_HEADER = struct.Struct("<4s6H3I5H2I")
_END_HEADER = struct.Struct("<4s4H2IH")
_ALL_ONES = 0xFFFFFFFF
_CHUNK = 1 << 16
_LONGEST_COMMENT = 0xFFFF
_LARGEST_WINDOW = 1 << 26
_LARGEST_DIRECTORY = 1 << 26

STORED, DEFLATED, BZIP2, LZMA = 0, 8, 12, 14
VASSAL_METHODS = frozenset({STORED, DEFLATED})
_METHODS = frozenset({STORED, DEFLATED, BZIP2, LZMA})
_ENCRYPTED, _STREAMED, _UTF8 = 0x1, 0x8, 0x800


@dataclass(frozen=True, slots=True)
class Member:
    r"""One entry.

    Args:
        name: Its name; bytes that aren't text are shown as ``\xNN``.
        method: Number of the packing method.
        flags: Bits of its header.
        offset: Where its own header begins, in bytes.
        packed: Packed size in bytes, None if only its end can tell.
        crc: Check sum of the contents, None if not known.
        bad_name: Whether the name isn't text.
    """

    name: str
    method: int
    flags: int
    offset: int
    packed: int | None
    crc: int | None
    bad_name: bool = False

    @property
    def encrypted(self) -> bool:
        """Whether it needs a password."""
        return bool(self.flags & _ENCRYPTED)

    @property
    def folder(self) -> bool:
        """Whether it is only a folder."""
        return self.name.endswith("/")


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What came out of one entry.

    Args:
        data: Its contents, as far as they could be had.
        fault: Empty, ``"too-big"``, ``"truncated-zip"``, ``"corrupt-zip"``,
            ``"compression-method"`` or ``"encrypted-zip"``.
    """

    data: bytes
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Container:
    """The entries of a zip.

    Args:
        members: In the order of the directory, or of the file if the directory is lost.
        complete: Whether there is a directory.
        size: Of the file, in bytes.
    """

    members: tuple[Member, ...]
    complete: bool
    size: int

    def unpack(self, stream: BinaryIO, member: Member, limit: int) -> Unpacked:
        """Return the contents of an entry, or as much as can be had.

        Args:
            stream: The file the members were found in.
            member: One of them.
            limit: Most bytes returned; of a longer entry the beginning, marked ``too-big``.
        """
        if member.encrypted or member.method not in _METHODS:
            code = "encrypted-zip" if member.encrypted else "compression-method"
            return Unpacked(b"", code)
        stream.seek(member.offset)
        head = stream.read(_LOCAL_HEADER.size)
        if len(head) < _LOCAL_HEADER.size or not head.startswith(_LOCAL):
            return Unpacked(b"", "corrupt-zip")
        *_, name_bytes, extra_bytes = _LOCAL_HEADER.unpack(head)
        stream.seek(name_bytes + extra_bytes, 1)
        data, ended = _inflate(stream, member.method, member.packed, limit)
        if len(data) > limit:
            return Unpacked(data[:limit], "too-big")
        wrong = ended and member.crc is not None and zlib.crc32(data) != member.crc
        if ended is None or wrong:
            return Unpacked(data, "corrupt-zip")
        return Unpacked(data, "" if ended else self._cut)

    @property
    def _cut(self) -> str:
        return "corrupt-zip" if self.complete else "truncated-zip"


def scan(stream: BinaryIO, max_members: int) -> Container | None:
    """Find the entries of a zip, by its directory or, if that is lost, one after the other.

    Args:
        stream: The file, opened for reading bytes; it must allow seeking.
        max_members: Entries found at most; one more is returned if there are more.

    Returns:
        The entries, or None if it isn't a zip at all.
    """
    size = stream.seek(0, 2)
    found = _by_directory(stream, size, max_members)
    if found is not None:
        return Container(found, complete=True, size=size)
    stream.seek(0)
    if stream.read(4) not in (_LOCAL, b"PK\x00\x00", b"PK\x07\x08"):
        return None
    return Container(_by_headers(stream, size, max_members), complete=False, size=size)


def _by_directory(stream: BinaryIO, size: int, most: int) -> tuple[Member, ...] | None:
    tail_at = max(0, size - _END_HEADER.size - _LONGEST_COMMENT)
    stream.seek(tail_at)
    tail = stream.read()
    place = tail.rfind(_END)
    while place >= 0 and len(tail) - place < _END_HEADER.size:
        place = tail.rfind(_END, 0, place)
    if place < 0:
        return None
    fields = _END_HEADER.unpack_from(tail, place)
    length, start = fields[5], fields[6]
    end = tail_at + place
    if _ALL_ONES in (length, start):
        found = _directory_64(stream, end)
        if found is None:
            return None
        length, start, end = found
    shift = end - length - start  # bytes somebody put before the zip
    if length > min(size, _LARGEST_DIRECTORY) or shift < 0:
        return None
    stream.seek(end - length)
    return _directory(stream.read(length), shift, most)


def _directory_64(stream: BinaryIO, end: int) -> tuple[int, int, int] | None:
    """Return length, start and end of the directory of a very large zip."""
    if end < 20:
        return None
    stream.seek(end - 20)
    locator = stream.read(20)
    if not locator.startswith(_LOCATOR_64):
        return None
    (place,) = struct.unpack_from("<Q", locator, 8)
    if place > end - 56:
        return None
    stream.seek(place)
    record = stream.read(56)
    if not record.startswith(_END_64):
        return None
    length, start = struct.unpack_from("<2Q", record, 40)
    return length, start, place


def _directory(data: bytes, shift: int, most: int) -> tuple[Member, ...] | None:
    """Read the directory; None if it doesn't hold what it says."""
    members: list[Member] = []
    place = 0
    while place < len(data) and len(members) <= most:
        if len(data) - place < _CENTRAL_HEADER.size or data[place : place + 4] != _CENTRAL:
            return None
        fields = _CENTRAL_HEADER.unpack_from(data, place)
        flags, method, crc, packed, unpacked = fields[3], fields[4], *fields[7:10]
        name_bytes, extra_bytes, comment_bytes = fields[10:13]
        offset = fields[16]
        name_at = place + _CENTRAL_HEADER.size
        raw = data[name_at : name_at + name_bytes]
        extra = data[name_at + name_bytes : name_at + name_bytes + extra_bytes]
        wide = [unpacked, packed, offset]
        _widen(extra, wide)
        name, bad = _name(raw, flags)
        members.append(Member(name, method, flags, wide[2] + shift, wide[1], crc, bad))
        place = name_at + name_bytes + extra_bytes + comment_bytes
    return tuple(members)


def _widen(extra: bytes, wide: list[int]) -> None:
    """Put in the 64-bit sizes where the 32-bit ones are full."""
    place = 0
    while place + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, place)
        if kind == 1:
            field = extra[place + 4 : place + 4 + length]
            for number, value in enumerate(wide):
                if value == _ALL_ONES and len(field) >= 8:
                    wide[number] = int.from_bytes(field[:8], "little")
                    field = field[8:]
        place += 4 + length


def _by_headers(stream: BinaryIO, size: int, most: int) -> tuple[Member, ...]:
    """Walk from entry to entry, by their own headers."""
    members: list[Member] = []
    place = rejected = 0
    while len(members) <= most and rejected <= most:
        place = _find(stream, _LOCAL, place, size)
        if place < 0:
            break
        stream.seek(place)
        head = stream.read(_LOCAL_HEADER.size)
        if len(head) < _LOCAL_HEADER.size:
            break
        fields = _LOCAL_HEADER.unpack(head)
        flags, method, crc, packed = fields[2], fields[3], fields[6], fields[7]
        name_bytes, extra_bytes = fields[9:11]
        name, bad = _name(stream.read(name_bytes), flags)
        body = place + _LOCAL_HEADER.size + name_bytes + extra_bytes
        if method not in _METHODS or not name or body > size:
            place += 4
            rejected += 1
            continue
        streamed = bool(flags & _STREAMED) and packed == 0
        known = None if streamed or packed == _ALL_ONES else packed
        members.append(Member(name, method, flags, place, known, None if streamed else crc, bad))
        place = body if known is None else max(body, min(body + known, size))
    return tuple(members)


def _find(stream: BinaryIO, mark: bytes, start: int, size: int) -> int:
    """Return where ``mark`` stands next, -1 if nowhere."""
    place = start
    while place < size:
        stream.seek(place)
        chunk = stream.read(_CHUNK)
        found = chunk.find(mark)
        if found >= 0:
            return place + found
        if len(chunk) < _CHUNK:
            break
        place += _CHUNK - len(mark) + 1
    return -1


def _name(raw: bytes, flags: int) -> tuple[str, bool]:
    """Return an entry's name, and whether it isn't text."""
    try:
        return raw.decode("utf-8"), False
    except UnicodeDecodeError:
        if flags & _UTF8:
            return raw.decode("utf-8", "backslashreplace"), True
        return raw.decode("cp437"), True


class _Unpacker(Protocol):
    """What the standard library's unpackers have in common."""

    @property
    def eof(self) -> bool:
        """Whether the packed data came to their end."""

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        """Return what ``data`` unpacks to, at most ``max_length`` bytes if that isn't -1."""


def _inflate(
    stream: BinaryIO, method: int, packed: int | None, limit: int
) -> tuple[bytes, bool | None]:
    """Unpack from where the stream stands.

    Returns:
        What came out, at most one byte over ``limit``, and whether it came to its end (None
        if the packed data make no sense).
    """
    if method == STORED:
        return _copy(stream, packed, limit)
    unpacker: _Unpacker | None = _unpacker(method, stream)
    out: list[bytes] = []
    total = 0
    left = packed
    try:
        while unpacker is not None and not unpacker.eof and total <= limit:
            pending = _pending(unpacker)
            chunk = pending or stream.read(_CHUNK if left is None else min(_CHUNK, left))
            if not pending:
                left = None if left is None else left - len(chunk)
                if not chunk and _needs_input(unpacker):
                    return b"".join(out), method == LZMA  # which may lack a mark of its end
            piece = unpacker.decompress(chunk, limit + 1 - total)
            total += len(piece)
            out.append(piece)
    except (zlib.error, OSError, lzma.LZMAError, EOFError, ValueError):
        return b"".join(out), None
    return b"".join(out), None if unpacker is None else True


def _pending(unpacker: _Unpacker) -> bytes:
    return getattr(unpacker, "unconsumed_tail", b"")


def _needs_input(unpacker: _Unpacker) -> bool:
    return bool(getattr(unpacker, "needs_input", True))


def _unpacker(method: int, stream: BinaryIO) -> _Unpacker | None:
    match method:
        case 8:
            return zlib.decompressobj(-zlib.MAX_WBITS)
        case 12:
            return bz2.BZ2Decompressor()
        case _:
            return _lzma(stream.read(9))


def _lzma(head: bytes) -> _Unpacker | None:
    """Return the unpacker that the head of an LZMA entry asks for."""
    if len(head) < 9 or head[2:4] != b"\x05\x00" or head[4] >= 225:
        return None
    rest, literal_context = divmod(head[4], 9)
    settings = {
        "id": lzma.FILTER_LZMA1,
        "lc": literal_context,
        "lp": rest % 5,
        "pb": rest // 5,
        "dict_size": min(int.from_bytes(head[5:9], "little"), _LARGEST_WINDOW),
    }
    try:
        return lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[settings])
    except (lzma.LZMAError, ValueError):
        return None


def _copy(stream: BinaryIO, packed: int | None, limit: int) -> tuple[bytes, bool | None]:
    wanted = limit + 1 if packed is None else min(packed, limit + 1)
    data = stream.read(wanted)
    if packed is None:
        for mark in (b"PK\x07\x08", _LOCAL, _CENTRAL):
            data = data.partition(mark)[0]
        return data, True
    return data, len(data) == wanted
