"""Files named by a user become a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from assistant.errors import LogError
from assistant.record.module import Module, find_module, read_module
from assistant.record.roster import OBSERVER
from assistant.record.stitch import Game, stitch
from assistant.record.viewer import PUBLIC, Viewer
from builder.errors import VassalError
from builder.vassal.damage import UnusableError
from builder.vassal.opened import Limits, Opened, open_file

__all__ = ["read_game"]


@dataclass(frozen=True, slots=True)
class _Found:
    files: tuple[Opened, ...]
    left_out: tuple[str, ...]


def read_game(
    paths: Sequence[Path],
    viewer: Viewer = PUBLIC,
    module: Path | None = None,
    limits: Limits | None = None,
) -> Game:
    """Read the files of one game.

    Args:
        paths: Saves and logs, in any order.
        viewer: For whom.
        module: The module; None to look for it beside the first file.
        limits: What is read at most, None for the usual.

    Returns:
        The game. A file that can't be used is left out if others can; its notes say so.

    Raises:
        UnusableError: No file can be used.
        LogError: Something else than saves and logs was given, or there is no such side.
        VassalError: The module can't be used.
    """
    found = _open(paths, limits)
    read = _module(found.files, module, limits)
    if viewer.side:
        _check_side(viewer.side, found.files, read)
    game = stitch(found.files, viewer, read)
    notes = (*found.left_out, *_module_notes(read, found.files), *game.notes)
    return replace(game, notes=notes, left_out=len(found.left_out))


def _open(paths: Sequence[Path], limits: Limits | None) -> _Found:
    files: list[Opened] = []
    errors: list[UnusableError] = []
    seen: set[Path] = set()
    for path in paths:
        if path.resolve() in seen:
            continue
        seen.add(path.resolve())
        try:
            opened = open_file(path, limits=limits)
        except UnusableError as error:
            errors.append(error)
            continue
        if opened.saved is None:
            raise LogError(
                f"{path}: is a {opened.kind}, not a save or log; give the module with --module"
            )
        files.append(opened)
    if not files:
        raise errors[0]
    return _Found(tuple(files), tuple(f"left out: {error}" for error in errors))


def _module(files: Sequence[Opened], given: Path | None, limits: Limits | None) -> Module | None:
    if given is not None:
        return read_module(given, limits)
    name = next((each.module.name for each in files if each.module), "")
    beside = find_module(files[0].path.parent, name)
    if beside is None:
        return None
    try:
        return read_module(beside, limits)
    except VassalError:
        return None


def _check_side(side: str, files: Sequence[Opened], module: Module | None) -> None:
    """See to it that there is such a side.

    Raises:
        LogError: There is none.
    """
    known = {each.side for file in files for each in file.players} - {OBSERVER}
    known.update(module.sides if module else ())
    if side not in known:
        listed = ", ".join(sorted(known)) or "none"
        raise LogError(f"--as-side {side}: no such side in these files; there are: {listed}")


def _module_notes(module: Module | None, files: Sequence[Opened]) -> list[str]:
    if module is None:
        return []
    notes = [f"module {module.path.name}: {damage}" for damage in module.damage if damage.loss]
    name = next((each.module.name for each in files if each.module), "")
    if name and module.name != name:
        notes.append(f"the module is {module.name!r}, but the files are of {name!r}")
    return notes
