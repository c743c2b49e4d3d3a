"""What the rules of several chapters share: the judgement of a march, findings on counters."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Evidence, Finding, Verdict
from assistant.audit.rule import Check
from assistant.engine.actions import Deploy
from assistant.engine.state import Ply
from assistant.games.white_death.march import judge
from builder.model.game import Game

__all__ = ["of_march", "turned"]


def of_march(*ids: str) -> Check:
    """Return a check that yields what the judgement of a march says of some rules.

    A march has one judgement: if it isn't *kept*, exactly one of all these checks yields it.

    Args:
        ids: Ids of the rules asked for.
    """

    def check(ply: Ply, game: Game) -> Iterator[Finding]:
        """Yield the finding if it is about these rules, or that they were kept."""
        judgement = judge(ply, game)
        if judgement is None:
            return
        if judgement.finding.rule in ids:
            yield judgement.finding
            return
        for rule in ids:
            if rule in judgement.touched:
                yield _kept(rule, judgement.finding)

    return check


def _kept(rule: str, finding: Finding) -> Finding:
    """Return that a rule was kept by a march, with the hexes it went through."""
    evidence = finding.evidence
    return Finding(
        rule=rule,
        verdict=Verdict.KEPT,
        step=finding.step,
        message=finding.message,
        evidence=Evidence(units=evidence.units, hexes=evidence.hexes, steps=evidence.steps),
    )


def turned(rule: str, verdict: Verdict, action: Deploy, game: Game, why: str) -> Finding:
    """Return a finding about a counter that was turned."""
    cell = action.at.hex
    place = game.map.numbering.format(cell) if cell is not None else action.at.name
    return Finding(
        rule=rule,
        verdict=verdict,
        step=action.step,
        message=f"{game.units[action.unit].label} in {place} {why}",
        evidence=Evidence(
            units=(action.unit,),
            hexes=(place,) if cell is not None else (),
            steps=(action.step,),
            facts=(("phase", action.phase or "unknown"),),
        ),
    )
