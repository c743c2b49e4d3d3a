"""What renewal changes: rule 18."""

from __future__ import annotations

from dataclasses import replace

from assistant.games.white_death.play.book import ACTS, Applied, Ruled
from assistant.games.white_death.play.renewal.rates import formation_units, refit_of
from assistant.games.white_death.state.position import Box, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import verb_of
from builder.convention.line import Refit, Repair, Replace

__all__: list[str] = []

_RENEWED = frozenset({Box.MAP, Box.LOST, Box.REBUILT})
"""Where units are that strength can come back to."""


def _stronger(position: Position, unit: str, points: int, side: str) -> Position:
    """Return the position with strength come back to a unit; a lost one waits to enter."""
    piece = position.forces[side].pieces[unit]
    box = Box.REBUILT if piece.box is Box.LOST else piece.box
    position = position.with_piece(unit, strength=max(piece.strength + points, 0), box=box)
    return _regained(position, side, points)


def _regained(position: Position, side: str, points: int) -> Position:
    """Return the position with strength points counted as come back."""
    rebuilt = {**position.score.rebuilt, side: position.score.rebuilt.get(side, 0) + points}
    return replace(position, score=replace(position.score, rebuilt=rebuilt))


def _unfit(before: Position, act: Replace | Repair, rules: Ruleset) -> str:
    """Return why strength can't come back to a unit at all, empty if it can."""
    piece = before.piece(act.unit)
    verb = verb_of(type(act))
    if piece is None:
        return f"{verb}: there is no unit {act.unit}"
    if piece.box not in _RENEWED or act.points < 1:
        return f"{verb}: {rules.label(act.unit)} is not there ({piece.box}), or no points"
    return ""


@ACTS.effect(Replace)
def _replace(before: Position, act: Replace, rules: Ruleset) -> Ruled:
    """Give a unit strength for replacement points."""
    why = _unfit(before, act, rules)
    if why:
        return Applied(before, (why,))
    side = before.side_of(act.unit)
    data = rules.game.supply.replacements.get(side)
    worth = data.points if data is not None else 1
    position = _stronger(before, act.unit, act.points * worth, side)
    used = {**before.turn.replaced, side: before.turn.replaced.get(side, 0) + act.points}
    return Applied(replace(position, turn=replace(before.turn, replaced=used)))


@ACTS.effect(Repair)
def _repair(before: Position, act: Repair, rules: Ruleset) -> Ruled:
    """Give an AFV unit strength."""
    why = _unfit(before, act, rules)
    if why:
        return Applied(before, (why,))
    side = before.side_of(act.unit)
    data = rules.game.supply.repair
    worth = data.points if data is not None else 1
    position = _stronger(before, act.unit, act.points * worth, side)
    done = {**before.turn.repaired, side: before.turn.repaired.get(side, 0) + act.points}
    return Applied(replace(position, turn=replace(before.turn, repaired=done)))


@ACTS.effect(Refit)
def _refit(before: Position, act: Refit, rules: Ruleset) -> Ruled:
    """Take a formation off the map, to come back at full strength, its lost units too (A-51)."""
    data = refit_of(act.formation, rules)
    if data is None:
        return Applied(before, (f"refit: no formation {act.formation} is refitted",))
    position = before
    for unit in formation_units(act.formation, data, rules):
        piece = before.piece(unit)
        if piece is None or piece.box not in _RENEWED:
            continue
        printed = rules.unit(unit).strength
        position = position.with_piece(
            unit, strength=printed, at=None, box=Box.AWAY, deployed=False, back=data.back
        )
        position = _regained(position, data.side, printed - piece.strength)
    turn = replace(position.turn, refitted=(*position.turn.refitted, act.formation))
    return Applied(replace(position, turn=turn))
