"""Where units wait that are not on the map: labelled boxes on a board of square spots.

The whole board is one lattice of spots, each large enough for a counter, and every box is a
rectangle of it: a header of one row of spots, then spots for its units. So counters never
hide each other, and VASSAL's one square grid serves all boxes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from builder.model.game import Game, Side
from builder.model.scenario import Placement, Scenario

__all__ = ["Box", "BoxBoard", "box_boards", "spot_px"]

_COLUMNS = 28
_FEW = 12
_PANEL_ROWS = 1
_NARROWEST, _WIDEST = 4, 16


@dataclass(frozen=True, slots=True)
class Box:
    """A labelled rectangle of spots.

    Args:
        name: Name of the zone, which VASSAL reports as the location.
        side: Id of the side whose units wait there.
        note: What its label says besides.
        column: Leftmost column of the lattice, from 0.
        row: Row of the header, from 0.
        columns: Width in spots.
        rows: Height in spots, header included.
    """

    name: str
    side: str
    note: str
    column: int
    row: int
    columns: int
    rows: int

    def spots(self) -> Iterator[tuple[int, int]]:
        """Yield column and row of each spot, row by row."""
        for row in range(self.row + 1, self.row + self.rows):
            for column in range(self.column, self.column + self.columns):
                yield column, row


@dataclass(frozen=True, slots=True)
class BoxBoard:
    """The board of one scenario's boxes.

    Args:
        name: Name of the board.
        title: What is written above the boxes.
        spot_px: Width and height of a spot.
        columns: Width in spots.
        rows: Height in spots.
        boxes: All boxes; none overlaps another.
        waiting: Centre of the spot (px) of each unit that waits, by unit id.
        lost: Centre of the spot (px) of each unit once it is eliminated; the same on every
            board of a game.
    """

    name: str
    title: str
    spot_px: int
    columns: int
    rows: int
    boxes: tuple[Box, ...]
    waiting: Mapping[str, tuple[int, int]]
    lost: Mapping[str, tuple[int, int]]

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.columns * self.spot_px, self.rows * self.spot_px

    def outline_px(self, box: Box) -> tuple[int, int, int, int]:
        """Return left, top, right, bottom of a box."""
        left, top = box.column * self.spot_px, box.row * self.spot_px
        return left, top, left + box.columns * self.spot_px, top + box.rows * self.spot_px

    @property
    def panel_px(self) -> tuple[int, int]:
        """Centre of the strip above all boxes, where the umpire lies."""
        return self.columns * self.spot_px // 2, _PANEL_ROWS * self.spot_px // 2


@dataclass(frozen=True, slots=True)
class _Wish:
    """A box before it has a place."""

    name: str
    side: str
    note: str
    units: tuple[str, ...]
    columns: int
    rows: int


def spot_px(counter_px: int) -> int:
    """Return the size of a spot for counters of a size: even, with a rim of 8 px."""
    return counter_px + 16 + counter_px % 2


def box_boards(game: Game, counter_px: int) -> dict[str, BoxBoard]:
    """Lay out one board for each scenario.

    Args:
        game: Its units, sides and scenarios.
        counter_px: Size of a counter.

    Returns:
        Boards by scenario id. Every unit that the scenario doesn't place on the map has a
        spot of its own, and every unit has one among the eliminated.
    """
    size = spot_px(counter_px)
    upper = {id_: _placed(_wishes(game, s), _PANEL_ROWS) for id_, s in game.scenarios.items()}
    below = max(rows for _, rows in upper.values())
    lost, rows = _placed(_eliminated(game), below)
    return {
        id_: BoxBoard(
            name=f"Boxes {id_}",
            title=f"Scenario {id_}: {scenario.name}",
            spot_px=size,
            columns=_COLUMNS,
            rows=rows,
            boxes=tuple(box for box, _ in (*upper[id_][0], *lost)),
            waiting=_spots(upper[id_][0], size),
            lost=_spots(lost, size),
        )
        for id_, scenario in game.scenarios.items()
    }


def _wishes(game: Game, scenario: Scenario) -> list[_Wish]:
    """Return a box for each set-up area and each arrival with units that wait."""
    wishes: list[_Wish] = []
    names: set[str] = set()
    for side in game.sides:
        for placement in scenario.placements:
            units = tuple(unit for unit in placement.units if unit not in placement.placed)
            if not units or placement.side != side.id:
                continue
            name, _, note = placement.label.partition(":")
            if name in names:
                name = f"{name} ({placement.id})"
            names.add(name)
            wishes.append(_wish(name, side, note.strip() or _where(game, placement), units))
    return wishes


def _where(game: Game, placement: Placement) -> str:
    """Say in which hexes the units of a box may begin or come in."""
    numbers = [game.map.numbering.format(cell) for cell in placement.hexes]
    if not numbers:
        return ""
    few = " ".join(numbers) if len(numbers) <= _FEW else f"{numbers[0]} to {numbers[-1]}"
    return f"enter at {few}" if placement.arrival else f"set up in {few}"


def _eliminated(game: Game) -> list[_Wish]:
    """Return a box for each side with a spot for each of its units."""
    wishes = []
    for side in game.sides:
        units = tuple(unit.id for unit in game.units.values() if unit.side == side.id)
        rows = 1 + ceil(max(len(units), 1) / _COLUMNS)
        name = f"{side.name} eliminated"
        wishes.append(_Wish(name, side.id, "each unit has a spot", units, _COLUMNS, rows))
    return wishes


def _wish(name: str, side: Side, note: str, units: tuple[str, ...]) -> _Wish:
    columns = min(max(ceil(len(units) / 2), _NARROWEST), _WIDEST)
    rows = 1 + ceil(len(units) / columns)
    return _Wish(name, side.id, note, units, columns, rows)


_Placed = tuple[Box, tuple[str, ...]]


def _placed(wishes: Sequence[_Wish], top: int) -> tuple[list[_Placed], int]:
    """Put boxes on shelves, in order, each side beginning a new shelf.

    Returns:
        The boxes with their units, and the first row below them.
    """
    found: list[_Placed] = []
    column, row, height, side = 0, top, 0, ""
    for wish in wishes:
        if column + wish.columns > _COLUMNS or (side and wish.side != side):
            column, row, height = 0, row + height, 0
        box = Box(wish.name, wish.side, wish.note, column, row, wish.columns, wish.rows)
        found.append((box, wish.units))
        column, height, side = column + wish.columns, max(height, wish.rows), wish.side
    return found, row + height


def _spots(placed: Iterable[_Placed], size: int) -> dict[str, tuple[int, int]]:
    """Give each unit the next spot of its box; returns centres in px."""
    return {
        unit: (column * size + size // 2, row * size + size // 2)
        for box, units in placed
        for unit, (column, row) in zip(units, box.spots(), strict=False)
    }
