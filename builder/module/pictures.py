"""Every picture of a module, drawn by name.

Source: names as :func:`builder.module.plan.picture_names` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from PIL import Image

from builder.chart.catalogue import chart_ids, make_chart
from builder.chart.picture import chart_picture
from builder.chart.words import load_chart_style
from builder.draw.map import map_picture
from builder.draw.marker import marker_art, marker_faces, marker_picture, marker_text
from builder.draw.png import encode
from builder.draw.scan import BACK, FRONT, Scans
from builder.draw.scan_face import scan_face, unit_faces
from builder.draw.scan_map import proof_picture, scanned_map
from builder.draw.style import Style
from builder.model.game import Game, Marker
from builder.module.board_picture import board_picture
from builder.module.picture import about_picture, panel_picture
from builder.module.piece import (
    MOVED_IMAGE,
    badges,
    face_images,
    marker_images,
    marker_px,
)
from builder.module.plan import (
    ABOUT_IMAGE,
    MAP_IMAGE,
    PANEL_IMAGE,
    Plan,
    box_image,
    chart_image,
    counter_px,
)

__all__ = ["PROOF_IMAGE", "draw_pictures", "picture_jobs"]

PROOF_IMAGE = "map-proof.png"
"""How well a scanned map lies; for the owner, no part of the module."""
_CHUNK = 32
_CHART_DPI = 120


def picture_jobs(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Divide the pictures into jobs, the longest first.

    Map and title belong together; the two faces of a counter come from one call.
    """
    listed = list(names)
    big = tuple(name for name in listed if name in (MAP_IMAGE, ABOUT_IMAGE, PROOF_IMAGE))
    rest = [name for name in listed if name not in big]
    chunks = [tuple(rest[i : i + _CHUNK]) for i in range(0, len(rest), _CHUNK)]
    return ([big] if big else []) + chunks


def draw_pictures(
    made: Plan, style: Style, names: Iterable[str], scans: Scans | None = None
) -> dict[str, bytes]:
    """Draw pictures.

    Args:
        made: What the module consists of.
        style: How the game looks.
        names: File names of the pictures wanted.
        scans: The owner's scans, which take the place of what is drawn.

    Returns:
        PNG files by name.

    Raises:
        DrawError: The style lacks something, or a scan is damaged.
    """
    wanted = set(names)
    return {name: data for name, data in _drawn(made, style, wanted, scans) if name in wanted}


def _drawn(
    made: Plan, style: Style, wanted: set[str], scans: Scans | None
) -> Iterator[tuple[str, bytes]]:
    if wanted & {MAP_IMAGE, ABOUT_IMAGE, PROOF_IMAGE}:
        picture = scanned_map(partial(map_picture, made.game, style), scans, made.game.map.board)
        if scans and PROOF_IMAGE in wanted:
            proof = proof_picture(picture, scans, made.game.map.board, style.fonts)
            yield PROOF_IMAGE, encode(proof)
        yield MAP_IMAGE, encode(picture)
        yield ABOUT_IMAGE, encode(about_picture(made.game, picture, style))
    for name, draw in _small_pictures(made, style, scans):
        if name in wanted:
            yield name, encode(draw())
    size = counter_px(made.game)
    for unit in made.game.units.values():
        front, back = face_images(unit)
        if wanted & {front, back}:
            faces = unit_faces(made.game, unit, style, size, scans)
            yield from zip((front, back), map(encode, faces), strict=True)


def _small_pictures(
    made: Plan, style: Style, scans: Scans | None
) -> Iterator[tuple[str, Callable[[], Image.Image]]]:
    """Yield what else there is: names, and what draws them."""
    game, size = made.game, counter_px(made.game)
    yield PANEL_IMAGE, partial(panel_picture, style)
    for board in made.boards:
        yield box_image(board), partial(board_picture, game, board, style)
    for id_ in chart_ids(game):
        yield chart_image(id_), partial(_chart, game, id_, style)
    yield MOVED_IMAGE, partial(marker_picture, style, "moved", size_px=size * 3 // 10)
    for name, (text, px) in badges(game, size).items():
        yield name, partial(marker_picture, style, "loss", text, px)
    alike = {marker_images(game, each): each for each in game.markers.values()}
    for images, marker in alike.items():
        px = marker_px(marker, size)
        for i, image in enumerate(images):
            yield image, partial(_marker_face, game, style, marker, px, scans, face=i)


def _chart(game: Game, id_: str, style: Style) -> Image.Image:
    """Draw a chart so that it is read at 100 %."""
    look = load_chart_style(style)
    return chart_picture(make_chart(game, id_, look), look, _CHART_DPI)


def _marker_face(  # noqa: PLR0913 (what a face has)
    game: Game, style: Style, marker: Marker, size_px: int, scans: Scans | None, *, face: int
) -> Image.Image:
    """Return a marker's scan, or draw it: its front, its back, or one of the weathers."""
    weather = marker.kind == "weather"
    scan = scan_face(scans, marker.id, BACK if face and not weather else FRONT, size_px)
    if scan is not None:
        return scan
    own = f"{marker.kind}-{list(game.weather)[face]}" if weather and game.weather else ""
    if style.markers.get(own) is not None:
        return marker_picture(style, own, size_px=size_px)
    if face:
        return marker_faces(game, marker, style, size_px)[1]
    return marker_picture(style, marker_art(style, marker), marker_text(game, marker), size_px)
