"""The sizes of a module's pictures, from their first bytes: PNG, GIF, JPEG and SVG.

Source: VASSAL classes ``DataArchive`` and ``SVGImageUtils``.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterable

from builder.vassal._picture import picture_size
from builder.vassal.archive import Archive
from builder.vassal.grids import Size

__all__ = ["picture_sizes"]

_HEAD = 1 << 20  # bytes of a picture within which its size is looked for
_SVG_HEAD = 1 << 16
_UNREADABLE = (
    OSError,
    EOFError,
    KeyError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)

_SVG = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?svg\b(?P<attributes>[^<>]*)>")
_ATTRIBUTE = re.compile(r"""(?<![\w:.-])(width|height|viewBox)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_NUMBER = r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]*)?|\.[0-9]{1,9})"
_LENGTH = re.compile(rf"\s*({_NUMBER})\s*(px|pt|pc|mm|cm|in|%)?\s*", re.ASCII)
_PIXELS = {"px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}


def picture_sizes(archive: Archive, names: Iterable[str]) -> dict[str, Size]:
    """Measure pictures; those missing or not understood are left out.

    Args:
        archive: The module.
        names: Of pictures, as the build file has them.

    Returns:
        Width and height in pixels by name.
    """
    sizes: dict[str, Size] = {}
    entries = frozenset(archive.names)
    try:
        with zipfile.ZipFile(archive.path) as zipped:
            for name in sorted(names):
                entry = next((each for each in _entries(name) if each in entries), None)
                size = _size(zipped, entry) if entry else None
                if size:
                    sizes[name] = size
    except _UNREADABLE:
        return sizes
    return sizes


def _entries(name: str) -> tuple[str, ...]:
    """Return where VASSAL looks for a picture, oldest habits last."""
    return f"images/{name}", f"images/{name}.gif"


def _size(zipped: zipfile.ZipFile, entry: str) -> Size | None:
    try:
        with zipped.open(entry) as stream:
            head = stream.read(_HEAD)
    except _UNREADABLE:
        return None
    return _svg_size(head) if entry.lower().endswith(".svg") else picture_size(head)


def _svg_size(head: bytes) -> Size | None:
    """Return the size that the root element of an SVG states, at 96 pixels an inch.

    Source: VASSAL class ``SVGImageUtils``.
    """
    first, *others = head[:_SVG_HEAD].split(b"<!--")
    found = _SVG.search(first + b"".join(other.partition(b"-->")[2] for other in others))
    if not found:
        return None
    text = found["attributes"].decode("utf-8", "replace")
    stated = {name: double or single for name, double, single in _ATTRIBUTE.findall(text)}
    box = [float(part) for part in re.findall(_NUMBER, stated.get("viewBox", ""))]
    sides = box[2:] if len(box) == 4 and min(box[2:]) > 0 else None
    width = _length(stated.get("width"), sides[0] if sides else None)
    height = _length(stated.get("height"), sides[1] if sides else None)
    if width is None and height is None:
        return None
    across = height if width is None else width
    down = width if height is None else height
    size = int((across or 0.0) + 0.5), int((down or 0.0) + 0.5)
    return size if min(size) > 0 else None


def _length(text: str | None, side: float | None) -> float | None:
    if not text:
        return side
    length = _LENGTH.fullmatch(text)
    if not length:
        return None
    if length[2] == "%":
        return None if side is None else float(length[1]) / 100 * side
    return float(length[1]) * _PIXELS[length[2] or "px"]
