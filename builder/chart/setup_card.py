"""Set-up cards: for one side of a scenario all that it has, where, when, and how weakened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from math import ceil

from builder.chart.description import (
    DASH,
    Align,
    Cell,
    Chart,
    Column,
    NamedCounter,
    Row,
    Table,
    Tone,
)
from builder.chart.setup_words import (
    INDEPENDENT,
    award_text,
    band_text,
    built_text,
    bunker_losses_text,
    by_body,
    hex_runs,
    loss_text,
    pools_text,
    refit_text,
)
from builder.chart.upkeep import draws_table
from builder.chart.words import ChartStyle
from builder.hexgrid import Hex
from builder.model.game import Game
from builder.model.scenario import Placement, Scenario, Use

__all__ = ["setup_card"]

_SAMPLE_MM = 9.2
_HALF, _BODY_MM, _UNITS_MM = 7, 23.6, 64.3  # counters side by side in one of two halves
_ARRIVING, _COMING_MM, _ARRIVING_MM = 6, 22.6, 55.4
_WHEN_MM = 20.0
_LEFT = Align.LEFT
_NOTHING = Cell("")
Group = tuple[str, tuple[NamedCounter, ...]]


def setup_card(game: Game, scenario: Scenario, side: str, style: ChartStyle) -> Chart:
    """Describe the card of a side: every unit of it stands there exactly once.

    Args:
        game: Units, markers, hexes, turns.
        scenario: The set-up.
        side: Id of the side.
        style: Its words for reinforcements by chance.

    Returns:
        One stack of tables, as high as it gets.

    Raises:
        DrawError: The style lacks such a word.
    """
    card = _Card(game, scenario, side)
    tables = [
        card.facts(),
        *card.areas(),
        card.eliminated(),
        card.losses(),
        card.arrivals(),
        card.chances(style),
        card.victory(),
        card.unused(),
    ]
    last = scenario.last_turn
    turns = f"turns {scenario.first_turn} to {last}" if last > scenario.first_turn else "one turn"
    return Chart(
        f"setup-{scenario.id}-{side}",
        f"{scenario.title}: {game.side(side).name}",
        f"Set-up card, {turns}",
        (tuple(table for table in tables if table is not None and table.rows),),
        (),
        f"{game.name} · {game.version} · {game.date}",
    )


class _Card:
    """Makes the tables of a card."""

    def __init__(self, game: Game, scenario: Scenario, side: str) -> None:
        self.game = game
        self.scenario = scenario
        self.side = side
        self.own = [each for each in scenario.placements if each.side == side]
        self.gone = {unit for unit in scenario.eliminated if game.units[unit].side == side}

    # ------------------------------------------------------------------ what must be known first
    def facts(self) -> Table:
        """Say what begins when, with which bunkers, bridges and supply."""
        rows = tuple(
            Row(Cell(head, tone=Tone.STRONG), (Cell(text),))
            for head, text in (*self._beginning(), *self._standing(), *self._conditions())
            if text
        )
        columns = (Column("What", align=_LEFT), Column("How", align=_LEFT, wraps=True))
        return Table("Before the first impulse", columns, rows)

    def _beginning(self) -> Iterator[tuple[str, str]]:
        dates = {turn.number: turn.dates.replace("-", DASH) for turn in self.game.turns}
        ends = dict.fromkeys((self.scenario.first_turn, self.scenario.last_turn))
        yield "Turns", " to ".join(f"{end} ({dates[end]})" for end in ends if end in dates)
        if self.scenario.first_side:
            first = self.scenario.first_side == self.side
            rest = "out of the other side's hexes and zones of control"
            yield "Sets up", "first" if first else f"second, {rest}"
        yield "Note", self.scenario.note
        pools = [pool for pool in self.scenario.pools if pool.side == self.side]
        if pools:
            said = pools_text(self.game, pools)
            yield "Supply pools", f"{said}, before the first turn's points are received"

    def _standing(self) -> Iterator[tuple[str, str]]:
        markers, name = self.game.markers, self.game.map.numbering.format
        bunkers = [each for each in self.scenario.bunkers if markers[each.id].side == self.side]
        yield "Bunkers", ", ".join(f"{name(each.hex)} ({each.strength} SP)" for each in bunkers)
        lost = self.scenario.bunker_losses
        gone = [] if lost is None else [id_ for id_ in lost.gone if markers[id_].side == self.side]
        if lost is not None and (bunkers or gone):
            yield "Bunkers lost", bunker_losses_text(self.game, lost)
        sides = ("", self.side)
        bridges = [each for each in self.scenario.bridges if markers[each.id].side in sides]
        by_name: dict[str, list[str]] = {}
        for each in bridges:
            by_name.setdefault(markers[each.id].name, []).append(name(each.hex))
        yield "Bridges", "; ".join(f"{who}: {', '.join(at)}" for who, at in by_name.items())
        for built in self.scenario.built:
            if built.side == self.side:
                yield "Bridges built", built_text(self.game, built)

    def _conditions(self) -> Iterator[tuple[str, str]]:
        """Yield what a set-up must fulfil, and who may leave later."""
        for condition in self.scenario.conditions:
            if condition.side == self.side:
                yield "Condition", condition.text
        turns = range(self.scenario.first_turn, self.scenario.last_turn + 1)
        for refit in self.game.supply.refits:
            if refit.side == self.side and refit.turn in turns:
                yield "Refit", refit_text(self.game, refit)

    # ------------------------------------------------------------------------------- who is there
    def areas(self) -> Iterator[Table]:
        """Yield a table for each area where units set up."""
        for each in self.own:
            there = [unit for unit in each.units if unit not in self.gone]
            if each.use is Use.SETUP and there:
                name, _, words = (part.strip() for part in each.label.partition(":"))
                lead = " ".join(self._area(each, words))
                loose = {*there} - {*each.placed}
                head = "Body" if not each.placed else "Hex, body" if loose else "Hex"
                groups = list(self._groups(each, there))
                yield _units(f"{name}: {_count(there)}", groups, lead, head)

    def _area(self, placement: Placement, words: str) -> Iterator[str]:
        """Say where an area lies, what binds its units, and how it is read otherwise."""
        if words:
            yield f"{words[:1].upper()}{words[1:]}."
        if placement.hexes:
            yield f"{self._hexes(placement.hexes)}."
        if placement.placed and len(placement.hexes) > 1:
            yield "The hexes of units are a suggestion; others of the area are as good."
        if placement.garrison:
            yield "A garrison: bound until it is released."
        for other in placement.variants:
            more, less = {*other.hexes} - {*placement.hexes}, {*placement.hexes} - {*other.hexes}
            changes = ("with", more), ("without", less)
            said = ", ".join(f"{how} {self._runs(cells)}" for how, cells in changes if cells)
            yield f"{other.reading} read as {other.value}: {said or 'the same'}."

    def _runs(self, cells: Iterable[Hex]) -> str:
        return hex_runs(self.game.map.numbering, cells)

    def _hexes(self, cells: Sequence[Hex]) -> str:
        return f"{'Hex' if len(cells) == 1 else 'Hexes'} {self._runs(cells)}"

    def _groups(self, placement: Placement, ids: Sequence[str]) -> Iterator[Group]:
        """Yield units by the hex they stand in, the others by body."""
        units, numbering = self.game.units, self.game.map.numbering
        by_hex: dict[str, list[NamedCounter]] = {}
        for id_ in ids:
            if id_ in placement.placed:
                unit = units[id_]
                name = f"{unit.name}/{unit.formation_id}" if unit.formation_id else unit.name
                cell = numbering.format(placement.placed[id_])
                by_hex.setdefault(cell, []).append(NamedCounter(unit, name))
        yield from ((cell, tuple(by_hex[cell])) for cell in sorted(by_hex))
        yield from self._bodies(id_ for id_ in ids if id_ not in placement.placed)

    def _bodies(self, ids: Iterable[str]) -> Iterator[Group]:
        for body, members in by_body(self.game, ids):
            units = [self.game.units[id_] for id_ in members]
            yield _capital(body), tuple(NamedCounter(unit, unit.name) for unit in units)

    def eliminated(self) -> Table:
        """Return the units that are gone before the scenario begins."""
        units = [u for each in self.own for u in each.units if u in self.gone]
        caption = f"Eliminated before the scenario: {_count(units)}"
        return _units(caption, list(self._bodies(units)))

    def losses(self) -> Table:
        """Return the losses to date."""
        lines = [
            (Cell(_capital(line.name)), Cell(loss_text(line), tone=Tone.STRONG))
            for line in self.scenario.losses
            if line.side == self.side
        ]
        columns = (
            Column("Body", align=_LEFT, wraps=True),
            Column("Strength points lost", align=_LEFT, wraps=True, share=2.0),
        )
        lead = "The owner takes them off the units of each body, as far as these are there."
        return _doubled(Table("Losses to date", columns, (), lead=lead), lines)

    # ------------------------------------------------------------------------------ who comes when
    def arrivals(self) -> Table:
        """Return who arrives: a row or more for each turn, impulse and entry area."""
        uses = Use.ARRIVAL, Use.CONDITION
        coming = [each for each in self.own if each.use in uses and each.units]
        rows: list[Row] = []
        areas: dict[str, str] = {}
        for each in coming:
            when, where = self._when(each)
            if each.hexes:
                areas.setdefault(where, f"{where}: {self._hexes(each.hexes).lower()}")
            words = ", ".join(part for part in (when, where) if part)
            head = Cell(words or _capital(each.label), tone=Tone.STRONG)
            pairs = _paired(list(_cells(self._bodies(each.units), _ARRIVING)))
            for number, row in enumerate(pairs):
                rows.append(Row(_NOTHING if number else head, (row.head, *row.cells)))
        count = _count([unit for each in coming for unit in each.units])
        first = Column("When, where", align=_LEFT, wraps=True, least=_WHEN_MM)
        pair = _pair("Body", _COMING_MM, _ARRIVING_MM)
        lead = "In the first impulse if no other is named."
        lead += f" {'; '.join(areas.values())}." if areas else ""
        return Table(f"Arrivals: {count}", (first, *pair, *pair), tuple(rows), _SAMPLE_MM, lead)

    def _when(self, placement: Placement) -> tuple[str, str]:
        """Return turn and impulse, and the entry area, in words."""
        entry = self.game.units[placement.units[0]].entry
        areas = {area.id: area.name for area in self.game.map.entry_areas}
        said = [] if entry.turn is None else [f"Turn {entry.turn}"]
        said += [f"impulse {entry.impulse}"] if (entry.impulse or 1) > 1 else []
        said += ["on a roll"] if placement.use is Use.CONDITION else []
        return _capital(", ".join(said)), areas.get(entry.area, entry.area)

    def chances(self, style: ChartStyle) -> Table | None:
        """Return the rolls that bring units of the side, if some may come in the scenario."""
        if not any(each.use is Use.CONDITION for each in self.own):
            return None
        return draws_table(self.game, style.words("rolls"), self.side)

    # ---------------------------------------------------------------------- the end, and the rest
    def victory(self) -> Table | None:
        """Return what points are given for, and what they are worth."""
        victory = self.scenario.victory
        if victory is None:
            return None
        awards = [
            (Cell(_signed(each.points), tone=Tone.STRONG), Cell(award_text(self.game, each)))
            for each in victory.awards
        ]
        levels = [
            (Cell(band_text(each).replace("-", DASH), tone=Tone.STRONG), Cell(each.name))
            for each in victory.levels
        ]
        rows = tuple(
            Row(one[0], (one[1], *two))
            for one, two in zip_longest(awards, levels, fillvalue=(_NOTHING, _NOTHING))
        )
        gained, total = f"Points of the {self.game.side(victory.side).name} side", "In the end"
        columns = (
            Column("Points", group=gained),
            Column("For", align=_LEFT, group=gained, wraps=True, share=2.0),
            Column("Total", group=total),
            Column("Result", align=_LEFT, group=total, wraps=True),
        )
        past = victory.history
        lead = f"In history: {past.level}, about {past.points}." if past is not None else ""
        return Table("Victory", columns, rows, lead=lead)

    def unused(self) -> Table:
        """Return the units that stay away, by name."""
        away = [each for each in self.own if each.use is Use.UNUSED]
        ids = [unit for each in away for unit in each.units]
        lines = []
        for body, members in by_body(self.game, ids):
            units = [self.game.units[id_] for id_ in members]
            names = (u.label if body == INDEPENDENT else u.name for u in units)
            lines.append((Cell(_capital(body)), Cell(", ".join(names))))
        columns = (
            Column("Body", align=_LEFT, wraps=True),
            Column("Units", align=_LEFT, wraps=True, share=2.0),
        )
        lead = "; ".join(_capital(each.label.partition(":")[2].strip()) for each in away)
        caption = f"Not in this scenario: {_count(ids)}"
        return _doubled(Table(caption, columns, (), lead=f"{lead}."), lines)


def _pair(head: str, body_mm: float, units_mm: float) -> tuple[Column, Column]:
    """Return a column of names and one of counters."""
    body = Column(head, align=_LEFT, wraps=True, least=body_mm)
    return body, Column("Units", align=_LEFT, least=units_mm)


def _units(caption: str, groups: Sequence[Group], lead: str = "", head: str = "Body") -> Table:
    """Return a table of counters, two groups side by side if there are so many."""
    cells = list(_cells(groups, _HALF))
    pair = _pair(head, _BODY_MM, _UNITS_MM)
    if len(cells) == 1:
        pair = pair[0], replace(pair[1], least=_BODY_MM + 2 * _UNITS_MM)
    return _doubled(Table(caption, pair, (), _SAMPLE_MM, lead), cells)


def _cells(groups: Iterable[Group], most: int) -> Iterator[tuple[Cell, Cell]]:
    """Yield name and counters of each group, in parts that aren't too wide."""
    for name, counters in groups:
        parts = ceil(len(counters) / most)
        for part in range(parts):
            label = f"{name} ({part + 1}/{parts})" if parts > 1 else name
            yield Cell(label), Cell("", samples=counters[part * most : (part + 1) * most])


def _doubled(table: Table, cells: Sequence[tuple[Cell, Cell]]) -> Table:
    """Return a table of pairs of cells, two pairs side by side if there are so many."""
    if len(cells) == 1:
        return replace(table, rows=tuple(Row(one, (two,)) for one, two in cells))
    return replace(table, columns=table.columns * 2, rows=tuple(_paired(cells)))


def _paired(cells: Sequence[tuple[Cell, Cell]]) -> Iterator[Row]:
    """Yield rows with two pairs of cells each."""
    for left, right in zip_longest(cells[::2], cells[1::2], fillvalue=(_NOTHING, _NOTHING)):
        yield Row(left[0], (left[1], *right))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _count(units: Sequence[object]) -> str:
    return f"{len(units)} unit{'s' * (len(units) != 1)}"


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}")
