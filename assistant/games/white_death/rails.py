"""How far the railways are: what a search, and whoever asks for one, may expect of a train."""

from __future__ import annotations

from functools import lru_cache

from assistant.engine.identity import Same
from assistant.games.white_death.names import TOWN
from builder.hexgrid import Hex, neighbours
from builder.model.game import GameMap

__all__ = ["steps_to_rails"]

_NEVER = 1 << 20
"""More steps than any way has."""


@lru_cache(maxsize=8)
def steps_to_rails(map_: Same[GameMap], *, towns: bool = False) -> dict[Hex, int]:
    """Return how many steps every hex of a map is from the nearest one with a railway.

    Args:
        map_: The map.
        towns: Whether only those with a town count too.
    """
    hexes = map_.thing.hexes
    rails = (cell for side in map_.thing.rails for cell in side)
    ring = {cell for cell in rails if not towns or TOWN in hexes[cell].terrain}
    steps = dict.fromkeys(hexes, _NEVER)
    far = 0
    while ring:
        steps.update(dict.fromkeys(ring, far))
        far += 1
        ring = {n for cell in ring for n in neighbours(cell) if steps.get(n, 0) > far}
    return steps
