"""Pictures of the boards of boxes, in the style of the map.

Source: layout of :mod:`builder.module.boxes`; colours ``frame``, ``sides`` and ``tracks`` of
the map's style.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from builder.draw.canvas import Area, Colour, Label, Shape, Stroke, corners
from builder.draw.canvas import Box as Room
from builder.draw.counter import mixed
from builder.draw.lettering import broken, fitted
from builder.draw.raster import render
from builder.draw.style import Style
from builder.draw.text import Font, Fonts
from builder.model.game import Game
from builder.module.boxes import LABEL_COLUMNS, Board, Box, Run

__all__ = ["board_facts", "board_picture", "board_shapes", "box_shapes"]

_SUPERSAMPLE = 3
_LEADING = 1.22  # from line to line of a label, in sizes of the lettering
_TIGHT = 1.04  # and of a caption
_INSET = 3  # px from the edge of a box to its frame
_LABEL_TINT, _CELL_TINT = 0.34, 0.12  # of the side's colour


def board_picture(game: Game, board: Board, style: Style) -> Image.Image:
    """Draw a board of boxes.

    Args:
        game: Its name and version stand below the title.
        board: What is where.
        style: Colours and fonts of the map.

    Raises:
        DrawError: The style lacks a colour or a letter.
    """
    size, paper = board.size_px, style.map.colour("frame.paper")[:3]

    def blank(_top: int, height: int, scale: int) -> Image.Image:
        return Image.new("RGB", (size[0] * scale, height * scale), paper)

    shapes = list(board_shapes(game, board, style))
    return render(shapes, size, style.fonts, supersample=_SUPERSAMPLE, ground=blank)


def board_facts(game: Game, board: Board) -> object:
    """Return what the picture of a board is drawn from."""
    return game.name, game.version, board


def board_shapes(game: Game, board: Board, style: Style) -> Iterator[Shape]:
    """Yield what a board consists of, bottom first; px of the module.

    Raises:
        DrawError: The style lacks a colour or a letter.
    """
    width, height = board.size_px
    yield _area((0, 0, width, height), style.map.colour("frame.paper"))
    yield from _title(game, board, style)
    for box in board.boxes:
        yield from box_shapes(board, box, style)


def _title(game: Game, board: Board, style: Style) -> Iterator[Shape]:
    """Yield title, game and version above the boxes, within the left third."""
    table, high = style.map, board.cells.height
    room = board.size_px[0] * 0.31
    title = fitted(style.fonts, board.title, "serif-bold", high * 0.32, room)
    yield Label(board.title, (18, high * 0.36), title, table.colour("frame.text"), "l")
    words = f"{game.name} {game.version}"
    small = fitted(style.fonts, words, "serif-italic", high * 0.17, room)
    yield Label(words, (18, high * 0.68), small, table.colour("frame.soft"), "l")
    line = ((18.0, high - 10.0), (board.size_px[0] - 18.0, high - 10.0))
    yield Stroke(line, table.colour("frame.accent"), 3.0)


def box_shapes(board: Board, box: Box, style: Style) -> Iterator[Shape]:
    """Yield frame, label and cells of one box."""
    table = style.map
    paper, side = table.colour("frame.paper"), table.colour(f"sides.{box.side}")
    left, top, right, bottom = board.outline_px(box)
    frame = (left + _INSET, top + _INSET, right - _INSET, bottom - _INSET)
    split = left + LABEL_COLUMNS * board.cells.width
    yield _area(frame, mixed(side, paper, _CELL_TINT))
    yield _area((frame[0], frame[1], split, frame[3]), mixed(side, paper, _LABEL_TINT))
    yield _area((frame[0], frame[1], frame[0] + 9, frame[3]), side)
    yield Stroke(((split, frame[1]), (split, frame[3])), table.colour("frame.line"), 1.2)
    yield _rim(frame, table.colour("frame.line"), 2.0)
    yield from _label(box, (frame[0] + 20, frame[1] + 6, split - 8, frame[3] - 6), style)
    for run in box.runs:
        yield from _run(board, run, style)


def _label(box: Box, room: Room, style: Style) -> Iterator[Label]:
    """Yield title and lines of a label, all of them, however long."""
    left, _, right, _ = room
    fonts, width, height = style.fonts, right - left, room[3] - room[1]
    title = fitted(fonts, box.title, "bold", 29.0, width)
    left_over = height - title.size * _LEADING
    plain, lines = _wrapped(box.lines, (20.0, width, left_over), fonts, _LEADING)
    step = plain.size * _LEADING
    y = (room[1] + room[3] - title.size * _LEADING - step * len(lines)) / 2
    ink, soft = style.map.colour("frame.text"), style.map.colour("frame.line")
    yield Label(box.title, (left, y + title.size * _LEADING / 2), title, ink, "l")
    y += title.size * _LEADING
    for number, line in enumerate(lines):
        yield Label(line, (left, y + step * (number + 0.5)), plain, soft, "l")


def _run(board: Board, run: Run, style: Style) -> Iterator[Shape]:
    """Yield the cells of a run, and its name above them."""
    table, cells = style.map, board.cells
    half = cells.counter / 2 + 2
    for cell in run.cells():
        x, y = cells.centre(*cell)
        place = (x - half, y - half, x + half, y + half)
        yield _area(place, table.colour("tracks.paper"))
        yield _rim(place, table.colour("tracks.inner"), 1.2)
    if not run.text:
        return
    left = run.column * cells.width + 6.0
    right = (run.column + len(run.units)) * cells.width - 6.0
    top = run.row * cells.height + 5.0
    room = (20.0, right - left, cells.caption + 1.0)
    font, lines = _wrapped((run.text,), room, style.fonts, _TIGHT)
    step = font.size * _TIGHT
    first = top + (cells.caption + 1 - step * len(lines)) / 2
    for number, line in enumerate(lines):
        at = (left + 2, first + step * (number + 0.5))
        yield Label(line, at, font, table.colour("frame.text"), "l")


def _wrapped(
    texts: Sequence[str], room: tuple[float, float, float], fonts: Fonts, leading: float
) -> tuple[Font, list[str]]:
    """Break texts into lines, each beginning a new one; the longer, the smaller the letters.

    Args:
        texts: What is written.
        room: Largest size of the lettering, width, height.
        fonts: Faces.
        leading: From line to line, in sizes of the lettering.
    """
    size, width, height = room
    while True:
        font = Font("narrow", size)
        lines = [line for text in texts for line in broken(text.split(), font, width, fonts)]
        fits = all(fonts.width(line, font) <= width for line in lines)
        if fits and len(lines) * size * leading <= height:
            return font, lines
        size *= 0.96


def _area(room: Room, fill: Colour) -> Area:
    return Area((corners(room),), fill)


def _rim(room: Room, colour: Colour, width: float) -> Stroke:
    points = corners(room)
    return Stroke((*points, points[0]), colour, width)
