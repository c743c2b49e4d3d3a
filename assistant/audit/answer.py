"""The answer to a question about a position: facts, tables, and what to draw on the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from builder.hexgrid import Hex

__all__ = ["Answer", "Drawing", "Line", "Shade", "Shown", "Table"]


class Shade(StrEnum):
    """What a colour over a hex means."""

    REACHED = "reached"
    HALT = "halt"
    CONTROLLED = "controlled"
    OPEN = "open"
    CUT = "cut"
    TARGET = "target"


class Line(StrEnum):
    """What a line through hexes means."""

    WAY = "way"
    SUPPLY = "supply"
    FIRE = "fire"


@dataclass(frozen=True, slots=True)
class Shown:
    """One counter in a hex; see :class:`assistant.report.sketch.Face`."""

    unit: str
    strength: int
    back: bool = False
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """What to draw on the map.

    Args:
        area: Hexes that must be seen; empty: the whole map.
        shades: Colours by hex.
        letters: A few signs by hex.
        lines: Chains of hexes, each with its meaning.
        rings: Hexes to outline.
        stacks: Counters by hex, the top one last.
    """

    area: frozenset[Hex] = frozenset()
    shades: Mapping[Hex, Shade] = field(default_factory=dict)
    letters: Mapping[Hex, str] = field(default_factory=dict)
    lines: tuple[tuple[Line, tuple[Hex, ...]], ...] = ()
    rings: tuple[Hex, ...] = ()
    stacks: Mapping[Hex, tuple[Shown, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings; a column ``rule`` holds ids of rules.

    Args:
        title: Heading of the whole.
        columns: Headings.
        rows: One cell for each column.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What is to be told.

    Args:
        title: What was asked, and of which moment of the game.
        facts: Short (name, value) pairs.
        tables: In order.
        drawing: What to draw.
        notes: What isn't known or was assumed.
    """

    title: str
    facts: tuple[tuple[str, str], ...] = ()
    tables: tuple[Table, ...] = ()
    drawing: Drawing = field(default_factory=Drawing)
    notes: tuple[str, ...] = ()
