"""Whose acts of the movement phase these are, and whether the points suffice: 6A, 6B."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from assistant.audit.finding import Finding, Verdict
from assistant.engine.movement import PARTS, parts
from assistant.games.white_death.names import MOVEMENT, PASS
from assistant.games.white_death.play.book import Part, exact, ruling
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Impulse, PhaseStep, TurnStep

__all__ = ["MOMENT", "affords", "billed", "can_act", "ended", "price", "untimely"]

MOMENT = ("WD-6A.1",)
"""Ids of the atoms that :func:`untimely` speaks of."""


def untimely(what: str, position: Position, unit: str, rules: Ruleset) -> Iterator[Finding]:
    """Yield that an act of movement is done in the other side's impulse, if it is: 6A.

    Phases and passes are looked after by the sequence of play (5).

    Args:
        what: The act in words, such as ``deploys``.
        position: Position before it.
        unit: Id of the unit.
        rules: What it is judged by.
    """
    label, going = rules.label(unit), position.going
    if going is None:
        message = f"{label} {what}, but no impulse is going on"
        yield ruling("WD-6A.1", Verdict.NOT_CHECKABLE, message, units=(unit,))
    elif position.side_of(unit) != going.side:
        message = f"{label} {what} in the impulse of the other side"
        yield ruling("WD-6A.1", verdict=False, message=message, units=(unit,))


def ended(position: Position, act: PhaseStep | Impulse | TurnStep) -> str:
    """Return the phase that a step of the sequence of play ends, empty if it isn't known.

    A phase in which nothing is done may be left out, so an impulse or turn may follow any (5).
    """
    return position.phase or (act.old if isinstance(act, PhaseStep) else "")


def can_act(position: Position, unit: str, *, in_pass: bool = False) -> bool:
    """Tell whether a unit on the map is of the side that moves, in its movement phase."""
    going, piece = position.going, position.piece(unit)
    return (
        going is not None
        and piece is not None
        and piece.at is not None
        and position.phase == MOVEMENT
        and position.side_of(unit) == going.side
        and (in_pass or going.kind != PASS)
    )


def price(activity: str, rules: Ruleset) -> int:
    """Return what an activity of the chart costs, in parts of a point."""
    return parts(rules.game.chart.activities[activity])


def affords(position: Position, unit: str, cost: int) -> bool:
    """Tell whether a unit has points (parts of one) left for something."""
    points = position.going.points if position.going is not None else 0
    return position.doing(unit).spent + cost <= points * PARTS


def billed(  # noqa: PLR0913 - what a finding needs
    rule: str,
    what: str,
    position: Position,
    unit: str,
    rules: Ruleset,
    *,
    more: Iterable[Part],
    hexes: Iterable[str] = (),
) -> Finding:
    """Return whether the points declared cover what a unit spent and spends now: 6A.1, 6A.2.

    Args:
        rule: Id of the atom that sets the price.
        what: The act in words, such as ``deploys``.
        position: Position before it.
        unit: Id of the unit.
        rules: What it is judged by.
        more: What it spends now (points).
        hexes: Printed numbers of hexes concerned.
    """
    spent = Fraction(position.doing(unit).spent, PARTS)
    items: list[Part] = [(spent, "spent before", "WD-6A.2")] if spent else []
    items += more
    total = sum((Fraction(amount) for amount, _, _ in items), Fraction(0))
    points = position.going.points if position.going is not None else None
    told = f"{rules.label(unit)} {what}: {exact(total)}"
    verdict: Verdict | bool = Verdict.NOT_CHECKABLE if points is None else total <= points
    message = told if points is None else f"{told} of {exact(points)} points"
    return ruling(rule, verdict, message, units=(unit,), hexes=hexes, parts=items, allowance=points)
