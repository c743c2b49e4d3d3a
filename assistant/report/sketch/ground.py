"""The ground of a sketch: terrain, lakes, rivers, roads, hex numbers, names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.report.sketch.ink import INK, PAPER, element, text
from builder.hexgrid import Hex, Hexside, direction_between
from builder.model.game import Game, HexTerrain, Lake, WayKind

__all__ = ["ground", "names"]

_CLEAR = "#f1efe6"
_COLOURS = {
    "forest": "#bccfae",
    "forest_creek": "#bccfae",
    "town": "#d9b9a6",
}
_LAKE, _WATER, _HIGH = "#cfe0ea", "#7ea6c4", "#e3d9bf"
_LINES = {
    WayKind.RIVER: (_WATER, 0.11, ""),
    WayKind.CREEK: (_WATER, 0.05, ""),
    WayKind.ROAD: ("#a8674d", 0.04, ""),
    WayKind.RAIL: ("#5b4a45", 0.06, "0.12"),
}
_GRID = "#c8c2b2"


def ground(game: Game, cells: Sequence[Hex]) -> list[str]:
    """Return the elements of some hexes of the map, from the lowest up."""
    seen = set(cells)
    parts = [_ground(game, cell) for cell in cells]
    parts += _hexsides(game, seen)
    parts += _ways(game, seen)
    return parts + [_number(game, cell) for cell in cells]


def _ground(game: Game, cell: Hex) -> str:
    """Return one hex."""
    corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in game.map.board.corners(cell))
    fill = _fill(game.map.hexes[cell])
    return element("polygon", points=corners, fill=fill, stroke=_GRID, stroke_width=1.5)


def _fill(hex_: HexTerrain) -> str:
    """Return the colour of a hex."""
    if hex_.lake:
        return _LAKE
    for terrain, colour in _COLOURS.items():
        if terrain in hex_.terrain:
            return colour
    return _HIGH if hex_.high else _CLEAR


def _hexsides(game: Game, seen: set[Hex]) -> list[str]:
    """Return lake hexsides and slopes; a slope's ticks point down."""
    unit = game.map.board.row_px
    parts = []
    for side, lake in game.map.lakes.items():
        if seen.issuperset(side):
            width = unit * (0.09 if lake is Lake.FULL else 0.045)
            parts.append(_edge(game, side, _WATER, width))
    for side, top in game.map.slopes.items():
        if seen.issuperset(side):
            parts.append(_edge(game, side, "#9c8a5c", unit * 0.03))
            parts.append(_tick(game, side, top))
    return parts


def _edge(game: Game, side: Hexside, colour: str, width: float) -> str:
    """Return a hexside as a line."""
    a, b = sorted(side)
    corners = game.map.board.corners(a)
    at = direction_between(a, b)
    (x1, y1), (x2, y2) = corners[at], corners[(at + 1) % 6]
    return element(
        "line",
        x1=x1,
        y1=y1,
        x2=x2,
        y2=y2,
        stroke=colour,
        stroke_width=width,
        stroke_linecap="round",
    )


def _tick(game: Game, side: Hexside, top: Hex) -> str:
    """Return the short line that points down a slope."""
    low = next(cell for cell in side if cell != top)
    (x1, y1), (x2, y2) = game.map.board.centre(top), game.map.board.centre(low)
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    end = (middle[0] + (x2 - x1) * 0.12, middle[1] + (y2 - y1) * 0.12)
    return element(
        "line", x1=middle[0], y1=middle[1], x2=end[0], y2=end[1], stroke="#9c8a5c", stroke_width=3.0
    )


def _ways(game: Game, seen: set[Hex]) -> list[str]:
    """Return rivers, creeks, roads and railways."""
    order = (WayKind.CREEK, WayKind.RIVER, WayKind.ROAD, WayKind.RAIL)
    unit = game.map.board.row_px
    parts = []
    for kind in order:
        colour, width, dash = _LINES[kind]
        for way in (each for each in game.map.ways if each.kind is kind):
            if not seen.intersection(way.hexes):
                continue
            points = " ".join("{},{}".format(*game.map.board.centre(cell)) for cell in way.hexes)
            line = {"points": points, "fill": "none", "stroke_linejoin": "round"}
            parts.append(element("polyline", **line, stroke=colour, stroke_width=unit * width))
            if dash:
                gap = f"{unit * float(dash):.0f}"
                parts.append(
                    element(
                        "polyline",
                        **line,
                        stroke=PAPER,
                        stroke_width=unit * width * 0.5,
                        stroke_dasharray=gap,
                    )
                )
    return parts


def _number(game: Game, cell: Hex) -> str:
    """Return a hex's number at its top."""
    x, y = game.map.board.centre(cell)
    unit = game.map.board.row_px
    words = game.map.numbering.format(cell)
    return text(x, y - unit * 0.36, words, size=unit * 0.12, fill="#77715f")


def names(game: Game, seen: Iterable[Hex]) -> list[str]:
    """Return the names of places, each in its first hex that is seen."""
    cells, unit = set(seen), game.map.board.row_px
    parts = []
    for place in game.map.places:
        here = [cell for cell in place.hexes if cell in cells]
        if here:
            x, y = game.map.board.centre(here[0])
            size = unit * (0.19 if place.town else 0.16)
            parts.append(text(x, y + unit * 0.22, place.name, size=size, fill=INK, halo=True))
    return parts
