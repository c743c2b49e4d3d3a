"""Kinds of dice: what they can show, and in how many ways."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

from assistant.dice.chance import sums

__all__ = ["Die", "Face", "Shown", "numbered", "symbols", "total"]

Face = int | str
"""What one die shows: a number, or the text of a symbol."""

_MOST_SIDES = 1_000
_MOST_DICE = 100
_DIGIT_DICE = {66: 2, 666: 3}


@dataclass(frozen=True, slots=True)
class Die:
    """A kind of die, or of a sum of dice.

    Args:
        name: ``d6``, ``2d6 sum``, or the name of the button if its dice aren't known.
        ways: In how many ways each face comes about, faces in order; empty if not known.
    """

    name: str
    ways: tuple[tuple[Face, int], ...] = ()

    def can_show(self, face: Face) -> bool:
        """Tell whether the die has such a face; one that isn't known has any."""
        return not self.ways or any(face == each for each, _ in self.ways)

    @property
    def numbers(self) -> dict[int, int]:
        """In how many ways each number comes about; empty if it isn't known or has symbols."""
        found = {face: ways for face, ways in self.ways if isinstance(face, int)}
        return found if len(found) == len(self.ways) else {}


@dataclass(frozen=True, slots=True)
class Shown:
    """One die of a roll.

    Args:
        die: Which.
        face: What it shows.
    """

    die: Die
    face: Face


@cache
def numbered(sides: int) -> Die:
    """Return the die with so many sides, numbered from 1; a d66 has a six-sided die a digit.

    >>> numbered(3)
    Die(name='d3', ways=((1, 1), (2, 1), (3, 1)))
    """
    digits = _DIGIT_DICE.get(sides)
    if digits:
        faces = [int("".join(each)) for each in product("123456", repeat=digits)]
        return Die(f"d{sides}", tuple((face, 1) for face in faces))
    known = range(1, sides + 1) if 2 <= sides <= _MOST_SIDES else ()
    return Die(f"d{sides}", tuple((face, 1) for face in known))


@cache
def total(dice: int, sides: int) -> Die:
    """Return the sum of so many dice as one kind of die.

    >>> total(2, 2)
    Die(name='2d2 sum', ways=((2, 1), (3, 2), (4, 1)))
    """
    name = f"{dice}d{sides} sum"
    one = numbered(sides)
    if dice > _MOST_DICE or dice * sides > _MOST_SIDES:
        return Die(name)
    return Die(name, tuple(sums(one.numbers, dice).items()) if one.ways else ())


def symbols(name: str, faces: tuple[Face, ...]) -> Die:
    """Return a die with these faces; one that is on several sides comes up more often.

    >>> symbols("hit", ("miss", "hit", "miss"))
    Die(name='hit', ways=(('miss', 2), ('hit', 1)))
    """
    order = dict.fromkeys(faces, 0)
    for face in faces:
        order[face] += 1
    return Die(name, tuple(order.items()))
