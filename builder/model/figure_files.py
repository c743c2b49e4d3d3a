"""Finding the figures in files that were read: wherever there is a mark, there is a figure.

A mark stands beside what it vouches for, by four conventions:

* CSV, column ``X_src``: it marks the cell in column ``X`` of its row.
* CSV, column ``src``: it marks its row, whose figure is in the column :data:`SHEETS` names.
* TOML, ``src`` or ``source`` in an item of an array, ``[[item]]``: it marks the item as one
  figure (a way: each of its hexes).
* TOML, ``src`` or ``source`` in a table or at the top of a file, or ``X_src`` beside ``X``: it
  marks every value below, down to what has a mark of its own; each element of a list is a
  figure.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from textwrap import shorten
from typing import NamedTuple

from builder.hexgrid import Direction, Numbering, neighbour
from builder.model.game import Provenance
from builder.model.map_files import ENTRY_AREAS, HEXES, HEXSIDES, PLACES, SETUP_AREAS, WAYS
from builder.model.marker_files import MARKERS
from builder.model.reader import MARKS, Folder, Record, as_fraction
from builder.model.unit_files import ARRIVALS, FORMATIONS, UNITS

__all__ = ["Draft", "collect", "marked_fields", "plain"]

MARK = "_src"
NOTE = "_note"
_HEX = re.compile(r"[0-9]{4}")
_HEADER = re.compile(r"\s*\[\[?([^\[\]]+)\]")
WORDS = frozenset(
    {
        *("id", "name", "title", "number", "rule", "text", "note", "label", "marks"),
        *("src", "source", "match", "results", "target", "switch", "section", "sections"),
    }
)
"""Keys of TOML tables that name or explain, but are no figures."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """How the rows of a CSV file are named and what their mark ``src`` stands for.

    Args:
        key: Columns that name a row.
        single: Column of the one figure of a row.
        hexes: Columns with hex numbers that its figures concern.
        numbers: Columns with fractions, which are shown in one form.
    """

    key: tuple[str, ...]
    single: str = ""
    hexes: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()


UNMARKED = frozenset({"arguments.toml", "owner.toml"})
"""Files that hold no figures, though marks are named in them."""
SHEETS = {
    UNITS: Sheet(("id",), numbers=("combat", "antitank", "support", "barrage")),
    MARKERS: Sheet(("id",), "count"),
    ARRIVALS: Sheet(("id",), "text"),
    HEXES: Sheet(("hex",)),
    HEXSIDES: Sheet(("row",)),
    PLACES: Sheet(("name",), "hexes", ("hexes",)),
}
SHOWN = {ENTRY_AREAS: "hexes", SETUP_AREAS: "hexes", FORMATIONS: "name"}
"""Key of the value shown of an item, by file; of others their hex, value, or all in a row."""
LABELS = ("id", "number", "marker", "name")
"""Keys that name an item, best first."""
LONGEST = 80
"""Letters of a value that is shown."""


@dataclass(slots=True)
class Draft:
    """A figure before its argument is known.

    Args:
        file: Its file.
        row: Name of its row.
        field: Its name in the row.
        value: As shown.
        mark: How it is known.
        note: The note of its row or table that argues it; empty if there is none.
        about: Ids and hex numbers.
        record: Its row or table.
    """

    file: str
    row: str
    field: str
    value: str
    mark: Provenance
    note: str
    about: tuple[str, ...]
    record: Record

    def get(self, key: str) -> str:
        """Return a value for comparison: of a column or key, or ``row``, ``value``, ``mark``."""
        if key == "value":
            return plain(self.value)
        if key in ("row", "mark"):
            return str(getattr(self, key))
        return _shown(self.record.values.get(key))


class _Held(NamedTuple):
    """A mark that holds for everything below, the note beside it, and ids it concerns."""

    mark: object = None
    note: str = ""
    about: tuple[str, ...] = ()


def collect(folder: Folder, numbering: Numbering) -> Iterator[Draft]:
    """Yield the figures of every file that was read without a problem, in order of names."""
    broken = {problem.file for problem in folder.problems}
    for file in sorted(folder.read):
        found = folder.read[file]
        if file in broken or file in UNMARKED:
            continue
        if isinstance(found, Record):
            name = _shown(found.values.get("id")) if file.startswith("scenarios/") else ""
            about = (name,) if name else ()
            held = _own(found, _Held(about=about), file)
            yield from _Toml.of(found).below(found, about, "", held)
        else:
            for row in found:
                yield from _row(row, SHEETS.get(file), numbering)


@lru_cache(maxsize=1024)
def plain(value: str) -> str:
    """Return a value in the one form in which values are compared.

    >>> plain("0.5"), plain("1/2"), plain("(1)"), plain("forest")
    ('1/2', '1/2', '(1)', 'forest')
    """
    fraction = as_fraction(value)
    return value if fraction is None else str(fraction)


@lru_cache(maxsize=64)
def marked_fields(columns: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns of a CSV file that have a mark of their own.

    >>> marked_fields(("hex", "base", "base_src", "note"))
    ('base',)
    """
    return tuple(name.removesuffix(MARK) for name in columns if name.endswith(MARK))


# --- CSV --------------------------------------------------------------------------------
def _row(row: Record, sheet: Sheet | None, numbering: Numbering) -> Iterator[Draft]:
    """Yield the figures of a row."""
    values = row.values
    if sheet is None:
        first, second = (*values, "", "")[:2]
        sheet = Sheet((first,), second)
    name = " ".join(_shown(values.get(key)) for key in sheet.key)
    about: tuple[str, ...] = (name,)
    if row.file == HEXSIDES:
        yield from _hexside(row, numbering)
        return
    for key in sheet.hexes:
        about += tuple(_shown(values.get(key)).split())
    note = _shown(values.get("note"))
    if "src" in values and sheet.single:
        value = _shown(values.get(sheet.single))
        yield from _draft(row, (name, sheet.single, value), _Held(values["src"], note, about))
    for field in marked_fields(tuple(values)):
        if not values[field + MARK]:
            continue
        value = _shown(values.get(field)) or "none"
        value = plain(value) if field in sheet.numbers else value
        if field == "combat" and values.get("defensive_only") == "yes":
            value = f"({value})"
        yield from _draft(row, (name, field, value), _Held(values[field + MARK], "", about))


def _hexside(row: Record, numbering: Numbering) -> Iterator[Draft]:
    """Yield what is on a hexside: a lake or a slope."""
    cell = numbering.parse(_shown(row.values.get("hex")))
    other = neighbour(cell, Direction[_shown(row.values.get("side"))])
    pair = (numbering.format(cell), numbering.format(other))
    field, _, part = _shown(row.values.get("feature")).partition("-")
    value = part or f"down from {pair[0]}"
    yield from _draft(row, ("/".join(pair), field, value), _Held(row.values["src"], "", pair))


def _draft(record: Record, what: tuple[str, str, str], held: _Held) -> Iterator[Draft]:
    """Yield the figure named ``what`` (row, field, value), if it has a mark."""
    mark = MARKS.get(held.mark) if isinstance(held.mark, str) else None
    if mark is not None:
        yield Draft(record.file, *what, mark, held.note, held.about, record)


# --- TOML -------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Toml:
    """One TOML file, with the lines of its headers: for ``[a.b]`` and ``[[a.b]]`` of ``a.b``."""

    heads: Mapping[str, Sequence[int]]

    @classmethod
    def of(cls, record: Record) -> _Toml:
        """Return a file's headers, found in one pass."""
        heads: dict[str, list[int]] = {}
        for number, line in enumerate(record.lines, start=1):
            head = _HEADER.match(line)
            if head:
                heads.setdefault(head[1].replace('"', ""), []).append(number)
        return cls(heads)

    def below(
        self, table: Record, path: tuple[str, ...], name: str, held: _Held
    ) -> Iterator[Draft]:
        """Yield the figures of a table and of all below it.

        Args:
            table: The table.
            path: Names of the tables and items down to it.
            name: Its name in headers.
            held: The mark that holds here.
        """
        values = table.values
        for key, value in values.items():
            if key in WORDS or key.endswith((MARK, NOTE)):
                continue
            here, inner = held, f"{name}.{key}" if name else key
            if key + MARK in values:
                here = _Held(values[key + MARK], _shown(values.get(key + NOTE)), held.about)
            if isinstance(value, dict):
                record = self._record(table, value, inner, 0)
                yield from self.below(record, (*path, key), inner, _own(record, here, key))
            elif isinstance(value, list) and value and all(isinstance(v, dict) for v in value):
                for index, item in enumerate(value):
                    record = self._record(table, item, inner, index)
                    yield from self._item(record, (*path, key, str(index + 1)), inner, here)
            else:
                yield from _leaves(table, path, key, here)

    def _record(self, outer: Record, values: dict[str, object], name: str, index: int) -> Record:
        """Return a table within another; its line is that of its header, if it has one."""
        lines = self.heads.get(name, ())
        place = bisect_right(lines, outer.start) + index
        start = lines[place] if place < len(lines) else outer.start
        return Record(outer.folder, outer.file, values, start, outer.lines)

    def _item(self, item: Record, path: tuple[str, ...], name: str, held: _Held) -> Iterator[Draft]:
        """Yield the figures of an item of an array: itself, if it has a mark, else its values."""
        label = next((key for key in LABELS if key in item.values), "")
        called = _shown(item.values.get(label)) or path[-1]
        own = _own(item, held, called)
        path = (*path[:-1], called)
        if _mark(item) is None:
            yield from self.below(item, path, name, own)
            return
        if item.file == WAYS:
            yield from _way(item, own)
            return
        hexes = _words(item.values.get("hexes")) + _words(item.values.get("hex"))
        row = " ".join((*path[:-2], called))
        figure = _Held(own.mark, own.note, (*own.about, *hexes))
        yield from _draft(item, (row, path[-2], _value(item)), figure)
        yield from self.below(item, path, name, _Held(about=own.about))


def _own(table: Record, held: _Held, name: str) -> _Held:
    """Return the mark that holds in a table: its own, if it has one."""
    about = tuple(dict.fromkeys((*held.about, name)))
    mark = _mark(table)
    if mark is None:
        return _Held(held.mark, held.note, about)
    return _Held(mark, _shown(table.values.get("note")), about)


def _mark(table: Record) -> object:
    """Return the mark of a table or item, ``None`` if it has none."""
    return table.values.get("src", table.values.get("source"))


def _way(item: Record, own: _Held) -> Iterator[Draft]:
    """Yield each hex of a way with its mark."""
    kind, name = _shown(item.values.get("kind")), _shown(item.values.get("name"))
    for word in _words(item.values.get("hexes")):
        number, _, mark = word.partition(":")
        held = _Held(mark or own.mark, own.note, (number, name))
        yield from _draft(item, (f"{kind} {name}", kind, number), held)


def _leaves(table: Record, path: tuple[str, ...], key: str, held: _Held) -> Iterator[Draft]:
    """Yield the figures of a value: of a list each element."""
    if held.mark is None:
        return
    value = table.values[key]
    elements = value if isinstance(value, list) else [value]
    for index, element in enumerate(elements, start=1):
        row = ".".join(path) + (f" {index}" if isinstance(value, list) else "")
        shown = _shown(element)
        about = (*held.about, key, *(word for word in shown.split() if _HEX.fullmatch(word)))
        of = _Held(held.mark, held.note, tuple(dict.fromkeys(about)))
        yield from _draft(table, (row.strip(), key, shown or "none"), of)


def _value(item: Record) -> str:
    """Return what is shown of an item that is one figure."""
    key = SHOWN.get(item.file) or next((key for key in ("hex", "value") if key in item.values), "")
    if key == "hexes":
        return f"{len(_words(item.values.get(key)))} hexes" if key in item.values else "an area"
    if key:
        return _shown(item.values.get(key))
    parts = (_shown(value) for name, value in item.values.items() if name not in WORDS)
    shown = " ".join(" ".join(parts).split()) or "none"
    return shorten(shown, LONGEST, placeholder=" ...") if len(shown) > LONGEST else shown


def _words(value: object) -> tuple[str, ...]:
    """Return the words of a text or list."""
    if isinstance(value, list):
        return tuple(str(item) for item in value)
    return tuple(value.split()) if isinstance(value, str) else ()


def _shown(value: object) -> str:
    """Return a value as people write it.

    >>> _shown(None), _shown(True), _shown(["a", 1]), _shown({"S": "1/4"})
    ('', 'yes', 'a 1', 'S 1/4')
    """
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(_shown(item) for item in value)
    if isinstance(value, dict):
        return " ".join(f"{key} {_shown(item)}" for key, item in value.items())
    return str(value)
