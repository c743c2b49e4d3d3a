"""The chapter of fire: importing it puts its rules and effects into the book, in order."""

from assistant.games.white_death.play.fire import (
    apportion,
    attacks,
    barrage,
    barrage_dice,
    commitment,
    detected,
    effects,
    exits,
    owed,
    suffered,
    support,
)

__all__ = [
    "apportion",
    "attacks",
    "barrage",
    "barrage_dice",
    "commitment",
    "detected",
    "effects",
    "exits",
    "owed",
    "suffered",
    "support",
]
