"""How large a picture says it is, from its first bytes; nothing is unpacked.

Source: the published formats of PNG, GIF and JPEG.
"""

from __future__ import annotations

import re

__all__ = ["JPEG", "PICTURE", "picture_size"]

PICTURE = re.compile(r"\.(?:png|gif|jpe?g)$", re.IGNORECASE)
"""Names of the pictures whose size can be told."""

JPEG = b"\xff\xd8\xff"
_PNG = b"\x89PNG\r\n\x1a\n"
_GIF = (b"GIF87a", b"GIF89a")
_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})


def picture_size(head: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels, None if the bytes don't tell.

    Args:
        head: The beginning of the file: 32 bytes for PNG and GIF, up to 100 KiB for JPEG.

    >>> picture_size(b"GIF89a" + bytes([16, 0, 9, 0]))
    (16, 9)
    """
    if head.startswith(_PNG) and len(head) >= 24:
        return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    if head.startswith(_GIF) and len(head) >= 10:
        return int.from_bytes(head[6:8], "little"), int.from_bytes(head[8:10], "little")
    return _jpeg_size(head) if head.startswith(JPEG) else None


def _jpeg_size(head: bytes) -> tuple[int, int] | None:
    place = 2
    while place + 9 <= len(head) and head[place] == 0xFF:
        kind = head[place + 1]
        if kind in _FRAMES:
            height, width = head[place + 5 : place + 7], head[place + 7 : place + 9]
            return int.from_bytes(width, "big"), int.from_bytes(height, "big")
        if kind == 0xFF:
            place += 1
        else:
            place += 2 + max(2, int.from_bytes(head[place + 2 : place + 4], "big"))
    return None
