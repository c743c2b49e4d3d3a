"""The tolerant door: any file of VASSAL's, damaged ones too.

:func:`open_file` tells what a file is by its contents, reads as much of it as can be read and
says what is wrong. It raises only if nothing at all can be used. The strict readers are
:func:`builder.vassal.savegame.read_save` and :func:`builder.vassal.archive.read_archive`.

Source: VASSAL classes ``GameState``, ``GameModule``, ``ModuleExtension``, ``MetaDataFactory``.
"""

from __future__ import annotations

import io
import os
import re
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Literal

from builder.errors import ObfuscationError, VassalError
from builder.vassal import buildfile
from builder.vassal._picture import JPEG, picture_size
from builder.vassal._remarks import part_glued, remarks
from builder.vassal.buildfile import Element
from builder.vassal.command import AddPiece, AddPlayer, ExtensionUsed, Plain, Unknown, VersionCheck
from builder.vassal.container import VASSAL_METHODS, Container, Member, scan
from builder.vassal.damage import Damage, UnusableError
from builder.vassal.metadata import ModuleData, SaveData
from builder.vassal.obfuscation import MAX_TEXT_BYTES, VEILS, reveal
from builder.vassal.savegame import SaveFile, Step, divide
from builder.vassal.transcript import ESC, MAX_DEPTH, decode_commands

__all__ = ["ExtensionUsed", "Kind", "Limits", "Opened", "open_file", "open_stream"]

Kind = Literal["module", "extension", "save", "log"]

_SAVED_GAME = "savedGame"
_BUILD_FILES = ("buildFile.xml", "buildFile")
_INNER = (".vmod", ".vmdx", ".vsav", ".vlog")
_MOST_METADATA = 1 << 20
_MOST_BUILD_FILE = 64 << 20
_MOST_BARE_HEAD = 1 << 16
_MOST_LISTED = 5
_PICTURE = re.compile(r"\.(?:png|gif|jpe?g)$", re.IGNORECASE)
_MODULE_ROOTS = frozenset({buildfile.GAME_MODULE, "VASSAL.launch.BasicModule"})
_EXTENSION_ROOT = "VASSAL.build.module.ModuleExtension"
_ENGINE = re.compile(r"runningVassalVersion<([0-9][^<\s]{0,30})")


@dataclass(frozen=True, slots=True)
class Limits:
    """What is read at most; hostile files ask for more than any real one.

    Args:
        text_bytes: Text of one saved game; as hex digits it takes twice that.
        pixels: Of one picture.
        entries: Of one zip.
        depth: Nesting of commands, and of traits in a piece.
    """

    text_bytes: int = MAX_TEXT_BYTES
    pixels: int = 200_000_000
    entries: int = 10_000
    depth: int = MAX_DEPTH


@dataclass(frozen=True, slots=True)
class Opened:
    """A file, as far as it could be read.

    Args:
        path: The file.
        kind: What it is, by its contents.
        module: Metadata of the module, the one a save or an extension belongs to; None if
            they are nowhere in the file.
        save: Metadata of a save or log, None for others.
        extension: Metadata of an extension (its name is its file's), None for others.
        saved: Position and steps of a save or log, None for others; players are pseudonyms.
        root: Build file of a module or extension; None for others, or if it has none.
        entries: Names in the zip, in order, only to be shown; empty if it is no zip.
        damage: What is wrong or odd.
        salvaged: What could be read of a damaged file; empty if nothing was lost.
    """

    path: Path
    kind: Kind
    module: ModuleData | None = None
    save: SaveData | None = None
    extension: ModuleData | None = None
    saved: SaveFile | None = None
    root: Element | None = None
    entries: tuple[str, ...] = ()
    damage: tuple[Damage, ...] = ()
    salvaged: str = ""

    @property
    def whole(self) -> bool:
        """Whether nothing was lost or left unread."""
        return not any(each.loss for each in self.damage)

    @property
    def setup(self) -> tuple[Plain, ...]:
        """The position at the start of a save or log."""
        return self.saved.setup if self.saved else ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of a log."""
        return self.saved.steps if self.saved else ()

    @property
    def players(self) -> tuple[AddPlayer, ...]:
        """Everyone who ever joined, under pseudonyms, in the order of the file."""
        later = (each for step in self.steps for each in step.commands)
        joined = (each for each in (*self.setup, *later) if isinstance(each, AddPlayer))
        return tuple(dict.fromkeys(joined))

    @property
    def extensions(self) -> tuple[ExtensionUsed, ...]:
        """The extensions a save needs."""
        return tuple(each for each in self.setup if isinstance(each, ExtensionUsed))

    @property
    def engine(self) -> str:
        """Version of VASSAL that wrote the file, empty if it doesn't say."""
        if self.save and self.save.vassal_version:
            return self.save.vassal_version
        for each in self.setup:  # before 3.0 a save checks the version by a command
            if isinstance(each, VersionCheck):
                found = _ENGINE.search(each.condition)
                return found.group(1) if found else ""
        return self.module.vassal_version if self.module else ""


def open_file(path: str | os.PathLike[str], *, limits: Limits | None = None) -> Opened:
    """Open any VASSAL file and say what is wrong with it.

    Args:
        path: A module, extension, save or log, of any version, in a zip or bare.
        limits: What is read at most, None for the usual.

    Raises:
        UnusableError: Nothing can be used; its ``code`` is one of
            :data:`builder.vassal.damage.CODES`, its message names the file.
    """
    where = Path(path)
    if where.exists() and not where.is_file():
        raise UnusableError("unreadable", f"{where}: isn't an ordinary file; name a VASSAL file")
    try:
        with where.open("rb") as stream:
            return open_stream(stream, where, limits=limits)
    except OSError as error:
        text = error.strerror or "unknown reason"
        raise UnusableError("unreadable", f"{where}: can't be read: {text}") from None


def open_stream(
    stream: BinaryIO, name: str | os.PathLike[str], *, limits: Limits | None = None
) -> Opened:
    """Open a VASSAL file that stands in another file or in memory; see :func:`open_file`.

    Args:
        stream: Its bytes; it must allow seeking.
        name: What messages call it.
        limits: What is read at most, None for the usual.

    Raises:
        UnusableError: Nothing can be used.
        OSError: The stream can't be read.
    """
    where = Path(name)
    try:
        return _Opening(where, limits or Limits()).open(stream)
    except UnusableError as error:
        raise UnusableError(error.code, f"{where}: {error}") from None
    except MemoryError:
        raise UnusableError("too-big", f"{where}: doesn't fit into memory") from None


class _Opening:
    """The work of opening one file; notes down the damage on the way."""

    def __init__(self, path: Path, limits: Limits) -> None:
        self.path = path
        self.limits = limits
        self.damage: list[Damage] = []
        self.cut = False

    def note(self, code: str, where: str, text: str, advice: str) -> None:
        self.damage.append(Damage(code, where, text, advice))

    def open(self, stream: BinaryIO, inside: int = 0) -> Opened:
        found = scan(stream, self.limits.entries)
        if found is None:
            return self.bare(stream)
        if len(found.members) > self.limits.entries:
            raise UnusableError(
                "too-big", f"more than {self.limits.entries} entries, so it isn't read"
            )
        if not found.complete:
            self.note(
                "truncated-zip",
                "",
                "the zip has no directory at its end: the file is cut short",
                "get the file again; what was read stands before the cut",
            )
        first = self.names(found)
        if any(name in first for name in _BUILD_FILES):
            opened = self.module(stream, found, first)
        elif _SAVED_GAME in first:
            opened = self.save(stream, found, first)
        else:
            opened = self.other(stream, found, first, inside)
        if not opened.entries:
            names = tuple(member.name for member in found.members if not member.folder)
            opened = replace(opened, entries=names)
        return opened

    # -- the zip -----------------------------------------------------------------------------

    def names(self, found: Container) -> dict[str, Member]:
        """Return the first entry of each name; note odd names."""
        first: dict[str, Member] = {}
        twice: list[str] = []
        unsafe: list[str] = []
        unreadable: list[str] = []
        packed: list[str] = []
        for member in found.members:
            name = member.name.replace("\\", "/")
            if _unsafe(name):
                unsafe.append(member.name)
            elif member.bad_name:
                unreadable.append(member.name)
            if member.folder:
                continue
            if member.method not in VASSAL_METHODS:
                packed.append(member.name)
            if name in first:
                twice.append(member.name)
            first.setdefault(name, member)
        for code, names, text, advice in (
            ("unsafe-entry-name", unsafe, "names lead outside the archive", "never unpack them"),
            (
                "entry-name-encoding",
                unreadable,
                "names aren't UTF-8",
                "VASSAL may refuse the file; pack it again with plain names",
            ),
            (
                "compression-method",
                packed,
                "entries are packed in a way VASSAL can't read",
                "pack the file again with the usual method (deflate)",
            ),
            (
                "duplicate-entry",
                twice,
                "names stand there twice; the first is used, as VASSAL does",
                "ask for the file again if the contents surprise you",
            ),
        ):
            if names:
                self.note(code, _shown(names[0]), f"{len(names)} {text}", advice)
        return first

    def need(self, stream: BinaryIO, found: Container, member: Member, most: int) -> bytes:
        """Return an entry without which nothing can be used."""
        got = found.unpack(stream, member, most)
        name = _shown(member.name)
        match got.fault:
            case "":
                return got.data
            case "too-big":
                raise UnusableError("too-big", f"entry {name} is larger than {most} bytes")
            case "encrypted-zip":
                raise UnusableError(
                    "encrypted-zip", f"entry {name} is encrypted; save it without a password"
                )
            case "compression-method":
                raise UnusableError(
                    "compression-method", f"entry {name} is packed in a way that can't be read"
                )
            case code:
                raise UnusableError(code, f"entry {name} is damaged; get the file again")

    def metadata(
        self, stream: BinaryIO, found: Container, first: dict[str, Member], name: str
    ) -> bytes | None:
        """Return a metadata entry of a save, None if it is absent or damaged."""
        if name not in first:
            return None
        got = found.unpack(stream, first[name], _MOST_METADATA)
        if got.fault and not self.cut:
            self.note(got.fault, name, "can't be read", "get the file again")
        return None if got.fault else got.data

    # -- saves and logs ----------------------------------------------------------------------

    def save(self, stream: BinaryIO, found: Container, first: dict[str, Member]) -> Opened:
        most = 2 * self.limits.text_bytes + 16
        got = found.unpack(stream, first[_SAVED_GAME], most)
        if got.fault and (not got.data or got.fault == "too-big"):
            self.need(stream, found, first[_SAVED_GAME], most)
        if got.fault:
            self.cut = True
            if got.fault != "truncated-zip":
                self.note(got.fault, _SAVED_GAME, "breaks off or is damaged", "get the file again")
        if not got.data.strip():
            raise UnusableError("empty-save", "the saved game inside is empty; get it again")
        return self.game(
            got.data,
            self.metadata(stream, found, first, "savedata"),
            self.metadata(stream, found, first, "moduledata"),
        )

    def game(self, veiled: bytes, savedata: bytes | None, moduledata: bytes | None) -> Opened:
        """Read the text of a saved game and its metadata."""
        entries = decode_commands(self.text(veiled), max_depth=self.limits.depth)
        entries, glued = part_glued(entries)
        if glued:
            self.note(
                "ambiguous-escape",
                "",
                f"{glued} chat lines end in a backslash, which swallows the mark behind them",
                "the commands behind them are read as steps of their own",
            )
        setup, steps, complete = divide(entries)
        save, module = self.save_data(savedata), self.module_data(moduledata)
        if not module and not save:
            self.note(
                "no-metadata",
                "",
                "the file doesn't name its module or version, as old ones don't",
                "make sure it is of the module you think of",
            )
        saved = SaveFile(self.path, save or SaveData(), module, setup, steps, complete)
        if not steps and all(isinstance(each, Unknown) for each in setup):
            raise UnusableError(
                "bad-obfuscation", "the saved game holds nothing VASSAL writes; get it again"
            )
        self.damage += remarks(saved)
        return self.finished(
            Opened(self.path, "log" if steps else "save", module, saved.save, saved=saved)
        )

    def text(self, veiled: bytes) -> str:
        """Return the text of a saved game, up to the last whole command if it breaks off."""
        try:
            found = reveal(veiled, self.limits.text_bytes)
        except ObfuscationError as error:
            raise UnusableError("too-big", str(error)) from None
        if not found.whole_key or (found.fault and not found.data):
            raise UnusableError(
                "bad-obfuscation", f"the saved game can't be read: {found.fault}; get it again"
            )
        if found.fault:
            if not self.cut:
                self.note("truncated-body", _SAVED_GAME, found.fault, "get the file again")
            self.cut = True
        text = self.decoded(found.data)
        if self.cut:
            text = text[: max(0, text.rfind(ESC))].rstrip("\\")
        if not text.strip():
            raise UnusableError("empty-save", "the saved game holds no whole command")
        return text

    def decoded(self, plain: bytes) -> str:
        try:
            return plain.decode("utf-8")
        except UnicodeDecodeError as error:
            if not (self.cut and error.start > len(plain) - 4):
                self.note(
                    "bad-text",
                    _SAVED_GAME,
                    f"the text isn't UTF-8 at byte {error.start}",
                    "letters that can't be read are shown as a question mark",
                )
            return plain.decode("utf-8", "replace")

    def save_data(self, data: bytes | None) -> SaveData | None:
        if data is None:
            return None
        try:
            found = SaveData.parse(data)
        except VassalError as error:
            self.bad_metadata(error, "savedata")
            return None
        if found.date_saved is None and re.search(rb"<dateSaved>[^<]*\S", data):
            self.note(
                "clock",
                "savedata",
                "the date it was saved is no number",
                "order files by their contents, not by their dates",
            )
        return found

    def module_data(self, data: bytes | None, what: str = "moduledata") -> ModuleData | None:
        if data is None:
            return None
        try:
            return ModuleData.parse(data)
        except VassalError as error:
            self.bad_metadata(error, what)
            return None

    def bad_metadata(self, error: VassalError, what: str) -> None:
        code = error.code if isinstance(error, UnusableError) else "bad-xml"
        self.note(code, what, "can't be read", "what it would say stays unknown")

    def finished(self, opened: Opened) -> Opened:
        """Add the damage, and what was saved from it."""
        damage = tuple(self.damage)
        salvaged = ""
        if any(each.loss for each in damage):
            salvaged = "everything but what is named above"
            if opened.saved:
                pieces = sum(isinstance(each, AddPiece) for each in opened.setup)
                end = "before the break" if self.cut else "in all"
                salvaged = f"{pieces} pieces and {len(opened.steps)} steps {end}"
        return replace(opened, damage=damage, salvaged=salvaged)

    # -- modules and extensions --------------------------------------------------------------

    def module(self, stream: BinaryIO, found: Container, first: dict[str, Member]) -> Opened:
        data = None
        if "moduledata" in first:
            data = self.need(stream, found, first["moduledata"], _MOST_METADATA)
        module = self.module_data(data)
        name = _build_file(first, module)
        if all(each in first for each in _BUILD_FILES):
            self.note(
                "two-buildfiles",
                name,
                "there are two build files; VASSAL takes this one by the version it is made for",
                "remove the other",
            )
        root = buildfile.parse(self.need(stream, found, first[name], _MOST_BUILD_FILE))
        extension = None
        if "extensiondata" in first:
            extension = self.module_data(
                self.metadata(stream, found, first, "extensiondata"), "extensiondata"
            )
        self.pictures(stream, found)
        return self.built(root, module, extension)

    def built(
        self, root: Element, module: ModuleData | None, extension: ModuleData | None
    ) -> Opened:
        """Tell a module from an extension by the root of its build file."""
        if root.tag in _MODULE_ROOTS:
            module = module or ModuleData(
                str(root.get("name", "")),
                str(root.get("version", "")),
                str(root.get("VassalVersion", "")),
                str(root.get("description", "")),
            )
            return self.finished(Opened(self.path, "module", module, root=root))
        if root.tag == _EXTENSION_ROOT:
            module = module or ModuleData(
                str(root.get("module", "")), str(root.get("moduleVersion", ""))
            )
            extension = extension or ModuleData(
                self.path.stem,
                str(root.get("version", "")),
                str(root.get("vassalVersion", "")),
                str(root.get("description", "")),
            )
            opened = Opened(self.path, "extension", module, extension=extension, root=root)
            return self.finished(opened)
        raise UnusableError(
            "not-a-module", "its build file is neither a module's nor an extension's"
        )

    def pictures(self, stream: BinaryIO, found: Container) -> None:
        """Look at the head of each picture; nothing is unpacked beyond it."""
        damaged: Counter[str] = Counter()
        for member in found.members:
            if not _PICTURE.search(member.name):
                continue
            got = found.unpack(stream, member, 32)
            if got.data.startswith(JPEG):
                got = found.unpack(stream, member, 100 << 10)
            if got.fault not in ("", "too-big"):
                damaged[got.fault] += 1
                continue
            size = picture_size(got.data)
            if size and size[0] * size[1] > self.limits.pixels:
                self.note(
                    "image-too-large",
                    _shown(member.name),
                    f"says it is {size[0]} x {size[1]} pixels",
                    f"make it smaller than {self.limits.pixels // 1_000_000} million pixels",
                )
        for fault, count in damaged.items():
            self.note(fault, "images", f"{count} pictures can't be unpacked", "get it again")

    # -- the rest ----------------------------------------------------------------------------

    def other(
        self, stream: BinaryIO, found: Container, first: dict[str, Member], inside: int
    ) -> Opened:
        """Deal with a zip that is no VASSAL file itself."""
        inner = [member for name, member in first.items() if name.lower().endswith(_INNER)]
        if len(inner) == 1 and not inside:
            self.note(
                "nested-zip",
                _shown(inner[0].name),
                "the file stands inside another zip",
                "take it out, or VASSAL won't open it",
            )
            most = 2 * self.limits.text_bytes + (64 << 20)
            return self.open(io.BytesIO(self.need(stream, found, inner[0], most)), inside + 1)
        if len(inner) > 1:
            names = ", ".join(_shown(member.name) for member in inner[:_MOST_LISTED])
            raise UnusableError("nested-zip", f"a zip with several files ({names}); unpack it")
        folders = [
            name for name in first if name.rpartition("/")[2] in (*_BUILD_FILES, _SAVED_GAME)
        ]
        if folders:
            raise UnusableError(
                "not-a-module",
                f"what belongs at its root stands in the folder {_shown(folders[0])}; "
                "pack the contents of the folder, not the folder",
            )
        if "moduledata" in first and found.complete:
            data = self.need(stream, found, first["moduledata"], _MOST_METADATA)
            self.note("not-a-module", "", "has metadata but no build file", "get the file again")
            return self.finished(Opened(self.path, "module", self.module_data(data)))
        if not found.complete:
            raise UnusableError("truncated-zip", "cut short before anything of use; get it again")
        raise UnusableError("not-vassal", "a zip, but neither a module nor a save or log")

    def bare(self, stream: BinaryIO) -> Opened:
        """Read a file that is no zip: a very old save, or a build file on its own."""
        stream.seek(0)
        most = 2 * self.limits.text_bytes + (2 * self.limits.text_bytes) // 16 + _MOST_BARE_HEAD
        data = stream.read(most + 1)
        if len(data) > most:
            raise UnusableError("too-big", f"no zip, and larger than {most} bytes")
        data = data.removeprefix(b"\xef\xbb\xbf").lstrip()
        veiled = _bare_game(data)
        if veiled is None and not data.startswith(b"<"):
            raise UnusableError("not-vassal", "neither a zip nor the text of a saved game")
        self.note(
            "not-zip",
            "",
            "the bare text, without the zip around it",
            "VASSAL since 3.0 opens it only inside a zip",
        )
        if veiled is not None:
            return self.game(veiled, None, None)
        return self.built(buildfile.parse(data), None, None)


def _bare_game(data: bytes) -> bytes | None:
    """Return the saved game in a bare file, None if there is none."""
    place = data.find(b"!VCSK", 0, _MOST_BARE_HEAD)
    if place >= 0:  # perhaps a mail with its head, its lines cut and quoted
        return b"!VCSK" + data[place + 5 :].translate(None, b"\r\n\t >=")
    if any(data.startswith(veil.mark) for veil in VEILS):
        return data
    if data.startswith((b"begin_save", b"LOG\t")):
        return data.rstrip(b"\r\n")
    return None


def _build_file(first: dict[str, Member], module: ModuleData | None) -> str:
    """Return the build file VASSAL would read: the old name for versions before 3.5."""
    present = [name for name in _BUILD_FILES if name in first]
    numbers = re.match(r"(\d{1,4})\.(\d{1,4})", module.vassal_version if module else "")
    if numbers and (int(numbers[1]), int(numbers[2])) < (3, 5):
        present.reverse()
    return present[0]


def _unsafe(name: str) -> bool:
    parts = name.removesuffix("/").split("/")
    outside = any(part in ("", ".", "..") for part in parts) or ":" in parts[0]
    return outside or not name.isprintable()


def _shown(name: str) -> str:
    """Return an entry name fit for a terminal."""
    return ascii(name)[1:-1][:80]
