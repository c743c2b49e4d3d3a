"""A sheet that shows what a printer does: two lines to measure, and a cross on either side.

Lengths are mm; what is measured goes into a :class:`~builder.sheet.profile.Profile`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.draw.canvas import Label, Point, Shape, Stroke
from builder.draw.style import Style
from builder.draw.text import Font
from builder.model.game import Game
from builder.pdf import Layer, Page
from builder.sheet.furniture import Furniture
from builder.sheet.job import Flip
from builder.sheet.paper import Paper, page_look
from builder.sheet.profile import ACROSS, DOWN, KEYS

__all__ = ["calibration_pages"]

_SIZE, _LEADING = 3.4, 5.2
_REACH = 10  # mm of the scales of the cross on the back
_INDENT = 28.0

_FRONT = (
    "1  Print this sheet on both sides at 100 %, turned over on the {flip} edge.",
    "2  Measure the line across the page and the line down the page, as exactly as you can.",
    "3  Hold the sheet against the light, the back towards you. The cross of the front shows",
    "    through: on the back's scales read how far left of zero its middle lies, and how far",
    "    above zero. To the right of zero, and below it, put a minus before the figure.",
    "    Half a mm to the left, one below: back_right_mm = 0.5, back_down_mm = -1",
    "4  Write the four figures into a text file, such as my-printer.toml:",
)
_AFTER = (
    "5  Add  --profile my-printer.toml  to what you print with. Everything is then printed",
    "    as much larger or smaller, and backs as far away, as makes up for the printer.",
    "    To check it, measure the rulers of a counter sheet: this page always stays as it is.",
    "",
    "Lines of {across:g} and {down:g} mm, and crosses on each other: no profile is needed.",
)


def calibration_pages(game: Game, style: Style, paper: Paper, flip: Flip) -> list[Page]:
    """Return front and back of the calibration sheet.

    Args:
        game: Whose date and version it bears.
        style: Fonts.
        paper: The paper.
        flip: How sheets are turned over.
    """
    furniture = Furniture(page_look(), style.fonts, paper)
    return [
        Page(paper.size, [Layer([*shapes, *_frame(game, furniture, name)])], name=name)
        for shapes, name in (
            (list(_front(furniture, paper, flip)), "Calibration, front"),
            (list(_back(furniture, paper)), "Calibration, back"),
        )
    ]


def _frame(game: Game, furniture: Furniture, name: str) -> Iterator[Shape]:
    yield from furniture.title(name, "measure what your printer does")
    yield from furniture.rulers([f"data {game.version}, {game.date}; print at 100 %"])


def _front(furniture: Furniture, paper: Paper, flip: Flip) -> Iterator[Shape]:
    left, top, _, _ = furniture.room
    width, height = paper.size
    across = (width - ACROSS) / 2, top + 8
    yield from _measure(furniture, across, (across[0] + ACROSS, across[1]), f"{ACROSS:g} mm")
    down = left + 8, top + 16
    yield from _measure(furniture, down, (down[0], down[1] + DOWN), f"{DOWN:g} mm")
    yield from _cross(furniture, (width / 2, height / 2))
    at = left + _INDENT, top + 22
    lines = [line.format(flip=flip) for line in _FRONT]
    yield from _lines(furniture, lines, at)
    keys = [f"{key} = " for key in KEYS]
    at = at[0] + 8, at[1] + len(lines) * _LEADING + 1
    yield from _lines(furniture, keys, at, "narrow-bold")
    after = [line.format(across=ACROSS, down=DOWN) for line in _AFTER]
    yield from _lines(furniture, after, (at[0] - 8, height / 2 + 14))


def _lines(
    furniture: Furniture, lines: Sequence[str], at: Point, face: str = "narrow"
) -> Iterator[Shape]:
    for number, line in enumerate(lines):
        if line:
            place = at[0], at[1] + number * _LEADING
            yield Label(line, place, Font(face, _SIZE), furniture.ink, "l")


def _measure(furniture: Furniture, a: Point, b: Point, name: str) -> Iterator[Shape]:
    """Yield a line to measure, with a tick at either end: its middle is where the line ends."""
    yield Stroke((a, b), furniture.ink, 0.15)
    flat = a[1] == b[1]
    for x, y in (a, b):
        tick = ((x, y - 3), (x, y + 3)) if flat else ((x - 3, y), (x + 3, y))
        yield Stroke(tick, furniture.ink, 0.15)
    at = ((a[0] + b[0]) / 2, a[1] - 2.6) if flat else (a[0] - 2.6, (a[1] + b[1]) / 2)
    yield Label(name, at, Font("narrow", 3.0), furniture.ink, angle=0 if flat else 90)


def _cross(furniture: Furniture, at: Point) -> Iterator[Shape]:
    x, y = at
    yield from furniture.registration(at)
    yield Stroke(((x - 8, y), (x + 8, y)), furniture.ink, 0.15)
    yield Stroke(((x, y - 8), (x, y + 8)), furniture.ink, 0.15)


def _back(furniture: Furniture, paper: Paper) -> Iterator[Shape]:
    """Yield a cross whose arms are scales."""
    x, y = paper.size[0] / 2, paper.size[1] / 2
    for i in range(-_REACH, _REACH + 1):
        long = {0: 4.0, 5: 2.4}.get(abs(i) % 10, 1.4)
        yield Stroke(((x + i, y - long), (x + i, y + long)), furniture.ink, 0.1)
        yield Stroke(((x - long, y + i), (x + long, y + i)), furniture.ink, 0.1)
        if i and i % 5 == 0:
            font = Font("narrow", 2.4)
            yield Label(str(abs(i)), (x + i, y - 6), font, furniture.ink)
        if abs(i) == _REACH:
            yield Label(str(abs(i)), (x - 6.2, y + i), font, furniture.ink)
        if i < _REACH:  # and the halves between
            yield Stroke(((x + i + 0.5, y - 0.8), (x + i + 0.5, y + 0.8)), furniture.ink, 0.08)
            yield Stroke(((x - 0.8, y + i + 0.5), (x + 0.8, y + i + 0.5)), furniture.ink, 0.08)
    yield Stroke(((x - _REACH, y), (x + _REACH, y)), furniture.ink, 0.15)
    yield Stroke(((x, y - _REACH), (x, y + _REACH)), furniture.ink, 0.15)
    words = ("mm left of zero: backs lie to the right", "mm above zero: backs lie below")
    yield from _lines(furniture, words, (x + 14, y - 14))
