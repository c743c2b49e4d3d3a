"""Where a unit may stand at all, and what lies in front of what.

Everything here errs on the safe side: a hex is left out if some reading of the rules might
forbid it, or if it might be in somebody's zone of control.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from builder.hexgrid import Hex, hexside, neighbours, ring
from builder.model.game import Game, WayKind
from builder.module.ready.held import Held

__all__ = ["depths", "front_of", "near", "open_to", "supplied", "zones"]

_FARTHEST = 200

_ring = lru_cache(maxsize=1 << 13)(ring)  # asked for again and again, placement after placement


def open_to(game: Game, mobility: str) -> frozenset[Hex]:
    """Return the hexes whose terrain is prohibited to no unit of a mobility, roads or not."""
    return _open_to(Held(game), mobility)


@lru_cache(maxsize=64)
def _open_to(held: Held, mobility: str) -> frozenset[Hex]:
    map_, rows = held.game.map, held.game.chart.terrains
    closed = {id_ for id_, row in rows.items() if mobility not in row.enter}
    return frozenset(
        cell
        for cell, hex_ in map_.hexes.items()
        if not hex_.terrain & closed
        and any(
            other in map_.hexes and hexside(cell, other) not in map_.lakes
            for other in neighbours(cell)
        )
    )


def zones(game: Game, standing: Iterable[Hex]) -> frozenset[Hex]:
    """Return the hexes of units and all beside them: their zones of control are within."""
    cells = set(standing)
    return frozenset(
        near_ for cell in cells for near_ in (cell, *neighbours(cell)) if near_ in game.map.hexes
    )


def supplied(
    game: Game, side: str, closed: Collection[Hex], bridges: Iterable[Hex]
) -> frozenset[Hex]:
    """Return the hexes where a side's guns are in supply: near a way that is open to its edges.

    Args:
        game: The game.
        side: Id of the side.
        closed: Hexes through which no supply goes.
        bridges: Hexes of bridges; where a way crosses a river without one it is cut.
    """
    map_, tracing = game.map, game.supply.tracing
    if tracing is None:
        return frozenset(map_.hexes)
    rivers = {cell for way in map_.ways if way.kind is WayKind.RIVER for cell in way.hexes}
    cut = rivers.difference(bridges).union(closed)
    ways: dict[Hex, list[Hex]] = {}
    for one, other in map_.roads | map_.rails:
        if one not in cut and other not in cut:
            ways.setdefault(one, []).append(other)
            ways.setdefault(other, []).append(one)
    found = set(game.edges.supply.get(side, ())).intersection(ways)
    edge = list(found)
    while edge:
        beyond = {to for cell in edge for to in ways[cell]} - found
        found |= beyond
        edge = list(beyond)
    free = map_.hexes.keys() - frozenset(closed)
    return frozenset(c for c, steps in depths(found, free).items() if steps <= tracing.hexes)


def depths(start: Iterable[Hex], field: Collection[Hex]) -> dict[Hex, int]:
    """Return how many steps within a field each hex lies behind the nearest of some.

    Args:
        start: Those of depth 0, in the field or not.
        field: Hexes that are looked at; those that can't be reached are left out.
    """
    found = dict.fromkeys(sorted(start), 0)
    edge = list(found)
    while edge:
        following: list[Hex] = []
        for cell in edge:
            for other in neighbours(cell):
                if other in field and other not in found:
                    found[other] = found[cell] + 1
                    following.append(other)
        edge = following
    return found


def front_of(field: Collection[Hex], enemy: Mapping[Hex, int], reach: int) -> list[Hex]:
    """Return the hexes of a field from which no step within it leads nearer to the enemy.

    Args:
        field: Where one's own units may stand.
        enemy: Steps to the nearest enemy, by hex.
        reach: How much farther than the nearest of all a hex of the front may be.
    """
    known = {cell: enemy[cell] for cell in sorted(field) if cell in enemy}
    if not known:
        return sorted(field)
    most = min(known.values()) + reach
    return [
        cell
        for cell, steps in known.items()
        if steps <= most and all(known.get(other, steps) >= steps for other in neighbours(cell))
    ]


def near(centre: Hex, field: Collection[Hex]) -> Iterator[list[Hex]]:
    """Yield the hexes of a field ring by ring round a hex, up to the farthest; rings may be empty.

    Args:
        centre: From where.
        field: Which hexes count.
    """
    left = len(field)
    for radius in range(_FARTHEST):
        if not left:
            return
        found = [cell for cell in _ring(centre, radius) if cell in field]
        left -= len(found)
        yield found
