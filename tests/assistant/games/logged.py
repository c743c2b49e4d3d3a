"""Logs of the real game out of its acts, as its module writes them: lines, drags, counters.

A log begins in a position; every act then becomes a step or several. Marches and entries of the
set-up are only dragged; what the module's aids do is a line, with what changes on the table in
its step, but that counters go where a line says is dragged: after the line or before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.position import Box, Piece, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder import convention
from builder.convention import Line, format_line
from builder.convention.line import (
    Advance,
    Enter,
    Entrain,
    Follow,
    Impulse,
    Move,
    Retreat,
    SetUp,
    Slip,
)
from builder.hexgrid import Hex
from builder.vassal import AddPiece, Chat, RemovePiece, RestoreProperty, Turn
from builder.vassal.command import Plain
from tests.assistant.games.table import real_game
from tests.assistant.toy import LogMaker, counter

DRAGGED = (Move, SetUp)
GOING = (Advance, Enter, Entrain, Follow, Move, Retreat, Slip)


@dataclass
class GameLog:
    """A log of the real game as it is written.

    Args:
        position: Where it begins, and then where it is.
        rules: The rules.
        early: Whether counters are dragged before the line says so.
    """

    position: Position
    rules: Ruleset
    early: bool = False
    maker: LogMaker = field(init=False)
    lines: list[tuple[int, Line]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Put every counter down."""
        game = self.rules.game
        self.maker = LogMaker(
            game=game.id, digest=game.digest, version=game.version, module=game.name
        )
        for side, force in self.position.forces.items():
            for id_, piece in force.pieces.items():
                self._put(id_, "unit", self._spot(piece, side), self._lost(id_, piece))
        for id_, bunker in self.position.bunkers.items():
            lost = (game.markers[id_].strength or 0) - bunker.strength
            self._put(id_, "bunker", self._at(bunker.at), lost)
        for id_, cell in self.position.bridges.items():
            self._put(id_, "bridge", self._at(cell))
        setup = self.maker.setup
        setup.append(Turn("Turn", f"0|{self.position.number};0"))
        if self.position.scenario:
            setup.append(RestoreProperty(convention.SCENARIO, self.position.scenario))
        if self.position.weather:
            setup.append(RestoreProperty(convention.WEATHER, self.position.weather))
        for side in game.sides:
            left = game.points_per_turn - self.position.turn.spent.get(side.id, 0)
            setup.append(RestoreProperty(convention.points_left(side.id), str(left)))
            now = str(self.position.number)
            setup.append(RestoreProperty(convention.points_left_turn(side.id), now))
        pools = "".join(f"{pool}={points};" for pool, points in self.position.pools.items())
        setup.append(RestoreProperty(convention.POOLS, ";" + pools))

    def _put(self, id_: str, kind: str, spot: tuple[str, int, int], loss: int = 0) -> None:
        """Put one counter down."""
        piece = self.position.piece(id_)
        level = "2" if piece is not None and piece.deployed else "1"
        made = counter(id_, kind, level=level, loss=str(loss)).at(*spot)
        self.maker.pieces[id_] = made
        self.maker.setup.append(AddPiece(id_, made.type, made.state))

    def _lost(self, id_: str, piece: Piece) -> int:
        """Return the strength that a counter shows as lost."""
        return self.rules.unit(id_).strength - piece.strength if piece.at is not None else 0

    def _spot(self, piece: Piece, side: str) -> tuple[str, int, int]:
        """Return where the counter of a unit lies."""
        if piece.at is not None:
            return self._at(piece.at)
        name = self.rules.game.side(side).name
        boxes = {
            Box.LOST: convention.ELIMINATED_MAP,
            Box.SET_UP: convention.HOLDING_MAP,
            Box.UNUSED: convention.HOLDING_MAP,
        }
        return boxes.get(piece.box, convention.arrivals_map(name)), 30, 30

    def _at(self, cell: Hex) -> tuple[str, int, int]:
        """Return map and pixels of a hex."""
        return (convention.MAP, *self.rules.game.map.board.centre(cell))

    # --- acts --------------------------------------------------------------------------------

    def play(self, *acts: Line, said: bool = True) -> GameLog:
        """Write acts, and go on where they lead by the rules' own effects."""
        for act in acts:
            self.write(act, ACTS.apply(self.position, act, self.rules).position, said=said)
        return self

    def write(self, act: Line, after: Position, *, said: bool = True) -> None:
        """Write an act as it changed the position.

        Args:
            act: The act.
            after: The position after it.
            said: Whether a line tells it.
        """
        before, self.position = self.position, after
        said = said and not isinstance(act, DRAGGED)
        if isinstance(act, SetUp):
            self.maker.do(*self._drags(before, after))
            return
        drags, changes = self._drags(before, after), self._changes(before, after)
        apart = isinstance(act, GOING)
        if apart and (self.early or not said):
            self._march(act, drags)
            drags = []
        step = [self._said(act), *changes] if said else changes
        step += [] if apart else drags
        if step:
            self.maker.do(*step)
        if said:
            self.lines.append((len(self.maker.steps), act))
        if apart:
            self._march(act, drags)

    def _march(self, act: Line, drags: list[Plain]) -> None:
        """Write the drags of an act: hex by hex if it says the way."""
        if not drags:
            return
        path = act.path[1:-1] if isinstance(act, Move | Retreat) else ()
        piece = self.maker.pieces[act.unit]
        now = piece.position
        cells = [cell for cell in map(self.rules.cell, path) if cell is not None]
        if cells:
            first = self.position.piece(act.unit)
            assert first is not None
            start = self.rules.cell(act.path[0])
            assert start is not None
            self.maker.pieces[act.unit] = piece.at(*self._at(start))
            for cell in cells:
                self.maker.do(self._moved(act.unit, *self._at(cell)))
            self.maker.do(self._moved(act.unit, *now))
            return
        self.maker.do(*drags)

    def _said(self, act: Line) -> Chat:
        """Return the line of an act."""
        if isinstance(act, Impulse):
            name = self.rules.game.side(act.side).name
            act = Impulse(name, act.kind, act.points, act.left)
        return Chat("* " + format_line(act))

    def _moved(self, id_: str, where: str, x: int, y: int) -> Plain:
        """Return the drag of a counter."""
        return self.maker.moved(id_, f"{x},{y}", where)

    def _drags(self, before: Position, after: Position) -> list[Plain]:
        """Return the drags of all counters that lie elsewhere now."""
        found: list[Plain] = []
        for side, force in after.forces.items():
            for id_, piece in force.pieces.items():
                old = before.forces[side].pieces[id_]
                if self._spot(old, side) != self._spot(piece, side):
                    found.append(self._moved(id_, *self._spot(piece, side)))
        for id_, cell in after.bridges.items():
            if id_ not in before.bridges:
                self._put_later(id_, "bridge", cell, found)
        return found

    def _put_later(self, id_: str, kind: str, cell: Hex, found: list[Plain]) -> None:
        """Add that a counter is put down in the game."""
        made = counter(id_, kind).at(*self._at(cell))
        self.maker.pieces[id_] = made
        found.append(AddPiece(id_, made.type, made.state))

    def _changes(self, before: Position, after: Position) -> list[Plain]:
        """Return the changes of all counters that look different now."""
        found: list[Plain] = []
        for side, force in after.forces.items():
            for id_, piece in force.pieces.items():
                old = before.forces[side].pieces[id_]
                if piece.at is not None and self._lost(id_, piece) != self._lost(id_, old):
                    loss = str(self._lost(id_, piece))
                    found.append(self.maker.changed(id_, loss=loss))
                if piece.at is not None and piece.deployed != old.deployed:
                    found.append(self.maker.changed(id_, face="2" if piece.deployed else "1"))
        for id_, bunker in before.bunkers.items():
            now = after.bunkers.get(id_)
            if now is None:
                found.append(RemovePiece(id_))
            elif now.strength != bunker.strength:
                full = self.rules.game.markers[id_].strength or 0
                found.append(self.maker.changed(id_, loss=str(full - now.strength)))
        found += [RemovePiece(id_) for id_ in before.bridges if id_ not in after.bridges]
        return found

    def save(self, path: Path) -> Path:
        """Write the file."""
        return self.maker.write(path)


def rules_here() -> Ruleset:
    """Return the rules of the real game."""
    return Ruleset(real_game())
