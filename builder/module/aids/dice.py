"""The engine's dice, and how a test takes their place.

A die is rolled once, in the command that sets a property to it; a calculated property would
roll again whenever it is looked at. If a module property :func:`forced` holds a face of the
die, that is taken instead and the line says ``forced=yes``: nobody can take such a line for a
roll. Games begin with these properties empty, and no command of the module sets them.
"""

from __future__ import annotations

from builder.convention.line import DIE_SIDES
from builder.module.aids.writing import fitting, scratch, setting
from builder.vassal.changer import assign
from builder.vassal.trait import SetGlobalProperty

__all__ = ["DICE", "FACES", "dice_properties", "die", "forced", "is_forced", "rolled"]

FACES = DIE_SIDES
DICE = 2
"""Dice that any act may use; an act that needs more brings their properties."""


def forced(number: int = 1) -> str:
    """Return the module property that takes the place of the first or second die."""
    return f"WUforced{number}"


def die(number: int = 1) -> str:
    """Return the module property with the last roll of the first or second die."""
    return scratch(f"Die{number}")


def dice_properties() -> dict[str, str]:
    """Return the module properties of the dice."""
    numbers = range(1, DICE + 1)
    return {name(number): "" for number in numbers for name in (forced, die)}


def is_forced(*numbers: int) -> str:
    """Return the condition that one of some dice is no roll."""
    tests = (fitting(forced(number), f"[1-{FACES}]") for number in numbers or (1,))
    return "(" + "||".join(tests) + ")"


def rolled(key: str, number: int = 1, unless: str = "") -> SetGlobalProperty:
    """Return the roll of a die.

    Args:
        key: The umpire's action.
        number: First or second die.
        unless: Condition on which nothing is rolled: the die is 0.
    """
    roll = f"{is_forced(number)}?{forced(number)}:Random({FACES})"
    value = f"({unless})?0:({roll})" if unless else roll
    return setting(die(number), (key, assign(f"{{{value}}}")))
