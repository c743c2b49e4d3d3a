"""Which hexes the units of a side control: rule 3, for a complete position."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from assistant.engine.identity import Same
from assistant.games.white_death.banks import Bank, banks_of
from assistant.games.white_death.ground import Ground, ground_of
from assistant.games.white_death.names import TOWN
from assistant.games.white_death.state.position import Bunker, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex

__all__ = ["Control", "control", "ground_for", "is_thaw", "mobility_of"]

Control = Mapping[Hex, tuple[str, ...]]
"""Ids of the units that control a hex; hexes that nobody controls aren't in it."""


def is_thaw(position: Position, rules: Ruleset) -> bool:
    """Tell whether it thaws: 16."""
    thaw = rules.game.special.thaw
    return thaw is not None and position.weather in thaw.weather


def mobility_of(unit: str, position: Position, rules: Ruleset) -> str:
    """Return the mobility letter of a unit: 6A.5, 23.1."""
    abandoned = rules.game.special.abandoned
    piece = position.piece(unit)
    if abandoned is not None and piece is not None and piece.abandoned:
        return abandoned.mobility
    return rules.unit(unit).mobility


def ground_for(mobility: str, position: Position, rules: Ruleset) -> Ground:
    """Return the map as a mobility meets it in a position, bridges and weather included."""
    bridges = frozenset(position.bridges.values())
    return ground_of(rules.game, mobility, position.weather, bridges, rules.turned_readings)


def control(position: Position, rules: Ruleset, side: str) -> Control:
    """Return the hexes that the units of a side control.

    Kept as long as that side's stacks, the weather, bunkers and bridges stay what they are.
    """
    abandoned = frozenset(
        id_ for id_, piece in position.forces[side].pieces.items() if piece.abandoned
    )
    return _control(
        Same(position.forces[side].stacks),
        Same(position.bridges),
        Same(position.bunkers),
        position.weather,
        abandoned,
        rules,
        _Where(position, side),
    )


class _Where:
    """Carries a position into the cached function without being part of its key."""

    def __init__(self, position: Position, side: str) -> None:
        """Hold them."""
        self.position, self.side = position, side

    def __eq__(self, other: object) -> bool:
        """All are equal: the rest of the key tells positions apart."""
        return isinstance(other, _Where)

    def __hash__(self) -> int:
        """Return the same for all."""
        return 0


@lru_cache(maxsize=32)
def _control(  # noqa: PLR0913, PLR0917 - the parts of a position that zones depend on
    stacks: Same[Mapping[Hex, tuple[str, ...]]],
    bridges: Same[Mapping[str, Hex]],
    bunkers: Same[Mapping[str, Bunker]],
    weather: str,
    abandoned: frozenset[str],
    rules: Ruleset,
    where: _Where,
) -> Control:
    """Work the zones out."""
    del bridges, bunkers, weather, abandoned
    position = where.position
    found: dict[Hex, list[str]] = {}
    for cell, units in stacks.thing.items():
        for unit in units:
            if _alone(unit, cell, units, position, rules):
                continue
            for to in _covered(unit, cell, position, rules):
                found.setdefault(to, []).append(unit)
    return {cell: tuple(units) for cell, units in found.items()}


def _alone(
    unit: str, cell: Hex, units: tuple[str, ...], position: Position, rules: Ruleset
) -> bool:
    """Tell whether a unit has no zone because it isn't stacked: 3.1, A-16."""
    group = rules.game.special.no_zone_alone
    if len(units) > 1 or not group or unit not in rules.group(group):
        return False
    return not (rules.reads("A-16") == "bunkers_count" and position.bunker_in(cell))


def _covered(unit: str, cell: Hex, position: Position, rules: Ruleset) -> list[Hex]:
    """Return the hexes around a unit that it could enter, towns excepted: 3D, 3E, A-17."""
    mobility = mobility_of(unit, position, rules)
    ground = ground_for(mobility, position, rules)
    terrain = rules.game.map.hexes
    thaw = rules.game.special.thaw
    bound = is_thaw(position, rules) and thaw is not None and mobility in thaw.barred
    found = []
    for to, edge in ground.edges(cell).items():
        if TOWN in terrain[to].terrain or edge.bar:
            continue
        if bound and not _reaches(unit, cell, to, ground, position, rules):
            continue
        found.append(to)
    return found


def _reaches(  # noqa: PLR0913, PLR0917 - a step in thaw
    unit: str, cell: Hex, to: Hex, ground: Ground, position: Position, rules: Ruleset
) -> bool:
    """Tell whether a unit bound by thaw controls a hex beyond or in a river: A-17, A-19."""
    reading = rules.reads("A-17")
    if to in ground.rivers:
        return reading != "none" or cell in ground.rivers
    if cell not in ground.rivers or reading == "far_bank":
        return True
    side = banks_of(Same(rules.game.map)).of(cell, to)
    piece = position.piece(unit)
    own = piece.bank if piece is not None else Bank.UNSURE
    return Bank.UNSURE in (side, own) or Bank.ALONG in (side, own) or side is own
