"""Who moves, and what the ground and the enemy are to it: rules 3, 6A and 7 for one unit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from assistant.engine.identity import Same
from assistant.engine.movement import Charge, parts
from assistant.games.white_death.banks import Bank, Banks, banks_of
from assistant.games.white_death.ground import Edge, Ground, ground_of
from assistant.games.white_death.names import LEAVE_ZOC, SKI
from assistant.games.white_death.state.control import (
    Control,
    control,
    is_thaw,
    mobility_of,
    surely_controls,
)
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex
from builder.model.game import Game, Kind

__all__ = ["Mover", "Start", "is_commando", "mover_of", "start_of"]

_BY_WAY = "A-03"


@dataclass(frozen=True, slots=True)
class Start:
    """How a unit stands where it begins to move, or moves on.

    Args:
        at: The hex.
        bank: Its bank there, if it is in a river.
        first: Whether it hasn't left a hex in the phase.
        in_zone: Whether it began the phase in an enemy zone of control.
        halted: Whether it may not move on.
        by_road: Whether it may have come along a road or railway (A-03).
        spent: Parts of a point spent before.
    """

    at: Hex
    bank: Bank = Bank.UNSURE
    first: bool = True
    in_zone: bool = False
    halted: bool = False
    by_road: bool = True
    spent: int = 0


@dataclass(frozen=True, slots=True)
class Mover:
    """A unit on the move.

    Args:
        unit: Its id.
        side: Id of its side.
        enemy: Id of the other side.
        mobility: Letter of the chart's column.
        afv: Whether it is an AFV.
        weapons: Whether it is a weapons unit that has its equipment.
        commando: Whether it may try to pass the enemy, as or with commandos (21C).
        bound: Whether thawed rivers bind it (16B).
        ground: The map as its mobility meets it.
        way_ground: The same if it came along a road or railway; differs by A-03 only.
        zones: The enemy's zones of control.
        banks: The banks of the rivers.
        position: The position.
        rules: The rules.
    """

    unit: str
    side: str
    enemy: str
    mobility: str
    afv: bool
    weapons: bool
    commando: bool
    bound: bool
    ground: Ground
    way_ground: Ground
    zones: Control
    banks: Banks
    position: Position
    rules: Ruleset

    @property
    def ski(self) -> bool:
        """Whether it is a ski unit in the sense of 3B."""
        return self.mobility == SKI and not self.afv

    def edge(self, cell: Hex, to: Hex, *, by_road: bool) -> Edge | None:
        """Return a step on the ground, ``None`` if the hexes aren't adjacent."""
        ground = self.way_ground if by_road else self.ground
        return ground.edges(cell).get(to)

    def holders(self, cell: Hex) -> tuple[str, ...]:
        """Return the enemies that control a hex."""
        return self.zones.get(cell, ())

    def sure(self, cell: Hex, holders: tuple[str, ...]) -> bool:
        """Tell whether one of some enemies surely controls a hex; in thaw banks may be unknown."""
        return any(surely_controls(unit, cell, self.position, self.rules) for unit in holders)

    def halting(self, cell: Hex) -> tuple[str, ...]:
        """Return the enemies in whose zone this unit must stop: 3.3, 3A.1, 3B.1, 21C.5."""
        holders = self.holders(cell)
        if not holders or self.afv or self.commando:
            return ()
        if not self.ski:
            return holders
        return tuple(u for u in holders if mobility_of(u, self.position, self.rules) == SKI)

    def occupants(self, cell: Hex) -> tuple[str, ...]:
        """Return what shuts a hex to this unit: enemy units, or their bunker (6A.4, 19.5)."""
        units = self.position.stack(cell, self.enemy)
        if units or not self.position.bunkers:
            return units
        bunker = self.position.bunker_in(cell)
        return (bunker,) if bunker and bunker in _barring(self.side, self.rules) else ()

    def toll(self, cell: Hex, start: Start, *, paid: bool) -> Charge | None:
        """Return what it costs to leave a hex beside what the ground costs: 3.5, 3A.4, 3B.

        Args:
            cell: The hex left.
            start: How the unit stands in it.
            paid: Whether an AFV pays for not being fired at.
        """
        price = _leave_zoc(Same(self.rules.game))
        if start.first:
            if not start.in_zone:
                return None
            if self.afv:
                reason = "not to be fired at on leaving the zone"
                return Charge(price, reason, "WD-3A.4") if paid else None
            if self.ski and self.rules.reads("A-09") == "0":
                return None
            return Charge(price, "leaving enemy ZOC", "WD-3.5")
        holders = self.holders(cell)
        if not self.ski or not holders or self.commando:
            return None
        times = len(holders) if self.rules.reads("A-08") == "true" else 1
        return Charge(price * times, "leaving enemy ZOC on ski", "WD-3B.2")


@lru_cache(maxsize=8)
def _leave_zoc(game: Same[Game]) -> int:
    """Return the parts of a point that leaving a zone of control costs."""
    return parts(game.thing.chart.activities[LEAVE_ZOC])


@lru_cache(maxsize=32)
def _barring(side: str, rules: Ruleset) -> frozenset[str]:
    """Return the ids of the bunkers that a side may only assault."""
    markers = rules.game.markers.values()
    return frozenset(marker.id for marker in markers if marker.side not in {"", side})


def mover_of(position: Position, unit: str, rules: Ruleset, *, guided: bool = False) -> Mover:
    """Return a unit as a mover.

    Args:
        position: The position.
        unit: Its id.
        rules: What it is judged by.
        guided: Whether commandos lead it.

    Raises:
        KeyError: There is no such unit in the position.
    """
    side = position.side_of(unit)
    piece = position.forces[side].pieces[unit]
    data, game = rules.unit(unit), rules.game
    mobility = mobility_of(unit, position, rules)
    ground, way_ground = _grounds(position, mobility, rules)
    thaw = game.special.thaw
    return Mover(
        unit=unit,
        side=side,
        enemy=rules.enemy(side),
        mobility=mobility,
        afv=data.kind is Kind.AFV,
        weapons=data.kind is Kind.WEAPONS and not piece.abandoned,
        commando=guided or is_commando(unit, rules),
        bound=thaw is not None and is_thaw(position, rules) and mobility in thaw.barred,
        ground=ground,
        way_ground=way_ground,
        zones=control(position, rules, rules.enemy(side)),
        banks=banks_of(Same(game.map)),
        position=position,
        rules=rules,
    )


def is_commando(unit: str, rules: Ruleset) -> bool:
    """Tell whether a unit is one of the commandos: 21C."""
    detection = rules.game.special.detection
    return detection is not None and unit in rules.group(detection.group)


def _grounds(position: Position, mobility: str, rules: Ruleset) -> tuple[Ground, Ground]:
    """Return the map for a mobility, and for one that came along a road."""
    bridges = frozenset(position.bridges.values())
    turned = rules.turned_readings
    usual = ground_of(rules.game, mobility, position.weather, bridges, turned - {_BY_WAY})
    if _BY_WAY not in turned:
        return usual, usual
    return usual, ground_of(rules.game, mobility, position.weather, bridges, turned)


def start_of(mover: Mover, at: Hex | None = None) -> Start:
    """Return how a unit stands in the position, or would if it stood elsewhere.

    Args:
        mover: The unit.
        at: Another hex than its own.

    Raises:
        ValueError: It isn't on the map, and no hex is given (a programming mistake).
    """
    position, unit = mover.position, mover.unit
    piece, doing = position.piece(unit), position.doing(unit)
    here = piece.at if piece is not None else None
    cell = at if at is not None else here
    if cell is None or piece is None:
        raise ValueError(f"{unit} isn't on the map")
    began = doing.began is not None
    return Start(
        at=cell,
        bank=piece.bank if cell == here else Bank.UNSURE,
        first=not doing.moved,
        in_zone=doing.in_zone if began else bool(mover.holders(cell)),
        halted=doing.halted or (doing.moved and bool(mover.halting(cell))),
        by_road=_came_by_road(mover, doing.way),
        spent=doing.spent,
    )


def _came_by_road(mover: Mover, way: tuple[Hex, ...]) -> bool:
    """Tell whether a unit came along a road; true if it isn't known."""
    if len(way) < 2:
        return True
    edge = mover.ground.edges(way[-2]).get(way[-1])
    return edge is not None and edge.along
