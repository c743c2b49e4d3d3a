"""The rows of a PNG, unpacked band by band so that no memory is needed for the whole.

Source: the PNG specification (W3C, 2003): chunks, filters and the seven passes of interlacing.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from PIL import Image

__all__ = ["Rows"]

_CHUNK = 1 << 20
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by colour type
_PASSES = (
    *((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4)),
    *((0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)),
)  # first column and row, and steps


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a PNG, still filtered.

    Args:
        stream: The file.
        size: Width and height, px.
        bits: Bits of a sample.
        kind: Colour type, as PNG counts them.
        interlaced: Whether they come in seven passes.
        extra: Chunks that colours depend on (palette, transparency), as in the file.
        at: Where the pixels' chunks begin.
    """

    stream: BinaryIO
    size: tuple[int, int]
    bits: int
    kind: int
    interlaced: bool
    extra: bytes
    at: int

    @classmethod
    def of(cls, stream: BinaryIO) -> Rows:
        """Read everything before the pixels."""
        stream.seek(len(_SIGNATURE))
        header, extra = (0, 0, 0, 0, False), b""
        while True:
            at = stream.tell()
            length, name = struct.unpack(">I4s", stream.read(8))
            if name == b"IDAT":
                return cls(stream, header[:2], *header[2:], extra, at)
            data = b"".join(_checked(stream, name, length))
            if name == b"IHDR":
                header = *struct.unpack(">IIBB", data[:10]), bool(data[12])
            elif name in (b"PLTE", b"tRNS"):
                extra += _framed(name, data)

    def check(self) -> None:
        """Check that all rows are there: pillow leaves black what a sound stream doesn't hold.

        Raises:
            ValueError: Some aren't, or something before their end is damaged.
        """
        left, data = self._bytes(), self._unpacked()
        while left > 0:
            left -= len(next(data))

    def _bytes(self) -> int:
        """Return how many bytes the rows are, each with its filter."""
        width, height = self.size
        sizes = [(width, height)]
        if self.interlaced:
            sizes = [(-((x - width) // dx), -((y - height) // dy)) for x, y, dx, dy in _PASSES]
        bits = _SAMPLES[self.kind] * self.bits
        return sum(rows * (1 + -(-across * bits // 8)) for across, rows in sizes if across > 0)

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
