"""Who is engaged with whom: the assaults of an impulse, and whose fire may hit whom."""

from __future__ import annotations

from assistant.games.white_death.play.fire.losses import place_of
from assistant.games.white_death.play.fire.tables import ANTITANK
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Commit, Fire
from builder.hexgrid import Hex

__all__ = [
    "ASSAULT",
    "BARRAGE_PHASE",
    "DEFENSIVE",
    "Aim",
    "aim_of",
    "assaulted_from",
    "assaulted_hexes",
    "attackers_in",
    "attackers_of",
    "commits_at",
    "firing_side",
    "side_of",
    "source_of",
    "used_at",
]

Aim = tuple[Hex, Hex | None]
"""The hex fired at and, in the Defensive Fire Phase, the one fired from."""

BARRAGE_PHASE, DEFENSIVE, ASSAULT = "barrage", "defensive-fire", "assault"


def side_of(id_: str, position: Position, rules: Ruleset) -> str:
    """Return the side of a unit or bunker, empty if it is neither."""
    if id_ in position.bunkers:
        return rules.game.markers[id_].side
    return position.side_of(id_)


def firing_side(position: Position, rules: Ruleset) -> str:
    """Return the side that fires directly in the phase, empty if none does: 9A."""
    if not position.phasing:
        return ""
    if position.phase == DEFENSIVE:
        return rules.enemy(position.phasing)
    return position.phasing if position.phase == ASSAULT else ""


def attackers_of(position: Position, hex_: Hex) -> tuple[str, ...]:
    """Return the units that are assaulting a hex."""
    if position.going is None:
        return ()
    return tuple(
        unit
        for unit, doing in sorted(position.going.doings.items())
        if doing.target == hex_ and place_of(position, unit) is not None
    )


def attackers_in(position: Position, hex_: Hex, target: Hex) -> tuple[str, ...]:
    """Return the units in one hex that are assaulting another."""
    return tuple(
        unit for unit in attackers_of(position, target) if place_of(position, unit) == hex_
    )


def assaulted_from(position: Position, hex_: Hex, target: Hex) -> bool:
    """Tell whether units in one hex assault another, or did until a check stopped them: 9A."""
    units = position.stack(hex_, position.phasing) if position.phasing else ()
    doings = [position.doing(unit) for unit in units]
    return any(target in {d.target, d.assaulted} and not d.routed for d in doings)


def assaulted_hexes(position: Position) -> tuple[Hex, ...]:
    """Return the hexes under assault."""
    doings = position.going.doings if position.going is not None else {}
    found = {d.target for u, d in doings.items() if place_of(position, u) is not None}
    return tuple(sorted(hex_ for hex_ in found if hex_ is not None))


def source_of(commit: Commit, position: Position, rules: Ruleset) -> Hex | None:
    """Return the hex that a commit fires from, or supports."""
    return rules.cell(commit.stack) if commit.stack else place_of(position, commit.unit)


def aim_of(target: str, position: Position) -> Aim | None:
    """Return what decides which fire may hit a unit: 9B, 9C.3, A-25, A-86.

    Its hex; in the Defensive Fire Phase also the hex it assaults. ``None`` off the map.
    """
    hex_, doing = place_of(position, target), position.doing(target)
    if hex_ is None:
        return None
    return (hex_, (doing.target or doing.assaulted) if position.phase == DEFENSIVE else None)


def commits_at(
    aim: Aim | None, kind: str, position: Position, rules: Ruleset
) -> tuple[Commit, ...]:
    """Return the commits whose values make one pool: 9C.3, 10C.2, 11A.2."""
    if aim is None:
        return ()
    hex_, source = aim
    return tuple(
        each
        for each in position.fight.commits
        if (each.kind == ANTITANK) is (kind == ANTITANK)
        and each.target == rules.number(hex_)
        and (position.phase != DEFENSIVE or source_of(each, position, rules) == source)
    )


def used_at(aim: Aim | None, kind: str, position: Position) -> tuple[Fire, ...]:
    """Return the attacks made out of one pool."""
    fight = position.fight
    return tuple(
        each
        for each, aimed in zip(fight.attacks, fight.aims, strict=True)
        if aimed == aim and each.kind == kind
    )
