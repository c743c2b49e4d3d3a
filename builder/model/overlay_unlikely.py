"""Figures of an owner that are far from any of ours: kept, since they may be printed so, and told.

Only what the model can't hold is refused; that is the loader's work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from builder.model.overlay_sheet import Fill
from builder.model.reader import as_fraction

__all__ = ["unlikely"]

_FIGURES = ("strength", "support", "range", "barrage", "antitank", "combat", "defence")
_FAR = 2
"""A figure beyond this many times our highest of its class is told."""


def unlikely(
    fills: Iterable[Fill], kind: str, rows: Iterable[Mapping[str, str]]
) -> Iterator[tuple[Fill, str]]:
    """Yield the cells of a counter that surprise, and why.

    Args:
        fills: The cells that were filled in.
        kind: Class of the unit.
        rows: Cells of all units of the public edition.
    """
    same = [row for row in rows if row["kind"] == kind]
    for fill in fills:
        value = as_fraction(fill.value.strip("()"))
        if fill.column not in _FIGURES or value is None:
            continue
        ours = [known for row in same if (known := as_fraction(row[fill.column])) is not None]
        if ours and value > _FAR * max(ours):
            yield fill, _told(fill, max(ours), "highest", kind)
        elif ours and value == 0 < min(ours):
            yield fill, _told(fill, min(ours), "lowest", kind)


def _told(fill: Fill, ours: Fraction, which: str, kind: str) -> str:
    """Return what is surprising about a figure."""
    return f"{fill.column} {fill.value}: our {which} of {kind} is {ours}"
