"""How a pool may be spread over its targets: 9C.5, 9C.6, tank destroyers (21D)."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.fire.engaged import (
    ASSAULT,
    DEFENSIVE,
    Aim,
    aim_of,
    attackers_in,
    used_at,
)
from assistant.games.white_death.play.fire.tables import ANTITANK, CONVENTIONAL, column_of, rank
from assistant.games.white_death.state.control import kind_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Fire, Impulse, PhaseStep, TurnStep
from builder.model.game import Kind

__all__ = ["best_columns", "is_tank_destroyer", "targets_at"]

_SOFT = (Kind.PERSONNEL, Kind.WEAPONS)


def is_tank_destroyer(unit: str, rules: Ruleset) -> bool:
    """Tell whether a unit is a tank destroyer: 21D."""
    group = rules.game.special.tank_destroyers
    return bool(group) and unit in rules.group(group)


def targets_at(aim: Aim, position: Position, rules: Ruleset) -> tuple[str, ...]:
    """Return the units at an aim that fire out of its pool may be spread over: 9B, A-86.

    Who came there in the phase by a retreat isn't one of them.
    """
    hex_, source = aim
    if position.phase == DEFENSIVE:
        return attackers_in(position, hex_, source) if source is not None else ()
    if position.phase != ASSAULT or not position.phasing:
        return ()
    here = position.stack(hex_, rules.enemy(position.phasing))
    doing = position.doing
    return tuple(unit for unit in here if ASSAULT not in {doing(unit).failed, doing(unit).routed})


def _driven_off(aim: Aim, position: Position, rules: Ruleset) -> tuple[str, ...]:
    """Return the defenders at an aim when the phase began that are no targets there any more."""
    if position.phase != ASSAULT or not position.phasing:
        return ()
    stood = position.fight.stood.get(rules.enemy(position.phasing), {}).get(aim[0], ())
    here = targets_at(aim, position, rules)
    return tuple(unit for unit in stood if unit not in here)


def best_columns(aim: Aim, kind: str, position: Position, rules: Ruleset) -> dict[str, int]:
    """Return the best column at which each unit was fired at out of a pool, -1 below them all."""
    best: dict[str, int] = {}
    for each in used_at(aim, kind, position):
        place = rank(kind, column_of(kind, each.value, each.defence, rules), rules)
        best[each.target] = max(place, best.get(each.target, -1))
    return best


def _column(act: Fire, rules: Ruleset) -> int:
    """Return the place of the column that an attack reaches."""
    return rank(act.kind, column_of(act.kind, act.value, act.defence, rules), rules)


def _kind_then(unit: str, position: Position, rules: Ruleset) -> Kind:
    """Return the class in which a unit was fired at; it may have lost its equipment since: 23."""
    return Kind.PERSONNEL if unit in position.fight.bare else rules.unit(unit).kind


@ACTS.rule("WD-9C.5", on=(Fire,), name="weapons-at-better-odds", section="9C", readings=("A-10",))
def check_weapons_odds(before: Position, act: Fire, rules: Ruleset) -> Iterator[Finding]:
    """No weapons unit is fired at with better odds than any personnel unit fired at there."""
    aim = aim_of(act.target, before)
    if act.kind != CONVENTIONAL or aim is None or before.piece(act.target) is None:
        return
    own, mine = kind_of(act.target, before, rules), _column(act, rules)
    if own not in _SOFT or mine < 0:
        return
    for target, other in best_columns(aim, act.kind, before, rules).items():
        theirs = _kind_then(target, before, rules)
        if other < 0 or theirs is own or theirs not in _SOFT:
            continue
        fair = mine <= other if own is Kind.WEAPONS else other <= mine
        weapons, people = (act.target, target) if own is Kind.WEAPONS else (target, act.target)
        how = "no better" if fair else "better"
        told = f"{rules.label(weapons)} is fired at with {how} odds than {rules.label(people)}"
        yield ruling("WD-9C.5", fair, told, units=(weapons, people))


@ACTS.rule(
    "WD-9C.6",
    on=(PhaseStep, Impulse, TurnStep),
    name="personnel-not-fired-at",
    section="9C",
    readings=("A-10",),
)
def check_personnel_first(
    before: Position, act: PhaseStep | Impulse | TurnStep, rules: Ruleset
) -> Iterator[Finding]:
    """Where weapons units were fired at, every personnel unit of the hex was, too."""
    del act
    for aim in sorted(set(before.fight.aims), key=repr):
        best = best_columns(aim, CONVENTIONAL, before, rules)
        shot = [unit for unit, column in best.items() if column >= 0]
        weapons = [unit for unit in shot if _kind_then(unit, before, rules) is Kind.WEAPONS]
        if not weapons:
            continue
        missed = [
            unit
            for unit in targets_at(aim, before, rules)
            if kind_of(unit, before, rules) is Kind.PERSONNEL and unit not in shot
        ]
        missed += [
            unit
            for unit in _driven_off(aim, before, rules)
            if rules.unit(unit).kind is Kind.PERSONNEL and unit not in shot
        ]
        told = f"{rules.label(weapons[0])} was fired at, every personnel unit of its hex, too"
        if missed:
            told = f"{rules.label(weapons[0])} was fired at, {rules.label(missed[0])} not"
        number = rules.number(aim[0])
        yield ruling("WD-9C.6", not missed, told, units=(*weapons, *missed), hexes=(number,))


@ACTS.rule(
    "WD-21D.1",
    on=(PhaseStep, Impulse, TurnStep),
    name="tank-destroyer-first",
    section="21D",
    readings=("A-10",),
)
def check_tank_destroyers(
    before: Position, act: PhaseStep | Impulse | TurnStep, rules: Ruleset
) -> Iterator[Finding]:
    """A tank destroyer is fired at only with all other AFVs of the hex, at no better odds: A-59."""
    del act
    for aim in sorted(set(before.fight.aims), key=repr):
        best = best_columns(aim, ANTITANK, before, rules)
        hunted = {u: c for u, c in best.items() if c >= 0 and is_tank_destroyer(u, rules)}
        if not hunted:
            continue
        others = [
            unit
            for unit in {*targets_at(aim, before, rules), *_driven_off(aim, before, rules), *best}
            if kind_of(unit, before, rules) is Kind.AFV and not is_tank_destroyer(unit, rules)
        ]
        unit = max(hunted, key=lambda each: hunted[each])
        spared = sorted(other for other in others if best.get(other, -1) < hunted[unit])
        told = f"{rules.label(unit)} was fired at with no better odds than all other AFVs"
        if spared:
            told = (
                f"{rules.label(unit)} was fired at with better odds than {rules.label(spared[0])}"
            )
        number = rules.number(aim[0])
        yield ruling("WD-21D.1", not spared, told, units=(unit, *spared), hexes=(number,))
