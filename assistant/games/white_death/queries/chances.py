"""What a column of a fire table brings, over all faces of a die."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from assistant.games.white_death.play.book import exact
from assistant.games.white_death.play.fire.tables import NONE, cell, table_of, text_of
from assistant.games.white_death.state.ruleset import Ruleset
from builder.model.combat import Effect

__all__ = ["FACES", "chances", "next_column"]

FACES = range(1, 7)
"""A die."""


def chances(kind: str, column: str, rules: Ruleset, more: int = 0) -> str:
    """Return the results of a column with how many of the six faces bring them.

    Args:
        kind: Kind of fire.
        column: Heading of the column.
        rules: What is played by.
        more: What is added to the die.
    """
    effects = (cell(kind, column, max(1, die + more), rules) for die in FACES)
    counts = Counter(_told(effect) for effect in effects if effect is not None)
    return ", ".join(f"{text} {number}/{len(FACES)}" for text, number in counts.items())


def _told(effect: Effect) -> str:
    """Return a cell in words; where the chart has a dash there is none."""
    text = text_of(effect)
    return text if any(map(str.isalnum, text)) else NONE


def next_column(kind: str, value: Fraction, unit: Fraction, rules: Ruleset) -> str:
    """Return the next better column and the value from which fire reaches it, ``-`` for none.

    Args:
        kind: Kind of fire.
        value: Fire value.
        unit: The defence for ratios, 1 for sums.
        rules: What is played by.
    """
    table = table_of(kind, rules)
    for column in table.columns if table is not None else ():
        if column.least * unit > value:
            return f"{column.name} from {exact(column.least * unit)}"
    return "-"
