"""Moves around an assault: slipping away and following (21E), the advance after it (9D)."""

from assistant.games.white_death.play.advance import advance, slip
from assistant.games.white_death.play.advance.advance import advances
from assistant.games.white_death.play.advance.slip import follows, slips

__all__ = ["advance", "advances", "follows", "slip", "slips"]
