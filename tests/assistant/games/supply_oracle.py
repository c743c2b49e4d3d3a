"""Supply and isolation as the rulebook words them, unit by unit, on printed hex numbers.

Nothing of the engine's tracing is used: neighbours follow from the numbers, friendly edges from
the rule's words, roads from the chains of hexes that the map draws. Enemy zones of control are
given; they have tests of their own.
"""

from __future__ import annotations

from itertools import pairwise

from builder.model.game import Game, WayKind

COLUMNS, ROWS = 38, 44
SOUTHEAST = 8
"""Hexes of the extreme south-eastern edge."""
REACH = 7


def beside(number: str) -> list[str]:
    """Return the numbers around one: odd columns lie half a hex farther north."""
    column, row = int(number[:2]), int(number[2:])
    low = row if column % 2 == 0 else row - 1
    around = [(column, row - 1), (column, row + 1)]
    around += [(column + side, low + step) for side in (-1, 1) for step in (0, 1)]
    return [f"{c:02}{r:02}" for c, r in around if 1 <= c <= COLUMNS and 1 <= r <= ROWS]


def friendly(number: str, side: str) -> bool:
    """Tell whether a hex is at a friendly edge: the east and the extreme south-east, or others."""
    column, row = int(number[:2]), int(number[2:])
    if column not in {1, COLUMNS} and row not in {1, ROWS}:
        return False
    east = column == COLUMNS or (row == ROWS and column > COLUMNS - SOUTHEAST)
    return east if side == "soviet" else not east


def roads_of(game: Game) -> dict[str, set[str]]:
    """Return the hexes that roads and railways run on to from each of theirs."""
    found: dict[str, set[str]] = {}
    for way in game.map.ways:
        if way.kind in {WayKind.ROAD, WayKind.RAIL}:
            numbers = [game.map.numbering.format(cell) for cell in way.hexes]
            for one, other in pairwise(numbers):
                found.setdefault(one, set()).add(other)
                found.setdefault(other, set()).add(one)
    return found


def is_isolated(start: str, side: str, barred: set[str]) -> bool:
    """Tell whether no path of any length leads from a hex to a friendly edge: 15C.

    ``barred`` are hexes of enemy units and their zones; the own hex doesn't count.
    """
    seen, left = {start}, [start]
    while left:
        here = left.pop()
        if friendly(here, side):
            return False
        for to in beside(here):
            if to not in seen and to not in barred:
                seen.add(to)
                left.append(to)
    return True


def runs_to_edge(start: str, side: str, barred: set[str], roads: dict[str, set[str]]) -> bool:
    """Tell whether a road in a hex runs to a friendly edge, free of the enemy."""
    seen, left = {start}, [start]
    while left:
        here = left.pop()
        if friendly(here, side):
            return True
        for to in roads[here]:
            if to not in seen and to not in barred:
                seen.add(to)
                left.append(to)
    return False


def is_supplied(start: str, side: str, barred: set[str], roads: dict[str, set[str]]) -> bool:
    """Tell whether seven hexes or fewer lead to a road that runs to a friendly edge: 15B."""
    edge, seen = {start}, {start}
    for entered in range(REACH + 1):
        if any(here in roads and runs_to_edge(here, side, barred, roads) for here in edge):
            return True
        if entered == REACH:
            return False
        edge = {to for here in edge for to in beside(here)} - seen - barred
        seen |= edge
    raise AssertionError("the loop returns")
