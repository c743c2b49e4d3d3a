"""The owner's edition: figures that an owner of the printed game put in, laid over the data.

::

    data files ──┐
                 ├─lay_over─► data files with those figures ──loader──► Game
    DIR/*.csv ───┘

What comes out are data files again, so that everything behind the loader, the copy inside the
module and the digest serve an owner's edition as they serve the public one. One file more,
:data:`OWNER`, holds what was put in, cell by cell, each in one form and in one order: the same
figures make the same files, whoever saved the sheets, under whatever name, in whatever order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from builder.errors import DataError
from builder.model.estimates import counter_cells, hex_cells
from builder.model.figures import Figure
from builder.model.game import Game, Provenance
from builder.model.overlay_counters import merge_counters
from builder.model.overlay_files import Draft, quoted
from builder.model.overlay_map import merge_map
from builder.model.overlay_origin import Origins
from builder.model.overlay_sheet import Sheets, read_sheets
from builder.model.reader import OWNER, Folder

__all__ = ["OWNER", "Edition", "OwnerCount", "check_public", "lay_over", "owned", "read_sheets"]

_SHORT = 4
_MANY = "are still estimates"
_TABLES = {"counter": "counters", "hex": "hexes"}


@dataclass(frozen=True, slots=True)
class Edition:
    """Data files that are ready to load, and what is to be said about them.

    Args:
        files: Content by path within the game's folder.
        notes: One line each about what an overlay held that changes nothing.
        origins: Where an owner's figures come from; ``None`` for the public edition.
    """

    files: Mapping[str, bytes]
    notes: tuple[str, ...] = ()
    origins: Origins | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class OwnerCount:
    """How many figures an owner put in.

    Args:
        counters: On counters.
        map: On the map, cells of its sheet.
    """

    counters: int
    map: int

    def caveat(self, left: int) -> str:
        """Return the one sentence that every report of an owner's edition carries.

        >>> OwnerCount(1200, 3).caveat(1)
        "Private copy, not for distribution: 1,203 figures are the owner's, as printed; 1 is \
still an estimate."
        """
        mine = _number(self.counters + self.map, "figure is", "figures are")
        rest = _number(left, "is still an estimate", _MANY)
        return f"Private copy, not for distribution: {mine} the owner's, as printed; {rest}."

    def about(self, left: int) -> str:
        """Return what the pages about an owner's edition begin with."""
        return (
            "OWNER'S EDITION, A PRIVATE COPY, NOT FOR DISTRIBUTION: an owner of the printed game "
            f"put in {_number(self.counters, 'figure', 'figures')} of counters and {self.map:,} of "
            f"the map (mark P: printed); {_number(left, 'is still an estimate', _MANY)}. What "
            "follows is said of the public edition that these figures were laid over. "
        )


def _number(count: int, one: str, many: str) -> str:
    """Return a number with its words."""
    return f"{count:,} {one if count == 1 else many}"


def lay_over(files: Mapping[str, bytes], public: Game, sheets: Sheets) -> Draft:
    """Put what sheets hold into data files.

    Args:
        files: The public edition's files.
        public: The game they make.
        sheets: What the owner filled in.

    Returns:
        The files with the owner's figures, not checked yet; the sheets' problems and notes have
        grown. Where nothing was filled in, the files are the public ones, byte for byte.
    """
    draft = Draft(dict(files), sheets)
    _note_stale(public, sheets)
    if sheets.empty:
        if sheets.ours:
            text = "nothing is filled in; the edition is the public one"
            sheets.notes.append(f"{sheets.folder}: {text}")
        return draft
    merge_counters(draft)
    merge_map(draft, public.map.numbering)
    draft.files[OWNER] = _owner_file(sheets)
    return draft


def _note_stale(public: Game, sheets: Sheets) -> None:
    """Say which cells of ours aren't as the data have them: changed by hand, or older."""
    number = public.map.numbering.format
    known = {number(cell): cells for cell, cells in hex_cells(public).items()}
    known |= {unit.id: counter_cells(unit, public) for unit in public.units.values()}
    odd = [
        fill
        for fill in sheets.ours
        if fill.id in known and known[fill.id].get(fill.column, "") != fill.value
    ]
    if odd:
        first = odd[0]
        shown = known[first.id].get(first.column) or "nothing"
        text = (
            f"`our {first.column}` says {first.value!r:.30}, the data say {shown!r} "
            f"({_number(len(odd), 'such cell', 'such cells')}): columns of ours aren't read; put "
            "figures beside them"
        )
        sheets.notes.append(first.note(text))


def _owner_file(sheets: Sheets) -> bytes:
    """Return what was put in, in one form."""
    lines = ["# What an owner of the printed game put in. A private copy, not for distribution."]
    before: tuple[str, str] | None = None
    for fill in sheets.fills():
        if (fill.subject, fill.id) != before:
            before = fill.subject, fill.id
            lines += ["", f"[{_TABLES[fill.subject]}.{quoted(fill.id)}]"]
        lines.append(f"{quoted(fill.column)} = {quoted(fill.value)}")
    return ("\n".join(lines) + "\n").encode()


def owned(game: Game, folder: Folder) -> Game:
    """Return a game as its edition is called: an owner's has a version of its own, and says so.

    Raises:
        DataError: The file of what an owner put in is no TOML.
    """
    count = _count(folder)
    if count is None:
        return game
    left = sum(figure.mark is Provenance.E for figure in game.figures)
    return replace(
        game,
        version=f"{game.version}+owner.{game.digest[:_SHORT]}",
        about=count.about(left) + game.about,
        caveat=count.caveat(left),
        private=True,
    )


def check_public(folder: Folder, figures: Iterable[Figure]) -> None:
    """Check that an owner's figures stand in an owner's edition only."""
    if OWNER in folder.files:
        return
    for figure in figures:
        if figure.mark is Provenance.P:
            text = f"{figure.row}: {figure.field} has the mark P, which only an owner's edition has"
            hint = "put printed figures into sheets, and lay them over with --overlay"
            folder.report("DAT-mark-owner", figure.file, figure.line, text, hint)


def _count(folder: Folder) -> OwnerCount | None:
    """Return how many figures of a game are an owner's; ``None`` for a public edition."""
    if OWNER not in folder.files:
        return None
    record = folder.toml(OWNER)
    if folder.problems:
        raise DataError(folder.problems)
    values = record.values if record is not None else {}
    return OwnerCount(*(sum(1 for _ in _cells(values.get(name))) for name in _TABLES.values()))


def _cells(table: object) -> Iterator[object]:
    """Yield the cells of a table of rows."""
    for row in table.values() if isinstance(table, dict) else ():
        yield from row.values() if isinstance(row, dict) else ()
