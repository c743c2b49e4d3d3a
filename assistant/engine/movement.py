"""Cheapest ways over hexes, with exact costs; what a step costs is a game's business.

Movement points are whole numbers of 1/120 point inside a search: every fraction of the
charts known so far (halves to sixths, eighths, tenths) is a whole number of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple, Protocol

from builder.errors import WargameError
from builder.hexgrid import Hex

__all__ = [
    "PARTS",
    "Charge",
    "Costs",
    "Leg",
    "Node",
    "Route",
    "along",
    "cheapest",
    "itemised",
    "parts",
    "points_text",
    "reach",
]

PARTS = 120
"""Parts of one movement point."""


def parts(points: Fraction | int) -> int:
    """Return movement points as whole parts.

    Raises:
        WargameError: The figure is no whole number of parts (a fault of the data).

    >>> parts(Fraction(1, 8)), parts(3)
    (15, 360)
    """
    exact = points * PARTS
    if exact != int(exact):
        raise WargameError(
            f"{points} movement points are no whole number of 1/{PARTS} points: "
            "change the figure in the data"
        )
    return int(exact)


def points_text(amount: int) -> str:
    """Return parts as an exact number of movement points.

    >>> points_text(390), points_text(15), points_text(0), points_text(-150)
    ('3 1/4', '1/8', '0', '-1 1/4')
    """
    whole, rest = divmod(abs(amount), PARTS)
    words = [str(whole)] if whole else []
    if rest:
        words.append(str(Fraction(rest, PARTS)))
    return ("-" if amount < 0 else "") + (" ".join(words) or "0")


@dataclass(frozen=True, slots=True)
class Charge:
    """One part of what a step costs: parts of a movement point, for what, by which rule."""

    amount: int
    reason: str
    rule: str


class Node(NamedTuple):
    """Where a march is: the hex, and what the game must remember of the way there.

    ``mode`` is a small number whose meaning is the game's; 0 is the beginning of a march.
    """

    hex: Hex
    mode: int = 0


class Costs(Protocol):
    """What a game must tell of one mover in one position."""

    def bound(self, node: Node, stop: Hex) -> int:
        """Return the least that a way from a node to a hex costs; 0 is always true.

        A step never costs less than the bound falls by it, so that no node is met twice.
        """

    def steps(self, node: Node) -> Iterable[tuple[Node, int]]:
        """Yield every legal step from a node with its cost (parts, never negative).

        A step into the same hex (another mode) is allowed. A unit that must stop has none.
        """

    def charges(self, node: Node, to: Node) -> tuple[Charge, ...]:
        """Return the parts of the cost of one such step; they add up to that cost."""


@dataclass(frozen=True, slots=True)
class Route:
    """A way through nodes and its cost in parts."""

    nodes: tuple[Node, ...]
    cost: int

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes in order; two nodes in the same hex count once."""
        cells = [node.hex for node in self.nodes]
        return (cells[0], *(b for a, b in pairwise(cells) if a != b))


@dataclass(frozen=True, slots=True)
class Leg:
    """One step of a route with the parts of its cost."""

    origin: Hex
    to: Hex
    charges: tuple[Charge, ...]


_State = tuple[Node, int]


def cheapest(
    costs: Costs, start: Node, stops: Sequence[Hex], limit: int | None = None
) -> Route | None:
    """Return the cheapest route that passes through hexes in a given order, if there is one.

    The search is A*: the bound to the next stop is never more than what is still to come.

    Args:
        costs: The mover.
        start: Where it begins.
        stops: Hexes to pass through in order, at least one; the route ends in the last.
        limit: Greatest cost allowed (parts), ``None`` for none.
    """
    most = sys.maxsize if limit is None else limit
    goal = len(stops) - 1
    first: _State = (start, 0)
    best: list[dict[Node, int]] = [{} for _ in stops]
    best[0][start] = 0
    came: dict[_State, _State] = {}
    heap: list[tuple[int, int, int, _State]] = [(0, 0, 0, first)] if most >= 0 else []
    serial = 0
    while heap:
        _, _, cost, state = heappop(heap)
        node, passed = state
        if cost > best[passed][node]:
            continue
        onward: Iterable[tuple[Node, int]]
        if node.hex == stops[passed]:
            if passed == goal:
                return _route(came, state, cost)
            passed += 1
            onward = ((node, 0),)
        else:
            onward = costs.steps(node)
        reached, stop = best[passed], stops[passed]
        for to, price in onward:
            total = cost + price
            known = reached.get(to)
            if known is None or total < known:
                bound = total + costs.bound(to, stop)
                if bound <= most:
                    reached[to] = total
                    after = (to, passed)
                    came[after] = state
                    serial += 1
                    heappush(heap, (bound, serial, total, after))
    return None


def _route(came: Mapping[_State, _State], last: _State, cost: int) -> Route:
    """Follow the way back and return it forwards."""
    states = [last]
    while states[-1] in came:
        states.append(came[states[-1]])
    nodes = [state[0] for state in reversed(states)]
    kept = [nodes[0], *(b for a, b in pairwise(nodes) if a != b)]
    return Route(tuple(kept), cost)


def along(costs: Costs, start: Node, hexes: Iterable[Hex]) -> int | None:
    """Return what one given way costs (parts), ``None`` if a step of it isn't legal.

    Args:
        costs: The mover, to whom no more than one step leads from a node into another hex.
        start: Where it begins.
        hexes: The hexes entered, one after the other.
    """
    node, cost = start, 0
    for cell in hexes:
        step = next((step for step in costs.steps(node) if step[0].hex == cell), None)
        if step is None:
            return None
        node, cost = step[0], cost + step[1]
    return cost


def reach(costs: Costs, start: Node, limit: int) -> dict[Hex, int]:
    """Return every hex within reach and its least cost (parts), nearest first."""
    best: dict[Node, int] = {start: 0}
    heap: list[tuple[int, Node]] = [(0, start)]
    found: dict[Hex, int] = {}
    while heap:
        cost, node = heappop(heap)
        if cost > best[node]:
            continue
        found.setdefault(node.hex, cost)
        for to, price in costs.steps(node):
            total = cost + price
            if total <= limit and total < best.get(to, total + 1):
                best[to] = total
                heappush(heap, (total, to))
    return found


def itemised(costs: Costs, route: Route) -> tuple[Leg, ...]:
    """Return the steps of a route with every part of their cost; the parts add up to it."""
    return tuple(Leg(a.hex, b.hex, costs.charges(a, b)) for a, b in pairwise(route.nodes))
