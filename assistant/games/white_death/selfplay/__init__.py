"""Random legal play of a whole scenario by the engine alone."""

from assistant.games.white_death.selfplay.game import play
from assistant.games.white_death.selfplay.table import IllegalActError, Table, Tally

__all__ = ["IllegalActError", "Table", "Tally", "play"]
