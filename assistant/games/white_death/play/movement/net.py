"""The map of a mover as numbers: nodes, and what each step between them costs.

A node is a hex, in thaw a river hex on a bank; where A-03 is read the other way, a hex come to
along a road or not. A net is made once for a ground and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from assistant.engine.identity import Same
from assistant.games.white_death.banks import Bank, Banks, banks_of
from assistant.games.white_death.ground import Ground
from assistant.games.white_death.play.movement.crossing import crossing
from assistant.games.white_death.play.movement.mover import Mover, Start
from builder.hexgrid import Hex, neighbours
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
        cells: The hex of each node.
        index: Nodes by what they stand for.
        nodes: Nodes by hex.
        steps: Nodes that can be stepped to from each node, with the cost in units.
        unit: Parts of a point that a unit of cost is.
    """

    def __init__(self, spots: Iterable[Spot], unit: int) -> None:
        """Number what can be stepped to; the steps are added later."""
        numbered = tuple(spots)
        self.unit = unit
        self.cells = tuple(spot.at for spot in numbered)
        self.index = {spot: node for node, spot in enumerate(numbered)}
        self.steps: list[tuple[tuple[int, int], ...]] = [()] * len(numbered)
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
    """Make a net once; where the ground is as usual its steps are those of the plain net."""
    sort = _Sort(ground.thing, way.thing, banks_of(map_), bound=bound, free=free)
    rivers = ground.thing.rivers if bound else frozenset[Hex]()
    net = Net(_spots(map_.thing, rivers, by_road=sort.by_road), ground.thing.unit)
    anew: Iterable[Spot] = net.index
    plain = ground.thing.plain
    if plain is not None and not sort.by_road:
        usual = Same(plain)
        base = _net(map_, usual, usual, bound=False, free=False)
        net.steps[: len(base.steps)] = base.steps
        cells = ground.thing.changed.union(rivers, *map(neighbours, rivers))
        anew = (spot for spot in net.index if spot.at in cells)
    for spot in anew:
        net.steps[net.index[spot]] = tuple(
            (net.index[to], price // net.unit) for to, price in sort.steps(spot)
        )
    return net


@dataclass(frozen=True, slots=True)
class _Sort:
    """One way to meet the map.

    Args:
        ground: The ground.
        way: The ground for who came along a road.
        banks: The banks of the rivers.
        bound: Whether thawed rivers bind.
        free: Whether the bank may be changed along a river.
    """

    ground: Ground
    way: Ground
    banks: Banks
    bound: bool
    free: bool

    @property
    def by_road(self) -> bool:
        """Whether it matters how a hex was come to."""
        return self.way is not self.ground

    def steps(self, spot: Spot) -> Iterator[tuple[Spot, int]]:
        """Yield the legal steps and what they cost, in parts of a point."""
        here = self.way if spot.by_road else self.ground
        rivers = self.ground.rivers
        for to, edge in here.edges(spot.at).items():
            if edge.bar:
                continue
            bank = Bank.UNSURE
            if self.bound:
                over = crossing(
                    spot.at, to, spot.bank, rivers=rivers, banks=self.banks, free=self.free
                )
                if over.crosses:
                    continue
                bank = over.bank
            yield Spot(to, bank, self.by_road and edge.along), edge.cost


def _spots(map_: GameMap, rivers: frozenset[Hex], *, by_road: bool) -> Iterator[Spot]:
    """Yield everything that a node can stand for, first the hexes themselves."""
    for cell in map_.hexes:
        yield Spot(cell)
    for cell in map_.hexes:
        banks = Bank if cell in rivers else (Bank.UNSURE,)
        spots = (Spot(cell, bank, road) for bank in banks for road in (False, True))
        usual = Spot(cell)
        yield from (spot for spot in spots if spot != usual and by_road >= spot.by_road)
