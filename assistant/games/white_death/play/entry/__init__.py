"""Rule 17: reinforcements enter the map."""

from assistant.games.white_death.play.entry import rules
from assistant.games.white_death.play.entry.legal import entries

__all__ = ["entries", "rules"]
