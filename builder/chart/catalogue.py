"""Which charts a game has, in the order a player looks for them."""

from __future__ import annotations

from collections.abc import Callable

from builder.chart.description import Chart
from builder.chart.factors import factors_chart, morale_chart
from builder.chart.fire import barrage_chart, combat_chart
from builder.chart.identity import abbreviations_chart, counters_chart, symbols_chart
from builder.chart.order import impulse_chart, sequence_chart
from builder.chart.record import turn_chart, weather_chart
from builder.chart.terrain import terrain_chart
from builder.chart.upkeep import rolls_chart, supply_chart
from builder.chart.words import ChartStyle, Words
from builder.model.combat import Match
from builder.model.game import Game

__all__ = ["chart_ids", "make_chart", "make_charts"]

_Make = Callable[[Game, Words], Chart]


def _fires(game: Game, match: Match) -> bool:
    return any(table.match is match for table in game.combat.tables.values())


_ALL: dict[str, tuple[_Make, Callable[[Game], bool]]] = {
    "sequence": (sequence_chart, lambda game: bool(game.sequence.stages)),
    "impulse": (impulse_chart, lambda game: bool(game.sequence.phases)),
    "turns": (turn_chart, lambda game: bool(game.turns)),
    "weather": (weather_chart, lambda game: bool(game.turns)),
    "terrain": (terrain_chart, lambda game: bool(game.chart.terrains)),
    "combat": (combat_chart, lambda game: _fires(game, Match.RATIO)),
    "barrage": (barrage_chart, lambda game: _fires(game, Match.SUM)),
    "factors": (factors_chart, lambda game: bool(game.combat.multipliers)),
    "morale": (morale_chart, lambda game: game.combat.morale is not None),
    "supply": (supply_chart, lambda game: bool(game.supply.costs)),
    "rolls": (rolls_chart, lambda game: bool(game.special.draws or game.special.ice)),
    "symbols": (symbols_chart, lambda game: bool(game.identification.symbols)),
    "counters": (counters_chart, lambda game: bool(game.identification.faces)),
    "abbreviations": (abbreviations_chart, lambda game: bool(game.identification.abbreviations)),
}


def chart_ids(game: Game) -> tuple[str, ...]:
    """Return the ids of the charts that the data of a game have something for."""
    return tuple(id_ for id_, (_, has) in _ALL.items() if has(game))


def make_chart(game: Game, id_: str, style: ChartStyle) -> Chart:
    """Describe a chart.

    Args:
        game: Where every figure comes from.
        id_: One of :func:`chart_ids`.
        style: Its words.

    Raises:
        DrawError: A word is missing, or a note names what the data lack.
    """
    make, _ = _ALL[id_]
    return make(game, style.words(id_))


def make_charts(game: Game, style: ChartStyle) -> tuple[Chart, ...]:
    """Describe every chart of a game.

    Raises:
        DrawError: As :func:`make_chart`.
    """
    return tuple(make_chart(game, id_, style) for id_ in chart_ids(game))
