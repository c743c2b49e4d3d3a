"""A unit goes by rail: rule 8."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from assistant.audit.finding import Finding
from assistant.engine.movement import PARTS
from assistant.games.white_death.banks import Bank
from assistant.games.white_death.names import ENTRAIN, PASS
from assistant.games.white_death.play.assault.lapse import lapsed
from assistant.games.white_death.play.book import ACTS, Ruled, ruling
from assistant.games.white_death.play.moment import MOMENT, billed, price, untimely
from assistant.games.white_death.play.rail.lines import (
    boards,
    is_bunkered,
    is_cut,
    is_open,
    rail_neighbours,
)
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Entrain
from builder.hexgrid import Hex
from builder.model.game import Kind

__all__ = ["strength_of"]


def strength_of(position: Position, unit: str, rules: Ruleset) -> int:
    """Return what a unit counts against the turn's limit when it goes by rail: 8, A-21.

    Raises:
        KeyError: There is no such unit.
    """
    if rules.reads("A-21") == "printed":
        return rules.unit(unit).strength
    piece = position.piece(unit)
    return piece.strength if piece is not None else 0


@ACTS.rule("WD-8.1", "WD-8.7", *MOMENT, on=(Entrain,), name="entraining", section="8")
def entraining(before: Position, act: Entrain, rules: Ruleset) -> Iterator[Finding]:
    """Entraining costs a point, each time, in a pass as well.

    Rule:
        8, 5; A-20b.
    """
    piece = before.piece(act.unit)
    if piece is None or piece.at is None:
        return
    yield from untimely("entrains", before, act.unit, rules)
    if before.going is not None and before.going.kind == PASS:
        message = f"{rules.label(act.unit)} goes by rail in a pass, which is allowed"
        yield ruling("WD-8.7", verdict=True, message=message, units=(act.unit,))
    more = [(Fraction(price(ENTRAIN, rules), PARTS), "entraining", "WD-8.1")]
    yield billed("WD-8.1", "entrains", before, act.unit, rules, more=more, hexes=act.path)


@ACTS.rule("WD-8.2", "WD-8.5", on=(Entrain,), name="on-and-off-trains", section="8")
def on_and_off(before: Position, act: Entrain, rules: Ruleset) -> Iterator[Finding]:
    """Personnel gets on and off in any hex of the railway, others in a town on it.

    Rule:
        8; A-76 (who abandoned its equipment is personnel).
    """
    path = _way(before, act, rules)
    for cell, rule, what in ((path[:1], "WD-8.2", "on"), (path[-1:], "WD-8.5", "off")):
        for one in cell:
            may = boards(before, act.unit, one, rules)
            number = rules.number(one)
            said = "may get" if may else "may not get"
            message = f"{rules.label(act.unit)} {said} {what} a train in {number}"
            yield ruling(rule, may, message, units=(act.unit,), hexes=(number,))


@ACTS.rule(
    *("WD-8.3", "WD-8.4", "WD-8.5", "WD-6A.4", "WD-19.5", "WD-3.3", "WD-3A.6"),
    on=(Entrain,),
    name="way-by-rail",
    section="8",
    readings=("A-16", "A-17", "A-18"),
)
def way_by_rail(before: Position, act: Entrain, rules: Ruleset) -> Iterator[Finding]:
    """The way follows the railway, outside enemy zones, on a line open to a friendly edge.

    Rule:
        8; A-20a (a unit in an enemy zone has no line), A-20e (rivers don't interrupt one).
    """
    path, side = _way(before, act, rules), before.side_of(act.unit)
    if not path:
        return
    label, stands = rules.label(act.unit), before.piece(act.unit)
    if stands is not None and stands.at != path[0]:
        message = f"{label} gets on a train in {act.path[0]}, where it isn't"
        yield ruling("WD-8.3", verdict=False, message=message, units=(act.unit,), hexes=act.path)
    if before.doing(act.unit).halted:
        afv = rules.unit(act.unit).kind is Kind.AFV
        message = f"{label} goes by rail though it may move no further"
        rule = "WD-3A.6" if afv else "WD-3.3"
        yield ruling(rule, verdict=False, message=message, units=(act.unit,), hexes=act.path)
    gaps = [(a, b) for a, b in pairwise(path) if b not in rail_neighbours(a, rules)]
    said = "along the railway" if not gaps else _gap(gaps[0], rules)
    yield ruling("WD-8.3", not gaps, f"{label} goes {said}", units=(act.unit,), hexes=act.path)
    yield from _entered(before, act.unit, path[1:], rules)
    free = not is_cut(before, path[0], side, rules) and is_open(before, path, side, rules)
    said = "is open" if free else "is interrupted by the enemy"
    message = f"the line from {act.path[0]} to an edge friendly to {label} {said}"
    yield ruling("WD-8.4", free, message, units=(act.unit,), hexes=act.path)


def _gap(gap: tuple[Hex, Hex], rules: Ruleset) -> str:
    """Return in words where no railway runs."""
    return f"from {rules.number(gap[0])} to {rules.number(gap[1])}, where no railway runs"


def _entered(
    position: Position, unit: str, cells: tuple[Hex, ...], rules: Ruleset
) -> Iterator[Finding]:
    """Yield what keeps a train out of hexes: enemies, their bunkers and zones."""
    side, label = position.side_of(unit), rules.label(unit)
    enemy = rules.enemy(side)
    for cell in cells:
        number = rules.number(cell)
        if position.stack(cell, enemy):
            rule, why = "WD-6A.4", "where the enemy stands"
        elif is_bunkered(position, cell, side):
            rule, why = "WD-19.5", "where a bunker stands"
        elif is_cut(position, cell, side, rules):
            rule, why = "WD-8.5", "which is in an enemy zone of control"
        else:
            continue
        message = f"{label} enters {number} by rail, {why}"
        yield ruling(rule, verdict=False, message=message, units=(unit,), hexes=(number,))


@ACTS.rule("WD-8.6", on=(Entrain,), name="rail-capacity", section="8", readings=("A-21",))
def capacity(before: Position, act: Entrain, rules: Ruleset) -> Iterator[Finding]:
    """Each side moves so many strength points by rail in a turn, all impulses together.

    Rule:
        8; A-21 (what is left of each unit, each time it goes by rail).
    """
    rail, side = rules.game.supply.rail, before.side_of(act.unit)
    if rail is None or not side:
        return
    own = strength_of(before, act.unit, rules)
    before_it = before.turn.railed.get(side, 0)
    parts = [(before_it, "earlier in the turn", "WD-8.6")] if before_it else []
    parts.append((own, rules.label(act.unit), "WD-8.6"))
    kept = before_it + own <= rail.points
    message = f"{before_it + own} of {rail.points} strength points go by rail in the turn"
    yield ruling("WD-8.6", kept, message, units=(act.unit,), parts=parts, allowance=rail.points)
    piece = before.piece(act.unit)
    left = piece.strength if piece is not None else own
    if act.strength not in {left, rules.unit(act.unit).strength}:
        message = f"{rules.label(act.unit)} has {left} strength points, not {act.strength}"
        yield ruling("WD-8.6", verdict=False, message=message, units=(act.unit,))


def _way(position: Position, act: Entrain, rules: Ruleset) -> tuple[Hex, ...]:
    """Return the hexes of a way by rail, none if they or the unit can't be made sense of."""
    piece, cells = position.piece(act.unit), rules.cells(act.path)
    return cells if piece is not None and piece.at is not None and cells else ()


@ACTS.effect(Entrain)
def entrain(before: Position, act: Entrain, rules: Ruleset) -> Ruled:
    """Put the unit where it gets off; take the point, and its strength from the turn's."""
    path, side = _way(before, act, rules), before.side_of(act.unit)
    if not path:
        return Ruled(before, (f"entrain: {rules.label(act.unit)} can't go {','.join(act.path)}",))
    doing = before.doing(act.unit)
    after = before.with_piece(act.unit, at=path[-1], deployed=False, bank=Bank.UNSURE)
    after = after.with_doing(
        act.unit,
        spent=doing.spent + price(ENTRAIN, rules),
        moved=True,
        railed=True,
        began=doing.began if doing.began is not None else path[0],
        way=(*(doing.way or path[:1]), *path[1:]),
    )
    after = lapsed(after, act.unit)
    points = strength_of(before, act.unit, rules)
    railed = {**after.turn.railed, side: after.turn.railed.get(side, 0) + points}
    return Ruled(replace(after, turn=replace(after.turn, railed=railed)))
