"""A file becomes a log of a game known here, or one clear line of error."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from assistant.audit.builtin import builtin_finding
from assistant.audit.finding import Finding
from assistant.audit.result import Player, Subject
from assistant.errors import LogError
from builder import convention
from builder.model.game import Game
from builder.vassal import SaveFile, read_archive, read_save

__all__ = [
    "DATA_FOLDER",
    "Head",
    "data_in_module",
    "head_of",
    "other_version",
    "read",
    "subject_of",
]

DATA_FOLDER = "umpire/source_data/"
"""Folder inside our modules that holds a copy of the data they were built from."""

_SHORT = 12
_OWNER = "+owner."
_MOST_DATA_FILES = 1_000


@dataclass(frozen=True, slots=True)
class Head:
    """What a log says of the game it is of.

    Args:
        game: Id of the game, empty if the log names none.
        data: Digest of the data, empty if the log names none.
        module: Name of the module.
        version: Version of the module.
        engine: Version of VASSAL that wrote the log, as far as it says so.
    """

    game: str
    data: str
    module: str
    version: str
    engine: str


def read(path: Path) -> SaveFile:
    """Read a log from a file.

    Raises:
        VassalError: The file is missing, no VASSAL file, damaged or cut short, or a module.
        LogError: It is a saved position, or a log without beginning or without steps.
    """
    log = read_save(path)
    if not log.steps:
        if path.suffix.lower() == ".vlog":
            raise LogError(
                f"{path}: an empty log: nothing was done after it was begun; give another log"
            )
        raise LogError(f"{path}: a saved position, not a log; give the .vlog file of the game")
    if not log.complete:
        raise LogError(
            f"{path}: the position the log begins with is missing or cut short, so nothing in it "
            "can be judged; get the file again"
        )
    return log


def head_of(log: SaveFile, games: Collection[str]) -> Head:
    """Return what the log says of its game.

    Args:
        log: The file.
        games: Ids of the games known here.

    Raises:
        LogError: The log is of another module, or of a game not known here.
    """
    said = {name: value for (_, name), value in log.properties().items()}
    head = Head(
        game=said.get(convention.GAME, ""),
        data=said.get(convention.DATA, ""),
        module=log.module.name if log.module else "",
        version=(log.module.version if log.module else "") or log.save.version,
        engine=log.save.vassal_version,
    )
    if head.game in games:
        return head
    known = f"known here: {', '.join(sorted(games)) or 'none'}"
    name = f"{head.module[:80]!r}" if head.module else "that gives no name"
    if head.game:
        text = f"a log of the game {head.game[:80]!r} (module {name}), which isn't known here"
        raise LogError(f"{log.path}: {text}; {known}; a newer version may know it")
    raise LogError(f"{log.path}: a log of another module ({name}); give a log of a game {known}")


def data_in_module(path: Path) -> dict[str, bytes]:
    """Return the data files inside a module of ours, by path below the folder of the game.

    Raises:
        ArchiveError: No zip file, or damaged.
        LogError: No module of ours.
    """
    archive = read_archive(path)
    names = [name for name in archive.names if name.startswith(DATA_FOLDER)]
    if not 0 < len(names) <= _MOST_DATA_FILES:
        raise LogError(
            f"{path}: has no game data inside ({DATA_FOLDER}); give a module made by "
            "`builder build`, or leave out --module"
        )
    return {name.removeprefix(DATA_FOLDER): data for name, data in archive.read_many(names)}


def subject_of(log: SaveFile, head: Head, game: Game, judged_by: str) -> Subject:
    """Return what a report says at its head.

    Args:
        log: The file.
        head: What it says of its game.
        game: The data it is judged by.
        judged_by: Where that data came from, in words.
    """
    return Subject(
        file=log.path.name,
        module=head.module,
        module_version=head.version,
        engine=head.engine,
        game=head.game,
        data=head.data,
        judged_version=game.version,
        judged_data=game.digest,
        judged_by=judged_by,
        players=tuple(Player(player.player, player.side) for player in log.players()),
        steps=len(log.steps),
    )


def other_version(subject: Subject) -> tuple[Finding, ...]:
    """Return a finding if the data or the version of the log aren't those that judge."""
    if subject.same_data:
        return ()
    version = subject.module_version or "unknown"
    if subject.same_model:
        text = (
            f"started with the data that judge, but written by version {version} of the module, "
            f"not {subject.judged_version}: verdicts hold as far as the two agree"
        )
        return (builtin_finding("LOG-2", 0, text),)
    text = (
        f"started with data {subject.data[:_SHORT] or 'unknown'}, written by version {version} of "
        f"the module; version {subject.judged_version} has data {subject.judged_data[:_SHORT]}: "
        "hexes and figures mean other things in them, so nothing that rests on them is judged; "
    )
    if _OWNER in subject.module_version:
        text += (
            "it was played with an owner's edition: give its sheets with --overlay, or the "
            "module with --module"
        )
    else:
        text += "give the module the game was started with by --module"
    return (builtin_finding("LOG-2", 0, text),)
