"""Support by artillery: who may support which stack, and with what (11A, 15A.4, 15B)."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding
from assistant.games.white_death.play.book import ACTS, exact, ruling
from assistant.games.white_death.play.fire.commitment import DIRECT, silenced
from assistant.games.white_death.play.fire.engaged import (
    ASSAULT,
    DEFENSIVE,
    assaulted_from,
    attackers_in,
    firing_side,
)
from assistant.games.white_death.play.fire.losses import place_of
from assistant.games.white_death.play.fire.tables import SUPPORT
from assistant.games.white_death.play.fire.tested import Condition, findings
from assistant.games.white_death.play.fire.values import (
    Parts,
    is_artillery,
    shared,
    support_parts,
    total,
)
from assistant.games.white_death.play.supply.status import READINGS
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Commit, Headquarters
from builder.hexgrid import Hex

__all__ = ["bodies_at", "division_of", "may_support"]


def division_of(unit: str, rules: Ruleset) -> str:
    """Return the division or brigade of a unit, empty if it has none: 2.4, 2.5."""
    parent = rules.unit(unit).parent
    formation = rules.game.formations.get(parent)
    return parent if formation is not None and formation.divisional else ""


def bodies_at(hex_: Hex, side: str, position: Position, rules: Ruleset) -> frozenset[str]:
    """Return the divisions and brigades of a side's units in, or assaulting, a hex: 11A.1."""
    doings = position.going.doings if position.going is not None else {}
    units = list(position.stack(hex_, side))
    units += [
        unit
        for unit, doing in doings.items()
        if hex_ in {doing.target, doing.assaulted}
        and place_of(position, unit) is not None
        and position.side_of(unit) == side
    ]
    return frozenset(division_of(unit, rules) for unit in units) - {""}


def _engaged_hex(stack: Hex, target: Hex, position: Position) -> Hex:
    """Return the hex whose fight is supported: that of the defenders."""
    return target if position.phase == ASSAULT else stack


def _controlling(
    stack: Hex, target: Hex, side: str, position: Position, rules: Ruleset
) -> tuple[str, bool]:
    """Return the division whose artillery a stack has, and whether it is settled: 11A.1."""
    hex_ = _engaged_hex(stack, target, position)
    bodies = bodies_at(hex_, side, position, rules)
    if len(bodies) > 1:
        named = position.going.headquarters.get((hex_, side), "") if position.going else ""
        return named, named in bodies
    own = {division_of(unit, rules) for unit in position.stack(stack, side)} - {""}
    return (min(own), True) if own else ("", True)


def may_support(
    unit: str, stack: Hex, target: Hex, position: Position, rules: Ruleset
) -> Iterator[Condition]:
    """Yield the conditions of support by a unit on the map of a stack against a hex: 11A."""
    side, label = position.side_of(unit), rules.label(unit)
    piece, number = position.piece(unit), rules.number(stack)
    if piece is None or firing_side(position, rules) != side:
        told = f"{label} supports out of turn in the {position.phase or 'first'} phase"
        yield Condition("WD-11A.1", holds=False, told=told)
        return
    yield from silenced(unit, position, rules)
    guns = is_artillery(unit, position, rules)
    told = f"{label} is {'deployed' if piece.deployed else 'not deployed'}"
    yield Condition("WD-11A.1", guns and piece.deployed, told)
    yield Condition("WD-11A.1", *_engaged(stack, target, side, position, rules))
    fired = {each.kind for each in position.fight.commits if each.unit == unit} & set(DIRECT)
    told = f"{label} fires {'directly, too' if fired else 'support only'}"
    yield Condition("WD-11A.2", not fired, told)
    if guns and rules.unit(unit).support is None:
        yield Condition("WD-11A.3", holds=False, told=f"{label} has no support factor")
        return
    if guns:
        inside = bool(support_parts(unit, stack, position, rules, printed=True))
        told = f"{number} is {'within' if inside else 'beyond'} the range of {label}"
        yield Condition("WD-11A.6", inside, told)
    yield from _bound(unit, stack, target, position, rules)


def _engaged(
    stack: Hex, target: Hex, side: str, position: Position, rules: Ruleset
) -> tuple[bool, str]:
    """Tell whether a stack fights a hex in the phase, and say so: 11A."""
    if position.phase == DEFENSIVE:
        engaged = bool(position.stack(stack, side)) and assaulted_from(position, target, stack)
    else:
        engaged = bool(attackers_in(position, stack, target))
    between = f"friends in {rules.number(stack)} and enemies in {rules.number(target)}"
    return engaged, f"{'a' if engaged else 'no'} fight between {between}"


def _bound(
    unit: str, stack: Hex, target: Hex, position: Position, rules: Ruleset
) -> Iterator[Condition]:
    """Yield whether the stack is one that this artillery may support: 11A.1."""
    side, label = position.side_of(unit), rules.label(unit)
    body, settled = _controlling(stack, target, side, position, rules)
    if not settled:
        told = "units of several divisions or brigades, and no controlling headquarters named"
        yield Condition("WD-11A.5", holds=False, told=told)
        return
    most = rules.game.combat.artillery[side].other_stacks
    rule = "WD-11A.4" if most else "WD-11A.3"
    if body and division_of(unit, rules) == body:
        told = f"{label} belongs to {rules.game.formations[body].name}"
        yield Condition(rule, holds=True, told=told)
        return
    hexes = {place_of(position, other) for other in _others(stack, body, position, rules)}
    count = len(hexes | {place_of(position, unit)})
    told = f"artillery of another division or of none in {count} hexes, of {most}"
    yield Condition(rule, count <= most, told)


def _others(stack: Hex, body: str, position: Position, rules: Ruleset) -> tuple[str, ...]:
    """Return the units not of a division that support a stack in the phase."""
    number = rules.number(stack)
    return tuple(
        each.unit
        for each in position.fight.commits
        if each.kind == SUPPORT
        and each.stack == number
        and position.piece(each.unit) is not None
        and (not body or division_of(each.unit, rules) != body)
    )


def _worth(act: Commit, stack: Hex, position: Position, rules: Ruleset, *, printed: bool) -> Parts:
    """Return the parts of what a support is worth."""
    parts = support_parts(act.unit, stack, position, rules, printed=printed)
    return shared(parts, act.share, "WD-11A.6")


def _supporting(act: Commit, position: Position, rules: Ruleset) -> tuple[Hex, Hex] | None:
    """Return the stack and the hex fired at by support, ``None`` if the line makes no sense."""
    stack, target, piece = rules.cell(act.stack), rules.cell(act.target), position.piece(act.unit)
    if act.kind != SUPPORT or stack is None or target is None or piece is None or piece.at is None:
        return None
    return stack, target


@ACTS.rule(
    "WD-11A.1",
    "WD-11.1",
    "WD-11A.2",
    "WD-11A.3",
    "WD-11A.4",
    "WD-11A.5",
    "WD-11B.2",
    "WD-14B.3",
    on=(Commit,),
    name="support-not-allowed",
    section="11A",
    readings=("A-106",),
)
def check_support(before: Position, act: Commit, rules: Ruleset) -> Iterator[Finding]:
    """Support comes from deployed artillery for a stack of its own division, or nearly so."""
    hexes = _supporting(act, before, rules)
    if hexes is not None:
        conditions = may_support(act.unit, *hexes, before, rules)
        yield from findings(conditions, (act.unit,), (act.stack, act.target))


@ACTS.rule(
    "WD-11A.6",
    "WD-11A.7",
    "WD-15B.3",
    on=(Commit,),
    name="wrong-support-value",
    section="11A",
    readings=READINGS,
)
def check_worth(before: Position, act: Commit, rules: Ruleset) -> Iterator[Finding]:
    """Support is factor by strength, half beyond half the range; the point may be paid later."""
    hexes = _supporting(act, before, rules)
    if hexes is None or rules.unit(act.unit).support is None:
        return
    paid = _worth(act, hexes[0], before, rules, printed=True)
    bare = _worth(act, hexes[0], before, rules, printed=False)
    own = before.side_of(act.unit) == before.phasing
    parts = bare if act.value == total(bare) and not own else paid
    if not parts:
        return
    worth = total(parts)
    told = f"{rules.label(act.unit)} supports with {exact(worth)}"
    if worth != act.value:
        told += f", not {exact(act.value)}"
    yield ruling(
        "WD-11A.6",
        worth == act.value,
        told,
        units=(act.unit,),
        hexes=(act.stack, act.target),
        parts=parts,
        allowance=act.value,
    )


@ACTS.rule("WD-11A.5", on=(Headquarters,), name="wrong-headquarters", section="11A")
def check_headquarters(before: Position, act: Headquarters, rules: Ruleset) -> Iterator[Finding]:
    """The controlling headquarters is that of one of the divisions or brigades engaged."""
    hex_ = rules.cell(act.hex)
    if hex_ is None or act.side not in before.forces:
        return
    bodies = bodies_at(hex_, act.side, before, rules)
    formation = rules.game.formations.get(act.formation)
    name = formation.name if formation is not None else act.formation
    told = f"{name} {'has units' if act.formation in bodies else 'has no unit'} engaged there"
    yield ruling("WD-11A.5", act.formation in bodies, told, hexes=(act.hex,))
    known = before.going.headquarters.get((hex_, act.side), "") if before.going else ""
    fired = any(
        each.kind == SUPPORT and act.hex in {each.stack, each.target}
        for each in before.fight.commits
        if before.side_of(each.unit) == act.side
    )
    if known and known != act.formation and fired:
        told = "another headquarters is named after support was committed under the first"
        yield ruling("WD-11A.5", verdict=False, message=told, hexes=(act.hex,))
