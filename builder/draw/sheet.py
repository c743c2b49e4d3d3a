"""Contact sheets: every counter of a game, front and back, with the id by which it is found.

Counters come in the order of the data, sides and formations together; markers come last, each
as often as there are counters of it. Each side begins a sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby

from PIL import Image

from builder.draw.canvas import Colour, Label, Point, Shape, Stroke
from builder.draw.lettering import fitted
from builder.draw.marker import marker_faces
from builder.draw.png import encode
from builder.draw.raster import render
from builder.draw.scan import BACK, FRONT, Scans
from builder.draw.scan_face import scan_face, unit_faces
from builder.draw.style import Style
from builder.draw.text import Font
from builder.model.game import Game, Marker

__all__ = ["contact_sheet", "sheet_files"]

_GROUND: Colour = (226, 227, 222, 255)
_INK: Colour = (28, 30, 32, 255)
_SOFT: Colour = (92, 96, 98, 255)
_LINE: Colour = (120, 124, 126, 255)
_HEAD = 58  # px: title
_ROW = 18  # px: name of a group
_CAPTION = 17  # px: id
_GAP = 3  # px between front and back
_APART = 13  # px between counters
_EDGE = 18
_FINE = 3

Faces = Callable[[], tuple[Image.Image, Image.Image]]


@dataclass(frozen=True, slots=True)
class _Entry:
    """A counter on a sheet: its heading, its caption and what draws its faces."""

    side: str
    group: str
    caption: str
    faces: Faces


def contact_sheet(  # noqa: PLR0913 (what a sheet has)
    game: Game,
    style: Style,
    size_px: int = 96,
    columns: int = 8,
    rows: int = 9,
    *,
    scans: Scans | None = None,
) -> list[Image.Image]:
    """Draw every counter, front and back side by side.

    Args:
        game: Whose counters.
        style: How.
        size_px: Width and height of a counter.
        columns: Counters in a row.
        rows: Rows on a sheet.
        scans: The owner's scans, which take the place of drawn faces.

    Returns:
        As many sheets as needed, RGB.

    Raises:
        DrawError: The style lacks something.
    """
    entries = [*_units(game, style, size_px, scans), *_markers(game, style, size_px, scans)]
    step = columns * rows
    sides = [list(part) for _, part in groupby(entries, key=lambda entry: entry.side)]
    pages = [part[i : i + step] for part in sides for i in range(0, len(part), step)]
    return [
        _page(game, style, page, size_px, columns, (number, len(pages), len(entries)))
        for number, page in enumerate(pages, 1)
    ]


def sheet_files(game: Game, style: Style, scans: Scans | None = None) -> dict[str, bytes]:
    """Draw the contact sheets of all counters.

    Args:
        game: Whose counters.
        style: How.
        scans: The owner's scans, if any.

    Returns:
        PNG files by name, ``sheet-1.png`` first.

    Raises:
        DrawError: The style lacks something.
    """
    sheets = enumerate(contact_sheet(game, style, scans=scans), 1)
    return {f"sheet-{number}.png": encode(sheet) for number, sheet in sheets}


def _units(game: Game, style: Style, size_px: int, scans: Scans | None) -> Iterator[_Entry]:
    """Yield the units: side by side, formation by formation, then the independent ones."""
    order = {id_: number for number, id_ in enumerate(game.formations)}
    sides = [side.id for side in game.sides]

    def place(id_: str) -> tuple[int, int]:
        unit = game.units[id_]
        return sides.index(unit.side), order.get(unit.parent, len(order))

    for id_ in sorted(game.units, key=place):
        unit = game.units[id_]
        faces = partial(unit_faces, game, unit, style, size_px, scans)
        yield _Entry(game.side(unit.side).name, unit.formation or "Independent", id_, faces)


def _markers(game: Game, style: Style, size_px: int, scans: Scans | None) -> Iterator[_Entry]:
    """Yield the markers, each as often as it exists."""

    def drawn(marker: Marker) -> tuple[Image.Image, Image.Image]:
        front, back = marker_faces(game, marker, style, size_px)
        front = scan_face(scans, marker.id, FRONT, size_px) or front
        return front, scan_face(scans, marker.id, BACK, size_px) or back

    for marker in game.markers.values():
        faces = cache(partial(drawn, marker))
        for number in range(1, marker.count + 1):
            tail = f" {number}/{marker.count}" if marker.count > 1 else ""
            yield _Entry("Markers", marker.kind.capitalize(), marker.id + tail, faces)


def _page(  # noqa: PLR0913, PLR0917 (what a page has)
    game: Game,
    style: Style,
    entries: Sequence[_Entry],
    size_px: int,
    columns: int,
    count: tuple[int, int, int],
) -> Image.Image:
    """Draw one sheet; ``count`` is its number, how many there are, and of counters in all."""
    wide, high = 2 * size_px + _GAP, size_px + _ROW + _CAPTION
    rows = -(-len(entries) // columns)
    width = 2 * _EDGE + columns * (wide + _APART) - _APART
    size = (width, _HEAD + rows * (high + _APART))
    places = [
        (_EDGE + i % columns * (wide + _APART), _HEAD + i // columns * (high + _APART))
        for i in range(len(entries))
    ]
    shapes = list(_title(game, style, entries, width, count))
    for i, (entry, (x, y)) in enumerate(zip(entries, places, strict=True)):
        first = i % columns == 0 or _key(entry) != _key(entries[i - 1])
        shapes += _words(style, entry, (x, y), size_px, first=first)

    def ground(_top: int, height: int, scale: int) -> Image.Image:
        return Image.new("RGB", (size[0] * scale, height * scale), _GROUND[:3])

    sheet = render(shapes, size, style.fonts, supersample=_FINE, ground=ground)
    for entry, (x, y) in zip(entries, places, strict=True):
        for j, face in enumerate(entry.faces()):
            sheet.paste(face, (x + j * (size_px + _GAP), y + _ROW), face)
    return sheet


def _key(entry: _Entry) -> tuple[str, str]:
    return entry.side, entry.group


def _title(
    game: Game,
    style: Style,
    entries: Sequence[_Entry],
    width: int,
    count: tuple[int, int, int],
) -> Iterator[Shape]:
    """Yield the head of a sheet: game, side, number of the page."""
    number, pages, total = count
    half = width / 2
    title = f"{game.name}: counters, front and back"
    font = fitted(style.fonts, title, "bold", 24.0, half)
    yield Label(title, (_EDGE, 24.0), font, _INK, "l")
    note = f"{entries[0].side}  ·  sheet {number} of {pages}  ·  {total} counters"
    font = fitted(style.fonts, note, "narrow", 20.0, half - 2 * _EDGE)
    yield Label(note, (width - _EDGE, 24.0), font, _SOFT, "r")
    yield Stroke(((_EDGE, 44.0), (width - _EDGE, 44.0)), _LINE, 1.2)


def _words(
    style: Style, entry: _Entry, corner: Point, size_px: int, *, first: bool
) -> Iterator[Shape]:
    """Yield the id below a counter and, above the first one, the name of its group."""
    x, y = corner
    room = 2 * size_px + _GAP
    if first:
        group = fitted(style.fonts, entry.group, "narrow-bold", 16.0, room)
        yield Label(entry.group, (x, y + _ROW / 2 - 1), group, _INK, "l")
    font: Font = fitted(style.fonts, entry.caption, "narrow", 14.5, room)
    yield Label(entry.caption, (x, y + _ROW + size_px + _CAPTION / 2), font, _SOFT, "l")
