"""What one side meets in a phase: enemy stacks and zones, bunkers and bridges.

The position may change within a phase (an enemy ski unit slips away, a bridge is built),
and the log tells only its beginning and its end. So there are two views of each: what
stands there for sure, at the beginning and at the end, and what may stand there.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache

from assistant.engine.identity import Same
from assistant.engine.state import State
from assistant.engine.zoc import Grip, Zones
from assistant.games.white_death.banks import Bank, banks_of
from assistant.games.white_death.ground import ground_of
from assistant.games.white_death.names import (
    BRIDGE,
    BUNKER,
    NO_THAW_CROSSING,
    SOVIET,
    THAW,
    TOWN,
    is_lone_weapons_company,
)
from builder.hexgrid import Hex
from builder.model.game import Game

__all__ = ["Board", "board_of", "bridges_in"]

_OF_ZONES = frozenset({"A-18"})
"""Ambiguities whose other reading changes where a unit can go, and so what it controls."""

_Stacks = Mapping[Hex, tuple[str, ...]]


class Board:
    """The enemy as one side meets it between two positions.

    Args:
        before: Position at the beginning of the phase.
        after: Position at its end.
        game: The data.
        side: Id of the side that moves.

    Attributes:
        certain: Enemy units by hex that stood there at both times.
        possible: Enemy units by hex that stood there at either time.
        barred: Bunker hexes this side may not enter, for sure; ``barred_perhaps`` at either time.
            A hex where its units stood at the beginning is none of them.
        bridges: The bridges at the beginning and at the end.
        changed: Whether enemies, bunkers or bridges changed within the phase.
    """

    def __init__(self, before: State, after: State, game: Game, side: str) -> None:
        """Sort the counters of both positions."""
        self._game = game
        first, last = (_enemies(state, game, side) for state in (before, after))
        self.certain = _stacks(first & last)
        self.possible = _stacks(first | last)
        bunkers = [_hexes(state, BUNKER) if side == SOVIET else set() for state in (before, after)]
        if any(bunkers):  # where its units stand the bunker is destroyed, counter or not (19.7)
            taken = {c.place.hex for id_, c in before.counters.items() if _is_of(game, id_, side)}
            bunkers = [hexes - taken for hexes in bunkers]
        self.barred = frozenset(bunkers[0] & bunkers[1])
        self.barred_perhaps = frozenset(bunkers[0] | bunkers[1])
        self.bridges = (bridges_in(before), bridges_in(after))
        self.changed = (
            self.certain != self.possible
            or self.barred != self.barred_perhaps
            or self.bridges[0] != self.bridges[1]
        )
        self._flags: dict[tuple[Hashable, ...], dict[Hex, int]] = {}
        self._zones: dict[tuple[str, frozenset[Hex], frozenset[str], bool], Zones] = {}

    def zones(
        self, weather: str, bridges: frozenset[Hex], reading: frozenset[str], *, sure: bool
    ) -> Zones:
        """Return the enemy's zones of control.

        Args:
            weather: Id of the weather: a unit controls only what it could enter (3E).
            bridges: Hexes with a bridge.
            reading: Ids of ambiguities read the other way.
            sure: Whether to count only enemies that stand there for sure.
        """
        key = (weather, bridges, reading & _OF_ZONES, sure and self.changed)
        known = self._zones.get(key)
        if known is None:
            stacks = self.certain if sure else self.possible
            rule = _Exerts(self._game, stacks, key[:3])
            known = self._zones[key] = Zones(stacks, rule)
        return known

    def flags(self, *key: Hashable) -> dict[Hex, int]:
        """Return a place to keep what was found of hexes, the same one for the same key."""
        return self._flags.setdefault(key, {})


class _Exerts:
    """Which neighbouring hexes a unit controls: 3, 3D, 3E."""

    def __init__(
        self, game: Game, stacks: _Stacks, ground: tuple[str, frozenset[Hex], frozenset[str]]
    ) -> None:
        """Keep what the rule depends on: weather, bridges and reading are those of the ground."""
        self._game = game
        self._stacks = stacks
        mobilities = {game.units[unit].mobility for stack in stacks.values() for unit in stack}
        self._grounds = {letter: ground_of(game, letter, *ground) for letter in mobilities}
        self._thaw = ground[0] == THAW
        self._banks = banks_of(Same(game.map))

    def __call__(self, unit: str, origin: Hex, to: Hex) -> Grip:
        """Tell how a unit controls an adjacent hex."""
        data = self._game.units[unit]
        terrain = self._game.map.hexes
        if TOWN in terrain[to].terrain:
            return Grip.NO
        if is_lone_weapons_company(data, len(self._stacks[origin])):
            return Grip.NO
        ground = self._grounds[data.mobility]
        if ground.edges(origin)[to].bar:
            return Grip.NO
        bound = self._thaw and data.mobility in NO_THAW_CROSSING
        if bound and origin in ground.rivers and to not in ground.rivers:
            # the far bank is out of its reach, and which bank that is isn't known
            return Grip.YES if self._banks.of(origin, to) is Bank.ALONG else Grip.PERHAPS
        return Grip.YES


def _enemies(state: State, game: Game, side: str) -> set[tuple[Hex, str]]:
    """Return every unit of another side that stands in a hex of the map."""
    standing = ((c.place.hex, id_) for id_, c in state.counters.items() if id_ in game.units)
    return {
        (cell, id_)
        for cell, id_ in standing
        if cell is not None and cell in game.map.hexes and game.units[id_].side != side
    }


def _is_of(game: Game, id_: str, side: str) -> bool:
    """Tell whether a piece is a unit of a side."""
    unit = game.units.get(id_)
    return unit is not None and unit.side == side


def _stacks(units: set[tuple[Hex, str]]) -> dict[Hex, tuple[str, ...]]:
    """Return units by hex, in a fixed order."""
    stacks: dict[Hex, tuple[str, ...]] = {}
    for cell, unit in sorted(units):
        stacks[cell] = (*stacks.get(cell, ()), unit)
    return stacks


def _hexes(state: State, kind: str) -> set[Hex]:
    """Return the hexes where counters of a kind stand."""
    places = (c.place.hex for c in state.counters.values() if c.kind == kind)
    return {cell for cell in places if cell is not None}


def bridges_in(state: State) -> frozenset[Hex]:
    """Return the hexes with a bridge counter."""
    return frozenset(_hexes(state, BRIDGE))


@lru_cache(maxsize=4)
def board_of(before: Same[State], after: Same[State], game: Same[Game], side: str) -> Board:
    """Return a board, the same one for the same positions."""
    return Board(before.thing, after.thing, game.thing, side)
