"""Rule 5: turns, impulses, phases, points."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Evidence, Finding, Verdict
from assistant.engine.actions import Deploy, Impulse, PhaseEnd, TurnEnd
from assistant.engine.state import Ply
from assistant.games.white_death.book import WD
from assistant.games.white_death.checks import of_march, turned
from assistant.games.white_death.names import PASS, SOVIET, counted
from builder.model.game import Game

__all__: list[str] = []


@WD.rule("WD-5.1", name="wrong-side-begins", section="5")
def wrong_side_begins(ply: Ply, game: Game) -> Iterator[Finding]:
    """The Soviet side takes the first impulse of a turn.

    Rule:
        5.
    Evidence:
        The declaration, its side and number.
    Not covered:
        A log that begins within a turn, and a turn marker set back or by several: an impulse
        before the first may have been played.
    """
    impulse = ply.action
    if not isinstance(impulse, Impulse) or impulse.number != 1:
        return
    if dict(impulse.before).get(SOVIET):
        return  # the log begins within a turn
    if impulse.side == SOVIET:
        yield _Declared(impulse, game).finding("WD-5.1", Verdict.KEPT, "begins the turn")
    elif ply.before.stepped:
        yield _Declared(impulse, game).finding(
            "WD-5.1", Verdict.BROKEN, "begins the turn, out of its order"
        )
    else:
        why = "is the first of its turn in the log, which may begin within the turn"
        yield _Declared(impulse, game).finding("WD-5.1", Verdict.NOT_CHECKABLE, why)


@WD.rule("WD-5.2", name="impulse-out-of-turn", section="5")
def impulse_out_of_turn(ply: Ply, game: Game) -> Iterator[Finding]:
    """Impulses alternate until one side has used all its points; then the other goes on alone.

    Rule:
        5.
    Evidence:
        The declaration, and the points the other side has left.
    """
    impulse = ply.action
    if not isinstance(impulse, Impulse) or ply.before.impulse is None:
        return
    spent = dict(impulse.before)
    others = (side for side in game.sides if side.id != impulse.side)
    left = sum(game.points_per_turn - spent.get(side.id, 0) for side in others)
    if ply.before.impulse.side != impulse.side or left <= 0:
        yield _Declared(impulse, game).finding("WD-5.2", Verdict.KEPT, "comes in its turn")
        return
    why = f"follows one of the same side while the other side has {counted(left, 'point')} left"
    yield _Declared(impulse, game).finding("WD-5.2", Verdict.BROKEN, why)


@WD.rule("WD-5.3", name="out-of-phase", section="5")
def out_of_phase(ply: Ply, game: Game) -> Iterator[Finding]:
    """The phases of an impulse follow each other; units don't move in the terminal phase.

    Rule:
        5.
    Evidence:
        The phases stepped from and to; of a march its drags.
    Not covered:
        A step back, which may put right an earlier slip.
    """
    yield from of_march("WD-5.3")(ply, game)
    end = ply.action
    if not isinstance(end, PhaseEnd) or not {end.phase, end.next} <= set(game.phases):
        return
    onward = game.phases.index(end.phase) < game.phases.index(end.next)
    yield Finding(
        rule="WD-5.3",
        verdict=Verdict.KEPT if onward else Verdict.NOT_CHECKABLE,
        step=end.step,
        message=f"the phase steps from {end.phase} to {end.next}",
        evidence=Evidence(
            steps=(end.step,), facts=(("phase", end.phase), ("next phase", end.next))
        ),
    )


@WD.rule("WD-5.4", "WD-5.5", name="points-not-there", section="5")
def points_not_there(ply: Ply, game: Game) -> Iterator[Finding]:
    """The decision comes before movement, and declares points that the side still has.

    Rule:
        5.
    Evidence:
        The points declared, against those left of the turn's.
    """
    yield from of_march("WD-5.4")(ply, game)
    impulse = ply.action
    if not isinstance(impulse, Impulse):
        return
    left = _Declared(impulse, game).left
    if impulse.points < 1:
        yield _Declared(impulse, game).finding(
            "WD-5.4", Verdict.BROKEN, "declares less than one point", left
        )
    elif impulse.points > left:
        why = f"declares {counted(impulse.points, 'point')} of {left} left"
        yield _Declared(impulse, game).finding("WD-5.4", Verdict.BROKEN, why, left)
    else:
        why = f"declares {impulse.points} of {counted(left, 'point')}"
        yield _Declared(impulse, game).finding("WD-5.4", Verdict.KEPT, why, left)


@WD.rule("WD-5.6", name="turn-ends-early", section="5")
def turn_ends_early(ply: Ply, game: Game) -> Iterator[Finding]:
    """A turn ends when both sides have used all their points.

    Rule:
        5; points are not forfeited (A-88).
    Evidence:
        The points that each side has spent.
    Not covered:
        A turn whose first impulse isn't in the log; a turn marker set back or by several.
    """
    end = ply.action
    if not isinstance(end, TurnEnd):
        return
    spent = dict(end.spent)
    short = [s for s in game.sides if spent.get(s.id, 0) < game.points_per_turn]
    verdict, why = Verdict.KEPT, "after both sides used their points"
    if short:
        names = " and ".join(f"the {side.name} side" for side in short)
        sure = end.next == end.turn + 1 and any(spent.values()) and ply.before.begun
        verdict = Verdict.BROKEN if sure else Verdict.NOT_CHECKABLE
        why = f"while {names} {'has' if len(short) == 1 else 'have'} points left"
    yield Finding(
        rule="WD-5.6",
        verdict=verdict,
        step=end.step,
        message=f"turn {end.turn} ends {why}",
        evidence=Evidence(
            steps=(end.step,),
            facts=tuple(
                (f"{side.id} points spent", str(spent.get(side.id, 0))) for side in game.sides
            ),
        ),
    )


@WD.rule("WD-5.8", "WD-5.7", name="more-than-a-pass-allows", section="5")
def more_than_a_pass_allows(ply: Ply, game: Game) -> Iterator[Finding]:
    """A pass costs exactly one point and allows nothing but barrages and rail movement.

    Rule:
        5.
    Evidence:
        The points declared; of a march its drags; of a deployed unit where it stands.
    Not covered:
        Assaults and bridge work in a pass.
    """
    yield from of_march("WD-5.8")(ply, game)
    match ply.action:
        case Impulse(kind="pass") as impulse:
            kept = impulse.points == 1
            verdict = Verdict.KEPT if kept else Verdict.BROKEN
            why = f"is a pass of {counted(impulse.points, 'point')}"
            yield _Declared(impulse, game).finding("WD-5.8", verdict, why)
        case Deploy(unit=unit, back=True, impulse=Impulse(kind="pass", side=side)) as act:
            data = game.units.get(unit)
            if data is not None and data.artillery and data.side == side:
                why = f"is deployed in a {PASS}"
                yield turned("WD-5.8", Verdict.BROKEN, act, game, why)


@WD.rule("WD-5.9", name="action-below-minimum", section="5")
def action_below_minimum(ply: Ply, game: Game) -> Iterator[Finding]:
    """A Soviet action spends at least three points, or all that are left.

    Rule:
        5, read as three or more (A-05).
    Evidence:
        The points declared, against the least allowed.
    """
    impulse = ply.action
    if not isinstance(impulse, Impulse) or impulse.kind == PASS or impulse.points < 1:
        return
    left = _Declared(impulse, game).left
    least = min(game.action_minimum.get(impulse.side, 1), max(left, 1))
    if impulse.points >= least:
        why = f"spends {counted(impulse.points, 'point')}, the least being {least}"
        yield _Declared(impulse, game).finding("WD-5.9", Verdict.KEPT, why, least)
    else:
        why = f"spends {counted(impulse.points, 'point')} in an action; the least is {least}"
        yield _Declared(impulse, game).finding("WD-5.9", Verdict.BROKEN, why, least)


class _Declared:
    """A declaration, for findings about it."""

    def __init__(self, impulse: Impulse, game: Game) -> None:
        """Work out whose it is and what that side had left."""
        self._impulse = impulse
        self._side = next((s.name for s in game.sides if s.id == impulse.side), impulse.side)
        self._spent = dict(impulse.before).get(impulse.side, 0)
        self.left = game.points_per_turn - self._spent

    def finding(self, rule: str, verdict: Verdict, why: str, held: int | None = None) -> Finding:
        """Return a finding; the points declared are held against a number if one is given."""
        act = self._impulse
        told = f"impulse {act.number} of turn {act.turn} ({self._side} {act.kind})"
        return Finding(
            rule=rule,
            verdict=verdict,
            step=act.step,
            message=f"{told} {why}",
            evidence=Evidence(
                steps=(act.step,),
                cost=str(act.points) if held is not None else "",
                allowance=str(held) if held is not None else "",
                facts=(
                    ("side", act.side),
                    ("kind", act.kind),
                    ("points", str(act.points)),
                    ("spent before", str(self._spent)),
                ),
            ),
        )
