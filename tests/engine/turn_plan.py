"""A turn planned and judged by hand: the plan, the charts, and what is known while it is played.

The plan (``tests/exercises/turns/*.toml``) says what both sides do; dice are rolled as it is
played. What follows from a roll is worked out here from the plan's own charts, which were copied
by hand from the rulebook's, so a whole turn can be held against a module that reckons by itself.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from builder.model.game import Game, Kind
from builder.model.load import load_game

__all__ = ["Chart", "Fallen", "Field", "Plan", "Stack", "load_plan"]

Stack = tuple[str, str]
"""A hex and a side."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A table of fire: columns by odds, rows by die.

    Args:
        least: Least odds of each column.
        columns: Their headings.
        rows: Results by die 1 to 6, ``-`` for none.
    """

    least: tuple[Fraction, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def column(self, value: Fraction, defence: Fraction) -> int:
        """Return the number of the column reached, -1 for none."""
        return sum(value >= each * defence for each in self.least) - 1


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played.

    Args:
        data: The parsed file.
        game: The game's data: sides, morale, strength printed.
        whole: Whether it is played to the end of the turn.
    """

    data: dict[str, Any]
    game: Game
    whole: bool = True

    def beginning(self, impulses: int) -> Plan:
        """Return the plan of the first impulses alone."""
        data = self.data | {"impulse": self.impulses[:impulses]}
        return Plan(data, self.game, whole=False)

    @property
    def impulses(self) -> list[dict[str, Any]]:
        """The impulses in order."""
        impulses: list[dict[str, Any]] = self.data["impulse"]
        return impulses

    def chart(self, kind: str) -> Chart:
        """Return the chart of ``conventional`` or ``antitank`` fire."""
        table = self.data[kind]
        least = tuple(map(Fraction, table["least"]))
        return Chart(least, tuple(table["columns"]), tuple(map(tuple, table["rows"])))


@dataclass
class Fallen:
    """What happened to the units of a hex in a phase, which adds to later checks there."""

    routed: Counter[Stack] = field(default_factory=Counter)
    eliminated: Counter[Stack] = field(default_factory=Counter)


class Field:
    """Where units stand and how strong they are, as who plays by hand keeps count."""

    def __init__(self, plan: Plan) -> None:
        """Begin with full strength; places are told as units act."""
        self.plan = plan
        self.strength = {id_: unit.strength for id_, unit in plan.game.units.items()}
        self.at: dict[str, str] = {}
        self.unable: set[str] = set()
        """Units that may not fire, or assault, any more in this impulse."""
        self.fallen = Fallen()

    def stack(self, unit: str) -> Stack:
        """Return hex and side of a unit."""
        return self.at[unit], self.plan.game.units[unit].side

    def lose(self, unit: str, points: int) -> bool:
        """Take strength points from a unit; tell whether it is gone."""
        self.strength[unit] -= points
        if self.strength[unit] > 0:
            return False
        self.at[unit] = ""
        return True

    def able(self, unit: str) -> bool:
        """Tell whether a unit is there and may fire."""
        return self.strength[unit] > 0 and unit not in self.unable

    def is_afv(self, unit: str) -> bool:
        """Tell whether a unit is of tanks or the like."""
        return self.plan.game.units[unit].kind is Kind.AFV


def load_plan(path: Path) -> Plan:
    """Read a plan."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return Plan(data, load_game(data["game"]))
