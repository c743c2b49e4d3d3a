"""Who was last in the hexes of towns that count for victory (25.9, A-72)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex
from builder.model.scenario import Scenario, TownAward

__all__ = ["counting_hexes", "first_holders", "marched", "occupied"]


def first_holders(scenario: Scenario) -> Mapping[Hex, str]:
    """Return who holds hexes that count for victory at first: who alone may set up there."""
    found: dict[Hex, str] = {}
    for cell in counting_hexes(scenario):
        areas = [each for each in scenario.placements if not each.arrival and cell in each.hexes]
        sides = {each.side for each in areas}
        if len(sides) == 1:
            found[cell] = sides.pop()
    return found


def counting_hexes(scenario: Scenario) -> frozenset[Hex]:
    """Return the hexes of the towns that count for victory."""
    if scenario.victory is None:
        return frozenset()
    awards = [award for award in scenario.victory.awards if isinstance(award, TownAward)]
    return frozenset(cell for a in awards for cells in a.towns.values() for cell in cells)


def occupied(position: Position, side: str, cells: Iterable[Hex], rules: Ruleset) -> Position:
    """Return the position after a side's units went through hexes: it was the last there."""
    scenario = rules.game.scenarios.get(position.scenario)
    here = counting_hexes(scenario).intersection(cells) if scenario is not None else ()
    if not here:
        return position
    holders = {**position.score.holders, **dict.fromkeys(here, side)}
    return replace(position, score=replace(position.score, holders=holders))


def marched(position: Position, rules: Ruleset) -> Position:
    """Return the position when movement is over: the phasing side was where its units marched.

    Not sooner, since fire or a roll may yet cut a march short.
    """
    going = position.going
    if going is None:
        return position
    ways = (doing.way for u, doing in going.doings.items() if position.side_of(u) == going.side)
    return occupied(position, going.side, {cell for way in ways for cell in way}, rules)
