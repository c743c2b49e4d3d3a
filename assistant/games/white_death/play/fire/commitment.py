"""Who may fire directly, at which hex, and what its fire is worth: 9A, 9C.1, 10A, 10C.1, 10D."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from assistant.audit.finding import Finding
from assistant.games.white_death.play.book import ACTS, exact, ruling
from assistant.games.white_death.play.fire.engaged import (
    BARRAGE_PHASE,
    DEFENSIVE,
    assaulted_from,
    firing_side,
    side_of,
)
from assistant.games.white_death.play.fire.losses import place_of
from assistant.games.white_death.play.fire.tables import ANTITANK, CONVENTIONAL, SUPPORT
from assistant.games.white_death.play.fire.tested import Condition, findings
from assistant.games.white_death.play.fire.values import (
    RULES,
    direct_parts,
    factor_of,
    shared,
    total,
)
from assistant.games.white_death.play.supply.status import READINGS
from assistant.games.white_death.state.control import kind_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Commit
from builder.hexgrid import Hex, distance
from builder.model.game import Kind

__all__ = ["DIRECT", "may_fire", "shares", "silenced"]

DIRECT = (CONVENTIONAL, ANTITANK)
"""Kinds of direct fire that are committed."""

_POOL = {CONVENTIONAL: "WD-9C.3", ANTITANK: "WD-10C.3", SUPPORT: "WD-9C.3"}


def may_fire(
    unit: str, kind: str, target: Hex, position: Position, rules: Ruleset
) -> Iterator[Condition]:
    """Yield the conditions of direct fire by a unit or bunker on the map at a hex."""
    label, side = rules.label(unit), side_of(unit, position, rules)
    if unit in position.bunkers:
        told = f"{label} fires in the {position.phase or 'first'} phase"
        yield Condition("WD-19.3", position.phase == DEFENSIVE, told)
        if position.phase != DEFENSIVE:
            return
    if not side or firing_side(position, rules) != side:
        told = f"{label} fires out of turn in the {position.phase or 'first'} phase"
        yield Condition("WD-9A.1", holds=False, told=told)
        return
    yield from silenced(unit, position, rules)
    if position.phase == DEFENSIVE:
        yield from _defending(unit, kind, target, position, rules)
    else:
        yield from _assaulting(unit, kind, target, position, rules)
    yield from _one_kind(unit, kind, position, rules)


def _defending(
    unit: str, kind: str, target: Hex, position: Position, rules: Ruleset
) -> Iterator[Condition]:
    """Yield the conditions of defensive fire: 9A, 10A, 19."""
    here = place_of(position, unit)
    engaged = here is not None and assaulted_from(position, target, here)
    rule = "WD-9A.1" if kind == CONVENTIONAL else "WD-10A.1"
    number = rules.number(target)
    told = f"{rules.label(unit)} is assaulted from {number}"
    if not engaged:
        told = f"{rules.label(unit)} isn't assaulted from {number}"
    yield Condition(rule, engaged, told)
    if unit in position.bunkers and engaged:
        yield Condition("WD-19.4", holds=True, told=f"{rules.label(unit)} fires, manned or not")
    if kind == ANTITANK:
        factor = factor_of(unit, kind, position, rules)
        yield Condition("WD-10A.1", factor > 0, f"{rules.label(unit)}: antitank factor {factor}")


def _assaulting(
    unit: str, kind: str, target: Hex, position: Position, rules: Ruleset
) -> Iterator[Condition]:
    """Yield the conditions of fire in the assault: 9A, 10A, 14B, A-85."""
    doing, label, number = position.doing(unit), rules.label(unit), rules.number(target)
    if DEFENSIVE in {doing.failed, doing.routed}:
        told = f"{label} failed its check under defensive fire and may not assault"
        yield Condition("WD-14B.4", holds=False, told=told)
    else:
        here = place_of(position, unit)
        near = here is not None and distance(here, target) == 1
        free = rules.reads("A-85") == "free" and doing.target is not None and near
        own = doing.target == target
        told = f"{label} {'assaults' if own else 'has declared no assault on'} {number}"
        yield Condition("WD-9A.1", own or free, told)
    if kind == CONVENTIONAL:
        bound = _defensive_only(unit, position, rules)
        told = f"{label}: combat factor {'for defence only' if bound else 'for all fire'}"
        yield Condition("WD-9A.2", not bound, told)
    else:
        afv = kind_of(unit, position, rules) is Kind.AFV
        factor = factor_of(unit, kind, position, rules)
        told = f"{label} is {'an' if afv else 'no'} AFV, its antitank factor {factor}"
        yield Condition("WD-10A.2", afv and factor > 0, told)


def _defensive_only(unit: str, position: Position, rules: Ruleset) -> bool:
    """Tell whether a combat factor may be used in defence only: 9A, 23.1."""
    piece = position.piece(unit)
    return rules.unit(unit).defensive_only or (piece is not None and piece.abandoned)


def silenced(unit: str, position: Position, rules: Ruleset) -> Iterator[Condition]:
    """Yield what silences a unit in all phases after a barrage: 11B.1, 14B.1, A-35, A-106."""
    doing, label = position.doing(unit), rules.label(unit)
    routed = doing.routed == BARRAGE_PHASE and rules.reads("A-106") == "true"
    if position.phase == DEFENSIVE and (routed or doing.failed == BARRAGE_PHASE):
        told = f"{label} {'routed' if routed else 'failed its check'} under the barrage"
        yield Condition("WD-14B.3", holds=False, told=told)
    if doing.barraged is not None:
        told = f"{label} has barraged {rules.number(doing.barraged)} in this impulse"
        yield Condition("WD-11B.2", holds=False, told=told)


def _one_kind(unit: str, kind: str, position: Position, rules: Ruleset) -> Iterator[Condition]:
    """Yield whether other fire of the unit in the phase bars this: 10D, 11A.1."""
    others = {each.kind for each in position.fight.commits if each.unit == unit} - {kind}
    label = rules.label(unit)
    if SUPPORT in others:
        yield Condition("WD-11A.2", holds=False, told=f"{label} fires support in this phase")
    if others & set(DIRECT):
        weapons = unit not in position.bunkers and kind_of(unit, position, rules) is Kind.WEAPONS
        told = f"{label} fires both conventionally and at tanks in one phase"
        yield Condition("WD-10D.1", not weapons, told)


def shares(unit: str, kind: str, share: Fraction, position: Position) -> Condition:
    """Return whether no more than all of a unit's fire of a kind goes out in a phase."""
    used = sum(
        (each.share for each in position.fight.commits if (each.unit, each.kind) == (unit, kind)),
        Fraction(0),
    )
    told = f"{exact(used + share)} of its {kind} fire in the phase"
    return Condition(_POOL[kind], share > 0 and used + share <= 1, told)


@ACTS.rule(
    "WD-9A.1",
    "WD-9A.2",
    "WD-10A.1",
    "WD-10A.2",
    "WD-10D.1",
    "WD-11A.2",
    "WD-11B.2",
    "WD-14B.3",
    "WD-14B.4",
    "WD-19.3",
    "WD-19.4",
    on=(Commit,),
    name="fire-not-allowed",
    section="9A",
    readings=("A-85", "A-106"),
)
def check_firer(before: Position, act: Commit, rules: Ruleset) -> Iterator[Finding]:
    """Who fires directly is assaulted or assaults, in its phase, and may fire that way."""
    target = rules.cell(act.target)
    if act.kind not in DIRECT or target is None or place_of(before, act.unit) is None:
        return
    conditions = may_fire(act.unit, act.kind, target, before, rules)
    yield from findings(conditions, (act.unit,), (act.target,))


@ACTS.rule(
    "WD-9C.1",
    "WD-10C.1",
    "WD-12B.1",
    "WD-15C.2",
    "WD-21A.1",
    on=(Commit,),
    name="wrong-fire-value",
    section="9C",
    readings=READINGS,
)
def check_value(before: Position, act: Commit, rules: Ruleset) -> Iterator[Finding]:
    """A fire value is factor by strength, times what multiplies it; the share of it counts."""
    target = rules.cell(act.target)
    if act.kind not in DIRECT or target is None or place_of(before, act.unit) is None:
        return
    rule = RULES[act.kind]
    parts = shared(direct_parts(act.unit, act.kind, target, before, rules), act.share, rule)
    worth = total(parts)
    told = f"{rules.label(act.unit)} fires with {exact(worth)}"
    if worth != act.value:
        told += f", not {exact(act.value)}"
    yield ruling(
        rule,
        worth == act.value,
        told,
        units=(act.unit,),
        hexes=(act.target,),
        parts=parts,
        allowance=act.value,
    )


@ACTS.rule("WD-9C.3", "WD-10C.3", on=(Commit,), name="fire-committed-twice", section="9C")
def check_shares(before: Position, act: Commit, rules: Ruleset) -> Iterator[Finding]:
    """No unit's fire of a kind is given out more than once in a phase."""
    del rules
    if act.kind in _POOL and place_of(before, act.unit) is not None:
        condition = shares(act.unit, act.kind, act.share, before)
        yield from findings([condition], (act.unit,), (act.target,))
