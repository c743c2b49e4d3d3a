"""What the module carries about itself: the data it was made from, and their digests.

With them the assistant can judge a game by exactly the module it was played with. ``game.json``
says in short which game that is: its ``model`` is the digest of the data that every save and log
started in the module carries, too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version

from builder.model.game import Game

__all__ = [
    "FONT_LICENCE",
    "GAME_FILE",
    "MANIFEST",
    "SOURCE_DATA",
    "manifest_entries",
    "program_version",
]

GAME_FILE = "game.json"
"""Entry that says which game and which model of it a module is."""
MANIFEST = "umpire/manifest.json"
"""Entry of the manifest."""
SOURCE_DATA = "umpire/source_data/"
"""Begins the entry name of every data file; its path within the game's folder follows."""
FONT_LICENCE = "umpire/fonts/LICENSE.txt"
"""Entry of the licence of the lettering."""
_SCHEMA = 1


def manifest_entries(game: Game, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the entries that let a reader rebuild the game from the module.

    Args:
        game: The game as loaded from the files.
        files: Every data file by its path within the game's folder, with slashes.

    Returns:
        The files as they are; a manifest with game id, version, digest, the builder's version
        and the SHA-256 of each file; and ``game.json``: id, version, digest (``model``), and the
        ids of sides, scenarios and pieces, these with their numbers in the palette.
    """
    manifest = {
        "schema": _SCHEMA,
        "game": game.id,
        "name": game.name,
        "version": game.version,
        "date": game.date,
        "digest": game.digest,
        "builder": program_version(),
        "files": {path: hashlib.sha256(data).hexdigest() for path, data in sorted(files.items())},
    }
    text = json.dumps(manifest, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    entries = {f"{SOURCE_DATA}{path}": data for path, data in files.items()}
    return entries | {MANIFEST: text.encode(), GAME_FILE: _game_file(game)}


def _game_file(game: Game) -> bytes:
    """Return what identifies a game, as JSON: ids by which saves and logs name things."""
    document = {
        "schema": _SCHEMA,
        "game": game.id,
        "name": game.name,
        "version": game.version,
        "date": game.date,
        "model": game.digest,
        "sides": {side.id: side.name for side in game.sides},
        "scenarios": {id_: scenario.name for id_, scenario in game.scenarios.items()},
        "pieces": dict(game.gpids),
    }
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def program_version() -> str:
    """Return the version of the builder, ``unknown`` where it runs without being installed."""
    try:
        return version("wargame-umpire")
    except PackageNotFoundError:
        return "unknown"
