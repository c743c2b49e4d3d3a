"""What the counters show, taken over into a position: drags, losses and turns made by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from assistant.engine.state import State
from assistant.games.white_death.banks import Bank
from assistant.games.white_death.names import DEPLOY, MOVEMENT
from assistant.games.white_death.play.fire.losses import lose
from assistant.games.white_death.play.moment import price
from assistant.games.white_death.play.movement.cut import cut_short
from assistant.games.white_death.play.movement.reach import reach
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.position import Box, DutyKind, Piece, Position
from assistant.games.white_death.state.recorded import bridges_told, bunkers_told, piece_told
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import Line
from builder.convention.line import Advance, Deploy, Enter, Loss, Move, Retreat
from builder.hexgrid import Hex, distance

__all__ = ["Counters", "Taken"]


@dataclass(frozen=True, slots=True)
class Taken:
    """A position that agrees with a counter.

    Args:
        position: The position.
        by_hand: What was changed by hand without a line, in words; empty if nothing was, or
            if it is a march.
        gap: Whether a march isn't known hex by hex.
        where: Hexes where the counter was before and is now, if it was changed by hand.
    """

    position: Position
    by_hand: str = ""
    gap: bool = False
    where: tuple[Hex, ...] = ()


@dataclass(frozen=True, slots=True)
class Counters:
    """The table as a log shows it, by the rules' data."""

    state: State
    rules: Ruleset

    def differing(self, position: Position) -> Iterator[str]:
        """Yield the units whose counters show something else than a position."""
        for id_ in self.state.counters:
            piece = position.piece(id_)
            if piece is not None and self._shown(id_, piece) is not None:
                yield id_

    def _shown(self, id_: str, piece: Piece) -> Piece | None:
        """Return a unit as its counter shows it, ``None`` if that is as it is in the position.

        Of a unit off the map in both, only its being lost can be seen.
        """
        told = piece_told(id_, self.state, None, self.rules)
        if told.at is None and piece.at is None:
            lost = told.box is Box.LOST and piece.box not in {Box.LOST, Box.REBUILT, Box.AWAY}
            return told if lost else None
        same = told.at == piece.at and told.strength == piece.strength
        return None if same and told.deployed == piece.deployed else told

    def take(
        self, id_: str, position: Position, stops: Iterable[Hex] = (), *, priced: bool = False
    ) -> Taken:
        """Return a position that agrees with the counter of one unit.

        Args:
            id_: The unit.
            position: Before.
            stops: Where it was dragged since it stood as in the position.
            priced: Whether it matters what the unit has spent: a gap in its march is then filled
                by the cheapest way.
        """
        piece = position.piece(id_)
        told = self._shown(id_, piece) if piece is not None else None
        if piece is None or told is None:
            return Taken(position)
        taken = Taken(position)
        where = tuple(cell for cell in (piece.at, told.at) if cell is not None)
        if told.at is None:
            return replace(self._gone(id_, position, told), where=where)
        if told.at != piece.at:
            cells = (*stops, told.at)
            taken = self._placed(id_, position, cells, priced=priced)
        after, words = taken.position, taken.by_hand
        now = after.piece(id_)
        if now is not None and now.strength != told.strength:
            after = self._weakened(id_, after, now.strength - told.strength)
            words = words or "its losses were changed by hand"
        now = after.piece(id_)
        if now is not None and now.at is not None and now.deployed != told.deployed:
            after = self._turned(id_, after, deployed=told.deployed)
        return Taken(after, words, taken.gap, where)

    def _placed(
        self, id_: str, position: Position, cells: tuple[Hex, ...], *, priced: bool
    ) -> Taken:
        """Return the position with a unit that was dragged to the last of some hexes."""
        piece, to = position.piece(id_), cells[-1]
        at = piece.at if piece is not None else None
        ours = position.going is not None and position.side_of(id_) == position.going.side
        back = position.fight.duty(DutyKind.RETREAT, id_) is not None
        marching = ours and position.phase == MOVEMENT and not back
        if marching and at is not None:
            return self._marched(id_, position, cells, priced=priced)
        after = position
        if marching:
            after = self._done(Enter(id_, self._numbers((to,))), position)
        elif at is not None and back:
            after = self._done(Retreat(id_, self._numbers((at, to))), position)
        elif at is not None and position.doing(id_).target == to:
            after = self._done(Advance(id_, self.rules.number(to)), position)
        now = after.piece(id_)
        if now is None or now.at != to:
            after = position.with_piece(id_, at=to, box=Box.MAP, bank=Bank.UNSURE)
        return Taken(after, "" if marching else "its counter was moved by hand", gap=marching)

    def _gone(self, id_: str, position: Position, told: Piece) -> Taken:
        """Return the position with a unit that has left the map, or is lost."""
        piece, lost = position.piece(id_), told.box is Box.LOST
        after = position
        if lost and piece is not None and piece.at is not None:
            after = self._weakened(id_, position, piece.strength)
        strength = 0 if lost else told.strength
        box = Box.LOST if lost else Box.DUE
        after = after.with_piece(id_, at=None, box=box, strength=strength, deployed=False)
        return Taken(after, "its counter was taken off by hand")

    def _marched(
        self, id_: str, position: Position, cells: tuple[Hex, ...], *, priced: bool
    ) -> Taken:
        """Return the position with a unit that marched: back to where it was takes back.

        One that has declared an assault, and goes on, does what a march is not.
        """
        after, gap = position, False
        assaulting = position.doing(id_).target is not None
        for to in cells:
            piece, doing = after.piece(id_), after.doing(id_)
            at = piece.at if piece is not None else None
            if at is None or at == to or to not in self.rules.game.map.hexes:
                continue
            if doing.moved and to in doing.way:
                after = self._taken_back(id_, after, doing.way.index(to))
                continue
            way: tuple[Hex, ...] = (at, to)
            if distance(at, to) > 1:
                gap = True
                way = self._likely(id_, after, at, to) if priced else way
            after = self._done(Move(id_, self._numbers(way)), after)
        words = "its counter was moved after it declared an assault" if assaulting else ""
        return Taken(after, words, gap)

    def _taken_back(self, id_: str, position: Position, last: int) -> Position:
        """Return the position with a march that ends earlier on its way, or is none."""
        after = cut_short(position, id_, last, self.rules).with_doing(id_, halted=False)
        return after if last else after.with_doing(id_, moved=False, way=())

    def _likely(self, id_: str, position: Position, at: Hex, to: Hex) -> tuple[Hex, ...]:
        """Return the cheapest way between two hexes, or only these if it is out of reach."""
        if position.going is None:
            return (at, to)
        near = reach(position, id_, position.going.points, self.rules)
        return near.path(to) if to in near else (at, to)

    def _weakened(self, id_: str, position: Position, points: int) -> Position:
        """Return the position with a unit that lost strength without a line, or regained some."""
        piece = position.piece(id_)
        if points < 0:
            return position.with_piece(id_, strength=piece.strength - points) if piece else position
        owed = position.fight.duty(DutyKind.LOSS, id_)
        if owed is not None:
            return self._done(Loss(id_, points, owed.why), position)
        return lose(position, id_, points, "", self.rules)

    def _turned(self, id_: str, position: Position, *, deployed: bool) -> Position:
        """Return the position with artillery that shows its other face.

        One that is turned back where it stands takes its deploying back.
        """
        ours = position.side_of(id_) == position.phasing
        if not (ours and position.phase == MOVEMENT):
            return position.with_piece(id_, deployed=deployed)
        if deployed:
            return self._done(Deploy(id_), position)
        spent = max(0, position.doing(id_).spent - price(DEPLOY, self.rules))
        return position.with_piece(id_, deployed=False).with_doing(id_, spent=spent)

    def markers(self, position: Position) -> tuple[Position, frozenset[str]]:
        """Return the position with the bunkers and bridges on the table, and what differed."""
        bunkers = dict(bunkers_told(self.state, self.rules))
        bridges = dict(bridges_told(self.state, self.rules))
        changed = frozenset(
            id_
            for id_ in position.bunkers.keys() | bunkers.keys()
            if position.bunkers.get(id_) != bunkers.get(id_)
        )
        changed |= {
            id_
            for id_ in position.bridges.keys() | bridges.keys()
            if position.bridges.get(id_) != bridges.get(id_)
        }
        if not changed:
            return position, changed
        counted = position.score.bunkers
        fallen = sorted(position.bunkers.keys() - bunkers.keys() - set(counted))
        score = replace(position.score, bunkers=(*counted, *fallen))
        return replace(position, bunkers=bunkers, bridges=bridges, score=score), changed

    def _numbers(self, cells: tuple[Hex, ...]) -> tuple[str, ...]:
        """Return the printed numbers of hexes."""
        return tuple(map(self.rules.number, cells))

    def _done(self, act: Line, position: Position) -> Position:
        """Return the position after an act that no line tells."""
        return ACTS.apply(position, act, self.rules).position
