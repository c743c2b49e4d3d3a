"""Special rules as data: groups of units, stacking, chance arrivals, and the like.

Every figure that a rule names and no chart prints. Groups of units are referred to by id.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.model.game import Provenance

__all__ = [
    "Abandoned",
    "AssaultLimit",
    "BridgeBuilder",
    "Bunkers",
    "Detection",
    "Draw",
    "Garrison",
    "Ice",
    "Outcome",
    "Retreat",
    "Special",
    "StackAddition",
    "StackLimit",
    "Thaw",
    "UnitGroup",
]


@dataclass(frozen=True, slots=True)
class UnitGroup:
    """Units that a rule singles out.

    Args:
        id: Its name in the data.
        name: As shown to people.
        rule: Section of the rules.
        units: Ids of its units.
        source: How it is known who belongs to it.
    """

    id: str
    name: str
    rule: str
    units: frozenset[str]
    source: Provenance

    def __contains__(self, unit_id: object) -> bool:
        """Tell whether a unit, by its id, belongs to the group."""
        return unit_id in self.units


@dataclass(frozen=True, slots=True)
class StackLimit:
    """One of the ways a side may fill a hex.

    Args:
        id: Its name in the data.
        name: As shown to people.
        side: Id of the side.
        most: The most of each: ``equivalents`` (battalion equivalents), ``battalions``,
            ``regiments``, ``artillery`` or ``units``; what isn't named can't be there. Empty: no
            limit in numbers.
        same: What all must belong to: ``formation``, ``division`` or ``brigade``; empty: nothing.
        divisional: Whether divisional units may be in it.
        source: Where it was printed.
    """

    id: str
    name: str
    side: str
    most: Mapping[str, int]
    same: str
    divisional: bool
    source: Provenance


@dataclass(frozen=True, slots=True)
class StackAddition:
    """What may be added to any stack of a side that keeps one of its limits.

    Args:
        side: Id of the side.
        size: Size of the units that may be added.
        group: Group they must belong to; empty: any.
        most: How many.
        companies: Companies that make a battalion equivalent, 0 if the side doesn't count so.
        source: Where it was printed.
    """

    side: str
    size: str
    group: str
    most: int
    companies: int
    source: Provenance


@dataclass(frozen=True, slots=True)
class Thaw:
    """When lakes and rivers don't bear.

    Args:
        weather: Kinds of weather with thaw; in all others they are frozen.
        barred: Mobility letters that then cross rivers only by bridges.
        source: Where it was printed.
    """

    weather: tuple[str, ...]
    barred: tuple[str, ...]
    source: Provenance


@dataclass(frozen=True, slots=True)
class Ice:
    """The roll for the ice under an AFV.

    Args:
        weather: Kinds of weather it is made in.
        lakes: Lake hexsides it is made for: ``full``, ``partial``.
        group: Units that roll.
        lost_on: Rolls on which strength is lost.
        losses: Strength points lost then.
        unless_way: Whether moving along a road or railway saves the roll.
        source: Where it was printed.
    """

    weather: tuple[str, ...]
    lakes: tuple[str, ...]
    group: str
    lost_on: tuple[int, ...]
    losses: int
    unless_way: bool
    source: Provenance


@dataclass(frozen=True, slots=True)
class Bunkers:
    """What a bunker fires with, for each strength point, and only in defence.

    Args:
        combat: Conventional factor.
        antitank: Antitank factor.
        zone: Whether it has a zone of control.
        source: Where it was printed.
    """

    combat: Fraction
    antitank: Fraction
    zone: bool
    source: Provenance


@dataclass(frozen=True, slots=True)
class BridgeBuilder:
    """A unit that can build one bridge, and the marker it is built with."""

    unit: str
    marker: str
    source: Provenance


@dataclass(frozen=True, slots=True)
class AssaultLimit:
    """How many of some groups may assault in one impulse.

    Args:
        rule: Section of the rules.
        groups: Ids of groups of units.
        most: How many of the groups.
        source: Where it was printed.
    """

    rule: str
    groups: tuple[str, ...]
    most: int
    source: Provenance


@dataclass(frozen=True, slots=True)
class Detection:
    """The roll for commandos among the enemy, one for each hex entered.

    Args:
        group: The commandos.
        also: Group of units that count as such when stacked with one.
        found_up_to: The highest (modified) roll that finds them.
        per_other: Added to the roll for each other unit with them.
        source: Where it was printed.
    """

    group: str
    also: str
    found_up_to: int
    per_other: int
    source: Provenance


@dataclass(frozen=True, slots=True)
class Garrison:
    """Units bound to a town at first, in scenarios that say so.

    Args:
        group: The units.
        place: The town they may not leave.
        still_through: The last turn they may not move at all.
        released_by: Highest roll that releases them, by turn; from 6 on it is certain, and there
            is no roll.
        source: Where it was printed.
    """

    group: str
    place: str
    still_through: int
    released_by: Mapping[int, int]
    source: Provenance

    def highest(self, turn: int) -> int:
        """Return the highest roll that releases them at the beginning of a turn.

        0 says that none does, 6 that no roll is needed.
        """
        reached = [roll for first, roll in self.released_by.items() if first <= turn]
        return max(reached, default=0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a roll brings: the rolls, and the group of units that then arrives."""

    rolls: tuple[int, ...]
    group: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Reinforcements that depend on chance.

    Args:
        id: Its name in the data.
        name: As shown to people.
        side: Id of the side.
        turn: Turn of the roll; ``None`` if it follows another draw.
        after: Id of the draw it follows, else empty.
        after_rolls: Rolls of that draw that call for this one.
        rolled: Whether a die is rolled at all; without, the one outcome is certain.
        outcomes: By roll; a roll that isn't named brings nothing.
        source: Where it was printed.
    """

    id: str
    name: str
    side: str
    turn: int | None
    after: str
    after_rolls: tuple[int, ...]
    rolled: bool
    outcomes: tuple[Outcome, ...]
    source: Provenance


@dataclass(frozen=True, slots=True)
class Abandoned:
    """What a weapons unit is without its equipment, and how it gets other.

    Args:
        rule: Section of the rules, an optional one.
        group: Units that can abandon it.
        unwilling: Group of those that never do so of their own will.
        combat: Conventional factor, defensive only.
        antitank: Antitank factor.
        mobility: Mobility letter.
        back_after: Turns from leaving the map to coming back equipped, by side.
        never_back: Group of units that are never re-equipped.
        source: Where it was printed.
    """

    rule: str
    group: str
    unwilling: str
    combat: Fraction
    antitank: Fraction
    mobility: str
    back_after: Mapping[str, int]
    never_back: str
    source: Provenance


@dataclass(frozen=True, slots=True)
class Retreat:
    """A retreat before combat: who may make it, and how far (hexes)."""

    rule: str
    group: str
    hexes: int
    source: Provenance


@dataclass(frozen=True, slots=True)
class Special:
    """Everything that single rules print as a figure.

    Args:
        groups: Groups of units by id.
        stack_limits: The ways to fill a hex, in the order of the rules.
        stack_additions: What may be added, by side.
        no_zone_alone: Group of units without a zone of control unless stacked, empty if none.
        one_regiment: Group of artillery battalions of which those of one division count as a
            single regiment for stacking.
        thaw: ``None`` for a game without.
        ice: Rolls for the ice.
        bunkers: ``None`` for a game without.
        bridge_builders: Who builds which bridge.
        bridge_wreckers: Group of units that destroy bridges.
        assault_limits: Who may not all assault at once.
        detection: ``None`` for a game without commandos.
        tank_destroyers: Group of AFVs that are antitank targets only with all the others.
        garrisons: Who is bound to a town.
        draws: Reinforcements by chance, in order.
        abandoned: ``None`` for a game without the rule.
        retreat: Retreat before combat, ``None`` for a game without.
        optional: Sections of the rules that hold only if the players agree.
    """

    groups: Mapping[str, UnitGroup] = field(default_factory=dict)
    stack_limits: tuple[StackLimit, ...] = ()
    stack_additions: Mapping[str, StackAddition] = field(default_factory=dict)
    no_zone_alone: str = ""
    one_regiment: str = ""
    thaw: Thaw | None = None
    ice: tuple[Ice, ...] = ()
    bunkers: Bunkers | None = None
    bridge_builders: tuple[BridgeBuilder, ...] = ()
    bridge_wreckers: str = ""
    assault_limits: tuple[AssaultLimit, ...] = ()
    detection: Detection | None = None
    tank_destroyers: str = ""
    garrisons: tuple[Garrison, ...] = ()
    draws: tuple[Draw, ...] = ()
    abandoned: Abandoned | None = None
    retreat: Retreat | None = None
    optional: tuple[str, ...] = ()
