"""The dice of a game for people: what they add up to, what stands out, and every roll."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from assistant.dice.evidence import CAVEAT
from assistant.dice.ledger import Ledger
from assistant.dice.reading import Dice
from assistant.dice.roll import Odd, Roll
from assistant.dice.tally import ENOUGH, LEVEL, Row, Tally
from assistant.report.clean import clean

__all__ = ["SET", "UNREAD", "WIDTH", "render"]

WIDTH = 100
UNREAD = "unrecognised-dice"
"""Code of lines that look like dice and aren't counted."""

SET = "set-dice"
"""Code of lines of a module of ours whose dice were set, not rolled."""

_MOST_TEXT = 300
_MOST_WHO = 24
_MOST_DIE = 24


def render(dice: Dice) -> str:
    """Return the report as text that ends in a line end."""
    lines = list(_head(dice))
    lines += _title("What the dice add up to")
    lines += _table(dice.tally.rows) or ["No dice were thrown."]
    if dice.tally.rows:
        lines += ["", *_explained(dice.tally)]
    lines += _title("Rolls near an undo, or where one file doesn't go on from the last")
    lines += _evidence(dice.ledger)
    lines += _title("Lines that look like dice and aren't counted")
    lines += _odd(dice.ledger.odd)
    lines += _title("Every roll, in the order of play")
    lines += _rolls(dice.ledger.rolls) or ["None."]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _head(dice: Dice) -> Iterator[str]:
    """Yield what was read."""
    ledger = dice.ledger
    yield from _block(f"Dice of {', '.join(ledger.files)}", "")
    results = sum(len(roll.dice) for roll in ledger.thrown)
    undone = sum(bool(roll.undone_by) for roll in ledger.thrown)
    again = len(ledger.rolls) - len(ledger.thrown)
    yield (
        f"{_count(len(ledger.thrown), 'roll')} with {_count(results, 'result')}, "
        f"{undone} of the rolls undone later; {_count(again, 'repetition')} left out"
    )
    if not dice.module and _unnamed(ledger.thrown):
        yield "Some dice aren't known by their names: --module tells what its buttons roll."
    for file, damage in dice.damage:
        yield from _block(f"{file}: {damage}", "Damaged: ")
    for note in dice.notes:
        yield from _block(note, "Note: ")


def _unnamed(rolls: Sequence[Roll]) -> bool:
    """Tell whether a module could say more about some dice than the logs do."""
    return any(
        not each.die.ways for roll in rolls if roll.form != "convention" for each in roll.dice
    )


def _table(rows: Sequence[Row]) -> list[str]:
    """Return the rows, with the faces of each below."""
    if not rows:
        return []
    head = ("Die", "Player", "Results", "Undone", "Mean", "95 % interval", "Fair", "p", "p of all")
    cells = [head, *map(_cells, rows)]
    wide = [max(len(row[place]) for row in cells) for place in range(len(head))]
    found = []
    for number, row in enumerate(cells):
        left = [cell.ljust(size) for cell, size in zip(row[:2], wide[:2], strict=True)]
        right = [cell.rjust(size) for cell, size in zip(row[2:], wide[2:], strict=True)]
        found.append("  ".join([*left, *right]))
        if number:
            counted = rows[number - 1]
            shown = "  ".join(f"{face}: {count}" for face, count in counted.counts[:_MOST_TEXT])
            found += _block(shown, " " * 4)
            found += _block(counted.words, " " * 4)
    return found


def _cells(row: Row) -> tuple[str, ...]:
    """Return the cells of a row."""
    exact = "" if row.test is None or row.test.method == "exact" else "~"
    return (
        clean(row.die.name)[:_MOST_DIE],
        clean(row.player or "all")[:_MOST_WHO],
        str(row.size),
        str(row.undone),
        "-" if row.mean is None else f"{float(row.mean):.2f}",
        "-" if row.interval is None else f"{row.interval[0]:.2f} to {row.interval[1]:.2f}",
        "-" if row.expected is None else f"{float(row.expected):.2f}",
        "-" if row.test is None else exact + _chance(row.test.p),
        "-" if row.together is None else _chance(row.together),
    )


def _chance(p: float) -> str:
    """Return a probability."""
    return f"{p:.3f}" if p >= 0.001 else "<0.001"


def _explained(tally: Tally) -> Iterator[str]:
    """Yield what the columns mean and how far they can be trusted."""
    yield from _block(
        "p is the probability that fair dice show counts at least as unlikely as these: exact, all "
        "possible outcomes counted, or with ~ by the chi-square approximation. Such an interval "
        "holds, 95 times in 100, the mean that very many throws would have. Undone rolls count, "
        "once, for the dice did fall.",
        "",
    )
    if tally.tests > 1:
        yield from _block(
            f"{tally.tests} rows were tested. Whoever looks {tally.tests} times finds a p under "
            f"{LEVEL} with fair dice too: with a probability of {tally.by_chance:.0%}, if the rows "
            "had nothing in common. 'p of all' allows for that (Holm's method); only it is put "
            f"into words, and only from {ENOUGH} results on.",
            "",
        )
    yield from _block(
        "Dice that look uneven are no sign of anything but dice until many more are thrown; "
        "a low p tells nothing about why.",
        "",
    )


def _evidence(ledger: Ledger) -> Iterator[str]:
    """Yield the evidence, and what it is worth."""
    if not ledger.evidence:
        yield "None."
        return
    yield from _block(CAVEAT, "")
    for each in ledger.evidence:
        yield from _block(each.text, f"{each.kind:<10}  ")
        shown = ", ".join(each.places[:6])
        yield from _block(shown + (" ..." if len(each.places) > 6 else ""), " " * 12)


def _odd(odd: Sequence[Odd]) -> Iterator[str]:
    """Yield lines that aren't counted."""
    if not odd:
        yield "None."
        return
    typed, unread, placed = (
        sum(each.kind == kind for each in odd) for kind in ("typed", "unread", "set")
    )
    if typed or unread:
        yield f"{UNREAD}: {typed} typed by people, {unread} impossible or in an unknown format"
    if placed:
        yield f"{SET}: {_count(placed, 'line')} with dice that were set and not rolled"
    for each in odd:
        yield from _block(f"{each.reason}: {each.raw[:_MOST_TEXT]}", f"{clean(each.place)}  ")


def _rolls(rolls: Sequence[Roll]) -> list[str]:
    """Return a line a roll."""
    table = [
        (clean(roll.place), clean(_whose(roll))[:_MOST_WHO], clean(roll.shown)) for roll in rolls
    ]
    wide = [max((len(row[place]) for row in table), default=0) for place in (0, 1)]
    found = []
    for roll, (place, who, shown) in zip(rolls, table, strict=True):
        text = "; ".join(part for part in (shown, _fate(roll), _purpose(roll)) if part)
        found += _block(text, f"{place:<{wide[0]}}  {who:<{wide[1]}}  ")
    return found


def _whose(roll: Roll) -> str:
    """Return whose roll it is."""
    who = roll.name or roll.player or "(unknown)"
    return f"{who} ({roll.side})" if roll.side else who


def _fate(roll: Roll) -> str:
    """Return what became of a roll."""
    again = f"again, first in {roll.repeats}" if roll.repeats else ""
    undone = f"undone by {roll.undone_by}" if roll.undone_by else ""
    return ", ".join(part for part in (again, undone) if part)


def _purpose(roll: Roll) -> str:
    """Return what a roll is for, as far as the words before it tell."""
    if not roll.words_at:
        return ""
    step = roll.words_at.rpartition(":")[2]
    if roll.nth > 1:
        return f"number {roll.nth} after step {step}"
    words = " ".join(roll.words.split())
    short = words if len(words) <= _MOST_TEXT else f"{words[:_MOST_TEXT]} ..."
    return f"step {step}: {short}"


def _title(text: str) -> list[str]:
    """Return a heading."""
    return ["", text, "-" * len(text)]


def _block(text: str, first: str) -> list[str]:
    """Return a paragraph, wrapped to the width."""
    found = textwrap.wrap(
        clean(text),
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * min(len(first), WIDTH // 2),
        break_on_hyphens=False,
    )
    return found or [first]


def _count(number: int, what: str) -> str:
    """Return a number of things."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
