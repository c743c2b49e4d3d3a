"""What the boxes of a module are for, and which units belong in each.

Where they lie on their boards is told in :mod:`builder.module.boxes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from builder.chart.setup_words import by_body
from builder.hexgrid import Hex
from builder.model.game import Game, Kind, Unit
from builder.model.scenario import LossAward, Placement, Scenario, Use

__all__ = [
    "Wish",
    "arrival_boxes",
    "arrives",
    "back_box",
    "comes_back",
    "eliminated_boxes",
    "setup_boxes",
]

_FEW = 12
_PAIR = 2
_FREE = 44  # cells for units lost while isolated
_BACK = 22  # cells for units that come back


@dataclass(frozen=True, slots=True)
class Wish:
    """A box before it has a place.

    Args:
        name: Name of the zone.
        side: Id of the side.
        title: First line of the label.
        lines: What the label says besides.
        groups: Its units by body or line; empty ids are cells without a unit of their own.
    """

    name: str
    side: str
    title: str
    lines: tuple[str, ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]


def arrives(game: Game, placement: Placement, unit: str) -> bool:
    """Tell whether a unit waits in its order of appearance."""
    return placement.use is not Use.SETUP and bool(game.units[unit].entry.area)


def setup_boxes(game: Game, scenario: Scenario) -> Iterator[Wish]:
    """Yield a box for each area of a scenario with units that set up there."""
    names: set[str] = set()
    gone = set(scenario.eliminated)
    for side in game.sides:
        for placement in scenario.placements:
            units = [
                unit
                for unit in placement.units
                if unit not in placement.placed
                and unit not in gone
                and not arrives(game, placement, unit)
            ]
            if not units or placement.side != side.id:
                continue
            name, _, words = (part.strip() for part in placement.label.partition(":"))
            title, name = name, f"Set-up: {name}"
            name += f" ({placement.id})" if name in names else ""
            names.add(name)
            lines = tuple(part for part in (words, _where(game, placement.hexes)) if part)
            yield Wish(name, side.id, title, lines, by_body(game, units))


def _where(game: Game, cells: Sequence[Hex]) -> str:
    """Say which hexes these are: all if there are few or in a row, else how many."""
    numbers = [game.map.numbering.format(cell) for cell in cells]
    if not numbers:
        return ""
    if len(numbers) == 1:
        return f"hex {numbers[0]}"
    if _in_a_row(numbers):
        return f"hexes {numbers[0]}\N{EN DASH}{numbers[-1]}"
    if len(numbers) <= _FEW:
        return "hexes " + " ".join(numbers)
    return f"{len(numbers)} hexes, {min(numbers)} to {max(numbers)}"


def _in_a_row(numbers: Sequence[str]) -> bool:
    """Tell whether hexes lie below each other in the order given, three or more of them."""
    if len(numbers) <= _PAIR or not all(number.isdecimal() for number in numbers):
        return False
    return all(int(after) == int(number) + 1 for number, after in pairwise(numbers))


def arrival_boxes(game: Game, side: str) -> Iterator[Wish]:
    """Yield a box for each turn, impulse and entry area; one for each line that depends."""
    areas = {area.id: area for area in game.map.entry_areas}
    order, chancy = list(areas), _by_chance(game)
    found: dict[tuple[int, int, int, str, str], list[Unit]] = {}
    for unit in game.units.values():
        entry = unit.entry
        if unit.side != side or entry.area not in areas:
            continue
        certain = entry.turn is not None and unit.id not in chancy
        key = (
            entry.turn or len(game.turns) + 1,
            entry.impulse or 1,
            order.index(entry.area),
            "" if certain else entry.group,
            "" if certain else entry.line,
        )
        found.setdefault(key, []).append(unit)
    for turn, impulse, area, group, line in sorted(found):
        units = found[turn, impulse, area, group, line]
        where = areas[order[area]]
        dates = {each.number: each.dates.replace("-", "\N{EN DASH}") for each in game.turns}
        when = f"turn {turn}" if turn in dates else group
        name = f"{game.side(side).name} {when} {_initials(where.name)}"
        name += f", impulse {impulse}" if impulse > 1 else ""
        name += f", {group}" if group and turn in dates else ""
        name += f": {line}" if group and turn not in dates else ""
        lines = [where.name + (f", impulse {impulse}" if impulse > 1 else "")]
        lines += [dates[turn] + (f"; {group}" if group else "")] if turn in dates else []
        lines.append(_where(game, where.hexes))
        title = when[:1].upper() + when[1:]
        yield Wish(name, side, title, tuple(lines), _by_line(units))


def comes_back(game: Game, side: str) -> bool:
    """Tell whether units of a side can leave the map, or be lost, and enter anew."""
    renewed = game.supply.replacements.get(side)
    return (
        (renewed is not None and renewed.rebuild)
        or any(each.side == side for each in game.supply.refits)
        or (game.special.abandoned is not None and side in game.special.abandoned.back_after)
    )


def back_box(game: Game, side: str) -> Wish:
    """Return the box of those who come back, with cells that belong to nobody."""
    name = f"{game.side(side).name} units that come back"
    lines = ("rebuilt, refitted,", "or with new equipment")
    return Wish(name, side, "Coming back", lines, (("", ("",) * _BACK),))


def _by_chance(game: Game) -> set[str]:
    """Return the units whose arrival depends on a roll."""
    groups = game.special.groups
    outcomes = [each.group for draw in game.special.draws for each in draw.outcomes]
    return {unit for id_ in outcomes if id_ in groups for unit in groups[id_].units}


def _initials(name: str) -> str:
    """Return the initials of a name.

    >>> _initials("South-East"), _initials("the east edge")
    ('SE', 'TEE')
    """
    return "".join(word[:1].upper() for word in name.replace("-", " ").split())


def eliminated_boxes(game: Game) -> Iterator[Wish]:
    """Yield boxes of each side: its classes of unit, and free ones that scores ask for."""
    for side in game.sides:
        kinds = {unit.kind for unit in game.units.values() if unit.side == side.id}
        for kind in (each for each in Kind if each in kinds):
            ids = [u.id for u in game.units.values() if (u.side, u.kind) == (side.id, kind)]
            title = f"{kind.value[:1].upper()}{kind.value[1:]}"
            name = f"Eliminated {side.name} {kind.value}"
            lines = (side.name, f"{len(ids)} units")
            yield Wish(name, side.id, title, lines, by_body(game, ids))
        if _isolation_counts(game, side.id):
            name = f"Eliminated {side.name} units, isolated"
            free = (("", ("",) * _FREE),)
            lines = (side.name, "for units lost while isolated, which score more")
            yield Wish(name, side.id, "Isolated", lines, free)
        yield from _strongholds(game, side.id)


def _isolation_counts(game: Game, side: str) -> bool:
    """Tell whether some scenario scores what a side loses while isolated."""
    return any(
        isinstance(award, LossAward) and award.isolated and award.side == side
        for scenario in game.scenarios.values()
        if scenario.victory is not None
        for award in scenario.victory.awards
    )


def _strongholds(game: Game, side: str) -> Iterator[Wish]:
    """Yield a box for the bunkers of a side."""
    markers = [m for m in game.markers.values() if m.side == side and m.kind == "bunker"]
    count = sum(marker.count for marker in markers)
    if count:
        name = f"Eliminated {game.side(side).name} bunkers"
        lines = (game.side(side).name, "destroyed or captured")
        yield Wish(name, side, "Bunkers", lines, (("", ("",) * count),))


def _by_line(units: Iterable[Unit]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return units by the printed line that names them."""
    found: dict[str, list[str]] = {}
    for unit in units:
        found.setdefault(unit.entry.line, []).append(unit.id)
    return tuple((line, tuple(ids)) for line, ids in found.items())
