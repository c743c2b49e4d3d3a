"""Counter sheets: fronts, and backs that lie behind them however a sheet is turned over.

A back's place is its front's, mirrored about the middle of the paper: from left to right where
a sheet is turned about its long edge, from top to bottom about the short one. There it stands on
its head on the page, so that a counter turned sideways always shows its back upright. On a sheet
that is folded both halves are on one page, and the same holds. Lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import floor
from textwrap import wrap

from builder.draw.canvas import Box, Colour, Label, Point, Shape, Stroke, moved, turned
from builder.draw.style import Style
from builder.draw.text import Font
from builder.model.game import Game
from builder.pdf import Layer, Page
from builder.sheet.cut import cut_to
from builder.sheet.furniture import Furniture
from builder.sheet.grid import Grid, Place, cell_name
from builder.sheet.job import Flip, Job, Layout, Marks
from builder.sheet.paper import Paper, page_look
from builder.sheet.piece import Piece, groups

__all__ = ["PRIVATE", "Sheet", "counter_room", "deal", "mirrored", "sheet_pages"]

PRIVATE = "private copy"
"""What stands on every page of an owner's edition that has room beside its counters."""
_FOLD = 4.0  # mm from the fold to the nearest colour
_NAME = 2.1  # mm, size of the names of columns and rows
_USED = (150, 152, 150, 255)
_DASH = 2.0
_SLACK = 1e-6
_TOUCH = 1e-6  # mm of bleed where counters touch: none, but drawn as for paper
_LINE = 88  # letters in a line beside the rulers


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of counters.

    Args:
        pieces: What lies in which place.
        number: Which sheet it is, from 1.
        used: Places that are cut out already.
    """

    pieces: dict[Place, Piece]
    number: int
    used: frozenset[Place] = frozenset()


def counter_room(furniture: Furniture, paper: Paper, layout: Layout, flip: Flip) -> Box:
    """Return where fronts, their bleed and marks may lie; the backs then have as much room."""
    left, top, right, bottom = furniture.room
    width, height = paper.size
    left, right = max(left, width - right), min(right, width - left)
    top, bottom = max(top, height - bottom), min(bottom, height - top)
    if layout is Layout.FOLDOVER:
        reach = furniture.marks_reach - _FOLD  # no marks there, but some paper
        if flip is Flip.LONG:
            return left, top, width / 2 + reach, bottom
        return left, top, right, height / 2 + reach
    return left, top, right, bottom


def deal(pieces: Sequence[Piece], grid: Grid, used: frozenset[Place]) -> list[Sheet]:
    """Lay pieces on sheets, row by row; the first has places that aren't free any more."""
    sheets: list[Sheet] = []
    rest = list(pieces)
    while rest:
        gone = frozenset() if sheets else used
        free = [place for place in grid.places if place not in gone]
        here, rest = rest[: len(free)], rest[len(free) :]
        laid = dict(zip(free, here, strict=False))
        sheets.append(Sheet(laid, len(sheets) + 1, gone))
    return sheets


def mirrored(box: Box, size: Sequence[float], flip: Flip) -> Box:
    """Return where the back of a place is on its page."""
    left, top, right, bottom = box
    if flip is Flip.LONG:
        return size[0] - right, top, size[0] - left, bottom
    return left, size[1] - bottom, right, size[1] - top


def sheet_pages(
    game: Game, style: Style, job: Job, sheets: Sequence[Sheet], *, preview: bool = False
) -> list[Page]:
    """Return the pages of sheets: front and back in turn, or both on one page to fold.

    Args:
        game: Whose counters.
        style: How they look.
        job: How they are printed.
        sheets: What lies where.
        preview: Whether places that are used already are shown.
    """
    drawer = _Drawer(game, style, job, len(sheets), preview=preview)
    return [page for sheet in sheets for page in drawer.pages(sheet)]


class _Drawer:
    """Draws sheets one by one."""

    def __init__(self, game: Game, style: Style, job: Job, count: int, *, preview: bool) -> None:
        self._game = game
        self._style = style
        self._job = job
        self._count = count
        self._preview = preview
        self._furniture = Furniture(page_look(), style.fonts, job.paper)

    def pages(self, sheet: Sheet) -> Iterator[Page]:
        """Yield the pages of a sheet."""
        job, number = self._job, sheet.number
        behind = mirrored(job.grid.block, job.paper.size, job.flip)
        front, back = ([*self._faces(sheet, back=i)] for i in (False, True))
        bare = bool(sheet.used) and not self._preview  # what stands around them is there already
        for shapes, is_back in ((front, False), (back, True)):
            if not bare or job.again:
                shapes.extend(self._cuts(back=is_back))
            if not bare:
                shapes.extend(self._edges(sheet, back=is_back))
        if job.layout is Layout.FOLDOVER:
            shapes = [*front, *back]
            if not bare:
                words = self._words(sheet, "fold along the dashes, printed sides out")
                shapes += [*self._fold(), *words]
            boxes = [(job.grid.block, job.bleed[0]), (behind, job.bleed[1])]
            yield self._page(shapes, boxes, f"Sheet {number}", back=False)
            return
        for is_back, shapes, block in ((False, front, job.grid.block), (True, back, behind)):
            name = "back" if is_back else "front"
            if not bare:
                shapes.extend(self._words(sheet, f"{name}; turn over on the {job.flip} edge"))
            title = f"{name.capitalize()} {number}"
            yield self._page(shapes, [(block, job.bleed[is_back])], title, back=is_back)

    def _page(
        self, shapes: list[Shape], blocks: Sequence[tuple[Box, float]], name: str, *, back: bool
    ) -> Page:
        """Return a page; its blocks of counters each have a bleed of their own."""
        job = self._job
        offset = job.back_offset if back else (0.0, 0.0)
        correction = job.profile.correction(back=back, offset=offset)
        trim = reduce(_around, (block for block, _ in blocks))
        bleed = reduce(_around, (_wider(*each) for each in blocks))
        return Page(job.paper.size, [Layer(shapes)], trim, bleed, name, correction)

    def _faces(self, sheet: Sheet, *, back: bool) -> Iterator[Shape]:
        """Yield all faces of one side of a sheet.

        Where counters touch, colour goes on beyond the edge of their block only: another place of
        it may stay free for now.
        """
        bleed = self._job.bleed[back]
        if min(self._job.grid.gutter) > 0:
            for _, shapes in self._laid(sheet, bleed, back=back):
                yield from shapes
            return
        block, bleed = self._block(back=back), max(bleed, _TOUCH)
        for box, shapes in self._laid(sheet, bleed, back=back):
            # of one piece with its bleed: where two areas abut a renderer may show a line
            room = _open(box, block, 2 * bleed)
            yield from (cut for each in shapes if (cut := cut_to(each, room)) is not None)

    def _block(self, *, back: bool) -> Box:
        """Return what all counters of a side cover."""
        block = self._job.grid.block
        return mirrored(block, self._job.paper.size, self._job.flip) if back else block

    def _laid(self, sheet: Sheet, bleed: float, *, back: bool) -> Iterator[tuple[Box, list[Shape]]]:
        """Yield each face at its place, on its head if the page is turned that way."""
        job, grid = self._job, self._job.grid
        for place, piece in sheet.pieces.items():
            box = mirrored(grid.box(place), job.paper.size, job.flip) if back else grid.box(place)
            shapes = moved((piece.back if back else piece.front)(grid.counter, bleed), box[:2])
            if back and job.flip is Flip.SHORT:
                shapes = turned(shapes, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
            yield box, shapes

    def _cuts(self, *, back: bool) -> Iterator[Shape]:
        """Yield the marks to cut by of a side, if it has any."""
        job, grid = self._job, self._job.grid
        if job.marks not in {Marks.BOTH, Marks.BACK if back else Marks.FRONT}:
            return
        boxes = [grid.box((i, 0)) for i in range(grid.columns)]
        boxes += [grid.box((0, i)) for i in range(grid.rows)]
        if back:
            boxes = [mirrored(box, job.paper.size, job.flip) for box in boxes]
        xs = {round(x, 6) for box in boxes for x in (box[0], box[2])}
        ys = {round(y, 6) for box in boxes for y in (box[1], box[3])}
        wide = _wider(self._block(back=back), job.bleed[back])
        yield from self._furniture.cuts(wide, sorted(xs), sorted(ys), self._folded(back=back))

    def _edges(self, sheet: Sheet, *, back: bool) -> Iterator[Shape]:
        """Yield what else surrounds the counters of a side: names of columns and rows, crosses."""
        job, grid = self._job, self._job.grid
        block = self._block(back=back)
        near = self._furniture.marks_reach / 2
        left, top, _, _ = _wider(block, job.bleed[back] + near)
        if not back:
            yield from self._names(left, top)
        # as far out in front as on the back, or they wouldn't lie on each other
        left, top, right, bottom = _wider(block, max(job.bleed) + near)
        folded = self._folded(back=back)
        for x, y in product(("left", "right"), ("top", "bottom")):
            if folded not in {x, y}:
                at = left if x == "left" else right, top if y == "top" else bottom
                yield from self._furniture.registration(at)
        if self._preview:
            for place in sheet.used:
                box = grid.box(place)
                yield from _crossed(mirrored(box, job.paper.size, job.flip) if back else box)

    def _folded(self, *, back: bool) -> str:
        """Return at which side of a block the paper is folded: there is no room for marks."""
        if self._job.layout is not Layout.FOLDOVER:
            return ""
        if self._job.flip is Flip.LONG:
            return "left" if back else "right"
        return "top" if back else "bottom"

    def _names(self, left: float, top: float) -> Iterator[Shape]:
        """Yield the letters of columns and the numbers of rows."""
        grid, font = self._job.grid, Font("narrow", _NAME)
        for i in range(grid.columns):
            a, _, b, _ = grid.box((i, 0))
            name = cell_name((i, 0)).rstrip("0123456789")
            yield Label(name, ((a + b) / 2, top), font, self._furniture.soft)
        for i in range(grid.rows):
            _, a, _, b = grid.box((0, i))
            yield Label(str(i + 1), (left, (a + b) / 2), font, self._furniture.soft)

    def _words(self, sheet: Sheet, what: str) -> Iterator[Shape]:
        """Yield title and rulers, where no die-cut blank lies in their place."""
        game, room = self._game, self._furniture.room
        around = max(self._job.bleed)
        around += 0.0 if self._job.marks is Marks.NONE else self._furniture.marks_reach
        block = _wider(self._job.grid.block, around)
        height = self._job.paper.size[1]
        highest, lowest = min(block[1], height - block[3]), max(block[3], height - block[1])
        names = ", ".join(groups(sheet.pieces.values()))
        note = f"{names}  \N{MIDDLE DOT}  sheet {sheet.number} of {self._count}, {what}"
        title = f"{game.name} \N{MIDDLE DOT} counters" + (f" ({PRIVATE})" if game.private else "")
        if highest >= room[1] - _SLACK:
            yield from self._furniture.title(title, note)
        foot = f"{game.caveat} Data {game.version}, {game.date}; print at 100 %."
        if lowest <= room[3] + _SLACK:
            yield from self._furniture.rulers([*wrap(foot, _LINE), self._job.placed])

    def _fold(self) -> Iterator[Shape]:
        """Yield the line along which a sheet is folded, and what to do there."""
        job = self._job
        width, height = job.paper.size
        left, top, right, bottom = self._furniture.room
        if job.flip is Flip.LONG:
            ends = ((width / 2, top), (width / 2, bottom))
        else:
            ends = ((left, height / 2), (right, height / 2))
        yield from _dashed(*ends, self._furniture.ink)


def _around(a: Box, b: Box) -> Box:
    """Return the box around two."""
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _wider(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _open(box: Box, block: Box, by: float) -> Box:
    """Return a counter's box, wider at those of its sides that are edges of the block."""
    outer = (by if abs(a - b) < _SLACK else 0.0 for a, b in zip(box, block, strict=True))
    left, top, right, bottom = outer
    return box[0] - left, box[1] - top, box[2] + right, box[3] + bottom


def _crossed(box: Box) -> Iterator[Shape]:
    """Yield a place where nothing is left."""
    left, top, right, bottom = box
    ring = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
    yield Stroke(ring, _USED, 0.2)
    yield Stroke(((left, top), (right, bottom)), _USED, 0.2)
    yield Stroke(((left, bottom), (right, top)), _USED, 0.2)


def _dashed(a: Point, b: Point, colour: Colour) -> Iterator[Shape]:
    """Yield a line of dashes."""
    length = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    for i in range(floor(length / (2 * _DASH))):
        s, e = 2 * i * _DASH, (2 * i + 1) * _DASH
        ends = ((a[0] + ux * s, a[1] + uy * s), (a[0] + ux * e, a[1] + uy * e))
        yield Stroke(ends, colour, 0.15)
