"""The roll for commandos among the enemy, and what becomes of those found: rule 21C."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.names import MOVEMENT
from assistant.games.white_death.play.book import ACTS, Part, Ruled, ruling
from assistant.games.white_death.play.moment import MOMENT, ended, untimely
from assistant.games.white_death.play.movement.cut import cut_short
from assistant.games.white_death.play.special.commandos import WHY, commandos_in, passengers
from assistant.games.white_death.play.stacking.limits import units_fit
from assistant.games.white_death.state.position import Duty, DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Detect, Fire, Impulse, PhaseStep, Retreat, TurnStep
from builder.hexgrid import Hex

__all__: list[str] = []


@ACTS.rule(
    *("WD-21C.1", "WD-21C.3", "WD-21C.4", *MOMENT),
    on=(Detect,),
    name="detection",
    section="21C",
    readings=("A-22",),
)
def detection(before: Position, act: Detect, rules: Ruleset) -> Iterator[Finding]:
    """One die for each hex among the enemy that a column with commandos enters.

    Rule:
        21C. Each unit that is no commando takes one from the die; the captured tanks count
        as commandos beside a commando company. A-58: a total of 1 or less finds them.
    """
    cell = rules.cell(act.hex)
    known = [unit for unit in act.units if before.side_of(unit)]
    if cell is None or not known or len(known) < len(act.units):
        return
    yield from untimely("is rolled for", before, known[0], rules)
    strangers = [unit for unit in known if not _was_there(before, unit, cell)]
    owing = any(_owed(before, unit, cell) for unit in known)
    if strangers or not owing:
        names = ", ".join(map(rules.label, strangers or known))
        message = f"no roll is due in {act.hex} for {names}"
        yield ruling("WD-21C.1", verdict=False, message=message, units=known, hexes=(act.hex,))
        return
    if not commandos_in(known, rules):
        message = f"nobody who can pass for the enemy is rolled for in {act.hex}"
        yield ruling("WD-21C.1", verdict=False, message=message, units=known, hexes=(act.hex,))
        return
    if not units_fit(known, before, rules):
        message = f"the column in {act.hex} is beyond the stacking limits"
        yield ruling("WD-21C.3", verdict=False, message=message, units=known, hexes=(act.hex,))
    said = "are found out" if _found(act, rules) else "pass unnoticed"
    message = f"the commandos and who goes with them {said} in {act.hex}"
    parts = _parts(act, rules)
    yield ruling(
        "WD-21C.1", verdict=True, message=message, units=known, hexes=(act.hex,), parts=parts
    )


def _parts(act: Detect, rules: Ruleset) -> list[Part]:
    """Return the die and what is taken from it."""
    found = rules.game.special.detection
    others = passengers(act.units, rules)
    parts: list[Part] = [(act.die, "die", "WD-21C.1")]
    if found is not None and others:
        parts.append((found.per_other * others, "others led along", "WD-21C.3"))
    return parts


def _found(act: Detect, rules: Ruleset) -> bool:
    """Tell whether a roll finds the column."""
    found = rules.game.special.detection
    total = sum(amount for amount, _, _ in _parts(act, rules))
    return found is not None and total <= found.found_up_to


def _owed(position: Position, unit: str, cell: Hex) -> Duty | None:
    """Return the roll that a unit owes for a hex, the first if it owes several."""
    duties = position.fight.duties
    return next(
        (d for d in duties if d.kind is DutyKind.DETECT and d.unit == unit and d.to == cell), None
    )


def _was_there(position: Position, unit: str, cell: Hex) -> bool:
    """Tell whether a unit is one that entered a hex with its column.

    Who needs no guide, such as an AFV, may have gone the same way before and owes no roll itself.
    """
    return _owed(position, unit, cell) is not None or cell in position.doing(unit).way[1:]


@ACTS.effect(Detect)
def detect(before: Position, act: Detect, rules: Ruleset) -> Ruled:
    """Fulfil the duty; who is found stays in that hex, and must go back if the enemy is in it."""
    cell = rules.cell(act.hex)
    if cell is None:
        return Ruled(before, (f"detect: there is no hex {act.hex}",))
    after, unapplied = before, []
    found = _found(act, rules)
    column = dict.fromkeys(unit for unit in act.units if _was_there(before, unit, cell))
    if not any(_owed(before, unit, cell) for unit in column):
        column = {}
    for unit in act.units:
        duty = _owed(after, unit, cell)
        if unit not in column:
            unapplied.append(f"detect: no roll is due for {rules.label(unit)} in {act.hex}")
        elif found:
            after = _caught(after, unit, cell, rules)
        elif duty is not None:
            after = after.without_duty(duty)
    return Ruled(after, tuple(unapplied))


def _caught(position: Position, unit: str, cell: Hex, rules: Ruleset) -> Position:
    """Return the position after one unit was found in a hex, where its march ends."""
    way = position.doing(unit).way
    owed = [d for d in position.fight.duties if d.kind is DutyKind.DETECT and d.unit == unit]
    times = max(1, sum(d.to == cell for d in owed))
    rest = tuple(d for d in position.fight.duties if d not in owed)
    after = replace(position, fight=replace(position.fight, duties=rest))
    entered = [n for n, to in enumerate(way) if n and to == cell]
    came = next((d.hex for d in owed if d.to == cell), None)
    if len(entered) >= times:
        came = way[entered[-times] - 1]
        after = cut_short(after, unit, entered[-times], rules, guided=True)
    after = after.with_piece(unit, at=cell).with_doing(unit, halted=True)
    if not after.stack(cell, rules.enemy(after.side_of(unit))):
        return after
    return after.with_duties(Duty(DutyKind.RETREAT, unit, why=WHY, hex=cell, to=came))


@ACTS.rule("WD-21C.2", on=(Fire, Retreat), name="found-commandos", section="21C")
def found_commandos(before: Position, act: Fire | Retreat, rules: Ruleset) -> Iterator[Finding]:
    """One enemy unit of the hex attacks those found there; then they step back.

    Rule:
        21C. They go back to the hex from which they came. A-58: one unit, which its owner
        chooses, attacks.
    """
    unit = act.target if isinstance(act, Fire) else act.unit
    if isinstance(act, Fire) and act.kind != WHY:
        return
    duty = next(
        (d for d in before.fight.duties if d.kind is DutyKind.RETREAT and d.unit == unit), None
    )
    found = duty is not None and duty.why == WHY
    if isinstance(act, Retreat):
        if duty is not None and found:
            yield _stepped_back(duty, act, rules)
        return
    if duty is None or duty.hex is None or not found:
        message = f"{rules.label(unit)} was not found out in a hex with enemies"
        yield ruling("WD-21C.2", verdict=False, message=message, units=(unit,))
        return
    yield _attacked(before, duty.hex, act, rules)


def _attacked(before: Position, cell: Hex, act: Fire, rules: Ruleset) -> Finding:
    """Return whether one unit of the hex makes the first attack on those found there."""
    enemy = before.stack(cell, rules.enemy(before.side_of(act.target)))
    place = rules.number(cell)
    others = [f for f in before.fight.attacks if f.kind == WHY and f.hex == act.hex]
    firers = {id_ for fire in (*others, act) for id_ in fire.firers}
    again = any(fire.target == act.target for fire in others)
    kept = len(firers) == 1 and firers <= set(enemy) and not again
    said = "one unit of the hex attacks" if kept else "only one unit of the hex may attack, once,"
    message = f"{said} {rules.label(act.target)} in {place}"
    return ruling("WD-21C.2", kept, message, units=(act.target, *act.firers), hexes=(place,))


def _stepped_back(duty: Duty, act: Retreat, rules: Ruleset) -> Finding:
    """Return whether a unit that was found goes back to where it came from."""
    want = tuple(rules.number(cell) for cell in (duty.hex, duty.to) if cell is not None)
    message = f"{rules.label(act.unit)} was found out and goes back from {' to '.join(want)}"
    return ruling("WD-21C.2", act.path == want, message, units=(act.unit,), hexes=act.path)


@ACTS.rule("WD-21C.5", on=(PhaseStep, Impulse, TurnStep), name="among-the-enemy", section="21C")
def among_the_enemy(
    before: Position, act: PhaseStep | Impulse | TurnStep, rules: Ruleset
) -> Iterator[Finding]:
    """Nobody ends the movement phase in a hex with enemies.

    Rule:
        21C, 6A. A unit that was found and hasn't stepped back yet is another matter (21C.2);
        so is one that was there when the phase began, of which was told then.
    """
    side = before.phasing
    if not side or ended(before, act) != MOVEMENT:
        return
    enemy = rules.enemy(side)
    shared = [c for c in sorted(before.forces[side].stacks) if before.stack(c, enemy)]
    for cell in shared:
        free = [u for u in before.stack(cell, side) if not _put_back(before, u)]
        moved = [u for u in free if before.doing(u).moved]
        number = rules.number(cell)
        for units, verdict in ((moved, Verdict.BROKEN), (free, Verdict.NOT_CHECKABLE)):
            if units:
                names = _names(units, rules)
                message = f"{names} ended movement in {number}, where enemy units stand"
                yield ruling("WD-21C.5", verdict, message, units=units, hexes=(number,))
                break
    if not shared and any(commandos_in(ids, rules) for ids in before.forces[side].stacks.values()):
        message = "no commandos ended movement in a hex with enemies"
        yield ruling("WD-21C.5", Verdict.KEPT, message)


def _put_back(position: Position, unit: str) -> bool:
    """Tell whether a unit was found and still has to step back, or has done so in this phase."""
    duty, doing = position.fight.duty(DutyKind.RETREAT, unit), position.doing(unit)
    if duty is not None and duty.why == WHY:
        return True
    piece = position.piece(unit)
    gone = piece is not None and doing.way[-1:] not in {(), (piece.at,)}
    return doing.halted and gone


def _names(units: Sequence[str], rules: Ruleset) -> str:
    """Return the first unit as people call it, and how many are with it."""
    more = f" and {len(units) - 1} more" if len(units) > 1 else ""
    return f"{rules.label(units[0])}{more}"
