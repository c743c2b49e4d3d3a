"""Where units are that are not on the map: boxes on boards of their own.

A module has three sorts of boards. The *order of appearance* of a side has a box for each
turn, impulse and entry area, and is the same in every scenario. The *set-up* board of a
scenario has a box for each area where units set up. The board of the *eliminated* has a box
for each class of unit, so that losses can be counted.

A whole board is one lattice of cells, and every box is a rectangle of it: first the columns of
its label, then cells for its units. A cell has room for one counter, and above it for the name
of the body or line that its neighbours belong to as well. So counters never hide each other,
and VASSAL's one square grid serves all boxes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder import convention
from builder.hexgrid import Hex
from builder.model.game import Game, Kind, Unit
from builder.model.scenario import LossAward, Placement, Scenario, Use

__all__ = ["LABEL_COLUMNS", "Board", "Boards", "Box", "Cells", "Run", "lay_out_boards"]

LABEL_COLUMNS = 3
"""Columns at the left of a box that hold its label."""
_COLUMNS = 25
_TITLE_ROWS = 1
_FEW = 12
_FREE_ROWS = 2
_RIM = 8  # px round a counter


@dataclass(frozen=True, slots=True)
class Cells:
    """The size of the cells of a board.

    Args:
        counter: Width and height of a counter.
    """

    counter: int

    @property
    def width(self) -> int:
        """Width of a cell: even, so that its middle is a whole pixel."""
        return self.counter + self.counter % 2 + 2 * _RIM

    @property
    def caption(self) -> int:
        """Height of the strip above a counter."""
        return 2 * round(self.counter * 0.2)

    @property
    def height(self) -> int:
        """Height of a cell: even."""
        return self.width + self.caption

    def centre(self, column: int, row: int) -> tuple[int, int]:
        """Return the middle of the counter in a cell."""
        x = column * self.width + self.width // 2
        return x, row * self.height + self.caption + self.width // 2


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring cells of a row whose units belong to the same body or line.

    Args:
        text: Its name; empty for cells without a name.
        column: First column of the lattice, from 0.
        row: Row, from 0.
        units: Ids of the units, cell by cell; empty strings keep cells free.
    """

    text: str
    column: int
    row: int
    units: tuple[str, ...]

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield column and row of each cell."""
        return ((self.column + i, self.row) for i in range(len(self.units)))


@dataclass(frozen=True, slots=True)
class Box:
    """A labelled rectangle of cells.

    Args:
        name: Name of the zone, which VASSAL reports as the location.
        side: Id of the side whose pieces go there.
        title: First line of its label.
        lines: What its label says besides.
        column: Leftmost column of the lattice, from 0.
        row: Uppermost row, from 0.
        columns: Width in cells, label included.
        rows: Height in cells.
        runs: Its cells for pieces.
    """

    name: str
    side: str
    title: str
    lines: tuple[str, ...]
    column: int
    row: int
    columns: int
    rows: int
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A board of boxes.

    Args:
        name: Its name, unique in the module.
        map: Name of the VASSAL map it is shown in.
        title: What is written above the boxes.
        cells: Size of its cells.
        columns: Width in cells.
        rows: Height in cells, the title's included.
        boxes: All boxes; none overlaps another.
    """

    name: str
    map: str
    title: str
    cells: Cells
    columns: int
    rows: int
    boxes: tuple[Box, ...]

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.columns * self.cells.width, self.rows * self.cells.height

    def size_in(self, counter_in: float) -> tuple[float, float]:
        """Return width and height in inches for counters of so many inches."""
        inch = counter_in / self.cells.counter
        return self.size_px[0] * inch, self.size_px[1] * inch

    def outline_px(self, box: Box) -> tuple[int, int, int, int]:
        """Return left, top, right, bottom of a box."""
        left, top = box.column * self.cells.width, box.row * self.cells.height
        right, bottom = left + box.columns * self.cells.width, top + box.rows * self.cells.height
        return left, top, right, bottom

    @property
    def panel_px(self) -> tuple[int, int]:
        """Centre of the strip above all boxes, where the umpire may lie."""
        return self.size_px[0] // 2, _TITLE_ROWS * self.cells.height // 2

    @property
    def places(self) -> dict[str, tuple[int, int]]:
        """Centre (px) of the cell of each unit, by unit id."""
        return {
            unit: self.cells.centre(*cell)
            for box in self.boxes
            for run in box.runs
            for unit, cell in zip(run.units, run.cells(), strict=True)
            if unit
        }


@dataclass(frozen=True, slots=True)
class Boards:
    """All boards of a module.

    Args:
        setups: By scenario id.
        arrivals: By side id; only sides with units that arrive.
        eliminated: One for all.
    """

    setups: Mapping[str, Board]
    arrivals: Mapping[str, Board]
    eliminated: Board

    def __iter__(self) -> Iterator[Board]:
        """Yield every board, those of set-ups first."""
        yield from self.setups.values()
        yield from self.arrivals.values()
        yield self.eliminated

    def waiting(self, game: Game, scenario: Scenario) -> dict[str, tuple[str, tuple[int, int]]]:
        """Return map and centre (px) of each unit that isn't on the map, by unit id.

        What was eliminated before the scenario lies among the eliminated, what sets up in the
        box of its area, what comes later in its box of the order of appearance.
        """
        setup, lost = self.setups[scenario.id], self.eliminated
        gone = set(scenario.eliminated)
        found: dict[str, tuple[str, tuple[int, int]]] = {}
        for placement in scenario.placements:
            for unit in placement.units:
                board = lost if unit in gone else setup
                if unit not in gone and _arrives(game, placement, unit):
                    board = self.arrivals[placement.side]
                if unit not in placement.placed:
                    found[unit] = board.map, board.places[unit]
        return found


@dataclass(frozen=True, slots=True)
class _Wish:
    """A box before it has a place: its units by body or line."""

    name: str
    side: str
    title: str
    lines: tuple[str, ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]


def lay_out_boards(game: Game, counter_px: int) -> Boards:
    """Lay out every board of a module.

    Args:
        game: Its units, sides and scenarios.
        counter_px: Width and height of a counter.

    Returns:
        The boards. Every unit has a cell among the eliminated; every unit that enters at an
        entry area one in its order of appearance; every other that a scenario doesn't place on
        the map one on the board of that scenario's set-up.
    """
    cells = Cells(counter_px)
    setups = {
        id_: _board(
            f"Set-up {id_}",
            convention.HOLDING_MAP,
            f"Scenario {id_}: {scenario.name}",
            cells,
            _setup(game, scenario),
        )
        for id_, scenario in game.scenarios.items()
    }
    arrivals = {}
    for side in game.sides:
        name = convention.arrivals_map(side.name)
        if wishes := list(_arrivals(game, side.id)):
            arrivals[side.id] = _board(name, name, name, cells, wishes)
    name = convention.ELIMINATED_MAP
    lost = _board(name, name, name, cells, _eliminated(game))
    return Boards(setups, arrivals, lost)


def _arrives(game: Game, placement: Placement, unit: str) -> bool:
    """Tell whether a unit waits in its order of appearance."""
    return placement.use is not Use.SETUP and bool(game.units[unit].entry.area)


def _setup(game: Game, scenario: Scenario) -> Iterator[_Wish]:
    """Yield a box for each area of a scenario with units that set up there."""
    names: set[str] = set()
    gone = set(scenario.eliminated)
    for side in game.sides:
        for placement in scenario.placements:
            units = [
                unit
                for unit in placement.units
                if unit not in placement.placed
                and unit not in gone
                and not _arrives(game, placement, unit)
            ]
            if not units or placement.side != side.id:
                continue
            name, _, words = (part.strip() for part in placement.label.partition(":"))
            title, name = name, f"Set-up: {name}"
            name += f" ({placement.id})" if name in names else ""
            names.add(name)
            lines = tuple(part for part in (words, _where(game, placement.hexes)) if part)
            yield _Wish(name, side.id, title, lines, _by_body(game, units))


def _where(game: Game, cells: Sequence[Hex]) -> str:
    """Say which hexes these are: all if there are few, else how many."""
    numbers = [game.map.numbering.format(cell) for cell in cells]
    if not numbers:
        return ""
    if len(numbers) <= _FEW:
        return " ".join(numbers)
    return f"{len(numbers)} hexes, {min(numbers)} to {max(numbers)}"


def _arrivals(game: Game, side: str) -> Iterator[_Wish]:
    """Yield a box for each turn, impulse and entry area; one for each line that depends."""
    areas = {area.id: area for area in game.map.entry_areas}
    order, chancy = list(areas), _by_chance(game)
    found: dict[tuple[int, int, int, str, str], list[Unit]] = {}
    for unit in game.units.values():
        entry = unit.entry
        if unit.side != side or entry.area not in areas:
            continue
        certain = entry.turn is not None and unit.id not in chancy
        key = (
            entry.turn or len(game.turns) + 1,
            entry.impulse or 1,
            order.index(entry.area),
            "" if certain else entry.group,
            "" if certain else entry.line,
        )
        found.setdefault(key, []).append(unit)
    for turn, impulse, area, group, line in sorted(found):
        units = found[turn, impulse, area, group, line]
        where = areas[order[area]]
        dates = {each.number: each.dates.replace("-", "\N{EN DASH}") for each in game.turns}
        when = f"turn {turn}" if turn in dates else group
        name = f"{game.side(side).name} {when} {_initials(where.name)}"
        name += f", impulse {impulse}" if impulse > 1 else ""
        name += f", {group}" if group and turn in dates else ""
        name += f": {line}" if group and turn not in dates else ""
        lines = [where.name + (f", impulse {impulse}" if impulse > 1 else "")]
        lines += [dates[turn] + (f"; {group}" if group else "")] if turn in dates else []
        lines.append(_where(game, where.hexes))
        title = when[:1].upper() + when[1:]
        yield _Wish(name, side, title, tuple(lines), _by_line(units))


def _by_chance(game: Game) -> set[str]:
    """Return the units whose arrival depends on a roll."""
    groups = game.special.groups
    outcomes = [each.group for draw in game.special.draws for each in draw.outcomes]
    return {unit for id_ in outcomes if id_ in groups for unit in groups[id_].units}


def _initials(name: str) -> str:
    """Return the initials of a name.

    >>> _initials("South-East"), _initials("the east edge")
    ('SE', 'TEE')
    """
    return "".join(word[:1].upper() for word in name.replace("-", " ").split())


def _eliminated(game: Game) -> Iterator[_Wish]:
    """Yield boxes of each side: its classes of unit, and free ones that scores ask for."""
    for side in game.sides:
        kinds = {unit.kind for unit in game.units.values() if unit.side == side.id}
        for kind in (each for each in Kind if each in kinds):
            ids = [u.id for u in game.units.values() if (u.side, u.kind) == (side.id, kind)]
            title = f"{kind.value[:1].upper()}{kind.value[1:]}"
            name = f"Eliminated {side.name} {kind.value}"
            lines = (side.name, f"{len(ids)} units")
            yield _Wish(name, side.id, title, lines, _by_body(game, ids))
        if _isolation_counts(game, side.id):
            name = f"Eliminated {side.name} units, isolated"
            columns = _COLUMNS - LABEL_COLUMNS
            free = (("", ("",) * (columns * _FREE_ROWS)),)
            lines = (side.name, "for units lost while isolated, which score more")
            yield _Wish(name, side.id, "Isolated", lines, free)
        yield from _strongholds(game, side.id)


def _isolation_counts(game: Game, side: str) -> bool:
    """Tell whether some scenario scores what a side loses while isolated."""
    return any(
        isinstance(award, LossAward) and award.isolated and award.side == side
        for scenario in game.scenarios.values()
        if scenario.victory is not None
        for award in scenario.victory.awards
    )


def _strongholds(game: Game, side: str) -> Iterator[_Wish]:
    """Yield a box for the bunkers of a side."""
    markers = [m for m in game.markers.values() if m.side == side and m.kind == "bunker"]
    count = sum(marker.count for marker in markers)
    if count:
        name = f"Eliminated {game.side(side).name} bunkers"
        lines = (game.side(side).name, "destroyed or captured")
        yield _Wish(name, side, "Bunkers", lines, (("", ("",) * count),))


def _by_body(game: Game, ids: Iterable[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return units by the body they belong to; those of none come last."""
    found: dict[str, list[str]] = {}
    for id_ in ids:
        found.setdefault(game.units[id_].formation, []).append(id_)
    loose = found.pop("", [])
    bodies = [(name, tuple(units)) for name, units in found.items()]
    return (*bodies, *([("independent", tuple(loose))] if loose else []))


def _by_line(units: Iterable[Unit]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return units by the printed line that names them."""
    found: dict[str, list[str]] = {}
    for unit in units:
        found.setdefault(unit.entry.line, []).append(unit.id)
    return tuple((line, tuple(ids)) for line, ids in found.items())


def _board(name: str, map_: str, title: str, cells: Cells, wishes: Iterable[_Wish]) -> Board:
    """Put boxes on shelves, in order, each side beginning a new shelf."""
    columns = _COLUMNS
    boxes: list[Box] = []
    column, row, height, side = 0, _TITLE_ROWS, 0, ""
    for wish in wishes:
        wide = _width(wish, columns)
        if column + wide > columns or (side and wish.side != side):
            column, row, height = 0, row + height, 0
        box = _box(wish, column, row, wide)
        boxes.append(box)
        column, height, side = column + wide, max(height, box.rows), wish.side
    return Board(
        name, map_, title, cells, columns, max(row + height, _TITLE_ROWS + 1), tuple(boxes)
    )


def _width(wish: _Wish, columns: int) -> int:
    """Return the width of a box in cells: one row of units if they fit."""
    count = sum(len(units) for _, units in wish.groups)
    return LABEL_COLUMNS + max(min(count, columns - LABEL_COLUMNS), 1)


def _box(wish: _Wish, column: int, row: int, columns: int) -> Box:
    """Return a box at a place; a body begins a new row where it wouldn't fit the rest of one."""
    room = columns - LABEL_COLUMNS
    runs: list[Run] = []
    x = y = 0
    for text, units in wish.groups:
        if x and x + len(units) > room and len(units) <= room:
            x, y = 0, y + 1
        left = list(units)
        while left:
            if x == room:
                x, y = 0, y + 1
            part, left = left[: room - x], left[room - x :]
            runs.append(Run(text, column + LABEL_COLUMNS + x, row + y, tuple(part)))
            x += len(part)
    return Box(
        wish.name, wish.side, wish.title, wish.lines, column, row, columns, y + 1, tuple(runs)
    )
