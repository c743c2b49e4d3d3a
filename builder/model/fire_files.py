"""Reading one fire table, with every column, row and cell checked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from builder.model.combat import Column, Effect, FireTable, LossCap, Match
from builder.model.counter_files import MARKER_KINDS
from builder.model.reader import Record, as_fraction
from builder.model.terms import source_of

__all__ = ["read_fire_table"]

RESULTS = {
    "check": (r"(?P<none>)|(?P<check>MC)(?P<losses>[1-9])?", "MC, MC1, MC2 ... or empty"),
    "hits": (r"(?P<none>)|(?P<losses>[2-9])?(?P<check>X)", "X, 2X ... or empty"),
    "points": (r"(?P<none>-)|(?P<check>(?P<losses>[1-9]))", "a number of points or -"),
}
"""By kind of result: the form of its cells, and how to say it."""
PER = ("attack", "phase")
_RATIO = re.compile(r"(\d{1,3}(?:\.\d{1,3})?)\+?:(\d{1,3})")
_SUM = re.compile(r"(\d{1,4})(?:-(\d{1,4})|\+)")


def read_fire_table(item: Record, id_: str, rule: str) -> FireTable | None:
    """Read a table of combat results.

    Args:
        item: The table of the file.
        id_: Its id.
        rule: The section it belongs to.

    Returns:
        ``None`` if a column, row or cell is at fault.
    """
    before = len(item.folder.problems)
    name, mark = item.text("name"), source_of(item)
    match = item.choice("match", tuple(Match), "DAT-word")
    results = item.choice("results", tuple(RESULTS), "DAT-word")
    check_actual, open_end = item.flag("check_actual"), item.flag("open_end")
    columns = _columns(item, match)
    rows = _rows(item, results, len(columns))
    cap = _cap(item)
    item.no_more_keys()
    if len(item.folder.problems) > before or match is None:
        return None
    return FireTable(
        id=id_,
        name=name or id_,
        rule=rule,
        match=Match(match),
        columns=columns,
        rows=rows,
        open_end=open_end,
        check_actual=check_actual,
        cap=cap,
        source=mark,
    )


def _columns(item: Record, match: str | None) -> tuple[Column, ...]:
    """Read headings and what reaches them, and compare the two."""
    names, words = item.words("columns"), item.words("least")
    least = [as_fraction(word) for word in words]
    for word, value in zip(words, least, strict=True):
        if value is None:
            hint = "such as 1/2 or 0.5"
            item.report("DAT-fraction", "least", f"least {word!r:.20} is no fraction", hint)
    known = [value for value in least if value is not None]
    if len(known) < len(least):
        return ()
    if len(names) != len(known):
        text = f"{len(names)} columns, but {len(known)} values of least"
        item.report("DAT-table-column", "least", text, "one for each column")
        return ()
    for left, right in pairwise(known):
        if left >= right:
            text = f"least {right} doesn't exceed {left}"
            item.report("DAT-table-column", "least", text, "columns rise from left to right")
    for index, (name, value) in enumerate(zip(names, known, strict=True)):
        after = known[index + 1] if index + 1 < len(known) else None
        if not _fits(match, name, value, after):
            text = f"heading {name!r:.20} doesn't fit its least {value}"
            hint = "such as 1.5:1 for 3/2, 10-19 for 10 before 20, 60+ for 60 at the end"
            item.report("DAT-table-column", "columns", text, hint)
    return tuple(Column(name, value) for name, value in zip(names, known, strict=True))


def _fits(match: str | None, name: str, least: Fraction, after: Fraction | None) -> bool:
    """Tell whether a heading says what its least value does."""
    if match == Match.RATIO:
        found = _RATIO.fullmatch(name)
        return found is not None and Fraction(found[1]) == least * int(found[2])
    found = _SUM.fullmatch(name)
    if found is None or int(found[1]) != least:
        return match is None
    return int(found[2]) + 1 == after if found[2] else after is None


def _rows(item: Record, results: str | None, width: int) -> tuple[tuple[Effect, ...], ...]:
    """Read the effects by die; every die from 1 to the last must have its row."""
    table = item.table("rows")
    if table is None or results is None:
        return ()
    before = len(table.folder.problems)
    rows: list[tuple[Effect, ...]] = []
    for die in range(1, max(len(table.values), 6) + 1):
        if str(die) not in table.values:
            hint = "one row for each die, from 1"
            table.report("DAT-table-row", "", f"there is no row for a die of {die}", hint)
            break
        rows.append(_row(table, str(die), results, width))
    if len(table.folder.problems) == before:
        _check_order(table, rows)
    return tuple(rows)


def _row(table: Record, die: str, results: str, width: int) -> tuple[Effect, ...]:
    """Read one row."""
    form, hint = RESULTS[results]
    cells = table.words(die)
    if width and len(cells) != width:
        text = f"the row of die {die} has {len(cells)} cells, there are {width} columns"
        table.report("DAT-table-row", die, text, "one cell for each column")
    effects = []
    for cell in cells:
        found = re.fullmatch(form, cell)
        if found is None:
            table.report("DAT-table-cell", die, f"unknown result {cell!r:.20}", hint)
            continue
        losses = int(found["losses"] or (results == "hits" and bool(found["check"])))
        effects.append(Effect(cell, losses, bool(found["check"])))
    return tuple(effects)


def _check_order(table: Record, rows: Sequence[tuple[Effect, ...]]) -> None:
    """Check that no result is worse for a higher die, or milder in a stronger column."""
    for die, row in enumerate(rows, start=1):
        if any(left.severity > right.severity for left, right in pairwise(row)):
            text = f"the row of die {die} grows milder to the right"
            table.report("DAT-table-order", str(die), text, "stronger columns do at least as much")
    for die, (upper, lower) in enumerate(pairwise(rows), start=2):
        if any(one.severity < two.severity for one, two in zip(upper, lower, strict=False)):
            text = f"the row of die {die} is worse than that of die {die - 1}"
            table.report("DAT-table-order", str(die), text, "higher dice do at most as much")


def _cap(item: Record) -> LossCap | None:
    """Read the limit to losses."""
    record = item.table("cap", required=False)
    if record is None:
        return None
    share, least = record.fraction("share"), record.integer("least", 0, 99)
    per = record.choice("per", PER, "DAT-word")
    exempt = tuple(record.words("exempt", required=False))
    for kind in exempt:
        if kind not in MARKER_KINDS:
            hint = "one of " + ", ".join(MARKER_KINDS)
            record.report("DAT-word", "exempt", f"exempt names no kind of marker: {kind!r}", hint)
    record.no_more_keys()
    if share is None or least is None or per is None:
        return None
    return LossCap(share, least, per, exempt)
