"""The movement phase of a random player: at least a third of what can move does."""

from __future__ import annotations

from fractions import Fraction

from assistant.engine.movement import PARTS
from assistant.games.white_death.names import PASS
from assistant.games.white_death.play.advance.slip import follows, slips
from assistant.games.white_death.play.assault.declare import assaults
from assistant.games.white_death.play.assault.deploy import deploys
from assistant.games.white_death.play.bridges.work import bridge_work
from assistant.games.white_death.play.entry.legal import entries
from assistant.games.white_death.play.fire.exits import exit_firers, exit_parts
from assistant.games.white_death.play.fire.resolve import fire_of
from assistant.games.white_death.play.fire.tables import EXIT
from assistant.games.white_death.play.fire.values import total
from assistant.games.white_death.play.movement.reach import reach
from assistant.games.white_death.play.rail.legal import rail_reach
from assistant.games.white_death.play.special.equipment import reequips
from assistant.games.white_death.play.stacking.limits import fits
from assistant.games.white_death.play.supply.city import pool_of
from assistant.games.white_death.selfplay.duties import settle
from assistant.games.white_death.selfplay.table import Table
from assistant.games.white_death.state.position import Box
from builder.convention.line import (
    Abandon,
    Assault,
    Deploy,
    Enter,
    Entrain,
    Follow,
    Move,
    Reequip,
    Slip,
)
from builder.hexgrid import Hex, distance
from builder.model.game import Kind

__all__ = ["move_all"]

_LOOKS = 6
"""Hexes in reach looked at for one march; the one nearest to an enemy is taken."""


def move_all(table: Table) -> None:
    """Enter, march, ride, deploy, build, then declare assaults; the other side may slip away."""
    going = table.position.going
    if going is None:
        return
    side = going.side
    units = table.some(sorted(table.position.forces[side].pieces))
    if going.kind == PASS:
        for unit in units:
            _rides(table, unit)
        return
    for unit in units:
        _enter(table, unit)
    moved, could = 0, 0
    for unit in units:
        wanted = moved * 3 <= could or table.likely(0.5)
        possible = _act(table, unit, march=wanted)
        could += possible
        moved += possible and table.position.doing(unit).moved
    for unit in table.some(units):
        _assault(table, unit)
    _slip(table, side)


def _act(table: Table, unit: str, *, march: bool) -> bool:
    """Let a unit do something in the phase; tell whether it could have marched."""
    piece = table.position.piece(unit)
    if piece is None or piece.at is None or table.position.doing(unit).railed:
        return False
    if reequips(table.position, unit, table.rules):
        table.do(Reequip(unit))
        return False
    if "23" in table.rules.optional and table.likely(0.02) and table.allows(Abandon(unit)):
        table.do(Abandon(unit))
    if _works(table, unit) or _rides(table, unit):
        return False
    if deploys(table.position, unit, table.rules) and table.likely(0.5):
        table.do(Deploy(unit))
        return False
    if piece.deployed and table.likely(0.8):
        return False
    return _march(table, unit, march=march)


def _works(table: Table, unit: str) -> bool:
    """Build or destroy a bridge, sometimes."""
    works = bridge_work(table.position, unit, table.rules)
    if not works or not table.likely(0.3):
        return False
    table.do(table.chance.choice(works))
    return True


def _rides(table: Table, unit: str) -> bool:
    """Go by rail, sometimes."""
    if not table.likely(0.1):
        return False
    ends = rail_reach(table.position, unit, table.rules)
    side = table.position.side_of(unit)
    good = [c for c in sorted(ends) if fits(table.position, c, side, table.rules, (unit,))]
    if not good or not _may_part(table, unit):
        return False
    way = ends[table.chance.choice(good)]
    piece = table.position.piece(unit)
    strength = piece.strength if piece else 0
    table.do(Entrain(unit, tuple(map(table.rules.number, way)), strength))
    return True


def _may_part(table: Table, unit: str) -> bool:
    """Tell whether those who stay behind are within the stacking limits without a unit."""
    position, rules = table.position, table.rules
    piece = position.piece(unit)
    if piece is None or piece.at is None:
        return True
    gone = position.with_piece(unit, at=None, box=Box.DUE)
    return fits(gone, piece.at, position.side_of(unit), rules)


def _march(table: Table, unit: str, *, march: bool) -> bool:
    """March to a hex in reach; tell whether there was one."""
    position, rules = table.position, table.rules
    going, piece = position.going, position.piece(unit)
    if going is None or piece is None or piece.at is None:
        return False
    side = position.side_of(unit)
    found = reach(position, unit, going.points, rules)
    cells = [cell for cell in found if cell != piece.at]
    if not cells or not _may_part(table, unit):
        return False
    if not march:
        return True
    shuffled = table.some(cells)
    good = [c for c in shuffled[: 4 * _LOOKS] if fits(position, c, side, rules, (unit,))][:_LOOKS]
    if not good:
        return False
    enemies = list(position.forces[rules.enemy(side)].stacks)
    target = min(good, key=lambda cell: _nearest(cell, enemies)) if table.likely(0.7) else good[0]
    cost = found.cost(target)
    line = Move(unit, tuple(map(rules.number, found.path(target))), cost)
    if rules.unit(unit).kind is Kind.AFV:
        line = _bought_off(table, line, going.points)
    table.do(line)
    _under_fire(table, unit)
    settle(table)
    return True


def _nearest(cell: Hex, enemies: list[Hex]) -> int:
    """Return the distance to the nearest enemy."""
    return min((distance(cell, enemy) for enemy in enemies), default=0)


def _bought_off(table: Table, line: Move, points: int) -> Move:
    """Return an AFV's march, perhaps with a point paid for not being fired at."""
    spent = Fraction(table.position.doing(line.unit).spent, PARTS)
    dear = Move(line.unit, line.path, line.cost + 1, paid=True)
    if table.likely(0.3) and spent + dear.cost <= points and table.allows(dear):
        return dear
    return line


def _under_fire(table: Table, unit: str) -> None:
    """Fire at an AFV for every zone that it left, mostly."""
    if table.rules.unit(unit).kind is not Kind.AFV:
        return
    for cell in dict.fromkeys(table.position.doing(unit).way[:-1]):
        firers = exit_firers(unit, cell, table.position, table.rules)
        for firer in firers:
            if table.position.piece(unit) is None or not table.likely(0.6):
                continue
            value = total(exit_parts(unit, (firer,), cell, table.position, table.rules))
            piece = table.position.piece(unit)
            if value <= 0 or piece is None or piece.at is None or piece.strength <= 0:
                continue
            line = fire_of(
                table.position, table.rules, EXIT, unit, value, table.roll(), (firer,), cell
            )
            if table.allows(line):
                table.do(line)
                settle(table)


def _enter(table: Table, unit: str) -> None:
    """Enter the map where a unit is due, mostly."""
    found = entries(table.position, unit, table.rules)
    side = table.position.side_of(unit)
    good = [c for c in sorted(found) if fits(table.position, c, side, table.rules, (unit,))]
    if good and table.likely(0.8):
        cell = table.chance.choice(good)
        table.do(Enter(unit, (table.rules.number(cell),), Fraction(found[cell], PARTS)))


def _assault(table: Table, unit: str) -> None:
    """Declare an assault if a supply point is there for it, mostly."""
    position, rules = table.position, table.rules
    piece = position.piece(unit)
    if piece is None or piece.at is None or not table.likely(0.8):
        return
    if position.pools.get(pool_of(unit, position, rules), 0) < 1:
        return
    targets = assaults(position, unit, rules)
    if targets:
        target = rules.number(table.chance.choice(targets))
        charge = Assault(unit, target, charge=True)
        bold = table.likely(0.5) and unit in rules.group("chargers") and table.allows(charge)
        table.do(charge if bold else Assault(unit, target))


def _slip(table: Table, side: str) -> None:
    """Let ski units of the other side slip away, and those of this side follow."""
    for unit in table.some(sorted(table.position.forces[table.rules.enemy(side)].pieces)):
        cells = slips(table.position, unit, table.rules)
        if cells and table.likely(0.5):
            table.do(Slip(unit, table.rules.number(table.chance.choice(cells))))
    for unit in table.some(sorted(table.position.forces[side].pieces)):
        ways = follows(table.position, unit, table.rules)
        if ways and table.likely(0.7):
            to, target = table.chance.choice(ways)
            table.do(Follow(unit, table.rules.number(to), table.rules.number(target)))
    settle(table)
