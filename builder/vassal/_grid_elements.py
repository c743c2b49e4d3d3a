"""Reading grids from a build file: attributes as VASSAL takes them, and what it then leaves out.

Source: VASSAL classes ``Builder``, ``AbstractFolder``, ``HexGrid``, ``SquareGrid``,
``RegionGrid``, ``ZonedGrid``, ``PolygonEditor`` and their numberings.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from builder.errors import VassalError
from builder.vassal import buildfile as bf
from builder.vassal import sequence
from builder.vassal.grids import (
    Axis,
    CustomGrid,
    Grid,
    HexGrid,
    Numbering,
    Region,
    RegionGrid,
    SquareGrid,
    Zone,
    ZonedGrid,
    is_expression,
)

__all__ = ["BadAttributeError", "Remarks", "boolean", "children", "grid_of", "integer"]

MAX_DEPTH = 16
"""Deepest nesting of grids and folders that is read."""
MAX_CORNERS = 10_000
"""Most corners of a zone."""
MAX_PARTS = 100_000
"""Most regions, or zones and their corners together, of a grid."""
MAX_LEADING = 100
"""Most leading zeros of a number."""
MAX_REMARKS = 100
"""Most remarks on a map; the last says that there are more."""

_OBLIQUE = bf.HEX_GRID_NUMBERING.replace("HexGridNumbering", "ObliqueHexGridNumbering")
_FOLDERS = "VASSAL.build.module.folder."
_HEX_WIDTH = math.sqrt(3) / 2 * 64.0  # means "follows from the height" where it stands
_INTEGER = re.compile(r"[+-]?[0-9]{1,10}", re.ASCII)
_DOUBLE = re.compile(
    r"[\0- ]*[+-]?(?:NaN|Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFdD]?)[\0- ]*",
    re.ASCII,
)
_MAX_DIGITS = 400


class BadAttributeError(VassalError):
    """An attribute that isn't what it must be; VASSAL leaves the component out."""


@dataclass(slots=True)
class Remarks:
    """What was left out and why, each said once."""

    _texts: dict[str, None] = field(default_factory=dict)

    def add(self, text: str) -> None:
        """Add one sentence."""
        if len(self._texts) < MAX_REMARKS:
            self._texts[text] = None
        else:
            self._texts["there is more of the kind"] = None

    def all(self) -> tuple[str, ...]:
        """Return them in the order of coming."""
        return tuple(self._texts)


def children(element: bf.Element, depth: int = 0) -> Iterator[bf.Element]:
    """Yield the components in a component; folders only sort them."""
    for child in element:
        if str(child.tag).startswith(_FOLDERS):
            if depth < MAX_DEPTH:
                yield from children(child, depth + 1)
        else:
            yield child


def integer(element: bf.Element, name: str, default: int) -> int:
    """Return a whole number of 32 bits.

    Raises:
        BadAttributeError: It is none.
    """
    text = element.get(name)
    if text is None:
        return default
    if _INTEGER.fullmatch(text) and -(2**31) <= int(text) < 2**31:
        return int(text)
    raise _bad(element, name, text)


def boolean(element: bf.Element, name: str, *, default: bool) -> bool:
    """Return whether an attribute says true, in small letters or large."""
    text = element.get(name)
    return default if text is None else text.lower() == "true"


def grid_of(element: bf.Element, remarks: Remarks, depth: int = 0) -> Grid | None:
    """Return the grid of a board, of a zone, or below zones; the last one counts.

    Args:
        element: The component it is in.
        remarks: Where to say what was left out.
        depth: How many grids are around it.
    """
    if depth > MAX_DEPTH:
        remarks.add(f"grids nested deeper than {MAX_DEPTH} are left out")
        return None
    grid: Grid | None = None
    for child in children(element):
        if not _is_grid(child):
            continue
        try:
            grid = _grid(child, remarks, depth)
        except BadAttributeError as error:
            remarks.add(str(error))
    return grid


def _is_grid(element: bf.Element) -> bool:
    name = str(element.tag).rpartition(".")[2]
    return name.endswith("Grid")


def _grid(element: bf.Element, remarks: Remarks, depth: int) -> Grid:
    match element.tag:
        case bf.HEX_GRID:
            return HexGrid(
                x0=integer(element, "x0", 0),
                y0=integer(element, "y0", 32),
                dx=_hex_width(element),
                dy=_double(element, "dy", 64.0),
                sideways=boolean(element, "sideways", default=False),
                numbering=_numbering(element, (bf.HEX_GRID_NUMBERING, _OBLIQUE), remarks),
            )
        case bf.SQUARE_GRID:
            return SquareGrid(
                x0=integer(element, "x0", 24),
                y0=integer(element, "y0", 24),
                dx=_double(element, "dx", 48.0),
                dy=_double(element, "dy", 48.0),
                numbering=_numbering(element, (bf.SQUARE_GRID_NUMBERING,), remarks),
            )
        case bf.REGION_GRID:
            return RegionGrid.of(islice(_regions(element, remarks), MAX_PARTS))
        case bf.ZONED_GRID:
            return ZonedGrid(
                zones=tuple(_zones(element, remarks, depth)),
                background=grid_of(element, remarks, depth + 1),
            )
        case custom:
            remarks.add(f"{custom} is a class of the module's own: its names are not known")
            return CustomGrid(str(custom))


def _hex_width(element: bf.Element) -> float:
    width = _double(element, "dx", _HEX_WIDTH)
    if width == _HEX_WIDTH and element.get("dy") is not None:
        return math.sqrt(3) / 2 * _double(element, "dy", 64.0)
    return width


def _numbering(grid: bf.Element, tags: tuple[str, ...], remarks: Remarks) -> Numbering | None:
    numbering = None
    for element in children(grid):
        if element.tag in tags:
            try:
                numbering = Numbering(
                    column=_axis(element, "h", remarks),
                    row=_axis(element, "v", remarks),
                    column_first=_initial(element, "first", "H") == "H",
                    separator=element.get("sep", ""),
                    stagger=boolean(element, "stagger", default=True),
                    slanted=element.tag == _OBLIQUE,
                    location_format=_format(element, "$gridLocation$", remarks),
                )
            except BadAttributeError as error:
                remarks.add(str(error))
    return numbering


def _axis(element: bf.Element, letter: str, remarks: Remarks) -> Axis:
    leading = integer(element, f"{letter}Leading", 1)
    if leading > MAX_LEADING:
        remarks.add(f"{letter}Leading: {leading} leading zeros, taken as {MAX_LEADING}")
    return Axis(
        letters=_initial(element, f"{letter}Type", "N") == "A",
        leading=max(0, min(leading, MAX_LEADING)),
        offset=integer(element, f"{letter}Off", 1),
        descending=boolean(element, f"{letter}Descend", default=False),
    )


def _regions(grid: bf.Element, remarks: Remarks) -> Iterator[Region]:
    for element in children(grid):
        if element.tag == bf.REGION:
            try:
                x, y = integer(element, "originx", 0), integer(element, "originy", 0)
            except BadAttributeError as error:
                remarks.add(str(error))
                continue
            yield Region(element.get("name", ""), x, y)


def _zones(grid: bf.Element, remarks: Remarks, depth: int) -> Iterator[Zone]:
    parts = 0
    for element in children(grid):
        if element.tag == bf.ZONE:
            zone = _zone(element, remarks, depth)
            parts += 1 + len(zone.path)
            if parts > MAX_PARTS:
                remarks.add(f"zones past {MAX_PARTS} corners in all are left out")
                return
            yield zone


def _zone(element: bf.Element, remarks: Remarks, depth: int) -> Zone:
    name = element.get("name", "")
    return Zone(
        name=name,
        path=_path(element.get("path", ""), name, remarks),
        location_format=_format(element, "$name$", remarks),
        use_parent_grid=element.get("useParentGrid") == "true",
        grid=grid_of(element, remarks, depth + 1),
    )


def _path(text: str, name: str, remarks: Remarks) -> tuple[tuple[int, int], ...]:
    """Return the corners of a zone; what is no pair of numbers is skipped."""
    if text.count(";") >= MAX_CORNERS:
        remarks.add(f"zone {name[:80]!r} has more than {MAX_CORNERS} corners; it is taken as empty")
        return ()
    corners = []
    for point in sequence.decode(text, ";"):
        numbers = [part.strip() for part in sequence.decode(point, ",")[:2]]
        if len(numbers) == 2 and all(_INTEGER.fullmatch(number) for number in numbers):
            x, y = (int(number) for number in numbers)
            if max(abs(x), abs(y)) < 2**31:
                corners.append((x, y))
    return tuple(corners)


def _format(element: bf.Element, default: str, remarks: Remarks) -> str:
    text = element.get("locationFormat", default)
    if is_expression(text):
        remarks.add(f"{_short(element)}: a location format that is a script isn't run")
    return text


def _double(element: bf.Element, name: str, default: float) -> float:
    text = element.get(name)
    if text is None:
        return default
    if len(text) > _MAX_DIGITS or not _DOUBLE.fullmatch(text):
        raise _bad(element, name, text)
    return float(text.strip("".join(map(chr, range(0x21)))).rstrip("fFdD"))


def _initial(element: bf.Element, name: str, default: str) -> str:
    text = element.get(name, default)
    if not text:
        raise _bad(element, name, text)
    return text[0]


def _bad(element: bf.Element, name: str, text: str) -> BadAttributeError:
    return BadAttributeError(
        f"{_short(element)}: {name} can't be {text[:40]!r}, so VASSAL leaves it out; "
        "correct the build file"
    )


def _short(element: bf.Element) -> str:
    kind = str(element.tag).rpartition(".")[2]
    name = element.get("name")
    return f"{kind} {name[:80]!r}" if name else kind
