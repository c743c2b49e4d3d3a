"""Sheets of paper, and what of them can be printed on. Lengths are mm.

Source: ``art/print/papers.toml`` and ``art/print/page.toml``.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from builder.draw.canvas import Box, Point
from builder.draw.style import Table, art_root, read_table
from builder.errors import WargameError
from builder.sheet.length import mm_text

__all__ = ["Paper", "find_paper", "page_look", "papers"]

_LEAST_ROOM = 120.0  # mm between margins: rulers take nearly all of it


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright.

    Args:
        name: What it is called.
        size: Width and height.
        margin: What is left empty at each edge.
    """

    name: str
    size: Point
    margin: float

    @property
    def room(self) -> Box:
        """What can be printed on."""
        width, height = self.size
        return self.margin, self.margin, width - self.margin, height - self.margin


def page_look() -> Table:
    """Return what stands on every page, ``page.toml``.

    Raises:
        DrawError: The file is missing or malformed.
    """
    return read_table(art_root() / "print" / "page.toml")


def _papers() -> Table:
    return read_table(art_root() / "print" / "papers.toml")


def papers() -> tuple[str, ...]:
    """Return the ids of all papers.

    Raises:
        DrawError: ``papers.toml`` is missing or malformed.
    """
    return tuple(_papers())


def find_paper(id_: str, margin: float | None = None) -> tuple[Paper, tuple[str, ...]]:
    """Return a paper with a margin.

    Args:
        id_: One of :func:`papers`.
        margin: What is left empty at each edge; ``None``: what ``page.toml`` says.

    Returns:
        The paper, and what its user should know of it.

    Raises:
        WargameError: There is no such paper, or the margin leaves nothing.
    """
    if id_ not in papers():
        raise WargameError(f"--paper: no paper '{id_}' (there are: {', '.join(papers())})")
    table, look = _papers().table(id_), page_look()
    size = table.point("size")
    chosen = look.number("margin") if margin is None else margin
    most = (min(size) - _LEAST_ROOM) / 2
    if not isfinite(chosen) or not 0 <= chosen <= most:
        raise WargameError(
            f"--margin: {chosen:g} mm leaves no room on {table.text('name')}; "
            f"take 0 to {most:g} mm, {look.number('margin'):g} is safe"
        )
    least, notes = look.number("least_margin"), []
    if chosen < least:
        notes.append(
            f"a margin of {mm_text(chosen)} is less than the {mm_text(least)} that most home "
            "printers leave white; what lies there may be cut off"
        )
    return Paper(table.text("name"), size, chosen), tuple(notes)
