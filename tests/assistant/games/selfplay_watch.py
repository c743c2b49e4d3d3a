"""What must hold of a game at every act: strength, places, pools, points, duties, lines."""

from __future__ import annotations

from collections import Counter

from assistant.games.white_death.play.assault.declare import assaults
from assistant.games.white_death.play.fire.barrage import barrage_left
from assistant.games.white_death.play.fire.legal import barrages
from assistant.games.white_death.play.fire.values import total
from assistant.games.white_death.play.movement.reach import reach
from assistant.games.white_death.play.special.commandos import commandos_in
from assistant.games.white_death.play.stacking.limits import fits
from assistant.games.white_death.play.supply.city import pool_of
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.position import Box, Force, Piece, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import Line, format_line, parse_line
from builder.convention.line import (
    Airdrop,
    Assault,
    Barrage,
    Impulse,
    Loss,
    PhaseStep,
    Receive,
    Refit,
    Repair,
    Replace,
    Supply,
    TurnStep,
)

POINTS = 10
"""Movement points of a side in a turn (5)."""
LEAST = 4
"""What a barrage must be worth (11B)."""


class Watch:
    """Follows a game with accounts of its own, and compares them at every act.

    Args:
        rules: What is played by.
        start: The position in which the game begins.
    """

    def __init__(self, rules: Ruleset, start: Position) -> None:
        """Open the accounts."""
        self.rules, self.start = rules, start
        self.strength = {
            unit: piece.strength
            for force in start.forces.values()
            for unit, piece in force.pieces.items()
        }
        self.pools = dict(start.pools)
        self.spent: Counter[str] = Counter()
        self.lines: list[str] = []
        self.deeds: Counter[tuple[str, str]] = Counter()
        self.shares: list[tuple[int, int]] = []
        self.now = start
        self._able: frozenset[str] = frozenset()
        self._fought = 0

    def __call__(self, before: Position, act: Line, after: Position) -> None:
        """Look at one act."""
        assert before is self.now or (not self.lines and before == self.start)
        self.now = after
        line = format_line(act)
        assert parse_line(line) == act, line
        self.lines.append(line)
        self._accounts(before, act)
        self._pieces(before, after, line)
        self._pools(before, act, after)
        self._count(before, act)
        if isinstance(act, TurnStep | Impulse | PhaseStep):
            self._between(before, act, after)

    # --- strength and places -----------------------------------------------------------------

    def _accounts(self, before: Position, act: Line) -> None:
        """Book what an act takes and gives."""
        units, strength = self.rules.game.units, self.strength
        match act:
            case Loss(unit, points) if unit in strength:
                strength[unit] -= min(points, strength[unit])
            case Replace(unit, points):
                worth = self.rules.game.supply.replacements[units[unit].side].points
                strength[unit] += points * worth
            case Repair(unit, points):
                assert self.rules.game.supply.repair is not None
                strength[unit] += points * self.rules.game.supply.repair.points
            case Refit():
                for unit, piece in self.now.forces[self._side_of(act)].pieces.items():
                    old = before.piece(unit)
                    if old is not None and piece.box is Box.AWAY and old.box is not Box.AWAY:
                        strength[unit] = units[unit].strength

    def _side_of(self, act: Refit) -> str:
        """Return the side of a formation."""
        return self.rules.game.formations[act.formation].side

    def _pieces(self, before: Position, after: Position, line: str) -> None:
        """Every unit that changed is in one place, with the strength of the account."""
        for side, force in after.forces.items():
            old = before.forces[side]
            if force is old:
                continue
            assert force.pieces.keys() == old.pieces.keys()
            for unit, piece in force.pieces.items():
                if piece is not old.pieces[unit]:
                    self._piece(unit, piece, force, line)

    def _piece(self, unit: str, piece: Piece, force: Force, line: str) -> None:
        """One unit is in one place, with the strength of the account."""
        assert piece.strength == self.strength[unit], f"{unit} after {line}"
        assert 0 <= piece.strength <= self.rules.game.units[unit].strength, f"{unit} after {line}"
        assert (piece.strength == 0) is (piece.box is Box.LOST), f"{unit} after {line}"
        assert (piece.at is not None) is (piece.box is Box.MAP), f"{unit} after {line}"
        assert piece.at is None or unit in force.stacks[piece.at], f"{unit} after {line}"

    def _stacks(self, position: Position) -> None:
        """Stacks and pieces tell the same."""
        for force in position.forces.values():
            stacks = {cell: sorted(units) for cell, units in force.stacks.items()}
            again = Force.of(force.pieces).stacks
            assert stacks == {cell: sorted(units) for cell, units in again.items()}

    def _apart(self, position: Position) -> None:
        """Nobody is in a hex with enemies, commandos and who goes with them apart."""
        first, second = position.forces.values()
        for cell in first.stacks.keys() & second.stacks.keys():
            both = (*first.stacks[cell], *second.stacks[cell])
            assert commandos_in(both, self.rules), f"{self.rules.number(cell)}: {both}"

    # --- supply ------------------------------------------------------------------------------

    def _pools(self, before: Position, act: Line, after: Position) -> None:
        """Pools are what was received less what was paid."""
        match act:
            case Receive(pool, points):
                self.pools[pool] += points
            case Airdrop(pool, dice):
                landed = after.pools[pool] - before.pools[pool]
                assert 0 <= landed <= len(dice)
                self.pools[pool] += landed
            case Supply(pool, points):
                self.pools[pool] -= points
        assert dict(after.pools) == self.pools
        assert min(self.pools.values(), default=0) >= 0

    # --- sequence ----------------------------------------------------------------------------

    def _between(self, before: Position, act: Line, after: Position) -> None:
        """What holds when a phase, an impulse or a turn ends."""
        assert not before.fight.duties
        self._stacks(after)
        self._apart(after)
        match act:
            case Impulse(side, _, points, left):
                self.spent[side] += points
                assert self.spent[side] <= POINTS
                assert left == POINTS - self.spent[side]
            case TurnStep() if before.turn.impulses:
                assert all(self.spent[side] == POINTS for side in before.forces)
                self.spent.clear()
            case PhaseStep():
                self._played(before, after)

    def _played(self, before: Position, after: Position) -> None:
        """In an action impulse a third of what can march does; who can fight does."""
        going = after.going
        if going is None or going.kind != "action":
            return
        if before.phase == "movement":
            gone = sum(self._gone(before, unit) for unit in self._able)
            assert 3 * gone >= len(self._able), f"{gone} of {len(self._able)} went"
            self.shares.append((gone, len(self._able)))
            assert self._fought or not self._may_assault(before)
        if before.phase == "barrage":
            assert self._fought or not self._may_barrage(before)
        self._fought = 0
        if after.phase == "movement":
            units = after.forces[going.side].pieces
            self._able = frozenset(u for u in units if self._can_go(after, u, going.points))

    def _can_go(self, position: Position, unit: str, points: int) -> bool:
        """Tell whether a unit can march to a hex where it may stay."""
        piece = position.piece(unit)
        if piece is None or piece.at is None:
            return False
        side, rules = position.side_of(unit), self.rules
        found = reach(position, unit, points, rules)
        return any(c != piece.at and fits(position, c, side, rules, (unit,)) for c in found)

    def _gone(self, position: Position, unit: str) -> bool:
        """Tell whether a unit has marched, or is no more on the map."""
        piece, doing = position.piece(unit), position.doing(unit)
        return doing.moved or doing.railed or piece is None or piece.at is None

    def _may_assault(self, position: Position) -> bool:
        """Tell whether a unit could have declared an assault, and had a point for it."""
        rules = self.rules
        return any(
            assaults(position, unit, rules)
            and position.pools.get(pool_of(unit, position, rules), 0) >= 1
            for unit in position.forces[position.phasing].pieces
        )

    def _may_barrage(self, position: Position) -> bool:
        """Tell whether anything could have been barraged by units whose pool has paid for it."""
        going, rules = position.going, self.rules
        paid = {each.pool for each in going.paid if each.why == "barrage"} if going else set()
        for each in barrages(position, rules):
            firers = tuple(u for u in each.firers if pool_of(u, position, rules) in paid)
            left = barrage_left(firers, each.target, position, rules, rockets=False)
            if firers and total(left) >= LEAST:
                return True
        return False

    def _count(self, before: Position, act: Line) -> None:
        """Count what each side does."""
        self._fought += isinstance(act, Assault | Barrage)
        unit = getattr(act, "unit", "")
        side = before.side_of(unit) or before.phasing
        what = type(act).__name__
        if what == "Bridge":
            what = getattr(act, "work", "")
        if isinstance(act, Assault) and act.charge:
            what = "Charge"
        self.deeds[what, side] += 1

    # --- the end -----------------------------------------------------------------------------

    def replayed(self) -> Position:
        """Return the position after the lines are read and applied again from the beginning."""
        position = self.start
        for line in self.lines:
            act = parse_line(line)
            assert act is not None
            applied = ACTS.apply(position, act, self.rules)
            assert not applied.unapplied
            position = applied.position
        return position
