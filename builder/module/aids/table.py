"""Fire tables as expressions: the column by whole numbers, the cell out of one text.

A ratio is never worked out: ``fire / defence >= n / d`` is asked as ``fire * d >= defence * n``,
both counted in small parts. Column 0 is below the first.
"""

from __future__ import annotations

from builder.model.combat import FireTable, Match
from builder.module.aids.writing import looked_up, quoted

__all__ = ["NOTHING", "cell_number", "checks", "column", "column_name", "losses", "results"]

NOTHING = "none"
"""The column below the first, and the result of a blank cell."""


def column(table: FireTable, fire: str, defence: str, parts: int) -> str:
    """Return the expression of the column that fire reaches.

    Args:
        table: The table.
        fire: Property with the fire, a whole number of parts.
        defence: Property with the defence, a whole number; for a table of sums anything.
        parts: How many parts of the fire are worth one of the defence.
    """
    tests = []
    for each in table.columns:
        up, down = (each.least * parts).as_integer_ratio()
        against = f"{defence}*{up}" if table.match is Match.RATIO else str(up)
        tests.append(f"({fire}*{down}>={against}?1:0)")
    return "+".join(tests)


def column_name(table: FireTable, number: str) -> str:
    """Return the expression of a column's heading."""
    names = ";".join([NOTHING, *(each.name for each in table.columns)])
    return f'{quoted(names)}.split(";")[{number}]'


def cell_number(table: FireTable, die: str, number: str) -> str:
    """Return the expression of the number of a cell, 0 for that of column 0.

    Args:
        table: The table.
        die: Property with the modified die; the ends stand for all beyond.
        number: Property with the column.
    """
    row = f"Math.max(0,Math.min({len(table.rows)}-1,{die}-1))"
    return f"{number}<1?0:{row}*{len(table.columns)}+{number}"


def results(table: FireTable, place: str) -> str:
    """Return the expression of a cell's text, :data:`NOTHING` if it is blank."""
    texts = (each.text or NOTHING for row in table.rows for each in row)
    return looked_up([NOTHING, *texts], place)


def losses(table: FireTable, place: str) -> str:
    """Return the expression of the strength points that a cell calls for."""
    numbers = (str(each.losses) for row in table.rows for each in row)
    return f"Integer.parseInt({looked_up(['0', *numbers], place)})"


def checks(table: FireTable, place: str) -> str:
    """Return the expression of 1 if a cell calls for a check of morale, otherwise 0."""
    signs = (str(int(each.check)) for row in table.rows for each in row)
    return f"Integer.parseInt({looked_up(['0', *signs], place)})"
