"""Stacks in the making: which units stand in which hexes, and who else fits there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from builder.hexgrid import Hex
from builder.model.game import Game, Unit
from builder.module.ready.held import Held
from builder.module.ready.order import shuffled
from builder.module.ready.stack import body, may_be_added, stack_fits

__all__ = ["Stacks", "crowd"]

_TRIES = 30

_Sorts = tuple[int, ...]
"""The sorts of the units of a stack, in ascending order."""


class _Limits:
    """Which sorts of units fit together: each stack is held against the limits once.

    Args:
        game: Its units and limits.
    """

    def __init__(self, game: Game) -> None:
        """Sort the units by what counts for stacking."""
        numbers: dict[tuple[object, ...], int] = {}
        self._game, self._known = game, dict[tuple[_Sorts, int], bool]()
        self._examples: dict[int, Unit] = {}
        self.sorts: dict[str, int] = {}
        """Number of its sort by unit."""
        for unit in game.units.values():
            formation = body(unit, game)
            own = (unit.side, unit.size, unit.artillery, formation and formation.id)
            sort = numbers.setdefault((*own, may_be_added(unit, game)), len(numbers))
            self._examples[sort] = unit
            self.sorts[unit.id] = sort

    def fits(self, there: _Sorts, sort: int) -> bool:
        """Tell whether a unit of a sort may join others."""
        known = self._known.get((there, sort))
        if known is None:
            units = [self._examples[each] for each in (*there, sort)]
            known = self._known[there, sort] = stack_fits(units, self._game)
        return known


@lru_cache(maxsize=4)
def _limits(held: Held) -> _Limits:
    return _Limits(held.game)


class Stacks:
    """Units in hexes.

    Args:
        game: Its limits.
        like: Who stands there already, if anybody.
    """

    def __init__(self, game: Game, like: Stacks | None = None) -> None:
        """Begin with an empty map, or with the same stacks."""
        self._limits = _limits(Held(game))
        self.there: dict[Hex, _Sorts] = dict(like.there) if like else {}
        """Sorts of the units in each hex where anybody stands."""

    def size(self, cell: Hex) -> int:
        """Return how many units stand in a hex."""
        return len(self.there.get(cell, ()))

    def fits(self, unit: str, cell: Hex) -> bool:
        """Tell whether a unit may join those in a hex."""
        there = self.there.get(cell)
        return there is None or self._limits.fits(there, self._limits.sorts[unit])

    def put(self, unit: str, cell: Hex) -> None:
        """Put a unit down, fit or not."""
        there = self.there.get(cell, ())
        self.there[cell] = tuple(sorted((*there, self._limits.sorts[unit])))


def crowd(
    game: Game,
    where: Mapping[str, Collection[Hex]],
    standing: Stacks | None = None,
    seed: object = 0,
) -> dict[str, Hex] | None:
    """Return places within stacking for units that have few hexes, if a few tries find some.

    Args:
        game: Its limits.
        where: Hexes that each unit may be in, by its id.
        standing: Who is in them already.
        seed: What another distribution depends on.
    """
    for attempt in range(_TRIES):
        stacks = Stacks(game, standing)
        found: dict[str, Hex] = {}
        order = shuffled(where, "crowd", seed, attempt)
        for unit in sorted(order, key=lambda unit: len(where[unit])):
            good = [(stacks.size(cell), cell) for cell in where[unit] if stacks.fits(unit, cell)]
            if not good:
                break
            _, found[unit] = min(good)
            stacks.put(unit, found[unit])
        else:
            return found
    return None
