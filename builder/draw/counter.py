"""The two faces of a unit's counter.

Front: symbol (or a vehicle's side view), size mark, unit id right, formation id left, strength
and mobility. Back: what the unit is worth in battle. Strength stands in the same place on both
faces, :data:`STRENGTH_AT`, so that a badge laid there shows the strength left instead. All
places are fractions of the counter's width, so a counter can be drawn at any size.
"""

from __future__ import annotations

from fractions import Fraction

from PIL import Image

from builder.draw.canvas import (
    Area,
    Box,
    Colour,
    Label,
    Point,
    RecordingCanvas,
    Shape,
    Stroke,
)
from builder.draw.raster import tile
from builder.draw.style import Scheme, Style
from builder.draw.symbol import draw_symbol
from builder.draw.text import Font, Fonts, fraction_text
from builder.errors import DrawError
from builder.model.game import Game, Kind, Unit

__all__ = [
    "SAFE",
    "STRENGTH_AT",
    "STRENGTH_BOX",
    "back_shapes",
    "counter_faces",
    "fitted",
    "front_shapes",
    "mixed",
]

SAFE = 0.05
"""Width of the edge that holds no text and no symbol, in widths of the counter."""
STRENGTH_AT: Point = (0.215, 0.725)
"""Middle of the place of the strength, on both faces, in widths of the counter."""
STRENGTH_BOX = 0.33
"""Width and height of that place: no other text reaches into it."""

_BAR = 0.075  # height of the formation bar


def counter_faces(
    game: Game, unit: Unit, style: Style, size_px: int = 84
) -> tuple[Image.Image, Image.Image]:
    """Draw a unit's counter.

    Args:
        game: The game of the unit.
        unit: What to draw.
        style: How.
        size_px: Width and height of the pictures.

    Returns:
        Front and back, RGBA, with rounded transparent corners.

    Raises:
        DrawError: The style lacks a colour scheme, a symbol or a letter.
    """
    if unit.id not in game.units:
        raise DrawError(f"unit '{unit.id}' is not in {game.id}; draw units of the game only")
    front = tile(front_shapes(unit, style, size_px), size_px, style.fonts)
    back = tile(back_shapes(unit, style, size_px), size_px, style.fonts)
    return front, back


def front_shapes(unit: Unit, style: Style, size: float) -> list[Shape]:
    """Return what the front of a counter of ``size`` px consists of, bottom first.

    Raises:
        DrawError: The style lacks a colour scheme or a symbol.
    """
    face = _Face(style, style.scheme(unit.colour), size)
    face.ground(face.scheme.paper, style.formations.get(unit.formation))
    face.symbol(unit)
    if unit.kind is Kind.AFV:
        face.text(unit.formation_id, (0.06, 0.12), 0.17, 0.42, anchor="l", face="narrow-bold")
        face.text(unit.name, (0.94, 0.12), 0.17, 0.48, anchor="r", face="narrow")
    else:
        face.text(unit.size.value, (0.5, 0.11), 0.165, 0.3, face="narrow-bold")
        face.side_text(unit.formation_id, 0.15, "narrow-bold")
        face.side_text(unit.name, 0.85, "narrow")
    face.text(str(unit.strength), STRENGTH_AT, 0.4, 0.3)
    face.text(unit.mobility, (0.78, 0.742), 0.3, 0.3, face="narrow")
    return face.canvas.shapes


def back_shapes(unit: Unit, style: Style, size: float) -> list[Shape]:
    """Return what the back of a counter of ``size`` px consists of, bottom first.

    Raises:
        DrawError: The style lacks a colour scheme.
    """
    face = _Face(style, style.scheme(unit.colour), size)
    face.ground(face.scheme.back, style.formations.get(unit.formation))
    label = f"{unit.name}/{unit.formation_id}" if unit.formation_id else unit.name
    face.text(label, (0.5, 0.105), 0.125, 0.86, face="narrow")
    face.rule(0.185)
    combat = fraction_text(unit.combat)
    combat = f"({combat})" if unit.defensive_only else combat
    antitank, morale = fraction_text(unit.antitank), str(unit.morale)
    if unit.artillery:
        guns = (unit.support, unit.range, unit.barrage)
        figures = ["—" if value is None else fraction_text(Fraction(value)) for value in guns]
        upper = zip((0.155, 0.385, 0.615, 0.845), (*figures, morale), _GUN_UPPER, strict=True)
        for x, text, caption in upper:
            face.figure(text, caption, (x, 0.305), 0.24, 0.205)
        lower = zip((0.47, 0.66, 0.85), (combat, antitank, unit.defence), _GUN_LOWER, strict=True)
        for x, text, caption in lower:
            face.figure(text, caption, (x, 0.655), 0.22, 0.18)
        face.rule(0.515)
    else:
        figures = [combat, antitank, morale, unit.defence]
        for place, text, caption in zip(_PLACES, figures, _CAPTIONS, strict=True):
            face.figure(text, caption, place, 0.28, 0.4 if place[1] < 0.5 else 0.25)
    face.figure(str(unit.strength), "strength", (STRENGTH_AT[0], 0.67), 0.26, 0.27)
    return face.canvas.shapes


_GUN_UPPER = ("support", "range", "barrage", "morale")
_GUN_LOWER = ("combat", "antitank", "defence")
_CAPTIONS = ("combat", "antitank", "morale", "defence")
_PLACES: tuple[Point, ...] = ((0.28, 0.31), (0.73, 0.31), (0.54, 0.655), (0.815, 0.655))


class _Face:
    """One face while it is drawn; places are fractions, the recording holds px."""

    def __init__(self, style: Style, scheme: Scheme, size: float) -> None:
        self.canvas = RecordingCanvas()
        self.style = style
        self.scheme = scheme
        self.size = size

    def ground(self, paper: Colour, bar: Colour | None) -> None:
        """Fill the face, to the very edge, and mark the formation at its foot."""
        self.area((0, 0, 1, 1), self.scheme.rim)
        self.area((0.018, 0.018, 0.982, 0.982), paper)
        if bar:
            self.area((0.018, 0.982 - _BAR, 0.982, 0.982), bar)
            self.rule(0.982 - _BAR, self.scheme.rim, 0.018)

    def area(self, box: Box, fill: Colour) -> None:
        """Fill a rectangle."""
        left, top, right, bottom = (value * self.size for value in box)
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        self.canvas.draw(Area((corners,), fill))

    def rule(self, y: float, colour: Colour | None = None, margin: float = 0.08) -> None:
        """Draw a thin line across."""
        tone = colour or mixed(self.scheme.ink, self.scheme.back, 0.45)
        ends = ((margin * self.size, y * self.size), ((1 - margin) * self.size, y * self.size))
        self.canvas.draw(Stroke(ends, tone, 0.014 * self.size))

    def symbol(self, unit: Unit) -> None:
        """Draw the unit symbol or the silhouette."""
        symbol = self.style.symbols.get(unit.type)
        if symbol is None:
            folder = self.style.folder.parent / "symbols"
            raise DrawError(f"{folder}: no symbol for type '{unit.type}' of unit '{unit.id}'")
        scheme, size = self.scheme, self.size
        afv = unit.kind is Kind.AFV
        width = 0.86 if afv else 0.43
        height = width * symbol.size[1] / symbol.size[0]
        corner = ((0.5 - width / 2) * size, ((0.57 if afv else 0.525) - height) * size)
        paper = scheme.paper if afv else scheme.box
        tones = {"ink": scheme.ink, "paper": paper, "shade": mixed(scheme.ink, paper, 0.5)}
        draw_symbol(self.canvas, symbol, corner, height * size, tones)

    def text(  # noqa: PLR0913 (what a line of type needs)
        self,
        text: str,
        at: Point,
        height: float,
        room: float,
        *,
        anchor: str = "m",
        face: str = "bold",
        angle: float = 0.0,
        colour: Colour | None = None,
    ) -> None:
        """Draw a text of a letter height, made smaller until it fits the room."""
        if not text:
            return
        font = fitted(self.style.fonts, text, face, height * self.size, room * self.size)
        place = (at[0] * self.size, at[1] * self.size)
        self.canvas.draw(Label(text, place, font, colour or self.scheme.ink, anchor, angle))

    def side_text(self, text: str, x: float, face: str) -> None:
        """Draw an id beside the symbol: upright if short, else turned."""
        if len(text) <= 3:
            self.text(text, (x, 0.38), 0.165, 0.18, face=face)
        else:
            self.text(text, (x, 0.33), 0.15, 0.48, face=face, angle=90.0)

    def figure(self, text: str, caption: str, at: Point, height: float, room: float) -> None:
        """Draw a figure with a small caption under it."""
        high = 0.86 * height if text.startswith("(") else height  # brackets reach lower
        self.text(text, at, high, room)
        below = (at[0], at[1] + height * 0.36 + 0.07)
        tone = mixed(self.scheme.ink, self.scheme.back, 0.72)
        self.text(caption, below, 0.095, room, face="narrow", colour=tone)


def fitted(fonts: Fonts, text: str, face: str, size: float, room: float) -> Font:
    """Return a font of at most ``size`` px in which a text is at most ``room`` px wide."""
    width = fonts.width(text, Font(face, size))
    return Font(face, size if width <= room else size * room / width)


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """Return a mixture: ``share`` of ``a``, the rest of ``b``.

    >>> mixed((0, 0, 0, 255), (200, 100, 0, 255), 0.5)
    (100, 50, 0, 255)
    """
    r, g, b_, alpha = (round(x * share + y * (1 - share)) for x, y in zip(a, b, strict=True))
    return r, g, b_, alpha
