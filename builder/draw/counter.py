"""The two faces of a unit's counter.

Front, as on the identification chart: the symbol (or a vehicle's side view) in the middle,
the size mark above it, the formation's id at its left and the unit's at its right (for
vehicles in the upper corners); below them strength and mobility. Back: what the unit is worth
in battle, each figure at a place of its own on every counter, without captions::

    formation      unit
    support range barrage    artillery on a darker band; others: the symbol, small
    combat     antitank      the antitank figure beside the antitank sign
    strength morale defence  defence light on dark

Strength stands in the same place on both faces, :data:`STRENGTH_AT`, so that a badge laid
there shows the strength left instead. All places are fractions of the counter's width and
all that is drawn is vectors, so a counter can be drawn at any size. Ground and formation bar can
reach beyond the edge, as printing wants it, and then there is no frame; nothing else does.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import floor, sqrt

from PIL import Image

from builder.draw.canvas import (
    Area,
    Box,
    Colour,
    Point,
    RecordingCanvas,
    Shape,
    Stroke,
    moved,
)
from builder.draw.lettering import id_lines, written
from builder.draw.raster import Cut, tile
from builder.draw.style import Bar, Scheme, Style
from builder.draw.symbol import draw_symbol
from builder.draw.text import Font, Fonts, fraction_text
from builder.errors import DrawError
from builder.model.game import Game, Kind, Unit

__all__ = [
    "BAR_TOP",
    "SAFE",
    "STACK_STEP_PX",
    "STRENGTH_AT",
    "STRENGTH_BOX",
    "back_shapes",
    "counter_faces",
    "drawn_bleed",
    "face_picture",
    "front_shapes",
    "mixed",
    "screen_px",
]

SAFE = 1 / 16
"""Width of the edge that holds no text and no symbol, in widths of the counter."""
STRENGTH_AT: Point = (0.2125, 0.727)
"""Middle of the place of the strength, on both faces, in widths of the counter."""
STRENGTH_BOX = 0.3
"""Width and height of that place: no other text reaches into it."""
BAR_TOP = 0.908
"""Upper edge of the formation's bar, in widths of the counter."""

STACK_STEP_PX = 4
"""How far the counters of a stack lie apart on the screen, to the right and upwards."""

_RIM = 0.018
_IDS = "narrow-bold"
_ONE_LINE, _TWO_LINES = 0.127, 0.12  # greatest height of capitals
_FAR = 1 - SAFE
# cells of the front: left, top, right, bottom
_SIZE: Box = (0.34, SAFE, 0.66, 0.17)
_BESIDE: Box = (SAFE, 0.19, 0.283, 0.472)
_SYMBOL: Box = (0.31, 0.2045, 0.69, 0.4578)
_CORNER: Box = (SAFE, SAFE, 0.42, 0.188)
_NAME_CORNER: Box = (0.44, SAFE, _FAR, 0.188)
_VEHICLE: Box = (0.07, 0.19, 0.93, 0.581)
_STRENGTH: Box = (SAFE, 0.58, 0.3625, 0.874)
_MOBILITY: Box = (0.6, 0.6, _FAR, 0.874)
# cells of the back
_BACK_ID: Box = (SAFE, SAFE, 0.36, 0.158)
_BACK_NAME: Box = (0.38, SAFE, _FAR, 0.158)
_BAND: Box = (SAFE, 0.18, _FAR, 0.362)
_GUNS: tuple[Box, ...] = ((0.07, 0.19, 0.34, 0.352), (0.365, 0.19, 0.635, 0.352),
                          (0.66, 0.19, 0.93, 0.352))  # fmt: skip
_SMALL: Box = (0.3, 0.172, 0.7, 0.342)
_COMBAT: Box = (SAFE, 0.371, 0.455, 0.573)
_CARET: Box = (0.482, 0.42, 0.588, 0.545)
_ANTITANK: Box = (0.622, 0.371, _FAR, 0.573)
_MORALE: Box = (0.39, 0.6, 0.655, 0.874)
_DEFENCE: Box = (0.685, 0.613, 0.925, 0.853)


def counter_faces(
    game: Game, unit: Unit, style: Style, size_px: int = 84, bleed: float | None = None
) -> tuple[Image.Image, Image.Image]:
    """Draw a unit's counter.

    Args:
        game: The game of the unit.
        unit: What to draw.
        style: How.
        size_px: Width and height of the counter in the pictures.
        bleed: What the pictures show beyond each edge, in widths of the counter; ``None`` for
            the screen: nothing, and the corners are round.

    Returns:
        Front and back, RGBA: with rounded transparent corners for the screen, else square
        and opaque, ``bleed`` wider at each edge.

    Raises:
        DrawError: The style lacks a colour scheme, a symbol or a letter.
    """
    if unit.id not in game.units:
        raise DrawError(f"unit '{unit.id}' is not in {game.id}; draw units of the game only")
    reach = drawn_bleed(size_px, bleed)
    front, back = (
        front_shapes(unit, style, size_px, reach),
        back_shapes(unit, style, size_px, reach),
    )
    faces = [face_picture(shapes, size_px, style.fonts, bleed) for shapes in (front, back)]
    return faces[0], faces[1]


def face_picture(
    shapes: Sequence[Shape],
    size_px: int,
    fonts: Fonts,
    bleed: float | None = None,
    cut: Cut = "square",
) -> Image.Image:
    """Draw a face.

    Args:
        shapes: What is on it, its upper left corner at the origin, px.
        size_px: Its width and height.
        fonts: Faces for labels.
        bleed: As in :func:`counter_faces`.
        cut: Outline on the screen.

    Returns:
        The picture, RGBA.
    """
    if bleed is None:
        return tile(shapes, size_px, fonts, cut=cut)
    side = round(size_px * (1 + 2 * bleed))
    edge = (side - size_px) / 2
    picture = tile(moved(shapes, (edge, edge)), side, fonts)
    picture.putalpha(255)
    return picture


def screen_px(row_px: int) -> int:
    """Return the size of a counter on a map of hexes ``row_px`` high.

    As large as it can be while a stack of three, its counters :data:`STACK_STEP_PX` apart, covers
    nothing of a counter in the next column; columns are 0.866 of a hex's height apart. That is
    under 85 % of the height, so that a hex shows around its stack. Even, so that its middle is
    a whole pixel.

    >>> screen_px(112)
    88
    """
    return floor((row_px * sqrt(3) / 2 - 2 * STACK_STEP_PX) / 2) * 2


def drawn_bleed(size_px: int, bleed: float | None) -> float:
    """Return how far to draw so that the outermost pixels of a picture are full."""
    return bleed + 1 / size_px if bleed else 0.0


def front_shapes(unit: Unit, style: Style, size: float, bleed: float = 0.0) -> list[Shape]:
    """Return what the front of a counter of ``size`` px consists of, bottom first.

    Args:
        unit: Whose counter.
        style: How it looks.
        size: Width of the counter, px; its upper left corner is the origin.
        bleed: How far ground and bar reach beyond the edge, in widths of the counter.

    Raises:
        DrawError: The style lacks a colour scheme or a symbol.
    """
    face = _Face(style, style.scheme(unit.colour), size, bleed)
    face.ground(face.scheme.paper, style.formations.get(unit.parent))
    if unit.kind is Kind.AFV:
        face.symbol(unit, _VEHICLE, face.scheme.paper)
        face.text(unit.formation_id, _CORNER, 0.122, face=_IDS, anchor="l")
        face.text(unit.name, _NAME_CORNER, 0.122, face=_IDS, anchor="r")
    else:
        face.symbol(unit, _SYMBOL, face.scheme.box)
        face.text(unit.size.value, _SIZE, 0.107)
        left, top, right, bottom = _BESIDE
        face.id_text(unit.formation_id, _BESIDE)
        face.id_text(unit.name, (1 - right, top, 1 - left, bottom))
    face.text(str(unit.strength), _STRENGTH, 0.275)
    face.text(unit.mobility, _MOBILITY, 0.22, face="narrow-bold")
    return face.canvas.shapes


def back_shapes(unit: Unit, style: Style, size: float, bleed: float = 0.0) -> list[Shape]:
    """Return what the back of a counter of ``size`` px consists of, bottom first.

    Args:
        unit: Whose counter.
        style: How it looks.
        size: Width of the counter, px; its upper left corner is the origin.
        bleed: How far ground and bar reach beyond the edge, in widths of the counter.

    Raises:
        DrawError: The style lacks a colour scheme or a symbol.
    """
    face = _Face(style, style.scheme(unit.colour), size, bleed)
    face.ground(face.scheme.back, style.formations.get(unit.parent))
    if unit.artillery:
        face.area(_BAND, mixed(face.scheme.rim, face.scheme.back, 0.3))
        guns = (unit.support, unit.range, unit.barrage)
        for cell, value in zip(_GUNS, guns, strict=True):
            face.text("–" if value is None else fraction_text(Fraction(value)), cell, 0.153)  # noqa: RUF001
    else:
        paper = face.scheme.back if unit.kind is Kind.AFV else face.scheme.box
        face.symbol(unit, _SMALL, paper)
    face.text(unit.formation_id, _BACK_ID, 0.09, face=_IDS, anchor="l")
    face.text(unit.name, _BACK_NAME, 0.09, face=_IDS, anchor="r")
    combat = fraction_text(unit.combat)
    face.text(f"({combat})" if unit.defensive_only else combat, _COMBAT, 0.165)
    left, top, right, bottom = _CARET
    face.line(((left, bottom), ((left + right) / 2, top), (right, bottom)), 0.028)
    face.text(fraction_text(unit.antitank), _ANTITANK, 0.165)
    face.text(str(unit.strength), _STRENGTH, 0.24)
    face.text(str(unit.morale), _MORALE, 0.19)
    face.area(_DEFENCE, face.scheme.ink)
    face.text(unit.defence, _DEFENCE, 0.175, colour=face.scheme.back)
    return face.canvas.shapes


class _Face:
    """One face while it is drawn; places are fractions, the recording holds px."""

    def __init__(self, style: Style, scheme: Scheme, size: float, bleed: float) -> None:
        self.canvas = RecordingCanvas()
        self.style = style
        self.scheme = scheme
        self.size = size
        self.bleed = bleed

    def ground(self, paper: Colour, bar: Bar | None) -> None:
        """Fill the face, to the very edge and the bleed, and mark the formation at its foot.

        A frame shows on the screen where one counter of a stack ends.
        """
        near, far = -self.bleed, 1 + self.bleed
        # on paper no frame: a cut that is a little off would show how far
        self.area((near, near, far, far), paper if self.bleed else self.scheme.rim)
        self.area((_RIM, _RIM, 1 - _RIM, 1 - _RIM), paper)
        if bar:
            self.area((near, BAR_TOP - _RIM, far, far), self.scheme.rim)
            if not self.bleed:  # the frame shows where light bars end on light maps
                near, far = _RIM, 1 - _RIM
            for box, colour in _bar_boxes(bar, (near, BAR_TOP, far, far)):
                self.area(box, colour)

    def area(self, box: Box, fill: Colour) -> None:
        """Fill a rectangle."""
        left, top, right, bottom = (value * self.size for value in box)
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        self.canvas.draw(Area((corners,), fill))

    def line(self, points: Sequence[Point], width: float) -> None:
        """Draw a line in ink."""
        scaled = tuple((x * self.size, y * self.size) for x, y in points)
        self.canvas.draw(Stroke(scaled, self.scheme.ink, width * self.size))

    def symbol(self, unit: Unit, cell: Box, paper: Colour) -> None:
        """Draw the unit symbol or the silhouette, as large as its cell allows."""
        symbol = self.style.symbols.get(unit.type)
        if symbol is None:
            folder = self.style.folder.parent / "symbols"
            raise DrawError(f"{folder}: no symbol for type '{unit.type}' of unit '{unit.id}'")
        left, top, right, bottom = cell
        ratio = symbol.size[0] / symbol.size[1]
        height = min(bottom - top, (right - left) / ratio)
        x, y = (left + right - height * ratio) / 2, (top + bottom - height) / 2
        ink = self.scheme.ink
        tones = {"ink": ink, "paper": paper, "shade": mixed(ink, paper, 0.5)}
        k = self.size
        draw_symbol(self.canvas, symbol, (x * k, y * k), height * k, tones)

    def text(  # noqa: PLR0913 (what a line of type needs)
        self,
        text: str,
        cell: Box,
        height: float,
        *,
        face: str = "bold",
        anchor: str = "m",
        colour: Colour | None = None,
    ) -> None:
        """Write a text in a cell, its capitals ``height`` high or lower, as it fits."""
        if not text:
            return
        left, top, right, bottom = (value * self.size for value in cell)
        label = written(
            self.style.fonts,
            text,
            (left, top, right, bottom),
            height * self.size,
            face=face,
            anchor=anchor,
            colour=colour or self.scheme.ink,
        )
        self.canvas.draw(label)

    def id_text(self, text: str, cell: Box) -> None:
        """Write an id beside the symbol, on one line or two, as it can be largest."""
        lines = id_lines(self.style.fonts, text, _IDS)
        if len(lines) == 1:
            self.text(text, cell, _ONE_LINE, face=_IDS)
            return
        left, top, right, bottom = cell
        step = (bottom - top) / len(lines)
        fonts, room = self.style.fonts, right - left
        widest = max(fonts.width(line, Font(_IDS, 1.0)) for line in lines)
        height = fonts.cap_height(Font(_IDS, room / widest))
        for i, line in enumerate(lines):
            part = (left, top + i * step, right, top + (i + 1) * step)
            self.text(line, part, min(height, _TWO_LINES), face=_IDS)


def _bar_boxes(bar: Bar, box: Box) -> list[tuple[Box, Colour]]:
    """Return the rectangles of a formation's bar.

    The pattern is that of the counter itself; what is in the bleed is added at both ends.
    """
    left, top, right, bottom = box
    first, second = bar.colours[0], bar.colours[-1]
    cuts = {"halves": 2, "thirds": 3, "blocks": 6}.get(bar.pattern, 1)
    edges = [left, *(i / cuts for i in range(1, cuts)), right]
    made = [
        ((a, top, b, bottom), second if i % 2 else first)
        for i, (a, b) in enumerate(pairwise(edges))
    ]
    if bar.pattern == "layers":
        made.append(((left, (top + 1 - _RIM) / 2, right, bottom), second))
    return made


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """Return a mixture: ``share`` of ``a``, the rest of ``b``.

    >>> mixed((0, 0, 0, 255), (200, 100, 0, 255), 0.5)
    (100, 50, 0, 255)
    """
    r, g, b_, alpha = (round(x * share + y * (1 - share)) for x, y in zip(a, b, strict=True))
    return r, g, b_, alpha
