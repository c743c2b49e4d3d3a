"""A unit that has declared an assault leaves the hex it declared it from: rules 6B, 12A."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding
from assistant.games.white_death.play.assault.declare import is_prohibited, open_or_not
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Entrain, Move, Reequip
from builder.hexgrid import Hex, distance

__all__ = ["can_go", "lapsed"]


@ACTS.rule(
    *("WD-6B.5", "WD-12A.1"),
    on=(Move, Entrain, Reequip),
    name="leaves-its-assault",
    section="6B",
    readings=("A-85", "A-18", "A-103"),
)
def leaves_its_assault(
    before: Position, act: Move | Entrain | Reequip, rules: Ruleset
) -> Iterator[Finding]:
    """Who has declared an assault may move on only where it can still make it.

    Rule:
        6B (the hex is adjacent), 12A; A-85 (the declaration is for good).
    """
    target = before.doing(act.unit).target
    way = () if isinstance(act, Reequip) else act.path
    cells = rules.cells(way)
    if target is None or cells is None or before.piece(act.unit) is None:
        return
    if cells and distance(cells[-1], target) == 1:
        yield open_or_not(before, act.unit, cells[-1], target, rules)
        return
    where = f"goes to {way[-1]}" if way else "leaves the map"
    message = f"{rules.label(act.unit)} {where}, having declared an assault on "
    message += rules.number(target)
    yield ruling("WD-6B.5", rules.reads("A-85") == "free", message, units=(act.unit,), hexes=way)


def can_go(position: Position, unit: str, to: Hex, rules: Ruleset) -> bool:
    """Tell whether a unit that goes to a hex can still make the assault it declared, if any."""
    target = position.doing(unit).target
    if target is None:
        return True
    return distance(to, target) == 1 and not is_prohibited(position, unit, target, rules, at=to)


def lapsed(position: Position, unit: str) -> Position:
    """Return the position without the assault of a unit that isn't next to its target any more.

    The point stays spent.
    """
    piece, target = position.piece(unit), position.doing(unit).target
    at = piece.at if piece is not None else None
    if target is None or (at is not None and distance(at, target) == 1):
        return position
    return position.with_doing(unit, target=None, assaulted=None, charging=False, payer="")
