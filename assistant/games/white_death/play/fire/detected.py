"""Conventional fire at commandos found out among the enemy, in the Movement Phase (21C)."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding
from assistant.games.white_death.play.book import ACTS, exact, ruling
from assistant.games.white_death.play.fire.losses import on_map, place_of
from assistant.games.white_death.play.fire.tables import CONVENTIONAL, DETECTED
from assistant.games.white_death.play.fire.values import Parts, direct_parts, total
from assistant.games.white_death.play.supply.status import READINGS
from assistant.games.white_death.state.control import kind_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Fire
from builder.hexgrid import Hex
from builder.model.game import Kind

__all__ = ["detected_attacks", "detected_parts"]


def detected_attacks(hex_: Hex, position: Position, rules: Ruleset) -> tuple[Fire, ...]:
    """Return the attacks made at those found out in a hex."""
    number = rules.number(hex_)
    return tuple(f for f in position.fight.attacks if (f.kind, f.hex) == (DETECTED, number))


def detected_parts(firers: tuple[str, ...], hex_: Hex, position: Position, rules: Ruleset) -> Parts:
    """Return what is left of units' conventional fire at those found out in their hex: A-58."""
    known = [unit for unit in firers if place_of(position, unit) is not None]
    used = detected_attacks(hex_, position, rules)
    return (
        *(p for u in known for p in direct_parts(u, CONVENTIONAL, hex_, position, rules)),
        *((-each.value, "fired before", "WD-9C.1") for each in used),
    )


@ACTS.rule(
    "WD-9C.1",
    "WD-9B.3",
    on=(Fire,),
    name="found-commandos-fire-value",
    section="21C",
    readings=READINGS,
)
def check_detected(before: Position, act: Fire, rules: Ruleset) -> Iterator[Finding]:
    """At commandos found out one unit fires, with no more than its conventional value."""
    hex_ = rules.cell(act.hex)
    if act.kind != DETECTED or hex_ is None or not on_map(before, act.target):
        return
    afv = kind_of(act.target, before, rules) is Kind.AFV
    told = f"{rules.label(act.target)} is {'an' if afv else 'no'} AFV"
    yield ruling("WD-9B.3", not afv, told, units=(act.target,))
    parts = detected_parts(act.firers, hex_, before, rules)
    told = f"{exact(act.value)} fired at {rules.label(act.target)} of {exact(total(parts))}"
    yield ruling(
        "WD-9C.1",
        0 < act.value <= total(parts),
        told,
        units=(act.target, *act.firers),
        hexes=(act.hex,),
        parts=parts,
        allowance=act.value,
    )
