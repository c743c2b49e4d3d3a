"""Where places lie in a module, as a text that every save and log carries.

A save holds pixels alone. Should hexes or boxes lie elsewhere in a later version, a running game
can still be moved there: with this text each pixel has the name of its hex, box or track again.
The text is JSON without braces, which VASSAL would take for expressions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from builder import convention
from builder.draw.tracks import track_boxes
from builder.errors import VassalError
from builder.hexgrid import Hex, Layout, Numbering
from builder.module.boxes import Board
from builder.module.maps import MAP_BOARD
from builder.module.plan import Plan

__all__ = ["Beside", "InBox", "InHex", "OnTrack", "Place", "Places", "places_text"]

_MOST_TEXT = 1_000_000
_MOST_PX = 1_000_000
_MOST_HEXES = 99


@dataclass(frozen=True, slots=True)
class InHex:
    """In a hex of the map, so many px from its centre."""

    cell: Hex
    dx: int = 0
    dy: int = 0


@dataclass(frozen=True, slots=True)
class OnTrack:
    """On a box of a track beside the hexes."""

    name: str


@dataclass(frozen=True, slots=True)
class InBox:
    """In a box of a board: the cell counted from the box's corner."""

    board: str
    box: str
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Beside:
    """Anywhere else on a board: px in units of its cells, ``(x, y, cell width, cell height)``."""

    board: str
    spot: tuple[int, int, int, int]


Place = InHex | OnTrack | InBox | Beside


@dataclass(frozen=True, slots=True)
class _Boxes:
    """A board of boxes: size of its cells, and left, top, width, height of each box in cells."""

    width: int
    height: int
    caption: int
    boxes: Mapping[str, tuple[int, int, int, int]]


@dataclass(frozen=True, slots=True)
class Places:
    """All places of a module.

    Args:
        layout: Of the hexes.
        tracks: Px of the boxes of tracks, by name.
    """

    layout: Layout
    tracks: Mapping[str, tuple[int, int]]
    _boards: Mapping[str, _Boxes] = field(repr=False)

    @classmethod
    def parse(cls, text: str) -> Places:
        """Read the text.

        Raises:
            VassalError: It isn't one of :func:`places_text`.
        """
        try:
            return cls._of(json.loads(text if len(text) <= _MOST_TEXT else ""))
        except (ValueError, TypeError, RecursionError):
            raise VassalError(
                f"the property {convention.PLACES} can't be read; it was changed by hand, or the "
                "file is damaged"
            ) from None

    @classmethod
    def _of(cls, document: Any) -> Places:  # noqa: ANN401 - whatever stands in a file
        hexes, tracks, boards = document
        column, row, left, top, columns, rows, low = (_number(each) for each in hexes)
        if not (0 < columns <= _MOST_HEXES and 0 < rows <= _MOST_HEXES):
            raise ValueError(columns)
        layout = Layout(Numbering(columns, rows, even_low=bool(low)), column, row, left, top)
        found = {}
        for name, width, height, caption, boxes in boards:
            if min(_number(width), _number(height)) <= 0:
                raise ValueError(width)
            inside = {str(box): _four(rest) for box, *rest in boxes}
            found[str(name)] = _Boxes(width, height, _number(caption), inside)
        return cls(layout, {str(name): (_number(x), _number(y)) for name, x, y in tracks}, found)

    def knows(self, board: str) -> bool:
        """Tell whether there is such a board."""
        return board == MAP_BOARD or board in self._boards

    def name(self, board: str, x: int, y: int) -> Place:
        """Return the place at a px of a board."""
        boxes = self._boards.get(board)
        if boxes is None:
            return self._on_map(board, x, y)
        column, row = x // boxes.width, y // boxes.height
        for name, (left, top, width, height) in boxes.boxes.items():
            if left <= column < left + width and top <= row < top + height:
                return InBox(board, name, column - left, row - top)
        return Beside(board, (x, y, boxes.width, boxes.height))

    def _on_map(self, board: str, x: int, y: int) -> Place:
        for name, spot in self.tracks.items():
            if spot == (x, y):
                return OnTrack(name)
        cell = self.layout.hex_at(x, y)
        if cell in self.layout.numbering:
            centre = self.layout.centre(cell)
            return InHex(cell, x - centre[0], y - centre[1])
        return Beside(board, (x, y, self.layout.column_px, self.layout.row_px))

    def point(self, place: Place) -> tuple[int, int] | None:
        """Return the px of a place, ``None`` if there is no such place here."""
        match place:
            case InHex(cell, dx, dy):
                if cell not in self.layout.numbering:
                    return None
                x, y = self.layout.centre(cell)
                return x + dx, y + dy
            case OnTrack(name):
                return self.tracks.get(name)
            case InBox(board, box, column, row):
                return self._in_box(board, box, column, row)
            case Beside(board, (x, y, width, height)):
                boxes = self._boards.get(board)
                now = (boxes.width, boxes.height) if boxes else None
                now = now or (self.layout.column_px, self.layout.row_px)
                return x * now[0] // width, y * now[1] // height

    def _in_box(self, board: str, box: str, column: int, row: int) -> tuple[int, int] | None:
        boxes = self._boards.get(board)
        if boxes is None or box not in boxes.boxes:
            return None
        left, top, width, height = boxes.boxes[box]
        x = (left + min(column, width - 1)) * boxes.width + boxes.width // 2
        y = (top + min(row, height - 1)) * boxes.height
        return x, y + boxes.caption + (boxes.height - boxes.caption) // 2


def places_text(made: Plan) -> str:
    """Return where hexes, boxes of tracks and boxes of boards lie in a module."""
    layout, tracks = made.game.map.board, track_boxes(made.game)
    field_ = layout.numbering
    hexes = [layout.column_px, layout.row_px, layout.left_px, layout.top_px]
    hexes += [field_.columns, field_.rows, int(field_.even_low)]
    document = [hexes, [[box.name, *box.centre] for box in tracks], list(map(_board, made.boards))]
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)


def _board(board: Board) -> list[Any]:
    cells = board.cells
    boxes = [[box.name, box.column, box.row, box.columns, box.rows] for box in board.boxes]
    return [board.name, cells.width, cells.height, cells.caption, boxes]


def _number(value: Any) -> int:  # noqa: ANN401 - whatever stands in a file
    if not isinstance(value, int) or not -_MOST_PX <= value <= _MOST_PX:
        raise ValueError(value)
    return value


def _four(values: list[Any]) -> tuple[int, int, int, int]:
    left, top, width, height = (_number(each) for each in values)
    return left, top, width, height
