"""Rules on the points of a move and on who may move when: 6A, 6B, 7, 20."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from assistant.audit.finding import Finding, Verdict
from assistant.engine.movement import PARTS
from assistant.games.white_death.names import MOVEMENT
from assistant.games.white_death.play.book import ACTS, exact, ruling
from assistant.games.white_death.play.moment import untimely
from assistant.games.white_death.play.movement.judged import Judged, is_guided, judged
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Move

__all__ = ["OF_COST", "charged", "place"]

OF_COST = (
    *("A-01", "A-02", "A-03", "A-04", "A-06", "A-08", "A-09", "A-16", "A-17", "A-18", "A-103"),
)
"""Unclear places that change what a way costs."""


def place(move: Judged, rules: Ruleset) -> str:
    """Return who goes from where to where, in words."""
    first, last = (rules.number(cell) for cell in (move.path[0], move.path[-1]))
    return f"{move.label} from {first} to {last}"


@ACTS.rule("WD-6A.1", on=(Move,), name="move-out-of-turn", section="6A")
def out_of_turn(before: Position, act: Move, rules: Ruleset) -> Iterator[Finding]:
    """Only units of the phasing side move.

    Rule:
        6A; the phase itself, and what a pass allows, is a matter of 5. The retreat of ski units
        before combat (21E) has a line of its own.
    """
    if judged(before, act, rules) is None:
        return
    late = [each for each in untimely("moves", before, act.unit, rules) if each.rule == "WD-6A.1"]
    message = f"{rules.label(act.unit)} moves in its own side's impulse"
    yield from late or [ruling("WD-6A.1", verdict=True, message=message, units=(act.unit,))]


@ACTS.rule("WD-3A.6", on=(Move,), name="shaken-moves-on", section="3A")
def shaken_moves_on(before: Position, act: Move, rules: Ruleset) -> Iterator[Finding]:
    """A unit that failed its check or routed as it moved has ended its movement.

    Rule:
        3A.
    """
    move, doing = judged(before, act, rules), before.doing(act.unit)
    if move is None:
        return
    if MOVEMENT in {doing.failed, doing.routed}:
        what = "routed" if doing.routed == MOVEMENT else "failed its morale check"
        message = f"{place(move, rules)}: it {what} in this phase and moves no further"
        yield ruling("WD-3A.6", verdict=False, message=message, units=(act.unit,), hexes=act.path)


@ACTS.rule("WD-21C.1", "WD-3.3", on=(Move,), name="moves-on-after-halt", section="21C")
def moves_on_after_halt(before: Position, act: Move, rules: Ruleset) -> Iterator[Finding]:
    """Commandos that were found out, and who was with them, have ended their movement.

    Rule:
        21C; so has whoever had to stop before for a zone that is there no longer (3).
    """
    move, doing = judged(before, act, rules), before.doing(act.unit)
    if move is None or not doing.halted or MOVEMENT in {doing.failed, doing.routed}:
        return
    if any(breach.rule in {"WD-3.3", "WD-3B.1"} for breach in move.way.steps[0].breaches):
        return
    rule = "WD-21C.1" if is_guided(before, act.unit, move.path, rules) else "WD-3.3"
    message = f"{place(move, rules)}: it had to end its movement before"
    yield ruling(rule, verdict=False, message=message, units=(act.unit,), hexes=act.path)


@ACTS.rule(
    *("WD-6A.2", "WD-6A.3", "WD-6A.5", "WD-7.1", "WD-7.5", "WD-7.6", "WD-7.8", "WD-7.10"),
    *("WD-7.11", "WD-7.13", "WD-7.14", "WD-20.1"),
    on=(Move,),
    name="move-beyond-points",
    section="6A",
    readings=OF_COST,
)
def beyond_points(before: Position, act: Move, rules: Ruleset) -> Iterator[Finding]:
    """A unit goes from hex to adjacent hex and spends at most the points of the impulse.

    Rule:
        6A; prices by rule 7 and its chart, bridges by 20. No unit has more points than were
        declared, and none has points left from another impulse.
    Evidence:
        Every part of the cost with its rule, the points declared, the cost that the line says.
    """
    move = judged(before, act, rules)
    if move is None:
        message = f"{rules.label(act.unit)}: unit or way is not on the map"
        yield ruling("WD-6A.2", Verdict.NOT_CHECKABLE, message, units=(act.unit,))
        return
    if not move.placed:
        message = f"{move.label} doesn't stand in {act.path[0]}, where its way begins"
        yield ruling("WD-6A.2", Verdict.NOT_CHECKABLE, message, units=(act.unit,), hexes=act.path)
    for breach in move.way.breaches:
        if breach.rule == "WD-6A.2":
            message = f"{move.label} {breach.why}: {rules.number(breach.where)}"
            yield ruling("WD-6A.2", verdict=False, message=message, units=(act.unit,))
    yield _sum(move, rules)
    yield from _declared(move, rules)


def _sum(move: Judged, rules: Ruleset) -> Finding:
    """Return whether a move costs no more than the points of the impulse."""
    verdict: Verdict | bool = Verdict.NOT_CHECKABLE if move.points is None else not move.over
    of = f" of {exact(move.points)}" if move.points is not None else ""
    return ruling(
        "WD-6A.2",
        verdict,
        f"{place(move, rules)} for {exact(move.total)}{of} points",
        units=(move.act.unit,),
        hexes=move.act.path,
        parts=move.parts,
        allowance=move.points,
    )


def _declared(move: Judged, rules: Ruleset) -> Iterator[Finding]:
    """Yield the finding of a line that says less than a move costs; more breaks no rule."""
    cost, said = Fraction(move.way.cost, PARTS), move.act.cost
    if not said or said >= cost:
        return
    message = f"{place(move, rules)} costs {exact(cost)}, not {exact(said)} as the line says"
    yield ruling(
        "WD-6A.2",
        verdict=False,
        message=message,
        units=(move.act.unit,),
        hexes=move.act.path,
        parts=move.parts[1:] if move.way.start.spent else move.parts,
        allowance=said,
    )


def charged(move: Judged, rules: Ruleset, rule: str, *others: str) -> Iterator[Finding]:
    """Yield whether a unit paid what a rule adds to the cost of its way, if it adds something.

    Args:
        move: The move.
        rules: What it is judged by.
        rule: Id of the finding's atom.
        others: Ids of further atoms under which it charges.
    """
    extra = move.of(rule, *others)
    if not extra:
        return
    unpaid = move.left_out(rule, *others)
    if move.over and not unpaid:
        return  # more is wrong than that
    why = next(c.reason for c in move.way.charges if c.rule in {rule, *others})
    said = "isn't covered" if unpaid else "is paid"
    message = f"{place(move, rules)}: {exact(extra)} for {why} {said}"
    yield ruling(
        rule,
        not unpaid,
        message,
        units=(move.act.unit,),
        hexes=move.act.path,
        parts=move.parts,
        allowance=move.points,
    )


@ACTS.rule(
    *("WD-7.2", "WD-7.3", "WD-7.4", "WD-7.7"),
    on=(Move,),
    name="leaves-water-unpaid",
    section="7",
    readings=OF_COST,
)
def leaves_water_unpaid(before: Position, act: Move, rules: Ruleset) -> Iterator[Finding]:
    """Who leaves a river or creek pays the second figure of the chart's pair.

    Rule:
        7; the chart's figure where the example in the text has another (A-01).
    """
    move = judged(before, act, rules)
    if move is not None:
        yield from charged(move, rules, "WD-7.2")


@ACTS.rule("WD-6B.3", on=(Move,), name="concentrates", section="6B")
def concentrates(before: Position, act: Move, rules: Ruleset) -> Iterator[Finding]:
    """A deployed unit that moves is concentrated from then on, for nothing.

    Rule:
        6B.
    """
    move, piece = judged(before, act, rules), before.piece(act.unit)
    if move is not None and piece is not None and piece.deployed:
        message = f"{move.label} leaves its hex and is deployed no longer"
        yield ruling("WD-6B.3", verdict=True, message=message, units=(act.unit,))
