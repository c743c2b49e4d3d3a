"""The turn record and the weather chart."""

from __future__ import annotations

from builder.chart.description import DASH, Align, Cell, Chart, Column, Row, Table, Tone
from builder.chart.words import Words
from builder.model.game import Game, Turn

__all__ = ["turn_chart", "weather_chart"]


def turn_chart(game: Game, words: Words) -> Chart:
    """Describe the turn record: dates, what each side receives, who arrives.

    Args:
        game: Its turns, sides, units and entry areas.
        words: ``heads.*``; ``group.<group>``, the condition of such arrivals;
            ``mark.<column>.<turn>``, the mark of a figure that needs one, where
            the column is ``supply-`` or ``replacements-`` and a side's id.

    Raises:
        DrawError: A word is missing.
    """
    columns = [
        Column(words.name("heads.turn"), align=Align.MIDDLE),
        Column(words.name("heads.dates"), align=Align.LEFT),
    ]
    for kind in ("supply", "replacements"):
        columns += [Column(side.name, group=words.name(f"heads.{kind}")) for side in game.sides]
    columns.append(Column(words.name("heads.repair")))
    columns += [
        Column(side.name, group=words.name("heads.arrivals"), align=Align.LEFT, wraps=True)
        for side in game.sides
    ]
    rows = tuple(_turn(game, words, turn) for turn in game.turns)
    table = Table(words.name("heads.table"), tuple(columns), rows)
    return words.chart(game, "turns", (table,))


def _turn(game: Game, words: Words, turn: Turn) -> Row:
    cells = [Cell(turn.dates.replace("-", DASH))]
    for kind, by_side in (("supply", turn.supply), ("replacements", turn.replacements)):
        for side in game.sides:
            mark = words.table.get(f"mark.{kind}-{side.id}.{turn.number}")
            text = str(by_side[side.id]) if by_side.get(side.id) else DASH
            spoken = "" if by_side.get(side.id) else "none"
            cells.append(Cell(text, spoken, mark=mark if isinstance(mark, str) else ""))
    repair = Cell(str(turn.afv_repair)) if turn.afv_repair else Cell(DASH, "none")
    cells.append(repair)
    arrivals = (_arrivals(game, words, side.id, turn.number) for side in game.sides)
    cells += [Cell(text) if text else Cell(DASH, "none") for text in arrivals]
    return Row(Cell(str(turn.number), tone=Tone.STRONG), tuple(cells))


def _arrivals(game: Game, words: Words, side: str, turn: int) -> str:
    """Count the units that arrive in a turn by entry area: ``9 E; 3 SE``."""
    counts: dict[tuple[int, str, str], int] = {}
    for unit in game.units.values():
        entry = unit.entry
        if unit.side == side and entry.turn == turn:
            key = (entry.impulse or 1, entry.area, entry.group)
            counts[key] = counts.get(key, 0) + 1
    areas = {area.id: area.name for area in game.map.entry_areas}
    parts = []
    for impulse, area, group in sorted(counts):
        count = counts[impulse, area, group]
        more = f", {words.name('heads.impulse')} {impulse}" if impulse > 1 else ""
        condition = words.table.get(f"group.{group}")
        more += f" ({condition})" if isinstance(condition, str) else ""
        parts.append(f"{count} {areas.get(area, area)}{more}")
    return "; ".join(parts)


def weather_chart(game: Game, words: Words) -> Chart:
    """Describe the weather chart: the weather by die roll and turn.

    Args:
        game: Its turns and its kinds of weather.
        words: ``heads.*``; ``sign.<weather>`` the letter of each kind, ``says.<weather>`` what
            it does.

    Raises:
        DrawError: A word is missing.
    """
    faces = max((len(turn.weather) for turn in game.turns), default=0)
    columns = [Column(words.name("heads.die"))]
    columns += [Column(str(turn.number), group=words.name("heads.turn")) for turn in game.turns]
    rows = []
    for face in range(faces):
        cells = [_weather(game, words, turn, face) for turn in game.turns]
        rows.append(Row(Cell(str(face + 1), tone=Tone.STRONG), tuple(cells)))
    table = Table(words.name("heads.table"), tuple(columns), tuple(rows))
    return words.chart(game, "weather", (table, _key(game, words)))


def _weather(game: Game, words: Words, turn: Turn, face: int) -> Cell:
    if face >= len(turn.weather):
        return Cell("")
    id_ = turn.weather[face]
    return Cell(words.name(f"sign.{id_}"), game.weather.get(id_, id_), Tone.STRONG, tint=id_)


def _key(game: Game, words: Words) -> Table:
    """Say what each letter means."""
    rows = tuple(
        Row(
            Cell(words.name(f"sign.{id_}"), tone=Tone.STRONG, tint=id_),
            (Cell(name, tone=Tone.STRONG), Cell(words.name(f"says.{id_}"))),
        )
        for id_, name in game.weather.items()
    )
    columns = (
        Column(words.name("heads.sign")),
        Column(words.name("heads.weather"), align=Align.LEFT),
        Column(words.name("heads.effect"), align=Align.LEFT, wraps=True),
    )
    return Table(words.name("heads.key"), columns, rows)
