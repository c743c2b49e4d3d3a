"""A canvas that writes the operators of a PDF page.

Source: ISO 32000, 8.5 (paths), 8.4 (line width, joins), 9.3 (text state), 11 (opacity).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from math import cos, radians, sin
from pathlib import Path

from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas as Paper

from builder.draw.canvas import Area, Colour, Label, Oval, Picture, Point, Shape, Stroke
from builder.draw.text import Font, Fonts

__all__ = ["PdfCanvas", "registered"]

_ROUND = 0.5522847498307936  # of a quarter circle's radius: where its Bézier handles lie


class PdfCanvas:
    """Draws on a page whose axes are those of shapes: to the right and down.

    Args:
        paper: The page, its axes turned already.
        fonts: Faces for labels.
        digits: Decimal places of written coordinates.
    """

    def __init__(self, paper: Paper, fonts: Fonts, digits: int = 3) -> None:
        """Begin with nothing known of colours and pens."""
        self._paper = paper
        self._fonts = fonts
        self._digits = digits
        self._state: dict[str, object] = {}

    def draw(self, shape: Shape) -> None:
        """Draw one shape over what is there."""
        match shape:
            case Area(rings, fill):
                self._filled(chain.from_iterable(map(self._ring, rings)), fill)
            case Stroke():
                self._stroke(shape)
            case Oval():
                self._filled(self._oval(shape), shape.fill)
            case Label():
                self._label(shape)
            case Picture():
                self._picture(shape)

    def _number(self, value: float) -> str:
        text = f"{value:.{self._digits}f}".rstrip("0").rstrip(".")
        return "0" if text in {"-0", ""} else text

    def _pair(self, point: Point) -> str:
        return f"{self._number(point[0])} {self._number(point[1])}"

    def _ring(self, points: Sequence[Point]) -> Iterator[str]:
        yield f"{self._pair(points[0])} m"
        for point in points[1:]:
            yield f"{self._pair(point)} l"
        yield "h"

    def _oval(self, oval: Oval) -> Iterator[str]:
        (x, y), (rx, ry) = oval.centre, oval.radii
        corners = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 0))
        yield f"{self._pair((x + rx, y))} m"
        for (a, b), (c, d) in pairwise(corners):
            handles = ((a + c * _ROUND, b + d * _ROUND), (c + a * _ROUND, d + b * _ROUND), (c, d))
            yield " ".join(self._pair((x + u * rx, y + v * ry)) for u, v in handles) + " c"
        yield "h"

    def _filled(self, path: Iterator[str], fill: Colour) -> None:
        self._fill(fill)
        self._write(*path, "f*")

    def _stroke(self, stroke: Stroke) -> None:
        self._pen(stroke.colour, stroke.width, soft=stroke.soft)
        points = stroke.points
        if points[0] == points[-1] and len(points) > 3:
            self._write(*self._ring(points[:-1]), "S")
        else:
            self._write(*[*self._ring(points)][:-1], "S")

    def _label(self, label: Label) -> None:
        self._fonts.check(label.text, label.font.face)
        name = registered(self._fonts.path(label.font.face))
        size = label.font.size
        width = self._fonts.width(label.text, label.font)
        natural = pdfmetrics.stringWidth(label.text, name, size)
        apart = (width - natural) / len(label.text) if label.text else 0.0  # in place of kerning
        shift = {"l": 0.0, "m": width / 2, "r": width}[label.anchor]
        drop = self._fonts.cap_height(Font(label.font.face, size)) / 2
        c, s = cos(radians(label.angle)), sin(radians(label.angle))
        x, y = label.at[0] - shift * c + drop * s, label.at[1] + shift * s + drop * c
        matrix = (c, -s, -s, -c, x, y)
        if label.halo and label.rim:
            self._fill(label.halo)
            self._pen(label.halo, 2 * label.rim, soft=True)
            self._text(label.text, (name, size, apart), matrix, mode=2)
        self._fill(label.colour)
        self._text(label.text, (name, size, apart), matrix, mode=0)

    def _text(
        self,
        text: str,
        font: tuple[str, float, float],
        matrix: tuple[float, float, float, float, float, float],
        mode: int,
    ) -> None:
        """Write a line; ``font`` is name, size and room between letters, ``mode`` 2 adds a rim."""
        name, size, apart = font
        # the text state outlasts a text: it is set here, since the library sets what it holds new
        if self._changed("mode", mode):
            self._write(f"{mode} Tr")
        if self._changed("apart", round(apart, 4)):
            self._write(f"{apart:.4f} Tc")
        line = self._paper.beginText()
        line.setTextTransform(*matrix)
        line.setFont(name, size)
        line.textOut(text)
        self._paper.drawText(line)

    def _picture(self, picture: Picture) -> None:
        left, top, right, bottom = picture.box
        width, height = right - left, bottom - top
        self._fill((0, 0, 0, 255))
        self._paper.saveState()
        turn = -1 if picture.turned else 1
        corner = (right, top) if picture.turned else (left, bottom)
        self._paper.transform(turn, 0, 0, -turn, *corner)
        self._paper.drawImage(ImageReader(picture.image), 0, 0, width, height, mask="auto")
        self._paper.restoreState()

    def _fill(self, colour: Colour) -> None:
        """Make what is filled next of a colour."""
        if self._changed("fill", colour[:3]):
            self._write(f"{_tones(colour)} rg")
        if self._changed("fill opacity", colour[3]):
            self._paper.setFillAlpha(round(colour[3] / 255, 4))

    def _pen(self, colour: Colour, width: float, *, soft: bool) -> None:
        """Make what is drawn next of a colour and width; soft lines have round ends."""
        if self._changed("stroke", colour[:3]):
            self._write(f"{_tones(colour)} RG")
        if self._changed("stroke opacity", colour[3]):
            self._paper.setStrokeAlpha(round(colour[3] / 255, 4))
        if self._changed("width", width):
            self._write(f"{self._number(width)} w")
        if self._changed("soft", soft):
            self._write("1 J 1 j" if soft else "0 J 0 j 4 M")

    def _changed(self, what: str, value: object) -> bool:
        """Keep a setting; tell whether it was another one."""
        if self._state.get(what) == value:
            return False
        self._state[what] = value
        return True

    def _write(self, *operators: str) -> None:
        self._paper.addLiteral(" ".join(operators))


def _tones(colour: Colour) -> str:
    """Return red, green and blue as a PDF writes them."""
    return " ".join(f"{value / 255:.3f}".rstrip("0").rstrip(".") for value in colour[:3])


def registered(path: Path) -> str:
    """Make a font file known to the library; return its name there."""
    name = str(path)
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(name, name))
    return name
