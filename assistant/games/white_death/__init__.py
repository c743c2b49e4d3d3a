"""White Death: Velikiye Luki. One module for each chapter of the rulebook, in its order."""

from assistant.games.white_death import zoc  # noqa: I001 - in the order of the rulebook
from assistant.games.white_death import stacking
from assistant.games.white_death import sequence
from assistant.games.white_death import movement
from assistant.games.white_death import later
from assistant.games.white_death.book import WD

__all__ = ["RULES"]

_CHAPTERS = (zoc, stacking, sequence, movement, later)
"""Importing a chapter puts its rules into the register."""

RULES = WD
