"""What a scenario says, in words: hexes, losses, bridges, points. Cards and modules share them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from builder.chart.description import DASH
from builder.hexgrid import Hex, Numbering
from builder.model.game import Game
from builder.model.scenario import (
    Award,
    BuiltBridges,
    BunkerAward,
    BunkerLosses,
    IsolationAward,
    Level,
    Loss,
    LossAward,
    Pool,
    SurvivorAward,
    TownAward,
)
from builder.model.supply import Refit

__all__ = [
    "INDEPENDENT",
    "award_text",
    "band_text",
    "built_text",
    "bunker_losses_text",
    "by_body",
    "hex_list",
    "hex_runs",
    "loss_text",
    "pools_text",
    "refit_text",
]

INDEPENDENT = "independent"
"""What units are called that belong to no body."""


def by_body(game: Game, ids: Iterable[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return units by the body they belong to; those of none come last."""
    found: dict[str, list[str]] = {}
    for id_ in ids:
        found.setdefault(game.units[id_].formation, []).append(id_)
    loose = found.pop("", [])
    bodies = [(name, tuple(units)) for name, units in found.items()]
    return (*bodies, *([(INDEPENDENT, tuple(loose))] if loose else []))


def hex_list(game: Game, cells: Iterable[Hex]) -> str:
    """Return hex numbers in the order given."""
    return " ".join(game.map.numbering.format(cell) for cell in cells)


def hex_runs(numbering: Numbering, cells: Iterable[Hex]) -> str:
    """Return hex numbers by column, those that lie below each other as a run.

    >>> field = Numbering(3, 5, even_low=True)
    >>> cells = map(field.parse, ("0103", "0102", "0104", "0201", "0305"))
    >>> hex_runs(field, cells) == "0102\N{EN DASH}0104 0201 0305"
    True
    """
    return " ".join(_runs(numbering, cells))


def _runs(numbering: Numbering, cells: Iterable[Hex]) -> Iterator[str]:
    places = sorted(numbering.column_row(cell) for cell in cells)
    numbered = enumerate(places)
    for _, run in groupby(numbered, key=lambda each: (each[1][0], each[1][1] - each[0])):
        names = [numbering.format(numbering.hex_at(*place)) for _, place in run]
        yield names[0] if len(names) == 1 else f"{names[0]}{DASH}{names[-1]}"


def pools_text(game: Game, pools: Iterable[Pool]) -> str:
    """Say how many points lie in each pool at the start."""
    return ", ".join(f"{game.markers[pool.marker].name} {pool.points}" for pool in pools)


def built_text(game: Game, built: BuiltBridges) -> str:
    """Say which bridges may stand already, and where."""
    names = ", ".join(game.markers[marker].name for marker in built.markers)
    most = f"up to {built.most} of " if len(built.markers) > 1 else ""
    return f"{most}{names} may stand, in one of {hex_list(game, built.hexes)}"


def refit_text(game: Game, refit: Refit) -> str:
    """Say who may leave the map for a refit, and when they are back."""
    group = game.special.groups.get(refit.group)
    units = group.name[:1].lower() + group.name[1:] if group else refit.group
    areas = {area.id: area.name for area in game.map.entry_areas}
    most = f"{refit.most} brigade{'s' * (refit.most != 1)}"
    return (
        f"{most} may leave at the start of turn {refit.turn} ({units}); "
        f"back at full strength in turn {refit.back}, {areas.get(refit.area, refit.area)}"
    )


def loss_text(line: Loss) -> str:
    """Say what a body has lost."""
    if line.all:
        return "all units eliminated"
    words = [f"{item.strength} SP {item.type}".removesuffix(" any") for item in line.items]
    found = ", ".join(words)
    return found + (f" ({line.each} each)" if line.each else "")


def bunker_losses_text(game: Game, lost: BunkerLosses) -> str:
    """Say what the bunkers have lost, and where none stands any more."""
    return (
        f"{lost.strength} SP, {lost.left} of them off those that stand; "
        f"vacant {hex_list(game, lost.vacant)}"
    )


def award_text(game: Game, award: Award) -> str:
    """Say what points are given for."""
    match award:
        case LossAward():
            beyond = f" beyond {award.above}" if award.above else ""
            whose = "isolated " * award.isolated + game.side(award.side).name
            return f"each {award.per} SP of {whose} units lost{beyond}"
        case BunkerAward():
            return "each bunker destroyed or captured"
        case TownAward():
            what = "town hex" if award.each_hex else "town"
            when = "every impulse" if award.each_impulse else "at the end"
            return f"each {what} held {when}: {', '.join(award.towns)}"
        case IsolationAward():
            return f"{award.place} isolated at the end"
        case SurvivorAward():
            names = ", ".join(game.units[unit].label for unit in award.units)
            return f"each SP left at the end of {names}"


def band_text(level: Level) -> str:
    """Say which totals a level of victory holds."""
    if level.low is None:
        return f"up to {level.high}"
    return f"{level.low} and more" if level.high is None else f"{level.low}-{level.high}"
