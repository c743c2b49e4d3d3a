"""Barrage, defensive fire and assault of random players who fire with all they have."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

from assistant.games.white_death.play.advance.advance import advances
from assistant.games.white_death.play.fire.barrage import barrage_left
from assistant.games.white_death.play.fire.barrage_total import pending
from assistant.games.white_death.play.fire.legal import (
    barrage_on,
    barrages,
    commits_for,
    even_commits,
    headquarters_for,
    supports,
)
from assistant.games.white_death.play.fire.losses import place_of
from assistant.games.white_death.play.fire.resolve import barrage_die_of, barrage_of, fire_of
from assistant.games.white_death.play.fire.spread import Shot, aims, spreads
from assistant.games.white_death.play.fire.tables import ANTITANK, CONVENTIONAL
from assistant.games.white_death.play.fire.values import total
from assistant.games.white_death.play.supply.accounts import (
    BARRAGE,
    ROCKETS,
    SUPPORT,
    has_paid,
    rockets_paid,
    unpaid,
)
from assistant.games.white_death.play.supply.city import pool_of
from assistant.games.white_death.play.supply.legal import payments
from assistant.games.white_death.selfplay.duties import settle, settle_checks
from assistant.games.white_death.selfplay.table import Table
from builder.convention.line import Advance, Commit, Supply
from builder.hexgrid import Hex

__all__ = ["assault", "barrage", "defend", "pay_debts"]

_WAYS = 6
"""Ways to spread a pool that are looked at."""
_HEXES = 12
"""Barrages after which no other hex is looked at in a phase."""


def pay_debts(table: Table) -> None:
    """Pay whatever is owed."""
    for pool, why, points in unpaid(table.position, table.rules):
        table.do(Supply(pool, points, why))


def _pay(table: Table, why: str, chance: float = 1.0) -> None:
    """Pay for an activity from every pool that can, perhaps."""
    for line in payments(table.position, table.rules):
        if line.why == why and table.likely(chance):
            table.do(line)


def barrage(table: Table) -> None:
    """Barrage whatever can be, if it is paid for; then advance where assaulted hexes fell empty."""
    pay_debts(table)
    _pay(table, ROCKETS, 0.4)
    if any(True for _ in barrages(table.position, table.rules)):
        _pay(table, BARRAGE)
    for found in table.some(list(barrages(table.position, table.rules))):
        if len(table.position.fight.barrages) >= _HEXES:
            break
        each = barrage_on(found.target, table.position, table.rules)
        if each is None or (table.position.fight.barrages and not table.likely(0.9)):
            continue
        firers = tuple(unit for unit in each.firers if _has_paid(table, unit))
        value = _worth(table, firers, each.target)
        if value < _least(table):
            continue
        for part in _parts(table, value):
            line = barrage_of(table.position, table.rules, firers, each.target, part)
            if not table.allows(line):
                break
            table.do(line)
            _dice(table, each.target)
    settle(table)
    _advance(table)
    pay_debts(table)


def _has_paid(table: Table, unit: str) -> bool:
    """Tell whether the pool of an artillery unit has paid for its barrage."""
    pool = pool_of(unit, table.position, table.rules)
    return has_paid(BARRAGE, pool, table.position, table.rules)


def _worth(table: Table, firers: tuple[str, ...], target: Hex) -> Fraction:
    """Return what units have left for a hex, rockets as they are paid for."""
    position, rules = table.position, table.rules
    whole = all(rockets_paid(unit, position, rules) for unit in firers)
    return total(barrage_left(firers, target, position, rules, rockets=whole))


def _parts(table: Table, value: Fraction) -> tuple[Fraction, ...]:
    """Return a barrage in one attack, or two."""
    least = _least(table)
    if value >= 2 * least and table.likely(0.2):
        first = Fraction(table.chance.randint(int(least), int(value - least)))
        return (first, value - first)
    return (value,)


def _least(table: Table) -> Fraction:
    """Return what a barrage must be worth to have an effect."""
    return table.rules.game.combat.tables[BARRAGE].columns[0].least


def _dice(table: Table, target: Hex) -> None:
    """Roll for every unit under the last barrage on a hex."""
    for _, unit in pending(table.position, target, table.rules):
        table.do(barrage_die_of(table.position, table.rules, unit, table.roll()))


def defend(table: Table) -> None:
    """Fire at the units that assault."""
    if any(True for _ in supports(table.position, table.rules)):
        _pay(table, SUPPORT, 0.6)
    _fire(table)
    pay_debts(table)


def assault(table: Table) -> None:
    """Fire at the assaulted hexes, then enter those that are empty."""
    _fire(table)
    _advance(table)
    pay_debts(table)


def _fire(table: Table) -> None:
    """Commit all fire, and fire it."""
    named = set()
    for line in table.some(list(headquarters_for(table.position, table.rules))):
        if line.hex not in named:
            named.add(line.hex)
            table.do(line)
    used: set[str] = set()
    for each in table.some(list(supports(table.position, table.rules))):
        if each.unit not in used and table.likely(0.85) and table.allows(each):
            used.add(each.unit)
            table.do(each)
    for each in table.some(list(commits_for(table.position, table.rules))):
        _commit(table, each)
    for kind in (ANTITANK, CONVENTIONAL):
        _shoot(table, kind)
        settle_checks(table, kind)
    settle(table)


def _commit(table: Table, line: Commit) -> None:
    """Commit a unit's fire, a defender's sometimes in even shares, if it is free yet."""
    position, mine = table.position, (line.unit, line.kind)
    if any((each.unit, each.kind) == mine for each in position.fight.commits):
        return
    several = table.likely(0.3)
    shares = even_commits(*mine, position, table.rules) if several else ()
    for each in shares or (line,):
        if table.allows(each):
            table.do(each)


def _shoot(table: Table, kind: str) -> None:
    """Fire every pool of a kind at what it can hit."""
    for aim in aims(table.position, kind, table.rules):
        ways = list(islice(spreads(aim, kind, table.position, table.rules), _WAYS))
        if not ways:
            continue
        way = max(ways, key=len) if table.likely(0.5) else ways[0]
        if kind == ANTITANK and len(way) == 1 and table.likely(0.3):
            way = _in_two(*way)
        for shot in way:
            if not _hit(table, kind, aim[0], *shot):
                break  # who is left out frees nobody else from being fired at


def _in_two(shot: Shot) -> tuple[Shot, ...]:
    """Return fire at an AFV as two attacks: 10C."""
    target, value = shot
    return ((target, value / 2), (target, value / 2))


def _hit(table: Table, kind: str, hex_: Hex, target: str, value: Fraction) -> bool:
    """Attack a unit that is still in a hex; tell whether the rules let it."""
    if place_of(table.position, target) != hex_:
        return True
    line = fire_of(table.position, table.rules, kind, target, value, table.roll())
    if not table.allows(line):
        return False
    table.do(line)
    if kind == CONVENTIONAL:
        settle_checks(table, kind)
    return True


def _advance(table: Table) -> None:
    """Enter hexes that were assaulted and are empty now, mostly."""
    going = table.position.going
    if going is None:
        return
    for unit in table.some(sorted(going.doings)):
        if table.position.side_of(unit) != going.side:
            continue
        for cell in advances(table.position, unit, table.rules):
            line = Advance(unit, table.rules.number(cell))
            if table.likely(0.8) and table.allows(line):
                table.do(line)
    settle(table)
