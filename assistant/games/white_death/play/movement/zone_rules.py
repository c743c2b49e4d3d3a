"""Rules on zones of control in movement: 3, 3A, 3B, 3C, 3D, 3E, 6B."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding
from assistant.games.white_death.names import SKI
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.movement.ground_rules import breached
from assistant.games.white_death.play.movement.judged import Judged, judged
from assistant.games.white_death.play.movement.rules import OF_COST, charged, place
from assistant.games.white_death.state.control import mobility_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Move
from builder.hexgrid import Hex
from builder.model.game import Kind

__all__: list[str] = []

_OF_ZONES = ("A-16", "A-17", "A-18")
"""Unclear places that change what is controlled."""


def _entered(move: Judged) -> list[tuple[Hex, tuple[str, ...]]]:
    """Return the hexes of a way that enemies control, and those enemies."""
    return [(step.to, step.holders) for step in move.way.steps if step.holders]


def _kept(move: Judged, rules: Ruleset, rule: str, why: str) -> Finding:
    """Return the finding that a move kept a rule, with the zones it met."""
    entered = _entered(move)
    holders = dict.fromkeys(unit for _, units in entered for unit in units)
    message = f"{place(move, rules)} {why}"
    units = (move.act.unit, *holders)
    facts = [("controlled", ", ".join(rules.number(cell) for cell, _ in entered))]
    hexes = move.act.path
    return ruling(rule, verdict=True, message=message, units=units, hexes=hexes, facts=facts)


@ACTS.rule(
    *("WD-3.3", "WD-3.1", "WD-3.2", "WD-3.4", "WD-3.6"),
    *("WD-3D.1", "WD-3D.2", "WD-3E.1", "WD-3E.2", "WD-3E.3"),
    on=(Move,),
    name="moves-on-in-zone",
    section="3",
    readings=_OF_ZONES,
)
def moves_on_in_zone(before: Position, act: Move, rules: Ruleset) -> Iterator[Finding]:
    """A unit stops for the phase where it enters an enemy zone; AFV and ski units apart.

    Rule:
        3, whatever friends are there; with what makes a zone: 3D (none into towns, one out of
        them), 3E (none where the unit couldn't go, by the weather of the turn), none of
        unstacked weapons companies (A-16), none of bunkers (errata). One that began in a zone
        may step into another and stops there.
    Evidence:
        The way, the hex where it had to stop, the units whose zone that is.
    """
    move = judged(before, act, rules)
    if move is None:
        return
    found = list(breached(move, rules, "WD-3.3"))
    yield from found
    if not found and _entered(move) and move.way.end.halted and not _is_ski(before, act, rules):
        yield _kept(move, rules, "WD-3.3", "stops where it enters an enemy zone")


def _is_ski(position: Position, act: Move, rules: Ruleset) -> bool:
    """Tell whether a unit moves on ski."""
    return mobility_of(act.unit, position, rules) == SKI


@ACTS.rule(
    *("WD-3.5", "WD-3B.3", "WD-6B.1"),
    on=(Move,),
    name="leaves-zone-unpaid",
    section="3",
    readings=OF_COST,
)
def leaves_zone_unpaid(before: Position, act: Move, rules: Ruleset) -> Iterator[Finding]:
    """A unit that begins the phase in an enemy zone pays one point more to leave it.

    Rule:
        3, 6B; ski units too (A-09), AFVs not.
    """
    move = judged(before, act, rules)
    if move is not None:
        yield from charged(move, rules, "WD-3.5")


@ACTS.rule(
    *("WD-3A.1", "WD-3A.4"), on=(Move,), name="afv-leaves-zone", section="3A", readings=OF_COST
)
def afv_leaves_zone(before: Position, act: Move, rules: Ruleset) -> Iterator[Finding]:
    """An AFV needn't stop in enemy zones nor pay; it may pay not to be fired at when it begins.

    Rule:
        3A. Only the first hex can be left so, and only by an AFV that begins in a zone.
    Evidence:
        The way, with the point if it is paid.
    """
    move = judged(before, act, rules)
    if move is None or rules.unit(act.unit).kind is not Kind.AFV:
        return
    if act.paid:
        bought = bool(move.of("WD-3A.4"))
        why = (
            "pays for not being fired at as it leaves the zone it began in"
            if bought
            else "can't pay for not being fired at: it doesn't leave a zone that it began in"
        )
        message = f"{place(move, rules)} {why}"
        yield ruling("WD-3A.4", bought, message, units=(act.unit,), hexes=act.path)
        yield from charged(move, rules, "WD-3A.4")
    elif _entered(move) or move.way.start.in_zone:
        yield _kept(move, rules, "WD-3A.1", "moves through enemy zones, as an AFV may")


@ACTS.rule(
    "WD-3B.1", "WD-3B.4", on=(Move,), name="ski-moves-on-in-zone", section="3B", readings=_OF_ZONES
)
def ski_moves_on(before: Position, act: Move, rules: Ruleset) -> Iterator[Finding]:
    """A unit of ski mobility stops only in the zone of an enemy of ski mobility.

    Rule:
        3B; the colour of a counter doesn't matter.
    """
    move = judged(before, act, rules)
    if move is None or not _is_ski(before, act, rules):
        return
    found = list(breached(move, rules, "WD-3B.1"))
    yield from found
    if not found and _entered(move):
        yield _kept(move, rules, "WD-3B.1", "moves on ski through zones of others, if any")


@ACTS.rule(
    "WD-3B.2",
    on=(Move,),
    name="ski-leaves-zone-unpaid",
    section="3B",
    readings=OF_COST,
)
def ski_leaves_zone_unpaid(before: Position, act: Move, rules: Ruleset) -> Iterator[Finding]:
    """A ski unit that goes on through enemy zones pays a point for each such hex it leaves.

    Rule:
        3B; for each hex, not each enemy (A-08).
    """
    move = judged(before, act, rules)
    if move is not None:
        yield from charged(move, rules, "WD-3B.2")


@ACTS.rule(
    "WD-3C.1", "WD-3C.2", on=(Move,), name="weapons-enter-zone", section="3C", readings=_OF_ZONES
)
def weapons_enter_zone(before: Position, act: Move, rules: Ruleset) -> Iterator[Finding]:
    """Weapons units don't enter enemy zones in the movement phase.

    Rule:
        3C; those without their equipment may (23). One that began in a zone needn't leave.
    """
    move, piece = judged(before, act, rules), before.piece(act.unit)
    weapons = rules.game.units[act.unit].kind is Kind.WEAPONS if move is not None else False
    if move is None or piece is None or piece.abandoned or not weapons:
        return
    found = list(breached(move, rules, "WD-3C.1"))
    yield from found or [_kept(move, rules, "WD-3C.1", "stays out of enemy zones")]
