"""Every hex within a unit's reach, at the least cost, with the way there.

The search takes nodes in order of cost out of one bucket for each cost: prices are small whole
numbers once they are counted in the greatest unit that all of them are multiples of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from assistant.engine.movement import PARTS, parts
from assistant.games.white_death.play.movement.bounds import bounds
from assistant.games.white_death.play.movement.front import front_of
from assistant.games.white_death.play.movement.mover import Mover, Start, mover_of, start_of
from assistant.games.white_death.play.movement.net import Net, net_of, spot_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex

__all__ = ["Reach", "reach", "reach_from"]


@dataclass(frozen=True, slots=True, eq=False)
class Reach(Mapping[Hex, int]):
    """What a unit can reach: parts of a point by hex, nearest first, its own hex included.

    Args:
        costs: Parts of a point by hex; what was spent before isn't in them.
        nodes: Node of the net by hex.
        came: For each node the one before it, -1 for none.
        net: The net.
    """

    costs: Mapping[Hex, int]
    nodes: Mapping[Hex, int]
    came: list[int]
    net: Net

    def __getitem__(self, cell: Hex) -> int:
        """Return the parts of a point that a hex costs."""
        return self.costs[cell]

    def __iter__(self) -> Iterator[Hex]:
        """Iterate over the hexes, nearest first."""
        return iter(self.costs)

    def __len__(self) -> int:
        """Return how many hexes are in reach."""
        return len(self.costs)

    def cost(self, cell: Hex) -> Fraction:
        """Return the movement points that a hex costs.

        Raises:
            KeyError: It isn't in reach.
        """
        return Fraction(self.costs[cell], PARTS)

    def path(self, cell: Hex) -> tuple[Hex, ...]:
        """Return a cheapest way to a hex, from the hex left on.

        Raises:
            KeyError: It isn't in reach.
        """
        node = self.nodes[cell]
        way = [cell]
        while (node := self.came[node]) >= 0:
            way.append(self.net.cells[node])
        return tuple(reversed(way))


def reach(position: Position, unit: str, points: Fraction | int, rules: Ruleset) -> Reach:
    """Return every hex that a unit can reach in a position.

    What it has done in the impulse counts: points spent, whether it had to stop, whether it has
    left its first hex. Phase, side and kind of impulse don't.

    Args:
        position: The position.
        unit: Id of a unit on the map.
        points: Movement points of the impulse, those spent before included.
        rules: What is legal.

    Raises:
        KeyError: There is no such unit in the position.
        ValueError: It isn't on the map.
    """
    mover = mover_of(position, unit, rules)
    return reach_from(mover, start_of(mover), points)


def reach_from(mover: Mover, start: Start, points: Fraction | int, *, paid: bool = False) -> Reach:
    """Return every hex that a mover can reach if it stands as told; see :func:`reach`.

    Args:
        mover: The unit.
        start: How it stands.
        points: Movement points of the impulse, those spent before included.
        paid: Whether it pays for not being fired at as it leaves its first hex (3A).
    """
    net = net_of(mover)
    left = parts(points) - start.spent
    most = left // net.unit
    front = front_of(mover, net)
    cost = front.fresh(max(most, 0))
    within = bounds(mover.position, mover.unit, mover.rules)
    if within is not None:
        for node, cell in enumerate(net.cells):
            if cell not in within:
                cost[node] = -1
    first = net.index[spot_of(mover, start)]
    toll = mover.toll(start.at, start, paid=paid)
    extra = toll.amount // net.unit if toll is not None else 0
    came = [-1] * len(cost)
    order: list[int] = []
    if start.halted or most < 0:
        order.append(first)
        cost[first] = 0
    else:
        _search(net, front.halts, {**front.tolls, first: extra}, first, most, cost, came, order)
    found = _found(net, order)
    if mover.commando:
        found = {cell: n for cell, n in found.items() if cell not in front.held}
    if start.first and start.spent == 0 and mover.rules.reads("A-06") == "one_hex":
        _one_hex(net, first, extra, cost, came, found)
    costs = {cell: cost[node] * net.unit for cell, node in found.items()}
    return Reach(costs, found, came, net)


def _search(  # noqa: PLR0913, PLR0917 - one tight loop
    net: Net,
    halts: bytearray,
    tolls: Mapping[int, int],
    first: int,
    most: int,
    cost: list[int],
    came: list[int],
    order: list[int],
) -> None:
    """Fill costs and ways, and the order in which nodes were reached."""
    steps = net.steps
    buckets: list[list[int]] = [[] for _ in range(most + 1)]
    buckets[0].append(first)
    cost[first] = 0
    for paid, bucket in enumerate(buckets):
        for node in bucket:
            if cost[node] != paid:
                continue  # it was reached for less
            order.append(node)
            if halts[node] and node != first:
                continue
            base = paid + tolls[node] if node in tolls else paid
            for to, price in steps[node]:
                total = base + price
                if total < cost[to]:
                    cost[to] = total
                    came[to] = node
                    buckets[total].append(to)


def _found(net: Net, order: list[int]) -> dict[Hex, int]:
    """Return the cheapest node of every hex in reach."""
    cells = net.cells
    if len(net.nodes) == len(cells):
        return {cells[node]: node for node in order}
    found: dict[Hex, int] = {}
    for node in order:
        found.setdefault(cells[node], node)
    return found


def _one_hex(  # noqa: PLR0913, PLR0917 - parts of the search
    net: Net, first: int, extra: int, cost: list[int], came: list[int], found: dict[Hex, int]
) -> None:
    """Add the hexes next to the first that cost too much (A-06)."""
    for to, price in net.steps[first]:
        if net.cells[to] not in found and cost[to] >= 0:
            cost[to], came[to] = extra + price, first
            found[net.cells[to]] = to
