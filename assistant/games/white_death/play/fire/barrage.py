"""Barrage attacks: who fires at which hex, with what, and whether it is seen (11B, 11C)."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.play.book import ACTS, exact, ruling
from assistant.games.white_death.play.fire.engaged import BARRAGE_PHASE
from assistant.games.white_death.play.fire.losses import on_map, place_of
from assistant.games.white_death.play.fire.observation import Sight, seen_by
from assistant.games.white_death.play.fire.tables import NONE, barrage_column
from assistant.games.white_death.play.fire.tested import Condition, findings
from assistant.games.white_death.play.fire.values import (
    Parts,
    barrage_parts,
    is_artillery,
    total,
)
from assistant.games.white_death.play.supply.status import in_supply
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Barrage
from builder.hexgrid import Hex, distance

__all__ = ["barrage_left", "farthest", "may_barrage", "observed", "worth_at"]


def may_barrage(unit: str, target: Hex, position: Position, rules: Ruleset) -> Iterator[Condition]:
    """Yield the conditions for a unit on the map to barrage a hex: 11.1, 11B, 15B."""
    label, number, piece = rules.label(unit), rules.number(target), position.piece(unit)
    phasing = bool(position.phasing) and position.side_of(unit) == position.phasing
    told = f"{label} barrages in the {position.phase or 'first'} phase"
    yield Condition("WD-11B.1", phasing and position.phase == BARRAGE_PHASE, told)
    guns = is_artillery(unit, position, rules)
    told = f"{label} is {'artillery' if guns else 'no artillery'}"
    yield Condition("WD-11.1", guns, told)
    if piece is None or not guns:
        return
    told = f"{label} is {'deployed' if piece.deployed else 'not deployed'}"
    yield Condition("WD-11B.1", piece.deployed, told)
    before = position.doing(unit).barraged
    if before is not None:
        told = f"{label} has fired at {rules.number(before)} in this phase"
        yield Condition("WD-11B.1", before == target, told)
    supplied = in_supply(unit, position, rules)
    told = f"{label} is {'in' if supplied else 'out of'} supply"
    yield Condition("WD-15B.3", supplied, told)
    inside = bool(barrage_parts(unit, target, position, rules, rockets=True))
    told = f"{number} is {'within' if inside else 'beyond'} the range of {label}"
    yield Condition("WD-11B.4", inside, told)


def observed(firers: tuple[str, ...], target: Hex, position: Position, rules: Ruleset) -> Sight:
    """Return whether a hex is observed by or for every unit that barrages it: 11C, A-32."""
    known = [unit for unit in firers if on_map(position, unit)]
    return min((seen_by(unit, target, position, rules) for unit in known), default=Sight.NO)


def farthest(firers: tuple[str, ...], target: Hex, position: Position) -> int:
    """Return the hexes to the farthest of some units."""
    places = (place_of(position, unit) for unit in firers)
    return max((distance(cell, target) for cell in places if cell is not None), default=0)


def worth_at(
    firers: tuple[str, ...], target: Hex, position: Position, rules: Ruleset, *, rockets: bool
) -> Parts:
    """Return what units' barrage of a hex is worth.

    Args:
        firers: Who fires.
        target: The hex.
        position: As it is now.
        rules: What is played by.
        rockets: Whether the point for full fire of rockets is paid: 15A.3.
    """
    return tuple(
        part
        for unit in firers
        if is_artillery(unit, position, rules)
        for part in barrage_parts(unit, target, position, rules, rockets=rockets)
    )


def barrage_left(
    firers: tuple[str, ...],
    target: Hex,
    position: Position,
    rules: Ruleset,
    *,
    rockets: bool = True,
) -> Parts:
    """Return what some units still have for a hex: all that bear on it less what was fired."""
    before = [each for each in position.fight.barrages if each.target == rules.number(target)]
    units = dict.fromkeys([*firers, *(unit for each in before for unit in each.firers)])
    parts = worth_at(tuple(units), target, position, rules, rockets=rockets)
    return (*parts, *((-each.value, "fired before", "WD-11B.5") for each in before))


@ACTS.rule(
    "WD-11.1",
    "WD-11B.1",
    "WD-11B.4",
    on=(Barrage,),
    name="barrage-not-allowed",
    section="11B",
)
def check_barrage(before: Position, act: Barrage, rules: Ruleset) -> Iterator[Finding]:
    """Only deployed artillery of the phasing side barrages, in range, one hex."""
    target = rules.cell(act.target)
    if target is None:
        return
    for unit in act.firers:
        if on_map(before, unit):
            found = may_barrage(unit, target, before, rules)
            conditions = (each for each in found if each.rule != "WD-15B.3")  # judged by supply
            yield from findings(conditions, (unit,), (act.target,))
    twice = len(set(act.firers)) < len(act.firers)
    if twice:
        told = f"a unit is named twice in the barrage of {act.target}"
        yield ruling("WD-11B.1", verdict=False, message=told, units=act.firers)


@ACTS.rule(
    "WD-11B.4", "WD-11B.5", "WD-11B.11", on=(Barrage,), name="wrong-barrage-value", section="11B"
)
def check_value(before: Position, act: Barrage, rules: Ruleset) -> Iterator[Finding]:
    """An attack is worth four or more, all attacks on a hex no more than what bears on it."""
    target = rules.cell(act.target)
    units = tuple(unit for unit in dict.fromkeys(act.firers) if on_map(before, unit))
    if target is None or not units:
        return
    column = barrage_column(act.value, rules)
    told = f"{exact(act.value)} is column {column}"
    yield ruling("WD-11B.11", column != NONE, told, units=units, hexes=(act.target,))
    own = worth_at(units, target, before, rules, rockets=True)
    for parts in dict.fromkeys((own, barrage_left(units, target, before, rules))):
        worth = total(parts)
        rule = "WD-11B.5" if any(id_ == "WD-11B.5" for _, _, id_ in parts) else "WD-11B.4"
        told = f"{exact(act.value)} fired at {act.target} of {exact(worth)}"
        yield ruling(
            rule,
            act.value <= worth,
            told,
            units=units,
            hexes=(act.target,),
            parts=parts,
            allowance=act.value,
        )


@ACTS.rule(
    "WD-11C.1",
    "WD-11C.2",
    "WD-11C.3",
    "WD-11C.4",
    "WD-11C.5",
    "WD-11C.6",
    "WD-11C.7",
    on=(Barrage,),
    name="wrong-observation",
    section="11C",
    readings=("A-30",),
)
def check_observation(before: Position, act: Barrage, rules: Ruleset) -> Iterator[Finding]:
    """A barrage is observed if every firer sees the hex, or has it seen for it."""
    target = rules.cell(act.target)
    units = tuple(unit for unit in act.firers if on_map(before, unit))
    if target is None or not units:
        return
    far = farthest(units, target, before)
    told = f"{far} hexes from {act.target} to the farthest firer"
    yield ruling("WD-11C.1", far == act.far, told, units=units, hexes=(act.target,))
    seen = observed(units, target, before, rules)
    words = {Sight.NO: "is not observed", Sight.YES: "is observed"}
    told = f"{act.target} {words.get(seen, 'may be observed, if nothing blocks the view')}"
    verdict = Verdict.KEPT if act.observed is (seen is Sight.YES) else Verdict.BROKEN
    if seen is Sight.UNSURE:
        verdict = Verdict.NOT_CHECKABLE
    yield ruling("WD-11C.1", verdict, told, units=units, hexes=(act.target,))
