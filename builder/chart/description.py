"""What a chart says, cell by cell, whatever it is drawn or written with."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from builder.model.game import Unit

__all__ = [
    "DASH",
    "Align",
    "Cell",
    "Chart",
    "Column",
    "CounterSample",
    "MarkerSample",
    "NamedCounter",
    "Note",
    "Row",
    "Sample",
    "SchemeSample",
    "SymbolSample",
    "Table",
    "TerrainSample",
    "Tone",
]


DASH = "\u2013"
"""An en dash: from one figure to another, or nothing at all."""


class Align(StrEnum):
    """Where a text stands in its cell."""

    LEFT = "l"
    MIDDLE = "m"
    RIGHT = "r"


class Tone(StrEnum):
    """How much a text matters."""

    PLAIN = "plain"
    STRONG = "strong"
    SOFT = "soft"


@dataclass(frozen=True, slots=True)
class TerrainSample:
    """What the map looks like, by the name of a sample of its legend."""

    kind: str


@dataclass(frozen=True, slots=True)
class SymbolSample:
    """The symbol or silhouette of a type of unit, in the colours of a scheme."""

    type: str
    scheme: str


@dataclass(frozen=True, slots=True)
class SchemeSample:
    """Paper and ink of a scheme."""

    scheme: str


@dataclass(frozen=True, slots=True)
class CounterSample:
    """A face of a unit's counter."""

    unit: Unit
    back: bool = False


@dataclass(frozen=True, slots=True)
class NamedCounter:
    """The front of a unit's counter, and below it what the unit is called there."""

    unit: Unit
    name: str


@dataclass(frozen=True, slots=True)
class MarkerSample:
    """A marker, by the name of its art, with what stands in it."""

    art: str
    text: str = ""


Sample = TerrainSample | SymbolSample | SchemeSample | CounterSample | NamedCounter | MarkerSample


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    Args:
        text: What stands in it; empty for none.
        spoken: The same in words where the text is an abbreviation.
        tone: How much it matters.
        tint: Name of a colour of its ground, empty for none. Never the only sign of a meaning.
        samples: Small pictures before the text.
        mark: A raised mark behind the text that a note explains, such as ``X``.
    """

    text: str
    spoken: str = ""
    tone: Tone = Tone.PLAIN
    tint: str = ""
    samples: tuple[Sample, ...] = ()
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column.

    Args:
        title: Its head.
        spoken: The head in words where it is an abbreviation.
        align: Of its cells.
        group: A head above it that it shares with its neighbours of the same group.
        wraps: Whether long texts are broken into lines, and the column takes what is free.
        share: Its part of what is free, if it wraps.
        least: Its least width, mm.
    """

    title: str
    spoken: str = ""
    align: Align = Align.MIDDLE
    group: str = ""
    wraps: bool = False
    share: float = 1.0
    least: float = 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its head, then a cell for each further column."""

    head: Cell
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Args:
        caption: What it is about.
        columns: The first is that of the row heads.
        rows: Each as long as the columns.
        sample_mm: Height of small pictures.
        lead: What must be known of all of it, below the caption.
    """

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    sample_mm: float = 5.0
    lead: str = ""

    def __post_init__(self) -> None:
        """Make sure that every row has a cell for every column."""
        for row in self.rows:
            if len(row.cells) != len(self.columns) - 1:
                raise AssertionError(f"{self.caption}: row '{row.head.text}' is of other length")


@dataclass(frozen=True, slots=True)
class Note:
    """A remark under the tables; ``mark`` is the sign or abbreviation it explains."""

    text: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: one page, or less.

    Args:
        id: Its name in file names.
        title: What it is.
        subtitle: What it is for, in a line.
        stacks: Tables side by side; those of one stack stand below each other.
        notes: Explanations, rules, and how the figures are known.
        footer: Game and version.
        width_mm: How wide it is printed.
    """

    id: str
    title: str
    subtitle: str
    stacks: tuple[tuple[Table, ...], ...]
    notes: tuple[Note, ...]
    footer: str
    width_mm: float = 186.0

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables in reading order."""
        return tuple(table for stack in self.stacks for table in stack)
