"""What is to be printed, and how: everything that can be asked for. Lengths are mm."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from builder.draw.canvas import Point
from builder.sheet.grid import Grid
from builder.sheet.paper import Paper
from builder.sheet.profile import TRUE, Profile

__all__ = ["Flip", "Job", "Layout", "Marks"]


class Layout(StrEnum):
    """Where the backs are."""

    DUPLEX = "duplex"
    SEPARATE = "separate"
    FOLDOVER = "foldover"


class Flip(StrEnum):
    """About which edge a sheet is turned over, or along which it is folded."""

    LONG = "long"
    SHORT = "short"


class Marks(StrEnum):
    """Which pages have marks to cut by."""

    FRONT = "front"
    BACK = "back"
    BOTH = "both"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Job:
    """How counters are printed, and what holds of all pages.

    Args:
        paper: On what.
        grid: Where they lie on a page.
        bleed: How far colour reaches beyond the cuts, in front and on the back.
        placed: What the grid comes from, for the foot of a sheet: options that give the same again.
        layout: Where the backs are.
        flip: How a sheet is turned over.
        marks: Which pages have marks to cut by.
        overlap: How much of the map two tiles both show; ``None``: as ``map.toml`` says.
        back_offset: How far backs are moved to the right and down.
        profile: What is known of the printer.
        only: Ids of what is printed, once each; empty: everything.
        used: Cells of the first sheet, column and row from 0, that are cut out already.
        again: Whether marks to cut by are printed on that sheet, which has all that stands around
            counters, once more.
        copies: How many of a piece are printed, after its id, where that isn't how many there are.
        blanks: How many empty pieces are added.
    """

    paper: Paper
    grid: Grid
    bleed: Point
    placed: str = ""
    layout: Layout = Layout.DUPLEX
    flip: Flip = Flip.LONG
    marks: Marks = Marks.BOTH
    overlap: float | None = None
    back_offset: Point = (0.0, 0.0)
    profile: Profile = TRUE
    only: tuple[str, ...] = ()
    used: frozenset[tuple[int, int]] = frozenset()
    again: bool = False
    copies: tuple[tuple[str, int], ...] = ()
    blanks: int = 0
