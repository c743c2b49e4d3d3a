"""Victory points: what counts at the end of an impulse and at the end of the game (25)."""

from assistant.games.white_death.play.score import rules

__all__ = ["rules"]
