"""What stands on the table: units, bunkers, and the units of a side by hex."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from assistant.games.white_death.banks import Bank
from builder.hexgrid import Hex

__all__ = ["Box", "Bunker", "Force", "Piece"]


class Box(StrEnum):
    """Where a unit is that isn't on the map, or that it is there."""

    MAP = "map"
    SET_UP = "set-up"
    """It sets up before the game and hasn't yet."""
    DUE = "due"
    """It arrives in some turn, or may still be brought by a draw."""
    REBUILT = "rebuilt"
    """It was lost and has been rebuilt by replacements; it enters in this turn or later."""
    AWAY = "away"
    """It left for refit or new equipment; :attr:`Piece.back` says when it comes back."""
    LOST = "lost"
    UNUSED = "unused"
    """It takes no part in the scenario."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit.

    Args:
        strength: Strength points left; 0 if it is lost.
        at: Its hex, ``None`` if it isn't on the map.
        box: Where it is.
        deployed: Whether it is deployed (artillery).
        abandoned: Whether it has abandoned its equipment.
        back: Turn in which it comes back, if it is away.
        bank: In thaw, in a river: the bank it entered from; ``UNSURE`` if that isn't known,
            ``ALONG`` if it came from a bridge and either bank is its own.
    """

    strength: int
    at: Hex | None = None
    box: Box = Box.MAP
    deployed: bool = False
    abandoned: bool = False
    back: int = 0
    bank: Bank = Bank.UNSURE


@dataclass(frozen=True, slots=True)
class Bunker:
    """A bunker that stands: its hex and its strength."""

    at: Hex
    strength: int


@dataclass(frozen=True, slots=True)
class Force:
    """The units of one side.

    Args:
        pieces: By unit id.
        stacks: Ids of the units in each hex of the map, in order of arrival there.
    """

    pieces: Mapping[str, Piece]
    stacks: Mapping[Hex, tuple[str, ...]]

    @classmethod
    def of(cls, pieces: Mapping[str, Piece]) -> Force:
        """Return a force, its stacks sorted by unit id."""
        stacks: dict[Hex, tuple[str, ...]] = {}
        for id_ in sorted(pieces):
            cell = pieces[id_].at
            if cell is not None:
                stacks[cell] = (*stacks.get(cell, ()), id_)
        return cls(MappingProxyType(dict(pieces)), MappingProxyType(stacks))

    def with_piece(self, id_: str, piece: Piece) -> Force:
        """Return the force with one unit changed; ``stacks`` is the same if it stays in place."""
        old = self.pieces[id_].at
        pieces = MappingProxyType({**self.pieces, id_: piece})
        if old == piece.at:
            return Force(pieces, self.stacks)
        stacks = dict(self.stacks)
        if old is not None:
            rest = tuple(each for each in stacks[old] if each != id_)
            if rest:
                stacks[old] = rest
            else:
                del stacks[old]
        if piece.at is not None:
            stacks[piece.at] = (*stacks.get(piece.at, ()), id_)
        return Force(pieces, MappingProxyType(stacks))
