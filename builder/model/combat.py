"""Combat as data: fire tables, modifiers, multipliers, morale, observation.

Nothing here decides; it is what the charts and the rules print, in exact numbers. Groups of
units are named by the id of a :class:`~builder.model.special.UnitGroup`, terrain by the rows
of the terrain effects chart, classes of unit by :class:`~builder.model.game.Kind`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.model.game import Provenance

__all__ = [
    "Column",
    "Combat",
    "Control",
    "Cover",
    "Effect",
    "FireTable",
    "LossCap",
    "Match",
    "Modifier",
    "Morale",
    "MoraleModifier",
    "Multiplier",
    "Observation",
    "Shock",
    "Target",
]


class Match(StrEnum):
    """What the columns of a fire table are compared with.

    ``ratio``: fire divided by defence; ``sum``: the fire alone.
    """

    RATIO = "ratio"
    SUM = "sum"


class Target(StrEnum):
    """What about a target a die modifier asks.

    ``kind``: its class; ``terrain``: that of its hex; ``cover``: a marker in its hex, by the
    marker's kind; ``sight``: whether it is observed.
    """

    KIND = "kind"
    TERRAIN = "terrain"
    COVER = "cover"
    SIGHT = "sight"


@dataclass(frozen=True, slots=True)
class Effect:
    """What one cell of a fire table says.

    Args:
        text: As printed; empty for a blank cell.
        losses: Strength points lost, before any cap.
        check: Whether the target checks its morale for this result.
    """

    text: str
    losses: int
    check: bool

    @property
    def severity(self) -> tuple[int, bool]:
        """How bad it is, for comparison: losses first."""
        return (self.losses, self.check)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a fire table: its heading, and the least ratio or sum that reaches it."""

    name: str
    least: Fraction


@dataclass(frozen=True, slots=True)
class LossCap:
    """A limit to what a target must lose.

    The most is ``share`` of its strength, rounded down, but never less than ``least``.

    Args:
        share: Part of the strength.
        least: What may be lost in any case.
        per: ``attack`` (of the strength then) or ``phase`` (of that at its beginning, over all
            attacks).
        exempt: Kinds of marker that lose everything called for.

    >>> LossCap(Fraction(1, 2), 1, "attack").of(3), LossCap(Fraction(1, 2), 1, "attack").of(1)
    (1, 1)
    """

    share: Fraction
    least: int
    per: str
    exempt: tuple[str, ...] = ()

    def of(self, strength: int) -> int:
        """Return the most that a target of some strength points can lose."""
        return max(self.least, int(strength * self.share))


@dataclass(frozen=True, slots=True)
class FireTable:
    """A table of combat results.

    Args:
        id: Its name in the data.
        name: As shown to people.
        rule: The section of the rules it belongs to.
        match: Whether columns are ratios or sums.
        columns: From the weakest to the strongest.
        rows: Effects by die, from 1 upwards; one for each column.
        open_end: Whether the last row also stands for every higher (modified) die.
        check_actual: Whether a morale check is made at the losses suffered; otherwise at the
            printed number, whatever the cap.
        cap: The limit to losses, if there is one.
        source: Where it was printed.
    """

    id: str
    name: str
    rule: str
    match: Match
    columns: tuple[Column, ...]
    rows: tuple[tuple[Effect, ...], ...]
    open_end: bool
    check_actual: bool
    cap: LossCap | None
    source: Provenance

    def column(self, value: Fraction) -> int | None:
        """Return the index of the column a ratio or sum reaches, ``None`` if below the first."""
        reached = [index for index, column in enumerate(self.columns) if column.least <= value]
        return reached[-1] if reached else None

    def effect(self, die: int, column: int) -> Effect:
        """Return a cell.

        Args:
            die: The (modified) roll; below the first row counts as the first, beyond the last
                as the last of an open table.
            column: Index from 0.

        Raises:
            IndexError: There is no such row or column.
        """
        row = max(die, 1)
        return self.rows[min(row, len(self.rows)) - 1 if self.open_end else row - 1][column]

    def heading(self, die: int) -> str:
        """Return the heading of a row: ``15+`` for the open end."""
        return f"{die}+" if self.open_end and die == len(self.rows) else str(die)


@dataclass(frozen=True, slots=True)
class Modifier:
    """A modifier of the barrage die.

    Args:
        id: Its name in the data.
        name: As shown to people.
        value: What is added to the die.
        target: What is asked.
        of: The answers it holds for: kinds of unit, terrain ids, kinds of marker.
        per_hexes: If not 0, the value is added for each so many hexes of range, or part of them.
        source: Where it was printed.
    """

    id: str
    name: str
    value: int
    target: Target
    of: tuple[str, ...]
    per_hexes: int
    source: Provenance

    def at(self, hexes: int) -> int:
        """Return what is added at a range."""
        return self.value * -(-hexes // self.per_hexes) if self.per_hexes else self.value


@dataclass(frozen=True, slots=True)
class Multiplier:
    """What multiplies factors in a situation.

    Args:
        id: Its name in the data, which names the situation.
        name: As shown to people.
        factor: By what.
        applies: Which figures: ``combat``, ``antitank``, ``support``, ``barrage``, ``defence``.
        group: Group of units it is for, empty for all.
        terrain: Terrain that must be in the unit's hex or in the one it assaults; empty: any.
        rule: Section of the rules.
        source: Where it was printed.
    """

    id: str
    name: str
    factor: Fraction
    applies: tuple[str, ...]
    group: str
    terrain: tuple[str, ...]
    rule: str
    source: Provenance


@dataclass(frozen=True, slots=True)
class Cover:
    """How terrain lowers the defence of AFVs in it, or assaulting into it.

    Args:
        terrain: Terrain ids.
        reduction: Taken off once, whatever the hexes hold.
        source: Where it was printed.
    """

    terrain: tuple[str, ...]
    reduction: int
    source: Provenance


@dataclass(frozen=True, slots=True)
class MoraleModifier:
    """A modifier of the morale roll.

    Args:
        id: Its name in the data, which names the situation.
        name: As shown to people.
        value: What is added to the roll.
        each: Whether it is added for each unit in question, otherwise once.
        weather: Weather it holds in; empty: any.
        kinds: Kinds of unit it holds for; empty: all.
        unless_terrain: Terrain in which it doesn't hold.
        rule: Section of the rules.
        source: Where it was printed.
    """

    id: str
    name: str
    value: int
    each: bool
    weather: tuple[str, ...]
    kinds: tuple[str, ...]
    unless_terrain: tuple[str, ...]
    rule: str
    source: Provenance


@dataclass(frozen=True, slots=True)
class Shock:
    """What makes assaulted units check one level worse: tank fright, a cavalry charge.

    One level worse than no check is a check at +0; each further level adds 1.

    Args:
        id: Its name in the data.
        name: As shown to people.
        by: Group of the units that cause it.
        levels: How many levels worse.
        victims: Group of the units that can suffer it.
        immune: Group of units that can't.
        shields: Group of units that free all they are stacked with.
        unless_terrain: Terrain in which nobody suffers it.
        rule: Section of the rules.
        source: Where it was printed.
    """

    id: str
    name: str
    by: str
    levels: int
    victims: str
    immune: str
    shields: str
    unless_terrain: tuple[str, ...]
    rule: str
    source: Provenance


@dataclass(frozen=True, slots=True)
class Morale:
    """How morale is checked, and what comes of it.

    Args:
        dice: How many six-sided dice are added.
        fail: The least excess of the modified roll over the morale that fails.
        rout: The least excess that routs.
        rout_loss: Strength points lost in a rout, by kind of unit.
        retreat: Hexes between a unit's hex and where a retreat ends.
        zoc_loss: Strength points lost by a retreat through enemy zones of control, at most.
        covered_kinds: Kinds of unit that a strong bunker in their hex frees of checks.
        covered_by: The bunker's least strength for that.
        source: Where it was printed.
    """

    dice: int
    fail: int
    rout: int
    rout_loss: Mapping[str, int]
    retreat: int
    zoc_loss: int
    covered_kinds: tuple[str, ...]
    covered_by: int
    source: Provenance


@dataclass(frozen=True, slots=True)
class Observation:
    """How far targets of barrages are seen, and how far indirect fire has its full effect.

    Args:
        range: Hexes, ordinarily.
        down_slope: Hexes, across a slope hexside from its high side.
        from_high: Hexes, from high ground to what isn't.
        conspicuous: Group of units that are seen farther when deployed.
        conspicuous_more: How many hexes farther.
        blocking: Terrain between the two hexes that blocks the line.
        weather: Hexes more (or, below 0, fewer) by weather.
        near: Part of its range within which indirect fire has its full effect.
        source: Where it was printed; what blocks is a reading.
    """

    range: int
    down_slope: int
    from_high: int
    conspicuous: str
    conspicuous_more: int
    blocking: tuple[str, ...]
    weather: Mapping[str, int]
    near: Fraction
    source: Provenance


@dataclass(frozen=True, slots=True)
class Control:
    """How a side's artillery is bound to divisions and brigades.

    Args:
        other_stacks: Full stacks of artillery of another formation, or of none, that may
            support a stack.
        any_observer: Whether every unit of the side observes for all artillery; otherwise for
            artillery of a division or brigade only units of the same.
        source: Where it was printed.
    """

    other_stacks: int
    any_observer: bool
    source: Provenance


@dataclass(frozen=True, slots=True)
class Combat:
    """Everything about combat that is printed as a figure.

    Args:
        tables: Fire tables: ``conventional``, ``antitank``, ``barrage``.
        barrage_modifiers: Modifiers of the barrage die; all that hold are added, but for
            ``barrage_only`` and ``barrage_never``.
        barrage_only: Ids of the only modifiers a marker of some kind gets.
        barrage_never: Ids of the modifiers that units of some kind never get.
        multipliers: By id.
        cover: What lowers the defence of AFVs.
        artillery: How artillery is bound to formations, by side.
        morale: How morale is checked; ``None`` for a game without.
        morale_modifiers: In the order of the rules; all that hold are added.
        shocks: By id.
        observation: ``None`` for a game without.
    """

    tables: Mapping[str, FireTable] = field(default_factory=dict)
    barrage_modifiers: tuple[Modifier, ...] = ()
    barrage_only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    barrage_never: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    multipliers: Mapping[str, Multiplier] = field(default_factory=dict)
    cover: Cover | None = None
    artillery: Mapping[str, Control] = field(default_factory=dict)
    morale: Morale | None = None
    morale_modifiers: tuple[MoraleModifier, ...] = ()
    shocks: Mapping[str, Shock] = field(default_factory=dict)
    observation: Observation | None = None
