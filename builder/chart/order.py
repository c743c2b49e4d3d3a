"""The sequence of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.chart.description import DASH, Align, Cell, Chart, Column, Row, Table, Tone
from builder.chart.words import Words
from builder.model.game import Game
from builder.model.sequence import ImpulseKind, Step

__all__ = ["sequence_chart"]

_IMPULSES = "impulses"
"""Id of the stage that consists of impulses."""


def sequence_chart(game: Game, words: Words) -> Chart:
    """Describe the sequence of play: stages of a turn, phases of an impulse, kinds of impulse.

    Args:
        game: Its sequence.
        words: ``heads.*``, ``points.*``, ``who.*`` and ``who_says.*``.

    Raises:
        DrawError: A word is missing.
    """
    return words.chart(game, "sequence", (*_stages(game, words), _kinds(game, words)))


def _stages(game: Game, words: Words) -> Iterator[Table]:
    for stage in game.sequence.stages:
        if stage.id != _IMPULSES:
            yield Table(
                stage.name, _columns(words, first=""), tuple(_rows(game, stage.steps, words))
            )
            continue
        rows = list(_rows(game, stage.steps, words))
        for phase in game.sequence.phases:
            rows += _rows(game, phase.steps, words, phase.name)
        first = words.name("heads.phase")
        plain = [row if len(row.cells) == 3 else _under("", row) for row in rows]
        yield Table(stage.name, _columns(words, first=first), tuple(plain))


def _columns(words: Words, first: str) -> tuple[Column, ...]:
    """Return the columns: phase (if any), side, what is done, rules."""
    columns = (
        Column(words.name("heads.who")),
        Column(words.name("heads.step"), align=Align.LEFT, wraps=True),
        Column(words.name("heads.rule"), align=Align.LEFT),
    )
    return (Column(first, align=Align.LEFT), *columns) if first else columns


def _rows(
    game: Game, steps: Iterable[Step], words: Words, phase: str | None = None
) -> Iterator[Row]:
    """Yield a row for each step; a phase is named in its first."""
    name = phase
    for step in steps:
        cells = (Cell(step.text), Cell(", ".join(step.rules)))
        row = Row(_who(game, step.who, words), cells)
        yield row if name is None else _under(name, row)
        name = name and ""


def _under(name: str, row: Row) -> Row:
    """Put the name of a phase before a row."""
    return Row(Cell(name, tone=Tone.STRONG), (row.head, *row.cells))


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
