"""Supply and isolation: rule 15."""

from assistant.games.white_death.play.supply import effects

__all__ = ["effects"]
