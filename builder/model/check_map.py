"""Checks across the files of the map: ways that lead somewhere, lakes without holes."""

from __future__ import annotations

from collections.abc import Iterator

from builder.hexgrid import Hex, hexside, neighbours
from builder.model.game import Lake, Way, WayKind
from builder.model.map_files import HEXES, HEXSIDES, WAYS, MapParts
from builder.model.reader import Folder

__all__ = ["check_map"]

WATER = (WayKind.RIVER, WayKind.CREEK)
LAND = (WayKind.ROAD, WayKind.RAIL)


def check_map(folder: Folder, map_: MapParts) -> None:
    """Check what no file of the map can check alone; broken files are left out."""
    if folder.sound(WAYS) and folder.sound(HEXES) and map_.head.field_known:
        _check_ends(folder, map_)
    if folder.sound(HEXSIDES) and folder.sound(HEXES):
        _check_inner(folder, map_)
        _check_far(folder, map_)
    if folder.sound(HEXSIDES) and folder.sound(WAYS):
        _check_causeways(folder, map_)


def _check_ends(folder: Folder, map_: MapParts) -> None:
    """Check that each way leads somewhere at both ends; a creek may spring anywhere."""
    number = map_.head.numbering.format
    for way, line in zip(map_.ways, map_.way_lines, strict=True):
        family = WATER if way.kind in WATER else LAND
        met = {cell for w in map_.ways if w is not way and w.kind in family for cell in w.hexes}
        for end in _ends(way):
            if end in met or _goal(map_, way, end):
                continue
            goal = "a lake" if family is WATER else "a town"
            text = f"{way.kind} {way.name} breaks off in {number(end)}"
            hint = f"it must reach the map's edge, {goal} or another {family[0]} or {family[1]}"
            folder.report("DAT-way-stray", WAYS, line, text, hint)


def _ends(way: Way) -> Iterator[Hex]:
    """Yield the ends of a way that must lead somewhere."""
    if way.kind is not WayKind.CREEK:
        yield way.hexes[0]
    yield way.hexes[-1]


def _goal(map_: MapParts, way: Way, cell: Hex) -> bool:
    """Tell whether a way can end in a hex that no other way reaches."""
    numbering = map_.head.numbering
    column, row = numbering.column_row(cell)
    if column in (1, numbering.columns) or row in (1, numbering.rows):
        return True
    ground = map_.ground.get(cell)
    return ground is None or ground.base == ("lake" if way.kind in WATER else "town")


def _check_inner(folder: Folder, map_: MapParts) -> None:
    """Check that every side between two lake hexes is a lake hexside."""
    lakes = {cell for cell, ground in map_.ground.items() if ground.base == "lake"}
    number = map_.head.numbering.format
    for cell in sorted(lakes):
        for other in neighbours(cell):
            if other in lakes and cell < other and hexside(cell, other) not in map_.lakes:
                text = f"lake hexes {number(cell)} and {number(other)} have land between them"
                hint = "add the hexside, lake-full or lake-partial"
                folder.report("DAT-lake-gap", HEXSIDES, 0, text, hint)


def _check_far(folder: Folder, map_: MapParts) -> None:
    """Check that every lake hexside touches a lake hex or another lake hexside."""
    lakes = {cell for cell, ground in map_.ground.items() if ground.base == "lake"}
    number = map_.head.numbering.format
    for side in sorted(map_.lakes, key=lambda side: (side.a, side.b)):
        tips = set(neighbours(side.a)) & set(neighbours(side.b))
        beside = {hexside(tip, cell) for tip in tips for cell in side}
        if lakes.isdisjoint({*side, *tips}) and map_.lakes.keys().isdisjoint(beside):
            text = f"lake hexside {number(side.a)}/{number(side.b)} touches no lake"
            line = map_.side_lines["lake", side]
            hint = "beside a lake hex or another lake hexside"
            folder.report("DAT-lake-far", HEXSIDES, line, text, hint)


def _check_causeways(folder: Folder, map_: MapParts) -> None:
    """Check that no road or railway crosses a hexside that is all lake."""
    number = map_.head.numbering.format
    for way in map_.ways:
        for a, b in zip(way.hexes, way.hexes[1:], strict=False):
            side = hexside(a, b)
            if way.kind in LAND and map_.lakes.get(side) is Lake.FULL:
                text = f"{way.kind} {way.name} crosses the lake from {number(a)} to {number(b)}"
                line = map_.side_lines["lake", side]
                folder.report("DAT-lake-way", HEXSIDES, line, text, "lake-partial, or another way")
