"""The work behind the tolerant door.

Source: VASSAL classes ``GameState``, ``GameModule``, ``ModuleExtension``, ``MetaDataFactory``.
"""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, TypeVar

from builder.errors import ObfuscationError, VassalError
from builder.vassal import buildfile
from builder.vassal._entries import BUILD_FILES, MOST_METADATA, SAVED_GAME, Entries, shown
from builder.vassal._opened import Limits, Opened
from builder.vassal._remarks import part_glued, remarks
from builder.vassal.buildfile import Element
from builder.vassal.command import AddPiece, Unknown
from builder.vassal.container import scan
from builder.vassal.damage import Damage, UnusableError
from builder.vassal.metadata import ModuleData, SaveData
from builder.vassal.obfuscation import VEILS, reveal
from builder.vassal.privacy import Players
from builder.vassal.savegame import SaveFile, divide
from builder.vassal.transcript import ESC, decode_with_players

__all__ = ["Opening"]

_INNER = (".vmod", ".vmdx", ".vsav", ".vlog")
_MOST_BUILD_FILE = 64 << 20
_MOST_BARE_HEAD = 1 << 16
_MOST_LISTED = 5
_MODULE_ROOTS = frozenset({buildfile.GAME_MODULE, "VASSAL.launch.BasicModule"})
_EXTENSION_ROOT = "VASSAL.build.module.ModuleExtension"
_FILLED_DATE = re.compile(rb"<dateSaved>[^<]*[^<\s]")

_Data = TypeVar("_Data", SaveData, ModuleData)


class Opening:
    """The opening of one file; notes down the damage on the way.

    Args:
        path: The file, for its name only.
        limits: What is read at most.
    """

    def __init__(self, path: Path, limits: Limits) -> None:
        """Begin with nothing wrong."""
        self.path = path
        self.limits = limits
        self.damage: list[Damage] = []
        self.cut = False  # whether the text of a game breaks off

    def note(self, code: str, where: str, text: str, advice: str) -> None:
        """Note down one thing that isn't as it should be."""
        self.damage.append(Damage(code, where, text, advice))

    def open(self, stream: BinaryIO, inside: int = 0) -> Opened:
        """Tell what a stream holds and read it.

        Raises:
            UnusableError: Nothing in it can be used.
        """
        found = scan(stream, self.limits.entries)
        if found is None:
            return self._bare(stream)
        if len(found.members) > self.limits.entries:
            raise UnusableError(
                "too-big", f"more than {self.limits.entries} entries, so it isn't read"
            )
        entries = Entries(stream, found, self.damage)
        if any(name in entries for name in BUILD_FILES):
            opened = self._module(entries)
        elif SAVED_GAME in entries:
            opened = self._save(entries)
        else:
            opened = self._other(entries, inside)
        return opened if opened.entries else replace(opened, entries=entries.names)

    def _finished(self, opened: Opened) -> Opened:
        """Add the damage, and what was saved from it."""
        damage = tuple(self.damage)
        salvaged = ""
        if any(each.loss for each in damage):
            salvaged = "everything but what is named above"
            if opened.saved:
                pieces = sum(isinstance(each, AddPiece) for each in opened.setup)
                end = "before the break" if self.cut else "in all"
                salvaged = f"pieces: {pieces}, steps: {len(opened.steps)}, {end}"
        return replace(opened, damage=damage, salvaged=salvaged)

    # Saves and logs

    def _save(self, entries: Entries) -> Opened:
        got = entries.unpack(SAVED_GAME, 2 * self.limits.text_bytes + 16)
        if got.fault and (not got.data or got.fault == "too-big"):
            entries.need(SAVED_GAME, 0)
        if not got.data.strip():
            raise UnusableError("empty-save", "the saved game inside is empty; get it again")
        self.cut = bool(got.fault)
        if got.fault and got.fault != "truncated-zip":
            self.note(got.fault, SAVED_GAME, "breaks off or is damaged", "get the file again")
        savedata = entries.spare("savedata", silent=self.cut)
        moduledata = entries.spare("moduledata", silent=self.cut)
        try:
            return self._game(got.data, savedata, moduledata)
        except UnusableError as error:
            if got.fault and error.code in ("bad-obfuscation", "empty-save"):
                text = "the saved game breaks off before anything of use; get the file again"
                raise UnusableError(got.fault, text) from None
            raise

    def _game(self, veiled: bytes, savedata: bytes | None, moduledata: bytes | None) -> Opened:
        """Read the text of a saved game and its metadata."""
        commands, players = decode_with_players(self._text(veiled), max_depth=self.limits.depth)
        commands, glued = part_glued(commands)
        if glued:
            self.note(
                "ambiguous-escape",
                "",
                f"{glued} chat lines end in a backslash, which swallows the mark behind them",
                "the commands behind them are read as steps of their own",
            )
        setup, steps, complete = divide(commands)
        if not steps and all(isinstance(each, Unknown) for each in setup):
            raise UnusableError(
                "bad-obfuscation", "the saved game holds nothing VASSAL writes; get it again"
            )
        save = self._metadata(SaveData, savedata, "savedata", players)
        module = self._metadata(ModuleData, moduledata, "moduledata", players)
        if not module and not save:
            self.note(
                "no-metadata",
                "",
                "the file doesn't name its module or version, as old ones don't",
                "make sure it is of the module you think of",
            )
        saved = SaveFile(self.path, save or SaveData(), module, setup, steps, complete)
        self.damage += remarks(saved)
        if players.nameless:
            self.note(
                "shared-id",
                "",
                f"{players.nameless} plays under a blank id, as anybody may",
                "what is hidden under it is hidden from no one; choose an id in VASSAL's settings",
            )
        opened = Opened(self.path, "log" if steps else "save", module, saved.save, saved=saved)
        return self._finished(opened)

    def _text(self, veiled: bytes) -> str:
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
                self.note("truncated-body", SAVED_GAME, found.fault, "get the file again")
            self.cut = True
        text = self._decoded(found.data)
        if self.cut:
            text = text[: max(0, text.rfind(ESC))].rstrip("\\")
        if not text.strip():
            raise UnusableError("empty-save", "the saved game holds no whole command")
        return text

    def _decoded(self, plain: bytes) -> str:
        try:
            return plain.decode("utf-8")
        except UnicodeDecodeError as error:
            if not (self.cut and error.start > len(plain) - 4):
                self.note(
                    "bad-text",
                    SAVED_GAME,
                    f"the text isn't UTF-8 at byte {error.start}",
                    "letters that can't be read are shown as a question mark",
                )
            return plain.decode("utf-8", "replace")

    def _metadata(
        self, kind: type[_Data], data: bytes | None, what: str, players: Players | None = None
    ) -> _Data | None:
        """Read a metadata entry; None if it is missing or can't be read."""
        if data is None:
            return None
        try:
            found = kind.parse(data)
        except VassalError as error:
            code = error.code if isinstance(error, UnusableError) else "bad-xml"
            self.note(code, what, "can't be read", "what it would say stays unknown")
            return None
        if kind is SaveData and found.date_saved is None and _FILLED_DATE.search(data):
            self.note(
                "clock",
                what,
                "the date it was saved is no number",
                "order files by their contents, not by their dates",
            )
        if players:
            return replace(found, description=players.scrub(found.description))
        return found

    # Modules and extensions

    def _module(self, entries: Entries) -> Opened:
        data = None
        if "moduledata" in entries and entries.complete:
            data = entries.need("moduledata", MOST_METADATA)
        elif "moduledata" in entries:
            data = entries.spare("moduledata", silent=True)
        module = self._metadata(ModuleData, data, "moduledata")
        name = _build_file(entries, module)
        if all(each in entries for each in BUILD_FILES):
            self.note(
                "two-buildfiles",
                name,
                "there are two build files; VASSAL takes this one by the version it is made for",
                "remove the other",
            )
        root = buildfile.parse(entries.need(name, _MOST_BUILD_FILE))
        extension = self._metadata(ModuleData, entries.spare("extensiondata"), "extensiondata")
        entries.look_at_pictures(self.limits.pixels)
        return self._built(root, module, extension)

    def _built(
        self, root: Element, module: ModuleData | None, extension: ModuleData | None
    ) -> Opened:
        """Tell a module from an extension by the root of its build file."""
        said = {str(name): str(value) for name, value in root.attrib.items()}
        if root.tag in _MODULE_ROOTS:
            module = module or ModuleData(
                said.get("name", ""),
                said.get("version", ""),
                said.get("VassalVersion", ""),
                said.get("description", ""),
            )
            return self._finished(Opened(self.path, "module", module, root=root))
        if root.tag == _EXTENSION_ROOT:
            module = module or ModuleData(said.get("module", ""), said.get("moduleVersion", ""))
            own = extension or ModuleData(
                "",
                said.get("version", ""),
                said.get("vassalVersion", ""),
                said.get("description", ""),
            )
            own = replace(own, name=own.name or self.path.stem)
            opened = Opened(self.path, "extension", module, extension=own, root=root)
            return self._finished(opened)
        raise UnusableError(
            "not-a-module", "its build file is neither a module's nor an extension's"
        )

    # The rest

    def _other(self, entries: Entries, inside: int) -> Opened:
        """Deal with a zip that is no VASSAL file itself."""
        inner = [name for name in entries.first if name.lower().endswith(_INNER)]
        if len(inner) == 1 and not inside:
            self.note(
                "nested-zip",
                shown(inner[0]),
                "the file stands inside another zip",
                "take it out, or VASSAL won't open it",
            )
            most = 2 * self.limits.text_bytes + _MOST_BUILD_FILE
            return self.open(io.BytesIO(entries.need(inner[0], most)), inside + 1)
        if len(inner) > 1:
            names = ", ".join(map(shown, inner[:_MOST_LISTED]))
            raise UnusableError("nested-zip", f"a zip with several files ({names}); unpack it")
        wanted = (*BUILD_FILES, SAVED_GAME)
        folders = [name for name in entries.first if name.rpartition("/")[2] in wanted]
        if folders:
            raise UnusableError(
                "not-a-module",
                f"what belongs at its root stands in a folder ({shown(folders[0])}); "
                "pack the contents of the folder, not the folder",
            )
        if not entries.complete:
            raise UnusableError("truncated-zip", "cut short before anything of use; get it again")
        if "moduledata" not in entries:
            raise UnusableError("not-vassal", "a zip, but neither a module nor a save or log")
        module = self._metadata(ModuleData, entries.need("moduledata", MOST_METADATA), "moduledata")
        self.note("not-a-module", "", "has metadata but no build file", "get the file again")
        return self._finished(Opened(self.path, "module", module))

    def _bare(self, stream: BinaryIO) -> Opened:
        """Read a file that is no zip: a very old save, or a build file on its own."""
        stream.seek(0)
        most = 2 * self.limits.text_bytes + self.limits.text_bytes // 8 + _MOST_BARE_HEAD
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
            return self._game(veiled, None, None)
        return self._built(buildfile.parse(data), None, None)


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


def _build_file(entries: Entries, module: ModuleData | None) -> str:
    """Return the build file VASSAL would read: the old name for versions before 3.5."""
    present = [name for name in BUILD_FILES if name in entries]
    numbers = re.match(r"(\d{1,4})\.(\d{1,4})", module.vassal_version if module else "")
    if numbers and (int(numbers[1]), int(numbers[2])) < (3, 5):
        present.reverse()
    return present[0]
