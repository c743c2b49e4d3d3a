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

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from builder import convention
from builder.model.game import Game
from builder.model.scenario import Scenario
from builder.module.box_contents import (
    Wish,
    arrival_boxes,
    arrives,
    back_box,
    comes_back,
    eliminated_boxes,
    setup_boxes,
)

__all__ = ["LABEL_COLUMNS", "Board", "Boards", "Box", "Cells", "Run", "lay_out_boards"]

LABEL_COLUMNS = 3
"""Columns at the left of a box that hold its label."""
_COLUMNS = 25
_TITLE_ROWS = 1
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
        places: Centre (px) of the cell of each unit, by unit id; follows from the boxes.
    """

    name: str
    map: str
    title: str
    cells: Cells
    columns: int
    rows: int
    boxes: tuple[Box, ...]
    places: Mapping[str, tuple[int, int]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Find the places once: set-ups ask for them unit by unit."""
        found = {
            unit: self.cells.centre(*cell)
            for box in self.boxes
            for run in box.runs
            for unit, cell in zip(run.units, run.cells(), strict=True)
            if unit
        }
        object.__setattr__(self, "places", found)

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


@dataclass(frozen=True, slots=True)
class Boards:
    """All boards of a module.

    Args:
        setups: By scenario id.
        arrivals: By side id; only sides with units that arrive, or come back.
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
                if unit not in gone and arrives(game, placement, unit):
                    board = self.arrivals[placement.side]
                if unit not in placement.placed:
                    found[unit] = board.map, board.places[unit]
        return found

    def coming_back(self, game: Game, side: str) -> tuple[str, tuple[tuple[int, int], ...]] | None:
        """Return map and cells (centres, px) where units of a side wait that come back.

        ``None`` for a side that has no such units.
        """
        if not comes_back(game, side):
            return None
        board, name = self.arrivals[side], back_box(game, side).name
        runs = (run for box in board.boxes if box.name == name for run in box.runs)
        return board.map, tuple(board.cells.centre(*cell) for run in runs for cell in run.cells())


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
            convention.setup_board(id_),
            convention.HOLDING_MAP,
            f"Scenario {id_}: {scenario.name}",
            cells,
            setup_boxes(game, scenario),
        )
        for id_, scenario in game.scenarios.items()
    }
    arrivals = {}
    for side in game.sides:
        name = convention.arrivals_map(side.name)
        wishes = list(arrival_boxes(game, side.id))
        wishes += [back_box(game, side.id)] if comes_back(game, side.id) else []
        if wishes:
            arrivals[side.id] = _board(name, name, name, cells, wishes)
    name = convention.ELIMINATED_MAP
    lost = _board(name, name, name, cells, eliminated_boxes(game))
    return Boards(setups, arrivals, lost)


def _board(name: str, map_: str, title: str, cells: Cells, wishes: Iterable[Wish]) -> Board:
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


def _width(wish: Wish, columns: int) -> int:
    """Return the width of a box in cells: one row of units if they fit."""
    count = sum(len(units) for _, units in wish.groups)
    return LABEL_COLUMNS + max(min(count, columns - LABEL_COLUMNS), 1)


def _box(wish: Wish, column: int, row: int, columns: int) -> Box:
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
