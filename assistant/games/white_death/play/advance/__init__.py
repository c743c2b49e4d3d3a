"""Moves around an assault: slipping away and following (21E), the advance after it (9D)."""

from assistant.games.white_death.play.advance import advance, slip

__all__ = ["advance", "slip"]
