"""The tolerant door: any file of VASSAL's, damaged ones too.

:func:`open_file` tells what a file is by its contents, reads as much of it as can be read and
says what is wrong. It raises only if nothing at all can be used. The strict readers are
:func:`builder.vassal.savegame.read_save` and :func:`builder.vassal.archive.read_archive`.

Source: VASSAL classes ``GameState``, ``GameModule``, ``ModuleExtension``, ``MetaDataFactory``.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from builder.vassal._opened import Kind, Limits, Opened
from builder.vassal._opening import Opening
from builder.vassal.command import ExtensionUsed
from builder.vassal.damage import UnusableError

__all__ = ["ExtensionUsed", "Kind", "Limits", "Opened", "open_file", "open_stream"]


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
        return Opening(where, limits or Limits()).open(stream)
    except UnusableError as error:
        raise UnusableError(error.code, f"{where}: {error}") from None
    except MemoryError:
        raise UnusableError("too-big", f"{where}: doesn't fit into memory") from None
