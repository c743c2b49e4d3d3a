"""The ``!VCSK`` veil over the text of saves and logs: two hex digits a byte, XORed with a key.

It isn't encryption: the key stands in front of the text. A text without the mark is read as
plain text, as VASSAL does.

Source: VASSAL classes ``ObfuscatingOutputStream`` and ``DeobfuscatingInputStream``.
"""

from __future__ import annotations

import binascii
import re

from builder.errors import ObfuscationError

__all__ = ["MAX_TEXT_BYTES", "deobfuscate", "obfuscate"]

MAX_TEXT_BYTES = 64 * 1024 * 1024
"""Longest text read or written unless told otherwise, in bytes of UTF-8."""

_MARK = b"!VCSK"
_HEADER_BYTES = len(_MARK) + 2
_NOT_HEX = re.compile(rb"[^0-9A-Fa-f]")


def obfuscate(text: str, key: int = 0) -> bytes:
    """Return ``text`` as VASSAL stores it.

    Args:
        text: Any text.
        key: The byte to mix in, 0 to 255. VASSAL takes a random one; a fixed one gives the
            same bytes every time.

    Raises:
        ObfuscationError: The key isn't a byte, or the text holds a lone surrogate.

    >>> obfuscate("AZ", key=0x5A)
    b'!VCSK5a1b00'
    """
    if not 0 <= key <= 255:
        raise ObfuscationError("the key must be a whole number from 0 to 255")
    try:
        plain = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ObfuscationError(
            f"the text has no UTF-8 form at character {error.start}; remove the half character"
        ) from None
    mixed = plain.translate(_table(key))
    return _MARK + f"{key:02x}".encode("ascii") + binascii.hexlify(mixed)


def deobfuscate(data: bytes, *, max_text_bytes: int = MAX_TEXT_BYTES) -> str:
    """Return the text behind ``data``; the inverse of :func:`obfuscate` for any key.

    Args:
        data: Contents of a ``savedGame`` entry, veiled or plain.
        max_text_bytes: Longest text accepted, in bytes of UTF-8.

    Raises:
        ObfuscationError: Missing or wrong hex digits, not UTF-8, or too long. The message
            gives the byte offset, never the content.

    >>> deobfuscate(b"!VCSK5a1b00")
    'AZ'
    """
    if not data.startswith(_MARK):
        return _text(data, max_text_bytes, "byte", 1, 0)
    if (len(data) - _HEADER_BYTES) // 2 > max_text_bytes:
        raise ObfuscationError(_too_long(max_text_bytes))
    wrong = _NOT_HEX.search(data, len(_MARK))
    if wrong:
        raise ObfuscationError(
            f"byte {wrong.start()} isn't a hex digit; the file is damaged, get it again"
        )
    if len(data) < _HEADER_BYTES or len(data) % 2 != _HEADER_BYTES % 2:
        raise ObfuscationError(
            f"the text breaks off in the middle of a byte, at byte {len(data)}; "
            "the file is damaged, get it again"
        )
    key = int(data[len(_MARK) : _HEADER_BYTES], 16)
    plain = binascii.unhexlify(memoryview(data)[_HEADER_BYTES:]).translate(_table(key))
    return _text(plain, max_text_bytes, "hex digit", 2, _HEADER_BYTES)


def _table(key: int) -> bytes:
    return bytes(value ^ key for value in range(256))


def _text(plain: bytes, max_text_bytes: int, unit: str, width: int, start: int) -> str:
    if len(plain) > max_text_bytes:
        raise ObfuscationError(_too_long(max_text_bytes))
    try:
        return plain.decode("utf-8")
    except UnicodeDecodeError as error:
        offset = start + width * error.start
        raise ObfuscationError(
            f"the text isn't UTF-8 at {unit} {offset}; the file is damaged or no saved game"
        ) from None


def _too_long(limit: int) -> str:
    return f"the text is longer than {limit} bytes; nothing VASSAL writes is, so it isn't read"
