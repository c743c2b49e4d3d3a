"""The sequence of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.chart.description import DASH, Align, Cell, Chart, Column, Row, Table, Tone
from builder.chart.words import Words
from builder.model.game import Game, Provenance
from builder.model.sequence import ImpulseKind, Step

__all__ = ["impulse_chart", "sequence_chart"]


def sequence_chart(game: Game, words: Words) -> Chart:
    """Describe a turn: its stages but for the phases of impulses, and the kinds of impulse.

    Args:
        game: Its sequence.
        words: ``heads.*``, ``points.*``, ``who.*`` and ``who_says.*``.

    Raises:
        DrawError: A word is missing.
    """
    stages = (
        Table(stage.name, _columns(words), tuple(_rows(game, stage.steps, words)))
        for stage in game.sequence.stages
        if stage.steps
    )
    return words.chart(game, "sequence", (*stages, _kinds(game, words)))


def impulse_chart(game: Game, words: Words) -> Chart:
    """Describe an impulse: its phases, and what is done in each.

    Args:
        game: Its sequence.
        words: As for :func:`sequence_chart`.

    Raises:
        DrawError: A word is missing.
    """
    rows: list[Row] = []
    for phase in game.sequence.phases:
        for number, row in enumerate(_rows(game, phase.steps, words)):
            name = Cell("" if number else phase.name, tone=Tone.STRONG)
            rows.append(Row(name, (row.head, *row.cells)))
    columns = (Column(words.name("heads.phase"), align=Align.LEFT), *_columns(words))
    table = Table(words.name("heads.phases"), columns, tuple(rows))
    return words.chart(game, "impulse", (table,))


def _columns(words: Words) -> tuple[Column, ...]:
    """Return the columns: side, what is done, rules."""
    return (
        Column(words.name("heads.who")),
        Column(words.name("heads.step"), align=Align.LEFT, wraps=True),
        Column(words.name("heads.rule"), align=Align.LEFT),
    )


def _rows(game: Game, steps: Iterable[Step], words: Words) -> Iterator[Row]:
    """Yield a row for each step."""
    for step in steps:
        mark = Provenance.X.value if step.errata else ""
        cells = (Cell(step.text, mark=mark), Cell(", ".join(step.rules)))
        yield Row(_who(game, step.who, words), cells)


def _who(game: Game, who: str, words: Words) -> Cell:
    sides = {side.id: side.name for side in game.sides}
    if who in sides:
        return Cell(sides[who])
    if not who:
        return Cell(DASH, "both sides", Tone.SOFT)
    return Cell(words.name(f"who.{who}"), words.name(f"who_says.{who}"))


def _kinds(game: Game, words: Words) -> Table:
    group = words.name("heads.points")
    rows = tuple(
        Row(
            Cell(kind.name, tone=Tone.STRONG),
            (
                *(Cell(_points(kind, side.id, words)) for side in game.sides),
                Cell(kind.text),
                Cell(", ".join(kind.rules)),
            ),
        )
        for kind in game.sequence.impulses
    )
    columns = (
        Column(words.name("heads.kind"), align=Align.LEFT),
        *(Column(side.name, group=group) for side in game.sides),
        Column(words.name("heads.allowed"), align=Align.LEFT, wraps=True),
        Column(words.name("heads.rule"), align=Align.LEFT),
    )
    return Table(words.name("heads.kinds"), columns, rows)


def _points(kind: ImpulseKind, side: str, words: Words) -> str:
    key = "exact" if kind.exact else "least_or_all" if kind.less_if_all else "least"
    return words.name(f"points.{key}").format(points=kind.points[side])
