"""Pictures that only the module needs: the boards of boxes, the umpire's panel, the title.

They are drawn with the same canvas, fonts and colours as the map and the counters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from builder.draw.canvas import Area, Colour, Label, Shape, Stroke
from builder.draw.marker import marker_picture
from builder.draw.raster import render
from builder.draw.style import Style
from builder.draw.text import Font, Fonts
from builder.model.game import Game
from builder.module.boxes import Box, BoxBoard

__all__ = ["PANEL_PX", "about_picture", "box_picture", "panel_picture"]

PANEL_PX = (760, 84)
_ABOUT_PX = (640, 480)
_GROUND: Colour = (226, 224, 216, 255)
_PAPER: Colour = (248, 246, 238, 255)
_INK: Colour = (30, 30, 34, 255)
_LINE: Colour = (90, 88, 84, 255)
_SUPERSAMPLE = 3
_NOTE_LINES = 3


def box_picture(game: Game, board: BoxBoard, style: Style) -> Image.Image:
    """Draw a board of boxes: a title, and for each box its label and the rims of its spots."""
    tints = {side.id: _tint(game, side.id, style) for side in game.sides}
    shapes: list[Shape] = []
    for box in board.boxes:
        shapes += _box_shapes(board, box, tints[box.side], style.fonts)
    size, width = board.spot_px, board.size_px[0]
    fonts = style.fonts
    title, small = Font("bold", size * 0.3), Font("narrow", size * 0.17)
    room = board.panel_px[0] - PANEL_PX[0] / 2 - 32
    shapes.append(_text(_fitted(board.title, title, room, fonts), (16, size * 0.36), title))
    shapes.append(_text(f"{game.name} {game.version}", (16, size * 0.72), small))
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
            (width / 2, 100),
            Font("narrow", 18),
            _INK,
        ),
    ]
    part.paste(_picture(plate, (width, 130), style.fonts, _PAPER), (0, height - 130))
    return part


def _box_shapes(board: BoxBoard, box: Box, tint: Colour, fonts: Fonts) -> Iterator[Shape]:
    left, top, right, bottom = board.outline_px(box)
    size, inset = board.spot_px, 3
    frame = (left + inset, top + inset, right - inset, bottom - inset)
    yield Area((_corners(frame),), tint)
    yield _rim(frame, 1.5)
    room = right - left - 2 * inset - 14
    bold, plain = Font("narrow-bold", size * 0.24), Font("narrow", size * 0.17)
    yield _text(_fitted(box.name, bold, room, fonts), (left + 10, top + size * 0.22), bold)
    for number, line in enumerate(_wrapped(box.note, plain, room, fonts)):
        yield _text(line, (left + 10, top + size * (0.48 + 0.2 * number)), plain)
    for column, row in box.spots():
        x, y = column * size, row * size
        yield Area((_corners((x + 5, y + 5, x + size - 5, y + size - 5)),), (255, 255, 255, 110))


def _tint(game: Game, side: str, style: Style) -> Colour:
    """Return a light shade of the paper of a side's most common counters."""
    ids = [unit.colour for unit in game.units.values() if unit.side == side]
    paper = style.scheme(max(sorted(set(ids)), key=ids.count)).paper if ids else _GROUND
    red, green, blue = (round(part + (255 - part) * 0.35) for part in paper[:3])
    return red, green, blue, 255


def _wrapped(text: str, font: Font, room: float, fonts: Fonts) -> list[str]:
    """Break a text into three lines at most; what doesn't fit ends in an ellipsis."""
    lines, words = [""], text.split()
    while words:
        longer = f"{lines[-1]} {words[0]}".strip()
        fits = fonts.width(longer, font) <= room
        if not fits and len(lines) == _NOTE_LINES:
            lines[-1] = _fitted(" ".join((lines[-1], *words)), font, room, fonts)
            break
        if fits or not lines[-1]:
            lines[-1] = longer
            words.pop(0)
        else:
            lines.append("")
    return lines


def _fitted(text: str, font: Font, room: float, fonts: Fonts) -> str:
    if fonts.width(text, font) <= room:
        return text
    while text and fonts.width(f"{text}…", font) > room:
        text = text[:-1].rstrip()
    return f"{text}…"


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
