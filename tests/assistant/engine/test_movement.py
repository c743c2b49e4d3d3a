"""The search for cheapest ways against the plainest one there is."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.engine.movement import (
    PARTS,
    Charge,
    Node,
    along,
    cheapest,
    itemised,
    parts,
    points_text,
    reach,
)
from builder.errors import WargameError
from builder.hexgrid import Hex, Numbering, distance, neighbours, within

FIELD = Numbering(5, 5)
CELLS = list(FIELD)


class Drawn:
    """Entry prices by hex; a hex without one is closed; in a halting hex a march ends."""

    def __init__(self, prices, halting=()):
        self.prices, self.halting = prices, set(halting)
        self.least = min(prices.values(), default=0)

    def bound(self, node, stop):
        return self.least * distance(node.hex, stop)

    def steps(self, node):
        if node.mode:
            return
        for to in neighbours(node.hex):
            if to in self.prices:
                yield Node(to, 1 if to in self.halting else 0), self.prices[to]

    def charges(self, node, to):
        half = self.prices[to.hex] // 2
        return (
            Charge(half, "one half", "X-1"),
            Charge(self.prices[to.hex] - half, f"from {node.hex}", "X-2"),
        )


def by_relaxing(costs, start):
    """Least costs to every node, by going over all steps until nothing changes."""
    best = {start: 0}
    changed = True
    while changed:
        changed = False
        for node, cost in list(best.items()):
            for to, price in costs.steps(node):
                if cost + price < best.get(to, 10**9):
                    best[to] = cost + price
                    changed = True
    return best


@st.composite
def fields(draw):
    prices = {cell: draw(st.integers(0, 60)) for cell in CELLS if draw(st.integers(0, 4))}
    halting = [cell for cell in CELLS if draw(st.integers(0, 5)) == 0]
    return Drawn(prices, halting)


@given(fields(), st.sampled_from(CELLS), st.integers(0, 150))
def test_reach_has_the_least_costs(costs, start, limit):
    node = Node(start)
    best = {}
    for (cell, _), cost in by_relaxing(costs, node).items():
        if cost <= limit:
            best[cell] = min(cost, best.get(cell, cost))
    assert reach(costs, node, limit) == best


@given(fields(), st.sampled_from(CELLS), st.lists(st.sampled_from(CELLS), min_size=1, max_size=3))
def test_the_cheapest_way_through_stops(costs, start, stops):
    # stop by stop, keeping every node a leg may end in
    ends = {Node(start): 0}
    for stop in stops:
        found = {}
        for node, spent in ends.items():
            for to, cost in by_relaxing(costs, node).items():
                if to.hex == stop:
                    found[to] = min(spent + cost, found.get(to, 10**9))
        ends = found
    least = min(ends.values(), default=None)
    route = cheapest(costs, Node(start), stops)
    assert (None if route is None else route.cost) == least
    if route is not None:
        assert sum(c.amount for leg in itemised(costs, route) for c in leg.charges) == route.cost
        assert cheapest(costs, Node(start), stops, route.cost) is not None
        assert cheapest(costs, Node(start), stops, route.cost - 1) is None
        assert along(costs, Node(start), route.hexes[1:]) == route.cost
        distinct = [stop for stop, _ in groupby(stops)]
        rest = iter(route.hexes)
        assert all(stop in rest for stop in distinct)


@pytest.mark.parametrize("steps", range(7))
def test_open_ground_holds_rings_of_six(steps):
    centre = Hex(0, 0)
    plain = Drawn(dict.fromkeys(within(centre, 10), 30))
    assert len(reach(plain, Node(centre), 30 * steps)) == 1 + 3 * steps * (steps + 1)


def test_a_march_ends_where_it_must_stop():
    a, b, c = (FIELD.parse(text) for text in ("0101", "0201", "0301"))
    costs = Drawn({a: 10, b: 10, c: 10}, halting=[b])
    assert cheapest(costs, Node(a), [b]).cost == 10
    assert cheapest(costs, Node(a), [c]) is None
    assert cheapest(costs, Node(a), [b, c]) is None


def test_a_given_way_costs_what_its_steps_cost_or_is_no_way():
    a, b, c = (FIELD.parse(text) for text in ("0101", "0201", "0301"))
    costs = Drawn({a: 10, b: 20, c: 30}, halting=[c])
    assert along(costs, Node(a), []) == 0
    assert along(costs, Node(a), [b, c]) == 50
    assert along(costs, Node(a), [b, a, b]) == 50
    assert along(costs, Node(a), [c]) is None
    assert along(costs, Node(a), [b, c, b]) is None


def test_ways_are_the_same_every_time():
    plain = Drawn(dict.fromkeys(CELLS, 10))
    ways = {cheapest(plain, Node(CELLS[0]), [CELLS[-1]]).hexes for _ in range(3)}
    assert len(ways) == 1


@given(st.fractions(0, 20, max_denominator=10))
def test_points_are_whole_parts_or_refused(points):
    if (points * PARTS).denominator == 1:
        text = points_text(parts(points))
        assert sum(Fraction(word) for word in text.split()) == points
    else:
        with pytest.raises(WargameError, match="whole number"):
            parts(points)
