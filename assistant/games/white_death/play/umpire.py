"""The umpire: all chapters of acts together; importing it makes the register complete."""

from assistant.games.white_death.play.book import ACTS

__all__ = ["ACTS"]
