"""Who may be renewed, and how much in a turn: rule 18."""

from __future__ import annotations

from assistant.games.white_death.play.supply.receipts import turn_data
from assistant.games.white_death.play.supply.status import is_isolated
from assistant.games.white_death.state.position import Box, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Refit, Repair, Replace
from builder.model.supply import Refit as RefitData

__all__ = [
    "first_impulse",
    "formation_units",
    "refit_of",
    "refittable",
    "repair_rate",
    "repairable",
    "replaceable",
    "replacement_rate",
    "survives",
]


def replacement_rate(side: str, position: Position, rules: Ruleset) -> int:
    """Return the replacement points that a side receives this turn; none are kept: A-49."""
    turn = turn_data(position, rules)
    return turn.replacements.get(side, 0) if turn is not None else 0


def repair_rate(position: Position, rules: Ruleset) -> int:
    """Return the strength points of AFVs that a side may repair this turn: 18.7."""
    turn = turn_data(position, rules)
    return turn.afv_repair if turn is not None else 0


def first_impulse(side: str, position: Position) -> bool:
    """Tell whether a side's first impulse of the turn is going on."""
    going = position.going
    return going is not None and going.side == side and going.own == 1


def replaceable(position: Position, side: str, rules: Ruleset) -> tuple[Replace, ...]:
    """Return every use of replacement points that is legal now, each number of points."""
    data = rules.game.supply.replacements.get(side)
    if data is None or not first_impulse(side, position):
        return ()
    left = replacement_rate(side, position, rules) - position.turn.replaced.get(side, 0)
    found = []
    for id_ in sorted(rules.group(data.group).units):
        piece, unit = position.piece(id_), rules.game.units.get(id_)
        if piece is None or unit is None or unit.side != side:
            continue
        if piece.box not in {Box.MAP, Box.LOST, Box.REBUILT} or piece.abandoned:
            continue
        if piece.box is not Box.MAP and not data.rebuild:
            continue
        if is_isolated(id_, position, rules):
            continue
        room = (unit.strength - piece.strength) // data.points
        found += [Replace(id_, points) for points in range(1, min(room, left) + 1)]
    return tuple(found)


def repairable(position: Position, side: str, rules: Ruleset) -> tuple[Repair, ...]:
    """Return every repair of an AFV unit that is legal now."""
    data = rules.game.supply.repair
    left = repair_rate(position, rules) - position.turn.repaired.get(side, 0)
    if data is None or left < 1 or not first_impulse(side, position):
        return ()
    found = []
    for id_ in sorted(rules.group(data.group).units & position.forces[side].pieces.keys()):
        piece = position.forces[side].pieces[id_]
        room = rules.unit(id_).strength - piece.strength
        if piece.box is Box.MAP and room > 0:
            found += [Repair(id_, points) for points in range(1, min(room, left) + 1)]
    return tuple(found)


def refit_of(formation: str, rules: Ruleset) -> RefitData | None:
    """Return the refit that a formation is fit for, ``None`` if there is none: 18.8."""
    for data in rules.game.supply.refits:
        group = rules.group(data.group).units
        if any(rules.unit(unit).parent == formation for unit in group if unit in rules.game.units):
            return data
    return None


def formation_units(formation: str, data: RefitData, rules: Ruleset) -> tuple[str, ...]:
    """Return the units of a formation that is refitted."""
    group = rules.group(data.group).units & rules.game.units.keys()
    return tuple(sorted(unit for unit in group if rules.unit(unit).parent == formation))


def survives(units: tuple[str, ...], position: Position, rules: Ruleset) -> bool:
    """Tell whether a formation is in play: it has arrived, and not lost all units (A-51)."""
    enough = {Box.MAP} if rules.reads("A-51") == "true" else {Box.MAP, Box.LOST}
    pieces = (position.piece(unit) for unit in units)
    return any(piece is not None and piece.box in enough for piece in pieces)


def refittable(position: Position, side: str, rules: Ruleset) -> tuple[Refit, ...]:
    """Return every refit that is legal now: at the beginning of its turn, before any impulse."""
    found = []
    for data in rules.game.supply.refits:
        if position.turn_begun or data.side != side or position.number != data.turn:
            continue
        if len(position.turn.refitted) >= data.most:
            continue
        formations = sorted({rules.unit(u).parent for u in rules.group(data.group).units})
        found += [
            Refit(formation)
            for formation in formations
            if survives(formation_units(formation, data, rules), position, rules)
        ]
    return tuple(found)
