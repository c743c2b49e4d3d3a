"""Why each figure is what it is: notes in its row, and ``arguments.toml`` for many at once.

Exactly one argument holds for a figure: the note of its own row that names it; else, of the
entries of ``arguments.toml`` that fit it, the one that names the row itself; else the one with
the most conditions. Two that are equally good are a fault, and so is one that is never used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from builder.hexgrid import Numbering
from builder.model.figure_files import SHEETS, Draft, collect, marked_fields, plain
from builder.model.figures import NOTE_HEAD, PRINTED, Figure
from builder.model.game import Provenance
from builder.model.reader import Folder, Record, Seen

__all__ = ["ARGUMENTS", "read_figures"]

ARGUMENTS = "arguments.toml"
MOST = 2000
"""Arguments beyond this are refused: each figure is held against all of its field."""


@dataclass(slots=True)
class Argument:
    """An entry of ``arguments.toml``.

    Args:
        id: Its name.
        file: The file whose figures it argues.
        fields: Their names.
        where: What their row must hold: values allowed by column.
        text: The argument.
        record: Where it stands.
        used: How many figures it is the argument of.
        rivals: Entries it was found to be equally good with.
    """

    id: str
    file: str
    fields: tuple[str, ...]
    where: Mapping[str, frozenset[str]]
    text: str
    record: Record
    used: int = 0
    rivals: set[str] = field(default_factory=set)

    @property
    def rank(self) -> tuple[bool, int]:
        """How particular it is: does it name rows, and how many conditions has it."""
        sheet = SHEETS.get(self.file)
        keys = ("row", "id", *(sheet.key[:1] if sheet else ()))
        return any(key in self.where for key in keys), len(self.where)

    def fits(self, values: Mapping[str, str]) -> bool:
        """Tell whether a figure of its file and fields meets its conditions."""
        for key, allowed in self.where.items():  # noqa: SIM110 - several times as quick as all()
            if values[key] not in allowed:
                return False
        return True


@dataclass(slots=True)
class Shelf:
    """The arguments for one field of a file.

    Args:
        entries: In the order of the file.
        keys: What their conditions ask for.
        known: The fitting ones, best first, by values of the keys: many figures are alike.
    """

    entries: list[Argument] = field(default_factory=list)
    keys: dict[str, None] = field(default_factory=dict)
    known: dict[tuple[str, ...], list[Argument]] = field(default_factory=dict)

    def add(self, entry: Argument) -> None:
        """Put an argument on the shelf."""
        self.entries.append(entry)
        self.keys.update(dict.fromkeys(entry.where))

    def fitting(self, figure: Draft) -> list[Argument]:
        """Return the arguments that fit a figure, best first."""
        values = tuple([figure.get(key) for key in self.keys])
        found = self.known.get(values)
        if found is None:
            named = dict(zip(self.keys, values, strict=True))
            found = [entry for entry in self.entries if entry.fits(named)]
            found.sort(key=lambda entry: entry.rank, reverse=True)
            self.known[values] = found
        return found


def read_figures(folder: Folder, numbering: Numbering, *, owned: bool) -> list[Figure]:
    """Read the arguments and return every figure with its own; report what has none.

    Files with problems are left out, and what depends on them isn't checked.

    Args:
        folder: The files, read.
        numbering: The field of hexes.
        owned: Whether an owner's figures lie over the data: then arguments needn't fit what
            they replaced, and aren't checked.
    """
    arguments = _read(folder)
    strict = folder.sound(ARGUMENTS) and not owned
    found, bare = [], dict[tuple[str, str], list[Draft]]()
    notes = _Notes(strict=strict)
    for draft in collect(folder, numbering):
        text = "" if draft.mark is Provenance.P else draft.note or notes.of(draft)
        if not text and draft.mark not in PRINTED:
            text = _general(draft, arguments.get((draft.file, draft.field)), strict=strict)
            if not text and strict:
                bare.setdefault((draft.file, draft.field), []).append(draft)
        found.append(
            Figure(
                *(draft.file, draft.row, draft.field, draft.value, draft.mark, text),
                *(draft.about, draft.record.start),
            )
        )
    for drafts in bare.values():
        _report_bare(drafts)
    if strict:
        _check_use(folder, arguments)
    return found


@dataclass(slots=True)
class _Notes:
    """The notes of rows with several figures, taken apart once a row."""

    strict: bool
    record: Record | None = None
    parts: dict[str, str] = field(default_factory=dict)

    def of(self, draft: Draft) -> str:
        """Return the part of a row's note that argues a figure."""
        record = draft.record
        if record.lines or not record.values.get("note"):
            return ""
        if record is not self.record:
            self.record, self.parts = record, dict(_note_parts(record, strict=self.strict))
        return self.parts.get(draft.field, "")


def _note_parts(record: Record, *, strict: bool) -> Iterator[tuple[str, str]]:
    """Yield the parts of a row's note by the figures they name; check the names.

    ``strength, support: three batteries | a remark`` argues two figures.
    """
    known = marked_fields(tuple(record.values))
    for part in str(record.values["note"]).split(" | "):
        head = NOTE_HEAD.fullmatch(part)
        if head is None:
            continue
        for name in head[1].split(", "):
            if strict and not record.values.get(f"{name}_src"):
                hint = "a note argues figures of its own row: " + ", ".join(known)
                text = f"the note argues {name!r}, which is no figure here"
                record.report("DAT-argument-field", "note", text, hint)
            yield name, head[2]


def _general(draft: Draft, shelf: Shelf | None, *, strict: bool) -> str:
    """Return the best general argument for a figure, empty if there is none."""
    fitting = shelf.fitting(draft) if shelf is not None else []
    if not fitting:
        return ""
    best = fitting[0]
    best.used += 1
    for other in fitting[1:] if strict else ():
        if other.rank == best.rank and other.id not in best.rivals:
            best.rivals.add(other.id)
            other.rivals.add(best.id)
            text = f"{best.id} and {other.id} both argue {draft.field} of {draft.row}"
            hint = "one more condition in `where` makes the better one of them"
            other.record.report("DAT-argument-twice", "where", text, hint)
    return best.text


def _report_bare(drafts: list[Draft]) -> None:
    """Report figures of one kind that nothing argues, at the first."""
    first, more = drafts[0], len(drafts) - 1
    rest = f"; so is it with {more} more" if more else ""
    text = f"{first.row}: {first.field} {first.value} is {first.mark}, and nothing says why{rest}"
    hint = f"a note in its row, or an [[argument]] of {ARGUMENTS}"
    first.record.report("DAT-argument", first.field, text, hint)


def _check_use(folder: Folder, arguments: Mapping[tuple[str, str], Shelf]) -> None:
    """Report arguments that no figure needs; not where the figures' file itself is at fault."""
    broken = {problem.file for problem in folder.problems}
    entries = {entry.id: entry for shelf in arguments.values() for entry in shelf.entries}
    for entry in entries.values():
        known = entry.file in folder.read or not broken
        if entry.used or entry.rivals or not known or entry.file in broken:
            continue
        text = f"{entry.id} argues no figure that isn't printed, or argued better"
        hint = "the data have changed: take it out, or see to `file`, `fields` and `where`"
        entry.record.report("DAT-argument-idle", "id", text, hint)


def _read(folder: Folder) -> dict[tuple[str, str], Shelf]:
    """Read ``arguments.toml``: arguments by file and field."""
    found: dict[tuple[str, str], Shelf] = {}
    record, seen = folder.toml(ARGUMENTS), Seen("argument")
    if record is None:
        return found
    for item in record.tables("argument", required=False):
        id_, file, text = item.id("id"), item.text("file"), item.text("text")
        fields = tuple(item.words("fields"))
        where = _where(item)
        item.no_more_keys()
        if seen.add(item, "id", id_) and id_ is not None and file is not None:
            argument = Argument(id_, file, fields, where, " ".join((text or "").split()), item)
            for name in fields:
                found.setdefault((file, name), Shelf()).add(argument)
    record.no_more_keys()
    if len(seen.lines) > MOST:
        text, hint = f"there are {len(seen.lines):,} arguments", f"at most {MOST:,}"
        folder.report("DAT-file-size", ARGUMENTS, 0, text, hint)
        return {}
    return found


def _where(item: Record) -> dict[str, frozenset[str]]:
    """Read the conditions of an argument: a value or a list of them by column."""
    table = item.table("where", required=False)
    if table is None:
        return {}
    found = {}
    for key, value in table.values.items():
        values = value if isinstance(value, list) else [value]
        if not values or not all(isinstance(entry, str) for entry in values):
            table.report("DAT-value-type", key, f"{key} isn't text or a list of texts", "in quotes")
            continue
        found[key] = frozenset(map(plain, values) if key == "value" else values)
    return found
