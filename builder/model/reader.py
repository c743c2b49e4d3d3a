"""The reading layer under the loader: files as bytes, records with a line, problems collected.

Nothing here raises on bad content. What can't be read becomes a
:class:`~builder.errors.DataProblem` in :attr:`Folder.problems` and the value ``None``;
the reader of a file then leaves the record out and goes on.
"""

from __future__ import annotations

import csv
import re
import tomllib
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache

from builder.errors import DataProblem
from builder.hexgrid import Hex, Numbering
from builder.model.game import Provenance

__all__ = ["MARKS", "OWNER", "Folder", "Record", "Seen", "as_fraction", "marks_hint"]

OWNER = "owner.toml"
"""The data file that makes an edition an owner's: what was put in."""

MARKS: Mapping[str, Provenance] = {mark.value: mark for mark in Provenance}
"""The provenance marks by their letter."""

MAX_BYTES = 1_000_000
"""A data file larger than this is refused unread: a spreadsheet gone wild, or an attack."""

_NUMBER = re.compile(r"-?[0-9]{1,6}")
_FRACTION = re.compile(r"([0-9]{1,4})(?:/([1-9][0-9]{0,3})|\.([0-9]{1,4}))?")
_ID = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
_HEADER = re.compile(r"\s*\[")
_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
_DATE = re.compile(
    rf"\d{{1,4}}[-. ]{_MONTH}.*|{_MONTH}[-. ]\d{{1,4}}|\d+[-./]\d+[-./]\d+", re.IGNORECASE
)


def marks_hint() -> str:
    """Return the list of provenance marks for a hint."""
    return "one of " + " ".join(Provenance)


@dataclass(slots=True)
class Folder:
    """The files of one game and what was found wrong in them.

    Args:
        files: Content by path relative to the game's folder, with ``/``.
        problems: Filled while reading, in the order found.
        partial: Files that aren't known in full: missing, unreadable, a row or an id lost. What
            refers to them, or counts them, is then left unchecked.
        read: What has been read: the rows of a CSV file, the record of a TOML file.
        doubts: What doesn't fit the figures of an owner: those are printed so, likely or not.
    """

    files: Mapping[str, bytes]
    problems: list[DataProblem] = field(default_factory=list)
    partial: set[str] = field(default_factory=set)
    read: dict[str, list[Record] | Record] = field(default_factory=dict)
    doubts: list[DataProblem] = field(default_factory=list)

    def report(self, check: str, file: str, line: int, text: str, hint: str = "") -> None:
        """Add a problem."""
        self.problems.append(DataProblem(check, file, line, text, hint))

    def whole(self, file: str) -> bool:
        """Tell whether every record of a file has been read."""
        return file in self.files and file not in self.partial

    def sound(self, file: str) -> bool:
        """Tell whether a file has been read whole and nothing was found wrong in it."""
        return self.whole(file) and all(problem.file != file for problem in self.problems)

    def text(self, file: str) -> str | None:
        """Return a file as text with plain line ends, or ``None`` if it is missing.

        A byte order mark is dropped. Bytes that aren't UTF-8 are reported and replaced, so
        that the rest of the file is still checked.
        """
        data = self.files.get(file)
        if data is None:
            self.report("DAT-file-missing", file, 0, "the file is missing", "put it back")
            return None
        if len(data) > MAX_BYTES:
            hint = f"at most {MAX_BYTES:,} bytes"
            self.report("DAT-file-size", file, 0, f"the file has {len(data):,} bytes", hint)
            return None
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            byte = data[error.start]
            hint = "save the file as UTF-8"
            self.report("DAT-file-encoding", file, line, f"byte 0x{byte:02x} isn't UTF-8", hint)
            text = data.decode("utf-8", "replace")
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def rows(self, file: str, columns: Sequence[str]) -> list[Record] | None:
        """Return the rows of a CSV file, or ``None`` if there is no such file or no good header.

        One line is one row; ``,`` or ``;`` separates cells; blank lines are skipped. A row
        with too few or too many cells is reported and left out.
        """
        text = self.text(file)
        if text is None:
            self.partial.add(file)
            return None
        lines = text.split("\n")
        delimiter = ";" if ";" in lines[0] and "," not in lines[0] else ","
        head = self._cells(file, 1, lines[0], delimiter)
        if head is None or not self._header(file, head, columns):
            self.partial.add(file)
            return None
        found = []
        for number, line in enumerate(lines[1:], start=2):
            if not line.strip(" \t,;"):
                continue
            cells = self._cells(file, number, line, delimiter)
            if cells is None:
                continue
            if len(cells) != len(head):
                self.partial.add(file)
                text = f"the row has {len(cells)} cells, the header {len(head)}"
                hint = "a missing or spare separator, or text with one that needs quotes"
                self.report("DAT-csv-row", file, number, text, hint)
                continue
            found.append(Record(self, file, dict(zip(head, cells, strict=True)), number))
        self.read[file] = found
        return found

    def _cells(self, file: str, number: int, line: str, delimiter: str) -> list[str] | None:
        """Split one line of a CSV file."""
        try:
            rows = list(csv.reader([line], delimiter=delimiter, strict=True))
        except csv.Error as error:
            self.partial.add(file)
            hint = 'a stray or missing quote (")'
            self.report("DAT-csv-row", file, number, f"not a CSV row: {error}", hint)
            return None
        return [cell.strip() for cell in rows[0]] if rows else []

    def _header(self, file: str, head: Sequence[str], columns: Sequence[str]) -> bool:
        """Compare the columns of a CSV file with those it must have, in any order."""
        faults = [f"no column {name!r}" for name in columns if name not in head]
        spare = [name for name in dict.fromkeys(head) if name not in columns]
        faults += [f"unknown column {name!r}" for name in spare]
        faults += [f"column {name!r} twice" for name in columns if head.count(name) > 1]
        if faults:
            hint = "columns: " + ",".join(columns)
            self.report("DAT-csv-header", file, 1, "; ".join(faults), hint)
        return not faults

    def toml(self, file: str) -> Record | None:
        """Return a TOML file as a record, or ``None`` if it is missing or isn't TOML."""
        text = self.text(file)
        if text is None:
            self.partial.add(file)
            return None
        try:
            data = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            self.partial.add(file)
            place = re.search(r"at line (\d+)", str(error))
            line = int(place.group(1)) if place else text.count("\n") + 1
            what = re.sub(r"\s*\(at .*\)$", "", str(error)) or "too deep"
            hint = "a stray or missing quote, bracket or = there or in the lines above"
            self.report("DAT-toml-syntax", file, line, f"not TOML: {what}", hint)
            return None
        self.read[file] = record = Record(self, file, data, 0, lines=text.split("\n"))
        return record


@dataclass(slots=True)
class Record:
    """A row of a CSV file or a table of a TOML file: values by key, and where they stand.

    The getters report what is wrong and return ``None`` then; ``required=False`` lets a
    value be absent (or the cell empty) without a report.
    """

    folder: Folder
    file: str
    values: Mapping[str, object]
    start: int
    lines: Sequence[str] = ()
    asked: set[str] = field(default_factory=set)

    # --- where ------------------------------------------------------------------------
    def line(self, key: str = "", token: str = "") -> int:
        """Return the 1-based line of a key, or of a token in its value; 0 if not found."""
        if not self.lines:
            return self.start
        for index in range(self.start, len(self.lines)):
            line = self.lines[index]
            if _HEADER.match(line):
                break
            if key and re.match(rf'\s*"?{re.escape(key)}"?\s*[=.]', line):
                return self._token_line(index, token)
        table = isinstance(self.values.get(key), dict | list)
        return self._header_line(key) if table else self.start

    def _token_line(self, index: int, token: str) -> int:
        """Return the line of a token at or below a line, else that line."""
        if token:
            for below in range(index, min(index + 200, len(self.lines))):
                if token in self.lines[below]:
                    return below + 1
        return index + 1

    def report(self, check: str, key: str, text: str, hint: str = "", *, token: str = "") -> None:
        """Add a problem at the line of a key."""
        self.folder.report(check, self.file, self.line(key, token), text, hint)

    def report_misfit(self, check: str, key: str, text: str, hint: str) -> None:
        """Add a problem with the figures of counters; only a doubt where an owner put them in."""
        if OWNER in self.folder.files:
            line = self.line(key)
            self.folder.doubts.append(DataProblem(check, self.file, line, text, hint))
        else:
            self.report(check, key, text, hint)

    # --- values -----------------------------------------------------------------------
    def raw(self, key: str, *, required: bool = True) -> object | None:
        """Return the value of a key; an empty cell or string is absent."""
        self.asked.add(key)
        value = self.values.get(key)
        if value is None or value == "":
            if required:
                missing = f"{key} is missing" if value is None else f"{key} is empty"
                self.report("DAT-value-missing", key, missing, "fill it in")
            return None
        return value

    def text(self, key: str, *, required: bool = True) -> str | None:
        """Return a string."""
        value = self.raw(key, required=required)
        if isinstance(value, str):
            shown = value.isprintable()  # which is quick and nearly always so
            hidden = "" if shown else next((char for char in value if _is_hidden(char)), "")
            if hidden:
                text = f"{key} holds the hidden character U+{ord(hidden):04X}"
                self.report("DAT-value-hidden", key, text, "take it out")
            return value
        if value is not None:
            self.report("DAT-value-type", key, f"{key} isn't text", "put it in quotes")
        return None

    def id(self, key: str) -> str | None:
        """Return an id: lower-case ASCII words, digits and hyphens."""
        value = self.text(key)
        if value is not None and not _ID.fullmatch(value):
            self.folder.partial.add(self.file)
            hint = "small letters a-z, digits and hyphens, no blanks"
            self.report("DAT-id-form", key, f"{value!r} is no id", hint)
            return None
        return value

    def choice(self, key: str, options: Collection[str], check: str) -> str | None:
        """Return a string that must be one of some options."""
        value = self.text(key)
        if value is not None and value not in options:
            shown = list(options)
            if len(shown) > 12:
                near = get_close_matches(value[:80], shown, 3, 0.6)
                shown = near or [*shown[:6], f"{len(shown) - 6} more"]
            hint = "one of " + ", ".join(shown)
            self.report(check, key, f"unknown {key} {value!r}", hint)
            return None
        return value

    def mark(self, key: str) -> Provenance | None:
        """Return a provenance mark."""
        value = self.text(key)
        if value is None:
            return None
        mark = MARKS.get(value)
        if mark is None:
            self.report("DAT-mark", key, f"{key} {value!r} is no provenance mark", marks_hint())
        return mark

    def integer(self, key: str, low: int, high: int, *, required: bool = True) -> int | None:
        """Return a whole number between two bounds, both allowed."""
        value = self.raw(key, required=required)
        if value is None:
            return None
        if isinstance(value, str) and _NUMBER.fullmatch(value):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            hint = f"from {low} to {high}"
            self.report("DAT-number", key, f"{key} {_shown(value)} is no whole number", hint)
            return None
        if not low <= value <= high:
            hint = f"from {low} to {high}"
            self.report("DAT-number", key, f"{key} {_shown(value)} is out of range", hint)
            return None
        return value

    def fraction(self, key: str, *, required: bool = True) -> Fraction | None:
        """Return a fraction written ``1/2``, ``0.5`` or ``3``."""
        value = self.raw(key, required=required)
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if value is None:
            return None
        fraction = as_fraction(value)
        if fraction is None:
            hint = "such as 1/2 or 0.5, at most four digits each"
            self.report("DAT-fraction", key, f"{key} {_shown(value)} is no fraction", hint)
        return fraction

    def flag(self, key: str) -> bool:
        """Return yes or no: a TOML boolean, absent for false, or a cell ``yes``/``no``."""
        value = self.raw(key, required=not self.lines)
        if value in ("yes", True):
            return True
        if value not in ("no", False, None):
            hint = "true or false, without quotes" if self.lines else "yes or no"
            text = f"{key} {_shown(value)} is neither yes nor no"
            self.report("DAT-value-type", key, text, hint)
        return False

    def words(self, key: str, *, required: bool = True) -> list[str]:
        """Return a list of strings: a TOML array, or words of a string."""
        value = self.raw(key, required=required)
        if isinstance(value, str):
            return value.split()
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return value
        if value is not None:
            hint = 'such as ["one", "two"]'
            self.report("DAT-value-type", key, f"{key} isn't a list of texts", hint)
        return []

    def hex(self, key: str, numbering: Numbering) -> Hex | None:
        """Return a hex of the map."""
        value = self.text(key)
        return None if value is None else self.parse_hex(key, value, numbering)

    def parse_hex(self, key: str, text: str, numbering: Numbering) -> Hex | None:
        """Return the hex of a number found in the value of a key."""
        try:
            return numbering.parse(text)
        except ValueError as error:
            hint = "four digits: column, row"
            if text.isascii() and text.isdigit() and len(text) == 3:
                hint = "a spreadsheet dropped the leading zero"
            self.report("DAT-hex", key, str(error), hint, token=text)
            return None

    def hexes(self, key: str, numbering: Numbering, *, required: bool = True) -> list[Hex]:
        """Return a list of hexes; one listed twice is reported."""
        found: dict[Hex, None] = {}
        for word in self.words(key, required=required):
            cell = self.parse_hex(key, word, numbering)
            if cell is None:
                continue
            if cell in found:
                text, hint = f"hex {word} is listed twice", "every hex only once"
                self.report("DAT-hex-twice", key, text, hint, token=word)
            found[cell] = None
        return list(found)

    def not_a_date(self, key: str) -> None:
        """Report a name that a spreadsheet has turned into a date."""
        value = self.values.get(key)
        if isinstance(value, str) and _DATE.fullmatch(value):
            hint = "a spreadsheet changes 1/5 into a date; mark the column as text"
            self.report("DAT-spreadsheet-date", key, f"{key} {value!r} looks like a date", hint)

    # --- tables within ----------------------------------------------------------------
    def table(self, key: str, *, required: bool = True) -> Record | None:
        """Return a table of a TOML file."""
        value = self.raw(key, required=required)
        if value is None:
            return None
        if not isinstance(value, dict):
            hint = f"such as {key} = {{ name = value }}, or [{key}] above its lines"
            self.report("DAT-value-type", key, f"{key} isn't a table", hint)
            return None
        return Record(self.folder, self.file, value, self.line(key), self.lines)

    def _header_line(self, key: str) -> int:
        """Return the line of ``[key]`` or ``[parent.key]`` below this table's own, else its own."""
        pattern = re.compile(rf'\s*\[\[?(?:[\w."-]+\.)?"?{re.escape(key)}"?\]')
        for index in range(self.start, len(self.lines)):
            if pattern.match(self.lines[index]):
                return index + 1
        return self.start

    def tables(self, key: str, *, required: bool = True) -> Iterator[Record]:
        """Yield the tables of an array of a TOML file."""
        value = self.raw(key, required=required)
        if value is None:
            return
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.report("DAT-value-type", key, f"{key} isn't an array of tables", f"[[{key}]]")
            return
        pattern = re.compile(rf"\s*\[\[{re.escape(key)}\]\]")
        places = [i + 1 for i, line in enumerate(self.lines) if pattern.match(line)]
        for index, item in enumerate(value):
            start = places[index] if index < len(places) else 0
            yield Record(self.folder, self.file, item, start, self.lines)

    def no_more_keys(self) -> None:
        """Report keys nobody asked for: most are misspelled."""
        for key in self.values:
            if key not in self.asked:
                hint = "known: " + ", ".join(sorted(self.asked))
                self.report("DAT-key-unknown", key, f"unknown key {key!r}", hint)


@dataclass(slots=True)
class Seen:
    """The ids met so far in one file, so that a second one is reported.

    Ids of records that are otherwise broken count too: what refers to them then isn't
    reported as well.
    """

    what: str
    lines: dict[str, int] = field(default_factory=dict)

    def add(self, record: Record, key: str, value: str | None) -> bool:
        """Note an id; return whether it is new."""
        if value is None:
            return False
        if value in self.lines:
            record.folder.partial.add(record.file)
            text = f"{self.what} {value!r} is already in line {self.lines[value]}"
            record.report("DAT-id-twice", key, text, "every id only once")
            return False
        self.lines[value] = record.line(key)
        return True

    def __contains__(self, value: object) -> bool:
        """Tell whether an id was met."""
        return value in self.lines


def as_fraction(value: object) -> Fraction | None:
    """Return the fraction of a text such as ``1/2`` or ``0.5``, ``None`` if it is none.

    >>> as_fraction("1/8"), as_fraction("1.5"), as_fraction("1/0")
    (Fraction(1, 8), Fraction(3, 2), None)
    """
    return _parsed(value) if isinstance(value, str) else None


@lru_cache(maxsize=256)
def _parsed(text: str) -> Fraction | None:
    """Return the fraction of a text, ``None`` if it is none; a game repeats a few of them."""
    return Fraction(text) if _FRACTION.fullmatch(text) else None


def _is_hidden(char: str) -> bool:
    """Tell whether a character can't be seen and would harm files and screens; blanks don't."""
    return char != "\n" and unicodedata.category(char)[0] == "C"


def _shown(value: object) -> str:
    """Return a value for a message, cut short."""
    try:
        text = repr(value)
    except ValueError:  # an integer too long for Python to print
        return "a very long number"
    return text if len(text) <= 40 else text[:40] + "..."
