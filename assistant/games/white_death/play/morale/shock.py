"""Tank fright and cavalry charge: who checks one level worse than the fire says (14C.2, 14C.7)."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.white_death.play.fire.engaged import attackers_of
from assistant.games.white_death.play.morale.words import ASSAULT, CHARGE, FRIGHT
from assistant.games.white_death.state.position import Duty, DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex
from builder.model.combat import Shock

__all__ = ["SHOCK_ATOMS", "fright_check", "shock_of", "shocks_due"]

SHOCK_ATOMS = {FRIGHT: "WD-14C.3", CHARGE: "WD-14C.9"}
"""The atom by the shock's id in the data."""


def shock_of(position: Position, unit: str, rules: Ruleset) -> Shock | None:
    """Return the shock a unit suffers in the assault on its hex, ``None`` if it suffers none.

    Tank fright goes before a charge; both together are one level still (A-63).
    """
    piece = position.piece(unit)
    if position.phase != ASSAULT or piece is None or piece.at is None:
        return None
    if position.side_of(unit) in ("", position.phasing):
        return None
    for shock in rules.game.combat.shocks.values():
        if _hits(shock, position, unit, piece.at, rules):
            return shock
    return None


def _hits(shock: Shock, position: Position, unit: str, cell: Hex, rules: Ruleset) -> bool:
    """Tell whether a unit in a hex under assault suffers one shock."""
    if unit not in rules.group(shock.victims) or unit in rules.group(shock.immune):
        return False
    if rules.game.map.hexes[cell].terrain.intersection(shock.unless_terrain):
        return False
    shields = rules.group(shock.shields)
    if any(mate in shields for mate in _mates(position, unit, cell, rules)):
        return False
    return any(each in rules.group(shock.by) for each in _causes(shock, position, cell, rules))


def _mates(position: Position, unit: str, cell: Hex, rules: Ruleset) -> tuple[str, ...]:
    """Return who is stacked with a unit in a hex: now, or when the assault began (A-107)."""
    side = position.side_of(unit)
    now = position.stack(cell, side)
    if rules.reads("A-107") == "check":
        return now
    stood = position.fight.stood.get(side, {}).get(cell, ())
    return stood if unit in stood else now


def _causes(shock: Shock, position: Position, cell: Hex, rules: Ruleset) -> Iterator[str]:
    """Yield who could cause a shock: chargers, or the stacks that assault (A-62)."""
    for each in attackers_of(position, cell):
        piece = position.piece(each)
        if shock.id == CHARGE:
            if position.doing(each).charging:
                yield each
        elif rules.reads("A-62") == "true":
            yield each
        elif piece is not None and piece.at is not None:
            yield from position.stack(piece.at, position.phasing)


def shocks_due(position: Position, rules: Ruleset) -> tuple[Duty, ...]:
    """Return the checks owed for a shock alone: no fire has called for one in this assault.

    They are made after the combat on the hex, so each new position has to be asked anew; the
    number added is what a shock makes of no check: one level worse is a check at +0.
    """
    if position.phase != ASSAULT or position.going is None:
        return ()
    enemy = rules.enemy(position.phasing)
    targets = {d.target for d in position.going.doings.values() if d.target is not None}
    called = {d.unit for d in position.fight.duties if d.kind is DutyKind.MORALE}
    checked = {each.unit for each in position.fight.checks}
    found = []
    for cell in sorted(targets):
        for unit in position.stack(cell, enemy):
            shock = shock_of(position, unit, rules)
            if shock is not None and unit not in called | checked:
                found.append(fright_check(unit, shock))
    return tuple(found)


def fright_check(unit: str, shock: Shock) -> Duty:
    """Return the duty of a unit that checks for a shock alone."""
    return Duty(DutyKind.MORALE, unit, points=shock.levels - 1, why=shock.id)
