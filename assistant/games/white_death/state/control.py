"""Which hexes the units of a side control: rule 3, for a complete position."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from assistant.engine.identity import Beside, Same
from assistant.games.white_death.banks import Bank, banks_of
from assistant.games.white_death.ground import Ground, ground_of
from assistant.games.white_death.names import TOWN
from assistant.games.white_death.state.position import Bunker, Piece, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex
from builder.model.game import Game, Kind

__all__ = [
    "Control",
    "control",
    "ground_for",
    "is_thaw",
    "kind_of",
    "mobility_of",
    "surely_controls",
]

Control = Mapping[Hex, tuple[str, ...]]
"""Ids of the units that control a hex; hexes that nobody controls aren't in it."""

_READINGS = ("A-16", "A-17", "A-18")
"""Unclear places whose reading changes what is controlled."""


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


def kind_of(unit: str, position: Position, rules: Ruleset) -> Kind:
    """Return the class of a unit; one without its equipment is personnel: A-76.

    Raises:
        KeyError: There is no such unit.
    """
    piece = position.piece(unit)
    return Kind.PERSONNEL if piece is not None and piece.abandoned else rules.unit(unit).kind


def ground_for(mobility: str, position: Position, rules: Ruleset) -> Ground:
    """Return the map as a mobility meets it in a position, bridges and weather included."""
    bridges = frozenset(position.bridges.values())
    return ground_of(rules.game, mobility, position.weather, bridges, rules.turned_readings)


def control(position: Position, rules: Ruleset, side: str) -> Control:
    """Return the hexes that the units of a side control.

    Kept as long as that side's stacks, the weather, bunkers and bridges stay what they are.
    Where thaw binds a unit in a river whose bank isn't known, what it may control is in it;
    see :func:`surely_controls`.
    """
    pieces = position.forces[side].pieces
    thaw = is_thaw(position, rules)
    return _control(
        Same(position.forces[side].stacks),
        Same(position.bridges),
        Same(position.bunkers),
        Same(pieces) if thaw else Same(_STILL),
        position.weather,
        _abandoned(Same(pieces)),
        tuple(map(rules.reads, _READINGS)),
        Same(rules.game),
        Beside((position, rules)),
    )


def surely_controls(unit: str, to: Hex, position: Position, rules: Ruleset) -> bool:
    """Tell of a unit that controls a hex whether that is sure: in thaw a bank may be unknown."""
    thaw, piece = rules.game.special.thaw, position.piece(unit)
    if thaw is None or piece is None or piece.at is None or not is_thaw(position, rules):
        return True
    mobility = mobility_of(unit, position, rules)
    ground = ground_for(mobility, position, rules)
    out_of_river = piece.at in ground.rivers and to not in ground.rivers
    if mobility not in thaw.barred or not out_of_river or rules.reads("A-17") == "far_bank":
        return True
    side = banks_of(Same(rules.game.map)).of(piece.at, to)
    return Bank.ALONG in (side, piece.bank) or Bank.UNSURE not in (side, piece.bank)


@lru_cache(maxsize=64)
def _abandoned(pieces: Same[Mapping[str, Piece]]) -> frozenset[str]:
    """Return the units that have abandoned their equipment."""
    return frozenset(id_ for id_, piece in pieces.thing.items() if piece.abandoned)


_STILL: Mapping[str, object] = {}
"""Stands for the units where only their hexes matter."""


@lru_cache(maxsize=64)
def _control(  # noqa: PLR0913, PLR0917 - the parts of a position that zones depend on
    stacks: Same[Mapping[Hex, tuple[str, ...]]],
    bridges: Same[Mapping[str, Hex]],
    bunkers: Same[Mapping[str, Bunker]],
    pieces: Same[Mapping[str, object]],
    weather: str,
    abandoned: frozenset[str],
    readings: tuple[str, ...],
    game: Same[Game],
    where: Beside[tuple[Position, Ruleset]],
) -> Control:
    """Work the zones out."""
    del bridges, bunkers, pieces, weather, abandoned, readings, game
    position, rules = where.thing
    covers: dict[str, _Cover] = {}
    found: dict[Hex, list[str]] = {}
    for cell, units in stacks.thing.items():
        for unit in units:
            if len(units) == 1 and _alone(unit, cell, position, rules):
                continue
            mobility = mobility_of(unit, position, rules)
            cover = covers.get(mobility)
            if cover is None:
                cover = covers[mobility] = _cover(mobility, position, rules)
            for to in cover.around(cell):
                if cover.bound and not _reaches(unit, cell, to, cover.ground, position, rules):
                    continue
                if to in found:
                    found[to].append(unit)
                else:
                    found[to] = [unit]
    return {cell: tuple(units) for cell, units in found.items()}


def _alone(unit: str, cell: Hex, position: Position, rules: Ruleset) -> bool:
    """Tell whether a unit alone in its hex has no zone because it isn't stacked: 3.1, A-16.

    Weapons companies have none; one without its equipment has become personnel (23).
    """
    group, piece = rules.game.special.no_zone_alone, position.piece(unit)
    if not group or unit not in rules.group(group) or (piece is not None and piece.abandoned):
        return False
    return not (rules.reads("A-16") == "bunkers_count" and position.bunker_in(cell))


class _Cover:
    """What units of one mobility control around each hex, towns excepted: 3D, 3E."""

    def __init__(self, game: Game, ground: Ground, *, bound: bool) -> None:
        """Keep the ground, and whether thawed rivers bind the mobility."""
        self.ground, self.bound = ground, bound
        self._terrain = game.map.hexes
        self._around: dict[Hex, tuple[Hex, ...]] = {}

    def around(self, cell: Hex) -> tuple[Hex, ...]:
        """Return the hexes that a unit in a hex could enter, but for what thaw forbids."""
        known = self._around.get(cell)
        if known is None:
            terrain = self._terrain
            known = self._around[cell] = tuple(
                to
                for to, edge in self.ground.edges(cell).items()
                if not edge.bar and TOWN not in terrain[to].terrain
            )
        return known


def _cover(mobility: str, position: Position, rules: Ruleset) -> _Cover:
    """Return what a mobility controls in a position."""
    thaw = rules.game.special.thaw
    bound = thaw is not None and is_thaw(position, rules) and mobility in thaw.barred
    return _cover_of(Same(rules.game), Same(ground_for(mobility, position, rules)), bound=bound)


@lru_cache(maxsize=64)
def _cover_of(game: Same[Game], ground: Same[Ground], *, bound: bool) -> _Cover:
    """Make such a cover once."""
    return _Cover(game.thing, ground.thing, bound=bound)


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
