"""Fonts from files of the project, never from the system.

Lengths are px and may be fractions; glyphs are laid out without shaping engines, so the
same files give the same pixels everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

from builder.errors import DrawError

__all__ = ["Font", "Fonts", "fraction_text"]

_MEASURE = 64  # px at which glyphs are measured; results are scaled
_NO_CHARACTER = "\U0010ffff"  # always drawn as the font's "missing glyph"
_VULGAR = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


@dataclass(frozen=True, slots=True)
class Font:
    """A face (its name in the style, such as ``bold``) at a size in px."""

    face: str
    size: float


class Fonts:
    """The faces of a style, each a font file.

    Args:
        folder: Where the font files lie.
        faces: File name by face name.

    Raises:
        DrawError: A file is missing or no font.
    """

    def __init__(self, folder: Path, faces: Mapping[str, str]) -> None:
        """Check that every file is there."""
        self._paths = {face: folder / name for face, name in faces.items()}
        for face, path in self._paths.items():
            if not path.is_file():
                raise DrawError(f"{path}: font file of face '{face}' is missing; put it there")
        self._known: dict[str, frozenset[str]] = {}
        self._lengths: dict[tuple[str, str], float] = {}

    def __reduce__(self) -> tuple[type[Fonts], tuple[Path, dict[str, str]]]:
        """Rebuild from file names where a copy goes to another process."""
        folder = next(iter(self._paths.values())).parent
        return Fonts, (folder, {face: path.name for face, path in self._paths.items()})

    def path(self, face: str) -> Path:
        """Return the file of a face.

        Raises:
            DrawError: The style has no such face.
        """
        path = self._paths.get(face)
        if path is None:
            known = ", ".join(sorted(self._paths))
            raise DrawError(f"no font face '{face}' in the style (there are: {known})")
        return path

    def at(self, font: Font, scale: float = 1.0) -> ImageFont.FreeTypeFont:
        """Return the pillow font for a font drawn ``scale`` times as large.

        Raises:
            DrawError: The style has no such face, or its file is no font.
        """
        return _load(self.path(font.face), font.size * scale)

    def check(self, text: str, face: str) -> None:
        """Make sure that a face has every character of a text.

        Raises:
            DrawError: A character is missing.
        """
        known = self._known.get(face, frozenset())
        new = set(text) - known
        if not new:
            return
        font = self.at(Font(face, 24))
        box = bytes(font.getmask(_NO_CHARACTER))
        for character in sorted(new):
            if not character.isspace() and bytes(font.getmask(character)) == box:
                name = self._paths[face].name
                raise DrawError(f"font {name} has no '{character}' (in {text!r}); change the text")
        self._known[face] = known | new

    def width(self, text: str, font: Font) -> float:
        """Return the advance width of a text in px."""
        key = font.face, text
        if key not in self._lengths:  # asked for again and again
            self.check(text, font.face)
            self._lengths[key] = self.at(Font(font.face, _MEASURE)).getlength(text)
        return self._lengths[key] * font.size / _MEASURE

    def cap_height(self, font: Font) -> float:
        """Return the height of a capital letter in px."""
        top = self.at(Font(font.face, _MEASURE)).getbbox("H", anchor="ls")[1]
        return -top * font.size / _MEASURE

    def extent(self, text: str, font: Font) -> tuple[float, float, float, float]:
        """Return the ink of a text (left, top, right, bottom), origin left on the baseline, px."""
        self.check(text, font.face)
        k = font.size / _MEASURE
        box = self.at(Font(font.face, _MEASURE)).getbbox(text, anchor="ls")
        left, top, right, bottom = (value * k for value in box)
        return left, top, right, bottom


@lru_cache(maxsize=512)
def _load(path: Path, size: float) -> ImageFont.FreeTypeFont:
    """Load a font file once per size."""
    try:
        return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
    except OSError as error:
        raise DrawError(f"{path}: not a usable font file ({error})") from error


def fraction_text(value: Fraction) -> str:
    """Return a number as printed on a counter: whole, ``½`` signs, or ``n/d``.

    >>> [fraction_text(Fraction(n, 6)) for n in (0, 3, 9, 12, 10)]
    ['0', '½', '1½', '2', '1 2/3']
    """
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    head = str(whole) if whole else ""
    if rest in _VULGAR:
        return head + _VULGAR[rest]
    return f"{head} {rest}".strip()
