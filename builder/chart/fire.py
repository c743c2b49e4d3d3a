"""Combat: results of fire, of barrage, and what changes the odds, the die and the checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from builder.chart.description import DASH, Align, Cell, Chart, Column, Note, Row, Table, Tone
from builder.chart.factors import signed
from builder.chart.fraction import fraction_sign
from builder.chart.words import Words
from builder.model.combat import Effect, FireTable, Match, Modifier, Target
from builder.model.game import Game, Kind

__all__ = ["barrage_chart", "combat_chart"]

_MOST_LEVEL = 6
_NONE = Cell(DASH, "none", Tone.SOFT)


def combat_chart(game: Game, words: Words) -> Chart:
    """Describe the tables whose columns are odds, one below the other.

    Args:
        game: Its combat tables.
        words: ``heads.*``, and ``cap.attack`` and ``cap.phase``, which say how losses are
            limited (``{share}``, ``{least}``).

    Raises:
        DrawError: A word is missing.
    """
    tables = [each for each in game.combat.tables.values() if each.match is Match.RATIO]
    return _chart(game, words, "combat", tables, ())


def barrage_chart(game: Game, words: Words) -> Chart:
    """Describe the tables whose columns are sums, and the modifiers of their die.

    Args:
        game: Its combat tables and modifiers.
        words: As for :func:`combat_chart`.

    Raises:
        DrawError: A word is missing.
    """
    tables = [each for each in game.combat.tables.values() if each.match is Match.SUM]
    return _chart(game, words, "barrage", tables, (_modifiers(game, words),))


def _chart(
    game: Game, words: Words, id_: str, tables: Iterable[FireTable], more: tuple[Table, ...]
) -> Chart:
    listed = list(tables)
    drawn = (*(_fire_table(each, words) for each in listed), *more)
    chart = words.chart(game, id_, drawn)
    return replace(chart, notes=(*_caps(listed, words), *chart.notes))


def _fire_table(table: FireTable, words: Words) -> Table:
    group = words.name(f"heads.{table.match.value}")
    columns = [Column(words.name("heads.die"))]
    columns += [Column(each.name.replace("-", DASH), group=group) for each in table.columns]
    rows = tuple(
        Row(Cell(table.heading(die), tone=Tone.STRONG), tuple(map(_effect, effects)))
        for die, effects in enumerate(table.rows, 1)
    )
    return Table(table.name, tuple(columns), rows)


def _effect(effect: Effect) -> Cell:
    """Return a result; the more is lost, the darker."""
    if not effect.losses and not effect.check:
        return Cell(DASH, "no effect", Tone.SOFT)
    level = min(effect.losses, _MOST_LEVEL)
    return Cell(effect.text, _in_words(effect), Tone.STRONG, tint=f"level{level}")


def _in_words(effect: Effect) -> str:
    lost = "no loss" if not effect.losses else f"{effect.losses} strength points lost"
    lost = lost.replace("1 strength points", "1 strength point")
    return f"{lost}, morale check" if effect.check else lost


def _caps(tables: Iterable[FireTable], words: Words) -> Iterator[Note]:
    """Say how much a target can lose."""
    for table in tables:
        if table.cap is None:
            yield Note(words.name("cap.none").format(table=table.name))
            continue
        cap = table.cap
        text = words.name(f"cap.{cap.per}").format(
            table=table.name, share=fraction_sign(cap.share), least=cap.least
        )
        exempt = words.name("cap.exempt").format(what=", ".join(cap.exempt)) if cap.exempt else ""
        yield Note(f"{text} {exempt}".strip())


def _modifiers(game: Game, words: Words) -> Table:
    """Say what is added to the die for whom: units by class, and markers hit for themselves."""
    combat = game.combat
    targets: list[tuple[str, Kind | None]] = [(words.name_of("kind", k), k) for k in Kind]
    markers = tuple(combat.barrage_only)
    rows = []
    for each in combat.barrage_modifiers:
        cells = [_added(each, words) if _counts(game, each, kind) else _NONE for _, kind in targets]
        for marker in markers:
            holds = each.id in combat.barrage_only[marker]
            cells.append(_added(each, words) if holds else _NONE)
        rows.append(Row(Cell(each.name), tuple(cells)))
    group = words.name("heads.target")
    columns = [Column(words.name("heads.modifier"), align=Align.LEFT)]
    columns += [Column(name, group=group) for name, _ in targets]
    columns += [Column(words.name_of("marker", marker), group=group) for marker in markers]
    return Table(words.name("heads.modifiers"), tuple(columns), tuple(rows))


def _counts(game: Game, modifier: Modifier, kind: Kind | None) -> bool:
    """Tell whether a modifier can hold for units of a class."""
    if modifier.id in game.combat.barrage_never.get(str(kind), ()):
        return False
    return modifier.target is not Target.KIND or str(kind) in modifier.of


def _added(modifier: Modifier, words: Words) -> Cell:
    value = signed(modifier.value)
    if modifier.per_hexes:
        value = words.name("heads.per_hexes").format(value=value, hexes=modifier.per_hexes)
    return Cell(value)
