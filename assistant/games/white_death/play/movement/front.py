"""What the enemy does to the nodes of a net: shuts them, makes units stop there, takes toll."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from assistant.engine.identity import Beside, Same
from assistant.games.white_death.play.movement.mover import Mover, Start
from assistant.games.white_death.play.movement.net import Net
from assistant.games.white_death.state.control import Control
from assistant.games.white_death.state.position import Bunker
from builder.hexgrid import Hex

__all__ = ["Front", "front_of"]


class Front:
    """The enemy as one class of mover meets it on a net.

    Attributes:
        halts: For each node whether the mover must stop there.
        tolls: Units of cost for leaving a node that was entered in the phase.
        held: Hexes with enemies, where none may stop.
    """

    def __init__(self, mover: Mover, net: Net) -> None:
        """Look at every hex that the enemy stands in or controls."""
        self._size = len(net.cells)
        self._shut: list[int] = []
        self.held = frozenset(mover.position.forces[mover.enemy].stacks)
        self.halts = bytearray(self._size)
        self.tolls: dict[int, int] = {}
        bunkers = (bunker.at for bunker in mover.position.bunkers.values())
        for cell in {*self.held, *bunkers}:
            if mover.occupants(cell) and not (mover.commando and cell in self.held):
                self._shut += net.nodes[cell]
        for cell in mover.zones:
            if mover.weapons:
                self._shut += net.nodes[cell]
            elif mover.halting(cell):
                for node in net.nodes[cell]:
                    self.halts[node] = 1
            elif mover.ski:
                self._tax(mover, net, cell)
        self._fresh: dict[int, list[int]] = {}

    def _tax(self, mover: Mover, net: Net, cell: Hex) -> None:
        """Take toll of ski units that leave a hex."""
        start = Start(cell, first=False)
        toll = mover.toll(cell, start, paid=False)
        if toll is not None:
            self.tolls.update(dict.fromkeys(net.nodes[cell], toll.amount // net.unit))

    def fresh(self, most: int) -> list[int]:
        """Return a list of costs for a search: more than ``most``, -1 where all is shut."""
        known = self._fresh.get(most)
        if known is None:
            known = [most + 1] * self._size
            for node in self._shut:
                known[node] = -1
            self._fresh[most] = known
        return known.copy()


def front_of(mover: Mover, net: Net) -> Front:
    """Return a front, the same one as long as the enemy stays where it is."""
    return _front(
        Same(mover.zones),
        Same(mover.position.forces[mover.enemy].stacks),
        Same(mover.position.bunkers),
        (mover.side, mover.afv, mover.ski, mover.weapons, mover.commando),
        Same(net),
        mover.rules.reads("A-08"),
        Beside(mover),
    )


@lru_cache(maxsize=64)
def _front(  # noqa: PLR0913, PLR0917 - all that a front depends on
    zones: Same[Control],
    stacks: Same[Mapping[Hex, tuple[str, ...]]],
    bunkers: Same[Mapping[str, Bunker]],
    sort: tuple[str, bool, bool, bool, bool],
    net: Same[Net],
    by_unit: str,
    held: Beside[Mover],
) -> Front:
    """Make a front once."""
    del zones, stacks, bunkers, sort, by_unit
    return Front(held.thing, net.thing)
