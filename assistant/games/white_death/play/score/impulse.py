"""Who holds the towns that count for victory, looked at when an impulse ends (25.9, A-72)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from assistant.games.white_death.play.scenario.areas import scenario_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex
from builder.model.scenario import TownAward, Victory

__all__ = ["at_impulse_end", "held"]


def at_impulse_end(position: Position, rules: Ruleset) -> Position:
    """Return the position with the towns counted that the impulse going on ends with.

    Outside any impulse, or without a scenario that is known, nothing changes. Towns are counted
    by whose impulse it was, so that both readings of A-72 can be scored afterwards.
    """
    scenario, going = scenario_of(position, rules), position.going
    if scenario is None or scenario.victory is None or going is None:
        return position
    holders = _holders(position, scenario.victory)
    number = sum(
        held(award, holders, scenario.victory.side)
        for award in scenario.victory.awards
        if isinstance(award, TownAward) and award.each_impulse
    )
    towns = {**position.score.towns, going.side: position.score.towns.get(going.side, 0) + number}
    return replace(position, score=replace(position.score, holders=holders, towns=towns))


def held(award: TownAward, holders: Mapping[Hex, str], side: str) -> int:
    """Return how many of an award's towns, or of their hexes, a side holds."""
    if award.each_hex:
        cells = [cell for town in award.towns.values() for cell in town]
        return sum(holders.get(cell) == side for cell in cells)
    return sum(all(holders.get(c) == side for c in town) for town in award.towns.values())


def _holders(position: Position, victory: Victory) -> dict[Hex, str]:
    """Return who was last in each hex that counts.

    Where a town counts as a whole, a side that is alone in it holds all of it.
    """
    found = dict(position.score.holders)
    for award in victory.awards:
        if not isinstance(award, TownAward):
            continue
        for town in award.towns.values():
            here = {cell: position.holder(cell) for cell in town}
            sides = {side for side in here.values() if side}
            if len(sides) == 1 and not award.each_hex:
                here = dict.fromkeys(town, sides.pop())
            found |= {cell: side for cell, side in here.items() if side}
    return found
