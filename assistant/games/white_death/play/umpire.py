"""The umpire: all chapters of acts together; importing it makes the register complete."""

from assistant.games.white_death.play import (
    assault,
    bridges,
    morale,
    movement,
    retreat,
    scenario,
    sequence,
    special,
    stacking,
    supply,
)
from assistant.games.white_death.play.book import ACTS
from assistant.games.white_death.play.fire import chapter as fire

__all__ = ["ACTS"]

_CHAPTERS = (
    movement,
    stacking,
    assault,
    bridges,
    sequence,
    fire,
    morale,
    retreat,
    supply,
    special,
    scenario,
)
"""Importing a chapter puts its rules and effects into the book, in the rulebook's order."""
