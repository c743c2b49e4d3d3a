"""Scans as files: found, held against caps and opened with distrust, never changed.

A scan is somebody's file: it may be cut short, huge, animated, turned, of any colour mode, or
a link to somewhere else. Whatever is wrong becomes one :class:`~builder.errors.DrawError` that
names the file and says what to do. Nothing is decoded before its size is known.
"""

from __future__ import annotations

import hashlib
import io
import os
import stat
import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import BinaryIO

from PIL import Image, ImageCms, UnidentifiedImageError

from builder.errors import DrawError

__all__ = [
    "COUNTER_CAPS",
    "MAP_CAPS",
    "SUFFIXES",
    "Caps",
    "Colours",
    "Head",
    "Shown",
    "checked_file",
    "file_digest",
    "open_scan",
    "read_text",
]

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff")
_FORMATS = ("PNG", "JPEG", "WEBP", "TIFF")
_MODES = frozenset({"1", "L", "LA", "P", "PA", "RGB", "RGBA", "CMYK", "YCbCr"})
_DEEP = frozenset({"I;16", "I;16B", "I;16L", "I;16N"})
_BROKEN = (
    OSError,
    EOFError,
    SyntaxError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    RuntimeError,
    OverflowError,
    MemoryError,
    struct.error,
    zlib.error,
    Image.DecompressionBombError,
)
_ORIENTATION = 0x0112  # EXIF
_TEXT_BYTES = 1 << 20
_STDERR = 2
_quiet = Lock()


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that a file may be.

    Args:
        bytes: Size of the file.
        pixels: Width times height.
        side: Width or height.
    """

    bytes: int
    pixels: int
    side: int


MAP_CAPS = Caps(1_500_000_000, 210_000_000, 60_000)
"""A sheet of 22 x 28 in at 570 dots an inch has 200 million pixels."""
COUNTER_CAPS = Caps(100_000_000, 25_000_000, 8_000)

Shown = tuple[float, float, float, float, float, float]
"""``(a, b, c, d, e, f)``: the point ``x, y`` goes to ``a x + b y + c, d x + e y + f``."""


@dataclass(frozen=True, slots=True)
class Head:
    """What is known of a scan before its pixels are read.

    Args:
        path: The file.
        format: ``PNG``, ``JPEG``, ``WEBP`` or ``TIFF``.
        mode: Colour mode in the file, as pillow names it.
        stored: Width and height as stored, px.
        turn: EXIF orientation, 1 to 8: how viewers turn the picture before showing it.
    """

    path: Path
    format: str
    mode: str
    stored: tuple[int, int]
    turn: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height as shown by a viewer, px."""
        width, height = self.stored
        return (height, width) if self.turn >= 5 else (width, height)

    @property
    def to_stored(self) -> Shown:
        """The way from a point of the picture as shown to the same point as stored."""
        w, h = self.stored
        return {
            1: (1.0, 0.0, 0.0, 0.0, 1.0, 0.0),
            2: (-1.0, 0.0, w, 0.0, 1.0, 0.0),
            3: (-1.0, 0.0, w, 0.0, -1.0, h),
            4: (1.0, 0.0, 0.0, 0.0, -1.0, h),
            5: (0.0, 1.0, 0.0, 1.0, 0.0, 0.0),
            6: (0.0, 1.0, 0.0, -1.0, 0.0, h),
            7: (0.0, -1.0, w, -1.0, 0.0, h),
            8: (0.0, -1.0, w, 1.0, 0.0, 0.0),
        }[self.turn]


def checked_file(path: Path, root: Path, most_bytes: int) -> int:
    """Return the size of a file, if it is one that may be read.

    Args:
        path: The file.
        root: The folder that it must lie in, even if it is a link.
        most_bytes: The largest size allowed.

    Raises:
        DrawError: It isn't there, leads out of the folder, is no file, empty or too large.
    """
    try:
        if not path.resolve().is_relative_to(root.resolve()):
            raise DrawError(f"{path}: leads out of {root}; put the file itself there")
        found = path.stat()
    except (OSError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or "a link that leads round"
        raise DrawError(f"{path}: can't be read ({why}); check name and rights") from None
    if not stat.S_ISREG(found.st_mode):
        raise DrawError(f"{path}: isn't an ordinary file; put one there or remove it")
    if found.st_size > most_bytes:
        size = f"{found.st_size / 1e6:,.1f} MB is more than {most_bytes / 1e6:,.1f} MB"
        raise DrawError(f"{path}: {size}; save it smaller")
    if not found.st_size:
        raise DrawError(f"{path}: is empty; save it again or remove it")
    return found.st_size


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file that :func:`checked_file` has let pass.

    Raises:
        DrawError: It can't be read.
    """
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise DrawError(f"{path}: can't be read ({error.strerror}); check its rights") from None


def read_text(path: Path, root: Path) -> str:
    """Return a small text file of UTF-8, with or without a byte order mark.

    Raises:
        DrawError: As :func:`checked_file`, or it is no text.
    """
    checked_file(path, root, _TEXT_BYTES)
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise DrawError(f"{path}: can't be read ({error.strerror}); check its rights") from None
    except UnicodeDecodeError:
        raise DrawError(f"{path}: isn't UTF-8 text; save it as UTF-8") from None


@contextmanager
def open_scan(path: Path, root: Path, caps: Caps) -> Iterator[tuple[Head, Image.Image, BinaryIO]]:
    """Open a scan; its pixels are not read yet.

    Whatever goes wrong inside the ``with`` block because of the file is told the same way.

    Args:
        path: The file.
        root: The folder that it must lie in.
        caps: What it may be at most.

    Yields:
        What is known of it, the picture as pillow opened it, and the file.

    Raises:
        DrawError: It can't be read, is damaged, animated, too large, or of a colour mode that
            can't be told apart.
    """
    checked_file(path, root, caps.bytes)
    with (
        _fenced(path),
        path.open("rb") as stream,
        Image.open(stream, formats=_FORMATS) as image,
        _hushed() if image.format == "TIFF" else nullcontext(),
    ):
        yield _head(path, image, stream, caps), image, stream


@contextmanager
def _fenced(path: Path) -> Iterator[None]:
    """Turn what pillow raises over a file into one line; keep its warnings and caps out of it.

    Pillow's cap on pixels is global and lower than ours, hence the lock.
    """
    with _quiet, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
        try:
            yield
        except DrawError:
            raise
        except _BROKEN as error:
            raise DrawError(f"{path}: {_reason(error)}") from None
        finally:
            Image.MAX_IMAGE_PIXELS = before


@contextmanager
def _hushed() -> Iterator[None]:
    """Keep quiet what libtiff writes to standard error by itself; what is wrong, we say."""
    try:
        before = os.dup(_STDERR)
    except OSError:  # there is none
        yield
        return
    try:
        with Path(os.devnull).open("wb") as nothing:
            os.dup2(nothing.fileno(), _STDERR)
        yield
    finally:
        os.dup2(before, _STDERR)
        os.close(before)


def _reason(error: BaseException) -> str:
    """Say what is wrong with a file."""
    if isinstance(error, UnidentifiedImageError):
        return "isn't a PNG, JPEG, WebP or TIFF picture; save it as PNG"
    if isinstance(error, MemoryError):
        return "takes more memory than there is; save it smaller"
    if isinstance(error, OSError) and error.errno:
        return f"can't be read ({error.strerror}); check its rights"
    return "is damaged or cut short; scan or save it again"


def _head(path: Path, image: Image.Image, stream: BinaryIO, caps: Caps) -> Head:
    """Hold an opened picture against what is allowed."""
    width, height = image.size
    if width * height > caps.pixels or max(width, height) > caps.side:
        much = f"{width:,} x {height:,} px is more than {caps.pixels:,} px"
        raise DrawError(f"{path}: {much} (or {caps.side:,} a side); save it smaller")
    count = getattr(image, "n_frames", 1)
    if count > 1 and image.format != "MPO":  # a telephone's photo brings a small copy along
        raise DrawError(f"{path}: holds {count} pictures (pages, frames); save one of them alone")
    if image.mode not in _MODES and image.mode not in _DEEP:
        raise DrawError(f"{path}: its colour mode {image.mode} isn't known; save it as RGB")
    turn = _exif(image, stream).get(_ORIENTATION, 1)
    turn = turn if isinstance(turn, int) and 1 <= turn <= 8 else 1
    kind = "JPEG" if image.format == "MPO" else str(image.format)
    return Head(path, kind, image.mode, (width, height), turn)


def _exif(image: Image.Image, stream: BinaryIO) -> Image.Exif:
    """Return what a camera noted; pillow would decode all of a PNG to look behind its pixels."""
    if image.format != "PNG":
        return image.getexif()
    exif, before = Image.Exif(), stream.tell()
    stream.seek(8)
    while len(head := stream.read(8)) == 8:
        length, name = struct.unpack(">I4s", head)
        if name == b"eXIf" and length <= _TEXT_BYTES:
            exif.load(stream.read(length))
            break
        stream.seek(length + 4, 1)
    stream.seek(before)
    return exif


@dataclass(frozen=True, slots=True)
class Colours:
    """What turns a picture, or any part of it, into plain sRGB.

    Args:
        mode: Colour mode of the picture.
        target: ``RGB``, or ``RGBA`` if the picture has transparent places.
        key: The colour or the palette's entries that are transparent, as pillow keeps them.
        profile: The way from the picture's own colours to sRGB.
    """

    mode: str
    target: str
    key: object
    profile: ImageCms.ImageCmsTransform | None

    @classmethod
    def of(cls, image: Image.Image) -> Colours:
        """Look at a picture as opened; a profile that can't be read is passed over."""
        key = image.info.get("transparency")
        clear = image.mode in ("LA", "PA", "RGBA") or key is not None
        profile = _profile(image) if image.mode in ("RGB", "CMYK") and not clear else None
        return cls(image.mode, "RGBA" if clear else "RGB", key, profile)

    def change(self, part: Image.Image) -> Image.Image:
        """Return a part of the picture in the target's mode; samples of 16 bits become 8."""
        if self.mode in _DEEP:
            grey = part.convert("I").point(lambda value: value * (1 / 257) + 0.5)
            return grey.convert("L").convert(self.target)
        if self.key is not None:
            part.info["transparency"] = self.key
        if self.profile is not None:
            return ImageCms.applyTransform(part, self.profile) or part
        return part if part.mode == self.target else part.convert(self.target)


def _profile(image: Image.Image) -> ImageCms.ImageCmsTransform | None:
    """Return the way from a picture's colour profile to sRGB, if it has one that works."""
    data = image.info.get("icc_profile")
    if not isinstance(data, bytes):
        return None
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(data))
        target = ImageCms.createProfile("sRGB")
        return ImageCms.buildTransform(source, target, image.mode, "RGB")
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return None
