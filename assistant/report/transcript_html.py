"""A transcript as one self-contained HTML page, without scripts and without links out of it."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from assistant.record.stitch import Game
from assistant.report.clean import clean
from assistant.report.transcript import (
    Row,
    audience,
    describe,
    join_lines,
    player_name,
    remarks,
    rows,
    side_line,
    title,
)

__all__ = ["html"]

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8882; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; }
body { padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; }
.for { opacity: .75; margin: .2rem 0 1rem; }
ul { margin: .2rem 0; padding-left: 1.2rem; }
table { border-collapse: collapse; width: 100%; }
td { text-align: left; vertical-align: top; padding: .18rem .5rem; }
td { border-top: 1px solid var(--line); }
td.step { white-space: nowrap; font-variant-numeric: tabular-nums; opacity: .7; width: 1%; }
td.who { white-space: nowrap; width: 1%; }
td.who b { font-weight: 600; }
td.step a { color: inherit; text-decoration: none; }
tr:target td { background: #fd08; }
p { margin: 0; overflow-wrap: anywhere; }
.said { font-style: italic; } .dice { font-weight: 600; }
.turn { font-weight: 600; text-align: center; }
.secret { color: #b3261e; } .move::before { content: "\\2192\\a0"; opacity: .5; }
.dice::before { content: "\\2685\\a0"; font-weight: 400; }
tr.undone td { opacity: .55; background: var(--soft); } tr.undone summary { cursor: pointer; }
.torn { color: #b3261e; font-weight: 600; }
.s0 { border-left: 4px solid #c0392b; } .s1 { border-left: 4px solid #2471a3; }
.s2 { border-left: 4px solid #1e8449; } .s3 { border-left: 4px solid #b7950b; }
.s4 { border-left: 4px solid #7d3c98; } .s5 { border-left: 4px solid #5d6d7e; }
@media print { body { max-width: none; margin: 0; } tr { break-inside: avoid; } }
"""
_MOST_FOLDED = 60
_COLOURS = ("red", "blue", "green", "yellow", "purple", "grey")


def html(game: Game) -> str:
    """Return the transcript as a page; what players typed is text in it and nothing else."""
    name = clean(f"Transcript of {title(game)}")
    sides = sorted({each.side for each in game.entries if each.side})
    colours = {side: _colour(side, number) for number, side in enumerate(sides)}
    page = _tag(
        "html",
        _tag(
            "head",
            _tag("meta", charset="utf-8"),
            _tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
            _tag("meta", name="viewport", content="width=device-width"),
            _tag("title", name),
            _tag("style", _STYLE),
        ),
        _tag(
            "body",
            _tag("h1", name),
            _tag("p", clean(audience(game)), class_="for"),
            *_head(game),
            *(each for record in game.records for each in _file(game, record.file, colours)),
        ),
        lang="en",
    )
    return etree.tostring(page, method="html", doctype="<!DOCTYPE html>", encoding="unicode") + "\n"


def _head(game: Game) -> Iterator[etree._Element]:
    joins = {join.file: join for join in game.joins}
    yield _tag("h2", "Files")
    listed = _tag("ul")
    for record in game.records:
        count = "1 step" if record.steps == 1 else f"{record.steps} steps"
        item = _tag(
            "li", _tag("a", clean(record.file), href=f"#{_anchor(record.file)}"), f", {count}"
        )
        join = joins.get(record.file)
        if join is not None:
            torn = "" if join.code == "follows" else "torn"
            item.append(_tag("span", "; ", _tag("span", join.code, class_=torn)))
        listed.append(item)
    yield listed
    if game.players:
        yield _tag("h2", "Players")
        yield _list([player_name(game, each.label) for each in game.players])
    yield _tag("h2", "Sides over time")
    yield _list([f"{each.file}:{each.step} {side_line(each)}" for each in game.sides])
    if game.last_acts:
        yield _tag("h2", "Last action of each side")
        yield _list([f"{s}: {e.place} {describe(e)}" for s, e in game.last_acts.items()])
    found = list(remarks(game))
    if found:
        yield _tag("h2", "Remarks")
        yield _list(found)


def _list(lines: list[str] | tuple[str, ...]) -> etree._Element:
    return _tag("ul", *(_tag("li", clean(line)) for line in lines))


def _file(game: Game, file: str, colours: dict[str, str]) -> Iterator[etree._Element]:
    yield _tag("h2", clean(file), id=_anchor(file))
    for join in game.joins:
        lines = join_lines(join) if join.file == file else []
        if lines:
            yield _tag("p", clean(lines[0]), class_="torn")
        if lines[1:]:
            yield _tag("details", _tag("summary", "the pieces"), _list(lines[1:]))
    table = _tag("table")
    repeating = ""
    for row in rows(game, file):
        if row.repeats:
            if not repeating:
                text = clean(f"repeats {row.repeats} and on")
                table.append(_tag("tr", _tag("td", clean(row.place)), _tag("td"), _tag("td", text)))
            repeating = row.repeats
            continue
        repeating = ""
        table.append(_row(row, colours))
    yield table


def _row(row: Row, colours: dict[str, str]) -> etree._Element:
    told = [_tag("p", clean(line), class_=kind) for kind, line in row.lines]
    what = _tag("td", *told)
    if row.undone:
        text = "; ".join(line for _, line in row.lines)
        short = clean(f"taken back by {row.undone}: {text[:_MOST_FOLDED]}")
        what = _tag("td", _tag("details", _tag("summary", short), *told))
    who = _tag("td", _tag("b", clean(row.who)), class_=f"who {colours.get(row.side, '')}".strip())
    if row.side:
        who.append(_tag("span", clean(f" {row.side}")))
    anchor = _anchor(row.place)
    step = _tag("td", _tag("a", clean(row.place), href=f"#{anchor}"), class_="step")
    return _tag("tr", step, who, what, id=anchor, class_="undone" if row.undone else "stands")


def _colour(side: str, number: int) -> str:
    """Return the class of a side: its own colour if it is called by one."""
    name = side.casefold()
    return f"s{_COLOURS.index(name) if name in _COLOURS else number % len(_COLOURS)}"


def _tag(kind: str, /, *parts: str | etree._Element, **attributes: str) -> etree._Element:
    """Return an element; text in it and in its attributes is escaped when it is written."""
    element = etree.Element(kind)
    for name, value in attributes.items():
        if value:
            element.set(name.rstrip("_").replace("_", "-"), value)
    for part in parts:
        if not isinstance(part, str):
            element.append(part)
        elif len(element):
            element[-1].tail = (element[-1].tail or "") + part
        else:
            element.text = (element.text or "") + part
    return element


def _anchor(place: str) -> str:
    """Return a place as the name of an anchor, without blanks."""
    return "-".join(clean(place).split())
