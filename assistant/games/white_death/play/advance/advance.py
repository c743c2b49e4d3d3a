"""The advance after an assault into the hex it emptied: 9D, 10E, 11C, 14B, 19, 21E."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.play.advance.emptied import (
    followers_in,
    fought_over,
    only_by_antitank,
    shaken,
    slipped_from,
)
from assistant.games.white_death.play.book import ACTS, Ruled, ruling
from assistant.games.white_death.play.fire.losses import lose
from assistant.games.white_death.play.morale.words import ASSAULT, BARRAGE
from assistant.games.white_death.play.retreat.journey import journey
from assistant.games.white_death.play.retreat.ways import Field, field_of
from assistant.games.white_death.state.position import Piece, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Advance
from builder.hexgrid import Hex, distance

__all__ = ["advances"]

_Wrong = Iterator[tuple[str, str]]
"""Atoms, and reasons in words."""
_CAPTURED = "captured"


@ACTS.rule(
    *("WD-9D.1", "WD-9D.2", "WD-10E.1", "WD-11C.8", "WD-14B.6", "WD-3C.1"),
    *("WD-7.9", "WD-19.5", "WD-19.6", "WD-19.7", "WD-21E.3", "WD-21E.4"),
    on=(Advance,),
    name="advance-after-combat",
    section="9D",
    readings=("A-22", "A-23", "A-103"),
)
def advance_after_combat(before: Position, act: Advance, rules: Ruleset) -> Iterator[Finding]:
    """Units that assaulted a hex may enter it when it is empty, within stacking.

    Rule:
        9D with its erratum, 10E, 14B; 19 for bunkers; 21E for those that slipped away.
        Weapons units advance into enemy zones like others (A-94).
    """
    piece, to = before.piece(act.unit), rules.cell(act.to)
    if piece is None or piece.at is None or to is None:
        return
    wrong = list(_not_advancing(before, act.unit, piece, to, rules))
    for rule, why in wrong:
        yield _said(rule, Verdict.BROKEN, before, act, why, rules)
    if wrong:
        return
    rule = _atom(before, act.unit, to, rules)
    if rule == "WD-21E.3" and not followers_in(before, to):
        why = "nobody followed those that slipped away, and no rule says who may enter then"
        yield _said(rule, Verdict.NOT_CHECKABLE, before, act, why, rules)
        return
    yield _said(rule, Verdict.KEPT, before, act, "", rules)
    yield _said("WD-14B.6", Verdict.KEPT, before, act, "", rules)


def _said(  # noqa: PLR0913, PLR0917 - what a finding is made of
    rule: str, verdict: Verdict, position: Position, act: Advance, why: str, rules: Ruleset
) -> Finding:
    """Return a finding about an advance."""
    piece = position.piece(act.unit)
    cell = piece.at if piece is not None else None
    hexes = (rules.number(cell), act.to) if cell is not None else (act.to,)
    message = f"{rules.label(act.unit)} advances into {act.to}" + (f": {why}" if why else "")
    return ruling(rule, verdict, message, units=(act.unit,), hexes=hexes)


def _atom(position: Position, unit: str, to: Hex, rules: Ruleset) -> str:
    """Return the atom that allows an advance."""
    if field_of(position, unit, rules).bunkered(to):
        return "WD-19.7"
    if slipped_from(position, to) and not fought_over(position, to):
        return "WD-21E.3"
    if position.phase != ASSAULT:
        return "WD-9D.2"
    return "WD-10E.1" if only_by_antitank(position, to) else "WD-9D.1"


def _not_advancing(position: Position, unit: str, piece: Piece, to: Hex, rules: Ruleset) -> _Wrong:
    """Yield why a unit on the map may not advance into a hex."""
    field, at = field_of(position, unit, rules), piece.at
    if at is None:
        return
    yield from _no_assault(field, to)
    enemies = position.stack(to, rules.enemy(field.side))
    if enemies:
        rule = "WD-19.7" if field.bunkered(to) else "WD-9D.1"
        yield rule, f"{rules.label(enemies[0])} is still there"
    if distance(at, to) != 1:
        yield "WD-9D.1", "that hex isn't adjacent"
        return
    edge = field.ground.edges(at)[to]
    if edge.bar or (field.bound and field.crossing(at, to, piece.bank).crosses):
        yield "WD-7.9", "its mobility may not go there"
    if not field.room(to):
        rule = "WD-21E.4" if slipped_from(position, to) else "WD-14B.6"
        yield rule, "stacking leaves it no room there"


def _no_assault(field: Field, to: Hex) -> _Wrong:
    """Yield why a unit doesn't count as having assaulted a hex, or not yet."""
    position, unit, phase = field.position, field.unit, field.position.phase
    doing = position.doing(unit)
    if field.side != position.phasing:
        yield "WD-9D.1", "only units that assaulted advance, never defenders"
    elif shaken(position, unit):
        yield "WD-9D.1", "it didn't stand the defensive fire"
    elif doing.target != to:
        rule = "WD-9D.2" if phase != ASSAULT else "WD-9D.1"
        yield "WD-19.5" if field.bunkered(to) else rule, "it didn't declare an assault on it"
    elif phase != ASSAULT and field.bunkered(to):
        yield "WD-19.6", "the bunker's defensive fire comes first"
    elif phase != ASSAULT and followers_in(position, to):
        yield "WD-21E.3", "the assault of those that followed comes first"


@ACTS.effect(Advance)
def advanced(before: Position, act: Advance, rules: Ruleset) -> Ruled:
    """Put the unit into the hex; a bunker of the enemy there is destroyed (19, A-96)."""
    piece, to = before.piece(act.unit), rules.cell(act.to)
    if piece is None or piece.at is None or to is None:
        return Ruled(before, (f"{act.unit}: no such unit on the map, or no hex {act.to}",))
    field = field_of(before, act.unit, rules)
    after = journey(before, act.unit, (piece.at, to), rules)
    after = after.with_doing(act.unit, target=None, charging=False)
    if field.bunkered(to):
        bunker = before.bunker_in(to)
        after = lose(after, bunker, before.bunkers[bunker].strength, _CAPTURED, rules)
    return Ruled(after)


def advances(position: Position, unit: str, rules: Ruleset) -> tuple[Hex, ...]:
    """Return the hexes that a unit may advance into now: the one it assaulted, or none."""
    piece, to = position.piece(unit), position.doing(unit).target
    if piece is None or piece.at is None or to is None or position.phase not in {BARRAGE, ASSAULT}:
        return ()
    return () if any(_not_advancing(position, unit, piece, to, rules)) else (to,)
