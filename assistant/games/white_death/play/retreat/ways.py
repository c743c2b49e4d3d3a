"""Where a unit may retreat to, and by which way (14B, 14C.1, 4, 19)."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from assistant.engine.identity import Same
from assistant.games.white_death.banks import Bank, banks_of
from assistant.games.white_death.ground import Ground
from assistant.games.white_death.play.movement.crossing import Crossing, crossing
from assistant.games.white_death.play.stacking.limits import fits
from assistant.games.white_death.state.control import (
    Control,
    control,
    ground_for,
    is_thaw,
    mobility_of,
)
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex, distance

__all__ = ["Field", "field_of", "retreats"]


@dataclass(frozen=True, slots=True)
class Field:
    """The map as a unit meets it that moves in combat: what bars it, where it may stay.

    Args:
        position: The position.
        unit: The unit.
        side: Its side.
        rules: The rules.
        ground: The map for its mobility.
        zone: What the enemy controls.
        bound: Whether thaw binds it to the bank it came from (16B).
    """

    position: Position
    unit: str
    side: str
    rules: Ruleset
    ground: Ground
    zone: Control
    bound: bool

    def bars(self, cell: Hex, to: Hex, bank: Bank) -> tuple[str, ...]:
        """Return the atoms that forbid a step, none if it is allowed.

        Args:
            cell: The hex left.
            to: The hex entered.
            bank: In a river: the bank the unit came from.
        """
        edge = self.ground.edges(cell).get(to)
        if edge is None:
            return ("WD-14B.2",)
        wrong = {
            "WD-6A.4": bool(self.position.stack(to, self.rules.enemy(self.side))),
            "WD-19.5": self.bunkered(to),
            edge.bar: bool(edge.bar),
            "WD-16B.1": self.bound and self.crossing(cell, to, bank).crosses,
        }
        return tuple(rule for rule, is_ in wrong.items() if is_)

    def crossing(self, cell: Hex, to: Hex, bank: Bank) -> Crossing:
        """Return on which bank of a river a step leads, and whether it goes over it."""
        banks = banks_of(Same(self.rules.game.map))
        free = self.rules.reads("A-19") == "free"
        return crossing(cell, to, bank, rivers=self.ground.rivers, banks=banks, free=free)

    def bunkered(self, cell: Hex) -> bool:
        """Tell whether a bunker of the enemy is in a hex: 19."""
        marker = self.rules.game.markers.get(self.position.bunker_in(cell))
        return marker is not None and marker.side != self.side

    def room(self, cell: Hex) -> bool:
        """Tell whether stacking lets the unit stay in a hex: 4."""
        return fits(self.position, cell, self.side, self.rules, (self.unit,))

    def stays(self, cell: Hex) -> bool:
        """Tell whether a retreat could end in a hex as far as zones and stacking go."""
        return cell not in self.zone and self.room(cell)


def field_of(position: Position, unit: str, rules: Ruleset) -> Field:
    """Return how a unit on the map meets it now."""
    side, mobility = position.side_of(unit), mobility_of(unit, position, rules)
    thaw = rules.game.special.thaw
    return Field(
        position=position,
        unit=unit,
        side=side,
        rules=rules,
        ground=ground_for(mobility, position, rules),
        zone=control(position, rules, rules.enemy(side)),
        bound=thaw is not None and is_thaw(position, rules) and mobility in thaw.barred,
    )


def retreats(position: Position, unit: str, rules: Ruleset) -> Mapping[Hex, tuple[Hex, ...]]:
    """Return every hex where a retreat of a unit may end, each with one way there.

    It ends two hexes away, in distance, not in steps (A-79); where enemy zones of control or
    stacking don't let the unit stay there it goes on, hex by hex, to the first hex where it can,
    no nearer than that. Enemy units, prohibited terrain, enemy bunkers and the edge of the map
    bar the way. That it leads away from the enemy on the whole is for people to judge.

    Args:
        position: The position.
        unit: A unit on the map.
        rules: The rules.

    Returns:
        Ways by their last hex, each from the unit's hex; empty if the unit is eliminated
        instead, or isn't on the map.
    """
    piece, morale = position.piece(unit), rules.game.combat.morale
    if piece is None or piece.at is None or morale is None:
        return {}
    field, start, most = field_of(position, unit, rules), piece.at, morale.retreat
    ends: dict[Hex, tuple[Hex, ...]] = {}
    ways: dict[tuple[Hex, Bank], tuple[Hex, ...]] = {(start, piece.bank): (start,)}
    queue = deque(ways)
    while queue:
        cell, bank = queue.popleft()
        way, far = ways[cell, bank], distance(start, cell)
        done = far >= most and field.stays(cell)
        if done:
            ends.setdefault(cell, way)
        for to in field.ground.edges(cell):
            within = far <= most and distance(start, to) <= most
            if (done and not within) or field.bars(cell, to, bank):
                continue
            node = to, field.crossing(cell, to, bank).bank
            if node not in ways and to != start:
                ways[node] = (*way, to)
                queue.append(node)
    return ends
