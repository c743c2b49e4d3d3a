"""The unit identification chart as data: what is printed on counters, and what it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.model.game import Provenance

__all__ = [
    "Abbreviation",
    "ColourCode",
    "FaceField",
    "Identification",
    "MarkerSign",
    "SizeMark",
    "Symbol",
]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol or silhouette of the chart.

    Args:
        type: The :attr:`~builder.model.game.Unit.type` it stands for.
        name: Its name on the chart.
        kind: Class of unit: ``personnel``, ``weapons``, ``AFV``.
        side: Id of the only side that has it, or empty.
        printed: Whether the chart shows it; the others are of the rules or of this edition.
        source: How it is known.
        note: What is to be said of it.
    """

    type: str
    name: str
    kind: str
    side: str
    printed: bool
    source: Provenance
    note: str


@dataclass(frozen=True, slots=True)
class ColourCode:
    """A colour scheme of counters.

    Args:
        id: As in :attr:`~builder.model.game.Unit.colour`.
        name: In words: symbol's colour on counter's.
        side: Id of its side.
        service: Army, Guards, SS ...
        force: The force as the chart names it.
        source: How it is known.
    """

    id: str
    name: str
    side: str
    service: str
    force: str
    source: Provenance


@dataclass(frozen=True, slots=True)
class SizeMark:
    """A mark of size and what it means."""

    mark: str
    name: str
    source: Provenance


@dataclass(frozen=True, slots=True)
class MarkerSign:
    """A kind of marker: its sign, and what it is for.

    Args:
        kind: As in :attr:`~builder.model.game.Marker.kind`.
        name: As shown to people.
        sign: What is printed on it, in words.
        printed: Whether the chart shows it.
        source: How it is known.
    """

    kind: str
    name: str
    sign: str
    printed: bool
    source: Provenance


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """An abbreviation on the counters of a side."""

    side: str
    short: str
    long: str
    source: Provenance


@dataclass(frozen=True, slots=True)
class FaceField:
    """What stands where on a counter.

    Args:
        face: ``front``, ``front-afv`` or ``back``.
        figure: Name of the field of :class:`~builder.model.game.Unit`.
        name: As shown to people.
        place: Where, in words; empty where the chart shows it only as a drawing.
        source: How it is known.
    """

    face: str
    figure: str
    name: str
    place: str
    source: Provenance


@dataclass(frozen=True, slots=True)
class Identification:
    """The unit identification chart, each part in its printed order."""

    symbols: tuple[Symbol, ...] = ()
    colours: tuple[ColourCode, ...] = ()
    sizes: tuple[SizeMark, ...] = ()
    markers: tuple[MarkerSign, ...] = ()
    abbreviations: tuple[Abbreviation, ...] = ()
    faces: tuple[FaceField, ...] = ()
