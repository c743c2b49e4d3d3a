"""Morale (14): when a check is called for, what is added to it, what comes of it."""

from assistant.games.white_death.play.morale import conduct, effects, outstanding, rules

__all__ = ["conduct", "effects", "outstanding", "rules"]
