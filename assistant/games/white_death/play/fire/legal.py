"""Fire that is allowed in a position: who may fire at what, who may support or barrage whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from assistant.games.white_death.play.fire.apportion import targets_at
from assistant.games.white_death.play.fire.attacks import defence_of
from assistant.games.white_death.play.fire.barrage import barrage_left, may_barrage
from assistant.games.white_death.play.fire.commitment import DIRECT, may_fire, shares
from assistant.games.white_death.play.fire.engaged import (
    BARRAGE_PHASE,
    DEFENSIVE,
    assaulted_hexes,
    attackers_of,
    firing_side,
)
from assistant.games.white_death.play.fire.losses import place_of
from assistant.games.white_death.play.fire.resolve import commit_of, support_of
from assistant.games.white_death.play.fire.support import bodies_at, may_support
from assistant.games.white_death.play.fire.tables import NONE, SUPPORT, barrage_column
from assistant.games.white_death.play.fire.tested import hold
from assistant.games.white_death.play.fire.values import is_artillery, total
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Commit, Headquarters
from builder.hexgrid import Hex, distance

__all__ = [
    "Bombardment",
    "barrage_on",
    "barrages",
    "commits_for",
    "engagements",
    "even_commits",
    "headquarters_for",
    "supports",
]


@dataclass(frozen=True, slots=True)
class Bombardment:
    """A hex that can be barraged.

    Args:
        target: The hex.
        firers: All units that can fire at it.
        value: What they have for it together; any part of 4 or more makes an attack.
        unpaid: What they have if the point for rockets at full isn't paid.
    """

    target: Hex
    firers: tuple[str, ...]
    value: Fraction
    unpaid: Fraction


def engagements(position: Position, rules: Ruleset) -> tuple[tuple[Hex, Hex], ...]:
    """Return who may fire where in a phase of direct fire: the firers' hex, the hex fired at."""
    if not firing_side(position, rules):
        return ()
    found = []
    for hex_ in assaulted_hexes(position):
        places = {place_of(position, unit) for unit in attackers_of(position, hex_)}
        cells = sorted(cell for cell in places if cell is not None)
        defensive = position.phase == DEFENSIVE
        found += [(hex_, cell) if defensive else (cell, hex_) for cell in cells]
    return tuple(found)


def _firers_in(cell: Hex, position: Position, rules: Ruleset) -> tuple[str, ...]:
    """Return the units of the firing side in a hex, and its bunker."""
    side = firing_side(position, rules)
    bunker = position.bunker_in(cell)
    own = bunker and rules.game.markers[bunker].side == side
    return (*position.stack(cell, side), *((bunker,) if own else ()))


def commits_for(position: Position, rules: Ruleset) -> Iterator[Commit]:
    """Yield every commit of a unit's whole direct fire that is allowed now and can hit something.

    A unit that can fire at several hexes, or with either of two kinds, is in several of them:
    which to choose is its owner's affair. :func:`even_commits` gives shares.
    """
    whole = Fraction(1)
    for source, target in engagements(position, rules):
        for kind in DIRECT:
            if not _hits(kind, source, target, position, rules):
                continue
            for unit in _firers_in(source, position, rules):
                conditions = may_fire(unit, kind, target, position, rules)
                if not hold((*conditions, shares(unit, kind, whole, position))):
                    continue
                line = commit_of(position, rules, unit, kind, target)
                if line.value > 0:
                    yield line


def _hits(kind: str, source: Hex, target: Hex, position: Position, rules: Ruleset) -> bool:
    """Tell whether fire of a kind from one hex at another has a target: 9B, 10B."""
    aim = (target, source if position.phase == DEFENSIVE else None)
    units = targets_at(aim, position, rules)
    return any(defence_of(unit, kind, position, rules) for unit in units)


def even_commits(unit: str, kind: str, position: Position, rules: Ruleset) -> tuple[Commit, ...]:
    """Return a defender's fire in equal shares at all hexes it is assaulted from: A-86.

    Nothing if it can fire that way at fewer than two, or has fired already.
    """
    whole = [c for c in commits_for(position, rules) if (c.unit, c.kind) == (unit, kind)]
    targets = [cell for c in whole if (cell := rules.cell(c.target)) is not None]
    if len(targets) <= 1:
        return ()
    share = Fraction(1, len(targets))
    return tuple(commit_of(position, rules, unit, kind, target, share) for target in targets)


def supports(position: Position, rules: Ruleset) -> Iterator[Commit]:
    """Yield every support that is allowed now, each by itself, worth something: 11A."""
    side, whole = firing_side(position, rules), Fraction(1)
    if not side:
        return
    fights = engagements(position, rules)
    for cell in sorted(position.forces[side].stacks) if fights else ():
        for unit in position.stack(cell, side):
            if not is_artillery(unit, position, rules):
                continue
            for stack, target in fights:
                if not _reaches(unit, stack, position, rules):
                    continue
                conditions = may_support(unit, stack, target, position, rules)
                if not hold((*conditions, shares(unit, SUPPORT, whole, position))):
                    continue
                line = support_of(position, rules, unit, stack, target)
                if line.value > 0:
                    yield line


def headquarters_for(position: Position, rules: Ruleset) -> Iterator[Headquarters]:
    """Yield the headquarters that may be named where one must be and none is yet: 11A.1."""
    side = firing_side(position, rules)
    for hex_ in assaulted_hexes(position) if side else ():
        bodies = bodies_at(hex_, side, position, rules)
        named = position.going is not None and (hex_, side) in position.going.headquarters
        if len(bodies) > 1 and not named:
            for body in sorted(bodies):
                yield Headquarters(rules.number(hex_), side, body)


def barrages(position: Position, rules: Ruleset) -> Iterator[Bombardment]:
    """Yield the hexes of the enemy that can be barraged with an effect, and by whom: 11B."""
    side = position.phasing
    if not side or position.phase != BARRAGE_PHASE:
        return
    enemy = rules.enemy(side)
    hexes = set(position.forces[enemy].stacks)
    hexes |= {b.at for id_, b in position.bunkers.items() if rules.game.markers[id_].side == enemy}
    guns = _guns(position, rules)
    for target in sorted(hexes):
        found = _bombardment(target, guns, position, rules)
        if found is not None:
            yield found


def barrage_on(target: Hex, position: Position, rules: Ruleset) -> Bombardment | None:
    """Return what can barrage a hex now, ``None`` if nothing does with an effect: 11B."""
    if not position.phasing or position.phase != BARRAGE_PHASE:
        return None
    return _bombardment(target, _guns(position, rules), position, rules)


def _guns(position: Position, rules: Ruleset) -> list[str]:
    """Return the artillery of the phasing side that is deployed on the map."""
    pieces = position.forces[position.phasing].pieces
    return [
        unit
        for unit, piece in pieces.items()
        if piece.deployed and piece.at is not None and is_artillery(unit, position, rules)
    ]


def _bombardment(
    target: Hex, guns: Sequence[str], position: Position, rules: Ruleset
) -> Bombardment | None:
    """Return what some guns have for a hex, ``None`` if that has no effect."""
    near = [unit for unit in guns if _reaches(unit, target, position, rules)]
    firers = tuple(u for u in near if hold(may_barrage(u, target, position, rules)))
    if not firers:
        return None
    value, unpaid = (
        total(barrage_left(firers, target, position, rules, rockets=rockets))
        for rockets in (True, False)
    )
    if barrage_column(value, rules) == NONE:
        return None
    return Bombardment(target, firers, value, unpaid)


def _reaches(unit: str, target: Hex, position: Position, rules: Ruleset) -> bool:
    """Tell whether a hex is within a unit's range."""
    here, reach = place_of(position, unit), rules.unit(unit).range
    return here is not None and reach is not None and distance(here, target) <= reach
