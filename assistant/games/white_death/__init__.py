"""White Death: Velikiye Luki. One module for each chapter of the rulebook, in its order."""

from pathlib import Path

from assistant.audit.ledger import read_ledger
from assistant.audit.register import Register
from assistant.games.white_death import (
    later,
    movement,
    sequence,
    stacking,
    zoc,
)
from assistant.games.white_death.book import WD
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.play.unchecked import UNCHECKED

__all__ = ["RULES", "register"]

_CHAPTERS = (zoc, stacking, sequence, movement, later)
"""Importing a chapter puts its rules into the register."""

RULES = WD


def register() -> Register:
    """Return every rule of the game, and who checks it.

    Raises:
        LogError: The ledger of the rules is missing or damaged.
    """
    return Register(read_ledger(Path(__file__).with_name("ledger.toml")), ACTS, WD, UNCHECKED)
