"""A unit enters the map: the checks of rule 17, and what it changes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from assistant.audit.finding import Finding
from assistant.engine.movement import PARTS
from assistant.games.white_death.play.book import ACTS, Part, Ruled, exact, ruling
from assistant.games.white_death.play.entry.due import due_of, way_in
from assistant.games.white_death.play.entry.edge import arrival, equipped, on_edge
from assistant.games.white_death.play.moment import MOMENT, billed, untimely
from assistant.games.white_death.play.movement.mover import is_commando, mover_of
from assistant.games.white_death.play.movement.rules import OF_COST
from assistant.games.white_death.play.movement.step import path_cost
from assistant.games.white_death.play.special.commandos import detections
from assistant.games.white_death.state.position import Box, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Enter, Move
from builder.hexgrid import Hex

__all__: list[str] = []

_OF_THE_ACT = frozenset({"WD-5.3", "WD-5.8", "WD-6A.1"})
"""Rules that hold for the whole act, not once more for the way beyond the edge hex."""


@ACTS.rule(
    *("WD-17.1", "WD-17A.1", "WD-17B.1", "WD-17D.1", "WD-17D.2", "WD-17E.1", "WD-17E.2"),
    *("WD-17F.1", "WD-17F.2", "WD-17F.3"),
    on=(Enter,),
    name="entry-when-and-where",
    section="17",
)
def when_and_where(before: Position, act: Enter, rules: Ruleset) -> Iterator[Finding]:
    """A unit enters when it is due or later, in an open area of its own.

    Rule:
        17 with 17A, 17B, 17D, 17E, 17F; A-46 to A-49, A-97 to A-99.
    """
    cells = rules.cells(act.path)
    if before.piece(act.unit) is None or not cells:
        return
    label, place = rules.label(act.unit), act.path[0]
    due = due_of(before, act.unit, rules)
    kept, wrong = way_in(before, act.unit, cells[0], due, rules)
    for rule, why in wrong:
        message = f"{label} enters in {place}, but {why}"
        yield ruling(rule, verdict=False, message=message, units=(act.unit,), hexes=(place,))
    broken = {rule for rule, _ in wrong}
    for rule in (rule for rule in kept if rule not in broken):
        message = f"{label} enters in {place} as this lets it"
        yield ruling(rule, verdict=True, message=message, units=(act.unit,), hexes=(place,))


@ACTS.rule(
    *("WD-17C.1", "WD-6A.4", "WD-7.9", "WD-3C.1", *MOMENT),
    on=(Enter,),
    name="entry-into-edge-hex",
    section="17C",
    readings=("A-16", "A-17", "A-18", "A-103"),
)
def into_edge_hex(before: Position, act: Enter, rules: Ruleset) -> Iterator[Finding]:
    """A unit pays for the edge hex that it appears in, which must be open to it.

    Rule:
        17C, 3C, 6A; A-46 (along a road over the edge it pays the road's rate).
    """
    piece, cells = before.piece(act.unit), rules.cells(act.path)
    if piece is None or piece.at is not None or not cells:
        return
    yield from untimely("enters", before, act.unit, rules)
    cell, label, place = cells[0], rules.label(act.unit), act.path[:1]
    mover = mover_of(equipped(before, act.unit), act.unit, rules)
    edge = arrival(before, act.unit, cell, rules)
    shut = {
        "WD-17C.1": "" if cell in on_edge(rules) else "which isn't at the edge of the map",
        "WD-6A.4": "where the enemy stands" if mover.occupants(cell) else "",
        "WD-7.9": "which is prohibited to it" if edge.bar else "",
        "WD-3C.1": "in an enemy zone, as a weapons unit"
        if mover.weapons and mover.holders(cell)
        else "",
    }
    for rule, why in shut.items():
        if why:
            message = f"{label} appears in {act.path[0]}, {why}"
            yield ruling(rule, verdict=False, message=message, units=(act.unit,), hexes=place)
    more: list[Part] = [(Fraction(edge.cost, PARTS), edge.charges[0].reason, "WD-17C.1")]
    yield billed("WD-17C.1", "appears", before, act.unit, rules, more=more, hexes=place)


@ACTS.rule("WD-17C.1", on=(Enter,), name="entry-beyond-the-edge", section="17C")
def beyond_the_edge(before: Position, act: Enter, rules: Ruleset) -> Iterator[Finding]:
    """From the edge hex a unit moves on as any other, with the points that are left.

    Rule:
        17C, 3, 6, 7: the findings are those of a move from the edge hex on.
    """
    cells = rules.cells(act.path)
    landed = _landed(before, act, cells, rules) if cells else None
    if landed is None or not cells:
        return
    if len(cells) > 1:
        found = ACTS.check(landed, Move(act.unit, act.path), rules)
        yield from (each for each in found if each.rule not in _OF_THE_ACT)


@ACTS.rule("WD-17C.1", on=(Enter,), name="entry-for-less", section="17C", readings=OF_COST)
def for_less(before: Position, act: Enter, rules: Ruleset) -> Iterator[Finding]:
    """An entry costs no less than the edge hex and the way beyond it together.

    Rule:
        17C; what the line says of the cost is held against the sum.
    """
    cells = rules.cells(act.path)
    landed = _landed(before, act, cells, rules) if cells else None
    if landed is None or not cells:
        return
    spent = landed.doing(act.unit).spent - before.doing(act.unit).spent
    total = Fraction(spent + path_cost(landed, act.unit, cells, rules).cost, PARTS)
    if act.cost and act.cost < total:
        message = f"{rules.label(act.unit)} enters for {exact(act.cost)}; it costs {exact(total)}"
        yield ruling("WD-17C.1", verdict=False, message=message, units=(act.unit,), hexes=act.path)


def _landed(
    position: Position, act: Enter, cells: tuple[Hex, ...], rules: Ruleset
) -> Position | None:
    """Return the position with a unit in the edge hex it appears in, ``None`` if it can't."""
    piece = position.piece(act.unit)
    if piece is None or piece.at is not None or piece.strength <= 0:
        return None
    after = equipped(position, act.unit)
    after = after.with_piece(act.unit, at=cells[0], box=Box.MAP, deployed=False, back=0)
    spent = position.doing(act.unit).spent + arrival(after, act.unit, cells[0], rules).cost
    halted = bool(mover_of(after, act.unit, rules).halting(cells[0]))
    return after.with_doing(act.unit, spent=spent, moved=True, halted=halted, way=cells[:1])


@ACTS.effect(Enter)
def enter(before: Position, act: Enter, rules: Ruleset) -> Ruled:
    """Put the unit down where it appears, then move it on along its way.

    Commandos that appear among the enemy owe a roll for it (21C).
    """
    cells = rules.cells(act.path)
    landed = _landed(before, act, cells, rules) if cells else None
    if landed is None or not cells:
        way = ",".join(act.path)
        return Ruled(before, (f"enter: {rules.label(act.unit)} can't enter by {way}",))
    if is_commando(act.unit, rules):
        at = cells[:1]
        landed = landed.with_duties(*detections(landed, act.unit, at + at, rules))
    if len(cells) == 1:
        return Ruled(landed)
    return ACTS.apply(landed, Move(act.unit, act.path), rules)
