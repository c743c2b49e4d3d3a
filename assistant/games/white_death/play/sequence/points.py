"""Movement points of the turn: whose impulse it may be, of what kind, and how many: rule 5."""

from __future__ import annotations

from assistant.games.white_death.names import SOVIET
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.model.sequence import ImpulseKind

__all__ = ["all_spent", "kind_of", "least", "left", "next_side"]


def left(side: str, position: Position, rules: Ruleset) -> int:
    """Return the points that a side has left of the turn's."""
    return rules.game.points_per_turn - position.turn.spent.get(side, 0)


def all_spent(position: Position, rules: Ruleset) -> bool:
    """Tell whether both sides have used all their points: 5.6."""
    return all(left(side.id, position, rules) <= 0 for side in rules.game.sides)


def kind_of(id_: str, rules: Ruleset) -> ImpulseKind | None:
    """Return a kind of impulse, ``None`` if there is no such kind."""
    return next((kind for kind in rules.game.sequence.impulses if kind.id == id_), None)


def least(kind: ImpulseKind, side: str, remaining: int, rules: Ruleset) -> int:
    """Return the least points of an impulse: 5.8, 5.9, A-05.

    Args:
        kind: Its kind.
        side: Whose it is.
        remaining: Points that the side has left.
        rules: The rules.
    """
    points = kind.points.get(side, 1)
    if not kind.exact and side == SOVIET and rules.turned("A-05"):
        points = int(rules.reads("A-05"))
    return min(points, max(remaining, 1)) if kind.less_if_all else points


def next_side(position: Position, rules: Ruleset) -> str:
    """Return the side whose impulse comes next, empty if the turn is over or it isn't known.

    The Soviet side begins; then they alternate until one has used all its points, and the other
    goes on alone: 5.1, 5.2.
    """
    if all_spent(position, rules):
        return ""
    if not any(position.turn.impulses.values()):
        return SOVIET
    if not position.phasing:
        return ""
    other = rules.enemy(position.phasing)
    return other if left(other, position, rules) > 0 else position.phasing
