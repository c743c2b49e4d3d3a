"""Where each unit of a scenario stands when its set-up is done, sensibly and within the rules.

The side that sets up first is placed with its front towards the hexes where the enemy may come,
the other then opposite to it and out of its zones. Bodies are spread along the front, each
together; who fights hand to hand stands in front, guns behind; towns near the front are held.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle

from builder.hexgrid import Hex, distance
from builder.model.game import Game, Kind, Unit
from builder.model.scenario import Placement, Scenario
from builder.module.ready.ground import depths, front_of, near, open_to, supplied, zones
from builder.module.ready.order import shuffled
from builder.module.ready.stacks import Stacks, crowd

__all__ = ["SEEDS", "ready_places"]

SEEDS = 7
"""How many placements of a scenario a module offers."""

_FAR = 999  # hexes
_REACH = 6  # hexes that a front may recede
_HELD_WITHIN = 10  # hexes behind the front where towns are held
_LOOKED_AT = 5  # rings round the middle of a body that are compared
_UNSUPPLIED = 12  # what a hex weighs where guns are out of supply
_WRONG_DEPTH, _COMPANY, _TOWN = 3, 2, 4  # what a hex too far behind, another unit, a town weigh

_Where = dict[str, frozenset[Hex]]


def ready_places(
    game: Game, scenario: Scenario, losses: Mapping[str, int], seed: int
) -> dict[str, Hex]:
    """Return the hex of every unit that sets up and is left, and of bridges already built.

    Args:
        game: The game.
        scenario: Areas and conditions of its set-up.
        losses: Losses to date by id.
        seed: Which of many such placements.
    """
    table = _Table(game, scenario, losses, seed)
    sides = sorted((side.id for side in game.sides), key=lambda id_: id_ != scenario.first_side)
    for side in sides:
        table.set_up(side)
    return table.places


class _Table:
    """A set-up in the making."""

    def __init__(
        self, game: Game, scenario: Scenario, losses: Mapping[str, int], seed: int
    ) -> None:
        """Begin with an empty map."""
        self.places: dict[str, Hex] = {}
        self._game, self._scenario, self._losses = game, scenario, losses
        self._seed = (scenario.id, seed)
        self.stacks = Stacks(game)
        self.supplied = frozenset[Hex]()
        """Where the guns of the side that sets up are in supply."""

    # --- a side ----------------------------------------------------------------------------

    def set_up(self, side: str) -> None:
        """Put down what a side has there: those with few hexes first."""
        mine = [p for p in self._scenario.placements if p.side == side and not p.arrival]
        theirs = [p for p in self._scenario.placements if p.side != side and not p.arrival]
        closed: frozenset[Hex] = frozenset()
        if side == self._scenario.first_side:
            own = {cell for each in mine for cell in each.hexes}
            enemy = {cell for each in theirs for cell in each.hexes} - own
        else:
            enemy = set(self.stacks.there)
            bunkers = {bunker.hex for bunker in self._scenario.bunkers}
            closed = zones(self._game, enemy) | bunkers
        steps = depths(enemy, self._game.map.hexes)
        self._bridges(side)
        bridges = [bridge.hex for bridge in self._scenario.bridges]
        self.supplied = supplied(self._game, side, closed or enemy, bridges)
        for placement in sorted(mine, key=lambda each: (not each.placed, len(each.hexes))):
            self._placement(placement, closed, steps)

    def _bridges(self, side: str) -> None:
        """Put down the bridges that a side may have built."""
        for built in (each for each in self._scenario.built if each.side == side):
            names = {self._game.map.numbering.format(cell): cell for cell in built.hexes}
            ways = {cell for side_ in self._game.map.roads for cell in side_}
            order = sorted(
                shuffled(names, *self._seed, "bridges"), key=lambda name: names[name] not in ways
            )
            for marker, name in zip(built.markers[: built.most], order, strict=False):
                self.places[marker] = names[name]

    def _placement(
        self, placement: Placement, closed: frozenset[Hex], steps: Mapping[Hex, int]
    ) -> None:
        """Put down the units of a placement that are left."""
        units = self._game.units
        left = [u for u in placement.units if self._losses.get(u, 0) < units[u].strength]
        if placement.placed:
            for unit in left:
                self.put(unit, placement.placed[unit])
            return
        cells = frozenset(placement.hexes).intersection(*(v.hexes for v in placement.variants))
        where = self._conditions(left, cells - closed)
        if len(cells) < len(left):
            found = crowd(self._game, where, self.stacks, self._seed)
            for unit, cell in (found or self._squeezed(where)).items():
                self.put(unit, cell)
        else:
            _Deployment(self._game, self._seed, where, steps, self).deploy()

    def _squeezed(self, where: _Where) -> dict[str, Hex]:
        """Return places for units that can't be within stacking: as even as may be."""
        filled: dict[Hex, int] = {}
        found = {}
        for unit in sorted(where, key=lambda unit: len(where[unit])):
            found[unit] = cell = min(where[unit], key=lambda cell: (filled.get(cell, 0), cell))
            filled[cell] = filled.get(cell, 0) + 1
        return found

    def _conditions(self, units: Sequence[str], cells: frozenset[Hex]) -> _Where:
        """Return where each unit may go if it is to enter, and conditions are to be met."""
        mobility = {unit: self._game.units[unit].mobility for unit in units}
        open_ = {each: cells & open_to(self._game, each) for each in set(mobility.values())}
        where = {unit: open_[mobility[unit]] for unit in units}
        for condition in self._scenario.conditions:
            counted = shuffled(
                (u for u in condition.units if u in where), *self._seed, condition.id
            )
            inside = frozenset(condition.hexes)
            if condition.each:
                places = sorted(inside & cells) * condition.least
                where |= {u: frozenset({c}) for u, c in zip(counted, places, strict=False)}
                continue
            number = condition.least if condition.most is None else condition.most
            for place, unit in enumerate(counted):
                if place < number:
                    where[unit] &= inside
                elif condition.most is not None:
                    where[unit] -= inside
        return where

    def put(self, unit: str, cell: Hex) -> None:
        """Put a unit down."""
        self.places[unit] = cell
        self.stacks.put(unit, cell)


class _Deployment:
    """The units of one placement along their front.

    Args:
        game: The game.
        seed: Which of many deployments.
        where: Hexes of each unit.
        steps: Steps to the nearest enemy, by hex.
        table: Where the units are put down.
    """

    def __init__(
        self,
        game: Game,
        seed: tuple[str, int],
        where: _Where,
        steps: Mapping[Hex, int],
        table: _Table,
    ) -> None:
        """Find the front."""
        self._game, self._seed, self._where, self._table = game, seed, where, table
        field = frozenset[Hex]().union(*where.values())
        self._front = front_of(field, steps, _REACH)
        self._behind = depths(self._front, field)
        self._gap = {cell: len(field) for cell in self._front}
        """Distance of each hex of the front to the nearest body."""
        self._towns = frozenset(
            cell for place in game.map.places if place.town for cell in place.hexes
        )

    def deploy(self) -> None:
        """Put all units down: bodies, then towns by who belongs to none, then the rest."""
        bodies: dict[str, list[str]] = {}
        loose: list[str] = []
        for unit in shuffled(self._where, *self._seed):
            formation = self._game.formations.get(self._game.units[unit].parent)
            if formation is not None and formation.divisional:
                bodies.setdefault(formation.id, []).append(unit)
            else:
                loose.append(unit)
        order = shuffled(bodies, *self._seed, "bodies")
        middles = [self._body(bodies[id_]) for id_ in sorted(order, key=lambda b: -len(bodies[b]))]
        loose = self._hold(loose)
        guns = [unit for unit in loose if self._game.units[unit].artillery]
        for unit, middle in zip(guns, cycle(middles or self._front[:1]), strict=False):
            self._place(unit, middle)
        for unit in (unit for unit in loose if unit not in guns):
            self._body([unit])

    def _body(self, units: Sequence[str]) -> Hex:
        """Put the units of a body down round a hex of the front; return that."""
        theirs = frozenset[Hex]().union(*(self._where[unit] for unit in units))
        good = [cell for cell in self._front if cell in theirs] or sorted(theirs)
        names = {self._game.map.numbering.format(cell): cell for cell in good}
        order = shuffled(names, *self._seed, units[0])
        middle = max((names[name] for name in order), key=lambda cell: self._gap.get(cell, 0))
        for cell in self._gap:
            self._gap[cell] = min(self._gap[cell], distance(cell, middle))
        for unit in sorted(units, key=self._depth):
            self._place(unit, middle)
        return middle

    def _hold(self, loose: Sequence[str]) -> list[str]:
        """Let men of no body hold towns near the front, half of them at most; return the rest."""
        left = list(loose)
        near_ = [cell for cell in self._towns if self._behind.get(cell, _FAR) < _HELD_WITHIN]
        for cell in sorted(near_, key=lambda cell: (self._behind[cell], cell)):
            men = [u for u in left if self._depth(u) == 0 and cell in self._where[u]]
            if men and len(left) > len(loose) // 2 and not self._table.stacks.size(cell):
                self._table.put(men[0], cell)
                left.remove(men[0])
        return left

    def _depth(self, unit: str) -> int:
        """Return how far behind the front a unit should stand."""
        return _depth(self._game.units[unit])

    def _place(self, unit: str, middle: Hex) -> None:
        """Put a unit down where it costs least, near the middle of its body."""
        cells, stacks, depth = self._where[unit], self._table.stacks, self._depth(unit)
        most_off = 0 if depth else _TOWN
        best: tuple[int, Hex] | None = None
        supplied_ = self._table.supplied if self._game.units[unit].artillery else cells
        looked_at = _LOOKED_AT if supplied_ is cells else _UNSUPPLIED
        for radius, ring in enumerate(near(middle, cells)):
            if best is not None and (radius > looked_at or radius - most_off > best[0]):
                break  # what follows isn't looked at, or is worse in any case
            for cell in ring:
                wanting = 0 if cell in supplied_ else _UNSUPPLIED
                found = self._cost(depth, cell, radius) + wanting, cell
                if (best is None or found < best) and stacks.fits(unit, cell):
                    best = found
        if best is None:  # it fits nowhere
            best = min((stacks.size(cell), cell) for cell in cells)
        self._table.put(unit, best[1])

    def _cost(self, depth: int, cell: Hex, radius: int) -> int:
        """Return how bad a hex is for a unit that should stand so far behind the front."""
        there = self._table.stacks.size(cell)
        town = not there and depth == 0 and cell in self._towns
        wrong = abs(self._behind.get(cell, depth) - depth)
        return radius + _WRONG_DEPTH * wrong + _COMPANY * there - _TOWN * town


def _depth(unit: Unit) -> int:
    """Return how far behind the front a unit should stand: men in front, guns behind."""
    if unit.artillery:
        return 2
    return 0 if unit.kind is Kind.PERSONNEL and unit.combat and not unit.defensive_only else 1
