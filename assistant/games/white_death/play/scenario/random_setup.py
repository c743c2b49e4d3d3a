"""A random legal set-up of a scenario, as the lines that its players would have written.

Losses to date are distributed first, then the side that sets up first puts its units down, then
the other. The same seed makes the same lines.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from assistant.games.white_death.play.scenario.areas import area, can_stand, stack_fits
from assistant.games.white_death.play.scenario.distribution import one_by_one, spread, wiped_out
from assistant.games.white_death.play.scenario.losses import SETUP
from assistant.games.white_death.state.control import control
from assistant.games.white_death.state.opening import opening
from assistant.games.white_death.state.position import Box, Bunker, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Line, Loss, SetUp
from builder.hexgrid import Hex, distance
from builder.model.scenario import LossItem, Placement, Scenario

__all__ = ["random_set_up"]

_TRIES = 15
_LOOKS = 3
"""Hexes looked at for one unit; the one nearest to the middle of the fighting is taken."""

_Where = dict[str, frozenset[Hex]]
"""Hexes where each unit may go."""


def random_set_up(rules: Ruleset, scenario_id: str, chance: random.Random) -> list[Line]:
    """Return the lines of a random set-up, in an order that the rules allow.

    A garrison that doesn't fit in its hexes, as that of scenario V, is put there nevertheless;
    whether it may is disputed (A-105).

    Raises:
        KeyError: There is no such scenario.
    """
    scenario = rules.game.scenarios[scenario_id]
    table = _Table(opening(rules, scenario_id), scenario, rules, chance)
    table.take_losses()
    for side in (scenario.first_side, rules.enemy(scenario.first_side)):
        table.build(side)
        closed = table.closed_to(side)
        for placement in scenario.placements:
            if placement.side == side and not placement.arrival:
                table.place(placement, closed)
    return table.lines


class _Table:
    """A set-up in the making: the position so far, and the lines that led to it."""

    def __init__(
        self, position: Position, scenario: Scenario, rules: Ruleset, chance: random.Random
    ) -> None:
        """Begin with the opening."""
        self.lines: list[Line] = []
        self._now = position
        self._scenario = scenario
        self._rules = rules
        self._chance = chance
        self._packed: dict[str, Mapping[str, Hex]] = {}
        self._middle = scenario.bunkers[0].hex

    # --- losses ----------------------------------------------------------------------------

    def take_losses(self) -> None:
        """Distribute the losses to date, those of bunkers too."""
        crowded = [each for each in self._scenario.placements if _is_crowded(each)]
        theirs = {unit for each in crowded for unit in each.units}
        for placement in crowded:
            self._crowd(placement)
        for line in self._scenario.losses:
            for item in line.items:
                # what is lost as a whole the opening has lost already
                if not line.all and not theirs.issuperset(item.units):
                    self._take(spread(line, item, self._rules, self._chance))
        if self._scenario.bunker_losses is not None:
            sizes = {id_: bunker.strength - 1 for id_, bunker in self._now.bunkers.items()}
            self._take(one_by_one(self._scenario.bunker_losses.left, sizes, self._chance))

    def _crowd(self, placement: Placement) -> None:
        """Distribute losses of units that have few hexes so that those left fit there."""
        items = [
            item
            for line in self._scenario.losses
            for item in line.items
            if set(item.units) <= set(placement.units)
        ]
        losses: dict[str, int] = {}
        for _ in range(_TRIES):
            losses = self._wiped_out(items)
            sizes = {unit: self._rules.unit(unit).strength for unit in placement.units}
            left = [unit for unit in placement.units if losses.get(unit, 0) < sizes[unit]]
            found = self._pack(self._for_conditions(left, self._cells(placement)))
            if found is not None:
                self._packed[placement.id] = found
                break
        self._take(losses)

    def _wiped_out(self, items: Sequence[LossItem]) -> dict[str, int]:
        """Return losses of several items that leave few units."""
        found: dict[str, int] = {}
        for item in items:
            found |= wiped_out(item, self._scenario.conditions, self._rules, self._chance)
        return found

    def _take(self, losses: Mapping[str, int]) -> None:
        """Take strength from units and bunkers."""
        for id_, points in losses.items():
            if not points:
                continue
            self.lines.append(Loss(id_, points, SETUP))
            bunker, piece = self._now.bunkers.get(id_), self._now.piece(id_)
            if bunker is not None:
                left = Bunker(bunker.at, bunker.strength - points)
                self._now = replace(self._now, bunkers={**self._now.bunkers, id_: left})
            elif piece is not None:
                rest = piece.strength - points
                at, box = (piece.at, piece.box) if rest else (None, Box.LOST)
                self._now = self._now.with_piece(id_, strength=rest, at=at, box=box)

    # --- bridges and units -----------------------------------------------------------------

    def build(self, side: str) -> None:
        """Put down some of the bridges that a side may have built."""
        for built in (each for each in self._scenario.built if each.side == side):
            number = self._chance.randint(0, built.most)
            markers = self._chance.sample(built.markers, number)
            for marker, cell in zip(markers, self._chance.sample(built.hexes, number), strict=True):
                self.lines.append(SetUp(marker, self._rules.number(cell)))
                self._now = replace(self._now, bridges={**self._now.bridges, marker: cell})

    def closed_to(self, side: str) -> frozenset[Hex]:
        """Return the hexes that the side which sets up second keeps out of: 25.2."""
        first = self._scenario.first_side
        if side == first:
            return frozenset()
        bunkers = {bunker.at for bunker in self._now.bunkers.values()}
        zones = control(self._now, self._rules, first)
        return frozenset(zones.keys() | self._now.forces[first].stacks.keys() | bunkers)

    def place(self, placement: Placement, closed: frozenset[Hex]) -> None:
        """Put down the units of a placement that are left."""
        pieces = ((unit, self._now.piece(unit)) for unit in placement.units)
        alive = [unit for unit, piece in pieces if piece is not None and piece.strength]
        packed = self._packed.get(placement.id)
        if packed is None and placement.placed:
            cells = dict.fromkeys(alive, self._cells(placement))
            packed = self._pack(cells) or placement.placed
        if packed is not None:
            for unit in alive:
                self._put(unit, packed[unit])
            return
        where = self._for_conditions(alive, self._cells(placement) - closed)
        for unit, cells_ in sorted(where.items(), key=lambda pair: len(pair[1])):
            self._put(unit, self._cell(unit, cells_))

    def _cells(self, placement: Placement) -> frozenset[Hex]:
        """Return the hexes that a placement has under every reading."""
        cells = area(placement, self._scenario, self._now, self._rules)
        for variant in placement.variants:
            cells &= frozenset(variant.hexes)
        return cells & frozenset(placement.hexes) if placement.variants else cells

    def _pack(self, where: _Where) -> dict[str, Hex] | None:
        """Return places for all units within stacking, ``None`` if chance finds none."""
        for _ in range(_TRIES):
            stacks: dict[Hex, tuple[str, ...]] = {}
            for unit in self._chance.sample(list(where), len(where)):
                order = sorted(where[unit])
                fitting = [c for c in order if self._fits((*stacks.get(c, ()), unit), c)]
                if not fitting:
                    break
                cell = self._chance.choice(fitting)
                stacks[cell] = (*stacks.get(cell, ()), unit)
            else:
                return {unit: cell for cell, there in stacks.items() for unit in there}
        return None

    def _for_conditions(self, units: Sequence[str], cells: frozenset[Hex]) -> _Where:
        """Return where each unit may go if the scenario's conditions are to be met."""
        where = dict.fromkeys(units, cells)
        for condition in self._scenario.conditions:
            counted = [unit for unit in condition.units if unit in where]
            if not counted:
                continue
            if condition.each:
                places = sorted(cells & frozenset(condition.hexes)) * condition.least
                chosen = self._chance.sample(counted, min(len(places), len(counted)))
                where |= {u: frozenset({c}) for u, c in zip(chosen, places, strict=False)}
                continue
            most = len(counted) if condition.most is None else condition.most
            chosen = self._chance.sample(counted, self._chance.randint(condition.least, most))
            inside = cells & frozenset(condition.hexes)
            outside = cells if condition.most is None else cells - inside
            where |= {unit: inside if unit in chosen else outside for unit in counted}
        return where

    def _cell(self, unit: str, cells: frozenset[Hex]) -> Hex:
        """Return a hex for a unit: within stacking, as near to the middle as chance has it."""
        side = self._rules.unit(unit).side
        order = sorted(cells)
        shuffled = self._chance.sample(order, len(order))
        good: list[Hex] = []
        for cell in shuffled:
            if self._fits((*self._now.stack(cell, side), unit), cell):
                good.append(cell)
                if len(good) == _LOOKS:
                    return min(good, key=lambda each: distance(each, self._middle))
        return good[0] if good else min(shuffled, key=lambda c: len(self._now.stack(c, side)))

    def _fits(self, units: Sequence[str], cell: Hex) -> bool:
        """Tell whether units may stand together in a hex, the last of which comes there."""
        return stack_fits(units, self._now, self._rules) and can_stand(
            units[-1], cell, self._now, self._rules
        )

    def _put(self, unit: str, cell: Hex) -> None:
        """Put a unit down."""
        self.lines.append(SetUp(unit, self._rules.number(cell)))
        self._now = self._now.with_piece(unit, at=cell, box=Box.MAP)


def _is_crowded(placement: Placement) -> bool:
    """Tell whether units that set up have fewer hexes than they are, and no places yet."""
    return (
        not placement.arrival
        and not placement.placed
        and len(placement.hexes) < len(placement.units)
    )
