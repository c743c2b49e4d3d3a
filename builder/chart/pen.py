"""What a chart is laid out with: lengths in mm, shapes in px, and a record of what is where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from builder.chart.description import Align
from builder.chart.fraction import fraction_parts
from builder.chart.words import ChartStyle
from builder.draw.canvas import Area, Box, Colour, Label, Point, Shape, Stroke
from builder.draw.text import Font

__all__ = ["LEADING", "PAD", "Pen", "Run", "Spot"]

PAD = 1.3
"""Room beside a text in its cell, mm."""
LEADING = 1.28
"""From line to line, in sizes of the lettering."""
_RAISE = 0.45  # of its size
_SMALL, _APART = 0.68, 0.16  # size of the figures of a fraction; up and down, of the lettering


@dataclass(frozen=True, slots=True)
class Run:
    """A part of a line in one lettering; ``size`` and ``up`` (above the middle) are mm."""

    text: str
    face: str
    size: float
    ink: str = "ink"
    raised: bool = False
    up: float = 0.0

    @property
    def font(self) -> Font:
        """The lettering, in mm."""
        return Font(self.face, self.size)


Line = Sequence[Run]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the page and what is drawn there.

    Args:
        box: Left, top, right, bottom, px.
        words: Everything that is written in it, in reading order.
        shapes: What it consists of; all inside the box.
    """

    box: Box
    words: str
    shapes: tuple[Shape, ...]


class Pen:
    """Draws in mm; keeps grounds, rules and the contents of places apart.

    Args:
        style: How charts look.
        unit: Px a mm.
    """

    def __init__(self, style: ChartStyle, unit: float) -> None:
        """Begin with nothing drawn."""
        self.style = style
        self.unit = unit
        self.spots: list[Spot] = []
        self._ground: list[Shape] = []
        self._rules: list[Shape] = []

    def width(self, runs: Line) -> float:
        """Return how wide a line is."""
        fonts = self.style.style.fonts
        return sum(fonts.width(part.text, part.font) for run in runs for part in _parts(run))

    def broken(self, text: str, run: Run, room: float, indent: float = 0.0) -> list[Run]:
        """Break a text into lines of at most some width; the first may begin further in."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            limit = room - (indent if len(lines) < 2 else 0.0)
            if lines and self.width([replace(run, text=longer)]) <= limit:
                lines[-1] = longer
            else:
                lines.append(word)
        return [Run(line, run.face, run.size, run.ink) for line in lines or [""]]

    def write(  # noqa: PLR0913 (a place has no fewer sides)
        self,
        box: Box,
        lines: Sequence[Line],
        align: Align,
        pad: float = PAD,
        *,
        shift: float = 0.0,
        extra: tuple[Shape, ...] = (),
    ) -> None:
        """Write lines in the middle of a box's height.

        Args:
            box: The place.
            lines: What is written.
            align: Where in its width.
            pad: Room beside it.
            shift: What is taken at the left by other things.
            extra: These things.
        """
        left, top, right, bottom = box
        y = (top + bottom - sum(map(_height, lines))) / 2
        shapes = list(extra)
        for line in lines:
            wide = self.width(line)
            x = {
                Align.LEFT: left + pad + shift,
                Align.MIDDLE: (left + shift + right - wide) / 2,
                Align.RIGHT: right - pad - wide,
            }[align]
            for part in (part for run in line for part in _parts(run)):
                lift = part.up + (part.size * _RAISE if part.raised else 0.0)
                shapes.append(self._label(part, x, y + _height(line) / 2 - lift))
                x += self.width([part])
            y += _height(line)
        if shapes:
            k = self.unit
            place = (left * k, top * k, right * k, bottom * k)
            words = " ".join(run.text for line in lines for run in line)
            self.spots.append(Spot(place, " ".join(words.split()), tuple(shapes)))

    def _label(self, run: Run, x: float, y: float) -> Label:
        k = self.unit
        font = Font(run.face, run.size * k)
        return Label(run.text, (x * k, y * k), font, self.style.colour(run.ink), "l")

    def fill(self, box: Box, colour: Colour) -> None:
        """Lay a ground under a box."""
        left, top, right, bottom = (value * self.unit for value in box)
        ring = ((left, top), (right, top), (right, bottom), (left, bottom))
        self._ground.append(Area((ring,), colour))

    def rule(self, begin: Point, end: Point, colour: str, wide: float) -> None:
        """Draw a line."""
        k = self.unit
        points = ((begin[0] * k, begin[1] * k), (end[0] * k, end[1] * k))
        self._rules.append(Stroke(points, self.style.colour(colour), wide * k))

    def frame(self, box: Box) -> None:
        """Draw a line round a box."""
        left, top, right, bottom = (value * self.unit for value in box)
        ring = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
        self._rules.append(Stroke(ring, self.style.colour("line"), 0.35 * self.unit))

    def shapes(self) -> tuple[Shape, ...]:
        """Return everything, bottom first."""
        inside = [shape for spot in self.spots for shape in spot.shapes]
        return (*self._ground, *self._rules, *inside)


def _parts(run: Run) -> list[Run]:
    """Return a run with each fraction as small figures above and below a stroke."""
    found: list[Run] = []
    for text, fraction in fraction_parts(run.text):
        if not fraction:
            found.append(replace(run, text=text))
            continue
        over, _, under = text.partition("/")
        small, up = run.size * _SMALL, run.size * _APART
        found.append(replace(run, text=over, size=small, up=up))
        found.append(replace(run, text="\N{FRACTION SLASH}"))
        found.append(replace(run, text=under, size=small, up=-up))
    return found


def _height(line: Line) -> float:
    """Return the height of a line in mm."""
    return max(run.size for run in line) * LEADING
