"""Hex numbers and names: set so that they cover neither each other nor what matters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, radians, sin

from shapely import LineString, STRtree, box
from shapely.geometry.base import BaseGeometry

from builder.draw.canvas import Box, Canvas, Label, Point, text_box
from builder.draw.plan import Plan, number_box
from builder.draw.style import Table
from builder.draw.text import Font, Fonts
from builder.draw.ways import WayLine
from builder.hexgrid import Hex
from builder.model.game import Place, WayKind

__all__ = ["Lettering", "draw_numbers"]

_TAKEN = 40.0  # cost of covering a name entirely
_NUMBER = 60.0  # of covering a hex number
_LINE = {WayKind.RIVER: 1.6, WayKind.CREEK: 0.8, WayKind.ROAD: 1.2, WayKind.RAIL: 1.4}
_FAR = 0.011  # of each px away from the place
_GAP = 5.0  # px around a name that stay free


def draw_numbers(canvas: Canvas, style: Table, plan: Plan) -> None:
    """Draw the number of every hex at its upper edge."""
    font = Font("narrow", style.number("grid.number_size"))
    colour, halo = style.colour("grid.number"), style.colour("grid.number_halo")
    numbering = plan.layout.numbering
    for cell in numbering:
        left, top, right, bottom = number_box(plan.layout, cell)
        at = ((left + right) / 2, (top + bottom) / 2)
        canvas.draw(Label(numbering.format(cell), at, font, colour, halo=halo, rim=2.0))


@dataclass(frozen=True, slots=True)
class _Choice:
    """Labels that make up one name in one place, and what that place costs."""

    cost: float
    labels: tuple[Label, ...]


class Lettering:
    """Names placed one after the other, the most important first.

    Args:
        style: The map's style.
        fonts: Faces.
        plan: What names must keep clear of.
    """

    def __init__(self, style: Table, fonts: Fonts, plan: Plan) -> None:
        """Index what is in the way."""
        self._style = style
        self._fonts = fonts
        self._plan = plan
        self._numbers = [box(*number_box(plan.layout, c)) for c in plan.layout.numbering]
        self._number_tree = STRtree(self._numbers)
        self._lines = [line.line for line in plan.lines]
        self._line_tree = STRtree(self._lines)
        self._taken: list[BaseGeometry] = []
        self.labels: list[Label] = []

    def towns(self, places: Sequence[Place]) -> None:
        """Place the names of towns, the largest first."""
        low, high = self._style.point("names.town_size")
        towns = sorted((p for p in places if p.town), key=lambda p: (-len(p.hexes), p.name))
        most = max((len(place.hexes) for place in towns), default=1)
        for place in towns:
            share = (len(place.hexes) - 1) / max(most - 1, 1)
            self._name(place, "bold", low + (high - low) * share, "town")

    def others(self, places: Sequence[Place], water: set[Hex]) -> None:
        """Place the names of lakes and of villages."""
        for kind, face in (("lake", "serif-italic"), ("village", "narrow")):
            size = self._style.number(f"names.{kind}_size")
            for place in places:
                wet = any(cell in water for cell in place.hexes)
                if not place.town and wet == (kind == "lake"):
                    self._name(place, face, size, kind)

    def _name(self, place: Place, face: str, size: float, kind: str) -> None:
        """Place one name near its hexes."""
        font = Font(face, size)
        colour = self._style.colour(f"names.{kind}")
        halo = self._style.colour("names.halo")
        centres = [self._plan.layout.centre(cell) for cell in place.hexes]
        middle = (
            sum(x for x, _ in centres) / len(centres),
            sum(y for _, y in centres) / len(centres),
        )
        width = self._fonts.width(place.name, font) / 2
        best: _Choice | None = None
        for x, y in (*centres, middle):
            for dy in range(-64, 96, 4):
                for dx in (0, -24, 24, -48, 48, -72, 72, width + 34, -width - 34):
                    label = Label(
                        place.name, (x + dx, y + dy), font, colour, halo=halo, rim=3.0
                    )
                    far = min(hypot((x + dx - cx) * 0.7, y + dy - cy) for cx, cy in centres)
                    cost = far * _FAR + self._cost(text_box(label, self._fonts))
                    if best is None or cost < best.cost:
                        best = _Choice(cost, (label,))
        self._take(best)

    def water(self, lines: Sequence[WayLine]) -> None:
        """Write the names of rivers and creeks along their courses."""
        longest: dict[tuple[WayKind, str], WayLine] = {}
        for line in lines:
            if line.kind in (WayKind.RIVER, WayKind.CREEK) and line.name:
                known = longest.get((line.kind, line.name))
                if known is None or line.line.length > known.line.length:
                    longest[line.kind, line.name] = line
        for (kind, name), line in sorted(longest.items(), key=lambda item: item[0]):
            river = kind is WayKind.RIVER
            size = self._style.number(f"names.{kind.value}_size")
            font = Font("serif-italic", size)
            length = line.line.length
            times = max(round(length / 1900), 1)
            for i in range(times):
                self._along(line.line, name, font, length * i / times, length * (i + 1) / times,
                            size * 0.62 + (16 if river else 5))  # fmt: skip

    def _along(
        self, line: LineString, name: str, font: Font, begin: float, end: float, off: float
    ) -> None:
        """Write a name along a stretch of a line, ``off`` px beside it."""
        gap = font.size * 0.09
        widths = [self._fonts.width(letter, font) + gap for letter in name]
        whole = sum(widths)
        best: _Choice | None = None
        start = begin + 40
        while start + whole < min(end, line.length) - 30:
            for side in (off, -off):
                labels = self._letters(line, name, widths, font, start, side)
                cost = sum(self._cost(text_box(label, self._fonts)) for label in labels)
                bends = [label.angle for label in labels]
                cost = cost / len(labels) + (max(bends) - min(bends)) * 0.03
                cost += abs(sum(bends) / len(bends)) * 0.004
                if best is None or cost < best.cost:
                    best = _Choice(cost, tuple(labels))
            start += 22
        self._take(best)

    def _letters(  # noqa: PLR0913
        self,
        line: LineString,
        name: str,
        widths: Sequence[float],
        font: Font,
        start: float,
        off: float,
    ) -> list[Label]:
        """Return the letters of a name beside a line, read from left to right or upwards."""
        a, b = line.interpolate(start), line.interpolate(start + sum(widths))
        backwards = (b.x - a.x) * 2 - (b.y - a.y) < 0
        colour, halo = self._style.colour("names.river"), self._style.colour("names.halo")
        labels = []
        walked = 0.0
        for letter, width in zip(name, widths, strict=True):
            along = walked + width / 2
            walked += width
            place = start + sum(widths) - along if backwards else start + along
            p, q = line.interpolate(place - 24), line.interpolate(place + 24)
            dx, dy = (p.x - q.x, p.y - q.y) if backwards else (q.x - p.x, q.y - p.y)
            angle = degrees(atan2(-dy, dx))
            spot = line.interpolate(place)
            x = spot.x + off * sin(radians(angle))
            y = spot.y + off * cos(radians(angle))
            labels.append(Label(letter, (x, y), font, colour, "m", angle, halo, 2.5))
        return labels

    def _cost(self, room: Box) -> float:
        """Return how much it would hurt to write in a box."""
        left, top, right, bottom = room
        space = box(left - _GAP, top - _GAP / 2, right + _GAP, bottom + _GAP / 2)
        cost = 0.0
        for i in self._number_tree.query(space):
            cost += _NUMBER * space.intersection(self._numbers[i]).area / self._numbers[i].area
        for taken in self._taken:
            if taken.intersects(space):
                cost += _TAKEN * (0.2 + space.intersection(taken).area / space.area)
        for i in sorted(self._line_tree.query(space)):
            share = space.intersection(self._lines[i]).length / hypot(right - left, bottom - top)
            cost += _LINE[self._plan.lines[i].kind] * share
        if not space.within(self._plan.field):
            cost += 30 * space.difference(self._plan.field).area / space.area
        return cost

    def _take(self, choice: _Choice | None) -> None:
        """Keep the best place of a name."""
        if choice is None:
            return
        for label in choice.labels:
            self._taken.append(box(*text_box(label, self._fonts)))
            self.labels.append(label)
