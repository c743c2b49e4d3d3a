"""Symbols as data: lines, areas, dots, arcs and letters in a box of height 1.

A symbol file is TOML. ``size`` gives the box as ``[width, height]``; every other table is
a symbol with ``parts`` (and ``frame = true`` for a rectangle around them)::

    size = [1.5, 1.0]

    [infantry]
    frame = true
    parts = [{ line = [[0, 0], [1.5, 1]] }, { line = [[0, 1], [1.5, 0]] }]

Parts: ``line`` (points), ``area`` (points; ``round`` cuts its corners by as much, in a
curve), ``dot`` (``[x, y, rx, ry]``), ``arc`` (``[x, y, rx, ry, from, to]``, degrees clockwise
from the right), ``text`` (with ``at`` and ``size``) and ``use`` (another symbol of the file,
with ``shift`` and ``scale``; ``times`` and ``step`` repeat it). Lines and arcs may have a
``width`` and be ``soft`` (round ends and joints), and every part has a ``tone``: ``ink`` (the
default), ``paper`` or ``shade``. All of it is vectors, so a symbol is sharp at any size.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, cos, dist, radians, sin
from pathlib import Path

from builder.draw.canvas import Area, Canvas, Colour, Label, Oval, Point, Stroke
from builder.draw.text import Font
from builder.errors import DrawError

__all__ = ["Part", "Symbol", "draw_symbol", "load_symbols"]

_LINE = 0.075  # usual width of a line, in box heights
_FACE = "bold"
_CURVE = 6  # pieces of a rounded corner
_MOST_COPIES = 40


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a symbol.

    Args:
        kind: ``line``, ``area``, ``dot`` or ``text``.
        points: Points of a line or area; centre and radii of a dot; place of a text.
        tone: Which colour it takes.
        width: Width of a line, or height of a text.
        text: Letters of a text.
        soft: Whether a line's ends and joints are round.
    """

    kind: str
    points: tuple[Point, ...]
    tone: str
    width: float
    text: str = ""
    soft: bool = False

    def moved(self, shift: Point, scale: float) -> Part:
        """Return the part scaled about the origin, then shifted."""
        points = [(x * scale + shift[0], y * scale + shift[1]) for x, y in self.points]
        if self.kind == "dot":  # the second point holds radii
            points[1] = (self.points[1][0] * scale, self.points[1][1] * scale)
        return replace(self, points=tuple(points), width=self.width * scale)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A drawing in a box ``size`` wide and high; ``frame`` asks for a rectangle around it."""

    name: str
    size: Point
    frame: bool
    parts: tuple[Part, ...]


def load_symbols(path: Path) -> dict[str, Symbol]:
    """Read a symbol file.

    Raises:
        DrawError: The file is malformed; says which symbol.
    """
    try:
        data = tomllib.loads(path.read_text("utf-8"))
        size = _point(data.pop("size"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DrawError(f"{path}: no usable symbol file ({error})") from error
    except (KeyError, TypeError, ValueError) as error:
        raise DrawError(f"{path}: 'size = [width, height]' is missing") from error
    if min(size) <= 0:
        raise DrawError(f"{path}: 'size' must be positive")
    found: dict[str, Symbol] = {}
    for name, entry in data.items():
        try:
            parts = [part for item in entry["parts"] for part in _parts(item, found)]
            frame = bool(entry.get("frame", False))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise DrawError(f"{path}: symbol '{name}': bad or missing entry ({error})") from error
        found[name] = Symbol(name, size, frame, tuple(parts))
    return found


def _parts(item: Mapping[str, object], known: Mapping[str, Symbol]) -> list[Part]:
    """Return the part, or the parts of another symbol, that an entry describes."""
    tone, width = str(item.get("tone", "ink")), _float(item.get("width", _LINE))
    soft = bool(item.get("soft", False))
    match item:
        case {"use": str() as name}:
            shift, scale = _point(item.get("shift", (0, 0))), _float(item.get("scale", 1))
            copies = _copies(shift, _point(item.get("step", (0, 0))), item.get("times", 1))
            return [part.moved(at, scale) for at in copies for part in known[name].parts]
        case {"line": points}:
            return [Part("line", _points(points), tone, width, soft=soft)]
        case {"area": points}:
            corners = _rounded(_points(points), _float(item.get("round", 0)))
            return [Part("area", corners, tone, 0.0)]
        case {"dot": [x, y, rx, ry]}:
            return [Part("dot", (_point((x, y)), _point((rx, ry))), tone, 0.0)]
        case {"arc": [x, y, rx, ry, begin, end]}:
            centre, radii = _point((x, y)), _point((rx, ry))
            points = _arc(centre, radii, _float(begin), _float(end))
            return [Part("line", points, tone, width, soft=soft)]
        case {"text": str() as text, "at": at, "size": size}:
            return [Part("text", (_point(at),), tone, _float(size), text)]
    raise ValueError(f"not a part: {dict(item)}")


def _float(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no number")
    return float(value)


def _point(value: object) -> Point:
    if not isinstance(value, Sequence) or len(value) != 2:
        raise TypeError(f"{value!r} is no point")
    return _float(value[0]), _float(value[1])


def _points(value: object) -> tuple[Point, ...]:
    if not isinstance(value, Sequence) or len(value) < 2:
        raise TypeError(f"{value!r} is no list of points")
    return tuple(_point(item) for item in value)


def _copies(shift: Point, step: Point, times: object) -> list[Point]:
    """Return the shifts of a piece that is drawn several times in a row."""
    if isinstance(times, bool) or not isinstance(times, int) or not 1 <= times <= _MOST_COPIES:
        raise TypeError(f"'times' is {times!r}, not a whole number from 1 to {_MOST_COPIES}")
    return [(shift[0] + step[0] * i, shift[1] + step[1] * i) for i in range(times)]


def _rounded(points: tuple[Point, ...], reach: float) -> tuple[Point, ...]:
    """Return an outline whose corners are replaced by parabolas of a reach (at most half a side).

    >>> _rounded(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)), 0.0)
    ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
    """
    if not reach:
        return points
    made: list[Point] = []
    for before, here, after in zip(points[-1:] + points, points, points[1:] + points, strict=False):
        begin, end = _towards(here, before, reach), _towards(here, after, reach)
        for i in range(_CURVE + 1):
            t = i / _CURVE
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            made.append(
                (
                    a * begin[0] + b * here[0] + c * end[0],
                    a * begin[1] + b * here[1] + c * end[1],
                )
            )
    return tuple(made)


def _towards(here: Point, there: Point, reach: float) -> Point:
    """Return the point ``reach`` from here on the way to a neighbour, at most half way."""
    far = dist(here, there)
    share = min(reach / far, 0.5) if far else 0.0
    return here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share


def _arc(centre: Point, radii: Point, begin: float, end: float) -> tuple[Point, ...]:
    """Return an arc as points at most 4 degrees apart; a full circle ends where it begins."""
    steps = max(ceil(abs(end - begin) / 4), 1)
    angles = [radians(begin + (end - begin) * i / steps) for i in range(steps + 1)]
    points = [(centre[0] + radii[0] * cos(a), centre[1] + radii[1] * sin(a)) for a in angles]
    if abs(end - begin) >= 360:
        points[-1] = points[0]
    return tuple(points)


def draw_symbol(
    canvas: Canvas,
    symbol: Symbol,
    corner: Point,
    height: float,
    tones: Mapping[str, Colour],
) -> None:
    """Draw a symbol.

    Args:
        canvas: Where.
        symbol: What.
        corner: The box's upper left corner (px).
        height: The box's height (px); the width follows.
        tones: Colours of ``ink``, ``paper`` and ``shade``.

    Raises:
        DrawError: The symbol uses another tone.
    """
    k = height / symbol.size[1]
    if symbol.frame:
        outer = _box(corner, symbol.size[0] * k, height)
        canvas.draw(Area((outer,), tones["paper"]))
    for part in symbol.parts:
        if part.tone not in tones:
            known = ", ".join(sorted(tones))
            raise DrawError(f"symbol '{symbol.name}': tone '{part.tone}' is none of {known}")
        _draw(canvas, part.moved(corner, k), tones[part.tone])
    if symbol.frame:
        canvas.draw(Stroke((*outer, outer[0]), tones["ink"], _LINE * k))


def _draw(canvas: Canvas, part: Part, colour: Colour) -> None:
    """Draw one part whose coordinates are px already."""
    match part.kind:
        case "line":
            canvas.draw(Stroke(part.points, colour, part.width, part.soft))
        case "area":
            canvas.draw(Area((part.points,), colour))
        case "dot":
            canvas.draw(Oval(part.points[0], part.points[1], colour))
        case _:
            canvas.draw(Label(part.text, part.points[0], Font(_FACE, part.width), colour))


def _box(corner: Point, width: float, height: float) -> tuple[Point, ...]:
    x, y = corner
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)
