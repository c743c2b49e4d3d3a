"""The umpire: all chapters of acts together; importing it makes the register complete."""

from assistant.games.white_death.play import (
    advance,
    assault,
    bridges,
    entry,
    morale,
    movement,
    rail,
    renewal,
    retreat,
    scenario,
    score,
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
    sequence,
    assault,
    bridges,
    rail,
    fire,
    morale,
    retreat,
    advance,
    supply,
    entry,
    renewal,
    special,
    scenario,
    score,
)
"""Importing a chapter puts its rules and effects into the book, in the rulebook's order."""
