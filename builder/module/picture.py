"""Pictures that only the module needs: the boards of boxes, the umpire's panel, the title.

They are drawn with the same canvas, fonts and colours as the map and the counters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from builder.draw.canvas import Area, Colour, Label, Shape, Stroke
from builder.draw.lettering import fitted
from builder.draw.marker import marker_picture
from builder.draw.raster import render
from builder.draw.style import Style
from builder.draw.text import Font, Fonts
from builder.model.game import Game
from builder.module.boxes import Box, BoxBoard

__all__ = ["PANEL_PX", "about_picture", "box_picture", "box_shapes", "panel_picture"]

PANEL_PX = (760, 84)
_ABOUT_PX = (640, 480)
_PRIVATE = "Private copy, not for distribution"
_GROUND: Colour = (226, 224, 216, 255)
_PAPER: Colour = (248, 246, 238, 255)
_INK: Colour = (30, 30, 34, 255)
_LINE: Colour = (90, 88, 84, 255)
_SUPERSAMPLE = 3
_LEADING = 1.25  # from line to line, in sizes of the lettering


def box_picture(game: Game, board: BoxBoard, style: Style) -> Image.Image:
    """Draw a board of boxes: a title, and for each box its label and the rims of its spots."""
    tints = {side.id: _tint(game, side.id, style) for side in game.sides}
    shapes: list[Shape] = []
    for box in board.boxes:
        shapes += box_shapes(board, box, tints[box.side], style.fonts)
    size, width = board.spot_px, board.size_px[0]
    fonts = style.fonts
    room = board.panel_px[0] - PANEL_PX[0] / 2 - 32
    lines = (board.title, "bold", 0.3, 0.36), (f"{game.name} {game.version}", "narrow", 0.17, 0.72)
    for text, face, height, y in lines:
        font = fitted(fonts, text, face, size * height, room)
        shapes.append(_text(text, (16, size * y), font))
    return _picture(shapes, (width, board.size_px[1]), fonts, _GROUND)


def panel_picture(style: Style) -> Image.Image:
    """Draw the plate that the umpire's lines stand on, with his sign at the left."""
    width, height = PANEL_PX
    plate = _picture([_rim((1, 1, width - 1, height - 1), 2)], PANEL_PX, style.fonts, _PAPER)
    sign = marker_picture(style, "umpire", size_px=height - 12)
    plate.paste(sign, (6, 6), sign)
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


def box_shapes(board: BoxBoard, box: Box, tint: Colour, fonts: Fonts) -> Iterator[Shape]:
    """Yield frame, caption and spots of one box."""
    left, top, right, bottom = board.outline_px(box)
    size, inset = board.spot_px, 2
    frame = (left + inset, top + inset, right - inset, bottom - inset)
    yield Area((_corners(frame),), tint)
    yield _rim(frame, 1.5)
    yield from _caption(box, (left + 10, top, right - 10, top + size), fonts)
    for column, row in box.spots():
        x, y = column * size, row * size
        yield Area((_corners((x + 6, y + 6, x + size - 6, y + size - 6)),), (255, 255, 255, 110))


def _caption(box: Box, room: tuple[float, float, float, float], fonts: Fonts) -> Iterator[Label]:
    """Yield name and note of a box, in the middle of the height; all of both, however long."""
    left, top, right, bottom = room
    size, width = bottom - top, right - left
    title = fitted(fonts, box.name, "narrow-bold", size * 0.28, width)
    plain, lines = _wrapped(box.note, size, width, fonts)
    step = plain.size * _LEADING
    y = (top + bottom + fonts.cap_height(title) - step * len(lines)) / 2
    yield _text(box.name, (left, y - fonts.cap_height(title) / 2), title)
    for number, line in enumerate(lines, 1):
        yield _text(line, (left, y + step * (number - 0.3)), plain)


def _tint(game: Game, side: str, style: Style) -> Colour:
    """Return a light shade of the paper of a side's most common counters."""
    ids = [unit.colour for unit in game.units.values() if unit.side == side]
    paper = style.scheme(max(sorted(set(ids)), key=ids.count)).paper if ids else _GROUND
    red, green, blue = (round(part + (255 - part) * 0.35) for part in paper[:3])
    return red, green, blue, 255


def _wrapped(text: str, size: float, width: float, fonts: Fonts) -> tuple[Font, list[str]]:
    """Break a text into lines; the longer it is, the smaller its letters."""
    words = text.split()
    height = size * 0.17
    while True:
        font = Font("narrow", height)
        lines: list[str] = []
        for word in words:
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and fonts.width(longer, font) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        fits = all(fonts.width(line, font) <= width for line in lines)
        if fits and len(lines) * height * _LEADING <= size * 0.56:
            return font, lines
        height *= 0.95


def _text(text: str, at: tuple[float, float], font: Font, anchor: str = "l") -> Label:
    return Label(text, at, font, _INK, anchor)


def _corners(box: tuple[float, float, float, float]) -> tuple[tuple[float, float], ...]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _rim(box: tuple[float, float, float, float], width: float) -> Stroke:
    points = _corners(box)
    return Stroke((*points, points[0]), _LINE, width)


def _picture(
    shapes: Sequence[Shape], size_px: tuple[int, int], fonts: Fonts, ground: Colour
) -> Image.Image:
    """Draw shapes on one colour."""

    def blank(_top: int, height: int, scale: int) -> Image.Image:
        return Image.new("RGB", (size_px[0] * scale, height * scale), ground[:3])

    return render(shapes, size_px, fonts, supersample=_SUPERSAMPLE, ground=blank)
