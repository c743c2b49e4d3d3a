"""One package per game; none knows another. A game is found by its id alone."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec

from assistant.audit.rule import Rulebook
from assistant.errors import LogError

__all__ = ["find"]

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")


def find(game_id: str) -> Rulebook:
    """Return the rules of a game.

    Args:
        game_id: Id of the game as in its data, with hyphens.

    Raises:
        LogError: No rules for that game are installed.
    """
    name = f"{__name__}.{game_id.replace('-', '_')}"
    if not _ID.match(game_id) or find_spec(name) is None:
        raise LogError(
            f"no rules for the game {game_id[:60]!r} are installed: "
            "was the log made with a newer version, or with another module?"
        )
    rules = getattr(import_module(name), "RULES", None)
    if not isinstance(rules, Rulebook):
        raise LogError(f"the rules of {game_id!r} are incomplete: reinstall the program")
    return rules
