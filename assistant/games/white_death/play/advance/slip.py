"""Ski units slip away from an assault, and others follow: rule 21E, added by the errata."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding
from assistant.games.white_death.play.advance.emptied import slipped_from
from assistant.games.white_death.play.book import ACTS, Ruled, ruling
from assistant.games.white_death.play.fire.engaged import attackers_of
from assistant.games.white_death.play.retreat.journey import journey
from assistant.games.white_death.play.retreat.ways import Field, field_of
from assistant.games.white_death.play.supply.accounts import pool_of_assault
from assistant.games.white_death.state.position import Piece, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import verb_of
from builder.convention.line import Assault, Follow, Slip
from builder.hexgrid import Hex, distance

__all__ = ["follows", "slips"]

_BARS = {
    "WD-6A.4": "enemy units are there",
    "WD-19.5": "an enemy bunker is there",
    "WD-16B.1": "a thawed river bars the way",
}
"""Why a step is barred, by the atom; otherwise the ground bars it."""


@ACTS.rule(
    *("WD-21E.1", "WD-6A.4", "WD-7.9", "WD-19.5"),
    on=(Slip,),
    name="slip-away",
    section="21E",
    readings=("A-16", "A-17"),
)
def slip_away(before: Position, act: Slip, rules: Ruleset) -> Iterator[Finding]:
    """A ski unit under assault may go one hex before the combat, out of reach of enemy skis.

    Rule:
        21E (errata); A-77: each unit, once an impulse; A-93: those stacked with it stay.
    """
    piece, to = before.piece(act.unit), rules.cell(act.to)
    if piece is None or piece.at is None or to is None:
        return
    wrong = list(_not_slipping(before, act.unit, piece, to, rules))
    for rule, why in wrong:
        yield _said(rule, before, act, why, rules)
    if not wrong:
        yield _said("WD-21E.1", before, act, "", rules)


def _said(rule: str, position: Position, act: Slip | Follow, why: str, rules: Ruleset) -> Finding:
    """Return what is wrong with a step before the combat, or that nothing is."""
    piece, word = position.piece(act.unit), verb_of(type(act))
    cell = piece.at if piece is not None else None
    hexes = (rules.number(cell), act.to) if cell is not None else (act.to,)
    message = f"{rules.label(act.unit)} {word}s to {act.to}" + (f", but {why}" if why else "")
    return ruling(rule, not why, message, units=(act.unit,), hexes=hexes)


def _not_slipping(
    position: Position, unit: str, piece: Piece, to: Hex, rules: Ruleset
) -> Iterator[tuple[str, str]]:
    """Yield why a unit on the map may not slip away to a hex: atom and reason."""
    special, at = rules.game.special.retreat, piece.at
    if special is None or at is None:
        return
    field = field_of(position, unit, rules)
    if unit not in rules.group(special.group):
        yield "WD-21E.1", "only ski units do"
    if field.side == position.phasing:
        yield "WD-21E.1", "only units of the defending side do"
    if not attackers_of(position, at):
        yield "WD-21E.1", "no assault on its hex has been declared"
    if position.doing(unit).slipped is not None:
        yield "WD-21E.1", "it has done so in this impulse already"
    if distance(at, to) != special.hexes:
        yield "WD-21E.1", f"that isn't {special.hexes} hex away"
        return
    skis = [id_ for id_ in field.zone.get(to, ()) if id_ in rules.group(special.group)]
    if skis:
        yield "WD-21E.1", f"that hex is in the zone of control of {rules.label(skis[0])}"
    yield from _barred(field, piece, to)


def _barred(field: Field, piece: Piece, to: Hex) -> Iterator[tuple[str, str]]:
    """Yield what bars a step to an adjacent hex, if something does."""
    if piece.at is None:
        return
    for bar in field.bars(piece.at, to, piece.bank):
        rule = bar if bar in {"WD-6A.4", "WD-19.5"} else "WD-7.9"
        yield rule, _BARS.get(bar, "its mobility may not go there")


@ACTS.effect(Slip)
def slip(before: Position, act: Slip, rules: Ruleset) -> Ruled:
    """Put the unit where it slips to; who assaulted its hex still does."""
    piece, to = before.piece(act.unit), rules.cell(act.to)
    if piece is None or piece.at is None or to is None:
        return Ruled(before, (f"{act.unit}: no such unit on the map, or no hex {act.to}",))
    after = journey(before, act.unit, (piece.at, to), rules)
    return Ruled(after.with_doing(act.unit, slipped=piece.at))


@ACTS.rule("WD-21E.1", on=(Assault,), name="assault-after-slip", section="21E")
def assault_after_slip(before: Position, act: Assault, rules: Ruleset) -> Iterator[Finding]:
    """Ski units slip away only when all assaults are declared; none is declared after that.

    Rule:
        21E (errata).
    """
    doings = before.going.doings if before.going is not None else {}
    gone = [unit for unit, doing in doings.items() if doing.slipped is not None]
    if gone and before.side_of(act.unit):
        message = (
            f"{rules.label(act.unit)} declares an assault after {rules.label(gone[0])} "
            "has slipped away"
        )
        yield ruling("WD-21E.1", verdict=False, message=message, units=(act.unit, gone[0]))


def slips(position: Position, unit: str, rules: Ruleset) -> tuple[Hex, ...]:
    """Return the hexes that a unit may slip away to now, within stacking: 21E, 4."""
    piece = position.piece(unit)
    if piece is None or piece.at is None or position.phase != "movement":
        return ()
    field = field_of(position, unit, rules)
    return tuple(
        to
        for to in field.ground.edges(piece.at)
        if field.room(to) and not any(_not_slipping(position, unit, piece, to, rules))
    )


@ACTS.rule(
    *("WD-21E.2", "WD-21E.4", "WD-6A.4", "WD-7.9", "WD-19.5"),
    on=(Follow,),
    name="follow",
    section="21E",
    readings=("A-22", "A-23"),
)
def follow(before: Position, act: Follow, rules: Ruleset) -> Iterator[Finding]:
    """A ski unit that assaults one that slipped away may go into the empty hex and assault it.

    Rule:
        21E (errata), within stacking.
    """
    piece, to, target = before.piece(act.unit), rules.cell(act.to), rules.cell(act.target)
    if piece is None or piece.at is None or to is None or target is None:
        return
    wrong = list(_not_following(before, act.unit, piece, (to, target), rules))
    for rule, why in wrong:
        yield _said(rule, before, act, why, rules)
    if not wrong:
        yield _said("WD-21E.2", before, act, "", rules)


def _not_following(
    position: Position, unit: str, piece: Piece, cells: tuple[Hex, Hex], rules: Ruleset
) -> Iterator[tuple[str, str]]:
    """Yield why a unit on the map may not follow into a hex to assault another."""
    special, at, (to, target) = rules.game.special.retreat, piece.at, cells
    if special is None or at is None:
        return
    field = field_of(position, unit, rules)
    if unit not in rules.group(special.group):
        yield "WD-21E.2", "only ski units do"
    if unit not in attackers_of(position, to):
        yield "WD-21E.2", "it hasn't declared an assault on that hex"
    gone = slipped_from(position, to)
    if not any(_at(position, each) == target for each in gone):
        yield "WD-21E.2", "nobody slipped away from there to the hex it assaults now"
    if distance(at, to) != 1 or distance(to, target) != 1:
        yield "WD-21E.2", "these hexes aren't adjacent"
        return
    if not field.room(to):
        yield "WD-21E.4", "stacking leaves it no room there"
    yield from _barred(field, piece, to)
    if field.ground.edges(to)[target].bar:
        yield "WD-7.9", "its mobility may not go where it would assault"


def _at(position: Position, unit: str) -> Hex | None:
    """Return the hex of a unit."""
    piece = position.piece(unit)
    return piece.at if piece is not None else None


@ACTS.effect(Follow)
def followed(before: Position, act: Follow, rules: Ruleset) -> Ruled:
    """Put the unit into the empty hex, assaulting the new one.

    What an assault costs is owed once it is declared (15A): by the pool that it was declared
    with, even if the unit follows out of the town whose pool that is.
    """
    piece, to, target = before.piece(act.unit), rules.cell(act.to), rules.cell(act.target)
    if piece is None or piece.at is None or to is None or target is None:
        return Ruled(before, (f"{act.unit}: no such unit on the map, or no such hex",))
    after = journey(before, act.unit, (piece.at, to), rules)
    payer = pool_of_assault(act.unit, before, rules)
    return Ruled(
        after.with_doing(act.unit, followed=True, target=target, assaulted=target, payer=payer)
    )


def follows(position: Position, unit: str, rules: Ruleset) -> tuple[tuple[Hex, Hex], ...]:
    """Return where a unit may follow to, each with the hex it then assaults: 21E."""
    piece, to = position.piece(unit), position.doing(unit).target
    if piece is None or piece.at is None or to is None or position.phase != "movement":
        return ()
    found = {at for each in slipped_from(position, to) if (at := _at(position, each)) is not None}
    return tuple(
        (to, target)
        for target in sorted(found)
        if not any(_not_following(position, unit, piece, (to, target), rules))
    )
