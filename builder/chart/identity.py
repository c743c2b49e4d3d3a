"""The unit identification chart: symbols, colours, sizes, markers, what stands where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from builder.chart.description import (
    DASH,
    Align,
    Cell,
    Chart,
    Column,
    CounterSample,
    MarkerSample,
    Row,
    SchemeSample,
    SymbolSample,
    Table,
    Tone,
)
from builder.chart.words import Words
from builder.errors import DrawError
from builder.model.game import Game, Kind, Provenance, Unit
from builder.model.identification import FaceField, Symbol

__all__ = ["abbreviations_chart", "counters_chart", "symbols_chart"]

_LEFT = Align.LEFT
_FACES = {"front": (Kind.PERSONNEL, Kind.WEAPONS), "front-afv": (Kind.AFV,), "back": tuple(Kind)}


def symbols_chart(game: Game, words: Words) -> Chart:
    """Describe the symbols and silhouettes: a table for each class, AFVs by side.

    Args:
        game: Its identification chart; each symbol has the colours of most of its units.
        words: ``heads.*``; ``table.<class>`` the captions, with ``{side}`` for AFVs.

    Raises:
        DrawError: A word is missing.
    """
    stacks: tuple[list[Table], list[Table]] = ([], [])
    for caption, listed in _classes(game, words):
        if listed:
            afv = listed[0].kind == Kind.AFV
            shorter = min(stacks, key=lambda stack: sum(len(t.rows) * t.sample_mm for t in stack))
            shorter.append(_symbols(game, listed, caption, words, 6.4 if afv else 5.7))
    return words.chart(game, "symbols", *map(tuple, stacks))


def _classes(game: Game, words: Words) -> Iterator[tuple[str, list[Symbol]]]:
    """Yield caption and symbols of each class; those of AFVs for each side."""
    for kind in (Kind.PERSONNEL, Kind.WEAPONS):
        symbols = [each for each in game.identification.symbols if each.kind == kind]
        yield words.name(f"table.{kind}"), symbols
    for side, name in (*((s.id, s.name) for s in game.sides), ("", words.name("table.both"))):
        vehicles = (each for each in game.identification.symbols if each.kind == Kind.AFV)
        symbols = [each for each in vehicles if each.side == side]
        yield words.name("table.AFV").format(side=name), symbols


def _symbols(
    game: Game, symbols: Iterable[Symbol], caption: str, words: Words, sample_mm: float
) -> Table:
    columns = (
        Column(words.name("heads.symbol")),
        Column(words.name("heads.type"), align=_LEFT, wraps=True),
        Column(words.name("heads.units")),
    )
    rows = []
    for each in symbols:
        units = [
            u for u in game.units.values() if u.type == each.type and each.side in ("", u.side)
        ]
        sample = SymbolSample(each.type, _scheme(units or game.units.values()))
        mark = "" if each.source is Provenance.R else each.source.value
        rows.append(
            Row(
                Cell("", each.name, samples=(sample,)),
                (Cell(each.name, mark=mark), Cell(str(len(units)))),
            )
        )
    return Table(caption, columns, tuple(rows), sample_mm)


def _scheme(units: Iterable[Unit]) -> str:
    """Return the most common colours of some units."""
    colours = [unit.colour for unit in units]
    return max(dict.fromkeys(colours), key=colours.count)


def counters_chart(game: Game, words: Words) -> Chart:
    """Describe what counters show: examples, places, colours, markers.

    Args:
        game: Its identification chart.
        words: ``heads.*``, ``table.*``, ``face.*``; ``examples`` ids of units; ``art.<kind>``
            the art of a kind of marker, and what stands in it; ``place.<face>.<figure>`` where
            a figure stands on the counters of this edition.

    Raises:
        DrawError: A word is missing, or an example is no unit.
    """
    identification = game.identification
    left = [_examples(game, words)]
    for face, kinds in _FACES.items():
        fields = [each for each in identification.faces if each.face == face]
        if fields and any(unit.kind in kinds for unit in game.units.values()):
            left.append(_places(fields, words.name(f"face.{face}"), words))
    right = (_colours(game, words), _markers(game, words))
    return words.chart(game, "counters", tuple(left), right)


def abbreviations_chart(game: Game, words: Words) -> Chart:
    """Describe marks of size, and the abbreviations on the counters of each side.

    Args:
        game: Its identification chart.
        words: ``heads.*``, ``table.short``, ``table.sizes``.

    Raises:
        DrawError: A word is missing.
    """
    short = [_short(game, side.id, side.name, words) for side in game.sides]
    tables = (_sizes(game, words), *short)
    return words.chart(game, "abbreviations", *((table,) for table in tables if table.rows))


def _examples(game: Game, words: Words) -> Table:
    rows = []
    for id_ in words.lines("examples"):
        unit = game.units.get(id_)
        if unit is None:
            raise DrawError(f"charts.toml: no unit '{id_}' for an example; take one of the units")
        front, back = CounterSample(unit), CounterSample(unit, back=True)
        rows.append(Row(Cell(unit.label), (Cell("", samples=(front,)), Cell("", samples=(back,)))))
    columns = (
        Column(words.name("heads.unit"), align=_LEFT, wraps=True),
        Column(words.name("heads.front")),
        Column(words.name("heads.back")),
    )
    return Table(words.name("table.examples"), columns, tuple(rows), 12.7)


def _places(fields: Sequence[FaceField], caption: str, words: Words) -> Table:
    """Say where each figure stands, on the printed counter and on this edition's."""
    known = any(each.place for each in fields)
    rows = []
    for each in fields:
        here = words.table.get(f"place.{each.face}.{each.figure}")
        ours = Cell(here) if isinstance(here, str) else Cell(DASH, "as printed", Tone.SOFT)
        printed = Cell(each.place) if each.place else Cell(DASH, "drawn only", Tone.SOFT)
        cells = (printed, ours) if known else (ours,)
        rows.append(Row(Cell(each.name, mark=_mark(each.source)), cells))
    heads = ("figure", "printed", "here") if known else ("figure", "here")
    columns = tuple(
        Column(words.name(f"heads.{h}"), align=_LEFT, wraps=True, share=0.9 if h == "figure" else 1)
        for h in heads
    )
    return Table(caption, columns, tuple(rows))


def _mark(source: Provenance) -> str:
    """Return the mark of what isn't printed."""
    return "" if source is Provenance.R else source.value


def _colours(game: Game, words: Words) -> Table:
    rows = tuple(
        Row(
            Cell("", each.name, samples=(SchemeSample(each.id),)),
            (Cell(each.force, mark=_mark(each.source)), Cell(each.name)),
        )
        for each in game.identification.colours
    )
    columns = (
        Column(words.name("heads.colour")),
        Column(words.name("heads.force"), align=_LEFT, wraps=True),
        Column(words.name("heads.words"), align=_LEFT, wraps=True),
    )
    return Table(words.name("table.colours"), columns, rows, 5.6)


def _sizes(game: Game, words: Words) -> Table:
    rows = tuple(
        Row(Cell(each.mark, tone=Tone.STRONG), (Cell(each.name, mark=_mark(each.source)),))
        for each in game.identification.sizes
    )
    columns = (Column(words.name("heads.mark")), Column(words.name("heads.size"), align=_LEFT))
    return Table(words.name("table.sizes"), columns, rows)


def _markers(game: Game, words: Words) -> Table:
    rows = []
    for each in game.identification.markers:
        art = words.table.get(f"art.{each.kind}")
        samples: tuple[MarkerSample, ...] = ()
        if isinstance(art, str):
            name, _, text = art.partition(" ")
            samples = (MarkerSample(name, text),)
        rows.append(
            Row(
                Cell("", each.name, samples=samples),
                (Cell(each.name, mark=_mark(each.source)), Cell(each.sign)),
            )
        )
    columns = (
        Column(words.name("heads.marker")),
        Column(words.name("heads.meaning"), align=_LEFT, wraps=True),
        Column(words.name("heads.sign"), align=_LEFT, wraps=True, share=1.5),
    )
    return Table(words.name("table.markers"), columns, tuple(rows), 6.4)


def _short(game: Game, side: str, name: str, words: Words) -> Table:
    rows = tuple(
        Row(Cell(each.short, tone=Tone.STRONG), (Cell(each.long, mark=_mark(each.source)),))
        for each in game.identification.abbreviations
        if each.side == side
    )
    columns = (
        Column(words.name("heads.short"), align=_LEFT),
        Column(words.name("heads.long"), align=_LEFT, wraps=True),
    )
    return Table(words.name("table.short").format(side=name), columns, rows)
