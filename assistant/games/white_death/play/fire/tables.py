"""The three fire tables as fire uses them: 9C, 10C, 11B."""

from __future__ import annotations

from fractions import Fraction

from assistant.games.white_death.state.ruleset import Ruleset
from builder.model.combat import Effect, FireTable

__all__ = [
    "ANTITANK",
    "BARRAGE",
    "BLANK",
    "CONVENTIONAL",
    "DETECTED",
    "EXIT",
    "NONE",
    "SUPPORT",
    "barrage_column",
    "cell",
    "column_of",
    "effect_named",
    "rank",
    "table_of",
    "text_of",
]

CONVENTIONAL, ANTITANK, SUPPORT = "conventional", "antitank", "support"
EXIT, DETECTED = "exit", "detected"
BARRAGE = "barrage"

NONE = "none"
"""The column below the first, and the result of a blank cell."""

BLANK = Effect("", 0, check=False)
"""No effect."""

_TABLES = {EXIT: ANTITANK, DETECTED: CONVENTIONAL}


def table_of(kind: str, rules: Ruleset) -> FireTable | None:
    """Return the table of a kind of fire, ``None`` if there is no such kind."""
    return rules.game.combat.tables.get(_TABLES.get(kind, kind))


def column_of(kind: str, value: Fraction, defence: Fraction, rules: Ruleset) -> str:
    """Return the heading of the column that fire reaches: 9C.3, 10C.2, A-10, A-11, A-28.

    Args:
        kind: Kind of direct fire.
        value: Fire value.
        defence: Defence value; against 0 any fire is as good as can be.
        rules: What is played by.
    """
    table = table_of(kind, rules)
    if table is None or value <= 0:
        return NONE
    if defence <= 0:
        return table.columns[-1].name
    reached = table.column(value / defence)
    if reached is None:
        return table.columns[0].name if rules.reads("A-10") == "1:3_column" else NONE
    return table.columns[reached].name


def barrage_column(value: Fraction, rules: Ruleset) -> str:
    """Return the heading of the column of a barrage: 11B.2, A-12."""
    table = rules.game.combat.tables[BARRAGE]
    reached = table.column(value)
    return table.columns[reached].name if reached is not None else NONE


def rank(kind: str, column: str, rules: Ruleset) -> int:
    """Return the place of a column, -1 for none of them."""
    table = table_of(kind, rules)
    names = [each.name for each in table.columns] if table is not None else []
    return names.index(column) if column in names else -1


def cell(kind: str, column: str, die: int, rules: Ruleset) -> Effect | None:
    """Return a cell of a table.

    Returns:
        Blank below the first column; ``None`` if there is no such cell.
    """
    table = table_of(kind, rules)
    if table is None or (die < 1 and not table.open_end):
        return None
    if column == NONE:
        return BLANK
    index = rank(kind, column, rules)
    if index < 0 or (die > len(table.rows) and not table.open_end):
        return None
    return table.effect(die, index)


def text_of(effect: Effect) -> str:
    """Return a cell as lines write it."""
    return effect.text or NONE


def effect_named(kind: str, text: str, rules: Ruleset) -> Effect | None:
    """Return the effect that a text of a table stands for, ``None`` if it is in no cell."""
    if text == NONE:
        return BLANK
    table = table_of(kind, rules)
    cells = (each for row in table.rows for each in row) if table is not None else ()
    return next((each for each in cells if each.text == text), None)
