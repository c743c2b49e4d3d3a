"""Every figure of a game: its value, how it is known, and why it is what it is.

A loaded :class:`~builder.model.game.Game` carries its figures in the order of its files;
reports, estimate sheets and explanations count and look them up here.

>>> one = Figure("units.csv", "g-1", "morale", "8", Provenance.E, "as its sister", ("g-1",), 2)
>>> two = Figure("units.csv", "g-1", "unit", "I/1", Provenance.R, "", ("g-1",), 2)
>>> {mark.value: count for mark, count in tally([one, two]).items()}
{'R': 1, 'E': 1}
>>> one.printed, two.printed
(False, True)
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from builder.model.game import Provenance

__all__ = ["NOTE_HEAD", "PRINTED", "Figure", "concerning", "grouped", "remark", "tally"]

PRINTED = frozenset({Provenance.R, Provenance.X, Provenance.P})
"""Marks of what stands in print: such a figure needs no argument."""
NOTE_HEAD = re.compile(r"([a-z_]+(?:, [a-z_]+)*): (.+)")
"""The part of a note that argues figures: their names, a colon, the argument."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure with its provenance.

    Args:
        file: Data file it stands in, relative to the game's folder.
        row: What it belongs to, as people name it: a unit's id, ``0412``, ``0313/0314``,
            ``river Lowatj``, ``terrain.clear.enter``.
        field: Name of the figure within its row: ``strength``, ``base``, ``slope`` ...
        value: As shown to people; ``none`` where it is known that there is none.
        mark: How it is known.
        argument: Why it is so, in a sentence; empty for most printed figures.
        about: Ids and hex numbers it concerns, by which :func:`concerning` finds it.
        line: 1-based line of its row or table in the file.
    """

    file: str
    row: str
    field: str
    value: str
    mark: Provenance
    argument: str
    about: tuple[str, ...]
    line: int = dataclasses.field(compare=False)

    @property
    def printed(self) -> bool:
        """Whether it stands in the rulebook, the charts, the scenarios or the errata."""
        return self.mark in PRINTED


def concerning(figures: Iterable[Figure], id_: str) -> list[Figure]:
    """Return the figures about a unit, marker, formation, area or scenario id or a hex number.

    Args:
        figures: Figures of a game.
        id_: Such as ``g-743-eng`` or ``2123``.
    """
    return [figure for figure in figures if id_ in figure.about]


def grouped(figures: Iterable[Figure]) -> dict[tuple[str, str], list[Figure]]:
    """Return the figures by file and field, in the order met."""
    groups: dict[tuple[str, str], list[Figure]] = {}
    for figure in figures:
        groups.setdefault((figure.file, figure.field), []).append(figure)
    return groups


def tally(figures: Iterable[Figure]) -> Mapping[Provenance, int]:
    """Return how many figures have each mark, in the order of the marks; none is left out."""
    counts = Counter(figure.mark for figure in figures)
    return {mark: counts[mark] for mark in Provenance if counts[mark]}


def remark(note: str) -> str:
    """Return the part of a row's note that argues no figure of it.

    >>> remark("strength: three batteries | attached to the corps")
    'attached to the corps'
    """
    return " | ".join(part for part in note.split(" | ") if not NOTE_HEAD.fullmatch(part))
