import itertools
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.hexgrid import (
    Direction,
    Hex,
    direction_between,
    distance,
    hexside,
    line,
    neighbour,
    neighbours,
    ring,
    within,
)

HEXES = st.builds(Hex, st.integers(-40, 40), st.integers(-40, 40))


def walked(start, limit):
    """Distances by breadth-first walking: knows nothing of the formula."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        if found[cell] < limit:
            for other in neighbours(cell):
                if other not in found:
                    found[other] = found[cell] + 1
                    queue.append(other)
    return found


def test_distance_equals_the_number_of_steps_walked():
    for cell, steps in walked(Hex(3, -2), 9).items():
        assert distance(Hex(3, -2), cell) == steps


def test_ring_and_within_hold_what_walking_finds():
    found = walked(Hex(0, 0), 6)
    for radius in range(7):
        assert set(ring(Hex(0, 0), radius)) == {c for c, d in found.items() if d == radius}
        assert len(ring(Hex(0, 0), radius)) == (6 * radius or 1)
    assert set(within(Hex(0, 0), 6)) == set(found)


@given(HEXES, HEXES, HEXES)
def test_distance_is_a_metric(a, b, c):
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(HEXES, st.sampled_from(Direction))
def test_a_step_and_its_opposite_cancel(cell, direction):
    there = neighbour(cell, direction)
    assert direction_between(cell, there) is direction
    assert neighbour(there, direction.opposite) == cell
    assert hexside(cell, there) == hexside(there, cell)


@given(HEXES, HEXES)
def test_a_line_is_a_shortest_chain_and_the_same_both_ways(a, b):
    cells = line(a, b)
    assert cells[0] == a
    assert cells[-1] == b
    assert len(cells) == distance(a, b) + 1
    assert all(distance(x, y) == 1 for x, y in itertools.pairwise(cells))
    assert cells == tuple(reversed(line(b, a)))


def test_a_line_along_a_hexside_takes_the_western_hex():
    # the middle of the way lies on the side between (0,1), west, and (1,0), east
    assert line(Hex(0, 0), Hex(1, 1)) == (Hex(0, 0), Hex(0, 1), Hex(1, 1))


def test_hexside_of_distant_hexes_is_refused():
    with pytest.raises(ValueError, match="share no hexside"):
        hexside(Hex(0, 0), Hex(2, 0))
