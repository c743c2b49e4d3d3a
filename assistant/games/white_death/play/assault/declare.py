"""A unit declares an assault: rules 6B, 12A, 21B, 24."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from assistant.audit.finding import Finding, Verdict
from assistant.engine.movement import PARTS
from assistant.games.white_death.names import FOREST, FOREST_CREEK, SOVIET, TOWN
from assistant.games.white_death.play.book import ACTS, Ruled, ruling
from assistant.games.white_death.play.moment import MOMENT, billed, can_act, price, untimely
from assistant.games.white_death.state.control import ground_for, mobility_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Assault
from builder.hexgrid import Hex, distance, neighbours

__all__ = ["assaults", "is_prohibited", "open_or_not"]

_ASSAULT, _CHARGERS = "assault", "chargers"
"""The activity of the chart, the group of units that charge."""
_NO_CHARGE = frozenset({TOWN, FOREST, FOREST_CREEK})


@ACTS.rule(
    "WD-6B.5", *MOMENT, on=(Assault,), name="assault-declared", section="6B", readings=("A-85",)
)
def declared(before: Position, act: Assault, rules: Ruleset) -> Iterator[Finding]:
    """A unit pays a point to assault one adjacent hex that holds enemies.

    Rule:
        6B; 19 with its erratum (a bunker that nobody holds may be assaulted); A-85 (the hex
        is chosen for good).
    """
    piece, cell = before.piece(act.unit), rules.cell(act.target)
    if piece is None or piece.at is None or cell is None:
        return
    old = before.doing(act.unit).target
    if old is None or rules.reads("A-85") != "free":
        yield from untimely(f"declares an assault on {act.target}", before, act.unit, rules)
    what = f"assaults {act.target}"
    hexes = (rules.number(piece.at), act.target)
    if old is None:
        cost = Fraction(price(_ASSAULT, rules), PARTS)
        more = [(cost, "assault", "WD-6B.5")]
        yield billed("WD-6B.5", what, before, act.unit, rules, more=more, hexes=hexes)
    elif old != cell:
        kept = rules.reads("A-85") == "free"
        message = f"{rules.label(act.unit)} {what}, having declared on {rules.number(old)}"
        yield ruling("WD-6B.5", kept, message, units=(act.unit,), hexes=hexes)
    if distance(piece.at, cell) != 1:
        message = f"{rules.label(act.unit)} {what}, which isn't adjacent to {hexes[0]}"
        yield ruling("WD-6B.5", verdict=False, message=message, units=(act.unit,), hexes=hexes)
    if not _has_enemies(before, cell, before.side_of(act.unit), rules):
        message = f"{rules.label(act.unit)} {what}, where no enemy is"
        yield ruling("WD-6B.5", verdict=False, message=message, units=(act.unit,), hexes=hexes)


@ACTS.rule(
    "WD-12A.1",
    on=(Assault,),
    name="assault-into-prohibited",
    section="12A",
    readings=("A-18", "A-103"),
)
def into_prohibited(before: Position, act: Assault, rules: Ruleset) -> Iterator[Finding]:
    """Nobody assaults into a hex or across a hexside that it couldn't enter or cross.

    Rule:
        12A, with the chart: forest for all on wheels, tracks or draft but along a road, full
        lake hexsides by mobility and weather. Barrage, support and defensive fire are free.
    """
    piece, cell = before.piece(act.unit), rules.cell(act.target)
    if piece is None or piece.at is None or cell is None or distance(piece.at, cell) != 1:
        return
    yield open_or_not(before, act.unit, piece.at, cell, rules)


def open_or_not(position: Position, unit: str, at: Hex, cell: Hex, rules: Ruleset) -> Finding:
    """Return whether a unit's mobility lets it assault an adjacent hex: 12A."""
    barred = is_prohibited(position, unit, cell, rules, at=at)
    mobility = mobility_of(unit, position, rules)
    name = rules.game.chart.mobilities.get(mobility, mobility)
    said = "is prohibited" if barred else "is open"
    hexes = (rules.number(at), rules.number(cell))
    message = f"{hexes[1]} {said} to assaults of {name} units from {hexes[0]}"
    return ruling("WD-12A.1", not barred, message, units=(unit,), hexes=hexes)


def is_prohibited(
    position: Position, unit: str, cell: Hex, rules: Ruleset, *, at: Hex | None = None
) -> bool:
    """Tell whether a hex next to a unit, or the hexside between, is prohibited to it: 12A.

    Args:
        position: The position.
        unit: Id of the unit.
        cell: The hex.
        rules: What it is judged by.
        at: Where the unit would stand, if not where it does.
    """
    piece = position.piece(unit)
    here = at if at is not None or piece is None else piece.at
    if here is None:
        return False
    ground = ground_for(mobility_of(unit, position, rules), position, rules)
    edge = ground.edges(here).get(cell)
    return edge is not None and bool(edge.bar)


@ACTS.rule("WD-21B.1", on=(Assault,), name="regiments-in-turn", section="21B")
def regiments_in_turn(before: Position, act: Assault, rules: Ruleset) -> Iterator[Finding]:
    """Only one of the 331st Division's infantry regiments assaults in an impulse.

    Rule:
        21B; A-57 (its battalions may, all of them; other units of the division are free).
    """
    if before.going is None:
        return
    busy = {u for u, doing in before.going.doings.items() if doing.assaulted is not None}
    for limit in rules.game.special.assault_limits:
        groups = [rules.group(id_) for id_ in limit.groups]
        mine = [group for group in groups if act.unit in group]
        if not mine:
            continue
        all_ = [group for group in groups if group in mine or group.units & busy]
        names = ", ".join(group.name for group in all_)
        message = f"of {len(groups)} regiments {limit.most} may assault in an impulse: {names}"
        units = (act.unit, *sorted(busy & frozenset().union(*(g.units for g in groups))))
        yield ruling("WD-21B.1", len(all_) <= limit.most, message, units=units)


@ACTS.rule("WD-24.1", "WD-24.2", on=(Assault,), name="cavalry-charge", section="24")
def charge(before: Position, act: Assault, rules: Ruleset) -> Iterator[Finding]:
    """Three cavalry regiments may charge, but not against a town or a forest.

    Rule:
        24; it is in force whenever their division appears.
    """
    cell = rules.cell(act.target)
    if not act.charge or not before.side_of(act.unit) or cell is None:
        return
    label, may = rules.label(act.unit), act.unit in rules.group(_CHARGERS)
    said = "may charge" if may else "charges, but is none of the cavalry regiments that may"
    yield ruling("WD-24.1", may, f"{label} {said}", units=(act.unit,))
    closed = rules.game.map.hexes[cell].terrain & _NO_CHARGE
    said = "a town or forest" if closed else "neither town nor forest"
    message = f"{label} charges against {act.target}, {said}"
    yield ruling("WD-24.2", not closed, message, units=(act.unit,), hexes=(act.target,))


def _has_enemies(position: Position, cell: Hex, side: str, rules: Ruleset) -> bool:
    """Tell whether there is something to assault in a hex: enemy units, to Soviets a bunker."""
    enemies = position.stack(cell, rules.enemy(side))
    return bool(enemies) or (side == SOVIET and bool(position.bunker_in(cell)))


@ACTS.effect(Assault)
def declare(before: Position, act: Assault, rules: Ruleset) -> Ruled:
    """Put down the marker: target, charge, and the point unless one was paid already."""
    piece, cell = before.piece(act.unit), rules.cell(act.target)
    if piece is None or piece.at is None or cell is None:
        return Ruled(before, (f"assault: {rules.label(act.unit)} can't assault {act.target}",))
    if before.going is None:
        return Ruled(before, (f"assault: no impulse is going on for {rules.label(act.unit)}",))
    doing = before.doing(act.unit)
    cost = price(_ASSAULT, rules) if doing.target is None else 0
    spent = doing.spent + cost
    return Ruled(
        before.with_doing(act.unit, spent=spent, target=cell, charging=act.charge, assaulted=cell)
    )


def assaults(position: Position, unit: str, rules: Ruleset) -> tuple[Hex, ...]:
    """Return the hexes that a unit may declare an assault on now: 6B, 12A, 21B.

    Args:
        position: The position.
        unit: Id of the unit.
        rules: What it is judged by.
    """
    piece = position.piece(unit)
    if piece is None or piece.at is None or not can_act(position, unit):
        return ()
    if position.doing(unit).target is not None:
        return ()
    side = position.side_of(unit)
    near = (c for c in neighbours(piece.at) if c in rules.game.map.hexes)
    found = []
    for cell in near:
        if not _has_enemies(position, cell, side, rules):
            continue
        act = Assault(unit, rules.number(cell))
        findings = ACTS.check(position, act, rules, disputes=False)
        if all(each.verdict is not Verdict.BROKEN for each in findings):
            found.append(cell)
    return tuple(found)
