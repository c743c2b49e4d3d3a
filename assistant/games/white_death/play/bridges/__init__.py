"""Rule 20: bridges are built and destroyed."""

from assistant.games.white_death.play.bridges import work
from assistant.games.white_death.play.bridges.work import bridge_work

__all__ = ["bridge_work", "work"]
