"""The terrain effects chart: costs by mobility, defence values, and what else costs points."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from builder.chart.description import DASH, Align, Cell, Chart, Column, Row, Table, Tone
from builder.chart.fraction import fraction_sign
from builder.chart.sample import named_sample
from builder.chart.words import Words
from builder.model.game import Game, Terrain

__all__ = ["terrain_chart"]

_PROHIBITED = Cell("P", "prohibited", tint="prohibited")
_AS_OTHER = Cell("*", "as other terrain in the hex", Tone.SOFT)
_FREE = Cell("NE", "no effect", Tone.SOFT)


def terrain_chart(game: Game, words: Words) -> Chart:
    """Describe the terrain effects chart.

    Args:
        game: Its movement chart.
        words: ``heads.*`` name columns and groups, ``row.*`` the lake rows, ``sample.*`` the
            samples of the map's legend for each row, ``class.*`` the classes of defence,
            ``activity.*`` the other costs.

    Returns:
        A row for each terrain and for lake hexsides, and a second table of other costs.

    Raises:
        DrawError: A word is missing.
    """
    return words.chart(game, "terrain", (_effects(game, words), _activities(game, words)))


def _effects(game: Game, words: Words) -> Table:
    chart = game.chart
    letters, classes = tuple(chart.mobilities), _classes(game)
    costs = [
        Column(letter, name, group=words.name("heads.costs"))
        for letter, name in chart.mobilities.items()
    ]
    values = [Column(words.name_of("class", c), group=words.name("heads.defence")) for c in classes]
    rows = [
        Row(
            _head(words, each.id, each.name),
            (*(_step(each, m) for m in letters), *(_defence(each, c) for c in classes)),
        )
        for each in chart.terrains.values()
    ]
    for id_, extra in (("lake_frozen", chart.lake_frozen), ("lake_thaw", chart.lake_thaw)):
        cells = (*(_more(extra, m) for m in letters), *(_AS_OTHER for _ in classes))
        rows.append(Row(_head(words, id_, words.name(f"row.{id_}")), cells))
    first = Column(words.name("heads.terrain"), align=Align.LEFT)
    return Table(words.name("heads.table"), (first, *costs, *values), tuple(rows), 6.5)


def _classes(game: Game) -> tuple[str, ...]:
    """Return the classes of defence in the order of the data."""
    return tuple(dict.fromkeys(c for t in game.chart.terrains.values() for c in t.defence))


def _head(words: Words, id_: str, name: str) -> Cell:
    kind = words.table.get(f"sample.{id_}")
    kinds = kind.split() if isinstance(kind, str) else []
    return Cell(name, samples=tuple(map(named_sample, kinds)), tone=Tone.STRONG)


def _step(terrain: Terrain, letter: str) -> Cell:
    """Say what entering and leaving costs, as a pair if both do."""
    if not terrain.enter:
        return _AS_OTHER
    if letter not in terrain.enter:
        return _PROHIBITED
    enter = fraction_sign(terrain.enter[letter])
    if not terrain.leave.get(letter):
        return Cell(enter)
    leave = fraction_sign(terrain.leave[letter])
    return Cell(f"{enter}{DASH}{leave}", f"{enter} to enter, {leave} more to leave")


def _defence(terrain: Terrain, class_: str) -> Cell:
    if class_ in terrain.defence:
        return Cell(str(terrain.defence[class_]))
    if not terrain.defence:
        return _AS_OTHER
    return Cell(DASH, "none: see the notes", Tone.SOFT)


def _more(extra: Mapping[str, Fraction], letter: str) -> Cell:
    """Say what crossing a hexside costs more."""
    if letter not in extra:
        return _PROHIBITED
    more = fraction_sign(extra[letter])
    return Cell(f"+{more}", f"{more} more") if extra[letter] else _FREE


def _activities(game: Game, words: Words) -> Table:
    rows = [
        Row(Cell(words.name_of("activity", id_)), (Cell(fraction_sign(cost)),))
        for id_, cost in game.chart.activities.items()
    ]
    columns = (
        Column(words.name("heads.activity"), align=Align.LEFT),
        Column(words.name("heads.points")),
    )
    return Table(words.name("heads.activities"), columns, tuple(rows))
