"""Who sees what: lines of sight, and who observes for which artillery (11C)."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from itertools import pairwise

from assistant.games.white_death.play.fire.losses import place_of
from assistant.games.white_death.play.fire.support import division_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex, distance, hexside, line
from builder.model.combat import Observation

__all__ = ["Sight", "observers_for", "seen_by", "sight"]

_SNOW = "snow"


class Sight(IntEnum):
    """Whether a hex is seen; ``UNSURE`` where the rules don't say what blocks the view."""

    NO = 0
    UNSURE = 1
    YES = 2


def _mirrored(cell: Hex) -> Hex:
    """Return a hex mirrored left to right."""
    return Hex(-cell.q, cell.q + cell.r)


@lru_cache(maxsize=1 << 15)
def _lines(start: Hex, end: Hex) -> tuple[tuple[Hex, ...], ...]:
    """Return the ways of a line of sight: two where it runs along hexsides."""
    west = line(start, end)
    east = tuple(_mirrored(cell) for cell in line(_mirrored(start), _mirrored(end)))
    return (west,) if west == east else (west, east)


def _clear(way: tuple[Hex, ...], sight_: Observation, rules: Ruleset) -> bool:
    """Tell whether nothing along a way could block it, however blocking is understood: A-31."""
    hexes, slopes = rules.game.map.hexes, rules.game.map.slopes
    between = way[1:-1]
    for cell in between:
        if cell not in hexes or hexes[cell].terrain & set(sight_.blocking):
            return False
        if hexes[cell].high and not hexes[way[0]].high:
            return False
    rises = {slopes.get(hexside(a, b)) for a, b in pairwise(way)}
    return not rises & set(between)


def _reach(way: tuple[Hex, ...], more: int, position: Position, rules: Ruleset) -> int:
    """Return how far the first hex of a way sees along it, in hexes: 11C, A-30."""
    sight_, map_ = rules.game.combat.observation, rules.game.map
    if sight_ is None:
        return 0
    reach = sight_.range
    if map_.slopes.get(hexside(way[0], way[1])) == way[0]:
        reach = max(reach, sight_.down_slope)
    if map_.hexes[way[0]].high and not map_.hexes[way[-1]].high:
        reach = max(reach, sight_.from_high)
    return reach + more + _weather(position, sight_, rules)


def _weather(position: Position, sight_: Observation, rules: Ruleset) -> int:
    """Return how much farther one sees in the weather: A-30."""
    if position.weather == _SNOW:
        return int(rules.reads("A-30"))
    return sight_.weather.get(position.weather, 0)


def _farthest(more: int, position: Position, sight_: Observation, rules: Ruleset) -> int:
    """Return how far anybody sees at best."""
    best = max(sight_.range, sight_.down_slope, sight_.from_high)
    return best + more + _weather(position, sight_, rules)


def sight(start: Hex, end: Hex, more: int, position: Position, rules: Ruleset) -> Sight:
    """Return whether one hex is seen from another.

    Args:
        start: The observer's hex.
        end: The hex looked at.
        more: Hexes that it is seen farther.
        position: For the weather.
        rules: What is played by.
    """
    away, sight_ = distance(start, end), rules.game.combat.observation
    if away <= 1:
        return Sight.YES
    if sight_ is None or away > _farthest(more, position, sight_, rules):
        return Sight.NO
    ways = _lines(start, end)
    reaching = [way for way in ways if away <= _reach(way, more, position, rules)]
    if not reaching:
        return Sight.NO
    sure = len(reaching) == len(ways) and all(_clear(way, sight_, rules) for way in ways)
    return Sight.YES if sure else Sight.UNSURE


def _conspicuous(target: Hex, position: Position, rules: Ruleset) -> int:
    """Return how much farther a hex is seen for what is deployed in it: 11C, rockets."""
    sight_ = rules.game.combat.observation
    if sight_ is None or not sight_.conspicuous:
        return 0
    group = rules.group(sight_.conspicuous)
    shown = any(
        unit in group and force.pieces[unit].deployed
        for force in position.forces.values()
        for unit in force.stacks.get(target, ())
    )
    return sight_.conspicuous_more if shown else 0


def observers_for(unit: str, position: Position, rules: Ruleset) -> tuple[str, ...]:
    """Return the units on the map that observe for artillery, itself included: 11C."""
    side = position.side_of(unit)
    stacks = position.forces[side].stacks
    units = tuple(other for cell in sorted(stacks) for other in stacks[cell])
    body = division_of(unit, rules)
    if rules.game.combat.artillery[side].any_observer or not body:
        return units
    return tuple(other for other in units if division_of(other, rules) == body)


def seen_by(unit: str, target: Hex, position: Position, rules: Ruleset) -> Sight:
    """Return whether a hex is observed by or for artillery."""
    more = _conspicuous(target, position, rules)
    cells = {place_of(position, other) for other in observers_for(unit, position, rules)}
    best = Sight.NO
    for cell in cells:
        if cell is not None and best is not Sight.YES:
            best = max(best, sight(cell, target, more, position, rules))
    return best
