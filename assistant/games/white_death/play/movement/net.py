"""The map of a mover as numbers: nodes, and what each step between them costs.

A node is a hex, in thaw a river hex on a bank; where A-03 is read the other way, a hex come to
along a road or not. A net is made once for a ground and kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from assistant.engine.identity import Same
from assistant.engine.movement import PARTS
from assistant.games.white_death.banks import Bank, banks_of
from assistant.games.white_death.ground import Ground
from assistant.games.white_death.play.movement.crossing import crossing
from assistant.games.white_death.play.movement.mover import Mover, Start
from builder.hexgrid import Hex
from builder.model.game import GameMap

__all__ = ["Net", "Spot", "net_of", "spot_of"]


class Spot(NamedTuple):
    """What a node stands for."""

    at: Hex
    bank: Bank = Bank.UNSURE
    by_road: bool = False


class Net:
    """Nodes and steps.

    Attributes:
        spots: What each node stands for.
        cells: The hex of each node.
        index: Nodes by what they stand for.
        steps: Nodes that can be stepped to from each node, with the cost in units.
        unit: Parts of a point that a unit of cost is.
    """

    def __init__(self, lines: dict[Spot, list[tuple[Spot, int]]]) -> None:
        """Number what can be stepped to."""
        self.spots = tuple(lines)
        self.cells = tuple(spot.at for spot in self.spots)
        self.index = {spot: node for node, spot in enumerate(self.spots)}
        prices = (price for steps in lines.values() for _, price in steps)
        self.unit = gcd(PARTS, *prices)
        self.steps = tuple(
            tuple((self.index[to], price // self.unit) for to, price in steps)
            for steps in lines.values()
        )
        self.nodes: dict[Hex, tuple[int, ...]] = {}
        for node, cell in enumerate(self.cells):
            self.nodes[cell] = (*self.nodes.get(cell, ()), node)


def spot_of(mover: Mover, start: Start) -> Spot:
    """Return what the node stands for where a mover begins."""
    bank = start.bank if mover.bound and start.at in mover.ground.rivers else Bank.UNSURE
    return Spot(start.at, bank, start.by_road and mover.way_ground is not mover.ground)


def net_of(mover: Mover) -> Net:
    """Return the net of a mover, the same one for all that meet the map alike."""
    free = mover.bound and mover.rules.reads("A-19") == "free"
    map_ = Same(mover.rules.game.map)
    return _net(map_, Same(mover.ground), Same(mover.way_ground), bound=mover.bound, free=free)


@lru_cache(maxsize=64)
def _net(
    map_: Same[GameMap], ground: Same[Ground], way: Same[Ground], *, bound: bool, free: bool
) -> Net:
    """Make a net once."""
    by_road = way != ground
    rivers = ground.thing.rivers
    banks = banks_of(map_)
    lines: dict[Spot, list[tuple[Spot, int]]] = {}
    for spot in _spots(map_.thing, rivers if bound else frozenset(), by_road=by_road):
        here = way.thing if spot.by_road else ground.thing
        lines[spot] = []
        for to, edge in here.edges(spot.at).items():
            if edge.bar:
                continue
            bank = Bank.UNSURE
            if bound:
                over = crossing(spot.at, to, spot.bank, rivers=rivers, banks=banks, free=free)
                if over.crosses:
                    continue
                bank = over.bank
            lines[spot].append((Spot(to, bank, by_road and edge.along), edge.cost))
    return Net(lines)


def _spots(map_: GameMap, rivers: frozenset[Hex], *, by_road: bool) -> Iterator[Spot]:
    """Yield everything that a node can stand for."""
    for cell in map_.hexes:
        for bank in Bank if cell in rivers else (Bank.UNSURE,):
            yield Spot(cell, bank)
            if by_road:
                yield Spot(cell, bank, by_road=True)
