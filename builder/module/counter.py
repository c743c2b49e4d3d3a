"""A counter of a module, as palettes, prototypes and saves hold it.

The lists here run from the inside out, as VASSAL's editor shows them: the basic piece first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from builder.errors import WargameError
from builder.model.game import Game
from builder.vassal.command import AddPiece
from builder.vassal.piece import Piece
from builder.vassal.trait import BasicPiece, Prototype, RawTrait, Trait

__all__ = ["Counter", "palette_number", "prototype_definition", "slug"]


@dataclass(frozen=True, slots=True)
class Counter:
    """A piece of the module before it is placed.

    Args:
        id: Data id.
        name: Its name in VASSAL.
        gpid: Its number in the palette.
        size_px: Width and height.
        traits: From the inside out, the basic piece first; prototypes by reference.
        stacks: Whether it lies in stacks.
    """

    id: str
    name: str
    gpid: str
    size_px: tuple[int, int]
    traits: tuple[Trait, ...]
    stacks: bool = True

    @property
    def piece(self) -> Piece:
        """The piece as a palette slot holds it."""
        return Piece.of(*reversed(self.traits))

    def expanded(self, prototypes: Mapping[str, tuple[Trait, ...]]) -> Piece:
        """Return the piece as saves and logs hold it: prototypes replaced by their traits."""
        traits = tuple(_expand(self.traits, prototypes))
        return Piece(tuple(_encoded(trait) for trait in reversed(traits)))

    @property
    def definition(self) -> str:
        """The text of a palette slot."""
        return _definition(self.piece)


def slug(text: str) -> str:
    """Return a text as part of a file name: small ASCII letters, digits, hyphens.

    Raises:
        WargameError: Nothing is left of it.

    >>> slug("II/138 mtn. inf")
    'ii-138-mtn-inf'
    """
    made = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    if not made:
        raise WargameError(f"{text!r} has no letter a-z or digit for a file name; rename it")
    return made


def prototype_definition(traits: Iterable[Trait]) -> str:
    """Return the text of a prototype."""
    return _definition(Piece.of(*reversed((BasicPiece(), *traits))))


def palette_number(game: Game, id_: str) -> str:
    """Return the number of a piece in the lock file.

    Raises:
        WargameError: It has none.
    """
    try:
        return str(game.gpids[id_])
    except KeyError:
        raise WargameError(
            f"{id_}: has no number in the lock file; run `builder data {game.id} --lock`"
        ) from None


def _definition(piece: Piece) -> str:
    return AddPiece("null", piece.type, piece.state).encode()


@lru_cache(maxsize=1 << 12)
def _encoded(trait: Trait) -> RawTrait:
    """Return a trait as it is written; counters share most of theirs."""
    return trait.encode()


def _expand(
    traits: Iterable[Trait], prototypes: Mapping[str, tuple[Trait, ...]]
) -> Iterator[Trait]:
    for trait in traits:
        if isinstance(trait, Prototype):
            yield from _expand(prototypes[trait.name], prototypes)
        else:
            yield trait
