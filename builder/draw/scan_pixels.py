"""The pixels of a large scan, read in bands and kept packed, so that memory stays bounded.

A picture of 200 million pixels fills 800 MB once pillow has decoded it. The rows of a PNG are
therefore unpacked band by band, each handed to pillow as a small PNG of its own, and those of a
TIFF without compression read band by band; a JPEG is decoded at half or a quarter of its size
where that is still fine enough; anything else is decoded whole if it fits in :data:`MOST_BYTES`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor, sqrt
from pathlib import Path
from typing import BinaryIO

from PIL import Image

from builder.draw.scan_file import MAP_CAPS, Caps, Colours, Head, open_scan
from builder.draw.scan_png import Rows
from builder.errors import DrawError

__all__ = ["MOST_BYTES", "Pixels", "read_pixels"]

MOST_BYTES = 650_000_000
"""Memory that the pixels of a scan may take while they are read.

The program, the drawn map and what a band takes while it is changed are 250 MB more; with them
everything stays below 1 GiB, since nothing else is drawn meanwhile.
"""
_BAND = 256  # rows of the result made at a time, if they aren't too long
_BAND_BYTES = 8_000_000
_CHUNK = 1 << 20
_COARSEST = 16  # scans that are finer still are kept so, for bands of few rows
_WHOLE = {"PNG": 4, "TIFF": 4, "WEBP": 12}  # bytes per pixel while decoding
_WAITING = 2  # bytes per sample of a progressive JPEG, which is decoded as a whole
_STRIP_ROWS, _TILE_WIDTH, _TILE_ROWS, _BITS = 278, 322, 323, 258  # tags of a TIFF


@dataclass(frozen=True, slots=True)
class Pixels:
    """A picture from which parts are cut.

    Args:
        size: Width and height, px.
        mode: ``RGB`` or ``RGBA``.
        factor: Pixels of the scan to one of these, in each direction.
        rows: Row after row without padding.
    """

    size: tuple[int, int]
    mode: str
    factor: int
    rows: bytearray

    def crop(self, box: tuple[int, int, int, int]) -> Image.Image:
        """Return a part; the box (left, top, right, bottom) must lie inside."""
        left, top, right, bottom = box
        depth = len(self.mode)
        stride = self.size[0] * depth
        view = memoryview(self.rows)
        cut = (
            view[y * stride + left * depth : y * stride + right * depth] for y in range(top, bottom)
        )
        return Image.frombytes(self.mode, (right - left, bottom - top), b"".join(cut))

    def around(
        self, corners: list[tuple[float, float]], margin: int
    ) -> tuple[int, int, int, int] | None:
        """Return the box that holds some points and a margin, cut to the picture, or ``None``."""
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        left, top = max(floor(min(xs)) - margin, 0), max(floor(min(ys)) - margin, 0)
        right = min(ceil(max(xs)) + margin, self.size[0])
        bottom = min(ceil(max(ys)) + margin, self.size[1])
        return (left, top, right, bottom) if left < right and top < bottom else None


def read_pixels(
    path: Path, root: Path, factor: int, caps: Caps = MAP_CAPS, most_bytes: int = MOST_BYTES
) -> Pixels:
    """Read a scan, made smaller by a whole factor: each pixel the mean of a square.

    Args:
        path: The file.
        root: The folder that it must lie in.
        factor: Pixels of the scan to one of the result, in each direction; 16 at most.
        caps: What the file may be at most.
        most_bytes: Memory that the pixels may take.

    Returns:
        The pixels as stored (EXIF turns are left to :attr:`Head.to_stored`), in sRGB.

    Raises:
        DrawError: As :func:`~builder.draw.scan_file.open_scan`, or it takes too much memory.
    """
    with open_scan(path, root, caps) as (head, image, stream):
        factor = min(factor, _COARSEST)
        width, height = (ceil(length / factor) for length in head.stored)
        colours = Colours.of(image)
        depth = len(colours.target)
        streams = _streams(head, image, stream)
        now, finest = (
            depth / each**2 + (0 if streams else _weight(head, image, each)) for each in (factor, 1)
        )
        _afford(head, now, finest, most_bytes)
        rows = bytearray()
        bands = _bands if streams else _whole_bands
        for band, left in bands(head, image, stream, factor):
            part = colours.change(band)
            rows += (part.reduce(left) if left > 1 else part).tobytes()
        if len(rows) != width * height * depth:
            msg = "too few rows"
            raise ValueError(msg)
        return Pixels((width, height), colours.target, factor, rows)


def _afford(head: Head, now: float, finest: float, most: int) -> None:
    """Refuse what would take too much memory, by bytes per pixel: now, and if kept as it is."""
    width, height = head.stored
    much = width * height * now
    if much > most:
        share = sqrt(most / (width * height * finest))
        raise DrawError(
            f"{head.path}: {width:,} x {height:,} px take {much / 1e6:,.0f} MB to read, more than "
            f"{most / 1e6:,.0f}; {floor(width * share):,} x {floor(height * share):,} px fit: save "
            "it smaller, or as PNG of 8 bits without interlacing, or TIFF without compression"
        )


def _weight(head: Head, image: Image.Image, factor: int) -> float:
    """Return how many bytes a pixel of a scan takes while it is decoded as a whole."""
    if head.format == "JPEG":
        waiting = _WAITING * len(image.getbands()) if image.info.get("progressive") else 0
        return 4 / _draft(head, factor) ** 2 + waiting
    strip = (
        _strip_bytes_at_once(image) / (image.width * image.height) if head.format == "TIFF" else 0
    )
    return _WHOLE[head.format] + strip


def _strip_bytes_at_once(image: Image.Image) -> float:
    """Return how many bytes are unpacked at a time of a TIFF with compression."""
    tags = getattr(image, "tag_v2", {})
    if _TILE_ROWS in tags:
        pixels = tags[_TILE_WIDTH] * tags[_TILE_ROWS]
    else:
        pixels = image.width * min(tags.get(_STRIP_ROWS, image.height), image.height)
    return float(pixels * sum(tags.get(_BITS, (1,))) / 8)


def _draft(head: Head, factor: int) -> int:
    """Return by how much a JPEG can be made smaller while it is decoded."""
    shrunk = 1
    while head.format == "JPEG" and shrunk < 8 and factor % (2 * shrunk) == 0:
        shrunk *= 2
    return shrunk


def _streams(head: Head, image: Image.Image, stream: BinaryIO) -> bool:
    """Tell whether rows can be read band by band: those of most PNG, and of plain TIFF."""
    if head.format == "TIFF":
        return bool(_strips(image))
    if head.format != "PNG":
        return False
    rows = Rows.of(stream)
    return rows.bits == 8 and not rows.interlaced


def _step(width: int, factor: int) -> int:
    """Return how many rows of a scan make a band."""
    return factor * max(min(_BAND, _BAND_BYTES // (4 * width * factor)), 1)


def _strips(image: Image.Image) -> list[tuple[int, int]]:
    """Return place and bytes of the strips of a TIFF without compression; none if not so."""
    if image.mode not in ("L", "RGB", "RGBA", "CMYK"):
        return []
    found, below = [], 0
    for codec, (left, top, right, bottom), place, how in getattr(image, "tile", ()):
        if (codec, left, top, right) != ("raw", 0, below, image.width) or how != (image.mode, 0, 1):
            return []
        found.append((place, (bottom - top) * image.width * len(image.getbands())))
        below = bottom
    return found if below == image.height else []


def _strip_bands(image: Image.Image, stream: BinaryIO, step: int) -> Iterator[Image.Image]:
    """Yield bands of ``step`` rows of such a TIFF."""
    stride = image.width * len(image.getbands())
    waiting, data = bytearray(), _strip_bytes(image, stream)
    for top in range(0, image.height, step):
        rows = min(step, image.height - top)
        while len(waiting) < rows * stride:
            waiting += next(data)  # a generator's end here is an error, told as damage
        yield Image.frombytes(image.mode, (image.width, rows), waiting[: rows * stride])
        del waiting[: rows * stride]


def _strip_bytes(image: Image.Image, stream: BinaryIO) -> Iterator[bytes]:
    """Yield what the strips of such a TIFF hold, in pieces of bounded size."""
    for place, size in _strips(image):
        stream.seek(place)
        for begin in range(0, size, _CHUNK):
            piece = stream.read(min(size - begin, _CHUNK))
            if not piece:
                return
            yield piece


def _bands(
    head: Head, image: Image.Image, stream: BinaryIO, factor: int
) -> Iterator[tuple[Image.Image, int]]:
    """Yield bands of whole rows from top to bottom, and by how much each is still too large."""
    step = _step(image.width, factor)
    png = head.format == "PNG"
    for band in Rows.of(stream).bands(step) if png else _strip_bands(image, stream, step):
        yield band, factor


def _whole_bands(
    head: Head, image: Image.Image, stream: BinaryIO, factor: int
) -> Iterator[tuple[Image.Image, int]]:
    """Yield the same of what can be decoded only as a whole."""
    if head.format == "PNG":
        Rows.of(stream).check()
    shrunk = _draft(head, factor)
    if shrunk > 1:
        image.draft(None, (head.stored[0] // shrunk, head.stored[1] // shrunk))
    image.load()
    left = factor // shrunk
    step = _step(image.width, left)
    for top in range(0, image.height, step):
        low = min(top + step, image.height)
        yield image.crop((0, top, image.width, low)), left
