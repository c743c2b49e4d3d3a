"""What lines of fire change: fire committed, attacks, dice, and the losses they call for."""

from __future__ import annotations

from dataclasses import replace

from assistant.games.white_death.play.book import ACTS, Ruled
from assistant.games.white_death.play.fire.barrage_total import (
    barrage_over,
    last_attack,
    with_duty,
)
from assistant.games.white_death.play.fire.commitment import DIRECT
from assistant.games.white_death.play.fire.engaged import Aim, aim_of
from assistant.games.white_death.play.fire.losses import FIRE, lose, place_of, strength_of
from assistant.games.white_death.play.fire.owed import (
    barrages_owe,
    owing,
    rockets_owe,
    support_owes,
)
from assistant.games.white_death.play.fire.tables import (
    DETECTED,
    EXIT,
    SUPPORT,
    barrage_column,
    effect_named,
    table_of,
)
from assistant.games.white_death.play.fire.tables import NONE as BELOW
from assistant.games.white_death.play.morale.duties import after_attack
from assistant.games.white_death.state.position import Duty, DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Barrage, BarrageDie, Commit, Fire, Headquarters, Loss

__all__: list[str] = []


@ACTS.effect(Headquarters)
def name_headquarters(before: Position, act: Headquarters, rules: Ruleset) -> Ruled:
    """Keep the controlling headquarters of a side at a hex: 11A."""
    hex_ = rules.cell(act.hex)
    if before.going is None or hex_ is None or act.side not in before.forces:
        return Ruled(before, (f"headquarters at {act.hex}: no such hex, side or impulse",))
    named = {**before.going.headquarters, (hex_, act.side): act.formation}
    return Ruled(replace(before, going=replace(before.going, headquarters=named)))


@ACTS.effect(Commit)
def commit(before: Position, act: Commit, rules: Ruleset) -> Ruled:
    """Keep the fire committed."""
    known = strength_of(before, act.unit) > 0 and rules.cell(act.target) is not None
    known = known and act.kind in {*DIRECT, SUPPORT}
    if not known or (act.stack and rules.cell(act.stack) is None):
        return Ruled(before, (f"{act.unit}: no such unit in play, kind of fire or hex",))
    fight = replace(before.fight, commits=(*before.fight.commits, act))
    return Ruled(owing(replace(before, fight=fight), support_owes(act, before, rules)))


@ACTS.effect(Fire)
def fire(before: Position, act: Fire, rules: Ruleset) -> Ruled:
    """Keep the attack; call for the losses and the check that its result brings: 9C.4, 10C.3."""
    effect, table = effect_named(act.kind, act.result, rules), table_of(act.kind, rules)
    aim, piece = aimed(before, act, rules), before.piece(act.target)
    if table is None or effect is None or aim is None or piece is None:
        why = f"{act.target}: no such unit on the map, kind of fire {act.kind} or result"
        return Ruled(before, (f"{why} {act.result}",))
    fight = replace(
        before.fight,
        attacks=(*before.fight.attacks, act),
        aims=(*before.fight.aims, aim),
        bare=before.fight.bare | {act.target} if piece.abandoned else before.fight.bare,
    )
    after = replace(before, fight=fight)
    have = strength_of(before, act.target) - _owed(before, act.target)
    cap = table.cap.of(have) if table.cap is not None else have
    lost = max(0, min(effect.losses, cap, have))
    if lost:
        after = after.with_duties(Duty(DutyKind.LOSS, act.target, lost, FIRE, aim[0]))
    hex_ = rules.cell(act.hex) if act.hex else None
    return Ruled(after_attack(after, act.target, act.kind, effect, lost, rules, hex_))


def _owed(position: Position, unit: str) -> int:
    """Return the strength points that a unit has yet to lose."""
    duties = position.fight.duties
    return sum(d.points for d in duties if d.kind is DutyKind.LOSS and d.unit == unit)


def aimed(position: Position, act: Fire, rules: Ruleset) -> Aim | None:
    """Return where an attack is aimed: at the hex it names, else at the target's."""
    if act.kind in {EXIT, DETECTED}:
        hex_ = rules.cell(act.hex)
        return (hex_, None) if hex_ is not None else None
    return aim_of(act.target, position)


@ACTS.effect(Barrage)
def barrage(before: Position, act: Barrage, rules: Ruleset) -> Ruled:
    """Keep the attack, who is under it, and who has fired: 11B."""
    hex_ = rules.cell(act.target)
    if hex_ is None:
        return Ruled(before, (f"barrage: no hex {act.target}",))
    after, unknown = before, tuple(unit for unit in act.firers if before.piece(unit) is None)
    for unit in act.firers:
        if unit not in unknown:
            after = after.with_doing(unit, barraged=hex_)
    fight = replace(
        after.fight,
        barrages=(*after.fight.barrages, act),
        under=(*after.fight.under, under(before, act, rules)),
    )
    told = tuple(f"{unit}: no such unit" for unit in unknown)
    after = replace(after, fight=fight)
    debts = (*barrages_owe(act.firers, before, rules), *rockets_owe(hex_, after, rules))
    return Ruled(owing(after, debts), told)


def under(position: Position, act: Barrage, rules: Ruleset) -> tuple[str, ...]:
    """Return who is rolled for: every unit of the hex, the bunker too; nobody below 4: A-12."""
    hex_ = rules.cell(act.target)
    if hex_ is None or barrage_column(act.value, rules) == BELOW:
        return ()
    units = tuple(unit for side in sorted(position.forces) for unit in position.stack(hex_, side))
    bunker = position.bunker_in(hex_)
    return (*units, bunker) if bunker else units


@ACTS.effect(BarrageDie)
def barrage_die(before: Position, act: BarrageDie, rules: Ruleset) -> Ruled:
    """Keep the die, and the loss that the dice of the phase call for: 11B.2b."""
    hex_ = place_of(before, act.unit)
    index = last_attack(before, rules.number(hex_)) if hex_ is not None else None
    if hex_ is None or index is None:
        return Ruled(before, (f"{act.unit}: not under any barrage",))
    fight = replace(before.fight, dice=(*before.fight.dice, (index, act)))
    after = with_duty(replace(before, fight=fight), act.unit, rules)
    return Ruled(barrage_over(after, hex_, rules))


@ACTS.effect(Loss)
def suffer(before: Position, act: Loss, rules: Ruleset) -> Ruled:
    """Take the strength, and as much off the duty to lose it."""
    if strength_of(before, act.unit) == 0:
        return Ruled(before, (f"{act.unit}: no such unit or bunker in play",))
    if act.points < 1:
        return Ruled(before, (f"{act.unit}: a loss of {act.points} is none",))
    fight = replace(before.fight, losses=(*before.fight.losses, act))
    after = lose(replace(before, fight=fight), act.unit, act.points, act.why, rules)
    return Ruled(_paid(after, act))


def _paid(position: Position, act: Loss) -> Position:
    """Return the position with a loss taken off the duties it meets, oldest first."""
    left, duties = act.points, []
    for duty in position.fight.duties:
        if (duty.kind, duty.unit, duty.why) != (DutyKind.LOSS, act.unit, act.why):
            duties.append(duty)
            continue
        rest = max(0, duty.points - left)
        left -= duty.points - rest
        if rest:
            duties.append(replace(duty, points=rest))
    return replace(position, fight=replace(position.fight, duties=tuple(duties)))
