"""The veils over the text of saves and logs.

None is encryption: the key stands in front of the text. Each veil is one :class:`Veil` in
:data:`VEILS`, found by the mark the data begin with; data without a mark are plain text, as in
VASSAL. A new veil is one more entry there.

Source: VASSAL classes ``ObfuscatingOutputStream`` and ``DeobfuscatingInputStream``; ``VOBS``
from VASSAL 3.8 (its pull request 15060). The compressed ones are written by other programs or
were only proposed; they are read as far as what they unpack to is one of the others.
"""

from __future__ import annotations

import binascii
import lzma
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from builder.errors import ObfuscationError

__all__ = ["MAX_TEXT_BYTES", "VEILS", "Revealed", "Veil", "deobfuscate", "obfuscate", "reveal"]

MAX_TEXT_BYTES = 64 * 1024 * 1024
"""Longest text read or written unless told otherwise, in bytes of UTF-8."""

_MOST_VEILS = 4
_AT_ONCE = 1 << 16  # bytes that a processor keeps near while it covers them
_NOT_HEX = re.compile(rb"[^0-9A-Fa-f]")


@dataclass(frozen=True, slots=True)
class Revealed:
    """What lay behind a veil.

    Args:
        data: The bytes, as far as they could be had.
        fault: Why there may be more, ``None`` if they are whole. Never holds content.
        whole_key: False if not even the key could be read.
        unit: What one byte of ``data`` was in the file, for error messages.
        width: How many of these make one byte.
        start: Where the first stood, from 0.
    """

    data: bytes
    fault: str | None = None
    whole_key: bool = True
    unit: str = "byte"
    width: int = 1
    start: int = 0


@dataclass(frozen=True, slots=True)
class Veil:
    """One way of hiding the text.

    Args:
        name: For people.
        mark: What the data begin with.
        reveal: Takes the data, mark included, and the longest result in bytes.
        cover: Takes bytes and a key; None for veils that aren't written here.
        again: Whether another veil may lie beneath.
    """

    name: str
    mark: bytes
    reveal: Callable[[bytes, int], Revealed]
    cover: Callable[[bytes, int], bytes] | None = None
    again: bool = False


def obfuscate(text: str, key: int = 0, *, veil: str = "!VCSK") -> bytes:
    """Return ``text`` as VASSAL stores it.

    Args:
        text: Any text.
        key: The byte to mix in, 0 to 255. VASSAL takes a random one; a fixed one gives the
            same bytes every time.
        veil: Name of the veil: ``"!VCSK"``, which every VASSAL reads, or ``"VOBS"`` (3.8).

    Raises:
        ObfuscationError: The key isn't a byte, the text holds a lone surrogate, or the veil
            isn't written here.

    >>> obfuscate("AZ", key=0x5A)
    b'!VCSK5a1b00'
    >>> obfuscate("AZ", key=0x20, veil="VOBS")
    b'VOBS az'
    """
    if not 0 <= key <= 255:
        raise ObfuscationError("the key must be a whole number from 0 to 255")
    cover = next((known.cover for known in VEILS if known.name == veil), None)
    if cover is None:
        raise ObfuscationError(f"a saved game can't be written as {veil!r}; use !VCSK or VOBS")
    try:
        plain = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ObfuscationError(
            f"the text has no UTF-8 form at character {error.start}; remove the half character"
        ) from None
    return cover(plain, key)


def deobfuscate(data: bytes, *, max_text_bytes: int = MAX_TEXT_BYTES) -> str:
    """Return the text behind ``data``; the inverse of :func:`obfuscate` for any key and veil.

    Args:
        data: Contents of a ``savedGame`` entry, veiled or plain.
        max_text_bytes: Longest text accepted, in bytes of UTF-8.

    Raises:
        ObfuscationError: Missing or wrong hex digits, not UTF-8, or too long. The message
            gives the byte offset, never the content.

    >>> deobfuscate(b"!VCSK5a1b00"), deobfuscate(b"VOBS az")
    ('AZ', 'AZ')
    """
    found = reveal(data, max_text_bytes)
    if found.fault:
        raise ObfuscationError(f"{found.fault}; the file is damaged, get it again")
    try:
        return found.data.decode("utf-8")
    except UnicodeDecodeError as error:
        offset = found.start + found.width * error.start
        raise ObfuscationError(
            f"the text isn't UTF-8 at {found.unit} {offset}; the file is damaged or no saved game"
        ) from None


def reveal(data: bytes, max_text_bytes: int = MAX_TEXT_BYTES) -> Revealed:
    """Return what lies behind all veils, as much of it as is sound.

    Args:
        data: Contents of a ``savedGame`` entry, veiled or plain.
        max_text_bytes: Longest result accepted.

    Raises:
        ObfuscationError: Too long, or veil under veil without end.
    """
    fault: str | None = None
    for _ in range(_MOST_VEILS):
        veil = next((known for known in VEILS if data.startswith(known.mark)), None)
        if veil is None:
            break
        found = veil.reveal(data, 2 * max_text_bytes + 16 if veil.again else max_text_bytes)
        fault = found.fault or fault
        if not veil.again:
            return found if found.fault == fault else Revealed(found.data, fault)
        data = found.data
    else:
        raise ObfuscationError("the saved game is packed in itself again and again; it isn't read")
    if len(data) > max_text_bytes:
        raise _too_long(max_text_bytes)
    return Revealed(data, fault)


def _too_long(limit: int) -> ObfuscationError:
    return ObfuscationError(
        f"the text is longer than {limit} bytes; nothing VASSAL writes is, so it isn't read"
    )


def _table(key: int) -> bytes:
    return bytes(value ^ key for value in range(256))


def _cover_hex(plain: bytes, key: int) -> bytes:
    table = _table(key)
    parts = (plain[at : at + _AT_ONCE] for at in range(0, len(plain), _AT_ONCE))
    digits = [binascii.hexlify(part.translate(table)) for part in parts]
    return b"".join([b"!VCSK%02x" % key, *digits])


def _reveal_hex(data: bytes, limit: int) -> Revealed:
    """Read two hex digits a byte, XORed with the key in front."""
    head = 7
    if (len(data) - head) // 2 > limit:
        raise _too_long(limit)
    try:
        mixed = binascii.unhexlify(memoryview(data)[head - 2 :])
    except ValueError:
        mixed = b""
    if not mixed:
        return _reveal_broken_hex(data, head)
    return Revealed(mixed[1:].translate(_table(mixed[0])), unit="hex digit", width=2, start=head)


def _reveal_broken_hex(data: bytes, head: int) -> Revealed:
    """Read the digits before the first wrong or missing one."""
    wrong = _NOT_HEX.search(data, head - 2)
    end = wrong.start() if wrong else len(data)
    fault = f"byte {end} isn't a hex digit" if wrong else None
    if end < head:
        return Revealed(b"", fault or f"the text breaks off at byte {end}", whole_key=False)
    if (end - head) % 2:
        fault = fault or f"the text breaks off in the middle of a byte, at byte {end}"
        end -= 1
    mixed = binascii.unhexlify(memoryview(data)[head:end])
    plain = mixed.translate(_table(int(data[head - 2 : head], 16)))
    return Revealed(plain, fault, unit="hex digit", width=2, start=head)


def _raw(mark: bytes) -> Veil:
    """Return a veil of one key byte behind the mark and every byte XORed with it."""

    def cover(plain: bytes, key: int) -> bytes:
        return mark + bytes([key]) + plain.translate(_table(key))

    def uncover(data: bytes, limit: int) -> Revealed:
        head = len(mark) + 1
        if len(data) - head > limit:
            raise _too_long(limit)
        if len(data) < head:
            return Revealed(b"", f"the text breaks off at byte {len(data)}", whole_key=False)
        return Revealed(data[head:].translate(_table(data[head - 1])), start=head)

    return Veil(mark.decode("ascii"), mark, uncover, cover)


class _Unpacker(Protocol):
    """What the standard library's unpackers have in common."""

    @property
    def eof(self) -> bool:
        """Whether the packed data came to their end."""

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        """Return what ``data`` unpacks to, at most ``max_length`` bytes."""


def _unpacking(
    name: str, mark: bytes, skip: int, unpackers: tuple[Callable[[], _Unpacker], ...]
) -> Veil:
    """Return a veil that is only compressed; ``skip`` bytes belong to the mark alone."""

    def uncover(data: bytes, limit: int) -> Revealed:
        best, fault = b"", "the packed text makes no sense"
        for make in unpackers:
            unpacker = make()
            try:
                plain = unpacker.decompress(data[skip:], limit + 1)
            except (zlib.error, lzma.LZMAError, EOFError, ValueError):
                continue
            if len(plain) > limit:
                raise _too_long(limit)
            if unpacker.eof:
                return Revealed(plain)
            if len(plain) >= len(best):
                best, fault = plain, f"the packed text breaks off at byte {len(data)}"
        return Revealed(best, fault, whole_key=bool(best))

    return Veil(name, mark, uncover, again=True)


_XZ = b"\xfd7zXZ\x00"
_DEFLATES = (
    zlib.decompressobj,
    lambda: zlib.decompressobj(-zlib.MAX_WBITS),
    lambda: zlib.decompressobj(16 + zlib.MAX_WBITS),
)

VEILS: tuple[Veil, ...] = (
    Veil("!VCSK", b"!VCSK", _reveal_hex, _cover_hex),
    _raw(b"VOBS"),
    _raw(b"!VOBS"),
    _unpacking("!VCSZ", b"!VCSZ", 5, (*_DEFLATES, lzma.LZMADecompressor)),
    _unpacking("!VOXZ", b"!VOXZ", 5, (lzma.LZMADecompressor, *_DEFLATES)),
    _unpacking("xz", _XZ, 0, (lzma.LZMADecompressor,)),
    _unpacking("gzip", b"\x1f\x8b\x08", 0, _DEFLATES[2:]),
)
"""Every veil known, tried in this order."""
