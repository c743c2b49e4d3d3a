"""Which data a file is read and judged by: installed, an owner's, or those inside a module."""

from __future__ import annotations

from pathlib import Path

from assistant.errors import LogError
from assistant.log import reader
from builder.model import load
from builder.model.game import Game

__all__ = ["data_for"]


def data_for(game_id: str, module: Path | None, overlay: Path | None) -> tuple[Game, str]:
    """Return the data to judge by, and where it came from in words.

    Args:
        game_id: Id of the game that the file names.
        module: A module whose data judge, ``None`` for the installed data.
        overlay: Folder of an owner's sheets that are laid over the installed data.

    Raises:
        LogError: The module is of another game, or there are sheets to lay over its data.
        WargameError: The data can't be read.
    """
    if overlay is not None:
        if module is not None:
            raise LogError(
                "--module and --overlay exclude each other: a module holds its figures already; "
                "leave one of them out"
            )
        game = load.load_game(game_id, overlay=overlay)
        where = f"the owner's figures in {overlay.resolve().name}" if game.private else ""
        return game, ", with ".join(filter(None, ("installed data", where)))
    if module is None:
        return load.load_game(game_id), "installed data"
    game = load.load_game_from_files(reader.data_in_module(module))
    if game.id != game_id:
        raise LogError(
            f"{module}: a module of {game.id!r}, but the log is one of {game_id!r}; "
            "give the module the log was played with"
        )
    return game, f"data inside {module.name}"
