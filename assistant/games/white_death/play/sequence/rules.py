"""Whose impulse it is, its kind and points, the order of phases, the end of a turn: rule 5."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.names import MOVEMENT, SOVIET, counted
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.sequence.points import kind_of, least, left
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Impulse, PhaseStep, TurnStep

__all__: list[str] = []


def _declared(act: Impulse, rules: Ruleset) -> str:
    """Return an impulse in words."""
    side = next((s.name for s in rules.game.sides if s.id == act.side), act.side)
    return f"{side} {act.kind} of {counted(act.points, 'point')}"


@ACTS.rule("WD-5.1", on=(Impulse,), name="side-that-begins-a-turn", section="5")
def side_that_begins_a_turn(before: Position, act: Impulse, rules: Ruleset) -> Iterator[Finding]:
    """The Soviet side takes the first impulse of a turn: 5."""
    if before.turn_begun or act.side not in before.forces:
        return
    what = f"{_declared(act, rules)} is the first impulse of turn {before.number}"
    yield ruling("WD-5.1", act.side == SOVIET, what, facts=[("side", act.side)])


@ACTS.rule("WD-5.2", on=(Impulse,), name="impulse-in-its-turn", section="5")
def impulse_in_its_turn(before: Position, act: Impulse, rules: Ruleset) -> Iterator[Finding]:
    """Impulses alternate until a side has used all its points; then the other goes on alone: 5."""
    if not any(before.turn.impulses.values()):
        return
    name = _declared(act, rules)
    if before.going is None:
        yield ruling("WD-5.2", Verdict.NOT_CHECKABLE, f"{name}: the impulse before isn't known")
        return
    other = rules.enemy(act.side) if act.side in before.forces else before.going.side
    points = left(other, before, rules)
    facts = [("impulse before", before.going.side), (f"points left, {other}", str(points))]
    if before.going.side != act.side:
        yield ruling("WD-5.2", verdict=True, message=f"{name} comes in its turn", facts=facts)
        return
    why = f"follows one of its own side while the other side has {counted(points, 'point')} left"
    alone = f"{name} comes in its turn: the other side has used all its points"
    yield ruling("WD-5.2", points <= 0, alone if points <= 0 else f"{name} {why}", facts=facts)


@ACTS.rule("WD-5.4", on=(Impulse,), name="points-to-declare", section="5")
def points_to_declare(before: Position, act: Impulse, rules: Ruleset) -> Iterator[Finding]:
    """An impulse takes a point at least, and no more than its side has left: 5."""
    if act.side not in before.forces:
        yield ruling("WD-5.4", Verdict.NOT_CHECKABLE, f"there is no side {act.side}")
        return
    remaining = left(act.side, before, rules)
    yield ruling(
        "WD-5.4",
        1 <= act.points <= remaining,
        f"{_declared(act, rules)}; it has {remaining} left",
        parts=[(act.points, "points declared", "WD-5.4")],
        allowance=remaining,
    )


@ACTS.rule("WD-5.5", on=(Impulse,), name="points-left-over", section="5")
def points_left_over(before: Position, act: Impulse, rules: Ruleset) -> Iterator[Finding]:
    """The markers show what is left of a side's points: 5."""
    if act.side not in before.forces:
        return
    total = rules.game.points_per_turn
    spent = before.turn.spent.get(act.side, 0)
    yield ruling(
        "WD-5.5",
        act.left == total - spent - act.points,
        f"{_declared(act, rules)}: the marker shows {act.left} left",
        parts=[
            (total, "points of a turn", "WD-5.1"),
            (-spent, "spent before", "WD-5.5"),
            (-act.points, "declared", "WD-5.4"),
        ],
        allowance=act.left,
    )


@ACTS.rule("WD-5.8", "WD-5.7", on=(Impulse,), name="points-of-a-pass", section="5")
def points_of_a_pass(before: Position, act: Impulse, rules: Ruleset) -> Iterator[Finding]:
    """There are two kinds of impulse, and a pass costs exactly one point: 5."""
    del before
    kind = kind_of(act.kind, rules)
    name = _declared(act, rules)
    if kind is None:
        yield ruling("WD-5.7", verdict=False, message=f"{name}: there is no impulse of this kind")
    elif kind.exact:
        price = kind.points.get(act.side, 1)
        yield ruling(
            "WD-5.8",
            act.points == price,
            f"{name}; a pass costs {price}",
            parts=[(act.points, "points declared", "WD-5.4")],
            allowance=price,
        )
    else:
        yield ruling("WD-5.7", verdict=True, message=f"{name} is one of the two kinds")


@ACTS.rule(
    "WD-5.9", on=(Impulse,), name="least-points-of-an-action", section="5", readings=("A-05",)
)
def least_points_of_an_action(before: Position, act: Impulse, rules: Ruleset) -> Iterator[Finding]:
    """A Soviet action takes three points at least, or all that are left: 5."""
    kind = kind_of(act.kind, rules)
    if kind is None or kind.exact or act.points < 1 or act.side not in before.forces:
        return
    remaining = left(act.side, before, rules)
    needed = least(kind, act.side, remaining, rules)
    yield ruling(
        "WD-5.9",
        act.points >= needed,
        f"{_declared(act, rules)}; the least is {needed} with {remaining} left",
        parts=[(act.points, "points declared", "WD-5.4")],
        allowance=needed,
    )


@ACTS.rule("WD-5.3", on=(PhaseStep,), name="phases-in-order", section="5")
def phases_in_order(before: Position, act: PhaseStep, rules: Ruleset) -> Iterator[Finding]:
    """The phases of an impulse follow each other: 5.

    A phase in which nothing is done may be left out. A step back may put right a slip, as long as
    nothing has been done since.
    """
    phases = rules.game.phases
    now = before.phase
    facts = [("phase", now), ("next phase", act.new)]
    what = f"the phase steps from {now or 'none'} to {act.new}"
    if act.new not in phases or now not in phases:
        yield ruling("WD-5.3", Verdict.NOT_CHECKABLE, what, facts=facts)
    elif phases.index(act.new) > phases.index(now):
        yield ruling("WD-5.3", verdict=True, message=what, facts=facts)
    elif phases.index(act.new) == phases.index(now) or not _something_done(before):
        why = f"{what}, which may put right a slip"
        yield ruling("WD-5.3", Verdict.NOT_CHECKABLE, why, facts=facts)
    else:
        yield ruling("WD-5.3", verdict=False, message=f"{what}, back", facts=facts)


def _something_done(position: Position) -> bool:
    """Tell whether anything was done in the phase that is going on, as far as is known."""
    fight, going = position.fight, position.going
    if fight.commits or fight.attacks or fight.barrages or fight.dice or fight.strengths:
        return True
    if going is None or position.phase != MOVEMENT:
        return False
    return any(doing.moved or doing.spent or doing.assaulted for doing in going.doings.values())


@ACTS.rule("WD-5.4", "WD-5.3", on=(PhaseStep,), name="phase-without-decision", section="5")
def phase_without_decision(before: Position, act: PhaseStep, rules: Ruleset) -> Iterator[Finding]:
    """An impulse is declared before its phases: 5."""
    if before.going is not None or before.phase or act.new not in rules.game.phases:
        return
    if before.turn.weathered and not any(before.turn.impulses.values()):
        what = f"the {act.new} phase begins before an impulse of the turn is declared"
        yield ruling("WD-5.4", verdict=False, message=what)
    else:
        what = f"the {act.new} phase begins; that an impulse was declared isn't known"
        yield ruling("WD-5.4", Verdict.NOT_CHECKABLE, what)


@ACTS.rule("WD-5.6", on=(TurnStep,), name="end-of-a-turn", section="5")
def end_of_a_turn(before: Position, act: TurnStep, rules: Ruleset) -> Iterator[Finding]:
    """The turn marker moves one on when both sides have used all their points: 5, A-88."""
    what = f"turn {act.new} follows turn {before.number}"
    if not before.number or act.new == before.number:
        yield ruling("WD-5.6", Verdict.NOT_CHECKABLE, f"turn {act.new} begins")
        return
    unspent = [(s, left(s.id, before, rules)) for s in rules.game.sides]
    short = [f"{counted(n, 'point')} of the {s.name} side" for s, n in unspent if n > 0]
    why = f"{what} with {' and '.join(short)} unspent" if short else what
    yield ruling(
        "WD-5.6",
        not short and act.new == before.number + 1,
        why,
        facts=[(f"points left, {side.id}", str(points)) for side, points in unspent],
    )
