"""Which units may stand together in a hex, by the limits in the data.

Where the rules leave a choice the narrower way is taken: what fits here fits however they are
read. Two companies are a battalion equivalent; that all companies of a battalion make one, too,
is not used.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from builder.hexgrid import Hex
from builder.model.game import Formation, Game, Size, Unit
from builder.model.special import StackAddition, StackLimit
from builder.module.ready.order import shuffled

__all__ = ["crowd", "stack_fits"]

_TRIES = 30
_SIZES = {"battalions": Size.BATTALION, "regiments": Size.REGIMENT}


def stack_fits(units: Sequence[Unit], game: Game) -> bool:
    """Tell whether units of one side may stand together: alone each may.

    Args:
        units: The stack.
        game: Its limits; a side without any may stack as it likes.
    """
    side = units[0].side if units else ""
    limits = [limit for limit in game.special.stack_limits if limit.side == side]
    if len(units) <= 1 or not limits:
        return True
    addition = game.special.stack_additions.get(side)
    more = [unit for unit in units if addition is not None and _may_be_added(unit, addition, game)]
    most = min(addition.most, len(more)) if addition is not None else 0
    for extra in (chosen for count in range(most + 1) for chosen in combinations(more, count)):
        rest = [unit for unit in units if unit not in extra]
        if len(rest) <= 1 or any(_within(rest, limit, addition, game) for limit in limits):
            return True
    return False


def _may_be_added(unit: Unit, addition: StackAddition, game: Game) -> bool:
    """Tell whether a unit is of the sort that may be added to any stack."""
    group = game.special.groups.get(addition.group)
    return unit.size == addition.size and (
        not addition.group or (group is not None and unit.id in group.units)
    )


def _within(
    units: Sequence[Unit], limit: StackLimit, addition: StackAddition | None, game: Game
) -> bool:
    """Tell whether units keep one of the limits."""
    if limit.same and not _of_one(units, limit.same, game):
        return False
    if not limit.divisional and any(_divisional(unit, game) for unit in units):
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
    formation = _formation(units[0], game)
    if formation is None or not formation.divisional:
        return False
    if same not in {"formation", formation.kind}:
        return False
    return all(unit.parent == formation.id for unit in units)


def _divisional(unit: Unit, game: Game) -> bool:
    formation = _formation(unit, game)
    return formation is not None and formation.divisional


def _formation(unit: Unit, game: Game) -> Formation | None:
    return game.formations.get(unit.parent)


def crowd(
    game: Game,
    where: Mapping[str, Collection[Hex]],
    standing: Mapping[Hex, Sequence[Unit]] | None = None,
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
        stacks = {cell: list(units) for cell, units in (standing or {}).items()}
        found: dict[str, Hex] = {}
        order = shuffled(where, "crowd", seed, attempt)
        for id_ in sorted(order, key=lambda unit: len(where[unit])):
            unit = game.units[id_]
            good = [c for c in where[id_] if stack_fits([*stacks.get(c, ()), unit], game)]
            if not good:
                break
            found[id_] = cell = min(good, key=lambda cell: (len(stacks.get(cell, ())), cell))
            stacks.setdefault(cell, []).append(unit)
        else:
            return found
    return None
