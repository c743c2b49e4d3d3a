"""Texts fitted to the room there is: one line in a cell, ids on one line or two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from builder.draw.canvas import Box, Colour, Label
from builder.draw.text import Font, Fonts

__all__ = ["broken", "fitted", "id_lines", "written"]

_TALL = 1.15  # capitals; what is taller (brackets) stands in the middle by its ink
_NARROW = 1.5  # widths of a letter's height; ids no wider aren't divided
_GAIN = 0.9  # ids are divided if they get narrower than this share


def written(  # noqa: PLR0913 (what a line of type needs)
    fonts: Fonts,
    text: str,
    box: Box,
    height: float,
    *,
    face: str,
    colour: Colour,
    anchor: str = "m",
) -> Label:
    """Return a text in the middle of a cell, or at its left or right end.

    Args:
        fonts: The faces.
        text: What it says; not empty.
        box: The cell, px; no ink leaves it.
        height: The height of capitals, px; less where the cell is too small for it.
        face: The face.
        colour: Colour of the letters.
        anchor: ``l``, ``m`` or ``r``.

    Raises:
        DrawError: The font lacks a character.
    """
    one = Font(face, 1.0)
    left, top, right, bottom = fonts.extent(text, one)
    cap = fonts.cap_height(one)
    wide, tall = (box[2] - box[0]) / (right - left), (box[3] - box[1]) / max(bottom - top, cap)
    size = min(height / cap, wide, tall)
    left, top, right, bottom = (value * size for value in (left, top, right, bottom))
    font = Font(face, size)
    width, cap = fonts.width(text, font), fonts.cap_height(font)
    x = {
        "l": box[0] - left,
        "m": (box[0] + box[2] - left - right + width) / 2,
        "r": box[2] + width - right,
    }[anchor]
    y = (box[1] + box[3]) / 2
    if bottom - top > _TALL * cap:
        y -= (top + bottom + cap) / 2
    return Label(text, (x, y), font, colour, anchor)


def fitted(fonts: Fonts, text: str, face: str, size: float, room: float) -> Font:
    """Return a font of at most ``size`` px in which a text is at most ``room`` px wide."""
    width = fonts.width(text, Font(face, size))
    return Font(face, size if width <= room else size * room / width)


def broken(words: Iterable[str], font: Font, width: float, fonts: Fonts) -> list[str]:
    """Break words into lines of at most a width, but for single words."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and fonts.width(longer, font) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def id_lines(fonts: Fonts, text: str, face: str) -> tuple[str, ...]:
    """Return an id on one line, or divided in two where its letters can then be larger.

    It may be divided after a slash, at a space, between letters and digits, before a capital
    that follows a small letter, and in the middle of an even row of four capitals or more.
    """

    def width(lines: Sequence[str]) -> float:
        return max(fonts.width(line, Font(face, 1.0)) for line in lines)

    whole = width((text,)) if text else 0.0
    best = min(_divisions(text), key=width, default=(text,))
    return best if whole > _NARROW and width(best) < _GAIN * whole else (text,)


def _divisions(text: str) -> list[tuple[str, ...]]:
    """Return every way to divide an id in two."""
    made: list[tuple[str, ...]] = []
    even = text.isalpha() and text.isupper() and len(text) >= 4 and len(text) % 2 == 0
    for i, (a, b) in enumerate(pairwise(text), 1):
        kinds = a.isalnum() and b.isalnum() and a.isdigit() != b.isdigit()
        middle = even and 2 * i == len(text)
        if b == " ":
            made.append((text[:i], text[i + 1 :]))
        elif a == "/" or kinds or (a.islower() and b.isupper()) or middle:
            made.append((text[:i], text[i:]))
    return made
