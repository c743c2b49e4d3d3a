"""Rules 6 and 7: movement, and terrain in it; 16B, rivers in thaw, comes last."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding, Verdict
from assistant.engine.actions import Deploy
from assistant.engine.state import Ply
from assistant.games.white_death.book import WD
from assistant.games.white_death.checks import of_march, turned
from assistant.games.white_death.gate import in_set_up
from assistant.games.white_death.names import DECISION, MOVEMENT, PASS
from builder.model.game import Game, Unit

__all__: list[str] = []


@WD.rule("WD-6A.1", name="moves-out-of-its-impulse", section="6A")
def moves_out_of_its_impulse(ply: Ply, game: Game) -> Iterator[Finding]:
    """Only units of the phasing side move in a movement phase.

    Rule:
        6A, 5.
    Evidence:
        The drags and the phase.
    Not covered:
        The retreat of ski units before combat (21E).
    """
    yield from of_march("WD-6A.1")(ply, game)


@WD.rule(
    *("WD-6A.2", "WD-6A.3", "WD-6A.5", "WD-7.1", "WD-7.5", "WD-7.6", "WD-7.8", "WD-7.10"),
    *("WD-7.11", "WD-7.13", "WD-7.14", "WD-20.1"),
    name="march-beyond-points",
    section="6A",
)
def march_beyond_points(ply: Ply, game: Game) -> Iterator[Finding]:
    """A march costs at most the points declared for the impulse.

    Rule:
        6A; prices by rule 7 and the terrain effects chart, bridges by rule 20.
    Evidence:
        The cheapest way through the stops, every part of its cost, the points declared.
    Not covered:
        A march during which a bridge was built or destroyed; points for assaults.
    """
    yield from of_march("WD-6A.2", "WD-20.1")(ply, game)


@WD.rule("WD-6A.4", name="enters-enemy-hex", section="6A")
def enters_enemy_hex(ply: Ply, game: Game) -> Iterator[Finding]:
    """No unit enters a hex that the enemy holds; no Soviet unit moves into a bunker's hex.

    Rule:
        6A; bunkers by the errata to 19.
    Evidence:
        The way, and the hex.
    Not covered:
        Brandenburg companies and who follows them (21C).
    """
    yield from of_march("WD-6A.4")(ply, game)


@WD.rule("WD-6B.2", name="deploys-unpaid", section="6B")
def deploys_unpaid(ply: Ply, game: Game) -> Iterator[Finding]:
    """Artillery deploys for one point, in its own movement phase.

    Rule:
        6B. The point is added to the march of the same phase.
    Evidence:
        The unit and where it stands; of a march its way, fully priced.
    """
    yield from of_march("WD-6B.2")(ply, game)
    action = ply.action
    unit = game.units.get(action.unit) if isinstance(action, Deploy) else None
    if not isinstance(action, Deploy) or unit is None or not (unit.artillery and action.back):
        return
    if _in_pass(action, unit):
        return
    verdict, why = _deployed(ply, action, unit)
    yield turned("WD-6B.2", verdict, action, game, why)


@WD.rule("WD-6B.3", "WD-6B.4", name="concentrates-in-place", section="6B")
def concentrates_in_place(ply: Ply, game: Game) -> Iterator[Finding]:
    """A deployed unit stays deployed until it leaves its hex; then it concentrates free.

    Rule:
        6B.
    Evidence:
        The unit and where it stands; of a unit still deployed after a march its way, with the
        point for deploying anew.
    Not covered:
        A counter turned back where it stands, which may put right an earlier slip.
    """
    yield from of_march("WD-6B.3")(ply, game)
    action = ply.action
    unit = game.units.get(action.unit) if isinstance(action, Deploy) else None
    if not isinstance(action, Deploy) or unit is None or not unit.artillery or action.back:
        return
    first, last = (state.counters.get(unit.id) for state in (ply.before, ply.after))
    if first is not None and last is not None and first.place != last.place:
        yield turned("WD-6B.3", Verdict.KEPT, action, game, "concentrates as it moves")
    else:
        why = "is shown concentrated without having moved in this phase"
        yield turned("WD-6B.3", Verdict.NOT_CHECKABLE, action, game, why)


@WD.rule("WD-7.2", "WD-7.3", "WD-7.4", "WD-7.7", name="leaves-terrain-unpaid", section="7")
def leaves_terrain_unpaid(ply: Ply, game: Game) -> Iterator[Finding]:
    """Who leaves a river or creek pays the second figure of the pair.

    Rule:
        7; the chart's figure where the printed example has another (A-01).
    Evidence:
        The way, fully priced, against the points declared.
    """
    yield from of_march("WD-7.2")(ply, game)


@WD.rule("WD-7.9", name="prohibited-terrain", section="7")
def prohibited_terrain(ply: Ply, game: Game) -> Iterator[Finding]:
    """No unit enters a hex that is prohibited to its mobility, unless along a road.

    Rule:
        7.
    Evidence:
        The way, and the hex.
    """
    yield from of_march("WD-7.9")(ply, game)


@WD.rule("WD-7.12", "WD-13.2", name="lake-hexside", section="7")
def lake_hexside(ply: Ply, game: Game) -> Iterator[Finding]:
    """Crossing a full lake hexside costs more, or is prohibited, by mobility and weather.

    Rule:
        Terrain effects chart; partial lake hexsides cost nothing (A-18).
    Evidence:
        The way, fully priced, and the hex beyond a prohibited hexside.
    Not covered:
        Ice (13).
    """
    yield from of_march("WD-7.12")(ply, game)


@WD.rule("WD-16B.1", name="crosses-thawed-river", section="16B")
def crosses_thawed_river(ply: Ply, game: Game) -> Iterator[Finding]:
    """In thaw, track, wheel and draft units leave a river on the bank they came from.

    Rule:
        16B; bridges apart.
    Evidence:
        The way, and the hex on the far bank.
    Not covered:
        A unit that begins in the river, and hexes where rivers meet.
    """
    yield from of_march("WD-16B.1")(ply, game)


def _in_pass(action: Deploy, unit: Unit) -> bool:
    """Tell whether a unit deployed in its own side's pass: a matter of 5.8."""
    impulse = action.impulse
    return impulse is not None and impulse.kind == PASS and impulse.side == unit.side


def _deployed(ply: Ply, action: Deploy, unit: Unit) -> tuple[Verdict, str]:
    """Return verdict and reason for a unit turned to its back in no pass of its side."""
    if action.impulse is None:
        return _outside(ply)
    if action.impulse.side != unit.side:
        return Verdict.BROKEN, "is deployed in the enemy's impulse"
    if not action.phase:
        return Verdict.NOT_CHECKABLE, "is deployed in a phase that the log doesn't name"
    if action.phase not in (DECISION, MOVEMENT):
        return Verdict.BROKEN, "is deployed in another phase than movement"
    return Verdict.KEPT, "deploys in its movement phase"


def _outside(ply: Ply) -> tuple[Verdict, str]:
    """Return verdict and reason for a unit turned to its back outside any impulse."""
    if in_set_up(ply.before):
        return Verdict.NOT_CHECKABLE, "is deployed in set-up, which is not checked yet"
    if not ply.before.begun:
        return Verdict.NOT_CHECKABLE, "is deployed before the log declares an impulse"
    return Verdict.BROKEN, "is deployed outside any impulse"
