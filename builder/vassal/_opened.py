"""What comes out of the tolerant door, and how much is let in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from builder.vassal.buildfile import Element
from builder.vassal.command import AddPlayer, ExtensionUsed, Plain, VersionCheck
from builder.vassal.damage import Damage
from builder.vassal.metadata import ModuleData, SaveData
from builder.vassal.obfuscation import MAX_TEXT_BYTES
from builder.vassal.savegame import SaveFile, Step
from builder.vassal.transcript import MAX_DEPTH

__all__ = ["Kind", "Limits", "Opened"]

Kind = Literal["module", "extension", "save", "log"]
"""What a file is."""

_ENGINE = re.compile(r"runningVassalVersion<([0-9][^<\s]{0,30})")


@dataclass(frozen=True, slots=True)
class Limits:
    """What is read at most; hostile files ask for more than any real one.

    Args:
        text_bytes: Text of one saved game; as hex digits it takes twice that.
        pixels: Of one picture.
        entries: Of one zip.
        depth: Nesting of commands.
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
