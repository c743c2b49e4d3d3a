"""Supply and isolation: rule 15."""

from assistant.games.white_death.play.supply import effects, lines, rules

__all__ = ["effects", "lines", "rules"]
