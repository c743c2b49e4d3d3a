"""Dice in the lines that our own modules write into a log, whatever the game.

A line names its dice itself: each die, or the sum of some, or that they were set and not
rolled. A 0 stands where nothing was rolled.

Source: builder.convention.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from assistant.dice.die import Die, Shown, numbered
from builder.convention import MARK, VERBS, is_ours, is_undone, parse_line
from builder.convention.line import (
    DIE_SIDES,
    Airdrop,
    BarrageDie,
    Detect,
    Draw,
    Fire,
    Garrison,
    Ice,
    Line,
    Morale,
    Weather,
)
from builder.errors import ConventionError

__all__ = ["SUM", "Report", "claims", "read"]

SUM = Die(f"sum of d{DIE_SIDES}")
"""The sum of some dice; how many is a matter of the game's rules, so its faces aren't known."""

_DIE = numbered(DIE_SIDES)
_NAMED = re.compile(r"\b(?:die|dice|roll)=[^0\s]")
_VERBS = {type_: verb for verb, type_ in VERBS.items()}


@dataclass(frozen=True, slots=True)
class Report:
    """A line of ours with dice in it.

    Args:
        button: Mark and verb of the line, such as ``[WU] fire``; stands for a button's name.
        dice: What they show, at least one.
        forced: Whether they were set, not rolled.
    """

    button: str
    dice: tuple[Shown, ...]
    forced: bool


def claims(bare: str) -> bool:
    """Tell whether a line without tags is a report of ours, and no echo of an undo.

    >>> claims("* [WU] ice unit=a side=1/2 die=3"), claims("<Ann> - * [WU] ice die=3")
    (True, False)
    """
    return bare.startswith("*") and is_ours(bare) and not is_undone(bare)


def read(bare: str) -> Report | str | None:
    """Return the dice of a line of ours.

    Args:
        bare: The line without tags; :func:`claims` holds.

    Returns:
        None if nothing was rolled; in words why dice that it names can't be read.

    >>> read("* [WU] garrison group=north die=7")
    'a d6 has no 7'
    """
    try:
        line = parse_line(bare)
    except ConventionError as error:
        return str(error) if _NAMED.search(bare) else None
    dice = tuple(each for each in _dice(line) if each.face != 0)
    for each in dice:
        if not each.die.can_show(each.face) or (isinstance(each.face, int) and each.face < 0):
            return f"a {each.die.name} has no {each.face}"
    forced = getattr(line, "forced", False)
    return Report(f"{MARK} {_VERBS[type(line)]}", dice, forced) if dice else None


def _dice(line: Line) -> tuple[Shown, ...]:
    """Return all that a line says of dice, with zeros."""
    match line:
        case (
            Weather(die=die)
            | Garrison(die=die)
            | Draw(die=die)
            | Ice(die=die)
            | Detect(die=die)
            | BarrageDie(die=die)
            | Fire(die=die)
        ):
            return (Shown(_DIE, die),)
        case Airdrop(dice=dice):
            return tuple(Shown(_DIE, die) for die in dice)
        case Morale(roll=roll):
            return (Shown(SUM, roll),)
        case _:
            return ()
