"""Zones of control: which units control a hex; what a zone covers is a game's business."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from builder.hexgrid import Hex, neighbours

__all__ = ["Exerts", "Grip", "Hold", "Zones"]


class Grip(IntEnum):
    """Whether a unit controls a neighbouring hex."""

    NO = 0
    PERHAPS = 1
    YES = 2


class Hold(NamedTuple):
    """A unit that controls a hex, from where, and how surely."""

    unit: str
    origin: Hex
    grip: Grip


Exerts = Callable[[str, Hex, Hex], Grip]
"""Tells how a unit standing in one hex controls an adjacent one."""


class Zones:
    """The hexes that one side's units control, worked out where they are asked for.

    A position keeps its zones: asking twice costs nothing.

    Args:
        stacks: Units by hex.
        exerts: The game's rule.
    """

    def __init__(self, stacks: Mapping[Hex, Sequence[str]], exerts: Exerts) -> None:
        """Keep the stacks and which hexes lie next to one; no rule is asked yet."""
        self._stacks = stacks
        self._near = frozenset(cell for origin in stacks for cell in neighbours(origin))
        self._exerts = exerts
        self._holds: dict[Hex, tuple[Hold, ...]] = {}

    def on(self, cell: Hex) -> tuple[Hold, ...]:
        """Return who controls a hex, clockwise from the northern neighbour."""
        known = self._holds.get(cell)
        if known is None:
            found = self._find(cell) if cell in self._near else ()
            known = self._holds[cell] = tuple(found)
        return known

    def _find(self, cell: Hex) -> list[Hold]:
        """Ask every unit next to a hex."""
        return [
            Hold(unit, origin, grip)
            for origin in neighbours(cell)
            for unit in self._stacks.get(origin, ())
            if (grip := self._exerts(unit, origin, cell))
        ]
