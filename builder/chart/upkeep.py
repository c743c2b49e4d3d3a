"""Supply, replacements, and the rolls that single rules call for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from builder.chart.description import DASH, Align, Cell, Chart, Column, Row, Table, Tone
from builder.chart.factors import signed
from builder.chart.words import Words
from builder.model.game import Game
from builder.model.special import Draw

__all__ = ["draws_table", "rolls_chart", "supply_chart", "whole_range"]

_LEFT = Align.LEFT
_CERTAIN = 6  # highest roll of a die
_NONE = Cell(DASH, "none", Tone.SOFT)


def whole_range(numbers: Sequence[int]) -> str:
    """Return numbers as a range if they follow each other, else as a list.

    >>> whole_range([1, 2, 3]) == "1\N{EN DASH}3", whole_range([6]), whole_range([1, 3])
    (True, '6', '1, 3')
    """
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 1 and list(numbers) == list(range(first, last + 1)):
        return f"{first}{DASH}{last}"
    return ", ".join(map(str, numbers))


def supply_chart(game: Game, words: Words) -> Chart:
    """Describe what supply costs, how it is traced and dropped, and who is replaced.

    Args:
        game: Its supply.
        words: ``heads.*``, ``row.*``, ``pays.*``.

    Raises:
        DrawError: A word is missing.
    """
    tables = [_costs(game, words), _limits(game, words), _drops(game, words), _drafts(game, words)]
    return words.chart(game, "supply", tuple(table for table in tables if table.rows))


def _costs(game: Game, words: Words) -> Table:
    rows = []
    for each in game.supply.costs.values():
        payer = words.name("pays.phasing" if each.phasing else "pays.other")
        points = Cell(str(each.points), tone=Tone.STRONG)
        rows.append(Row(Cell(each.name), (points, Cell(payer), Cell(each.rule))))
    for town in game.supply.fortresses:
        name = words.name("row.relief").format(place=town.place)
        payer = game.side(town.side).name
        cells = (
            Cell(str(town.relief), tone=Tone.STRONG),
            Cell(payer),
            Cell(words.name("row.relief_rule")),
        )
        rows.append(Row(Cell(name), cells))
    columns = (
        Column(words.name("heads.activity"), align=_LEFT, wraps=True),
        Column(words.name("heads.points")),
        Column(words.name("heads.pays"), align=_LEFT),
        Column(words.name("heads.rule")),
    )
    return Table(words.name("heads.costs"), columns, tuple(rows))


def _limits(game: Game, words: Words) -> Table:
    supply = game.supply
    rows = []
    if supply.tracing is not None:
        for key, value in (
            ("hexes", supply.tracing.hexes),
            ("unsupplied", supply.tracing.support_unsupplied),
            ("unpaid", supply.tracing.support_unpaid),
        ):
            rows.append(Row(Cell(words.name(f"row.{key}")), (Cell(str(value)),)))
    if supply.rail is not None:
        rows.append(Row(Cell(words.name("row.rail")), (Cell(str(supply.rail.points)),)))
    columns = (Column(words.name("heads.limit"), align=_LEFT), Column(words.name("heads.number")))
    return Table(words.name("heads.limits"), columns, tuple(rows))


def _drops(game: Game, words: Words) -> Table:
    """Say on which rolls a dropped point arrives."""
    rows = tuple(
        Row(
            Cell(town.place, tone=Tone.STRONG),
            tuple(
                Cell(whole_range(town.airdrop[id_])) if town.airdrop.get(id_) else _NONE
                for id_ in game.weather
            ),
        )
        for town in game.supply.fortresses
    )
    columns = [Column(words.name("heads.place"), align=_LEFT)]
    columns += [Column(name, group=words.name("heads.arrives")) for name in game.weather.values()]
    return Table(words.name("heads.drops"), tuple(columns), rows)


def _drafts(game: Game, words: Words) -> Table:
    """Say who takes replacements, repairs and refits."""
    return Table(
        words.name("heads.drafts"),
        (
            Column(words.name("heads.draft"), align=_LEFT),
            Column(words.name("heads.units"), align=_LEFT, wraps=True),
            Column(words.name("heads.each_point")),
            Column(words.name("heads.rebuild")),
        ),
        tuple(_draft_rows(game, words)),
    )


def _draft_rows(game: Game, words: Words) -> Iterator[Row]:
    supply, groups = game.supply, game.special.groups
    named = [
        (words.name("row.replacement").format(side=game.side(side).name), each)
        for side, each in supply.replacements.items()
    ]
    if supply.repair is not None:
        named.append((words.name("row.repair"), supply.repair))
    for name, each in named:
        group = groups[each.group].name if each.group in groups else each.group
        rebuild = words.name("row.yes" if each.rebuild else "row.no")
        yield Row(Cell(name), (Cell(group), Cell(str(each.points)), Cell(rebuild)))
    for refit in supply.refits:
        group = groups[refit.group].name if refit.group in groups else refit.group
        when = words.name("row.refit").format(turn=refit.turn, back=refit.back, most=refit.most)
        yield Row(
            Cell(when), (Cell(group), Cell(words.name("row.full")), Cell(words.name("row.yes")))
        )


def rolls_chart(game: Game, words: Words) -> Chart:
    """Describe the rolls of single rules: ice, detection, garrisons, chance arrivals.

    Args:
        game: Its special rules.
        words: ``heads.*``, ``row.*``.

    Raises:
        DrawError: A word is missing.
    """
    tables = [_ice(game, words), _garrisons(game, words), draws_table(game, words)]
    return words.chart(game, "rolls", tuple(table for table in tables if table.rows))


def _ice(game: Game, words: Words) -> Table:
    rows = []
    for each in game.special.ice:
        weather = ", ".join(game.weather.get(id_, id_) for id_ in each.weather)
        sides = ", ".join(words.name_of("lake", kind) for kind in each.lakes)
        loss = words.name("row.loss").format(rolls=whole_range(each.lost_on), losses=each.losses)
        free = Cell(words.name("row.way")) if each.unless_way else _NONE
        name = words.name("row.ice").format(weather=weather)
        crossed = words.name("row.crossed").format(sides=sides)
        rows.append(Row(Cell(name), (Cell(crossed), Cell(loss, tone=Tone.STRONG), free)))
    found = game.special.detection
    if found is not None:
        groups = game.special.groups
        name = groups[found.group].name if found.group in groups else found.group
        rolls = whole_range(range(1, found.found_up_to + 1))
        more = words.name("row.other").format(value=signed(found.per_other))
        rows.append(
            Row(
                Cell(words.name("row.detection").format(units=name)),
                (
                    Cell(words.name("row.each_hex")),
                    Cell(words.name("row.found").format(rolls=rolls), tone=Tone.STRONG),
                    Cell(more),
                ),
            )
        )
    heads = ("roll", "when", "outcome", "unless")
    columns = tuple(Column(words.name(f"heads.{h}"), align=_LEFT, wraps=True) for h in heads)
    return Table(words.name("heads.rolls"), columns, tuple(rows))


def _garrisons(game: Game, words: Words) -> Table:
    """Return when garrisons may move: those of one rule in one row."""
    alike: dict[tuple[int, tuple[tuple[int, int], ...]], list[str]] = {}
    for each in game.special.garrisons:
        key = each.still_through, tuple(each.released_by.items())
        alike.setdefault(key, []).append(each.place)
    rows = []
    for (still, released), places in alike.items():
        until = words.name("row.through").format(turn=still)
        rolls = "; ".join(
            words.name("row.freed" if roll == _CERTAIN else "row.released").format(
                turn=turn, rolls=whole_range(range(1, roll + 1))
            )
            for turn, roll in released
        )
        rows.append(Row(Cell(", ".join(places)), (Cell(until), Cell(rolls, tone=Tone.STRONG))))
    heads = ("garrison", "still", "released")
    columns = tuple(
        Column(words.name(f"heads.{head}"), align=_LEFT, wraps=head == "released") for head in heads
    )
    return Table(words.name("heads.garrisons"), columns, tuple(rows))


def draws_table(game: Game, words: Words, side: str = "") -> Table:
    """Return which rolls bring reinforcements: those of one side, or of all.

    Args:
        game: Its draws.
        words: Those of :func:`rolls_chart`.
        side: Id of a side, or empty.

    Raises:
        DrawError: A word is missing.
    """
    draws = (each for each in game.special.draws if side in ("", each.side))
    rows = tuple(row for each in draws for row in _draw(game, each, words))
    heads = ("draw", "side", "occasion", "die", "units", "count")
    columns = tuple(
        Column(words.name(f"heads.{head}"), align=_LEFT, wraps=head in {"occasion", "units"})
        for head in heads
    )
    return Table(words.name("heads.draws"), columns, rows)


def _draw(game: Game, draw: Draw, words: Words) -> Iterable[Row]:
    names = {each.id: each.name for each in game.special.draws}
    when = words.name("row.turn").format(turn=draw.turn)
    if draw.after:
        rolls = whole_range(draw.after_rolls)
        when = words.name("row.after").format(draw=names.get(draw.after, draw.after), rolls=rolls)
    for outcome in draw.outcomes:
        group = game.special.groups.get(outcome.group)
        units = group.name if group else outcome.group
        count = str(len(group.units)) if group else DASH
        rolled = whole_range(outcome.rolls) if outcome.rolls else words.name("row.certain")
        cells = (game.side(draw.side).name, when, rolled, units, count)
        yield Row(Cell(draw.name), tuple(map(Cell, cells)))
