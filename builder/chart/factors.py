"""What changes factors and checks: multipliers, morale, fright, observation."""

from __future__ import annotations

from collections.abc import Iterable

from builder.chart.description import DASH, Align, Cell, Chart, Column, Row, Table, Tone
from builder.chart.fraction import fraction_sign
from builder.chart.words import Words
from builder.model.combat import Morale, MoraleModifier, Observation, Shock
from builder.model.game import Game, Kind

__all__ = ["factors_chart", "morale_chart", "signed", "terrain_names"]

_LEFT = Align.LEFT
_NONE = Cell(DASH, "none", Tone.SOFT)


def factors_chart(game: Game, words: Words) -> Chart:
    """Describe what multiplies factors, and how far one sees.

    Args:
        game: Its combat figures.
        words: ``heads.*``, ``row.*``, ``factor.*`` the names of factors, ``kind.*`` those of
            classes of unit.

    Raises:
        DrawError: A word is missing.
    """
    tables = [_multipliers(game, words)]
    if game.combat.observation is not None:
        tables.append(_observation(game.combat.observation, game, words))
    return words.chart(game, "factors", tuple(tables))


def morale_chart(game: Game, words: Words) -> Chart:
    """Describe how morale is checked: what is added, what comes of it.

    Args:
        game: Its combat figures.
        words: As for :func:`factors_chart`.

    Raises:
        DrawError: A word is missing.
    """
    tables = [] if game.combat.morale is None else [_morale(game.combat.morale, words)]
    return words.chart(game, "morale", (*tables, _checks(game, words)))


def signed(value: int) -> str:
    """Return a number with its sign.

    >>> signed(2), signed(-1) == "\N{MINUS SIGN}1"
    ('+2', True)
    """
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}")


def terrain_names(game: Game, ids: Iterable[str]) -> str:
    """Return the names of kinds of terrain in a line."""
    terrains = game.chart.terrains
    return ", ".join(terrains[id_].name if id_ in terrains else id_ for id_ in ids)


def _or_none(text: str) -> Cell:
    return Cell(text) if text else _NONE


def _multipliers(game: Game, words: Words) -> Table:
    rows = []
    for each in game.combat.multipliers.values():
        factor = f"\N{MULTIPLICATION SIGN}{fraction_sign(each.factor)}"
        applies = ", ".join(words.name_of("factor", what) for what in each.applies)
        group = game.special.groups.get(each.group)
        cells = (
            Cell(factor, f"times {fraction_sign(each.factor)}", Tone.STRONG),
            Cell(applies),
            _or_none(group.name if group else each.group),
            _or_none(terrain_names(game, each.terrain)),
            Cell(each.rule),
        )
        rows.append(Row(Cell(each.name), cells))
    cover = game.combat.cover
    if cover is not None:
        rows.append(
            Row(
                Cell(words.name("row.cover")),
                (
                    Cell(signed(-cover.reduction), tone=Tone.STRONG),
                    Cell(words.name_of("factor", "defence")),
                    Cell(words.name_of("kind", Kind.AFV)),
                    Cell(terrain_names(game, cover.terrain)),
                    Cell(words.name("row.cover_rule")),
                ),
            )
        )
    return _table(words, "multipliers", "situation factor applies units terrain rule", rows)


def _morale(morale: Morale, words: Words) -> Table:
    """Say what comes of a check: by how much the roll is over the morale."""
    lost = [Cell(str(morale.rout_loss.get(kind, 0))) for kind in Kind]
    nothing = [Cell("0") for _ in Kind]
    failing = f"{morale.fail}{DASH}{morale.rout - 1}"
    if morale.fail == morale.rout - 1:
        failing = str(morale.fail)
    hexes = str(morale.retreat)
    rows = (
        Row(
            _strong(words, "passed"),
            (Cell(words.name("row.at_most").format(most=morale.fail - 1)), *nothing, _NONE),
        ),
        Row(_strong(words, "failed"), (Cell(failing), *nothing, Cell(f"{hexes}*"))),
        Row(_strong(words, "routed"), (Cell(f"{morale.rout}+"), *lost, Cell(hexes))),
    )
    columns = (
        Column(words.name("heads.result"), align=_LEFT),
        Column(words.name("heads.over").format(dice=morale.dice)),
        *(Column(words.name_of("kind", k), group=words.name("heads.lost")) for k in Kind),
        Column(words.name("heads.retreat")),
    )
    return Table(words.name("heads.morale"), columns, rows)


def _strong(words: Words, key: str) -> Cell:
    return Cell(words.name(f"row.{key}"), tone=Tone.STRONG)


def _checks(game: Game, words: Words) -> Table:
    """Say what is added to the roll of a check, and what makes it worse."""
    rows = [_modifier(game, each, words) for each in game.combat.morale_modifiers]
    if game.combat.morale is not None and game.combat.morale.covered_kinds:
        rows.append(_shelter(game.combat.morale, words))
    rows += [_shock(game, each, words) for each in game.combat.shocks.values()]
    return _table(words, "checks", "situation added who unless rule", rows)


def _modifier(game: Game, each: MoraleModifier, words: Words) -> Row:
    kinds = ", ".join(words.name_of("kind", kind) for kind in each.kinds)
    value = words.name("heads.each").format(value=signed(each.value))
    return Row(
        Cell(each.name),
        (
            Cell(value if each.each else signed(each.value), tone=Tone.STRONG),
            Cell(kinds or words.name("row.all")),
            _or_none(terrain_names(game, each.unless_terrain)),
            Cell(each.rule),
        ),
    )


def _shelter(morale: Morale, words: Words) -> Row:
    """Say who never checks because of a bunker."""
    return Row(
        Cell(words.name("row.shelter").format(strength=morale.covered_by)),
        (
            Cell(words.name("row.no_check"), tone=Tone.STRONG),
            Cell(", ".join(words.name_of("kind", kind) for kind in morale.covered_kinds)),
            Cell(words.name("row.not_sheltered")),
            Cell(words.name("row.shelter_rule")),
        ),
    )


def _shock(game: Game, each: Shock, words: Words) -> Row:
    worse = words.name("heads.worse").format(levels=each.levels)
    groups = game.special.groups
    who = groups[each.victims].name if each.victims in groups else each.victims
    immune = groups[each.immune].name if each.immune in groups else each.immune
    free = "; ".join(part for part in (immune, terrain_names(game, each.unless_terrain)) if part)
    cells = (Cell(worse, tone=Tone.STRONG), _or_none(who), _or_none(free), Cell(each.rule))
    return Row(Cell(each.name), cells)


def _observation(seen: Observation, game: Game, words: Words) -> Table:
    """Say how far a target is seen."""
    named = (("range", seen.range), ("down_slope", seen.down_slope), ("from_high", seen.from_high))
    rows = [Row(Cell(words.name(f"row.{key}")), (Cell(str(hexes)),)) for key, hexes in named]
    group = game.special.groups.get(seen.conspicuous)
    if group is not None:
        rows.append(Row(Cell(group.name), (Cell(signed(seen.conspicuous_more)),)))
    blocked = words.name("row.blocking").format(terrain=terrain_names(game, seen.blocking))
    rows.append(Row(Cell(blocked), (_NONE,)))
    columns = (
        Column(words.name("heads.situation"), align=_LEFT, wraps=True),
        Column(words.name("heads.hexes")),
    )
    return Table(words.name("heads.observation"), columns, tuple(rows))


_WRAPPING = {
    "situation": 1.2,
    "applies": 0.7,
    "units": 1.4,
    "terrain": 0.9,
    "who": 1.2,
    "unless": 2.0,
}


def _table(words: Words, id_: str, heads: str, rows: Iterable[Row]) -> Table:
    """Return a table whose long columns wrap."""
    columns = tuple(
        Column(
            words.name(f"heads.{head}"),
            align=_LEFT if head in _WRAPPING else Align.MIDDLE,
            wraps=head in _WRAPPING,
            share=_WRAPPING.get(head, 1.0),
        )
        for head in heads.split()
    )
    return Table(words.name(f"heads.{id_}"), columns, tuple(rows))
