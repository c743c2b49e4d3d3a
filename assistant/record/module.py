"""What a record takes from a module: its windows, its boards and its sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from builder.errors import VassalError
from builder.vassal.archive import read_archive
from builder.vassal.boards import MapInfo, board_sizes, module_maps
from builder.vassal.damage import Damage, UnusableError
from builder.vassal.grids import Size
from builder.vassal.metadata import ModuleData
from builder.vassal.opened import Limits, open_file

__all__ = ["Module", "find_module", "read_module"]

_ROSTER = "VASSAL.build.module.PlayerRoster"
_MOST_LOOKED_AT = 20


@dataclass(frozen=True, slots=True)
class Module:
    """A module, as far as a record needs it.

    Args:
        path: The file.
        name: Its name.
        version: Its version.
        maps: Its windows, by the name commands use.
        sizes: Width and height of the pictures of its boards.
        sides: Its sides.
        damage: What is wrong with the file.
    """

    path: Path
    name: str
    version: str
    maps: Mapping[str, MapInfo]
    sizes: Mapping[str, Size] = field(default_factory=dict)
    sides: tuple[str, ...] = ()
    damage: tuple[Damage, ...] = ()


def read_module(path: Path, limits: Limits | None = None) -> Module:
    """Read a module.

    Raises:
        VassalError: The file can't be used, or is no module.
    """
    opened = open_file(path, limits=limits)
    if opened.kind != "module" or opened.root is None:
        raise VassalError(f"{path}: is no module with a build file; give the game's .vmod file")
    maps = module_maps(opened.root)
    try:
        sizes = board_sizes(maps, read_archive(path))
    except VassalError:  # damaged, as `opened` says: grids with pictures stay unnamed
        sizes = {}
    entries = (each for roster in opened.root.iter(_ROSTER) for each in roster.iter("entry"))
    sides = tuple(dict.fromkeys(each.text for each in entries if each.text))
    name = opened.module.name if opened.module else ""
    version = opened.module.version if opened.module else ""
    return Module(path, name, version, maps, sizes, sides, opened.damage)


def find_module(folder: Path, name: str) -> Path | None:
    """Return the only module of a name in a folder; None if there is none, or more than one.

    Args:
        folder: Where to look, not below it.
        name: Name of the module, as a log gives it.
    """
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".vmod")
    except OSError:
        return None
    found = [path for path in paths[:_MOST_LOOKED_AT] if name and _name_of(path) == name]
    return found[0] if len(found) == 1 else None


def _name_of(path: Path) -> str:
    """Return the name of the module in a file, empty if there is none."""
    try:
        archive = read_archive(path)
        return ModuleData.parse(archive.read("moduledata")).name
    except (VassalError, UnusableError, OSError):
        return ""
