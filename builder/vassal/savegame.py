"""Whole saves and logs: the zip, the veil, the metadata and the commands in one.

Source: VASSAL classes ``GameState`` and ``BasicLogger``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.errors import ArchiveError, VassalError
from builder.vassal.archive import Archive, archive_bytes, read_archive, write_atomically
from builder.vassal.command import (
    AddPiece,
    AddPlayer,
    BeginSave,
    Command,
    EndSave,
    Logged,
    Null,
    Plain,
    RestoreProperty,
)
from builder.vassal.damage import UnusableError
from builder.vassal.metadata import ModuleData, SaveData
from builder.vassal.obfuscation import MAX_TEXT_BYTES, deobfuscate, obfuscate
from builder.vassal.piece import Piece
from builder.vassal.transcript import Entry, decode_commands, encode_commands

__all__ = ["SaveFile", "Step", "divide", "read_log", "read_save", "save_bytes", "write_save"]

_SAVED_GAME = "savedGame"
_SAVE_DATA = "savedata"
_MODULE_DATA = "moduledata"
_BUILD_FILES = ("buildFile.xml", "buildFile")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a log: what a player did with one drag, key or button.

    Args:
        number: From 1, in the order of play, counting every step of the file.
        commands: What happened, in order.
    """

    number: int
    commands: tuple[Plain, ...]


@dataclass(frozen=True, slots=True)
class SaveFile:
    """A save or a log.

    Args:
        path: The file.
        save: Its metadata, empty for very old files.
        module: The module's metadata, None for very old files.
        setup: The position at the start, without the marks around it.
        steps: The steps of a log, none for a save.
        complete: Whether the position at the start is closed, as it should be.
    """

    path: Path
    save: SaveData
    module: ModuleData | None
    setup: tuple[Plain, ...]
    steps: tuple[Step, ...]
    complete: bool = True

    def pieces(self) -> dict[str, Piece]:
        """Return the pieces, stacks and decks at the start by id, in the order of the file.

        Raises:
            VassalError: A piece nested more than 1,000 deep.
        """
        return {each.id: each.piece for each in self.setup if isinstance(each, AddPiece)}

    def players(self) -> tuple[AddPlayer, ...]:
        """Return the roster at the start, under pseudonyms, everyone once."""
        roster = (each for each in self.setup if isinstance(each, AddPlayer))
        return tuple(dict.fromkeys(roster))

    def properties(self) -> dict[tuple[str, str], str]:
        """Return the global properties at the start, by container and name."""
        return {
            (each.container or "", each.name): each.value
            for each in self.setup
            if isinstance(each, RestoreProperty)
        }


def read_log(path: str | os.PathLike[str], *, max_text_bytes: int = MAX_TEXT_BYTES) -> SaveFile:
    """Read a log.

    Args:
        path: The ``.vlog`` file.
        max_text_bytes: Longest text accepted, in bytes.

    Returns:
        Position at the start and steps; player ids are pseudonyms.

    Raises:
        VassalError: No zip, damaged, no saved game inside, or without any step. The message
            names the file.
    """
    found = read_save(path, max_text_bytes=max_text_bytes)
    if not found.steps:
        raise VassalError(
            f"{found.path}: is a saved position without steps; give a log (.vlog) instead"
        )
    return found


def read_save(path: str | os.PathLike[str], *, max_text_bytes: int = MAX_TEXT_BYTES) -> SaveFile:
    """Read a save or a log.

    Args:
        path: The ``.vsav`` or ``.vlog`` file.
        max_text_bytes: Longest text accepted, in bytes.

    Returns:
        Position at the start and steps, if any; player ids are pseudonyms.

    Raises:
        VassalError: No zip, damaged, or no saved game inside. The message names the file.
    """
    # two hex digits a byte, and the mark with its key before them
    archive = read_archive(path, max_entry_bytes=2 * max_text_bytes + 16)
    if _SAVED_GAME not in archive:
        raise ArchiveError(_not_a_save(archive))
    veiled = archive.read(_SAVED_GAME)
    if not veiled:
        raise ArchiveError(f"{archive.path}: the saved game inside is empty; get the file again")
    try:
        text = deobfuscate(veiled, max_text_bytes=max_text_bytes)
        setup, steps, complete = divide(decode_commands(text))
        save = _metadata(archive, _SAVE_DATA)
        module = _metadata(archive, _MODULE_DATA)
        return SaveFile(
            path=archive.path,
            save=SaveData() if save is None else SaveData.parse(save),
            module=None if module is None else ModuleData.parse(module),
            setup=setup,
            steps=steps,
            complete=complete,
        )
    except ArchiveError:
        raise
    except UnusableError as error:
        raise UnusableError(error.code, f"{archive.path}: {error}") from None
    except VassalError as error:
        raise type(error)(f"{archive.path}: {error}") from None


def save_bytes(
    setup: Iterable[Plain],
    save: SaveData,
    module: ModuleData,
    *,
    steps: Iterable[Sequence[Plain]] = (),
    key: int | None = 0x5A,
) -> bytes:
    """Return a save, or a log if there are steps, for a file or for a module's own setups.

    Args:
        setup: What stands at the start, members before their stacks; the marks around it are
            added.
        save: Its metadata.
        module: The module's metadata; the name must be the module's.
        steps: Steps of a log, each a row of commands.
        key: Byte of the veil, 0 to 255; None: no veil, which VASSAL reads as well and which takes
            half the room.

    Returns:
        The zip; equal arguments give equal bytes.

    Raises:
        VassalError: A text that the format can't hold.
    """
    entries = [Entry(BeginSave()), *map(Entry, setup), Entry(EndSave())]
    for step in steps:
        entries += [Entry(Logged(each), min(place, 1)) for place, each in enumerate(step)]
    text = encode_commands(entries)
    return archive_bytes(
        {
            _SAVED_GAME: _stored(text, key),
            _SAVE_DATA: save.encode(),
            _MODULE_DATA: module.encode(),
        }
    )


def _stored(text: str, key: int | None) -> bytes:
    """Return a text veiled by a key, or as it is."""
    if key is not None:
        return obfuscate(text, key)
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise VassalError(
            f"the text has no UTF-8 form at character {error.start}; remove the half character"
        ) from None


def write_save(
    path: str | os.PathLike[str],
    setup: Iterable[Plain],
    save: SaveData,
    module: ModuleData,
    *,
    steps: Iterable[Sequence[Plain]] = (),
) -> None:
    """Write :func:`save_bytes` to a file, whole or not at all.

    Raises:
        VassalError: A text that the format can't hold, or the file can't be written.
    """
    write_atomically(path, save_bytes(setup, save, module, steps=steps))


def _metadata(archive: Archive, name: str) -> bytes | None:
    return archive.read(name) if name in archive else None


def divide(entries: Sequence[Entry]) -> tuple[tuple[Plain, ...], tuple[Step, ...], bool]:
    """Part the position at the start from the steps."""
    setup: list[Plain] = []
    steps: list[list[Plain]] = []
    complete = False
    logging = False
    for entry in entries:
        if entry.depth == 0:
            logging = isinstance(entry.command, Logged)
            if logging:
                steps.append([])
        command = _unwrapped(entry.command)
        match command:
            case BeginSave() | EndSave() if not logging:
                complete = isinstance(command, EndSave)
            case Null():
                pass
            case _:
                (steps[-1] if logging else setup).append(command)
    numbered = tuple(Step(number, tuple(step)) for number, step in enumerate(steps, 1))
    return tuple(setup), numbered, complete


def _unwrapped(command: Command) -> Plain:
    return command.command if isinstance(command, Logged) else command


def _not_a_save(archive: Archive) -> str:
    if any(name in archive for name in _BUILD_FILES):
        return f"{archive.path}: is a module, not a save or log; give a .vlog or .vsav file"
    inside = [name for name in archive.names if name.lower().endswith((".vlog", ".vsav"))]
    if inside:
        return f"{archive.path}: holds {inside[0]!r}; unpack it and give that file"
    return f"{archive.path}: has no saved game inside; give a .vlog or .vsav file"
