"""Data files being changed: rows of a CSV and tables of a TOML file, and who changed which line.

Lines that nobody changes stay as they are, byte for byte.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from builder.errors import DataProblem
from builder.model.overlay_sheet import Fill, Sheets

__all__ = ["KEPT", "CsvFile", "Draft", "Row", "TomlFile", "quoted"]

KEPT = "kept, in case it is printed so"
"""Ends a note about what is unlikely."""
_TABLE = re.compile(r"\s*\[")
_HINTS = {
    "DAT-arrival-count": "set-ups and arrivals count sizes as printed; see `size`",
    "DAT-bridge-river": "a bridge of a scenario stands there, so it has a river; see `river`",
    "DAT-count": "the number of all counters is known; see every `count`",
    "DAT-place-town": "see `name` of the same hex: the town's name, another one, or none",
    "DAT-slope": "see `high` of both hexes and `slope down` of the higher one",
    "DAT-town-unnamed": "put the name of the town into `name`",
    "DAT-unit-artillery": "artillery has a range and a barrage factor: fill in both; if the "
    "counter has neither, put none into support, range and barrage",
}
"""What an owner can do where the hint of a check speaks of our files."""


@dataclass(slots=True)
class Draft:
    """The data files on their way to an owner's edition.

    Args:
        files: Content by path, replaced as parts are merged.
        sheets: What the owner filled in; its problems grow.
        lines: Which cells changed a line, by file and line.
        words: Which cells have to do with a hex, an id or a name.
    """

    files: dict[str, bytes]
    sheets: Sheets
    lines: dict[tuple[str, int], list[Fill]] = field(default_factory=dict)
    words: dict[str, list[Fill]] = field(default_factory=dict)

    def refuse(self, fill: Fill, check: str, text: str, hint: str) -> None:
        """Add a problem with a cell."""
        self.sheets.problems.append(fill.problem(check, text, hint))

    def note(self, fill: Fill, text: str) -> None:
        """Say something about a cell that changes nothing."""
        self.sheets.notes.append(fill.note(text))

    def concerns(self, fill: Fill, *words: str) -> None:
        """Note what a cell has to do with."""
        for word in words:
            if word:
                self.words.setdefault(word, []).append(fill)

    def all_problems(self, found: Iterable[DataProblem]) -> list[DataProblem]:
        """Return the sheets' problems, and those of the changed data as the cells' that made them.

        Of a row that is at fault already nothing more is said.
        """
        told = {(each.file, each.line) for each in self.sheets.problems}
        explained = dict.fromkeys(self.explain(each) for each in found)
        more = (
            each
            for each in explained
            if (each.file, each.line) not in told and not (told and not each.line)
        )
        return [*self.sheets.problems, *more]

    def explain(self, problem: DataProblem) -> DataProblem:
        """Return a problem of the changed data as one of the cell that made it."""
        numbers = [problem.line, *(int(n) for n in re.findall(r"\bline (\d+)", problem.text))]
        fills = [fill for n in numbers for fill in self.lines.get((problem.file, n), ())]
        named = [fill for fill in fills if re.search(rf"\b{fill.column}\b", problem.text)]
        found = self._own_row(problem.text, next(iter(named or fills), None))
        found = found or self._by_word(problem.text)
        if found is None:
            place = f"{problem.file}:{problem.line}" if problem.line else problem.file
            text = f"with these figures, {place}: {problem.text}"
            near = self._by_word(self._around(problem)) or self._nearest(problem.text)
            if near is not None:
                return near.problem(problem.check, text, problem.hint)
            return DataProblem(problem.check, self.sheets.folder, 0, text, problem.hint)
        hint = _HINTS.get(problem.check, problem.hint)
        text = problem.text.replace("unknown base", f"unknown {found.column}")
        return found.problem(problem.check, text, hint)

    def _own_row(self, text: str, found: Fill | None) -> Fill | None:
        """Return a cell, or that of a hex the text names if the cell is another hex's."""
        words = re.findall(r"\b\d{4}\b", text)
        rows = self.sheets.cells["hex"]
        if found is None or found.id not in rows or found.id in words:
            return found
        named = (fill for word in words for fill in rows.get(word, {}).values())
        return next(named, found)

    def doubt(self, problem: DataProblem) -> str:
        """Return a note about what is unlikely, but may be printed so."""
        told = self.explain(problem)
        text = " ".join(told.text.split())
        place = f"{told.file}:{told.line}" if told.line else told.file
        return f"{place}: {text}; {KEPT}"

    def _around(self, problem: DataProblem) -> str:
        """Return the table of a TOML file that a problem is in."""
        if not problem.file.endswith(".toml"):
            return ""
        lines = self.files.get(problem.file, b"").decode("utf-8-sig", "replace").split("\n")
        heads = [at for at, line in enumerate(lines) if _TABLE.match(line)]
        first = max((at for at in heads if at < problem.line), default=0)
        last = min((at for at in heads if at >= problem.line), default=len(lines))
        return "\n".join(lines[first:last])

    def _by_word(self, text: str) -> Fill | None:
        """Return the first cell that has to do with something a text names."""
        for word in re.findall(r"[\w-]+", text):
            fills = self.words.get(word, [])
            named = (fill for fill in fills if re.search(rf"\b{fill.column}\b", text))
            if fills:
                return next(named, fills[0])
        names = sorted((word for word in self.words if word in text), key=len, reverse=True)
        return self.words[names[0]][0] if names else None

    def _nearest(self, text: str) -> Fill | None:
        """Return the filled cell of the map nearest to the hexes that a text names."""
        numbers = [(int(w[:2]), int(w[2:])) for w in re.findall(r"\b\d{4}\b", text)]
        fills = (next(iter(row.values())) for row in self.sheets.cells["hex"].values())
        reach = [
            (max(abs(int(fill.id[:2]) - x), abs(int(fill.id[2:]) - y)), fill.id, fill)
            for fill in fills
            for x, y in numbers
        ]
        return min(reach, key=lambda each: each[:2])[2] if reach else None


@dataclass(slots=True, eq=False)
class Row:
    """A row of a CSV file: its text as it stands, its cells, and who changed it."""

    cells: dict[str, str]
    text: str = ""
    fills: list[Fill] = field(default_factory=list)

    def set(self, fill: Fill, values: Mapping[str, str]) -> None:
        """Put values in, because of a cell."""
        self.fills.append(fill)
        if any(self.cells.get(key) != value for key, value in values.items()):
            self.cells.update(values)
            self.text = ""


class CsvFile:
    """A CSV file of the data, sound already."""

    def __init__(self, draft: Draft, name: str) -> None:
        """Read it."""
        self.name = name
        text = draft.files[name].decode("utf-8-sig").replace("\r\n", "\n")
        self._top, *lines = text.rstrip("\n").split("\n")
        self._delimiter = ";" if ";" in self._top and "," not in self._top else ","
        self._head = self._split(self._top)
        self.rows = [
            Row(dict(zip(self._head, self._split(line), strict=True)), line)
            for line in lines
            if line.strip(" \t,;")
        ]

    def _split(self, line: str) -> list[str]:
        """Split a line into cells."""
        return [cell.strip() for cell in next(csv.reader([line], delimiter=self._delimiter))]

    def by(self, key: str) -> dict[str, Row]:
        """Return the rows by what stands in a column."""
        return {row.cells[key]: row for row in self.rows}

    def store(self, draft: Draft) -> None:
        """Write the file back, if it changed, and note who changed which line."""
        texts = [self._top]
        for number, row in enumerate(self.rows, start=2):
            texts.append(row.text or self._joined(row.cells))
            if row.fills:
                draft.lines.setdefault((self.name, number), []).extend(row.fills)
        if any(not row.text or row.fills for row in self.rows) or self._shorter(draft):
            draft.files[self.name] = ("\n".join(texts) + "\n").encode()

    def _shorter(self, draft: Draft) -> bool:
        """Tell whether rows were taken out."""
        lines = draft.files[self.name].decode("utf-8-sig").replace("\r\n", "\n").split("\n")
        return len(self.rows) < sum(bool(line.strip(" \t,;")) for line in lines[1:])

    def _joined(self, cells: Mapping[str, str]) -> str:
        """Return the text of a row."""
        out = io.StringIO()
        writer = csv.writer(out, delimiter=self._delimiter, lineterminator="")
        writer.writerow([cells.get(name, "") for name in self._head])
        return out.getvalue()


class TomlFile:
    """A TOML file that is an array of tables, changed key by key."""

    def __init__(self, draft: Draft, name: str, table: str) -> None:
        """Split it into what stands before the first table, and the tables."""
        self.name, self._changed = name, False
        text = draft.files[name].decode("utf-8-sig").replace("\r\n", "\n")
        starts = [m.start() for m in re.finditer(rf"(?m)^\s*\[\[{table}\]\]", text)]
        ends = [*starts[1:], len(text)]
        self._top = text[: starts[0]] if starts else text
        self.tables = [text[a:b] for a, b in zip(starts, ends, strict=True)]
        self._table = table

    def set(self, index: int, key: str, value: str) -> int:
        """Give a key of a table a value, as TOML text; return the line in the table, from 0."""
        lines = self.tables[index].split("\n")
        at = next((i for i, line in enumerate(lines) if re.match(rf"\s*{key}\s*=", line)), 0)
        if at:
            end = at + 1
            opener = lines[at].partition("=")[2].lstrip()
            for mark in ('"""', "'''"):
                if opener.startswith(mark) and mark not in opener[3:]:
                    end = next(i for i in range(at + 1, len(lines)) if mark in lines[i]) + 1
            lines[at:end] = [f"{key} = {value}"]
        else:
            at = next(i for i, line in enumerate(lines) if _TABLE.match(line)) + 1
            lines.insert(at, f"{key} = {value}")
        self.tables[index] = "\n".join(lines)
        self._changed = True
        return at

    def add(self, values: Mapping[str, str]) -> None:
        """Add a table of TOML texts at the end."""
        lines = [f"[[{self._table}]]", *(f"{key} = {value}" for key, value in values.items())]
        if self.tables:
            self.tables[-1] = self.tables[-1].rstrip("\n") + "\n\n"
        self.tables.append("\n".join(lines) + "\n")
        self._changed = True

    def remove(self, indices: Iterable[int]) -> None:
        """Take tables out."""
        gone = set(indices)
        self.tables = [text for index, text in enumerate(self.tables) if index not in gone]
        self._changed = self._changed or bool(gone)

    def line(self, index: int, within: int = 0) -> int:
        """Return the line of a line of a table in the whole file, from 1."""
        before = self._top + "".join(self.tables[:index])
        return before.count("\n") + within + 1

    def store(self, draft: Draft) -> None:
        """Write the file back, if it changed."""
        if self._changed:
            draft.files[self.name] = (self._top + "".join(self.tables)).encode()


def quoted(text: str) -> str:
    r"""Return a text as a TOML string.

    >>> quoted('a "b"')
    '"a \\"b\\""'
    """
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
