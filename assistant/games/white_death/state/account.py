"""What can't be seen on the table: what was done in the turn, the impulse and the phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from builder.convention.line import Barrage, BarrageDie, Commit, Fire, Loss, Morale, Supply
from builder.hexgrid import Hex

__all__ = ["IDLE", "Doing", "Duty", "DutyKind", "Fight", "Going", "Score", "Turn"]


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
        payer: The pool that its assault was declared with, if it followed elsewhere since.
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
    payer: str = ""


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
        hex: Where it came from: of a retreat the hex left, of ice and detection the hex from
            which it entered.
        to: Of ice and detection the hex entered; of the retreat of those found, where they go
            back to.
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
        return self.doings.get(unit, IDLE)


IDLE = Doing()
"""What a unit has done that has done nothing."""


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
