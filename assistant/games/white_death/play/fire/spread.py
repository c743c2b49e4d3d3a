"""Ways to spread a pool over its targets that keep the rules: 9C.3, 10C.2, 21D."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from assistant.games.white_death.play.fire.apportion import (
    best_columns,
    is_tank_destroyer,
    targets_at,
)
from assistant.games.white_death.play.fire.attacks import defence_of, pool_at
from assistant.games.white_death.play.fire.engaged import Aim, aim_of
from assistant.games.white_death.play.fire.tables import CONVENTIONAL, table_of
from assistant.games.white_death.play.fire.values import total
from assistant.games.white_death.state.control import kind_of
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.model.game import Kind

__all__ = ["Shot", "aims", "spreads"]

Shot = tuple[str, Fraction]
"""A target and the part of the pool fired at it."""


def aims(position: Position, kind: str, rules: Ruleset) -> tuple[Aim, ...]:
    """Return the aims of a phase that have a pool of a kind left to be fired."""
    units = [
        unit
        for side in sorted(position.forces)
        for cell in sorted(position.forces[side].stacks)
        for unit in position.stack(cell, side)
    ]
    found = dict.fromkeys(aim for unit in units if (aim := _aim(unit, position, rules)) is not None)
    return tuple(aim for aim in found if total(pool_at(aim, kind, position, rules)) > 0)


def _aim(unit: str, position: Position, rules: Ruleset) -> Aim | None:
    """Return the aim at a unit, if it is a target."""
    aim = aim_of(unit, position)
    return aim if aim is not None and unit in targets_at(aim, position, rules) else None


def spreads(aim: Aim, kind: str, position: Position, rules: Ruleset) -> Iterator[tuple[Shot, ...]]:
    """Yield ways to fire a whole pool, each target once, all of which keep the rules.

    For every choice of targets the best column that the pool reaches against each of them, and
    what is left over as a better column against the first ones it suffices for. Where weapons
    units (or tank destroyers) are among the targets all personnel units (or other AFVs) are,
    and at no worse a column.
    """
    pool = total(pool_at(aim, kind, position, rules))
    done = best_columns(aim, kind, position, rules)
    free = [
        unit
        for unit in targets_at(aim, position, rules)
        if defence_of(unit, kind, position, rules) and unit not in done
    ]
    guarded = [unit for unit in free if _guarded(unit, kind, position, rules)]
    first = [unit for unit in free if unit not in guarded]
    seen: set[tuple[Shot, ...]] = set()
    for chosen in _subsets(first):
        after = guarded if len(chosen) == len(first) and not done else []
        for more in ((), *_subsets(after)):
            shots = _at_one_column(chosen, more, kind, pool, position, rules)
            if shots and shots not in seen:
                seen.add(shots)
                yield shots


def _guarded(unit: str, kind: str, position: Position, rules: Ruleset) -> bool:
    """Tell whether others must be fired at first: weapons units, tank destroyers."""
    if kind == CONVENTIONAL:
        return kind_of(unit, position, rules) is Kind.WEAPONS
    return is_tank_destroyer(unit, rules)


def _subsets(units: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield every choice of some units, none at all if there are none."""
    if not units:
        yield ()
    for size in range(1, len(units) + 1):
        yield from combinations(units, size)


def _at_one_column(  # noqa: PLR0913, PLR0917 - targets, and what there is for them
    first: tuple[str, ...],
    more: tuple[str, ...],
    kind: str,
    pool: Fraction,
    position: Position,
    rules: Ruleset,
) -> tuple[Shot, ...]:
    """Return shots at the best column that the pool reaches against all, the rest on top."""
    table = table_of(kind, rules)
    targets = (*first, *more)
    if table is None or not targets or pool <= 0:
        return ()
    worth = {unit: total(defence_of(unit, kind, position, rules)) for unit in targets}
    whole = sum(worth.values(), Fraction(0))
    ratios = [column.least for column in table.columns if column.least * whole <= pool]
    if not ratios:
        return ()
    shots = {unit: _least(ratios[-1], worth[unit], pool) for unit in targets}
    spare = pool - sum(shots.values(), Fraction(0))
    if spare < 0:
        return ()
    shots[targets[0]] += spare
    return tuple((unit, value) for unit, value in shots.items() if value > 0)


def _least(ratio: Fraction, defence: Fraction, pool: Fraction) -> Fraction:
    """Return the least fire for a ratio; against a defence of 0 any fire does: A-28."""
    return ratio * defence if defence else min(pool, Fraction(1, 2))
