"""A unit builds or destroys a bridge: rule 20."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from assistant.audit.finding import Finding, Verdict
from assistant.engine.movement import PARTS
from assistant.games.white_death.names import RIVER
from assistant.games.white_death.play.book import ACTS, Ruled, ruling
from assistant.games.white_death.play.moment import MOMENT, billed, can_act, price, untimely
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Bridge

__all__ = ["BUILD", "DESTROY", "bridge_work"]

BUILD, DESTROY = "build", "destroy"
"""What is done to a bridge, as lines say it."""
_ACTIVITIES = {BUILD: "build_bridge", DESTROY: "destroy_bridge"}
_RULES = {BUILD: "WD-20.4", DESTROY: "WD-20.3"}


@ACTS.rule(
    *("WD-20.3", "WD-20.4", "WD-20.2", "WD-20.5", *MOMENT),
    on=(Bridge,),
    name="bridge-work",
    section="20",
)
def bridge_built_or_destroyed(before: Position, act: Bridge, rules: Ruleset) -> Iterator[Finding]:
    """Who stands in a river hex builds its own bridge once, or who is able destroys one.

    Rule:
        20A, 20B; A-55 (construction and bridging units destroy too, their own side's bridges
        as well; a unit that is in the hex already needn't enter it again).
    """
    piece, cell = before.piece(act.unit), rules.cell(act.hex)
    known = act.bridge in rules.game.markers
    if piece is None or piece.at is None or cell is None or act.work not in _RULES or not known:
        return
    rule, name = _RULES[act.work], rules.label(act.bridge)
    what = f"{'builds' if act.work == BUILD else 'destroys'} the bridge {name} in {act.hex}"
    yield from untimely(what, before, act.unit, rules)
    wrong = _building(before, act, rules) if act.work == BUILD else _destroying(before, act, rules)
    for why in (why for why in wrong if why):
        message = f"{rules.label(act.unit)} {what}, but {why}"
        units = (act.unit, act.bridge)
        yield ruling(rule, verdict=False, message=message, units=units, hexes=(act.hex,))
    cost = Fraction(price(_ACTIVITIES[act.work], rules), PARTS)
    more = [(cost, "bridge work", rule)]
    yield billed(rule, what, before, act.unit, rules, more=more, hexes=(act.hex,))


def _building(before: Position, act: Bridge, rules: Ruleset) -> Iterator[str]:
    """Yield why a bridge can't be built."""
    cell, piece = rules.cell(act.hex), before.piece(act.unit)
    if cell is None or piece is None:
        return
    own = [b.marker for b in rules.game.special.bridge_builders if b.unit == act.unit]
    if act.bridge not in own:
        yield "that is no bridge of its own"
    if act.bridge in before.bridges:
        yield "it has been built already"
    elif act.bridge in before.gone:
        yield "it has been built before: each builder has one bridge in the game"
    if RIVER not in rules.game.map.hexes[cell].terrain:
        yield "there is no river"
    if piece.at != cell:
        yield "the unit isn't there"


def _destroying(before: Position, act: Bridge, rules: Ruleset) -> Iterator[str]:
    """Yield why a bridge can't be destroyed."""
    cell, piece = rules.cell(act.hex), before.piece(act.unit)
    if cell is None or piece is None:
        return
    if act.unit not in rules.group(rules.game.special.bridge_wreckers):
        yield "it is no engineer or construction unit"
    if before.bridges.get(act.bridge) != cell:
        yield "it doesn't stand there"
    if before.stack(cell, rules.enemy(before.side_of(act.unit))):
        yield "enemies are in the hex"
    if piece.at != cell:
        yield "the unit isn't there"


@ACTS.effect(Bridge)
def bridge(before: Position, act: Bridge, rules: Ruleset) -> Ruled:
    """Put a bridge down, or take it away for good, and take the unit's point."""
    cell = rules.cell(act.hex)
    name = rules.label(act.bridge)
    if act.work == BUILD and cell is not None and act.bridge in rules.game.markers:
        after = replace(before, bridges={**before.bridges, act.bridge: cell})
    elif act.work == DESTROY and act.bridge in before.bridges:
        rest = {id_: at for id_, at in before.bridges.items() if id_ != act.bridge}
        after = replace(before, bridges=rest, gone=before.gone | {act.bridge})
    else:
        return Ruled(before, (f"bridge: {name} can't be worked on in {act.hex}",))
    if before.piece(act.unit) is None:
        return Ruled(after, (f"bridge: there is no unit {act.unit}",))
    spent = after.doing(act.unit).spent + price(_ACTIVITIES[act.work], rules)
    return Ruled(after.with_doing(act.unit, spent=spent))


def bridge_work(position: Position, unit: str, rules: Ruleset) -> tuple[Bridge, ...]:
    """Return what a unit may do to bridges where it stands: 20.

    Args:
        position: The position.
        unit: Id of the unit.
        rules: What it is judged by.
    """
    piece = position.piece(unit)
    if piece is None or piece.at is None or not can_act(position, unit):
        return ()
    number = rules.number(piece.at)
    own = (b.marker for b in rules.game.special.bridge_builders if b.unit == unit)
    here = (id_ for id_, at in position.bridges.items() if at == piece.at)
    acts = [Bridge(BUILD, id_, number, unit) for id_ in own]
    acts += [Bridge(DESTROY, id_, number, unit) for id_ in here]
    return tuple(
        act
        for act in acts
        if all(f.verdict is Verdict.KEPT for f in bridge_built_or_destroyed(position, act, rules))
    )
