"""The complete position of a game in play (appendix A of the rules' ledger), immutable.

What lasts is in :class:`Piece`, :class:`Force` and :class:`Position`; what ends with a turn in
:class:`Turn`, with an impulse in :class:`Going` and :class:`Doing`, with a phase in
:class:`Fight`. Every change makes a new position; the parts that don't change are shared, so
that what was worked out from them (zones of control, supply) can be kept by identity.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from assistant.games.white_death.banks import Bank
from builder.convention.line import Barrage, BarrageDie, Commit, Fire, Loss, Morale, Supply
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


class Box(StrEnum):
    """Where a unit is that isn't on the map, or that it is there."""

    MAP = "map"
    SET_UP = "set-up"
    """It sets up before the game and hasn't yet."""
    DUE = "due"
    """It arrives in some turn, or may still be brought by a draw."""
    REBUILT = "rebuilt"
    """It was lost and has been rebuilt by replacements; it enters in this turn or later."""
    AWAY = "away"
    """It left for refit or new equipment; :attr:`Piece.back` says when it comes back."""
    LOST = "lost"
    UNUSED = "unused"
    """It takes no part in the scenario."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit.

    Args:
        strength: Strength points left; 0 if it is lost.
        at: Its hex, ``None`` if it isn't on the map.
        box: Where it is.
        deployed: Whether it is deployed (artillery).
        abandoned: Whether it has abandoned its equipment.
        back: Turn in which it comes back, if it is away.
        bank: In thaw, in a river: the bank it entered from; ``UNSURE`` if that isn't known,
            ``ALONG`` if it came from a bridge and either bank is its own.
    """

    strength: int
    at: Hex | None = None
    box: Box = Box.MAP
    deployed: bool = False
    abandoned: bool = False
    back: int = 0
    bank: Bank = Bank.UNSURE


@dataclass(frozen=True, slots=True)
class Bunker:
    """A bunker that stands: its hex and its strength."""

    at: Hex
    strength: int


@dataclass(frozen=True, slots=True)
class Force:
    """The units of one side.

    Args:
        pieces: By unit id.
        stacks: Ids of the units in each hex of the map, in order of arrival there.
    """

    pieces: Mapping[str, Piece]
    stacks: Mapping[Hex, tuple[str, ...]]

    @classmethod
    def of(cls, pieces: Mapping[str, Piece]) -> Force:
        """Return a force, its stacks sorted by unit id."""
        stacks: dict[Hex, tuple[str, ...]] = {}
        for id_ in sorted(pieces):
            cell = pieces[id_].at
            if cell is not None:
                stacks[cell] = (*stacks.get(cell, ()), id_)
        return cls(MappingProxyType(dict(pieces)), MappingProxyType(stacks))

    def with_piece(self, id_: str, piece: Piece) -> Force:
        """Return the force with one unit changed; ``stacks`` is the same if it stays in place."""
        old = self.pieces[id_].at
        pieces = MappingProxyType({**self.pieces, id_: piece})
        if old == piece.at:
            return Force(pieces, self.stacks)
        stacks = dict(self.stacks)
        if old is not None:
            rest = tuple(each for each in stacks[old] if each != id_)
            if rest:
                stacks[old] = rest
            else:
                del stacks[old]
        if piece.at is not None:
            stacks[piece.at] = (*stacks.get(piece.at, ()), id_)
        return Force(pieces, MappingProxyType(stacks))


@dataclass(frozen=True, slots=True)
class Doing:
    """What a unit has done in the impulse that is going on.

    Args:
        spent: Parts of a movement point spent.
        began: The hex where it stood when its movement phase began, ``None`` off the map.
        in_zone: Whether that was in an enemy zone of control.
        moved: Whether it has left a hex.
        halted: Whether it may move no further.
        railed: Whether it went by rail.
        target: The hex it declared an assault on.
        charging: Whether it charges there.
        failed: Phase in which it failed its morale check, empty if it didn't.
        routed: Phase in which it routed, empty if it didn't.
        barraged: The hex it fired a barrage at.
        slipped: The hex it slipped away from before combat.
        followed: Whether it followed a unit that slipped away.
        assaulted: The hex it assaulted, even if it failed since.
        way: The hexes of its way in the movement phase, the one it left first included.
        paid: Whether it paid for not being fired at as it left its first hex (3A.4).
    """

    spent: int = 0
    began: Hex | None = None
    in_zone: bool = False
    moved: bool = False
    halted: bool = False
    railed: bool = False
    target: Hex | None = None
    charging: bool = False
    failed: str = ""
    routed: str = ""
    barraged: Hex | None = None
    slipped: Hex | None = None
    followed: bool = False
    assaulted: Hex | None = None
    way: tuple[Hex, ...] = ()
    paid: bool = False


class DutyKind(StrEnum):
    """What a rule demands to be done before the game goes on."""

    LOSS = "loss"
    MORALE = "morale"
    RETREAT = "retreat"
    ICE = "ice"
    DETECT = "detect"


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that a unit still has to do or suffer.

    Args:
        kind: What.
        unit: The unit or bunker.
        points: Strength points to lose; for a check the number added for losses or result.
        why: For a loss as in the line ``loss``, else the kind of fire or the rule.
        hex: Where it came from: of a retreat the hex left, of ice the hex beyond the hexside, of
            detection the hex from which it entered.
        to: Of detection the hex entered; of the retreat of those found, where they go back to.
    """

    kind: DutyKind
    unit: str
    points: int = 0
    why: str = ""
    hex: Hex | None = None
    to: Hex | None = None


@dataclass(frozen=True, slots=True)
class Fight:
    """What has happened in the phase that is going on.

    Args:
        commits: Fire committed.
        attacks: Attacks made.
        aims: Of each attack the hex fired at and, of defensive fire, the hex fired from.
        bare: Units fired at that had abandoned their equipment by then.
        barrages: Barrage attacks made.
        under: Units and bunkers under each barrage attack when it was made.
        dice: Dice of barrages, each with the index of its attack in ``barrages``.
        losses: Strength lost, in order.
        settled: Strength lost by barrage for which a check has been called for, by unit.
        checks: Morale checks made.
        duties: What is still to be done, in order.
        routed: Units that routed in the phase, by the hex they stood in.
        eliminated: Units wholly eliminated in the phase, by the hex they stood in.
        strengths: Strength at the beginning of the phase of units and bunkers that lost some.
        stood: Stacks at the beginning of the phase, by side; empty if not known.
    """

    commits: tuple[Commit, ...] = ()
    attacks: tuple[Fire, ...] = ()
    aims: tuple[tuple[Hex, Hex | None], ...] = ()
    bare: frozenset[str] = frozenset()
    barrages: tuple[Barrage, ...] = ()
    under: tuple[tuple[str, ...], ...] = ()
    dice: tuple[tuple[int, BarrageDie], ...] = ()
    losses: tuple[Loss, ...] = ()
    settled: Mapping[str, int] = field(default_factory=dict)
    checks: tuple[Morale, ...] = ()
    duties: tuple[Duty, ...] = ()
    routed: Mapping[Hex, tuple[str, ...]] = field(default_factory=dict)
    eliminated: Mapping[Hex, tuple[str, ...]] = field(default_factory=dict)
    strengths: Mapping[str, int] = field(default_factory=dict)
    stood: Mapping[str, Mapping[Hex, tuple[str, ...]]] = field(default_factory=dict)

    def duty(self, kind: DutyKind, unit: str) -> Duty | None:
        """Return the first duty of a kind that a unit has, if it has one."""
        return next((d for d in self.duties if d.kind is kind and d.unit == unit), None)


@dataclass(frozen=True, slots=True)
class Going:
    """The impulse that is going on.

    Args:
        side: Id of the phasing side.
        kind: ``action`` or ``pass``.
        points: Movement points declared.
        number: 1 for the first impulse of the turn.
        own: 1 for the first impulse of its side in the turn.
        supplied: Artillery units in supply, of both sides, as fixed at its beginning (15.1).
        isolated: Isolated units of both sides, as fixed at its beginning.
        relieved: Isolated units freed from the effects by a supply point (15D.5).
        otherwise: Supply and isolation under another reading of an unclear place, where they
            differ, by the place's id and the value of its switch.
        paid: Supply points paid in it.
        owed: Supply pools and the activities that they have to pay for: assaults and barrages,
            rockets fired at full, support in defence with printed factors.
        headquarters: Controlling formation by hex and side.
        doings: By unit id.
    """

    side: str
    kind: str
    points: int
    number: int
    own: int
    supplied: frozenset[str] = frozenset()
    isolated: frozenset[str] = frozenset()
    relieved: frozenset[str] = frozenset()
    otherwise: Mapping[tuple[str, str], tuple[frozenset[str], frozenset[str]]] = field(
        default_factory=dict
    )
    paid: tuple[Supply, ...] = ()
    owed: frozenset[tuple[str, str]] = frozenset()
    headquarters: Mapping[tuple[Hex, str], str] = field(default_factory=dict)
    doings: Mapping[str, Doing] = field(default_factory=dict)

    def doing(self, unit: str) -> Doing:
        """Return what a unit has done."""
        return self.doings.get(unit, _IDLE)


_IDLE = Doing()


@dataclass(frozen=True, slots=True)
class Turn:
    """What has happened in the turn that is going on.

    Args:
        spent: Movement points declared, by side id.
        impulses: Impulses declared, by side id.
        weathered: Whether its weather has been set.
        received: Supply points received, by pool; a pool that isn't there has yet to receive.
        relief: Whether a point was paid to free the city of the effects of isolation.
        railed: Strength points moved by rail, by side id.
        repaired: Strength points of AFVs repaired, by side id.
        replaced: Replacement points used, by side id.
        rolled: Garrison groups that have been rolled for.
        refitted: Formations that left for refit.
    """

    spent: Mapping[str, int] = field(default_factory=dict)
    impulses: Mapping[str, int] = field(default_factory=dict)
    weathered: bool = False
    received: Mapping[str, int] = field(default_factory=dict)
    relief: bool = False
    railed: Mapping[str, int] = field(default_factory=dict)
    repaired: Mapping[str, int] = field(default_factory=dict)
    replaced: Mapping[str, int] = field(default_factory=dict)
    rolled: frozenset[str] = frozenset()
    refitted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """What counts for victory and can't be seen from the table.

    Args:
        towns: Towns (or town hexes) held at the end of impulses, counted by whose impulse.
        holders: Side that last occupied a hex that counts.
        isolated: Strength points lost while isolated, by side id.
        rebuilt: Strength points that came back, by side id.
        bunkers: Bunkers destroyed or captured in this game.
        recorded: Victory points as lines recorded them, by item.
    """

    towns: Mapping[str, int] = field(default_factory=dict)
    holders: Mapping[Hex, str] = field(default_factory=dict)
    isolated: Mapping[str, int] = field(default_factory=dict)
    rebuilt: Mapping[str, int] = field(default_factory=dict)
    bunkers: tuple[str, ...] = ()
    recorded: Mapping[str, int] = field(default_factory=dict)


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
        return self.going.doing(unit) if self.going is not None else _IDLE

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
