"""The lines of a module's report, as types: one for each act of a game.

A line is the record of an act and the act itself: modules write lines, logs hold them, rules
judge them. Hexes are printed numbers, units and markers data ids, phases, weathers and sides
ids of the game's data, movement points and fire values exact numbers. A field with a default
may be left out of a line; ``forced`` says that a die was set, not rolled (a test of the module).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

__all__ = [
    "DIE_SIDES",
    "IMPULSE_KINDS",
    "Abandon",
    "Advance",
    "Airdrop",
    "Assault",
    "Barrage",
    "BarrageDie",
    "Bridge",
    "Commit",
    "Deploy",
    "Detect",
    "Draw",
    "Enter",
    "Entrain",
    "Fire",
    "Follow",
    "Garrison",
    "Headquarters",
    "Ice",
    "Impulse",
    "Line",
    "Loss",
    "Morale",
    "Move",
    "Note",
    "PhaseStep",
    "Receive",
    "Reequip",
    "Refit",
    "Repair",
    "Replace",
    "Retreat",
    "SetUp",
    "Slip",
    "Supply",
    "TurnStep",
    "Victory",
    "Weather",
]

IMPULSE_KINDS = ("action", "pass")
"""The two kinds of impulse."""

DIE_SIDES = 6
"""Sides of every die in a line, also of those that are added up."""


# --- sequence ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnStep:
    """The turn marker moves."""

    old: int
    new: int


@dataclass(frozen=True, slots=True)
class Weather:
    """The weather of the turn is set, by a die if there was one."""

    now: str
    die: int = 0
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Impulse:
    """A side declares an impulse: its kind and points, and what is left of its turn's points."""

    side: str
    kind: str
    points: int
    left: int


@dataclass(frozen=True, slots=True)
class PhaseStep:
    """The phase of the impulse changes; ids as in the game's data, such as ``movement``."""

    old: str
    new: str


# --- set-up, arrivals, renewal -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetUp:
    """A unit is put down before the game begins."""

    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Garrison:
    """A die decides whether a garrison is released."""

    group: str
    die: int
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """A die decides which reinforcements come; ``draw`` is an id of the game's data."""

    draw: str
    die: int = 0
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Receive:
    """A supply pool receives points."""

    pool: str
    points: int


@dataclass(frozen=True, slots=True)
class Airdrop:
    """A cut-off pool receives points from the air: a die for each."""

    pool: str
    dice: tuple[int, ...]
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Supply:
    """A supply pool pays.

    ``why`` is an activity of the game's data (``assault``, ``barrage``, ``rockets``,
    ``support``) or ``relief``: a turn without the effects of isolation.
    """

    pool: str
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class Replace:
    """A unit regains strength by replacement points; a lost one is rebuilt and enters anew."""

    unit: str
    points: int


@dataclass(frozen=True, slots=True)
class Repair:
    """An AFV unit is repaired."""

    unit: str
    points: int = 1


@dataclass(frozen=True, slots=True)
class Refit:
    """A formation leaves the map to come back at full strength."""

    formation: str


@dataclass(frozen=True, slots=True)
class Reequip:
    """A unit without its equipment leaves the map for new one."""

    unit: str


# --- movement ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Enter:
    """A unit enters the map; the first hex of its way is at the edge."""

    unit: str
    path: tuple[str, ...]
    cost: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Move:
    """A unit moves; the first hex of its way is the one it leaves.

    ``paid`` says that it pays for not being fired at as it leaves its first hex.
    """

    unit: str
    path: tuple[str, ...]
    cost: Fraction = Fraction(0)
    paid: bool = False


@dataclass(frozen=True, slots=True)
class Entrain:
    """A unit goes by rail; ``strength`` is what counts against the turn's limit."""

    unit: str
    path: tuple[str, ...]
    strength: int


@dataclass(frozen=True, slots=True)
class Deploy:
    """An artillery unit deploys."""

    unit: str


@dataclass(frozen=True, slots=True)
class Abandon:
    """A weapons unit abandons its equipment."""

    unit: str


@dataclass(frozen=True, slots=True)
class Bridge:
    """A unit builds or destroys a bridge; ``work`` is ``build`` or ``destroy``."""

    work: str
    bridge: str
    hex: str
    unit: str


@dataclass(frozen=True, slots=True)
class Assault:
    """A unit declares an assault on a hex, as a cavalry charge or not."""

    unit: str
    target: str
    charge: bool = False


@dataclass(frozen=True, slots=True)
class Ice:
    """A die for the ice under an AFV; ``side`` is the hexside as ``2123/2222``, from and to."""

    unit: str
    side: str
    die: int
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Detect:
    """A die for commandos, and who goes with them, that enter a hex among the enemy."""

    units: tuple[str, ...]
    hex: str
    die: int
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Slip:
    """A ski unit retreats before combat."""

    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class Follow:
    """A ski unit follows one that slipped away, and assaults it where it is now."""

    unit: str
    to: str
    target: str


# --- combat ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Barrage:
    """One barrage attack on a hex; a die for each unit in it follows.

    Args:
        target: The hex.
        firers: Units that fire.
        value: The part of their fire value that goes into this attack.
        observed: Whether every firer sees the target or has it seen.
        far: Hexes to the farthest firer.
    """

    target: str
    firers: tuple[str, ...]
    value: Fraction
    observed: bool
    far: int


@dataclass(frozen=True, slots=True)
class BarrageDie:
    """The die of one unit or bunker under the last barrage on its hex, and what it calls for."""

    unit: str
    die: int
    modifier: int
    loss: int
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Headquarters:
    """A side names the controlling headquarters of its units in, or assaulting, a hex."""

    hex: str
    side: str
    formation: str


@dataclass(frozen=True, slots=True)
class Commit:
    """A unit or bunker commits its fire against the enemies in a hex.

    Args:
        unit: Who fires.
        kind: ``conventional``, ``antitank`` or ``support``.
        target: The hex whose units the value may hit.
        value: What it adds to the hex's pool of that kind (support: the conventional one).
        share: The part of the unit's fire that goes there.
        stack: The hex of the friendly stack that support is given to, else empty.
    """

    unit: str
    kind: str
    target: str
    value: Fraction
    share: Fraction = Fraction(1)
    stack: str = ""


@dataclass(frozen=True, slots=True)
class Fire:
    """One attack on one unit, out of the pool of its hex.

    Args:
        kind: ``conventional``, ``antitank``, or ``exit``: antitank fire at an AFV as it leaves
            a zone of control; ``detected``: at commandos that were found out.
        target: The unit fired at.
        value: The part of the pool.
        defence: Its defence value.
        column: Heading of the table's column, ``none`` below the first.
        die: The roll, 0 if there is none.
        result: The cell of the table, ``none`` if blank.
        firers: Who fires, of kind ``exit`` and ``detected`` only.
        hex: The hex that the target leaves, or was found in, of these kinds only.
    """

    kind: str
    target: str
    value: Fraction
    defence: Fraction
    column: str
    die: int
    result: str
    firers: tuple[str, ...] = ()
    hex: str = ""
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Loss:
    """A unit or bunker loses strength.

    ``why``: ``fire``, ``barrage``, ``rout``, ``retreat``, ``ice``, ``stacking`` (a unit too many
    in its hex) or ``setup`` (to date).
    """

    unit: str
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class Morale:
    """A unit checks its morale.

    Args:
        unit: The unit.
        roll: Sum of the dice.
        modifier: What is added to it.
        result: ``pass``, ``fail`` or ``rout``.
        why: Parts of the modifier, each as ``name:+n``.
    """

    unit: str
    roll: int
    modifier: int
    result: str
    why: tuple[str, ...] = ()
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Retreat:
    """A unit retreats; the first hex of its way is the one it leaves."""

    unit: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Advance:
    """A unit that assaulted a hex enters it after the combat."""

    unit: str
    to: str


# --- the rest ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Victory:
    """Victory points are recorded."""

    item: str
    points: int


@dataclass(frozen=True, slots=True)
class Note:
    """A remark; blanks are written as underscores."""

    text: str


Line = (
    TurnStep
    | Weather
    | Impulse
    | PhaseStep
    | SetUp
    | Garrison
    | Draw
    | Receive
    | Airdrop
    | Supply
    | Replace
    | Repair
    | Refit
    | Reequip
    | Enter
    | Move
    | Entrain
    | Deploy
    | Abandon
    | Bridge
    | Assault
    | Ice
    | Detect
    | Slip
    | Follow
    | Barrage
    | BarrageDie
    | Headquarters
    | Commit
    | Fire
    | Loss
    | Morale
    | Retreat
    | Advance
    | Victory
    | Note
)
