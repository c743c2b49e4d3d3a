"""Strength lost: whatever the reason, every unit and bunker loses it here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from assistant.games.white_death.play.supply.status import is_isolated
from assistant.games.white_death.state.position import Box, DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex

__all__ = ["FIRE", "SETUP", "lose", "on_map", "place_of", "strength_of"]

FIRE = "fire"
"""Why strength is lost to direct fire, as in the line ``loss``."""
SETUP = "setup"
"""Why strength was lost before the game."""
_FIRE = frozenset({FIRE, "barrage"})
"""Losses to attacks; ice, routs and retreats are none."""
_LOSS = DutyKind.LOSS


def strength_of(position: Position, id_: str) -> int:
    """Return the strength points left of a unit on the map or a bunker, 0 if it is neither."""
    bunker = position.bunkers.get(id_)
    if bunker is not None:
        return bunker.strength
    piece = position.piece(id_)
    return piece.strength if piece is not None else 0


def place_of(position: Position, id_: str) -> Hex | None:
    """Return the hex of a unit or a bunker, ``None`` if it isn't on the map."""
    bunker = position.bunkers.get(id_)
    if bunker is not None:
        return bunker.at
    piece = position.piece(id_)
    return piece.at if piece is not None else None


def on_map(position: Position, id_: str) -> bool:
    """Tell whether something is a unit on the map."""
    piece = position.piece(id_)
    return piece is not None and piece.at is not None


def lose(position: Position, unit: str, points: int, why: str, rules: Ruleset) -> Position:
    """Return the position after a unit or bunker lost strength: 2.2, 9C.4, 11B.2, 19.

    One that has none left is removed, and what it still had to do with it.

    Args:
        position: Before.
        unit: The unit or bunker; one that isn't in play changes nothing.
        points: Strength points; more than it has are as many as it has.
        why: As in the line ``loss``.
        rules: What is played by.
    """
    have = strength_of(position, unit)
    taken = min(points, have)
    if taken <= 0:
        return position
    started = {unit: have, **position.fight.strengths}
    position = replace(position, fight=replace(position.fight, strengths=started))
    if unit in position.bunkers:
        return _bunker(position, unit, have - taken, why)
    position = _counted(position, unit, taken, rules)
    if taken < have:
        return position.with_piece(unit, strength=have - taken)
    return _eliminated(position, unit, why)


def _bunker(position: Position, id_: str, left: int, why: str) -> Position:
    """Return the position with a bunker weaker, or destroyed: 19, 25; not counted to date: A-92."""
    bunkers = dict(position.bunkers)
    if left:
        bunkers[id_] = replace(bunkers[id_], strength=left)
        return replace(position, bunkers=bunkers)
    del bunkers[id_]
    score = position.score
    if id_ not in score.bunkers and why != SETUP:
        score = replace(score, bunkers=(*score.bunkers, id_))
    return _undone(replace(position, bunkers=bunkers, score=score), id_)


def _counted(position: Position, unit: str, points: int, rules: Ruleset) -> Position:
    """Return the position with points counted that were lost while isolated: A-75."""
    if position.going is None or not is_isolated(unit, position, rules):
        return position
    side = position.side_of(unit)
    isolated = dict(position.score.isolated)
    isolated[side] = isolated.get(side, 0) + points
    return replace(position, score=replace(position.score, isolated=isolated))


def _eliminated(position: Position, unit: str, why: str) -> Position:
    """Return the position without a unit; what fire wiped out is kept: 14C.8, A-80.

    It counts for the hex where the fire hit it, which for an AFV that passes is the one it left.
    """
    hit = (d.hex for d in position.fight.duties if (d.kind, d.unit, d.why) == (_LOSS, unit, why))
    hex_ = next(hit, None) or place_of(position, unit)
    if hex_ is not None and why in _FIRE:
        dead = _with(position.fight.eliminated, hex_, unit)
        position = replace(position, fight=replace(position.fight, eliminated=dead))
    gone = position.with_piece(
        unit, strength=0, at=None, box=Box.LOST, deployed=False, abandoned=False
    )
    return _undone(gone, unit)


def _with(
    known: Mapping[Hex, tuple[str, ...]], hex_: Hex, unit: str
) -> Mapping[Hex, tuple[str, ...]]:
    """Return units by hex with one more."""
    return {**known, hex_: (*known.get(hex_, ()), unit)}


def _undone(position: Position, id_: str) -> Position:
    """Return the position without the duties of what is no more."""
    duties = tuple(duty for duty in position.fight.duties if duty.unit != id_)
    return replace(position, fight=replace(position.fight, duties=duties))
