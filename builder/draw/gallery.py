"""Contact sheets: all counters of a game at a glance, to be looked at."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from builder.draw.counter import counter_faces
from builder.draw.style import Style
from builder.errors import DrawError
from builder.model.game import Game, Unit

__all__ = ["contact_sheet", "counter_strip"]

_GROUND = (94, 99, 94)
_GAP = 6  # px between two pictures


def contact_sheet(
    game: Game, style: Style, size_px: int = 84, columns: int = 10, rows: int = 14
) -> list[Image.Image]:
    """Draw every counter, front and back side by side, in the order of the data.

    Args:
        game: Whose counters.
        style: How.
        size_px: Width and height of a counter.
        columns: Counters in a row.
        rows: Rows on a sheet.

    Returns:
        As many sheets as needed, RGB.

    Raises:
        DrawError: The style lacks something.
    """
    units = list(game.units.values())
    step = columns * rows
    return [
        _sheet(game, style, units[i : i + step], size_px, columns)
        for i in range(0, len(units), step)
    ]


def counter_strip(game: Game, style: Style, ids: Iterable[str], size_px: int = 84) -> Image.Image:
    """Draw some counters in a row, fronts above, backs below.

    Raises:
        DrawError: There is no such unit, or the style lacks something.
    """
    chosen = []
    for id_ in ids:
        if id_ not in game.units:
            raise DrawError(f"no unit '{id_}' in {game.id}; take an id of its units file")
        chosen.append(game.units[id_])
    pairs = [counter_faces(game, unit, style, size_px) for unit in chosen]
    pitch = size_px + _GAP
    strip = Image.new("RGB", (pitch * len(pairs) + _GAP, 2 * pitch + _GAP), _GROUND)
    for i, pair in enumerate(pairs):
        for j, face in enumerate(pair):
            strip.paste(face, (_GAP + i * pitch, _GAP + j * pitch), face)
    return strip


def _sheet(game: Game, style: Style, units: list[Unit], size_px: int, columns: int) -> Image.Image:
    """Draw one sheet."""
    pitch = size_px + _GAP
    rows = -(-len(units) // columns)
    wide = columns * (2 * pitch + _GAP) + _GAP
    sheet = Image.new("RGB", (wide, rows * pitch + _GAP), _GROUND)
    for i, unit in enumerate(units):
        x = _GAP + (i % columns) * (2 * pitch + _GAP)
        y = _GAP + (i // columns) * pitch
        for j, face in enumerate(counter_faces(game, unit, style, size_px)):
            sheet.paste(face, (x + j * pitch, y), face)
    return sheet
