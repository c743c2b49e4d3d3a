"""White Death: Velikiye Luki. One module for each chapter of the rulebook, in its order."""

from pathlib import Path  # noqa: I001 - chapters in the order of the rulebook

from assistant.audit.ledger import read_ledger
from assistant.audit.register import Register
from assistant.games.white_death import zoc
from assistant.games.white_death import stacking
from assistant.games.white_death import sequence
from assistant.games.white_death import movement
from assistant.games.white_death import entry
from assistant.games.white_death import later
from assistant.games.white_death.book import WD
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.play.unchecked import UNCHECKED
from assistant.games.white_death.queries import answer
from assistant.games.white_death.record import judge_lines

__all__ = ["RULES", "answer", "judge_lines", "register"]

_CHAPTERS = (zoc, stacking, sequence, movement, entry, later)
"""Importing a chapter puts its rules into the register."""

RULES = WD


def register() -> Register:
    """Return every rule of the game, and who checks it.

    Raises:
        LogError: The ledger of the rules is missing or damaged.
    """
    return Register(read_ledger(Path(__file__).with_name("ledger.toml")), ACTS, WD, UNCHECKED)
