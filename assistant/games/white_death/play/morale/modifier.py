"""What is added to a roll for morale, part by part, and what the roll then says (14, 14C)."""

from __future__ import annotations

from typing import NamedTuple

from assistant.games.white_death.play.book import Part
from assistant.games.white_death.play.morale.shock import SHOCK_ATOMS, shock_of
from assistant.games.white_death.play.morale.words import (
    ANTITANK,
    BARRAGE,
    CONVENTIONAL,
    DETECTED,
    EXIT,
    FAIL,
    PASS,
    RESULT,
    ROUT,
)
from assistant.games.white_death.play.supply.status import suffers_isolation
from assistant.games.white_death.state.position import Duty, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex
from builder.model.combat import MoraleModifier

__all__ = ["CALL_ATOMS", "SITUATION_ATOMS", "Added", "check_parts", "eliminated_in", "result_of"]

CALL_ATOMS = {
    CONVENTIONAL: "WD-14A.3",
    DETECTED: "WD-14A.3",
    ANTITANK: "WD-14A.1",
    EXIT: "WD-3A.5",
    BARRAGE: "WD-14A.2",
    **SHOCK_ATOMS,
}
"""The atom that calls for a check and says by what number, by why it is called for."""

SITUATION_ATOMS = {
    "isolated": "WD-14C.4",
    "routed": "WD-14C.5",
    "snow": "WD-14C.6",
    "eliminated": "WD-14C.10",
}
"""The atom by the modifier's id in the data."""


class Added(NamedTuple):
    """One part of a modifier: its name in lines, the amount, in words why, and the atom."""

    name: str
    amount: int
    reason: str
    rule: str

    @property
    def part(self) -> Part:
        """The part as evidence."""
        return (self.amount, self.reason, self.rule)

    @property
    def word(self) -> str:
        """The part as a line has it."""
        return f"{self.name}:{self.amount:+d}"


def check_parts(position: Position, unit: str, duty: Duty, rules: Ruleset) -> tuple[Added, ...]:
    """Return the parts of what is added to a check, those of 0 left out: 14A, 14C.

    Args:
        position: When it is made.
        unit: Who makes it.
        duty: The check that is owed.
        rules: The rules.
    """
    found = [Added(RESULT, duty.points, _called(duty), CALL_ATOMS.get(duty.why, "WD-14.1"))]
    shock = shock_of(position, unit, rules)
    if shock is not None and duty.why not in SHOCK_ATOMS:
        found.append(Added(shock.id, shock.levels, shock.name.lower(), SHOCK_ATOMS[shock.id]))
    piece = position.piece(unit)
    cell = duty.hex or (piece.at if piece is not None else None)
    if cell is not None:
        for one in rules.game.combat.morale_modifiers:
            times = _times(one, position, unit, cell, rules)
            times = times if one.each else min(times, 1)
            found.append(
                Added(
                    one.id,
                    one.value * times,
                    one.name.lower(),
                    SITUATION_ATOMS.get(one.id, "WD-14C.11"),
                )
            )
    return tuple(each for each in found if each.amount)


def _called(duty: Duty) -> str:
    """Return in words what called for a check."""
    if duty.why in {CONVENTIONAL, DETECTED}:
        return "result of the fire"
    return "strength points lost"


def _times(one: MoraleModifier, position: Position, unit: str, cell: Hex, rules: Ruleset) -> int:
    """Return how often a modifier applies to a unit."""
    barred = rules.game.map.hexes[cell].terrain.intersection(one.unless_terrain)
    weather = not one.weather or position.weather in one.weather
    kinds = not one.kinds or rules.unit(unit).kind in one.kinds
    if barred or not weather or not kinds:
        return 0
    side = position.side_of(unit)
    match one.id:
        case "isolated":
            return int(suffers_isolation(unit, position, rules))
        case "routed":
            return len(_routed_in(position, cell, side) - {unit})
        case "eliminated":
            return len(eliminated_in(position, cell, side))
        case _:
            return 1


def _routed_in(position: Position, cell: Hex, side: str) -> frozenset[str]:
    """Return the units of a side that routed out of a hex in this phase."""
    there = position.fight.routed.get(cell, ())
    return frozenset(each for each in there if position.side_of(each) == side)


def eliminated_in(position: Position, cell: Hex, side: str) -> frozenset[str]:
    """Return the units of a side that fire has wiped out in a hex in this phase: 14C.8."""
    there = position.fight.eliminated.get(cell, ())
    return frozenset(each for each in there if position.side_of(each) == side)


def result_of(total: int, unit: str, rules: Ruleset) -> str:
    """Return what a modified roll says: ``pass``, ``fail`` or ``rout`` (14.1)."""
    morale = rules.game.combat.morale
    excess = total - rules.unit(unit).morale
    if morale is None or excess < morale.fail:
        return PASS
    return ROUT if excess >= morale.rout else FAIL
