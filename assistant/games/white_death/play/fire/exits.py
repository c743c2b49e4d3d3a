"""Antitank fire at AFVs that leave an enemy zone, in the Movement Phase (3A)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from assistant.audit.finding import Finding
from assistant.games.white_death.names import MOVEMENT
from assistant.games.white_death.play.book import ACTS, exact, ruling
from assistant.games.white_death.play.fire.losses import on_map, place_of
from assistant.games.white_death.play.fire.tables import ANTITANK, EXIT
from assistant.games.white_death.play.fire.tested import Condition, findings, hold
from assistant.games.white_death.play.fire.values import Parts, direct_parts, factor_of, total
from assistant.games.white_death.play.supply.status import READINGS
from assistant.games.white_death.state.control import control, kind_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Fire
from builder.hexgrid import Hex
from builder.model.game import Kind

__all__ = ["exit_firers", "exit_parts", "exits_from", "may_fire_at_exit"]


def exits_from(target: str, hex_: Hex, position: Position) -> tuple[Hex, ...]:
    """Return the hexes that a unit went to from a hex in this phase, one for each time."""
    way = position.doing(target).way
    return tuple(to for cell, to in pairwise(way) if cell == hex_)


def _stopped_in(target: str, hex_: Hex, position: Position) -> bool:
    """Tell whether a unit was to leave a hex in this phase and was stopped there by fire: 3A."""
    doing = position.doing(target)
    return doing.way[-1:] == (hex_,) and MOVEMENT in {doing.failed, doing.routed}


def exit_firers(target: str, hex_: Hex, position: Position, rules: Ruleset) -> tuple[str, ...]:
    """Return the units that may fire at an AFV that left a hex in this phase: 3A.2, A-07, A-15."""
    zone = control(position, rules, rules.enemy(position.side_of(target))).get(hex_, ())
    return tuple(
        unit for unit in zone if hold(may_fire_at_exit(target, (unit,), hex_, position, rules))
    )


def may_fire_at_exit(
    target: str, firers: tuple[str, ...], hex_: Hex, position: Position, rules: Ruleset
) -> Iterator[Condition]:
    """Yield the conditions of antitank fire at a unit as it leaves a hex: 3A."""
    label, number = rules.label(target), rules.number(hex_)
    told = f"{label} is fired at in the {position.phase or 'first'} phase"
    mover = position.side_of(target) == position.phasing
    yield Condition("WD-3A.2", position.phase == MOVEMENT and mover, told)
    afv = kind_of(target, position, rules) is Kind.AFV
    yield Condition("WD-10B.1", afv, f"{label} is {'an' if afv else 'no'} AFV")
    exits, doing = exits_from(target, hex_, position), position.doing(target)
    left = bool(exits) or _stopped_in(target, hex_, position)
    told = f"{label} {'has left' if left else 'has not left'} {number} in this phase"
    yield Condition("WD-3A.2", left if doing.way else None, told)
    zones = control(position, rules, rules.enemy(position.side_of(target)))
    if doing.paid and doing.way[:1] == (hex_,) and len(exits) == 1:
        others = rules.reads("A-15") == "one_enemy" and len(zones.get(hex_, ())) > 1
        told = f"{label} has paid for not being fired at as it leaves {number}"
        yield Condition("WD-3A.4", others, told)
    for unit in firers:
        yield from _firer(unit, hex_, zones.get(hex_, ()), position, rules)
        if rules.reads("A-07") == "false" and exits:
            stays = all(unit in zones.get(to, ()) for to in exits)
            told = f"{label} {'stays in' if stays else 'leaves'} the zone of {rules.label(unit)}"
            yield Condition("WD-3A.2", not stays, told)


def _firer(
    unit: str, hex_: Hex, zone: tuple[str, ...], position: Position, rules: Ruleset
) -> Iterator[Condition]:
    """Yield whether one unit controls the hex left and can fire at tanks: 3.1, 3A.2."""
    if place_of(position, unit) is None:
        return
    label, number = rules.label(unit), rules.number(hex_)
    inside = unit in zone
    told = f"{label} {'controls' if inside else 'does not control'} {number}"
    yield Condition("WD-3A.2", inside, told)
    factor = factor_of(unit, ANTITANK, position, rules)
    yield Condition("WD-3A.2", factor > 0, f"{label}: antitank factor {factor}")


def exit_parts(
    target: str, firers: tuple[str, ...], hex_: Hex, position: Position, rules: Ruleset
) -> Parts:
    """Return what is left of the fire of some units at one that left a hex: 3A.2, 3A.3.

    All of it for each time that it left the hex.
    """
    times = max(1, len(exits_from(target, hex_, position)))
    number = rules.number(hex_)
    before = [
        each
        for each in position.fight.attacks
        if (each.kind, each.target, each.hex) == (EXIT, target, number)
        and set(each.firers) & set(firers)
    ]
    known = [unit for unit in firers if place_of(position, unit) is not None]
    return (
        *(
            part
            for _ in range(times)
            for unit in known
            for part in direct_parts(unit, ANTITANK, hex_, position, rules)
        ),
        *((-each.value, "fired before", "WD-3A.2") for each in before),
    )


@ACTS.rule(
    "WD-3A.2",
    "WD-3A.4",
    "WD-10B.1",
    on=(Fire,),
    name="exit-fire-not-allowed",
    section="3A",
    readings=("A-07", "A-15", "A-16", "A-17"),
)
def check_exit(before: Position, act: Fire, rules: Ruleset) -> Iterator[Finding]:
    """Only units whose zone an AFV leaves fire at it, unless it paid to leave the first hex."""
    hex_ = rules.cell(act.hex)
    if act.kind != EXIT or hex_ is None or not on_map(before, act.target):
        return
    conditions = may_fire_at_exit(act.target, act.firers, hex_, before, rules)
    yield from findings(conditions, (act.target, *act.firers), (act.hex,))


@ACTS.rule(
    "WD-3A.3", "WD-10C.1", on=(Fire,), name="exit-fire-value", section="3A", readings=READINGS
)
def check_exit_value(before: Position, act: Fire, rules: Ruleset) -> Iterator[Finding]:
    """Each firer has its whole antitank value each time that the AFV leaves its zone."""
    hex_ = rules.cell(act.hex)
    if act.kind != EXIT or hex_ is None or not on_map(before, act.target):
        return
    parts = exit_parts(act.target, act.firers, hex_, before, rules)
    told = f"{exact(act.value)} fired at {rules.label(act.target)} of {exact(total(parts))}"
    yield ruling(
        "WD-3A.3",
        0 < act.value <= total(parts),
        told,
        units=(act.target, *act.firers),
        hexes=(act.hex,),
        parts=parts,
        allowance=act.value,
    )
