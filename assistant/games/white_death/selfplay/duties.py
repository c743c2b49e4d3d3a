"""What must be done comes first: losses, checks, retreats, dice."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.games.white_death.play.fire.passing import fire_at_found
from assistant.games.white_death.play.fire.resolve import fire_of
from assistant.games.white_death.play.legal import legal
from assistant.games.white_death.play.morale.duties import morale_of
from assistant.games.white_death.play.morale.outstanding import outstanding
from assistant.games.white_death.play.retreat.ways import retreats
from assistant.games.white_death.play.special.commandos import WHY
from assistant.games.white_death.selfplay.table import Table
from assistant.games.white_death.state.position import Duty, DutyKind
from builder.convention.line import Detect, Ice, Loss, Retreat
from builder.hexgrid import Hex

__all__ = ["settle", "settle_checks"]

_MANY = 200


def settle(table: Table) -> None:
    """Do everything that is owed, until nothing is."""
    for _ in range(_MANY):
        owed = outstanding(table.position, table.rules)
        if not owed:
            return
        _one(table, owed[0])
    left = outstanding(table.position, table.rules)
    raise AssertionError(f"duties never end: {left[:3]}")


def settle_checks(table: Table, why: str) -> None:
    """Do what a kind of fire calls for at once; checks of a shock wait for the combat's end.

    Who was found steps back last: it is checked where it was found.
    """
    for _ in range(_MANY):
        owed = [
            duty
            for duty in table.position.fight.duties
            if (duty.kind is not DutyKind.MORALE or duty.why == why)
            and (duty.kind, duty.why) != (DutyKind.RETREAT, WHY)
        ]
        if not owed:
            return
        owed.sort(key=lambda duty: duty.kind is DutyKind.MORALE)
        _one(table, owed[0])


def _one(table: Table, duty: Duty) -> None:
    """Do one duty."""
    match duty.kind:
        case DutyKind.LOSS:
            table.do(Loss(duty.unit, duty.points, duty.why))
        case DutyKind.MORALE:
            table.do(morale_of(table.position, table.rules, duty.unit, table.roll(2)))
        case DutyKind.RETREAT if duty.why == WHY:
            _step_back(table, duty)
        case DutyKind.RETREAT:
            _retreat(table, duty)
        case DutyKind.ICE:
            _roll(table, Ice)
        case DutyKind.DETECT:
            _roll(table, Detect)


def _retreat(table: Table, duty: Duty) -> None:
    """Retreat by a way that is open, or perish."""
    ways = retreats(table.position, duty.unit, table.rules)
    if not ways:
        piece = table.position.piece(duty.unit)
        table.do(Loss(duty.unit, piece.strength if piece else 0, "retreat"))
        return
    way = ways[_near(table, ways)]
    table.do(Retreat(duty.unit, tuple(table.rules.number(cell) for cell in way)))


def _near(table: Table, ways: Mapping[Hex, tuple[Hex, ...]]) -> Hex:
    """Return where a retreat ends: mostly by one of the shortest ways."""
    shortest = min(map(len, ways.values()))
    near = sorted(cell for cell, way in ways.items() if len(way) == shortest)
    return table.chance.choice(near if table.likely(0.8) else sorted(ways))


def _step_back(table: Table, duty: Duty) -> None:
    """Be attacked by one unit of the hex, then go back to where one came from."""
    position, rules = table.position, table.rules
    found = next((f for f in fire_at_found(position, rules) if f.target == duty.unit), None)
    if found is not None:
        fire = (found.kind, found.target, found.value, table.roll(), found.firers, found.hex)
        line = fire_of(position, rules, *fire)
        if table.allows(line):
            table.do(line)
            settle_checks(table, found.kind)
            if table.position.fight.duty(DutyKind.RETREAT, duty.unit) != duty:
                return
    if duty.hex is not None and duty.to is not None:
        table.do(Retreat(duty.unit, (rules.number(duty.hex), rules.number(duty.to))))


def _roll(table: Table, type_: type[Ice | Detect]) -> None:
    """Make the roll that is owed first of a kind."""
    table.do(next(legal(table.position, table.rules, type_, table.roll)))
