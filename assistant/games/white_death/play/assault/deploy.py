"""An artillery unit deploys: rule 6B, its second paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from assistant.audit.finding import Finding
from assistant.engine.movement import PARTS
from assistant.games.white_death.names import DEPLOY
from assistant.games.white_death.play.book import ACTS, Ruled, ruling
from assistant.games.white_death.play.moment import (
    MOMENT,
    affords,
    billed,
    can_act,
    price,
    untimely,
)
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Deploy

__all__ = ["deploys"]


@ACTS.rule("WD-6B.2", "WD-6B.3", *MOMENT, on=(Deploy,), name="deploying", section="6B")
def deploying(before: Position, act: Deploy, rules: Ruleset) -> Iterator[Finding]:
    """Deploying is for artillery and costs a point, each time it has left its hex.

    Rule:
        6B. Not in a pass (5). A unit that must stop where it is may still deploy there.
    """
    piece = before.piece(act.unit)
    if piece is None or piece.at is None:
        return
    yield from untimely("deploys", before, act.unit, rules)
    if not _is_gun(before, act.unit, rules):
        message = f"{rules.label(act.unit)} deploys, but has no guns for indirect fire"
        yield ruling("WD-6B.2", verdict=False, message=message, units=(act.unit,))
    if not piece.deployed:
        cost = Fraction(price(DEPLOY, rules), PARTS)
        more = [(cost, "deploying", "WD-6B.2")]
        yield billed("WD-6B.2", "deploys", before, act.unit, rules, more=more)


@ACTS.effect(Deploy)
def deploy(before: Position, act: Deploy, rules: Ruleset) -> Ruled:
    """Turn the unit over and take the point."""
    piece = before.piece(act.unit)
    if piece is None or piece.at is None:
        return Ruled(before, (f"deploy: {rules.label(act.unit)} isn't on the map",))
    if piece.deployed:
        return Ruled(before, (f"deploy: {rules.label(act.unit)} is deployed already",))
    spent = before.doing(act.unit).spent + price(DEPLOY, rules)
    after = before.with_piece(act.unit, deployed=True)
    return Ruled(after.with_doing(act.unit, spent=spent))


def deploys(position: Position, unit: str, rules: Ruleset) -> bool:
    """Tell whether a unit may deploy where it is: 6B."""
    piece = position.piece(unit)
    return (
        piece is not None
        and not piece.deployed
        and can_act(position, unit)
        and _is_gun(position, unit, rules)
        and affords(position, unit, price(DEPLOY, rules))
    )


def _is_gun(position: Position, unit: str, rules: Ruleset) -> bool:
    """Tell whether a unit is artillery that has its guns."""
    piece = position.piece(unit)
    return rules.unit(unit).artillery and piece is not None and not piece.abandoned
