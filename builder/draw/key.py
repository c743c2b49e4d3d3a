"""What stands where on a counter: faces drawn large, with words around them.

A table ``[key]`` of a style tells which: ``size`` (px of a face), ``margin`` (px beside it),
``title`` and ``[[key.faces]]``, each with ``unit``, ``back`` (true or false), ``title`` and
``notes``: tables of ``at`` (a place on the face, in its widths) and ``text``. A note stands
left of the face if its place is in the left half, else right; notes keep the order of their
places from top to bottom and never overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import Image

from builder.draw.canvas import Colour, Label, Oval, Point, Shape, Stroke, moved
from builder.draw.counter import back_shapes, front_shapes
from builder.draw.lettering import fitted
from builder.draw.raster import render
from builder.draw.style import Style, Table
from builder.errors import DrawError
from builder.model.game import Game

__all__ = ["key_picture", "key_shapes"]

_GROUND: Colour = (226, 227, 222, 255)
_INK: Colour = (28, 30, 32, 255)
_LINE: Colour = (96, 100, 104, 255)
_HEAD, _TITLE, _EDGE, _LETTERS = 52.0, 34.0, 14.0, 17.0
_FINE = 3


@dataclass(frozen=True, slots=True)
class _Note:
    """Words about a place (px on the picture)."""

    at: Point
    text: str


def key_picture(game: Game, style: Style, table: Table) -> Image.Image:
    """Draw the key.

    Args:
        game: Whose counters.
        style: How they look.
        table: ``[key]``, as described above.

    Returns:
        The picture, RGB.

    Raises:
        DrawError: The table is malformed or names a unit there isn't, or the style lacks
            something.
    """
    shapes, size = key_shapes(game, style, table)

    def ground(_top: int, height: int, scale: int) -> Image.Image:
        return Image.new("RGB", (size[0] * scale, height * scale), _GROUND[:3])

    return render(shapes, size, style.fonts, supersample=_FINE, ground=ground)


def key_shapes(game: Game, style: Style, table: Table) -> tuple[list[Shape], tuple[int, int]]:
    """Return what the key consists of, and its width and height in px.

    Raises:
        DrawError: As :func:`key_picture`.
    """
    size, margin = table.number("size"), table.number("margin")
    faces = table.tables("faces")
    columns = max(round(table.number("columns")), 1)
    pitch = (size + 2 * margin + _EDGE, size + _TITLE + 2 * _EDGE)
    rows = -(-len(faces) // columns)
    width, height = columns * pitch[0] + _EDGE, rows * pitch[1] + _HEAD
    title = table.text("title")
    font = fitted(style.fonts, title, "bold", 26.0, width - 2 * _EDGE)
    shapes: list[Shape] = [Label(title, (_EDGE, 28.0), font, _INK, "l")]
    for i, face in enumerate(faces):
        corner = (_EDGE + i % columns * pitch[0], _HEAD + i // columns * pitch[1])
        shapes += _face(game, style, face, corner, (size, margin))
    return shapes, (round(width), round(height))


def _face(
    game: Game, style: Style, table: Table, corner: Point, sizes: tuple[float, float]
) -> list[Shape]:
    """Return one face with its title and its notes."""
    size, margin = sizes
    id_ = table.text("unit")
    if id_ not in game.units:
        raise DrawError(f"gallery.toml: no unit '{id_}' in {game.id}, which the key shows")
    drawn = back_shapes if table.get("back") is True else front_shapes
    left, top = corner[0] + margin, corner[1] + _TITLE
    shapes = moved(drawn(game.units[id_], style, size), (left, top))
    title = table.text("title")
    font = fitted(style.fonts, title, "narrow-bold", 20.0, size + 2 * margin)
    shapes.append(Label(title, (left + size / 2, corner[1] + _TITLE / 2), font, _INK))
    for right in (False, True):
        notes = [
            _Note((left + x * size, top + y * size), each.text("text"))
            for each in table.tables("notes")
            for x, y in (each.point("at"),)
            if (x >= 0.5) is right
        ]
        edge = left + size + _EDGE if right else left - _EDGE
        shapes += _notes(style, notes, (top, top + size), edge, margin - 2 * _EDGE)
    return shapes


def _notes(
    style: Style, notes: Sequence[_Note], span: tuple[float, float], edge: float, room: float
) -> Iterator[Shape]:
    """Yield notes on one side: a dot on the place, a line to the words."""
    ordered = sorted(notes, key=lambda note: note.at[1])
    step = _LETTERS * 1.35
    ys: list[float] = []
    for note in ordered:
        ys.append(max(note.at[1], ys[-1] + step if ys else span[0] + step / 2))
    over = max((ys[-1] - span[1] + step / 2) if ys else 0.0, 0.0)
    for i in reversed(range(len(ys))):  # what reaches below the face moves up again
        most = span[1] - step / 2 if i == len(ys) - 1 else ys[i + 1] - step
        ys[i] = min(ys[i], most) if over else ys[i]
    for note, y in zip(ordered, ys, strict=True):
        right = edge > note.at[0]
        gap = 5.0 if right else -5.0
        yield Stroke((note.at, (edge - gap, y), (edge, y)), _LINE, 1.6)
        yield Oval(note.at, (3.2, 3.2), _LINE)
        font = fitted(style.fonts, note.text, "narrow", _LETTERS, room)
        yield Label(note.text, (edge + gap, y), font, _INK, "l" if right else "r")
