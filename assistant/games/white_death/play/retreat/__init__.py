"""Retreats (14B, 14C.1, 4.3): where a unit may go, and what the way costs it."""

from assistant.games.white_death.play.retreat import effects, rules
from assistant.games.white_death.play.retreat.ways import retreats

__all__ = ["effects", "retreats", "rules"]
