"""Checks of retreats: called for, the way, where it ends (14B, 14C.1, 19)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.banks import Bank
from assistant.games.white_death.names import MOVEMENT, counted
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.morale.words import DETECTED, FAIL, ROUT
from assistant.games.white_death.play.retreat.ways import Field, field_of, retreats
from assistant.games.white_death.state.position import DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Loss, Retreat
from builder.hexgrid import Hex, distance

__all__: list[str] = []

_BARS = {
    "WD-14B.2": "a step that leads to no adjacent hex",
    "WD-6A.4": "enemy units there",
    "WD-19.5": "an enemy bunker there",
    "WD-7.9": "terrain that its mobility may not enter",
    "WD-7.12": "a lake hexside that its mobility may not cross",
    "WD-16B.1": "a thawed river that its mobility may not cross",
}
"""What bars a step, by the atom that forbids it."""


@ACTS.rule(
    *("WD-14B.1", "WD-14B.5", "WD-3A.7"),
    on=(Retreat,),
    name="retreat-uncalled-for",
    section="14B",
)
def retreat_uncalled_for(before: Position, act: Retreat, rules: Ruleset) -> Iterator[Finding]:
    """A unit retreats that routs, or that fails in the assault on its hex; no other does.

    Rule:
        14B; 3A for AFVs that rout as they move. Commandos found out are another matter (21C).
    """
    if before.side_of(act.unit) == "":
        return
    duty, label = before.fight.duty(DutyKind.RETREAT, act.unit), rules.label(act.unit)
    if duty is not None and duty.why == DETECTED:
        return
    rule = "WD-14B.5" if duty is not None and duty.why == FAIL else "WD-14B.1"
    if duty is not None:
        rule = "WD-3A.7" if before.phase == MOVEMENT else rule
        message = f"{label} retreats as it must"
        yield ruling(rule, verdict=True, message=message, units=(act.unit,), hexes=act.path[:1])
        return
    results = [each.result for each in before.fight.checks if each.unit == act.unit]
    verdict = Verdict.BROKEN if results else Verdict.NOT_CHECKABLE
    told = f"after its check came to {results[-1]}" if results else "with no check on record"
    message = f"{label} retreats {told}, and nothing makes it"
    yield ruling(rule, verdict, message, units=(act.unit,), hexes=act.path)


@ACTS.rule(
    *("WD-14B.2", "WD-6A.4", "WD-7.9", "WD-7.12", "WD-16B.1", "WD-19.5", "WD-3.4"),
    on=(Retreat,),
    name="retreat-way",
    section="14B",
    readings=("A-16", "A-17", "A-18", "A-19", "A-22", "A-23", "A-103"),
)
def retreat_way(before: Position, act: Retreat, rules: Ruleset) -> Iterator[Finding]:
    """A retreat goes hex by hex past what bars it, and ends as far away as it must, no farther.

    Rule:
        14B, with 4 and 14C.1 for going on; 6A, 7, 13, 16B and 19 for what bars the way; A-79.
    Not covered:
        Whether it leads away from the enemy on the whole.
    """
    cells, piece = _way(before, act, rules)
    if piece is None or cells is None:
        return
    if cells[0] != piece:
        place = rules.number(piece)
        message = f"{rules.label(act.unit)} stands in {place}, not where the retreat begins"
        yield ruling("WD-14B.2", Verdict.NOT_CHECKABLE, message, units=(act.unit,), hexes=act.path)
        return
    field = field_of(before, act.unit, rules)
    yield from _steps(field, cells)
    yield from _length(field, cells)
    yield from _away(field, cells)


def _way(
    position: Position, act: Retreat, rules: Ruleset
) -> tuple[tuple[Hex, ...] | None, Hex | None]:
    """Return the hexes of a retreat that 14B speaks of, and where the unit stands."""
    piece, cells = position.piece(act.unit), rules.cells(act.path)
    duty = position.fight.duty(DutyKind.RETREAT, act.unit)
    if piece is None or not cells or (duty is not None and duty.why == DETECTED):
        return None, None
    return cells, piece.at


def _steps(field: Field, cells: tuple[Hex, ...]) -> Iterator[Finding]:
    """Yield every step that is barred, or one for all that aren't."""
    rules, label = field.rules, field.rules.label(field.unit)
    piece, barred = field.position.piece(field.unit), False
    bank = piece.bank if piece is not None else Bank.UNSURE
    for cell, to in pairwise(cells):
        side = (rules.number(cell), rules.number(to))
        for bar in field.bars(cell, to, bank):
            barred = True
            message = f"{label} can't retreat from {side[0]} to {side[1]}: {_BARS.get(bar, bar)}"
            yield ruling(bar, verdict=False, message=message, units=(field.unit,), hexes=side)
        near = distance(cell, to) == 1
        bank = field.crossing(cell, to, bank).bank if near else Bank.UNSURE
    if not barred and len(cells) > 1:
        message = f"nothing bars the way of {label}"
        way = tuple(map(rules.number, cells))
        yield ruling("WD-7.9", verdict=True, message=message, units=(field.unit,), hexes=way)


def _length(field: Field, cells: tuple[Hex, ...]) -> Iterator[Finding]:
    """Yield whether a retreat ends as far away as it must, and no farther than it has to."""
    rules, morale = field.rules, field.rules.game.combat.morale
    if morale is None:
        return
    start, most = cells[0], morale.retreat
    label, end = rules.label(field.unit), distance(start, cells[-1])
    way = tuple(map(rules.number, cells))
    if end < most:
        message = f"{label} ends its retreat {counted(end, 'hex')} away, not {most}"
        message = message.replace("hexs", "hexes")
        yield ruling("WD-14B.2", verdict=False, message=message, units=(field.unit,), hexes=way)
        return
    could = [
        cell
        for cell, to in pairwise(cells)
        if distance(start, cell) >= most
        and field.stays(cell)
        and max(distance(start, cell), distance(start, to)) > most
    ]
    message = f"{label} ends its retreat {end} hexes away"
    if could:
        message += f", though it could have stayed in {rules.number(could[0])}"
    yield ruling("WD-14B.2", not could, message, units=(field.unit,), hexes=way)


def _away(field: Field, cells: tuple[Hex, ...]) -> Iterator[Finding]:
    """Yield a hint if less than half of a retreat leads away from an enemy that was beside it."""
    enemy, end = field.rules.enemy(field.side), cells[-1]
    gone = distance(cells[0], end)
    doubtful = [
        cell
        for cell in field.ground.edges(cells[0])
        if field.position.stack(cell, enemy) and 2 * (distance(cell, end) - 1) < gone
    ]
    if doubtful:
        number = field.rules.number(doubtful[0])
        message = (
            f"{field.rules.label(field.unit)} gets little away from the enemies in {number}; "
            "whether its retreat leads away from them on the whole is for people to judge"
        )
        way = tuple(map(field.rules.number, cells))
        yield ruling("WD-14B.2", Verdict.NOT_CHECKABLE, message, units=(field.unit,), hexes=way)


@ACTS.rule(
    *("WD-14C.1", "WD-3.7", "WD-3C.3"),
    on=(Retreat,),
    name="retreat-into-zone",
    section="14C",
    readings=("A-16", "A-17"),
)
def retreat_into_zone(before: Position, act: Retreat, rules: Ruleset) -> Iterator[Finding]:
    """A retreat doesn't end in an enemy zone of control; through one it costs a point, once.

    Rule:
        14C.1. The hex it begins in doesn't count.
    """
    cells, piece = _way(before, act, rules)
    if piece is None or cells is None or len(cells) < 2:
        return
    field, label = field_of(before, act.unit, rules), rules.label(act.unit)
    end = act.path[-1]
    holders = field.zone.get(cells[-1], ())
    message = f"{label} ends its retreat in {end}, {'in an' if holders else 'in no'} enemy zone"
    units = (act.unit, *holders)
    yield ruling("WD-14C.1", not holders, message, units=units, hexes=act.path)


@ACTS.rule(
    *("WD-14C.1", "WD-4.3"),
    on=(Loss,),
    name="eliminated-though-it-can-retreat",
    section="14C",
    readings=("A-16", "A-17", "A-18", "A-19", "A-22", "A-23", "A-103"),
)
def eliminated_though_it_can_retreat(
    before: Position, act: Loss, rules: Ruleset
) -> Iterator[Finding]:
    """A unit that must retreat is eliminated only if there is no way for it.

    Rule:
        4, 14C.1.
    """
    duty, piece = before.fight.duty(DutyKind.RETREAT, act.unit), before.piece(act.unit)
    wiped = act.why == "retreat" and piece is not None and 0 < piece.strength <= act.points
    if not wiped or duty is None or duty.why not in {FAIL, ROUT}:
        return
    ends = retreats(before, act.unit, rules)
    label = rules.label(act.unit)
    message = f"{label} is eliminated for want of a way to retreat"
    if ends:
        message += f", though it could go to {', '.join(sorted(map(rules.number, ends)))}"
    yield ruling("WD-14C.1", not ends, message, units=(act.unit,))
