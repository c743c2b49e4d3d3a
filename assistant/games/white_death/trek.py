"""The cost policy of a march: rules 3, 6 and 7 put together for the search.

The mode of a node says whether the unit has moved, must stop, or is on a train, and in
thaw also from which bank it entered the river it stands in.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from weakref import WeakKeyDictionary

from assistant.engine.identity import Same
from assistant.engine.movement import Charge, Node, Route, parts
from assistant.engine.zoc import Grip, Hold
from assistant.games.white_death.banks import Bank, banks_of
from assistant.games.white_death.board import Board
from assistant.games.white_death.ground import Edge, ground_of
from assistant.games.white_death.names import (
    ENTRAIN,
    LEAVE_ZOC,
    NO_THAW_CROSSING,
    SKI,
    THAW,
)
from assistant.games.white_death.rails import steps_to_rails
from assistant.games.white_death.view import Mover, View, telling
from builder.hexgrid import Hex, distance, hexside
from builder.model.game import Game, GameMap, Kind, Unit

__all__ = ["Trek", "trek_of"]

_START, _MOVING, _HALTED, _TRAIN = range(4)
"""First part of a mode."""
_NO_RIVER, _EITHER, _UNKNOWN = 0, 3, 4
"""Second part of a mode beside the two banks: entered from a bridge; not known."""


_BY_ROAD = 1 << 5
"""Third part of a mode, only where A-03 is read the other way: the unit didn't come off road."""


def _mode(base: int, bank: int = _NO_RIVER) -> int:
    """Put the first two parts of a mode together."""
    return base | bank << 2


_SHUT, _HELD, _HALTS = 1, 2, 4
"""What the enemy does to a hex: holds it, controls it, makes this class of unit stop."""


class Trek:
    """One sort of mover on the board, for :func:`assistant.engine.movement.cheapest`."""

    def __init__(self, unit: Mover, board: Board, game: Game, view: View) -> None:
        """Prepare what every step needs."""
        self.view, self._aside, self._kind = view, view.aside, unit.kind
        self._spares = bool(self._aside & {"WD-7.2", "WD-7.12"})
        self._entered: dict[Hex, Node | None] = {}
        self._nodes = _nodes_of(Same(game.map))
        self._map = game.map
        self._read = view.reading
        ground = game, unit.mobility, view.weather, view.bridges
        self._ground = self._road_ground = ground_of(*ground, self._read - {"A-03"})
        if "A-03" in self._read:
            self._road_ground = ground_of(*ground, self._read)
        self.least = self._ground.least
        self._to_rails = steps_to_rails(Same(game.map))
        self._to_trains = steps_to_rails(Same(game.map), towns=unit.kind is not Kind.PERSONNEL)
        self._zones = board.zones(view.weather, view.bridges, self._read, sure=view.sure)
        self._least_grip = Grip.YES if view.sure else Grip.PERHAPS
        self._units = game.units
        self._afv = unit.kind is Kind.AFV
        self._ski = unit.mobility == SKI
        self._bound = (
            view.weather == THAW
            and unit.mobility in NO_THAW_CROSSING
            and "WD-16B.1" not in view.aside
        )
        self._tracked = self._bound or "A-03" in view.reading
        self._banks = banks_of(Same(game.map))
        self._leave_zoc, self._entrain = _prices(Same(game))
        self._held, self._barred = (
            (board.certain, board.barred) if view.sure else (board.possible, board.barred_perhaps)
        )
        self._flags = board.flags(
            view.weather, view.bridges, "A-18" in self._read, view.sure, self._afv, self._ski
        )
        self._shut = 0 if "WD-6A.4" in view.aside else _SHUT
        if unit.kind is Kind.WEAPONS and "WD-3C.1" not in view.aside:
            self._shut |= _HELD
        stop_rule = "WD-3B.1" if self._ski else "WD-3.3"
        self._stop = 0 if stop_rule in view.aside else _HALTS

    def start(self, origin: Hex) -> Node:
        """Return the node where a march begins."""
        in_river = self._bound and origin in self._ground.rivers
        mode = _mode(_START, _UNKNOWN if in_river else _NO_RIVER)
        return Node(origin, mode | _BY_ROAD if "A-03" in self._read else mode)

    def holders(self, cell: Hex) -> tuple[Hold, ...]:
        """Return the enemies that control a hex."""
        holds = self._zones.on(cell)
        if holds and self._least_grip is Grip.YES:
            return tuple(hold for hold in holds if hold.grip is Grip.YES)
        return holds

    def bound(self, node: Node, stop: Hex) -> int:
        """Return the least that a way can cost; see :class:`assistant.engine.movement.Costs`."""
        on_foot = self.least * distance(node.hex, stop)
        if not self.view.rail:
            return on_foot
        if node.mode & 3 == _TRAIN:
            return min(on_foot, self.least * self._to_rails[stop])
        return min(on_foot, self.by_rail(node.hex, stop))

    def by_rail(self, cell: Hex, stop: Hex) -> int:
        """Return the least that a way by rail can cost for a unit that isn't on a train yet."""
        return self.least * (self._to_trains[cell] + self._to_rails[stop]) + self._entrain

    def steps(self, node: Node) -> list[tuple[Node, int]]:
        """Return every legal step; see :class:`assistant.engine.movement.Costs`."""
        cell, mode = node
        base, bank = mode & 3, mode >> 2 & 7
        if base == _TRAIN:
            return self._by_rail(cell, bank)
        found = []
        if self.view.rail and self._boards(cell):
            found.append((Node(cell, _mode(_TRAIN, bank)), self._entrain))
        if base == _HALTED or self.view.only_rail:
            return found
        toll = self._leaving(cell, base)
        leaving = toll.amount if toll is not None else 0
        for to, edge in self._edges(cell, mode).items():
            if edge.bar and edge.bar not in self._aside:
                continue
            entered = self._entered[to] if to in self._entered else self._enter(to)
            if entered is not None and self._tracked:
                entered = self._track(cell, edge, bank, entered)
            if entered is not None:
                spared = self._spares and len(edge.charges) > 1  # the first is for entering
                price = self._price(edge) if spared else edge.cost
                found.append((entered, leaving + price))
        return found

    def _enter(self, cell: Hex) -> Node | None:
        """Find out where a step into a hex leads as far as the enemy goes, and keep it."""
        flag = self._flag(cell)
        mode = _HALTED if flag & self._stop else _MOVING
        self._entered[cell] = None if flag & self._shut else self._nodes[mode][cell]
        return self._entered[cell]

    def _track(self, cell: Hex, edge: Edge, bank: int, entered: Node) -> Node | None:
        """Put bank and road into a node; ``None`` if the step would cross a thawed river."""
        to, mode = entered
        if self._bound:
            new_bank = self._bank(cell, to, bank)
            if new_bank is None:
                return None
            mode |= new_bank << 2
        if edge.along and "A-03" in self._read:
            mode |= _BY_ROAD
        return entered if mode == entered.mode else Node(to, mode)

    def charges(self, node: Node, to: Node) -> tuple[Charge, ...]:
        """Return the parts of the cost of one step."""
        base = node.mode & 3
        if node.hex == to.hex:
            if to.mode & 3 == _TRAIN:
                return (Charge(self._entrain, "entraining", "WD-8.1"),)
            return ()
        if base == _TRAIN:
            return (Charge(0, "by rail", "WD-8.3"),)
        edge = self._edges(node.hex, node.mode)[to.hex]
        kept = (charge for charge in edge.charges if charge.rule not in self._aside)
        toll = self._leaving(node.hex, base)
        return (toll, *kept) if toll is not None else tuple(kept)

    def all_charges(self, route: Route) -> tuple[Charge, ...]:
        """Return the parts of the cost of a whole way."""
        return tuple(charge for a, b in pairwise(route.nodes) for charge in self.charges(a, b))

    def admits(self, cell: Hex, origin: Hex, *, onward: bool) -> bool:
        """Tell whether any step leads into a hex; if none does, a search would be long and vain.

        Args:
            cell: A hex where the march doesn't begin.
            origin: The hex where it does.
            onward: Whether the march must go on from there.
        """
        entered = self._enter(cell)
        if entered is None or (onward and entered.mode == _HALTED):
            return False
        return self.view.rail or any(
            near == origin or self._enter(near) == (near, _MOVING)
            for near in self._ground.edges(cell)
            if (bar := self._road_ground.edges(near)[cell].bar) in self._aside or not bar
        )

    def shut(self, cells: Iterable[Hex]) -> bool:
        """Tell whether some of these hexes can't be entered because of the enemy."""
        return any(self._flag(cell) & self._shut for cell in cells)

    def breaks(self, rule: str, cell: Hex, to: Hex, *, last: bool) -> bool:
        """Tell whether one step of a way breaks a ban.

        Args:
            rule: One of :data:`STRUCTURAL`.
            cell: The hex left.
            to: The hex entered.
            last: Whether the way ends there.
        """
        match rule:
            case "WD-6A.4":
                return bool(self._flag(to) & _SHUT)
            case "WD-3C.1":
                return bool(self.holders(to))
            case "WD-3.3" | "WD-3B.1":
                return not last and bool(self._flag(to) & _HALTS)
            case "WD-16B.1":
                rivers = self._ground.rivers
                return cell in rivers and to not in rivers
            case _:
                return self._ground.edges(cell)[to].bar == rule

    def _edges(self, cell: Hex, mode: int) -> dict[Hex, Edge]:
        """Return the steps from a hex; for who came along a road A-03 may be read otherwise."""
        ground = self._road_ground if mode & _BY_ROAD else self._ground
        return ground.edges(cell)

    def _price(self, edge: Edge) -> int:
        """Return the cost of a step on the ground, without what is set aside."""
        return sum(charge.amount for charge in edge.charges if charge.rule not in self._aside)

    def _leaving(self, cell: Hex, base: int) -> Charge | None:
        """Return what it costs to leave a hex in enemy ZOC: 3.5, 3A.1, 3B.2, 3B.3."""
        if self._afv or not (base == _START or self._ski) or not (holders := self.holders(cell)):
            return None
        if base == _START:
            if self._ski and "A-09" in self._read:
                return None
            charge = Charge(self._leave_zoc, "leaving enemy ZOC", "WD-3.5")
        else:
            times = len(holders) if "A-08" in self._read else 1
            charge = Charge(self._leave_zoc * times, "leaving enemy ZOC on ski", "WD-3B.2")
        return None if charge.rule in self._aside else charge

    def _flag(self, cell: Hex) -> int:
        """Find out what the enemy does to a hex, and keep it: 6A.4, 3.3, 3A.1, 3B.1."""
        known = self._flags.get(cell)
        if known is not None:
            return known
        holders = self.holders(cell)
        halts = bool(holders) and not self._afv
        if self._ski:
            halts = halts and any(self._units[hold.unit].mobility == SKI for hold in holders)
        shut = cell in self._held or cell in self._barred
        flag = _SHUT * shut | _HELD * bool(holders) | _HALTS * halts
        self._flags[cell] = flag
        return flag

    def _bank(self, cell: Hex, to: Hex, bank: int) -> int | None:
        """Return the bank after a step in thaw, ``None`` if it would cross the river: 16B.1."""
        out, into = cell in self._ground.rivers, to in self._ground.rivers
        if not out:
            if not into:
                return _NO_RIVER
            side = self._banks.of(to, cell)
            return {Bank.ALONG: _EITHER, Bank.UNSURE: _UNKNOWN}.get(side, int(side))
        side = self._banks.of(cell, to)
        if into:
            return bank if side is Bank.ALONG else _UNKNOWN
        if bank == _EITHER or side is Bank.ALONG or side == bank:
            return _NO_RIVER
        doubtful = bank == _UNKNOWN or side is Bank.UNSURE
        return _NO_RIVER if doubtful and self.view.sure else None

    def _by_rail(self, cell: Hex, bank: int) -> list[tuple[Node, int]]:
        """Return the ways on for a unit on a train: the parts of section 8 known for sure."""
        found = []
        if not self.view.only_rail and self._boards(cell):
            found.append((Node(cell, _mode(_MOVING, bank)), 0))
        for to in self._ground.edges(cell):
            open_ = not self._flag(to)
            if open_ and hexside(cell, to) in self._map.rails:
                found.append((Node(to, _mode(_TRAIN)), 0))
        return found

    def _boards(self, cell: Hex) -> bool:
        """Tell whether the unit may entrain in a hex: 8.2, 8.5."""
        return self._to_trains[cell] == 0 and not self.holders(cell)


@lru_cache(maxsize=8)
def _prices(game: Same[Game]) -> tuple[int, int]:
    """Return what it costs to leave an enemy ZOC and to entrain."""
    activities = game.thing.chart.activities
    return parts(activities[LEAVE_ZOC]), parts(activities[ENTRAIN])


@lru_cache(maxsize=8)
def _nodes_of(map_: Same[GameMap]) -> dict[int, dict[Hex, Node]]:
    """Return the two usual nodes of every hex by mode: the same ones for all searches."""
    modes = (_MOVING, _HALTED)
    return {mode: {cell: Node(cell, mode) for cell in map_.thing.hexes} for mode in modes}


def trek_of(unit: Unit, board: Board, game: Game, view: View) -> Trek:
    """Return how units like this one march, the same for all views that make no difference.

    Units of one sort march again and again in one phase: a trek is kept as long as its board.
    """
    mover = Mover(unit.mobility, unit.kind)
    treks = _treks.setdefault(board, {})
    key = mover, telling(view, mover, board, game)
    if key not in treks:
        treks[key] = Trek(mover, board, game, key[1])
    return treks[key]


_treks: WeakKeyDictionary[Board, dict[tuple[Mover, View], Trek]] = WeakKeyDictionary()
