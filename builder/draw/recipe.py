"""How pictures are made, and from what: so that each is drawn only when something changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

__all__ = ["Files", "Make", "Recipe"]

Files = Mapping[str, bytes]
"""Contents of files by name."""

Make = Callable[[Files], Files]
"""Makes files of those that are needed."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How some files are made.

    Args:
        id: Its name, unique among the recipes of one build.
        files: How many files it makes.
        facts: Plain data: all that the files depend on besides art, program and libraries.
        make: Makes the files of those of the recipes it needs.
        needs: Ids of those recipes.
        quick: Whether it takes no longer than handing it to another process.
    """

    id: str
    files: int
    facts: object
    make: Make
    needs: tuple[str, ...] = ()
    quick: bool = False
