"""How the tiles of a map go together: a page with a few steps and a picture. Lengths are mm."""

from __future__ import annotations

from collections.abc import Iterator

from builder.draw.canvas import (
    MM_PER_INCH,
    Area,
    Box,
    Label,
    Shape,
    Stroke,
    bounds,
    corners,
    scaled,
)
from builder.draw.lettering import broken
from builder.draw.style import Style, Table
from builder.draw.text import Font, Fonts
from builder.pdf import Layer, Page
from builder.sheet.furniture import Furniture
from builder.sheet.length import mm_text
from builder.sheet.map_sheet import SheetMap, map_look
from builder.sheet.paper import page_look
from builder.sheet.tile_grid import Grid, tile_name

__all__ = ["guide_page"]

_SEEN = 1.5  # what is smaller in the picture is left out of it
_READ = 1.94  # 5.5 points; and so are smaller letters


def guide_page(made: SheetMap, style: Style, grid: Grid) -> Page:
    """Return the page that comes before the tiles.

    Args:
        made: The map.
        style: Faces for the letters.
        grid: Its tiles.

    Raises:
        DrawError: ``map.toml`` lacks something.
    """
    look = map_look().table("tiles")
    furniture = Furniture(page_look(), style.fonts, grid.paper)
    title = look.text("words.first").format(map=made.title)
    words = [*furniture.title(title, " · ".join(made.notes)), *furniture.rulers()]
    left, top, right, bottom = furniture.room
    lines, below = _steps(made, style.fonts, grid, look.table("steps"), (left, top, right))
    words += [Label(text, at, font, furniture.ink, "l") for text, at, font in lines]
    layers = [Layer(words)]
    picture = _fit(made.reach, (left, below, right, bottom - 2))
    if picture[3] - picture[1] >= look.number("least_picture"):
        layers.append(Layer(_small(made, style.fonts, picture), picture))
        layers.append(Layer(list(_tiles(furniture, grid, picture, look))))
    return Page(grid.paper.size, layers, name=title)


def _steps(
    made: SheetMap, fonts: Fonts, grid: Grid, look: Table, room: tuple[float, float, float]
) -> tuple[list[tuple[str, tuple[float, float], Font]], float]:
    """Return the lines of all steps, each with its number, and where they end."""
    left, y, right = room
    font, leading = Font("narrow", look.number("size")), look.number("leading")
    facts = {
        "paper": grid.paper.name,
        "count": grid.rows * grid.columns,
        "rows": grid.rows,
        "columns": grid.columns,
        "wide": made.size[0] / MM_PER_INCH,
        "tall": made.size[1] / MM_PER_INCH,
        "overlap": mm_text(grid.overlap),
    }
    begin = left + look.number("room")
    lines = []
    for number, step in enumerate(look.texts("lines"), 1):
        lines.append((str(number), (left, y + leading / 2), Font("bold", font.size)))
        for line in broken(step.format(**facts).split(), font, right - begin, fonts):
            lines.append((line, (begin, y + leading / 2), font))
            y += leading
        y += look.number("apart")
    return lines, y + leading / 2


def _fit(reach: Box, room: Box) -> Box:
    """Return the largest box of the map's proportions in a room, at the middle of its top."""
    wide, tall = reach[2] - reach[0], reach[3] - reach[1]
    factor = min((room[2] - room[0]) / wide, (room[3] - room[1]) / tall)
    middle = (room[0] + room[2]) / 2
    half = wide * factor / 2
    return middle - half, room[1], middle + half, room[1] + tall * factor


def _small(made: SheetMap, fonts: Fonts, place: Box) -> list[Shape]:
    """Return the map, small, without what would be too small to be seen."""
    factor = (place[2] - place[0]) / (made.reach[2] - made.reach[0])
    shapes = []
    for shape in made.shapes:
        left, top, right, bottom = bounds(shape, fonts)
        size = shape.font.size if isinstance(shape, Label) else max(right - left, bottom - top)
        if size * factor >= (_READ if isinstance(shape, Label) else _SEEN):
            shapes.append(shape)
    left, top = made.reach[:2]
    return scaled(shapes, factor, (place[0] - left * factor, place[1] - top * factor))


def _tiles(furniture: Furniture, grid: Grid, place: Box, look: Table) -> Iterator[Shape]:
    """Yield what lies above which in the picture: each tile as it is seen, strips, names."""
    factor = (place[2] - place[0]) / (grid.reach[2] - grid.reach[0])
    white = (255, 255, 255, 150)
    for tile in grid:
        left, top, right, bottom = (
            place[i % 2] + (value - grid.reach[i % 2]) * factor
            for i, value in enumerate(grid.seen(tile))
        )
        strip = grid.overlap * factor
        if tile[1] and strip:
            yield Area((corners((left, top, left + strip, bottom)),), white)
        if tile[0] and strip:
            yield Area((corners((left, top, right, top + strip)),), white)
        ring = corners((left, top, right, bottom))
        yield Stroke((ring[3], ring[0], ring[1]), furniture.ink, 0.3)
        at = (left + right) / 2, (top + bottom) / 2
        font = Font("bold", look.number("name"))
        yield Label(tile_name(tile), at, font, furniture.ink, halo=(255, 255, 255, 255), rim=0.7)
    ring = corners(place)
    yield Stroke((*ring, ring[0]), furniture.ink, 0.3)
