"""Pictures that only the module needs: the umpire's panel, the title.

They are drawn with the same canvas, fonts and colours as the map and the counters.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from PIL import Image

from builder.draw.canvas import Colour, Label, Shape, Stroke, corners
from builder.draw.marker import marker_picture
from builder.draw.raster import render
from builder.draw.style import Style
from builder.draw.text import Font, Fonts
from builder.hexgrid import Direction
from builder.model.game import Game

__all__ = ["PANEL_PX", "about_picture", "arrow_picture", "corner_picture", "panel_picture"]

PANEL_PX = (1040, 198)
_SIGN_PX = 120
_ABOUT_PX = (640, 480)
_PRIVATE = "Private copy, not for distribution"
_PAPER: Colour = (248, 246, 238, 255)
_INK: Colour = (30, 30, 34, 255)
_LINE: Colour = (90, 88, 84, 255)
_SUPERSAMPLE = 3


def panel_picture(style: Style) -> Image.Image:
    """Draw the plate that the umpire's lines stand on, with his sign at the left."""
    width, height = PANEL_PX
    plate = _picture([_rim((1, 1, width - 1, height - 1), 2)], PANEL_PX, style.fonts, _PAPER)
    sign = marker_picture(style, "umpire", size_px=_SIGN_PX)
    plate.paste(sign, (6, (height - sign.height) // 2), sign)
    return plate


def corner_picture(style: Style, id_: str, counter_px: int) -> Image.Image:
    """Draw a badge at the upper right corner of a counter, and nothing else.

    Args:
        style: Where the badge is described.
        id_: Its id among the markers.
        counter_px: Width and height of the counter; the picture is as wide and high, with a
            rim all round that half of the badge reaches into.
    """
    badge = marker_picture(style, id_, size_px=counter_px * 3 // 10)
    rim = badge.width // 2
    plate = Image.new("RGBA", (counter_px + 2 * rim, counter_px + 2 * rim))
    plate.paste(badge, (counter_px + 2 * rim - badge.width, 0), badge)
    return plate


def arrow_picture(style: Style, id_: str, counter_px: int, way: Direction) -> Image.Image:
    """Draw an arrow at the edge of a counter, towards one of the hexes around it.

    Args:
        style: Where the arrow is described, as it points north.
        id_: Its id among the markers.
        counter_px: Width and height of the counter; the picture is as wide and high, with a
            rim all round that half of the arrow's disc reaches into.
        way: Where it points.
    """
    badge = marker_picture(style, id_, size_px=counter_px * 2 // 5)
    turn = 60 * way
    badge = badge.rotate(-turn, Image.Resampling.BICUBIC)
    side = counter_px + badge.width
    plate = Image.new("RGBA", (side, side))
    east, south = sin(radians(turn)), -cos(radians(turn))
    x, y = (round((side - badge.width) / 2 * (1 + part)) for part in (east, south))
    plate.paste(badge, (x, y), badge)
    return plate


def about_picture(game: Game, chart: Image.Image, style: Style) -> Image.Image:
    """Draw the title: name and version over the middle of the map.

    Args:
        game: Name, version and date.
        chart: Picture of the map.
        style: Fonts.
    """
    width, height = _ABOUT_PX
    left, top = (chart.width - width) // 2, (chart.height - height) // 2
    part = chart.crop((left, top, left + width, top + height))
    plate: list[Shape] = [
        _rim((1, 1, width - 1, 129), 2),
        Label(game.name, (width / 2, 52), Font("bold", 44), _INK),
        Label(
            f"Module version {game.version}, {game.date}",
            (width / 2, 92 if game.private else 100),
            Font("narrow", 18),
            _INK,
        ),
    ]
    if game.private:
        plate.append(Label(_PRIVATE, (width / 2, 116), Font("narrow-bold", 16), _INK))
    part.paste(_picture(plate, (width, 130), style.fonts, _PAPER), (0, height - 130))
    return part


def _rim(box: tuple[float, float, float, float], width: float) -> Stroke:
    points = corners(box)
    return Stroke((*points, points[0]), _LINE, width)


def _picture(
    shapes: Sequence[Shape], size_px: tuple[int, int], fonts: Fonts, ground: Colour
) -> Image.Image:
    """Draw shapes on one colour."""

    def blank(_top: int, height: int, scale: int) -> Image.Image:
        return Image.new("RGB", (size_px[0] * scale, height * scale), ground[:3])

    return render(shapes, size_px, fonts, supersample=_SUPERSAMPLE, ground=blank)
