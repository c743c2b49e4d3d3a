"""The chapter of fire: importing it puts its rules and effects into the book."""

from assistant.games.white_death.play.fire import effects

__all__ = ["effects"]
