"""Which units may stand together in a hex, by the limits in the data.

Where the rules leave a choice the narrower way is taken: what fits here fits however they are
read. Two companies are a battalion equivalent; that all companies of a battalion make one, too,
is not used.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from builder.model.game import Formation, Game, Size, Unit
from builder.model.special import StackAddition, StackLimit

__all__ = ["body", "may_be_added", "stack_fits"]

_SIZES = {"battalions": Size.BATTALION, "regiments": Size.REGIMENT}


def stack_fits(units: Sequence[Unit], game: Game) -> bool:
    """Tell whether units of one side may stand together: alone each may.

    Of a unit count its side, its size, whether it is artillery, its :func:`body` and whether it
    :func:`may_be_added`, and nothing else.

    Args:
        units: The stack, in any order; one unit may stand for several of its sort.
        game: Its limits; a side without any may stack as it likes.
    """
    side = units[0].side if units else ""
    limits = [limit for limit in game.special.stack_limits if limit.side == side]
    if len(units) <= 1 or not limits:
        return True
    addition = game.special.stack_additions.get(side)
    more = [place for place, unit in enumerate(units) if may_be_added(unit, game)]
    most = min(addition.most, len(more)) if addition is not None else 0
    for extra in (chosen for count in range(most + 1) for chosen in combinations(more, count)):
        rest = [unit for place, unit in enumerate(units) if place not in extra]
        if len(rest) <= 1 or any(_within(rest, limit, addition, game) for limit in limits):
            return True
    return False


def may_be_added(unit: Unit, game: Game) -> bool:
    """Tell whether a unit is of the sort that may be added to any stack of its side."""
    addition = game.special.stack_additions.get(unit.side)
    if addition is None:
        return False
    group = game.special.groups.get(addition.group)
    return unit.size == addition.size and (
        not addition.group or (group is not None and unit.id in group.units)
    )


def body(unit: Unit, game: Game) -> Formation | None:
    """Return the division or the like that a unit belongs to."""
    formation = game.formations.get(unit.parent)
    return formation if formation is not None and formation.divisional else None


def _within(
    units: Sequence[Unit], limit: StackLimit, addition: StackAddition | None, game: Game
) -> bool:
    """Tell whether units keep one of the limits."""
    if limit.same and not _of_one(units, limit.same, game):
        return False
    if not limit.divisional and any(body(unit, game) is not None for unit in units):
        return False
    counted = 0
    for what, most in limit.most.items():
        these = [unit for unit in units if what not in _SIZES or unit.size is _SIZES[what]]
        if what == "artillery":
            these = [unit for unit in units if unit.artillery]
        pair = addition.companies if what == "equivalents" and addition is not None else 0
        if _amount(these, pair) > most:
            return False
        counted += len(these)
    return not limit.most or counted >= len(units)


def _amount(units: Sequence[Unit], pair: int) -> int:
    """Return how many units these are, or how many equivalents if companies make pairs."""
    companies = sum(unit.size is Size.COMPANY for unit in units) if pair else 0
    return len(units) - companies + (-(-companies // pair) if pair else 0)


def _of_one(units: Sequence[Unit], same: str, game: Game) -> bool:
    """Tell whether all units are of one formation of a kind."""
    formation = body(units[0], game)
    if formation is None or same not in {"formation", formation.kind}:
        return False
    return all(unit.parent == formation.id for unit in units)
