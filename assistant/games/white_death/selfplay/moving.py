"""The movement phase of a random player: at least a third of what can move does."""

from __future__ import annotations

from fractions import Fraction

from assistant.engine.movement import PARTS
from assistant.games.white_death.names import PASS, RIVER
from assistant.games.white_death.play.advance.slip import follows, slips
from assistant.games.white_death.play.assault.declare import assaults
from assistant.games.white_death.play.assault.deploy import deploys
from assistant.games.white_death.play.bridges.work import bridge_work
from assistant.games.white_death.play.entry.legal import entries
from assistant.games.white_death.play.fire.engaged import assaulted_hexes
from assistant.games.white_death.play.fire.exits import exit_firers, exit_parts
from assistant.games.white_death.play.fire.resolve import fire_of
from assistant.games.white_death.play.fire.tables import EXIT
from assistant.games.white_death.play.fire.values import total
from assistant.games.white_death.play.movement.reach import reach
from assistant.games.white_death.play.rail.legal import rail_reach
from assistant.games.white_death.play.special.equipment import reequips
from assistant.games.white_death.play.stacking.limits import fits
from assistant.games.white_death.play.supply.city import pool_of
from assistant.games.white_death.play.umpire import ACTS
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
"""Hexes in reach looked at for one march; mostly the one nearest to an enemy is taken."""


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
    able = [unit for unit in units if _can_march(table, unit)]
    for unit in units:
        _enter(table, unit)
    for unit in units:
        _act(table, unit, march=_is_among(table, unit) or table.likely(0.5))
    for unit in able:
        if 3 * sum(_has_gone(table, each) for each in able) >= len(able):
            break
        if not _has_gone(table, unit):
            _march(table, unit)
    _assault_all(table, units)
    _slip(table, side)


def _can_march(table: Table, unit: str) -> bool:
    """Tell whether there is a hex where a unit could go and stay."""
    position, rules = table.position, table.rules
    piece, going = position.piece(unit), position.going
    if piece is None or piece.at is None or going is None:
        return False
    side = position.side_of(unit)
    found = reach(position, unit, going.points, rules)
    return any(cell != piece.at and fits(position, cell, side, rules, (unit,)) for cell in found)


def _is_among(table: Table, unit: str) -> bool:
    """Tell whether a unit is in a hex with enemies, as commandos may be."""
    position, piece = table.position, table.position.piece(unit)
    if piece is None or piece.at is None:
        return False
    return bool(position.stack(piece.at, table.rules.enemy(position.side_of(unit))))


def _has_gone(table: Table, unit: str) -> bool:
    """Tell whether a unit has marched or gone by rail in the phase, or is no more on the map."""
    piece, doing = table.position.piece(unit), table.position.doing(unit)
    return doing.moved or doing.railed or piece is None or piece.at is None


def _act(table: Table, unit: str, *, march: bool) -> None:
    """Let a unit do something in the phase."""
    piece = table.position.piece(unit)
    if piece is None or piece.at is None or table.position.doing(unit).railed:
        return
    if reequips(table.position, unit, table.rules):
        table.do(Reequip(unit))
        return
    if "23" in table.rules.optional and table.likely(0.02) and table.allows(Abandon(unit)):
        table.do(Abandon(unit))
    if _works(table, unit) or _rides(table, unit):
        return
    if deploys(table.position, unit, table.rules) and table.likely(0.5):
        table.do(Deploy(unit))
    elif march and (not piece.deployed or table.likely(0.2)):
        _march(table, unit)


def _works(table: Table, unit: str) -> bool:
    """Build or destroy a bridge, sometimes."""
    works = bridge_work(table.position, unit, table.rules)
    if not works or not table.likely(0.8):
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


def _march(table: Table, unit: str) -> None:
    """March to a hex in reach, if there is one."""
    position, rules = table.position, table.rules
    going, piece = position.going, position.piece(unit)
    if going is None or piece is None or piece.at is None:
        return
    side = position.side_of(unit)
    found = reach(position, unit, going.points, rules)
    cells = [cell for cell in found if cell != piece.at]
    if not cells or not _may_part(table, unit):
        return
    goals = _goals(table, unit, cells)
    shuffled = table.some([c for c in cells if c in goals]) + table.some(cells)
    good = [c for c in shuffled[: 4 * _LOOKS] if fits(position, c, side, rules, (unit,))][:_LOOKS]
    if not good:
        return
    target = min(good, key=lambda cell: _nearest(cell, goals)) if table.likely(0.7) else good[0]
    cost = found.cost(target)
    line = Move(unit, tuple(map(rules.number, found.path(target))), cost)
    if rules.unit(unit).kind is Kind.AFV:
        line = _bought_off(table, line, going.points)
    table.do(line)
    _under_fire(table, unit)
    settle(table)


def _goals(table: Table, unit: str, cells: list[Hex]) -> list[Hex]:
    """Return where a unit wants to go: to new equipment, a bridge site, a bridge, the enemy.

    Args:
        table: The table.
        unit: The unit, on the map.
        cells: Hexes in its reach.
    """
    position, rules = table.position, table.rules
    piece, side, map_ = position.piece(unit), position.side_of(unit), rules.game.map
    if piece is not None and piece.abandoned:
        return [c for area in map_.entry_areas if area.side == side for c in area.hexes]
    enemies = list(position.forces[rules.enemy(side)].stacks)
    bridges = {b.marker for b in rules.game.special.bridge_builders if b.unit == unit}
    if bridges - position.bridges.keys() - position.gone:
        return [c for c in cells if RIVER in map_.hexes[c].terrain] or enemies
    if unit in rules.group(rules.game.special.bridge_wreckers) and table.likely(0.3):
        return [c for c in position.bridges.values() if c not in enemies] or enemies
    return enemies


def _nearest(cell: Hex, goals: list[Hex]) -> int:
    """Return the distance to the nearest of some hexes."""
    return min((distance(cell, goal) for goal in goals), default=0)


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
        for group in [firers] if table.likely(0.6) else [(each,) for each in firers]:
            if group and table.likely(0.7):
                _fire_at_passing(table, unit, cell, group)


def _fire_at_passing(table: Table, unit: str, cell: Hex, firers: tuple[str, ...]) -> None:
    """Fire together at an AFV as it leaves a hex, if it is still on its way."""
    position, rules = table.position, table.rules
    piece = position.piece(unit)
    if piece is None or piece.at is None:
        return
    value = total(exit_parts(unit, firers, cell, position, rules))
    if value <= 0:
        return
    line = fire_of(position, rules, EXIT, unit, value, table.roll(), firers, cell)
    if table.allows(line):
        table.do(line)
        settle(table)


def _enter(table: Table, unit: str) -> None:
    """Enter the map where a unit is due, mostly, and sometimes march on from there at once."""
    position, rules = table.position, table.rules
    found = entries(position, unit, rules)
    side = position.side_of(unit)
    good = [c for c in sorted(found) if fits(position, c, side, rules, (unit,))]
    if not good or not table.likely(0.8):
        return
    cell = table.chance.choice(good)
    line = Enter(unit, (rules.number(cell),), Fraction(found[cell], PARTS))
    table.do(_farther(table, line) if table.likely(0.3) else line)
    _under_fire(table, unit)
    settle(table)


def _farther(table: Table, line: Enter) -> Enter:
    """Return an entry that goes on to a hex in reach of the edge, if there is one."""
    rules, going = table.rules, table.position.going
    landed = ACTS.apply(table.position, line, rules).position
    piece = landed.piece(line.unit)
    if going is None or piece is None or piece.at is None:
        return line
    side, ways = landed.side_of(line.unit), reach(landed, line.unit, going.points, rules)
    cells = table.some([cell for cell in ways if cell != piece.at])[:_LOOKS]
    for cell in cells:
        if fits(landed, cell, side, rules, (line.unit,)):
            path = tuple(map(rules.number, ways.path(cell)))
            return Enter(line.unit, path, line.cost + ways.cost(cell))
    return line


def _assault_all(table: Table, units: list[str]) -> None:
    """Declare assaults, mostly; at least one if any can be."""
    begun = False
    for unit in table.some(units):
        if not begun or table.likely(0.8):
            begun |= _assault(table, unit)


def _assault(table: Table, unit: str) -> bool:
    """Declare an assault if a supply point is there for it; tell whether it was."""
    position, rules = table.position, table.rules
    piece = position.piece(unit)
    if piece is None or piece.at is None:
        return False
    if position.pools.get(pool_of(unit, position, rules), 0) < 1:
        return False
    targets = assaults(position, unit, rules)
    if not targets:
        return False
    target = rules.number(table.chance.choice(targets))
    charge = Assault(unit, target, charge=True)
    bold = table.likely(0.5) and unit in rules.group("chargers") and table.allows(charge)
    table.do(charge if bold else Assault(unit, target))
    return True


def _slip(table: Table, side: str) -> None:
    """Let ski units of the other side slip away, and those of this side follow."""
    enemy = table.rules.enemy(side)
    under = [u for c in assaulted_hexes(table.position) for u in table.position.stack(c, enemy)]
    for unit in table.some(under):
        cells = slips(table.position, unit, table.rules)
        if cells and table.likely(0.5):
            table.do(Slip(unit, table.rules.number(table.chance.choice(cells))))
    for unit in table.some(sorted(table.position.forces[side].pieces)):
        ways = follows(table.position, unit, table.rules)
        if ways and table.likely(0.7):
            to, target = table.chance.choice(ways)
            table.do(Follow(unit, table.rules.number(to), table.rules.number(target)))
    settle(table)
