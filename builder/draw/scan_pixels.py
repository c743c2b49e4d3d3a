"""The pixels of a large scan, read in bands and kept packed, so that memory stays bounded.

A picture of 200 million pixels fills 800 MB once pillow has decoded it. The rows of a PNG are
therefore unpacked band by band, each handed to pillow as a small PNG of its own, and those of a
TIFF without compression read band by band; a JPEG is decoded at half or a quarter of its size
where that is still fine enough; anything else is decoded whole if it fits in :data:`MOST_BYTES`.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor
from pathlib import Path
from typing import BinaryIO

from PIL import Image

from builder.draw.scan_file import MAP_CAPS, Caps, Colours, Head, open_scan
from builder.errors import DrawError

__all__ = ["MOST_BYTES", "Pixels", "read_pixels"]

MOST_BYTES = 960_000_000
"""Memory that the pixels of a scan may take while they are read."""
_BAND = 256  # rows of the result made at a time
_CHUNK = 1 << 20
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by colour type of a PNG
_WHOLE = {"PNG": 4, "JPEG": 4, "TIFF": 4, "WEBP": 12}  # bytes per pixel while decoding


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
        factor: Pixels of the scan to one of the result, in each direction.
        caps: What the file may be at most.
        most_bytes: Memory that the pixels may take.

    Returns:
        The pixels as stored (EXIF turns are left to :attr:`Head.to_stored`), in sRGB.

    Raises:
        DrawError: As :func:`~builder.draw.scan_file.open_scan`, or it takes too much memory.
    """
    with open_scan(path, root, caps) as (head, image, stream):
        width, height = (ceil(length / factor) for length in head.stored)
        colours = Colours.of(image)
        depth = len(colours.target)
        _afford(head, image, factor, width * height * depth, most_bytes)
        rows = bytearray()
        for band, left in _bands(head, image, stream, factor):
            part = colours.change(band)
            rows += (part.reduce(left) if left > 1 else part).tobytes()
        if len(rows) != width * height * depth:
            msg = "too few rows"
            raise ValueError(msg)
        return Pixels((width, height), colours.target, factor, rows)


def _afford(head: Head, image: Image.Image, factor: int, packed: int, most: int) -> None:
    """Refuse what would take too much memory."""
    whole = head.stored[0] * head.stored[1] * _WHOLE[head.format] // _draft(head, factor) ** 2
    much = packed if _streams(head, image) else packed + whole
    if much > most:
        raise DrawError(
            f"{head.path}: {head.stored[0]:,} x {head.stored[1]:,} px take {much / 1e6:,.0f} MB "
            f"to read, more than {most / 1e6:,.0f}; save it smaller, or as PNG of 8 bits without "
            "interlacing, or as TIFF without compression"
        )


def _draft(head: Head, factor: int) -> int:
    """Return by how much a JPEG can be made smaller while it is decoded."""
    shrunk = 1
    while head.format == "JPEG" and shrunk < 8 and factor % (2 * shrunk) == 0:
        shrunk *= 2
    return shrunk


def _streams(head: Head, image: Image.Image) -> bool:
    """Tell whether rows can be read band by band: those of most PNG, and of plain TIFF."""
    if head.format == "TIFF":
        return bool(_strips(image))
    whole_bytes = head.mode in ("L", "LA", "P", "RGB", "RGBA")
    return head.format == "PNG" and whole_bytes and not image.info.get("interlace")


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
    if _streams(head, image) and head.format == "TIFF":
        for band in _strip_bands(image, stream, _BAND * factor):
            yield band, factor
        return
    if _streams(head, image):
        rows = _Rows.of(stream)
        if rows.bits == 8:
            for band in rows.bands(_BAND * factor):
                yield band, factor
            return
    shrunk = _draft(head, factor)
    if shrunk > 1:
        image.draft(None, (head.stored[0] // shrunk, head.stored[1] // shrunk))
    image.load()
    left = factor // shrunk
    for top in range(0, image.height, _BAND * left):
        low = min(top + _BAND * left, image.height)
        yield image.crop((0, top, image.width, low)), left


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of a PNG, still filtered.

    Args:
        stream: The file.
        size: Width and height, px.
        bits: Bits of a sample.
        kind: Colour type, as PNG counts them.
        extra: Chunks that colours depend on (palette, transparency), as in the file.
        at: Where the pixels' chunks begin.
    """

    stream: BinaryIO
    size: tuple[int, int]
    bits: int
    kind: int
    extra: bytes
    at: int

    @classmethod
    def of(cls, stream: BinaryIO) -> _Rows:
        """Read everything before the pixels."""
        stream.seek(len(_SIGNATURE))
        header, extra = (0, 0, 0, 0), b""
        while True:
            at = stream.tell()
            length, name = struct.unpack(">I4s", stream.read(8))
            if name == b"IDAT":
                return cls(stream, header[:2], *header[2:], extra, at)
            data = b"".join(_checked(stream, name, length))
            if name == b"IHDR":
                header = struct.unpack(">IIBB", data[:10])
            elif name in (b"PLTE", b"tRNS"):
                extra += _framed(name, data)

    def bands(self, step: int) -> Iterator[Image.Image]:
        """Yield bands of ``step`` rows, each decoded by pillow as a PNG of its own.

        The filters of a row need the row above it, so a band begins with the last row of the
        one before, unfiltered.
        """
        width, height = self.size
        stride = width * _SAMPLES[self.kind]
        above = bytes(stride)
        waiting, data = bytearray(), self._unpacked()
        for top in range(0, height, step):
            count = min(step, height - top)
            need = count * (stride + 1)
            while len(waiting) < need:
                waiting += next(data)  # a generator's end here is an error, told as damage
            band = self._decoded(b"\0" + above + waiting[:need], count)
            del waiting[:need]
            above = band.crop((0, count - 1, width, count)).tobytes()
            yield band

    def _decoded(self, raw: bytes, count: int) -> Image.Image:
        """Return a band without its first row."""
        size = struct.pack(">IIBBBBB", self.size[0], count + 1, self.bits, self.kind, 0, 0, 0)
        made = _SIGNATURE + _framed(b"IHDR", size) + self.extra
        made += _framed(b"IDAT", zlib.compress(raw, 0)) + _framed(b"IEND", b"")
        with Image.open(io.BytesIO(made), formats=("PNG",)) as band:
            return band.crop((0, 1, self.size[0], count + 1))

    def _unpacked(self) -> Iterator[bytes]:
        """Yield what the pixels' chunks hold, unpacked, in pieces of bounded size."""
        self.stream.seek(self.at)
        unpack = zlib.decompressobj()
        while True:
            length, name = struct.unpack(">I4s", self.stream.read(8))
            if name != b"IDAT":
                msg = "too few rows"
                raise ValueError(msg)
            for piece in _checked(self.stream, name, length):
                data = piece
                while data:
                    yield unpack.decompress(data, _CHUNK)
                    data = unpack.unconsumed_tail


def _checked(stream: BinaryIO, name: bytes, length: int) -> Iterator[bytes]:
    """Yield the content of a chunk in pieces, and hold it against its check sum.

    Raises:
        ValueError: It is cut short or damaged.
    """
    total = zlib.crc32(name)
    while length:
        piece = stream.read(min(length, _CHUNK))
        if not piece:
            msg = "cut short"
            raise ValueError(msg)
        length -= len(piece)
        total = zlib.crc32(piece, total)
        yield piece
    if stream.read(4) != total.to_bytes(4, "big"):
        msg = "damaged"
        raise ValueError(msg)


def _framed(name: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG."""
    total = zlib.crc32(data, zlib.crc32(name))
    return len(data).to_bytes(4, "big") + name + data + total.to_bytes(4, "big")
