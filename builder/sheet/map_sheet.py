"""The map on one large sheet in true scale: for a shop, or a printer of that width.

All lengths are mm; the map's own come from the width of its sheet (``sheet.inches`` of the
game's ``map.toml``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from builder.draw.canvas import (
    MM_PER_INCH,
    Area,
    Box,
    Colour,
    Picture,
    Point,
    Shape,
    corners,
    moved,
    scaled,
)
from builder.draw.map import map_picture, map_shapes
from builder.draw.scan import Scans
from builder.draw.scan_map import scanned_map
from builder.draw.style import Style, Table, art_root, read_table
from builder.model.game import Game
from builder.pdf import Layer, Page
from builder.sheet.furniture import Furniture
from builder.sheet.paper import Paper, page_look

__all__ = ["SheetMap", "map_look", "map_sheet", "sheet_map"]


@dataclass(frozen=True, slots=True)
class SheetMap:
    """A map in mm, ready to be laid on paper.

    Args:
        shapes: What it consists of, bottom first, from the upper left corner of the map; they
            reach as far beyond its edges as its bleed.
        size: Width and height of the map.
        bleed: How far colour is carried on beyond the edges.
        title: The name of the game, and that this is its map.
        notes: What its owner should know of it, in words.
    """

    shapes: tuple[Shape, ...]
    size: Point
    bleed: float
    title: str
    notes: tuple[str, ...]

    @property
    def reach(self) -> Box:
        """The map with its bleed."""
        (width, height), more = self.size, self.bleed
        return -more, -more, width + more, height + more


def map_look() -> Table:
    """Return how maps lie on paper, ``map.toml``.

    Raises:
        DrawError: The file is missing or malformed.
    """
    return read_table(art_root() / "print" / "map.toml")


def sheet_map(game: Game, style: Style, scans: Scans | None = None) -> SheetMap:
    """Draw the map for paper, once for all files it is in.

    A drawn map is lines and letters on white paper: what the module's picture has besides,
    the soft light on snow, would only cost ink. With an owner's scan it is one picture of the
    board's resolution, without bleed, since nobody knows what lies beyond a scan's edge.

    Args:
        game: Whose map.
        style: How; ``sheet.inches`` is the size of the map.
        scans: The owner's scans, if any.

    Raises:
        DrawError: The style lacks something, or a scan can't be read.
    """
    look, board = map_look(), game.map.board
    factor = style.map.point("sheet.inches")[0] * MM_PER_INCH / board.size_px[0]  # mm per px
    size = board.size_px[0] * factor, board.size_px[1] * factor
    private = [look.text("words.private")] if game.private else []
    true = look.text("words.true").format(wide=size[0] / MM_PER_INCH, tall=size[1] / MM_PER_INCH)
    title = look.text("words.title").format(game=game.name)
    if scans is not None and scans.parts:
        picture = scanned_map(partial(map_picture, game, style), scans, board)
        notes = (*private, true, _resolution(look, scans, MM_PER_INCH / factor))
        return SheetMap((Picture(picture, (0.0, 0.0, *size)),), size, 0.0, title, notes)
    bleed = look.number("bleed")
    paper = style.map.colour("frame.paper")
    shapes = (_beyond(size, bleed, paper), *scaled(map_shapes(game, style), factor))
    return SheetMap(shapes, size, bleed, title, (*private, true))


def map_sheet(made: SheetMap, style: Style) -> list[Page]:
    """Return the map as one page: white paper around it holds marks, rulers and the title.

    Args:
        made: The map.
        style: Faces for the letters.

    Raises:
        DrawError: ``page.toml`` or ``map.toml`` lacks something.
    """
    look, frame = map_look(), page_look()
    marks = Furniture(frame, style.fonts, Paper("", (0.0, 0.0), 0.0)).marks_reach
    band = max(frame.number("title.height"), frame.number("ruler.height"))
    around = look.number("edge") + band + marks + made.bleed
    width, height = made.size
    size = width + 2 * around, height + 2 * around
    furniture = Furniture(frame, style.fonts, Paper("", size, look.number("edge")))
    trim = (around, around, around + width, around + height)
    more = made.bleed
    bleed = (trim[0] - more, trim[1] - more, trim[2] + more, trim[3] + more)
    words = [
        *furniture.title(made.title, " · ".join(made.notes)),
        *furniture.rulers(),
        *furniture.cuts(bleed, (trim[0], trim[2]), (trim[1], trim[3])),
    ]
    layers = (Layer(moved(made.shapes, (around, around)), bleed), Layer(words))
    return [Page(size, layers, trim=trim, bleed=bleed, name=made.title)]


def _beyond(size: Point, bleed: float, colour: Colour) -> Area:
    """Return what carries the paper of the margin on beyond the edges."""
    width, height = size
    outer = (-bleed, -bleed, width + bleed, height + bleed)
    return Area((corners(outer), corners((0.0, 0.0, width, height))), colour)


def _resolution(look: Table, scans: Scans, picture: float) -> str:
    """Return how fine the coarsest scan of the map is on paper, and the picture made of it."""
    finest = min(part.fit.way.scales[0] for part in scans.parts) * picture
    return look.text("words.scan").format(scan=round(finest), picture=round(picture))
