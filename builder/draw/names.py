"""Hex numbers and names: set so that they cover neither each other nor what matters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, hypot, inf, radians, sin

from shapely import LineString, Polygon, STRtree, box, prepare

from builder.draw.canvas import Box, Canvas, Label, Point, text_box
from builder.draw.plan import Plan
from builder.draw.style import Table
from builder.draw.text import Font, Fonts
from builder.draw.ways import WayLine
from builder.model.game import Place, WayKind

__all__ = ["Lettering", "draw_numbers"]

_TAKEN = 40.0  # cost of covering a name entirely
_NUMBER = 150.0  # of covering a hex number
_LINE = {WayKind.RIVER: 40.0, WayKind.CREEK: 6.0, WayKind.ROAD: 9.0, WayKind.RAIL: 12.0}
_HALF = {WayKind.RIVER: 17.0, WayKind.CREEK: 5.0, WayKind.ROAD: 4.0, WayKind.RAIL: 8.0}
_FAR = 0.011  # of each px away from the place
_MARK = 14.0  # of writing over hachures or the marks of lake hexsides
_HOUSES = 2.5  # of writing over a town
_ICE = 1.5  # of writing anything but its own name over a lake
_ASHORE = 9.0  # of writing the name of a lake beside it
_STACK = 9.0  # of writing where counters stand in a town
_APART = 7.0  # px around a name that other names keep free
_GAP = 5.0  # px around a name that stay free


def draw_numbers(canvas: Canvas, style: Table, plan: Plan) -> None:
    """Draw the number of every hex."""
    font = Font("narrow", style.number("grid.number_size"))
    colour, halo = style.colour("grid.number"), style.colour("grid.number_halo")
    numbering = plan.layout.numbering
    for cell in numbering:
        left, top, right, bottom = plan.numbers[cell]
        at = ((left + right) / 2, (top + bottom) / 2)
        canvas.draw(Label(numbering.format(cell), at, font, colour, halo=halo, rim=2.0))


@dataclass(frozen=True, slots=True)
class _Choice:
    """Labels that make up one name in one place, and what that place costs."""

    cost: float
    labels: tuple[Label, ...]


class _Course:
    """A line with a name to be written along it, ``off`` px beside it."""

    def __init__(self, line: LineString, name: str, font: Font, off: float, fonts: Fonts) -> None:
        gap = font.size * 0.09
        self.line = line
        self.whole = 0.0
        self._middles = []  # of each letter, from the beginning of the name
        for letter in name:
            width = fonts.width(letter, font) + gap
            if not letter.isspace():
                self._middles.append((letter, self.whole + width / 2))
            self.whole += width
        self._font = font
        self._off = off

    def letters(self, start: float, side: int) -> list[Label]:
        """Return the letters on one side of the line, read from left to right or upwards."""
        line = self.line
        a, b = line.interpolate(start), line.interpolate(start + self.whole)
        backwards = (b.x - a.x) * 2 - (b.y - a.y) < 0
        labels = []
        for letter, middle in self._middles:
            place = start + (self.whole - middle if backwards else middle)
            p, q = line.interpolate(place - 24), line.interpolate(place + 24)
            dx, dy = (p.x - q.x, p.y - q.y) if backwards else (q.x - p.x, q.y - p.y)
            angle = degrees(atan2(-dy, dx))
            spot = line.interpolate(place)
            x = spot.x + side * self._off * sin(radians(angle))
            y = spot.y + side * self._off * cos(radians(angle))
            labels.append(Label(letter, (x, y), self._font, (0, 0, 0, 255), angle=angle))
        return labels


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
        self._numbers = list(plan.numbers.values())
        self._number_tree = STRtree([box(*room) for room in self._numbers])
        self._mark_tree = STRtree(plan.marks)
        self._lines = [line.line for line in plan.lines]
        self._line_tree = STRtree(self._lines)
        prepare(self._lines)
        self._towns = [town for town in plan.towns if not town.is_empty]
        self._lakes = plan.lakes
        prepare(self._lakes)
        left, top, right, bottom = plan.field.bounds
        self._inside = (left + 40, top + 70, right - 40, bottom - 70)
        self._taken: list[Box] = []
        self.labels: list[Label] = []

    def towns(self, places: Sequence[Place]) -> None:
        """Place the names of towns, the largest first."""
        low, high = self._style.point("names.town_size")
        towns = sorted((p for p in places if p.town), key=lambda p: (-len(p.hexes), p.name))
        most = max((len(place.hexes) for place in towns), default=1)
        for place in towns:
            share = (len(place.hexes) - 1) / max(most - 1, 1)
            self._name(place, "bold", low + (high - low) * share, "town")

    def others(self, places: Sequence[Place]) -> None:
        """Place the names of lakes and of villages."""
        for kind, face in (("lake", "serif-italic"), ("village", "narrow")):
            size = self._style.number(f"names.{kind}_size")
            for place in places:
                if place.kind == kind:
                    self._name(place, face, size, kind)

    def _name(self, place: Place, face: str, size: float, kind: str) -> None:
        """Place one name near its hexes."""
        font = Font(face, size)
        colour = self._style.colour(f"names.{kind}")
        halo = self._style.colour("names.halo")
        centres = [self._plan.layout.centre(cell) for cell in place.hexes]
        width = self._fonts.width(place.name, font) / 2
        best = _Choice(inf, ())
        plain = Label(place.name, (0.0, 0.0), font, colour, halo=halo, rim=3.0)
        left, top, right, bottom = text_box(replace(plain, halo=None), self._fonts)
        for x, y in _spots(centres, width, self._plan.layout.row_px):
            far = min(hypot((x - cx) * 0.7, y - cy) for cx, cy in centres)
            if far * _FAR >= best.cost:
                continue
            room = (left + x, top + y, right + x, bottom + y)
            cost = far * _FAR + self._cost(room, best.cost, own_ice=kind == "lake")
            if kind == "lake" and cost < best.cost:
                cost += _ASHORE * (1 - self._lakes.intersection(box(*room)).area / box(*room).area)
            if cost < best.cost:
                best = _Choice(cost, (replace(plain, at=(x, y)),))
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
            off = size * 0.62 + (16 if river else 5)
            course = _Course(line.line, name, font, off, self._fonts)
            times = max(round(line.line.length / 1900), 1)
            for i in range(times):
                self._along(course, i / times, (i + 1) / times)

    def _along(self, course: _Course, begin: float, end: float) -> None:
        """Write a name once between two shares of a course."""
        best = _Choice(inf, ())
        start = begin * course.line.length + 40
        while start + course.whole < end * course.line.length - 30:
            for side in (1, -1):
                labels = self._coloured(course.letters(start, side))
                bends = [label.angle for label in labels]
                cost = (max(bends) - min(bends)) * 0.03 + abs(sum(bends) / len(bends)) * 0.004
                for label in labels:
                    if cost < best.cost:
                        room = text_box(label, self._fonts)
                        cost += self._cost(room, best.cost * len(labels), along=True) / len(labels)
                if cost < best.cost:
                    best = _Choice(cost, tuple(labels))
            start += 22
        self._take(best)

    def _coloured(self, letters: Sequence[Label]) -> list[Label]:
        """Return letters in the colour of water names."""
        colour, halo = self._style.colour("names.river"), self._style.colour("names.halo")
        return [replace(label, colour=colour, halo=halo, rim=2.5) for label in letters]

    def _cost(
        self, room: Box, limit: float, *, own_ice: bool = False, along: bool = False
    ) -> float:
        """Return how much it would hurt to write in a box, or any number above a limit."""
        left, top, right, bottom = room
        grown = (left - _GAP, top - 2, right + _GAP, bottom + 2)
        cost = sum(_NUMBER * (0.2 + share) for share in _covered(self._numbers_near(grown), grown))
        cost += sum(_TAKEN * (0.2 + share) for share in _covered(self._taken, grown))
        stacks = _touching(self._plan.stacks, grown)
        cost += sum(_STACK * _overlap(grown, stack) for stack in stacks)
        west, north, east, south = self._inside
        if left < west or top < north or right > east or bottom > south:
            cost += _TAKEN
        if cost > limit:
            return cost
        space = box(*grown)
        for town in self._towns:
            if town.intersects(space):
                cost += _HOUSES * town.intersection(space).area / space.area
        if not own_ice and self._lakes.intersects(space):
            cost += _ICE * (0.2 + self._lakes.intersection(space).area / space.area)
        for i in sorted(self._mark_tree.query(space)):
            cost += _MARK * space.intersection(self._plan.marks[i]).area / space.area
        for i in sorted(self._line_tree.query(_wider(grown, _HALF[WayKind.RIVER]))):
            kind = self._plan.lines[i].kind
            half = 0.0 if along else _HALF[kind]  # a water runs beside its own name
            beside = _wider(room, half)
            if not self._lines[i].intersects(beside):
                continue
            share = beside.intersection(self._lines[i]).length / hypot(right - left, bottom - top)
            cost += _LINE[kind] * share
        return cost

    def _numbers_near(self, room: Box) -> list[Box]:
        """Return the rooms of hex numbers that may overlap a box."""
        return [self._numbers[i] for i in sorted(self._number_tree.query(box(*room)))]

    def _take(self, choice: _Choice) -> None:
        """Keep the best place of a name."""
        for label in choice.labels:
            left, top, right, bottom = text_box(label, self._fonts)
            self._taken.append((left - _APART, top - _APART, right + _APART, bottom + _APART))
            self.labels.append(label)


def _spots(centres: Sequence[Point], width: float, row_px: float) -> list[Point]:
    """Return the places tried for the middle of a name ``width * 2`` px wide, nearest first.

    All are within two hexes of a centre.
    """
    middle = tuple(sum(c[i] for c in centres) / len(centres) for i in (0, 1))
    steps = (0.0, 16.0, 32.0, 48.0, 64.0, 80.0, width + 40, width + 64)
    aside = (*steps, *(-step for step in steps[1:]))
    found = {
        (x + dx, y + dy)
        for x, y in (*centres, (middle[0], middle[1]))
        for dy in range(-132, 133, 3)
        for dx in aside
    }

    def far(spot: Point) -> tuple[float, Point]:
        return min(hypot(spot[0] - x, spot[1] - y) for x, y in centres), spot

    return sorted((spot for spot in found if far(spot)[0] <= 1.9 * row_px), key=far)


def _covered(boxes: Sequence[Box], room: Box) -> list[float]:
    """Return the share covered of each box that a room touches."""
    return [_overlap(other, room) for other in _touching(boxes, room)]


def _touching(boxes: Sequence[Box], room: Box) -> list[Box]:
    """Return the boxes that share some of a room."""
    left, top, right, bottom = room
    return [b for b in boxes if b[0] < right and b[2] > left and b[1] < bottom and b[3] > top]


def _wider(room: Box, by: float) -> Polygon:
    """Return a box with some px around it."""
    left, top, right, bottom = room
    return box(left - by, top - by, right + by, bottom + by)


def _overlap(a: Box, b: Box) -> float:
    """Return which share of box ``a`` lies in box ``b``."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    tall = min(a[3], b[3]) - max(a[1], b[1])
    if wide <= 0 or tall <= 0:
        return 0.0
    return wide * tall / ((a[2] - a[0]) * (a[3] - a[1]))
