"""The ice under AFVs: rule 13. Each lake hexside crossed calls for a roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.play.book import ACTS, Ruled, ruling
from assistant.games.white_death.state.control import is_thaw
from assistant.games.white_death.state.position import Duty, DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Ice, Impulse, PhaseStep, TurnStep
from builder.hexgrid import Hex, distance, hexside
from builder.model.game import Lake
from builder.model.special import Ice as IceRule

__all__ = ["crossings"]

_WHY = "ice"
_FACES = range(1, 7)


def crossings(
    position: Position, unit: str, path: Sequence[Hex], rules: Ruleset
) -> tuple[Duty, ...]:
    """Return the rolls that a unit owes for the lake hexsides of a way: 13A, 13B.

    Args:
        position: Position before it.
        unit: Id of the unit.
        path: The way, the hex left first; moves, retreats and advances alike.
        rules: What it is judged by.
    """
    found = []
    for cell, to in pairwise(path):
        ice = _roll_for(position, unit, cell, to, rules)
        if ice is not None:
            found.append(Duty(DutyKind.ICE, unit, ice.losses, _WHY, cell, to))
    return tuple(found)


def _roll_for(position: Position, unit: str, cell: Hex, to: Hex, rules: Ruleset) -> IceRule | None:
    """Return the rule by which a unit rolls for a hexside, ``None`` if it doesn't."""
    map_ = rules.game.map
    if distance(cell, to) != 1:
        return None
    side = hexside(cell, to)
    lake = map_.lakes.get(side)
    if lake is None:
        return None
    as_full = rules.reads("A-18") == "as_full" and not is_thaw(position, rules)
    for ice in rules.game.special.ice:
        bears = lake in ice.lakes or (as_full and Lake.FULL in ice.lakes)
        spared = ice.unless_way and side in map_.roads
        if position.weather in ice.weather and unit in rules.group(ice.group) and bears:
            return None if spared else ice
    return None


def _owed(position: Position, act: Ice, rules: Ruleset) -> Duty | None:
    """Return the roll that a line is made for."""
    _, _, number = act.side.partition("/")
    to = rules.cell(number)
    duties = (d for d in position.fight.duties if d.kind is DutyKind.ICE and d.unit == act.unit)
    return next((duty for duty in duties if duty.to == to), None)


def _rule(position: Position, rules: Ruleset) -> str:
    """Return the id of the atom that calls for the roll in this weather."""
    return "WD-13.3" if is_thaw(position, rules) else "WD-13.1"


@ACTS.rule(
    *("WD-13.1", "WD-13.3", "WD-13.4", "WD-16A.1", "WD-16B.2"),
    on=(Ice,),
    name="ice-roll",
    section="13A",
)
def ice_roll(before: Position, act: Ice, rules: Ruleset) -> Iterator[Finding]:
    """A die is rolled for each AFV and lake hexside crossed, and for nothing else.

    Rule:
        13A in frost and snow for full lake hexsides; 13B in thaw for hexsides with any lake,
        by its erratum not along a road or railway.
    Evidence:
        The unit, the hexside, the die and what it takes.
    """
    if not before.side_of(act.unit):
        return
    rule, duty = _rule(before, rules), _owed(before, act, rules)
    hexes, name = act.side.split("/"), rules.label(act.unit)
    if act.die not in _FACES:
        message = f"{name} rolls {act.die} for the ice, which a die doesn't show"
        yield ruling(rule, Verdict.NOT_CHECKABLE, message, units=(act.unit,), hexes=hexes)
        return
    if duty is None:
        rule = "WD-13.4" if _spared(before, act, rules) else rule
        message = f"{name} rolls for the ice at {act.side}, where it owes no roll"
        yield ruling(rule, verdict=False, message=message, units=(act.unit,), hexes=hexes)
        return
    lost = _lost(before, act, duty, rules)
    said = f"loses {lost} SP" if lost else "loses nothing"
    message = f"{name} rolls {act.die} for the ice at {act.side} and {said}"
    yield ruling(rule, verdict=True, message=message, units=(act.unit,), hexes=hexes)


def _spared(position: Position, act: Ice, rules: Ruleset) -> bool:
    """Tell whether a road or railway over the hexside spares the roll: 13B."""
    cells = rules.cells(tuple(act.side.split("/")))
    if cells is None or len(cells) != 2 or distance(*cells) != 1:
        return False
    side = hexside(*cells)
    spares = any(i.unless_way and position.weather in i.weather for i in rules.game.special.ice)
    return spares and side in rules.game.map.roads and side in rules.game.map.lakes


def _lost(position: Position, act: Ice, duty: Duty, rules: Ruleset) -> int:
    """Return the strength points that a roll takes."""
    on = {roll for i in rules.game.special.ice for roll in i.lost_on if _holds(i, position)}
    piece = position.piece(act.unit)
    return min(duty.points, piece.strength if piece else 0) if act.die in on else 0


def _holds(ice: IceRule, position: Position) -> bool:
    """Tell whether a rule of the ice holds in the weather of a position."""
    return position.weather in ice.weather


@ACTS.rule(
    *("WD-13.1", "WD-13.3"),
    on=(PhaseStep, Impulse, TurnStep),
    name="ice-unrolled",
    section="13A",
)
def ice_unrolled(
    before: Position, act: PhaseStep | Impulse | TurnStep, rules: Ruleset
) -> Iterator[Finding]:
    """No roll for the ice is left when a phase ends.

    Rule:
        13A, 13B.
    Evidence:
        The units and the hexes beyond the hexsides they crossed.
    """
    del act
    left = [duty for duty in before.fight.duties if duty.kind is DutyKind.ICE]
    for duty in left:
        where = rules.number(duty.to) if duty.to is not None else "?"
        name = rules.label(duty.unit)
        message = f"{name} crossed a lake hexside into {where} and hasn't rolled for the ice"
        rule = _rule(before, rules)
        yield ruling(rule, verdict=False, message=message, units=(duty.unit,), hexes=(where,))


@ACTS.effect(Ice)
def ice(before: Position, act: Ice, rules: Ruleset) -> Ruled:
    """Fulfil the duty; on a loss the strength is to be lost next."""
    duty = _owed(before, act, rules)
    if duty is None:
        return Ruled(before, (f"ice: no roll is due for {rules.label(act.unit)} at {act.side}",))
    after = before.without_duty(duty)
    lost = _lost(before, act, duty, rules)
    if lost:
        after = after.with_duties(Duty(DutyKind.LOSS, act.unit, lost, _WHY, duty.to))
    return Ruled(after)
