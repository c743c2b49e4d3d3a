"""The position in which a scenario begins: what stands, what waits, what never comes (25)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from assistant.games.white_death.state.holders import first_holders
from assistant.games.white_death.state.position import Box, Bunker, Force, Piece, Position, Score
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex
from builder.model.scenario import Scenario, Use

__all__ = ["bunker_hexes", "opening"]

SIXTH_BUNKER = "A-61"
"""The unclear place whose values are hexes: where one of the bunkers stands."""

_BOXES = {
    Use.SETUP: Box.SET_UP,
    Use.ARRIVAL: Box.DUE,
    Use.CONDITION: Box.DUE,
    Use.UNUSED: Box.UNUSED,
}


def opening(rules: Ruleset, scenario_id: str) -> Position:
    """Return the position before anybody has set up.

    Units that the data put in a place stand there; the others that set up wait for it, at full
    strength: losses to date are their owner's to distribute. The supply pools hold what was
    saved before, not what the first turn brings.

    Raises:
        KeyError: There is no such scenario.
    """
    scenario = rules.game.scenarios[scenario_id]
    pieces = dict(_pieces(scenario, rules))
    units = rules.game.units
    forces = {
        side.id: Force.of({id_: p for id_, p in pieces.items() if units[id_].side == side.id})
        for side in rules.game.sides
    }
    hexes = bunker_hexes(scenario, rules)
    standing = frozenset(bridge.id for bridge in scenario.bridges)
    first = frozenset(b.id for each in rules.game.scenarios.values() for b in each.bridges)
    bound = {each.group for each in rules.game.special.garrisons}
    return Position(
        scenario=scenario.id,
        number=scenario.first_turn,
        weather="",
        phase="",
        forces=forces,
        bunkers={each.id: Bunker(hexes[each.id], each.strength) for each in scenario.bunkers},
        bridges={bridge.id: bridge.hex for bridge in scenario.bridges},
        gone=first - standing,
        pools={pool.marker: pool.points for pool in scenario.pools},
        released=frozenset() if scenario.garrison_rule else frozenset(bound),
        score=Score(holders=first_holders(scenario)),
    )


def bunker_hexes(scenario: Scenario, rules: Ruleset) -> Mapping[str, Hex]:
    """Return the hexes of the bunkers that stand, by marker id: A-61."""
    chosen = rules.cell(rules.game.readings[SIXTH_BUNKER].chosen)
    read = rules.cell(rules.reads(SIXTH_BUNKER))
    return {
        each.id: read if each.hex == chosen and read is not None else each.hex
        for each in scenario.bunkers
    }


def _pieces(scenario: Scenario, rules: Ruleset) -> Iterator[tuple[str, Piece]]:
    """Yield every unit of the game by its id."""
    lost = frozenset(scenario.eliminated)
    for placement in scenario.placements:
        for unit in placement.units:
            if unit in lost:
                yield unit, Piece(0, box=Box.LOST)
                continue
            strength, cell = rules.unit(unit).strength, placement.placed.get(unit)
            if placement.use is Use.SETUP and cell is not None:
                yield unit, Piece(strength, at=cell)
            else:
                yield unit, Piece(strength, box=_BOXES[placement.use])
