"""The complete position of a game in play (appendix A of the rules' ledger), immutable.

What lasts is in :class:`Piece`, :class:`Force` and :class:`Position`; what ends with a turn in
:class:`Turn`, with an impulse in :class:`Going` and :class:`Doing`, with a phase in
:class:`Fight`. Every change makes a new position; the parts that don't change are shared, so
that what was worked out from them (zones of control, supply) can be kept by identity.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from assistant.games.white_death.state.account import (
    IDLE,
    Doing,
    Duty,
    DutyKind,
    Fight,
    Going,
    Score,
    Turn,
)
from assistant.games.white_death.state.pieces import Box, Bunker, Force, Piece
from builder.hexgrid import Hex

__all__ = [
    "Box",
    "Bunker",
    "Doing",
    "Duty",
    "DutyKind",
    "Fight",
    "Force",
    "Going",
    "Piece",
    "Position",
    "Score",
    "Turn",
]


@dataclass(frozen=True, slots=True)
class Position:
    """Everything a game needs to go on.

    Args:
        scenario: Id of the scenario, empty if unknown.
        number: Number of the turn; 0 or the first turn before the game has begun.
        weather: Id of the weather, empty if not set yet.
        phase: Id of the phase, empty outside any.
        forces: By side id.
        bunkers: Bunkers that stand, by marker id.
        bridges: Hexes of the bridges that stand, by marker id.
        gone: Ids of bridge markers that can't be built (again).
        pools: Supply points by id of the pool's marker; a pool that isn't there is unknown.
        turn: The turn that is going on.
        going: The impulse that is going on, ``None`` between impulses.
        fight: The phase that is going on.
        released: Groups of units that are released garrisons.
        drawn: Dice of draws of reinforcements, by id of the draw.
        lapsed: Draws that were called for in an impulse that ended without them.
        score: What counts for victory.
        over: Whether the last turn is over.
    """

    scenario: str
    number: int
    weather: str
    phase: str
    forces: Mapping[str, Force]
    bunkers: Mapping[str, Bunker] = field(default_factory=dict)
    bridges: Mapping[str, Hex] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()
    pools: Mapping[str, int] = field(default_factory=dict)
    turn: Turn = field(default_factory=Turn)
    going: Going | None = None
    fight: Fight = field(default_factory=Fight)
    released: frozenset[str] = frozenset()
    drawn: Mapping[str, int] = field(default_factory=dict)
    lapsed: frozenset[str] = frozenset()
    score: Score = field(default_factory=Score)
    over: bool = False

    # --- looking ---------------------------------------------------------------------------

    def piece(self, unit: str) -> Piece | None:
        """Return a unit as it is now, ``None`` if there is no such unit."""
        for force in self.forces.values():
            found = force.pieces.get(unit)
            if found is not None:
                return found
        return None

    def side_of(self, unit: str) -> str:
        """Return the side of a unit, empty if there is no such unit."""
        return next((side for side, force in self.forces.items() if unit in force.pieces), "")

    def stack(self, cell: Hex, side: str) -> tuple[str, ...]:
        """Return the units of a side in a hex."""
        return self.forces[side].stacks.get(cell, ())

    def holder(self, cell: Hex) -> str:
        """Return the side that has units in a hex, empty if none has."""
        return next((side for side, f in self.forces.items() if cell in f.stacks), "")

    def bunker_in(self, cell: Hex) -> str:
        """Return the id of the bunker in a hex, empty if there is none."""
        return next((id_ for id_, bunker in self.bunkers.items() if bunker.at == cell), "")

    def doing(self, unit: str) -> Doing:
        """Return what a unit has done in this impulse."""
        return self.going.doing(unit) if self.going is not None else IDLE

    @property
    def phasing(self) -> str:
        """Id of the phasing side, empty between impulses."""
        return self.going.side if self.going is not None else ""

    @property
    def turn_begun(self) -> bool:
        """Whether an impulse of the turn has been declared, as far as is known."""
        return self.going is not None or any(self.turn.impulses.values())

    def new_fight(self) -> Fight:
        """Return the account of a phase that begins now."""
        return Fight(stood={side: force.stacks for side, force in self.forces.items()})

    # --- changing --------------------------------------------------------------------------

    def with_piece(self, unit: str, **changes: Any) -> Position:  # noqa: ANN401 - of Piece
        """Return the position with some fields of one unit changed."""
        side = self.side_of(unit)
        force = self.forces[side]
        changed = force.with_piece(unit, replace(force.pieces[unit], **changes))
        return replace(self, forces={**self.forces, side: changed})

    def with_doing(self, unit: str, **changes: Any) -> Position:  # noqa: ANN401 - of Doing
        """Return the position with some of what a unit has done changed; between impulses none."""
        if self.going is None:
            return self
        doing = replace(self.going.doing(unit), **changes)
        going = replace(self.going, doings={**self.going.doings, unit: doing})
        return replace(self, going=going)

    def with_duties(self, *duties: Duty) -> Position:
        """Return the position with more to be done."""
        return replace(self, fight=replace(self.fight, duties=(*self.fight.duties, *duties)))

    def without_duty(self, duty: Duty) -> Position:
        """Return the position with one duty done; of equal ones the first."""
        rest = list(self.fight.duties)
        if duty in rest:
            rest.remove(duty)
        return replace(self, fight=replace(self.fight, duties=tuple(rest)))
