"""The map's scans: ``map.toml`` of a folder of scans, and how each picture lies.

It names hexes and the px of their centres (``[hexes]``, such as ``0101 = [212, 318]``), and if
need be the part of the scan that counts: ``crop`` (left, top, right, bottom, or three and more
corners ``[x, y]``), ``only_hexes = true`` (what lies around the hexes stays as drawn). A map
scanned in pieces has a ``[[part]]`` with ``file``, ``hexes`` (and those two) for each; later ones
lie over earlier ones. Px count from the top left corner of the picture as a viewer shows it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.draw.scan_file import MAP_CAPS, Head, open_scan, read_text
from builder.draw.scan_fit import Fit, Pin, fit_pins
from builder.draw.style import Table
from builder.errors import DrawError
from builder.hexgrid import Layout

__all__ = ["EXAMPLE", "Part", "few_tables", "inside", "map_parts", "read_toml"]

EXAMPLE = "add at least two hexes, such as 0101 = [212, 318] (px of its centre)"
_KEYS = ("file", "hexes", "crop", "only_hexes")
_MOST_PARTS = 50
_MOST_CORNERS = 200


@dataclass(frozen=True, slots=True)
class Part:
    """A scan of the map, or of a piece of it.

    Args:
        head: The file.
        fit: How it lies on the board.
        crop: Corners of what counts of it, px as shown; ``None`` if all of it does.
        only_hexes: Whether it is shown on hexes only.
    """

    head: Head
    fit: Fit
    crop: tuple[tuple[float, float], ...] | None
    only_hexes: bool


def map_parts(
    place: Path, folder: Path, pictures: Mapping[str, Path], layout: Layout
) -> tuple[Part, ...]:
    """Read which pictures show the map, and find how they lie.

    Args:
        place: ``map.toml``.
        folder: The folder of scans.
        pictures: Pictures in it by name in small letters.
        layout: The board.

    Raises:
        DrawError: The file is malformed, a picture can't be used, or hexes don't fit.
    """
    table = read_toml(place, folder)
    tables = few_tables(table, place, "part", _MOST_PARTS)
    if tables and (extra := [key for key in table if key != "part"]):
        raise DrawError(f"{place}: '{extra[0]}' beside [[part]]; put it into a part")
    maps = [path for name, path in pictures.items() if name.rpartition(".")[0] == "map"]
    made = []
    for number, each in enumerate(tables or [table], 1):
        where = f"{place}: part {number}" if tables else str(place)
        path = _map_file(each, where, maps, pictures)
        made.append(_part(each, where, path, folder, layout))
    return tuple(made)


def read_toml(place: Path, folder: Path) -> Table:
    """Read a TOML file of a folder of scans.

    Raises:
        DrawError: It can't be read or is malformed.
    """
    try:
        return Table(place, tomllib.loads(read_text(place, folder)))
    except (ValueError, RecursionError) as error:
        raise DrawError(f"{place}: no valid TOML ({error})") from None


def few_tables(table: Table, place: Path, key: str, most: int) -> tuple[Table, ...]:
    """Return a list of tables that isn't longer than allowed.

    Raises:
        DrawError: It is longer, or malformed.
    """
    tables = table.tables(key)
    if len(tables) > most:
        raise DrawError(f"{place}: has {len(tables):,} [[{key}]], more than {most}; leave some out")
    return tables


def inside(point: Sequence[float], head: Head) -> bool:
    """Tell whether a point lies in a scan."""
    x, y = point
    width, height = head.size
    return 0 <= x <= width and 0 <= y <= height  # which nan isn't, nor inf


def _map_file(table: Table, where: str, maps: Sequence[Path], pictures: Mapping[str, Path]) -> Path:
    """Return the picture that a table is about."""
    if table.get("file") is not None:
        name = table.text("file")
        if name.lower() in pictures:
            return pictures[name.lower()]
        raise DrawError(f"{where}: there is no picture {name!r:.60} beside it; check 'file'")
    if len(maps) != 1:
        names = ", ".join(path.name for path in maps) or "none"
        raise DrawError(f'{where}: which picture is meant? found: {names}; say file = "..."')
    return maps[0]


def _part(table: Table, where: str, path: Path, folder: Path, layout: Layout) -> Part:
    """Read where a scan lies."""
    if odd := [key for key in table if key not in _KEYS]:
        raise DrawError(f"{where}: '{odd[0]}' isn't known; there are {', '.join(_KEYS)}")
    with open_scan(path, folder, MAP_CAPS) as (head, _, _):
        pass
    if table.get("hexes") is None:
        raise DrawError(f"{where}: names no hexes; {EXAMPLE}")
    pins = list(_pins(table.table("hexes"), where, head, layout))
    only_hexes = table.get("only_hexes")
    if not isinstance(only_hexes, bool | None):
        raise DrawError(f"{where}: only_hexes must be true or false")
    crop = _crop(table.get("crop"), where, head)
    return Part(head, fit_pins(pins, layout, where), crop, bool(only_hexes))


def _pins(hexes: Table, where: str, head: Head, layout: Layout) -> Iterator[Pin]:
    """Yield the hexes that a table names."""
    for number in hexes:
        try:
            cell = layout.numbering.parse(number)
        except ValueError as error:
            raise DrawError(f"{where}: {error}; check [hexes]") from None
        x, y = hexes.point(number)
        if not inside((x, y), head):
            size = f"{head.size[0]} x {head.size[1]} px"
            raise DrawError(f"{where}: hex {number} at [{x}, {y}] lies outside the scan ({size})")
        yield Pin(number, layout.centre(cell), (x, y))


def _crop(given: object, where: str, head: Head) -> tuple[tuple[float, float], ...] | None:
    """Return the corners of the part of a scan that counts."""
    if given is None:
        return None
    corners = _corners(given)
    if (
        corners
        and len(corners) <= _MOST_CORNERS
        and all(inside(corner, head) for corner in corners)
    ):
        return corners
    width, height = head.size
    form = f"[left, top, right, bottom], or 3 to {_MOST_CORNERS} corners [[x, y], ...]"
    raise DrawError(f"{where}: crop must be {form}, px inside the scan ({width} x {height})")


def _corners(given: object) -> tuple[tuple[float, float], ...]:
    """Return the corners that ``crop`` gives, none if it is malformed."""
    match given:
        case [
            int() | float() as a,
            int() | float() as b,
            int() | float() as c,
            int() | float() as d,
        ]:
            return ((a, b), (c, b), (c, d), (a, d)) if a < c and b < d else ()
        case [_, _, _, *_]:
            corners = []
            for corner in given:
                match corner:
                    case [int() | float() as x, int() | float() as y]:
                        corners.append((x, y))
                    case _:
                        return ()
            return tuple(corners)
        case _:
            return ()
