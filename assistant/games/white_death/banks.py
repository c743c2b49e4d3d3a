"""The two banks of a river, for rule 16B: on which side of a river hex a neighbour lies.

A river runs through the centres of its hexes, so that the line from the hex before to the
hex after cuts the six neighbours into a left and a right bank. Where two rivers meet, or a
river begins on the map, that can't be told.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache

from assistant.engine.identity import Same
from builder.hexgrid import Direction, Hex, direction_between, neighbour
from builder.model.game import GameMap, WayKind

__all__ = ["Bank", "Banks", "banks_of"]


class Bank(IntEnum):
    """Where a neighbour of a river hex lies, looking downstream."""

    UNSURE = 0
    LEFT = 1
    RIGHT = 2
    ALONG = 3


class Banks:
    """The banks of every river hex of a map."""

    def __init__(self, map_: GameMap) -> None:
        """Follow every river downstream."""
        self._banks: dict[Hex, dict[Direction, Bank]] = {}
        for way in map_.ways:
            if way.kind is WayKind.RIVER:
                for before, cell, after in zip(
                    (None, *way.hexes), way.hexes, (*way.hexes[1:], None), strict=False
                ):
                    self._add(map_, before, cell, after)

    def of(self, river: Hex, other: Hex) -> Bank:
        """Return on which bank of a river hex an adjacent hex lies."""
        banks = self._banks.get(river, {})
        return banks.get(direction_between(river, other), Bank.UNSURE)

    def _add(self, map_: GameMap, before: Hex | None, cell: Hex, after: Hex | None) -> None:
        """Put down the banks of one hex; a second river in it leaves them unsure."""
        along = [direction_between(cell, end) for end in (before, after) if end is not None]
        known = self._banks.get(cell)
        if known is not None:
            along += [direction for direction, bank in known.items() if bank is Bank.ALONG]
            self._banks[cell] = dict.fromkeys(along, Bank.ALONG)
            return
        banks = dict.fromkeys(along, Bank.ALONG)
        source = _end(map_, cell, before)
        mouth = _end(map_, cell, after)
        if source is not None and mouth is not None:
            for turn in range(1, 6):
                direction = Direction((source + turn) % 6)
                left = turn < (mouth - source) % 6
                banks.setdefault(direction, Bank.LEFT if left else Bank.RIGHT)
        self._banks[cell] = banks


def _end(map_: GameMap, cell: Hex, next_: Hex | None) -> Direction | None:
    """Return where the river comes from or goes to: a hex, or over the edge of the map."""
    if next_ is not None:
        return direction_between(cell, next_)
    off = (side for side in Direction if neighbour(cell, side) not in map_.hexes)
    return next(off, None)


@lru_cache(maxsize=8)
def banks_of(map_: Same[GameMap]) -> Banks:
    """Return the banks of a map, the same ones for the same map."""
    return Banks(map_.thing)
