"""Rule 3: zones of control in the movement phase."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Evidence, Finding, Verdict
from assistant.engine.actions import March
from assistant.engine.state import Ply
from assistant.games.white_death.book import WD
from assistant.games.white_death.checks import of_march
from assistant.games.white_death.march import judge
from builder.model.game import Game, Kind

__all__: list[str] = []


@WD.rule(
    *("WD-3.3", "WD-3.1", "WD-3.2", "WD-3.4", "WD-3.6"),
    *("WD-3D.1", "WD-3D.2", "WD-3E.1", "WD-3E.2", "WD-3E.3"),
    name="moves-on-in-enemy-zoc",
    section="3",
)
def moves_on_in_enemy_zoc(ply: Ply, game: Game) -> Iterator[Finding]:
    """A unit stops for the phase where it enters an enemy ZOC; AFV and ski units apart.

    Rule:
        3, with what makes a ZOC: 3D (none into towns), 3E (none where the unit couldn't go),
        none of unstacked German weapons companies, none of bunkers (errata).
    Evidence:
        The way with its cost, the hex where it had to stop, the units whose ZOC that is.
    Not covered:
        Thaw: which hexes across a river a unit in the river controls (A-17).
    """
    yield from of_march("WD-3.3", "WD-3E.2")(ply, game)


@WD.rule("WD-3.5", "WD-3B.3", "WD-6B.1", name="leaves-enemy-zoc-unpaid", section="3")
def leaves_enemy_zoc_unpaid(ply: Ply, game: Game) -> Iterator[Finding]:
    """A unit that begins in enemy ZOC pays one point more to leave it.

    Rule:
        3, 6B.
    Evidence:
        The way, fully priced, against the points declared.
    """
    yield from of_march("WD-3.5")(ply, game)


@WD.rule("WD-3A.1", name="afv-in-enemy-zoc", section="3A")
def afv_in_enemy_zoc(ply: Ply, game: Game) -> Iterator[Finding]:
    """An AFV neither stops in enemy ZOC nor pays to leave it; nothing of it can be broken.

    Rule:
        3A.
    Evidence:
        The way through enemy ZOC.
    """
    yield from of_march("WD-3A.1")(ply, game)


@WD.rule(
    *("WD-3A.2", "WD-3A.3", "WD-3A.4", "WD-3A.5", "WD-3A.6", "WD-3A.7", "WD-3A.8"),
    name="fire-at-afv-leaving-zoc",
    section="3A",
)
def fire_at_afv_leaving_zoc(ply: Ply, game: Game) -> Iterator[Finding]:
    """An AFV that leaves an enemy ZOC may be fired at, and its march may end there.

    Rule:
        3A. The log doesn't tell the way hex by hex, so this is never more than a hint.
    Evidence:
        The cheapest way, and the units that may fire: those with an antitank factor whose
        ZOC it leaves.
    """
    judgement = judge(ply, game)
    if judgement is None or judgement.route is None or judgement.trek is None:
        return
    march = ply.action
    if not isinstance(march, March) or game.units[march.unit].kind is not Kind.AFV:
        return
    holders = {
        hold.unit
        for cell in judgement.route.hexes[:-1]
        for hold in judgement.trek.holders(cell)
        if game.units[hold.unit].antitank
    }
    if not holders:
        return
    evidence = judgement.finding.evidence
    yield Finding(
        rule="WD-3A.2",
        verdict=Verdict.NOT_CHECKABLE,
        step=judgement.finding.step,
        message=f"{game.units[march.unit].label} may leave enemy ZOC on its way and be fired at; "
        "whether it was can't be told from drags",
        evidence=Evidence(
            units=(march.unit, *sorted(holders)), hexes=evidence.hexes, steps=evidence.steps
        ),
    )


@WD.rule("WD-3B.1", "WD-3B.4", name="ski-moves-on-in-ski-zoc", section="3B")
def ski_moves_on_in_ski_zoc(ply: Ply, game: Game) -> Iterator[Finding]:
    """A unit of ski mobility stops only in the ZOC of an enemy of ski mobility.

    Rule:
        3B.
    Evidence:
        As for 3.3.
    """
    yield from of_march("WD-3B.1")(ply, game)


@WD.rule("WD-3B.2", name="ski-leaves-zoc-unpaid", section="3B")
def ski_leaves_zoc_unpaid(ply: Ply, game: Game) -> Iterator[Finding]:
    """A ski unit that goes on through enemy ZOC pays one point for each such hex it leaves.

    Rule:
        3B; per hex, not per enemy (A-08).
    Evidence:
        The way, fully priced, against the points declared.
    """
    yield from of_march("WD-3B.2")(ply, game)


@WD.rule("WD-3C.1", "WD-3C.2", name="weapons-enter-zoc", section="3C")
def weapons_enter_zoc(ply: Ply, game: Game) -> Iterator[Finding]:
    """Weapons units don't enter enemy ZOC in the movement phase.

    Rule:
        3C.
    Evidence:
        The way, the hex, the units whose ZOC it is.
    Not covered:
        Units that abandoned their equipment (23, optional).
    """
    yield from of_march("WD-3C.1")(ply, game)
