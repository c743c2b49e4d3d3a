"""The entries of a zip that may be damaged, with what is odd about them noted down."""

from __future__ import annotations

from collections import Counter
from typing import BinaryIO

from builder.vassal._picture import JPEG, PICTURE, picture_size
from builder.vassal.container import VASSAL_METHODS, Container, Member, Unpacked
from builder.vassal.damage import Damage, UnusableError

__all__ = ["BUILD_FILES", "MOST_METADATA", "SAVED_GAME", "Entries", "shown"]

SAVED_GAME = "savedGame"
BUILD_FILES = ("buildFile.xml", "buildFile")
MOST_METADATA = 1 << 20
_MOST_SHOWN = 80
_HEAD_BYTES = 32
_JPEG_HEAD_BYTES = 100 << 10


class Entries:
    """The entries of one zip: of each name the first, as VASSAL takes it.

    Args:
        stream: The file.
        found: What stands in it.
        damage: Where to note what is odd.
    """

    def __init__(self, stream: BinaryIO, found: Container, damage: list[Damage]) -> None:
        """Look at the names."""
        self.complete = found.complete
        self.first: dict[str, Member] = {}
        self._stream = stream
        self._found = found
        self._damage = damage
        if not found.complete:
            self._note(
                "truncated-zip",
                "",
                "the zip has no directory at its end: the file is cut short",
                "get the file again; what was read stands before the cut",
            )
        self._look_at_names()

    def __contains__(self, name: object) -> bool:
        """Return whether there is an entry called so."""
        return name in self.first

    @property
    def names(self) -> tuple[str, ...]:
        """All names as they stand there, without folders."""
        return tuple(member.name for member in self._found.members if not member.folder)

    def _note(self, code: str, where: str, text: str, advice: str) -> None:
        self._damage.append(Damage(code, where, text, advice))

    def _look_at_names(self) -> None:
        odd: dict[str, list[str]] = {code: [] for code in _ODD}
        for member in self._found.members:
            name = member.name.replace("\\", "/")  # Windows programs write it so
            if _unsafe(name):
                odd["unsafe-entry-name"].append(member.name)
            elif member.bad_name:
                odd["entry-name-encoding"].append(member.name)
            if member.folder:
                continue
            if member.method not in VASSAL_METHODS:
                odd["compression-method"].append(member.name)
            if name in self.first:
                odd["duplicate-entry"].append(member.name)
            self.first.setdefault(name, member)
        for code, names in odd.items():
            if names:
                text, advice = _ODD[code]
                self._note(code, shown(names[0]), f"{len(names)} {text}", advice)

    def unpack(self, name: str, most: int) -> Unpacked:
        """Return an entry, or as much of it as can be had."""
        return self._found.unpack(self._stream, self.first[name], most)

    def need(self, name: str, most: int) -> bytes:
        """Return an entry without which nothing can be used.

        Raises:
            UnusableError: It can't be had whole.
        """
        got = self.unpack(name, most)
        if not got.fault:
            return got.data
        raise UnusableError(got.fault, f"entry {shown(name)} {_FAULTS[got.fault]}")

    def spare(self, name: str, *, silent: bool = False) -> bytes | None:
        """Return a small entry that may be missing, None if it is or can't be had whole.

        Args:
            name: Its name.
            silent: Whether damage to it goes without saying.
        """
        if name not in self.first:
            return None
        got = self.unpack(name, MOST_METADATA)
        if got.fault and not silent:
            self._note(got.fault, name, _FAULTS[got.fault], "what it would say stays unknown")
        return None if got.fault else got.data

    def look_at_pictures(self, most_pixels: int) -> None:
        """Look at the head of each picture; nothing is unpacked beyond it."""
        damaged: Counter[str] = Counter()
        for member in self._found.members:
            if not PICTURE.search(member.name):
                continue
            got = self._found.unpack(self._stream, member, _HEAD_BYTES)
            if got.data.startswith(JPEG):
                got = self._found.unpack(self._stream, member, _JPEG_HEAD_BYTES)
            if got.fault not in ("", "too-big"):
                damaged[got.fault] += 1
            size = picture_size(got.data)
            if size and size[0] * size[1] > most_pixels:
                self._note(
                    "image-too-large",
                    shown(member.name),
                    f"says it is {size[0]} x {size[1]} pixels",
                    f"make it smaller than {most_pixels // 1_000_000} million pixels",
                )
        for fault, count in damaged.items():
            self._note(fault, "images", f"{count} pictures can't be unpacked", "get them again")


_FAULTS = {
    "compression-method": "is packed in a way that can't be read",
    "corrupt-zip": "is damaged; get the file again",
    "encrypted-zip": "is encrypted; save it without a password",
    "too-big": "is larger than the limits allow",
    "truncated-zip": "is cut short; get the file again",
}

_ODD = {
    "unsafe-entry-name": ("names lead outside the archive", "never unpack them"),
    "entry-name-encoding": (
        "names aren't UTF-8",
        "VASSAL may refuse the file; pack it again with plain names",
    ),
    "compression-method": (
        "entries are packed in a way VASSAL can't read",
        "pack the file again with the usual method (deflate)",
    ),
    "duplicate-entry": (
        "names stand there twice; the first is used, as VASSAL does",
        "ask for the file again if the contents surprise you",
    ),
}


def _unsafe(name: str) -> bool:
    parts = name.removesuffix("/").split("/")
    outside = any(part in ("", ".", "..") for part in parts) or ":" in parts[0]
    return outside or not name.isprintable()


def shown(name: str) -> str:
    """Return an entry name fit for a terminal."""
    return ascii(name)[1:-1][:_MOST_SHOWN]
