"""The report for people: plain text, 100 columns, colour only where asked for."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from assistant.audit.finding import Evidence, Verdict
from assistant.audit.result import Audit, Note, Tally
from assistant.report.clean import clean
from assistant.report.summary import (
    Group,
    Heading,
    groups,
    headings,
    label,
    moment,
    reason,
    result,
    words,
)
from builder.model.game import Game

__all__ = ["WIDTH", "render"]

WIDTH = 100
_DIGEST = 12
_MOST_STEPS = 12
_MOST_UNITS = 8
_INDENT = " " * 4
_STYLES = {
    Verdict.BROKEN: "1;31",
    Verdict.DISPUTED: "1;33",
    Verdict.NOT_CHECKABLE: "1;36",
    Verdict.KEPT: "32",
}


def render(audit: Audit, game: Game, *, colour: bool = False) -> str:
    """Return the report as text that ends in a line end.

    Whatever players or files wrote comes out without control characters.

    Args:
        audit: What was found.
        game: The data it was judged by, for names and sections.
        colour: Whether to mark verdicts with terminal colours.
    """
    page = _Page(colour=colour)
    heads = headings(audit, game)
    _header(page, audit, game)
    page.title("Findings, in the order of the log")
    last = ""
    for number, group in enumerate(groups(audit.findings), start=1):
        page.line() if number > 1 else None
        now = moment(group.finding.moment, game)
        if now and now != last:
            page.line(f"== {now} ==", "1")
            last = now
        _finding(page, number, group, heads[group.finding.rule], game)
    if not audit.findings:
        page.line("None.")
    if audit.notes:
        page.title("Notes")
        for note in audit.notes:
            _note(page, note, game)
    page.title("Rules that were checked")
    _table(page, audit.tallies, heads)
    return page.text()


class _Page:
    """Lines of a report."""

    def __init__(self, *, colour: bool) -> None:
        """Begin an empty page."""
        self._lines: list[str] = []
        self._colour = colour

    def line(self, text: str = "", style: str = "") -> None:
        """Add one line as it is."""
        safe = clean(text).rstrip()
        self._lines.append(f"\x1b[{style}m{safe}\x1b[0m" if style and self._colour else safe)

    def title(self, text: str) -> None:
        """Add a heading."""
        self.line()
        self.line(text, "1")
        self.line("-" * len(text))

    def block(self, text: str, first: str = "", rest: str | None = None) -> None:
        """Add a paragraph, wrapped to the width."""
        indent = " " * len(first) if rest is None else rest
        wrapped = textwrap.wrap(
            clean(text),
            WIDTH,
            initial_indent=first,
            subsequent_indent=indent,
            break_on_hyphens=False,
        )
        for line in wrapped or [first]:
            self.line(line)

    def text(self) -> str:
        """Return the page."""
        return "\n".join(self._lines) + "\n"


def _header(page: _Page, audit: Audit, game: Game) -> None:
    """Add what was judged, by what, and with what result."""
    subject = audit.subject
    page.line(f"Audit of {subject.file}", "1")
    engine = f", written by VASSAL {subject.engine}" if subject.engine else ""
    page.block(f"{subject.module} {subject.module_version}{engine}", "  Module    ")
    same = (
        "which the log was played with" if subject.same_data else "NOT what the log was played with"
    )
    data = f"data {subject.judged_data[:_DIGEST]} ({subject.judged_by}), {same}"
    page.block(f"{game.name} {subject.judged_version}, {data}", "  Judged by ")
    if game.caveat:
        page.block(game.caveat, "  Figures   ")
    players = ", ".join(f"{player.name} {player.side}" for player in subject.players)
    page.block(
        f"{', '.join(side.name for side in game.sides)}; {players or 'no players'}", "  Sides     "
    )
    counts = ", ".join(f"{number} {name}" for name, number in audit.counts if number)
    page.block(
        f"{subject.steps} steps: {counts}" if counts else f"{subject.steps} steps", "  Log       "
    )
    page.line()
    worst = next((v for v in _STYLES if audit.number(v)), Verdict.KEPT)
    page.line(f"Result: {result(audit)}.", _STYLES[worst])
    if not subject.same_model:
        page.line("The game was started with other data: NOTHING in the log was judged.", "1;31")
    elif not subject.same_data:
        page.line("Another version of the module wrote the log: see the LOG findings.")
    if audit.lossy and subject.same_model:
        page.line("Parts of the log were left out of the judgement; see the LOG findings.")
    if audit.crashed:
        page.line("The audit is INCOMPLETE: a rule failed; see the AUD findings.", "1;31")


def _finding(page: _Page, number: int, group: Group, head: Heading, game: Game) -> None:
    """Add one finding with its evidence."""
    finding = group.finding
    errata = f"; errata {', '.join(head.errata)}" if head.errata else ""
    section = f"  ({head.section} {head.title}{errata})" if head.section else ""
    reading = f", reading {finding.reading}" if finding.reading else ""
    offence = words(finding.name) if finding.name else head.offence
    page.line(
        f"{number}. {finding.verdict.upper()}{reading}  {finding.rule}  {offence}{section}",
        _STYLES[finding.verdict],
    )
    times = f"{group.times} times: " if group.times > 1 else ""
    page.block(times + _steps(group.steps), _INDENT)
    if group.units:
        names = [f"{label(unit, game)} [{unit}]" for unit in group.units[:_MOST_UNITS]]
        more = len(group.units) - len(names)
        page.block("; ".join(names) + (f" and {more} more" if more else ""), _INDENT)
    page.block(finding.message if group.times == 1 else reason(finding), _INDENT)
    if finding.reading in game.readings:
        unclear = game.readings[finding.reading]
        page.block(f"{unclear.id}: {unclear.text}", _INDENT)
    if group.times == 1:
        _evidence(page, finding.evidence, of_line=bool(finding.name))


def _evidence(page: _Page, evidence: Evidence, *, of_line: bool) -> None:
    """Add hexes, cost and facts: of a march its way and points, of a line what it adds up to."""
    if evidence.hexes:
        page.block((", " if of_line else " > ").join(evidence.hexes), _INDENT)
    if evidence.cost:
        page.block(_total(evidence, of_line=of_line), _INDENT)
    wide = max((len(item.amount) for item in evidence.items), default=0)
    for item in evidence.items:
        rule = f"  [{item.rule}]" if item.rule else ""
        page.block(f"{item.reason}{rule}", f"{_INDENT * 2}{item.amount:>{wide}}  ")
    if evidence.facts:
        page.block("; ".join(f"{name}: {value}" for name, value in evidence.facts), _INDENT)


def _total(evidence: Evidence, *, of_line: bool) -> str:
    """Return a sum and what it is held against, in words."""
    if of_line:
        held = f", held against {evidence.allowance}" if evidence.allowance else ""
        return f"in all {evidence.cost}{held}"
    of = f" of {evidence.allowance}" if evidence.allowance else ""
    return f"{'points for this way' if evidence.hexes else 'points'}: {evidence.cost}{of}"


def _steps(steps: Sequence[int]) -> str:
    """Return log steps in words; 0 is the starting position."""
    if tuple(steps) == (0,):
        return "starting position"
    shown = ", ".join(map(str, steps[:_MOST_STEPS]))
    more = len(steps) - _MOST_STEPS
    word = "step" if len(steps) == 1 else "steps"
    return f"{word} {shown}" + (f" and {more} more" if more > 0 else "")


def _note(page: _Page, note: Note, game: Game) -> None:
    """Add one note."""
    names = ", ".join(label(unit, game) for unit in note.units)
    text = f"{names}: {note.text}" if names else note.text
    page.block(text, f"step {note.step:<5} ")


def _table(page: _Page, tallies: Iterable[Tally], heads: dict[str, Heading]) -> None:
    """Add the count of every rule."""
    rows = list(_rows(tallies, heads))
    if not rows:
        page.line("None.")
        return
    columns = ("Rule", "Checked", "Kept", "Broken", "Disputed", "Not checkable", "What is checked")
    wide = [max(len(columns[0]), *(len(row[0]) for row in rows)), *map(len, columns[1:6]), 0]
    for row in (columns, *rows):
        cells = [
            row[0].ljust(wide[0]),
            *(cell.rjust(w) for cell, w in zip(row[1:6], wide[1:], strict=False)),
        ]
        start = "  ".join(cells) + "  "
        page.line(start + clean(row[6])[: WIDTH - len(start)])


def _rows(tallies: Iterable[Tally], heads: dict[str, Heading]) -> Iterator[tuple[str, ...]]:
    """Yield the cells of the table."""
    for tally in tallies:
        numbers = (tally.checked, tally.kept, tally.broken, tally.disputed, tally.not_checkable)
        yield (tally.rule, *map(str, numbers), heads[tally.rule].offence)
