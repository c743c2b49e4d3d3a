"""Pictures to look at: what a README shows.

``gallery.toml`` of a style tells what is shown: ``width`` of the overview (px), ``counters``
(unit ids), ``[key]`` (see :mod:`builder.draw.key`), and ``[scene]``: the hexes at two opposite
corners and, by hex, the pieces that stand there, bottom first (``marker:`` and a text after a
space, or a unit id). The command ``builder gallery`` writes all of them, and the sheets of
:mod:`builder.draw.sheet`.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from PIL import Image

from builder.draw.counter import STACK_STEP_PX, screen_px
from builder.draw.key import key_picture
from builder.draw.marker import UNDER, marker_picture
from builder.draw.png import encode
from builder.draw.scan import Scans
from builder.draw.scan_face import unit_faces
from builder.draw.style import Style, Table, read_table
from builder.errors import DrawError
from builder.hexgrid import Hex
from builder.model.game import Game

__all__ = ["counter_strip", "gallery_files"]

_GROUND = (94, 99, 94)
_GAP = 6  # px between two pictures
_UPON = (1.0, 0.0, 0.0)  # size and place of what doesn't lie under units


def counter_strip(
    game: Game,
    style: Style,
    ids: Iterable[str],
    size_px: int = 84,
    *,
    scans: Scans | None = None,
) -> Image.Image:
    """Draw some counters in a row, fronts above, backs below.

    Raises:
        DrawError: There is no such unit, or the style lacks something.
    """
    chosen = []
    for id_ in ids:
        if id_ not in game.units:
            raise DrawError(f"no unit '{id_}' in {game.id}; take an id of its units file")
        chosen.append(game.units[id_])
    pairs = [unit_faces(game, unit, style, size_px, scans) for unit in chosen]
    pitch = size_px + _GAP
    strip = Image.new("RGB", (pitch * len(pairs) + _GAP, 2 * pitch + _GAP), _GROUND)
    for i, pair in enumerate(pairs):
        for j, face in enumerate(pair):
            strip.paste(face, (_GAP + i * pitch, _GAP + j * pitch), face)
    return strip


def gallery_files(
    game: Game, style: Style, chart: Image.Image, scans: Scans | None = None
) -> dict[str, bytes]:
    """Draw what a README shows, as ``gallery.toml`` of the style tells.

    Args:
        game: Whose pictures.
        style: How.
        chart: The map's picture.
        scans: The owner's scans, if any.

    Returns:
        Files by name: an overview of the map (JPEG), a scene on it, some counters
        and what stands where on them (PNG).

    Raises:
        DrawError: ``gallery.toml`` is missing, malformed, or names what doesn't exist.
    """
    table = read_table(style.folder / "gallery.toml")
    width = round(table.number("width"))
    height = round(width * chart.height / chart.width)
    overview = chart.resize((width, height), Image.Resampling.LANCZOS)
    out = BytesIO()
    overview.save(out, "JPEG", quality=84, subsampling=0, optimize=True)
    return {
        "map.jpg": out.getvalue(),
        "scene.png": encode(_scene(game, style, chart, table.table("scene"), scans)),
        "key.png": encode(key_picture(game, style, table.table("key"))),
        "counters.png": encode(counter_strip(game, style, table.texts("counters"), scans=scans)),
    }


def _scene(
    game: Game, style: Style, chart: Image.Image, table: Table, scans: Scans | None
) -> Image.Image:
    """Draw a part of the map with pieces on it."""
    layout = game.map.board
    picture = chart.copy()
    size = screen_px(layout.row_px)
    stacks = table.table("pieces")
    placed = [(number, name) for number in stacks for name in stacks.texts(number)]
    levels: dict[str, int] = {}
    for number, name in sorted(placed, key=lambda each: _lies(each[1]) is _UPON):
        x, y = layout.centre(_hex(game, number))
        share, right, down = _lies(name)
        step = levels.get(number, 0) * STACK_STEP_PX
        piece = _piece(game, style, name, round(size * share), scans)
        left = round(x + right * size - piece.width / 2) + step
        top = round(y + down * size - piece.height / 2) - step
        picture.paste(piece, (left, top), piece)
        levels[number] = levels.get(number, 0) + (_lies(name) is _UPON)
    spots = [layout.centre(_hex(game, number)) for number in table.texts("corners")]
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return picture.crop((min(xs), min(ys), max(xs), max(ys)))


def _lies(name: str) -> tuple[float, float, float]:
    """Return size and place of a piece; what lies under units is drawn before all stacks."""
    return UNDER.get(name.partition(" ")[0].removeprefix("marker:"), _UPON)


def _hex(game: Game, number: str) -> Hex:
    try:
        return game.map.numbering.parse(number)
    except ValueError as error:
        raise DrawError(f"gallery.toml: {error}") from error


def _piece(game: Game, style: Style, name: str, size_px: int, scans: Scans | None) -> Image.Image:
    """Draw a unit's front, or a marker."""
    if name.startswith("marker:"):
        id_, _, text = name.removeprefix("marker:").partition(" ")
        return marker_picture(style, id_, text, size_px)
    if name not in game.units:
        raise DrawError(f"gallery.toml: no unit '{name}' in {game.id}")
    return unit_faces(game, game.units[name], style, size_px, scans)[0]
