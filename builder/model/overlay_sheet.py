"""Reading the sheets of an overlay: any CSV that a spreadsheet may have made of ours.

Nothing here raises on bad content: what can't be used becomes a problem with file and line.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

from builder.errors import DataProblem
from builder.model.overlay_cells import CellError, hex_number, plain, readers

__all__ = ["COUNTER_COLUMNS", "MAP_COLUMNS", "OURS", "Fill", "Sheets", "read_sheets"]

COUNTER_COLUMNS = (
    *("formation", "unit", "type", "size", "strength", "mobility"),
    *("support", "range", "barrage", "antitank", "combat", "morale", "defence", "count"),
)
"""What can be filled in of a counter: front, back, and of markers how many there are."""
MAP_COLUMNS = (
    *("terrain", "high", "lake full", "lake partial", "slope down"),
    *("river", "creek", "rail", "road", "name"),
)
"""What can be filled in of a hex."""
OURS = "our "
"""Begins the name of a column that shows what the data hold; such columns are not read."""

Kind = Literal["counter", "hex"]
_COLUMNS: Mapping[Kind, tuple[str, ...]] = {"counter": COUNTER_COLUMNS, "hex": MAP_COLUMNS}
_KNOWN = frozenset({"side", "formation name"})
_SUFFIXES = (".csv", ".tsv", ".txt")
_BOOKS = (".ods", ".xls", ".xlsx", ".xlsm", ".numbers")
_MAX_BYTES = 5_000_000
_MAX_FILES = 100
_MAX_LINES = 50_000
_MAX_COLUMNS = 200
_WIDE = f"has more than {_MAX_COLUMNS} columns", "delete what isn't a column of the sheet"
_REFERENCE = re.compile(r"(.*) \[[A-Z ]+\]")


@dataclass(frozen=True, slots=True)
class Fill:
    """One cell that an owner filled in.

    Args:
        value: In the one form that :mod:`~builder.model.overlay_cells` gives it.
        subject: ``counter`` or ``hex``.
        id: Id of the counter, or number of the hex.
        column: Name of the column.
        file: The sheet.
        line: Its line there.
        typed: The cell as it stands there.
    """

    value: str
    subject: Kind
    id: str
    column: str
    file: str
    line: int
    typed: str = field(default="", compare=False)

    def problem(self, check: str, text: str, hint: str) -> DataProblem:
        """Return a problem with this cell, whose value is shown as it was typed."""
        shown = text.replace(repr(self.value), repr(self.typed)) if self.typed else text
        return DataProblem(check, self.file, self.line, f"{self.subject} {self.id}: {shown}", hint)

    def note(self, text: str) -> str:
        """Return a note about this cell."""
        return f"{self.file}:{self.line}: {self.subject} {self.id}: {text}"


@dataclass(slots=True)
class Sheets:
    """Everything that the sheets of a folder say.

    Args:
        folder: The folder, for messages.
        cells: What was filled in, by kind of sheet, then id, then column.
        ours: The cells that show our figures, as the sheets have them: value, file and line.
        notes: What changes nothing, but should be known.
        problems: What can't be used.
    """

    folder: str
    cells: dict[Kind, dict[str, dict[str, Fill]]] = field(
        default_factory=lambda: {"counter": {}, "hex": {}}
    )
    ours: list[Fill] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problems: list[DataProblem] = field(default_factory=list)

    def report(self, check: str, file: str, line: int, text: str, hint: str) -> None:
        """Add a problem."""
        self.problems.append(DataProblem(check, file, line, text, hint))

    @property
    def empty(self) -> bool:
        """Whether nothing was filled in."""
        return not any(self.cells.values())

    def fills(self) -> Iterator[Fill]:
        """Yield every filled cell, whatever the order of sheets and rows, in one order."""
        for kind in self.cells:
            for id_ in sorted(self.cells[kind]):
                row = self.cells[kind][id_]
                yield from (row[column] for column in readers if column in row)


def read_sheets(folder: Path) -> Sheets:
    """Read every sheet of a folder.

    Args:
        folder: Holds them under any names; what isn't a sheet is left out, with a note.
    """
    sheets = Sheets(str(folder))
    try:
        paths = sorted(path for path in folder.iterdir() if not path.name.startswith((".", "~$")))
    except OSError as error:
        hint = "give the folder that holds your sheets"
        sheets.report("OVL-folder", str(folder), 0, f"can't be read: {error.strerror}", hint)
        return sheets
    read, others = 0, list[Path]()
    for path in paths[:_MAX_FILES]:
        if path.suffix.lower() in _SUFFIXES and path.is_file():
            read += _read_file(path, sheets)
        else:
            others.append(path)
    if len(paths) > _MAX_FILES:
        hint = "keep only your sheets there"
        sheets.report("OVL-folder", str(folder), 0, f"holds {len(paths)} files", hint)
    _tell_others(sheets, others, read)
    return sheets


def _tell_others(sheets: Sheets, others: Sequence[Path], read: int) -> None:
    """Say what else lies in the folder; a workbook alone is a mistake."""
    books = [path for path in others if path.suffix.lower() in _BOOKS]
    hint = "save the sheet as CSV (UTF-8) into the same folder"
    if books and not read and not sheets.problems:
        text = "a workbook can't be read"
        sheets.report("OVL-file", str(books[0]), 0, text, hint)
    elif not read and not sheets.problems:
        sheets.notes.append(f"{sheets.folder}: holds no sheet; the edition is the public one")
    for path in others:
        if read:
            why = f"a workbook; if it is newer, {hint}" if path in books else "no sheet"
            sheets.notes.append(f"{path}: left out: {why}")


def _read_file(path: Path, sheets: Sheets) -> bool:
    """Read one file; tell whether it is a sheet, sound or not."""
    text = _text(path, sheets)
    if text is None:
        return False
    head = _header(text)
    if head is None:
        sheets.notes.append(f"{path}: left out: no row names the columns of a sheet")
        return False
    kind, delimiter, at, names = head
    spare = [name for name in names if name and not _is_known(name, kind)]
    if fault := _header_fault(kind, names, spare):
        sheets.report("OVL-header", str(path), at, *fault)
        return True
    if spare:
        shown = ", ".join(repr(name[:30]) for name in spare[:5]) + (" ..." if spare[5:] else "")
        sheets.notes.append(f"{path}: columns left out: {shown}")
    for line, cells in _rows(text, delimiter, str(path), sheets):
        if len(cells) > _MAX_COLUMNS:
            sheets.report("OVL-row", str(path), line, *_WIDE)
            return True
        if line > at and any(cells) and not cells[0].startswith("#"):
            _row(sheets, kind, names, cells, (str(path), line))
    return True


def _header_fault(kind: Kind, names: Sequence[str], spare: Sequence[str]) -> tuple[str, str] | None:
    """Return what is wrong with the names of columns and what to do, ``None`` if nothing is."""
    if len(names) > _MAX_COLUMNS:
        return _WIDE
    for name in (*_COLUMNS[kind], kind):
        if names.count(name) > 1:
            return f"column {name!r} stands there twice", "delete one, or rename it"
    lost = [each for each in _COLUMNS[kind] if each not in names]
    for name in spare:
        if near := get_close_matches(name[:30], lost, 1, 0.75):
            hint = f"call it {near[0]!r} again, or something quite different if it is yours"
            return f"unknown column {name[:30]!r}", hint
    return None


def _is_known(name: str, kind: Kind) -> bool:
    """Tell whether a column is one of ours."""
    return name == kind or name in _KNOWN or name.removeprefix(OURS) in _COLUMNS[kind]


def _text(path: Path, sheets: Sheets) -> str | None:
    """Return a file as text, whatever encoding a spreadsheet chose."""
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= _MAX_BYTES else b""
    except OSError as error:
        text, hint = f"can't be read: {error.strerror}", "check its rights"
        sheets.report("OVL-file", str(path), 0, text, hint)
        return None
    problem = ""
    if size > _MAX_BYTES:
        problem = f"has {size:,} bytes, more than a sheet of figures"
    elif data.startswith((b"PK\3\4", b"\xd0\xcf\x11\xe0")):
        problem = "is a workbook in spite of its name"
    text_ = "" if problem else _decoded(path, data, sheets)
    hint = "save the sheet as CSV (UTF-8)"
    if not problem and (text_ is None or "\0" in text_):
        problem = "is no text"
    elif text_ and max(text_.count("\n"), text_.count("\r")) > _MAX_LINES:
        problem, hint = f"has more than {_MAX_LINES:,} lines", "delete the empty rows"
    if problem:
        sheets.report("OVL-file", str(path), 0, problem, hint)
        return None
    return text_


def _decoded(path: Path, data: bytes, sheets: Sheets) -> str | None:
    """Return the text of bytes; ``None`` if they are none."""
    try:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return data.decode("utf-16")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return None
    sheets.notes.append(
        f"{path}:{line}: not UTF-8; read as Windows-1252, which spreadsheets write without being "
        "asked: check names with accents, or save as CSV UTF-8"
    )
    return text


def _header(text: str) -> tuple[Kind, str, int, list[str]] | None:
    """Return kind, delimiter, line and names of the row that names the columns."""
    best: tuple[int, Kind, str, int, list[str]] | None = None
    for delimiter in (",", ";", "\t"):
        for line, cells in _rows(text, delimiter):
            names = [" ".join(cell.lower().split()) for cell in cells]
            for kind, columns in _COLUMNS.items():
                score = sum(name in columns for name in names) if kind in names else 0
                if score and (best is None or score > best[0]):
                    best = (score, kind, delimiter, line, names)
            if best is not None and best[2] == delimiter:
                break
    return best[1:] if best else None


def _rows(
    text: str, delimiter: str, file: str = "", sheets: Sheets | None = None
) -> Iterator[tuple[int, list[str]]]:
    """Yield each row with its line, one cell more than allowed at most; what is no CSV ends it."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for row in reader:
            yield line, [plain(cell) for cell in row[: _MAX_COLUMNS + 1]]
            line = reader.line_num + 1
    except csv.Error as error:
        if sheets is not None:
            hint = 'a stray or missing quote (")'
            sheets.report("OVL-row", file, line, f"not a CSV row: {error}", hint)


def _row(
    sheets: Sheets, kind: Kind, names: Sequence[str], cells: Sequence[str], place: tuple[str, int]
) -> None:
    """Take over one row."""
    if any(cells[len(names) :]):
        text = f"the row has {len(cells)} cells, the header {len(names)}"
        hint = "a figure with a comma needs quotes, or write 0.5"
        sheets.report("OVL-row", *place, text, hint)
        return
    values = dict(zip(names, cells, strict=False))
    ours = {name: values[OURS + name] for name in _COLUMNS[kind] if values.get(OURS + name)}
    given = {name: values[name] for name in _COLUMNS[kind] if values.get(name)}
    id_ = values.get(kind, "")
    try:
        id_ = hex_number(id_) if kind == "hex" and id_ else id_.lower()
    except CellError as error:
        sheets.report("OVL-id", *place, error.text, error.hint)
        return
    if not id_ and given:
        sheets.report("OVL-id", *place, f"a row without a {kind}", f"the {kind}'s own row has it")
    if not id_:
        return
    if column := _shifted(names, values, given):
        text = f"{kind} {id_}: {column} holds {given[column]!r:.40}, which isn't `our {column}`"
        hint = "cells have moved: a figure with a comma needs quotes, or write 0.5; or empty it"
        sheets.report("OVL-row", *place, text, hint)
        return
    sheets.ours += [Fill(text, kind, id_, name, *place) for name, text in ours.items()]
    found = _fills(sheets, kind, id_, given, place)
    before = sheets.cells[kind].get(id_)
    if not found:
        return
    if before is not None:
        first = next(iter(before.values()))
        fill = next(iter(found.values()))
        text = f"already filled in, in {first.file}, line {first.line}"
        sheets.problems.append(fill.problem("OVL-twice", text, "one row for each; empty one"))
        return
    sheets.cells[kind][id_] = found


def _shifted(names: Sequence[str], values: Mapping[str, str], given: Mapping[str, str]) -> str:
    """Return a column that holds a cell of ours, which has a mark, but of another column."""
    moved = (
        column
        for column, text in given.items()
        if OURS + column in names
        and _REFERENCE.fullmatch(text)
        and values.get(OURS + column) != text
    )
    return next(moved, "")


def _fills(
    sheets: Sheets, kind: Kind, id_: str, given: Mapping[str, str], place: tuple[str, int]
) -> dict[str, Fill]:
    """Read the cells of a row that are filled in."""
    found = {}
    for name, text in given.items():
        marked = _REFERENCE.fullmatch(text)  # a cell copied over from the column beside it
        try:
            value = readers[name](marked[1] if marked else text)
        except CellError as error:
            what = f"{kind} {id_}: {name} {error.text}"
            sheets.report("OVL-cell", *place, what, error.hint)
        else:
            found[name] = Fill(value, kind, id_, name, *place, typed=text)
    return found
