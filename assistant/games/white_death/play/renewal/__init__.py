"""Replacements, repair and refit: rule 18."""

from assistant.games.white_death.play.renewal import effects, rules

__all__ = ["effects", "rules"]
