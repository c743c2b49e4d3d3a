"""What stands on a page besides what is printed: title, rulers, marks to cut and register by.

All lengths are mm; everything stays in the room that a paper's margins leave.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from builder.draw.canvas import MM_PER_INCH, Box, Label, Point, Shape, Stroke
from builder.draw.lettering import fitted
from builder.draw.style import Table
from builder.draw.text import Font, Fonts
from builder.sheet.paper import Paper

__all__ = ["Furniture"]

_ARC = 24  # corners of a circle
_BESIDE = 10.0  # mm from the rulers' ends to notes


class Furniture:
    """Draws what stands on every page.

    Args:
        look: ``page.toml``.
        fonts: Faces ``bold``, ``narrow`` and ``narrow-bold``.
        paper: The paper.
    """

    def __init__(self, look: Table, fonts: Fonts, paper: Paper) -> None:
        """Read colours and sizes."""
        self._look = look
        self._fonts = fonts
        self._paper = paper
        self.ink = look.colour("colours.ink")
        self.soft = look.colour("colours.soft")
        self.line = look.colour("colours.line")

    @property
    def room(self) -> Box:
        """What title and rulers leave for the rest."""
        left, top, right, bottom = self._paper.room
        return (
            left,
            top + self._number("title.height"),
            right,
            bottom - self._number("ruler.height"),
        )

    def _number(self, key: str) -> float:
        return self._look.number(key)

    def title(self, title: str, note: str) -> Iterator[Shape]:
        """Yield the line at the head of a page: bold at the left, a note at the right."""
        left, top, right, _ = self._paper.room
        y = top + self._number("title.size") * 0.6
        half = (right - left) * 0.48
        font = fitted(self._fonts, title, "bold", self._number("title.size"), half)
        yield Label(title, (left, y), font, self.ink, "l")
        font = fitted(self._fonts, note, "narrow", self._number("title.note"), half)
        yield Label(note, (right, y), font, self.soft, "r")

    def rulers(self, notes: Sequence[str] = ()) -> Iterator[Shape]:
        """Yield both rulers at the foot of a page, metric above, with notes at their right.

        There are none on paper that is too narrow for them.
        """
        left, _, right, bottom = self._paper.room
        size = self._number("ruler.size")
        inches = round(self._number("ruler.inches"))
        long = round(self._number("ruler.mm"))
        if max(long, inches * MM_PER_INCH) + _BESIDE > right - left:
            return  # a small sheet of somebody's own
        above, below = bottom - 4.2, bottom - 0.2
        yield from self._scale((left, above), [i * 5.0 for i in range(long // 5 + 1)], 2)
        yield from self._scale(
            (left, below), [i * MM_PER_INCH / 4 for i in range(inches * 4 + 1)], 4
        )
        font = Font("narrow", size)
        end = left + max(long, inches * MM_PER_INCH) + 2
        yield Label(f"{long} mm", (end, above - 0.9), font, self.ink, "l")
        yield Label(f"{inches} in", (end, below - 0.9), font, self.ink, "l")
        for number, note in enumerate(reversed(notes)):
            font = fitted(self._fonts, note, "narrow", size * 1.1, right - end - _BESIDE)
            place = right, bottom - size * (0.6 + 1.15 * number)
            yield Label(note, place, font, self.soft, "r")

    def _scale(self, at: Point, ticks: Sequence[float], whole: int) -> Iterator[Shape]:
        """Yield a line with ticks; every ``whole``-th is long."""
        x, y = at
        yield Stroke(((x, y), (x + ticks[-1], y)), self.ink, 0.15)
        for number, tick in enumerate(ticks):
            high = 1.9 if number % whole == 0 else 1.0
            yield Stroke(((x + tick, y), (x + tick, y - high)), self.ink, 0.1)

    def cuts(
        self, block: Box, xs: Sequence[float], ys: Sequence[float], without: str = ""
    ) -> Iterator[Shape]:
        """Yield marks to cut by, outside a block with its bleed.

        Args:
            block: The block, bleed included; no mark comes nearer.
            xs: Where it is cut from top to bottom.
            ys: Where it is cut from left to right.
            without: At which side of the block there are none: ``left``, ``top`` ...
        """
        left, top, right, bottom = block
        near = self._number("marks.apart")
        far = self.marks_reach
        ends = {"top": (top - near, top - far), "bottom": (bottom + near, bottom + far)}
        for side, (a, b) in ends.items():
            if side != without:
                yield from (self._mark((x, a), (x, b)) for x in xs)
        ends = {"left": (left - near, left - far), "right": (right + near, right + far)}
        for side, (a, b) in ends.items():
            if side != without:
                yield from (self._mark((a, y), (b, y)) for y in ys)

    @property
    def marks_reach(self) -> float:
        """How far marks reach from the colour beyond the cuts."""
        return self._number("marks.apart") + self._number("marks.long")

    def _mark(self, a: Point, b: Point) -> Stroke:
        return Stroke((a, b), self.ink, self._number("marks.width"))

    def registration(self, at: Point) -> Iterator[Shape]:
        """Yield a cross in a circle; held against the light, that of the back lies on it."""
        x, y = at
        radius, arm = self._number("registration.radius"), self._number("registration.arm")
        width = self._number("marks.width")
        ring = [_around(at, radius, i) for i in range(_ARC)]
        yield Stroke((*ring, ring[0]), self.ink, width, soft=True)
        yield Stroke(((x - arm, y), (x + arm, y)), self.ink, width)
        yield Stroke(((x, y - arm), (x, y + arm)), self.ink, width)


def _around(at: Point, radius: float, step: int) -> Point:
    angle = 2 * pi * step / _ARC
    return at[0] + radius * cos(angle), at[1] + radius * sin(angle)
