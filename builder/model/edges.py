"""The edges of the map: whose they are, and by which of them reinforcements may enter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from builder.hexgrid import Hex

if TYPE_CHECKING:
    from builder.model.game import Provenance

__all__ = ["Alternate", "Closure", "Edges"]


@dataclass(frozen=True, slots=True)
class Alternate:
    """Another entry area for units that are due in one.

    Args:
        area: Id of the area they are due in.
        other: Id of the other.
        later: How many turns later they may enter there.
        source: How it is known.
    """

    area: str
    other: str
    later: int
    source: Provenance


@dataclass(frozen=True, slots=True)
class Closure:
    """What closes an entry area: that no unit of its side stands in any of some hexes.

    Args:
        area: Id of the entry area.
        side: Id of its side.
        text: The condition in words.
        hexes: The hexes.
        source: How they are known.
    """

    area: str
    side: str
    text: str
    hexes: frozenset[Hex]
    source: Provenance


@dataclass(frozen=True, slots=True)
class Edges:
    """Friendly edges and entry.

    Args:
        rail: Edge hexes that railways must run to, by side.
        supply: Edge hexes that supply comes from, by side.
        sources: How they are known, by use (``rail``, ``supply``) and side.
        alternates: Other entry areas.
        closures: What closes entry areas.
    """

    rail: Mapping[str, frozenset[Hex]] = field(default_factory=dict)
    supply: Mapping[str, frozenset[Hex]] = field(default_factory=dict)
    sources: Mapping[tuple[str, str], Provenance] = field(default_factory=dict)
    alternates: tuple[Alternate, ...] = ()
    closures: tuple[Closure, ...] = ()
