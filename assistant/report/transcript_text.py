"""A transcript as plain text or Markdown."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from assistant.record.stitch import Game
from assistant.report.clean import clean
from assistant.report.transcript import (
    Row,
    audience,
    describe,
    join_lines,
    remarks,
    rows,
    side_line,
    title,
)

__all__ = ["markdown", "text"]

_MARKS = {"dice": "rolls ", "report": "* ", "turn": "== ", "secret": "(referee) ", "note": "note: "}
_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-!|~])")


def text(game: Game) -> str:
    """Return the transcript as text that ends in a line end."""
    return "\n".join(_text_lines(game)) + "\n"


def markdown(game: Game) -> str:
    """Return the transcript as Markdown; what players typed can't act as Markdown or HTML."""
    return "\n".join(_markdown_lines(game)) + "\n"


def _text_lines(game: Game) -> Iterator[str]:
    yield clean(f"Transcript of {title(game)}")
    yield clean(audience(game))
    for head, lines in _head(game):
        yield ""
        yield head
        for line in lines:
            yield "  " + clean(line)
    for record in game.records:
        yield ""
        yield f"---- {clean(record.file)} ----"
        yield from (f"  ! {clean(line)}" for line in _torn(game, record.file))
        yield from (_text_row(row) for row in _shown(rows(game, record.file)))


def _head(game: Game) -> Iterator[tuple[str, list[str]]]:
    """Yield what stands before the steps: a heading and its lines."""
    joins = {join.file: join.code for join in game.joins}
    files: list[str] = []
    for record in game.records:
        count = "1 step" if record.steps == 1 else f"{record.steps} steps"
        code = joins.get(record.file, "")
        files.append(f"{record.file}: {count}" + (f"; {code}" if code else ""))
    yield "Files", files
    sides = [f"{each.file}:{each.step}  {side_line(each)}" for each in game.sides]
    acts = [f"{s}: {e.place}  {describe(e)}" for s, e in game.last_acts.items()]
    for head, lines in (
        ("Sides over time", sides),
        ("Last action of each side", acts),
        ("Remarks", list(remarks(game))),
    ):
        if lines:
            yield head, lines


def _torn(game: Game, file: str) -> list[str]:
    return [line for join in game.joins if join.file == file for line in join_lines(join)]


def _shown(found: Iterator[Row]) -> Iterator[Row]:
    """Yield the rows to show: of those that repeat an earlier file only the first, as a word."""
    repeating = False
    for row in found:
        if not row.repeats:
            yield row
        elif not repeating:
            yield Row(row.place, "", "", (("other", f"repeats {row.repeats} and on"),))
        repeating = bool(row.repeats)


def _who(row: Row) -> str:
    return f"{row.who} ({row.side})" if row.side else row.who


def _told(row: Row) -> list[str]:
    return [
        _MARKS.get(kind, "") + (f'"{line}"' if kind == "said" else line) for kind, line in row.lines
    ]


def _text_row(row: Row) -> str:
    undone = f"[taken back by {row.undone}] " if row.undone else ""
    who = f"{_who(row)}: " if row.who else ""
    head = clean(f"{row.place}  {undone}{who}")
    if len(row.lines) == 1:
        return head + clean(_told(row)[0])
    return "\n".join([head.rstrip(), *(f"    {clean(line)}" for line in _told(row))])


def _markdown_lines(game: Game) -> Iterator[str]:
    yield f"# Transcript of {_safe(title(game))}"
    yield ""
    yield _safe(audience(game))
    for head, lines in _head(game):
        yield ""
        yield f"## {head}"
        yield ""
        for line in lines:
            yield f"- {_safe(line)}"
    for record in game.records:
        yield ""
        yield f"## {_safe(record.file)}"
        yield ""
        torn = _torn(game, record.file)
        yield from (f"> {_safe(line)}  " for line in torn)
        if torn:
            yield ""
        for row in _shown(rows(game, record.file)):
            yield _markdown_row(row)


def _markdown_row(row: Row) -> str:
    told = "; ".join(map(_safe, _told(row)))
    who = f"{_safe(_who(row))}: " if row.who else ""
    if row.undone:
        return f"- **{_safe(row.place)}** ~~{who}{told}~~ taken back by {_safe(row.undone)}"
    return f"- **{_safe(row.place)}** {who}{told}"


def _safe(line: str) -> str:
    """Return a line in which nothing acts as Markdown."""
    return _SPECIAL.sub(r"\\\1", html.escape(clean(line), quote=False))
