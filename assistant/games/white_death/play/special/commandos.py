"""Commandos who bluff their way through the enemy: rule 21C."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from assistant.games.white_death.play.moment import can_act
from assistant.games.white_death.play.stacking.limits import units_fit
from assistant.games.white_death.state.control import control
from assistant.games.white_death.state.position import Duty, DutyKind, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex

__all__ = [
    "WHY",
    "commandos_in",
    "companions",
    "detections",
    "is_guarded",
    "may_pass",
    "passengers",
]

WHY = "detected"
"""Marks the duties of commandos, and of who goes with them, in :class:`Duty`."""


def commandos_in(units: Iterable[str], rules: Ruleset) -> frozenset[str]:
    """Return the units of a column that count as commandos: 21C, its last paragraph.

    The captured tanks do while a commando company is with them.
    """
    detection = rules.game.special.detection
    if detection is None:
        return frozenset()
    ids = frozenset(units)
    own = ids & rules.group(detection.group).units
    return own | (ids & rules.group(detection.also).units if own else frozenset())


def passengers(units: Iterable[str], rules: Ruleset) -> int:
    """Return how many units of a column are led along by the commandos in it."""
    ids = frozenset(units)
    return len(ids - commandos_in(ids, rules))


def may_pass(position: Position, units: Sequence[str], rules: Ruleset) -> bool:
    """Tell whether units that move together may try to pass enemy units and zones: 21C.

    A commando company must lead them, all on the map and of the side whose movement phase it
    is, and together they must be within the stacking limits.

    Args:
        position: The position.
        units: Ids of all units of the column.
        rules: What it is judged by.
    """
    return (
        bool(commandos_in(units, rules))
        and all(can_act(position, unit) for unit in units)
        and units_fit(tuple(units), position, rules)
    )


def companions(
    position: Position, unit: str, path: Sequence[Hex], rules: Ruleset
) -> tuple[str, ...]:
    """Return the commandos with whom a unit may move along a way, itself first.

    They are those that stand where it begins, or have gone the same way in this impulse; a line
    tells the move of one unit at a time.
    """
    side, going = position.side_of(unit), position.going
    if not path or not side:
        return (unit,)
    here = {id_ for id_ in position.stack(path[0], side) if id_ != unit}
    doings = going.doings if going is not None else {}
    ahead = {id_ for id_, doing in doings.items() if id_ != unit and _holds(doing.way, path)}
    near = sorted(id_ for id_ in here | ahead if position.side_of(id_) == side)
    found = commandos_in((unit, *near), rules)
    return (unit, *(id_ for id_ in near if id_ in found))


def _holds(way: Sequence[Hex], path: Sequence[Hex]) -> bool:
    """Tell whether a way holds another one, hex by hex."""
    whole, part = tuple(way), tuple(path)
    return any(whole[n : n + len(part)] == part for n in range(len(whole) - len(part) + 1))


def is_guarded(position: Position, cell: Hex, side: str, rules: Ruleset) -> bool:
    """Tell whether a hex holds an enemy unit of a side or is in an enemy zone of control."""
    enemy = rules.enemy(side)
    return bool(position.stack(cell, enemy)) or cell in control(position, rules, enemy)


def detections(
    position: Position, unit: str, path: Sequence[Hex], rules: Ruleset
) -> tuple[Duty, ...]:
    """Return what a unit owes for a way among the enemy: a roll for each such hex entered.

    Units that move together owe it together: one line of the die fulfils all of them.

    Args:
        position: Position before the way.
        unit: A commando, or a unit that goes with one.
        path: The way, the hex left first.
        rules: What it is judged by.
    """
    side = position.side_of(unit)
    return tuple(
        Duty(DutyKind.DETECT, unit, why=WHY, hex=origin, to=to)
        for origin, to in pairwise(path)
        if is_guarded(position, to, side, rules)
    )
