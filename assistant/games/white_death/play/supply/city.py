"""Towns with a supply pool of their own, and who pays from which pool: rule 15D.

In White Death the one such town is Velikiye Luki, "the city".
"""

from __future__ import annotations

from functools import lru_cache

from assistant.games.white_death.names import TOWN
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex
from builder.model.supply import Fortress

__all__ = ["city_hexes", "fortress_of", "general_pool", "pool_of", "pools"]


@lru_cache(maxsize=64)
def city_hexes(rules: Ruleset, place: str) -> frozenset[Hex]:
    """Return the hexes of a town, as far as they count as the town: A-104."""
    game = rules.game
    hexes = {cell for each in game.map.places if each.name == place for cell in each.hexes}
    if rules.reads("A-104") == "bunker_hexes":
        bunkers = {bunker.hex for each in game.scenarios.values() for bunker in each.bunkers}
        return frozenset(hexes & bunkers)
    return frozenset(cell for cell in hexes if TOWN in game.map.hexes[cell].terrain)


def fortress_of(cell: Hex | None, rules: Ruleset) -> Fortress | None:
    """Return the town with its own pool that a hex belongs to, ``None`` if there is none."""
    for fortress in rules.game.supply.fortresses:
        if cell in city_hexes(rules, fortress.place):
            return fortress
    return None


def general_pool(side: str, rules: Ruleset) -> str:
    """Return the id of a side's general pool, empty if it has none."""
    own = {fortress.marker for fortress in rules.game.supply.fortresses}
    return next(
        (
            id_
            for id_, marker in rules.game.markers.items()
            if marker.kind == "supply" and marker.side == side and id_ not in own
        ),
        "",
    )


def pools(side: str, rules: Ruleset) -> tuple[str, ...]:
    """Return the ids of all pools of a side, the general one first."""
    towns = (each.marker for each in rules.game.supply.fortresses if each.side == side)
    return (general_pool(side, rules), *towns)


def pool_of(unit: str, position: Position, rules: Ruleset) -> str:
    """Return the pool that pays for what a unit does where it stands now: 15D.2, A-36."""
    side = position.side_of(unit)
    piece = position.piece(unit)
    fortress = fortress_of(piece.at, rules) if piece is not None else None
    if fortress is not None and fortress.side == side:
        return fortress.marker
    return general_pool(side, rules)
