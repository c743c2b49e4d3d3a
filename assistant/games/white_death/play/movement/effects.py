"""What a move changes: place, points, whether the unit stops, bank, formation, rolls it owes."""

from __future__ import annotations

from math import ceil

from assistant.engine.movement import PARTS
from assistant.games.white_death.play.assault.lapse import lapsed
from assistant.games.white_death.play.book import ACTS, Ruled
from assistant.games.white_death.play.movement.ice import crossings
from assistant.games.white_death.play.movement.judged import is_guided
from assistant.games.white_death.play.movement.step import Way, path_cost
from assistant.games.white_death.play.special.commandos import detections
from assistant.games.white_death.state.position import Box, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Move
from builder.hexgrid import Hex

__all__: list[str] = []


@ACTS.effect(Move)
def move(before: Position, act: Move, rules: Ruleset) -> Ruled:
    """Put the unit where its way ends, legal or not, and note what it did on the way."""
    piece, path = before.piece(act.unit), rules.cells(act.path)
    if piece is None:
        return Ruled(before, (f"move: there is no unit {act.unit}",))
    if not path or len(path) < 2:
        return Ruled(before, (f"move: {rules.label(act.unit)} has no way on the map",))
    if piece.strength <= 0:
        return Ruled(before, (f"move: {rules.label(act.unit)} is lost",))
    guided = is_guided(before, act.unit, path, rules)
    way = path_cost(before, act.unit, path, rules, paid=act.paid, guided=guided)
    after = lapsed(_gone(before, act.unit, path, way, paid=act.paid), act.unit)
    if any(not step.charges for step in way.steps):  # a gap: its price is known from the line only
        spent = way.start.spent + max(way.cost, ceil(act.cost * PARTS))
        after = after.with_doing(act.unit, spent=spent)
    duties = crossings(before, act.unit, path, rules)
    if guided:
        duties += detections(before, act.unit, path, rules)
    return Ruled(after.with_duties(*duties) if duties else after)


def _gone(
    position: Position, unit: str, path: tuple[Hex, ...], way: Way, *, paid: bool = False
) -> Position:
    """Return the position after a unit went a way: place, bank, formation, what it has done.

    Args:
        position: Position before it.
        unit: Id of the unit.
        path: The way, the hex left first.
        way: The same way, priced.
        paid: Whether it paid for not being fired at.
    """
    doing, end = position.doing(unit), way.end
    piece = position.piece(unit)
    first = not doing.moved
    after = position.with_piece(unit, at=end.at, box=Box.MAP, deployed=False, bank=end.bank)
    return after.with_doing(
        unit,
        spent=end.spent,
        began=piece.at if piece and first and doing.began is None else doing.began,
        in_zone=way.start.in_zone,
        moved=True,
        halted=doing.halted or any(step.after.halted for step in way.steps),
        way=path if first else _joined(doing.way, path),
        paid=doing.paid or (paid and first),
    )


def _joined(way: tuple[Hex, ...], path: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Return a way and the one that goes on from its end."""
    return way + (path[1:] if way[-1:] == path[:1] else path)
