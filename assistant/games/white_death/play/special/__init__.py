"""Special units: rules 21C, 22, 23."""

from assistant.games.white_death.play.special import detect, equipment, garrisons

__all__ = ["detect", "equipment", "garrisons"]
