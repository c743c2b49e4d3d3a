"""Every picture of a module: what it is drawn from, and how.

Source: names as :func:`builder.module.plan.picture_names` lists them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from io import BytesIO

from PIL import Image

from builder.chart.catalogue import make_charts
from builder.chart.description import Chart
from builder.chart.picture import chart_picture
from builder.chart.words import ChartStyle, load_chart_style
from builder.draw.facts import map_facts
from builder.draw.map import map_picture
from builder.draw.marker import marker_art, marker_faces, marker_picture, marker_text
from builder.draw.png import encode
from builder.draw.recipe import Files, Recipe
from builder.draw.scan import BACK, FRONT, Scans
from builder.draw.scan_face import scan_face, unit_faces
from builder.draw.scan_map import proof_picture, scanned_map
from builder.draw.style import Style
from builder.hexgrid import Direction
from builder.model.game import Game, Marker, Unit
from builder.module.aids.assault import arrow_images
from builder.module.board_picture import board_facts, board_picture
from builder.module.boxes import Board
from builder.module.concealment import CONCEALED_IMAGE, DEPLOYED_IMAGE, unknown_image
from builder.module.marker_piece import TARGET_IMAGE, marker_images, marker_px
from builder.module.picture import about_picture, arrow_picture, corner_picture, panel_picture
from builder.module.piece import MOVED_IMAGE, face_images
from builder.module.plan import (
    ABOUT_IMAGE,
    MAP_IMAGE,
    PANEL_IMAGE,
    Plan,
    box_image,
    chart_image,
    counter_px,
)
from builder.module.strength import badges

__all__ = ["MAP", "PROOF_IMAGE", "board_recipes", "map_recipe", "module_recipes", "proof_recipe"]

MAP = "map"
"""Id of the recipe that makes the picture of the map."""
PROOF_IMAGE = "map-proof.png"
"""How well a scanned map lies; for the owner, no part of the module."""
_CHART_DPI = 120
_ARROWS = ("arrow", "arrow-charge")
"""Markers: of an assault, and of a charge."""


def module_recipes(made: Plan, style: Style, scans: Scans | None = None) -> list[Recipe]:
    """Return how each picture of a module is made.

    Args:
        made: What the module consists of.
        style: How the game looks.
        scans: The owner's scans, which take the place of what is drawn.

    Raises:
        DrawError: The style lacks something.
    """
    return [
        map_recipe(made.game, style, scans),
        *board_recipes(made.game, tuple(made.boards), style),
        *_chart_recipes(made.game, style),
        _about_recipe(made.game, style, scans),
        *_small_recipes(made.game, style),
        *_marker_recipes(made.game, style, scans),
        *(_unit_recipe(made.game, unit, style, scans) for unit in made.game.units.values()),
    ]


def map_recipe(game: Game, style: Style, scans: Scans | None) -> Recipe:
    """Return how the map is made."""
    facts = map_facts(game)

    def make(_: Files) -> Files:
        draw = partial(map_picture, facts, style)
        return {MAP_IMAGE: encode(scanned_map(draw, scans, game.map.board))}

    return Recipe(MAP, 1, (facts, _digest(scans)), make)


def proof_recipe(game: Game, style: Style, scans: Scans) -> Recipe:
    """Return how the picture is made that proves how a scanned map lies."""

    def make(needed: Files) -> Files:
        chart = _opened(needed[MAP_IMAGE])
        return {PROOF_IMAGE: encode(proof_picture(chart, scans, game.map.board, style.fonts))}

    return Recipe(PROOF_IMAGE, 1, (map_facts(game), scans.digest), make, needs=(MAP,))


def board_recipes(game: Game, boards: tuple[Board, ...], style: Style) -> Iterator[Recipe]:
    """Yield how the boards of boxes are made."""
    for board in boards:
        draw = partial(board_picture, game, board, style)
        yield _picture(box_image(board), board_facts(game, board), draw)


def _about_recipe(game: Game, style: Style, scans: Scans | None) -> Recipe:
    def make(needed: Files) -> Files:
        return {ABOUT_IMAGE: encode(about_picture(game, _opened(needed[MAP_IMAGE]), style))}

    title = (game.name, game.version, game.date, game.private)
    return Recipe(ABOUT_IMAGE, 1, (title, map_facts(game), _digest(scans)), make, needs=(MAP,))


def _chart_recipes(game: Game, style: Style) -> Iterator[Recipe]:
    look = load_chart_style(style)
    for chart in make_charts(game, look):
        yield _picture(chart_image(chart.id), chart, partial(_chart, chart, look))


def _chart(chart: Chart, look: ChartStyle) -> Image.Image:
    """Draw a chart so that it is read at 100 %."""
    return chart_picture(chart, look, _CHART_DPI)


def _small_recipes(game: Game, style: Style) -> Iterator[Recipe]:
    """Yield how the umpire's plate and the badges upon counters are made."""
    size = counter_px(game)
    yield _picture(PANEL_IMAGE, (), partial(panel_picture, style), quick=True)
    moved = size * 3 // 10
    draw = partial(marker_picture, style, "moved", size_px=moved)
    yield _picture(MOVED_IMAGE, moved, draw, quick=True)
    draw = partial(marker_picture, style, "target", size_px=size)
    yield _picture(TARGET_IMAGE, size, draw, quick=True)
    yield from _concealment_recipes(game, style)
    for number, name in enumerate(arrow_images(game)):
        kind, way = divmod(number, len(Direction))
        id_ = _ARROWS[kind]
        draw = partial(arrow_picture, style, id_, size, Direction(way))
        yield _picture(name, (id_, size, way), draw, quick=True)
    for name, (text, px) in badges(game, size).items():
        draw = partial(marker_picture, style, "loss", text, px)
        yield _picture(name, (text, px), draw, quick=True)


def _concealment_recipes(game: Game, style: Style) -> Iterator[Recipe]:
    """Yield how the masks of limited intelligence are made, and what lies upon them."""
    size = counter_px(game)
    for side in game.sides:
        own = f"unknown-{side.id}"
        id_ = own if style.markers.get(own) is not None else "unknown"
        draw = partial(marker_picture, style, id_, size_px=size)
        yield _picture(unknown_image(side), (id_, size), draw, quick=True)
    corner = partial(corner_picture, style, "concealed", size)
    yield _picture(CONCEALED_IMAGE, size, corner, quick=True)
    if any(unit.artillery for unit in game.units.values()):
        sign = size * 3 // 10
        draw = partial(marker_picture, style, "deployed", size_px=sign)
        yield _picture(DEPLOYED_IMAGE, sign, draw, quick=True)


def _marker_recipes(game: Game, style: Style, scans: Scans | None) -> Iterator[Recipe]:
    alike = {marker_images(game, each): each for each in game.markers.values()}
    for images, marker in alike.items():
        px = marker_px(marker, counter_px(game))
        facts = (marker, game.sides, game.weather, px, _digest(scans))
        for face, image in enumerate(images):
            draw = partial(_marker_face, game, style, marker, px, scans, face=face)
            yield _picture(image, (facts, face), draw, quick=True)


def _unit_recipe(game: Game, unit: Unit, style: Style, scans: Scans | None) -> Recipe:
    size, names = counter_px(game), face_images(unit)

    def make(_: Files) -> Files:
        faces = unit_faces(game, unit, style, size, scans)
        return dict(zip(names, map(encode, faces), strict=True))

    return Recipe(f"unit {unit.id}", 2, (unit, size, _digest(scans)), make, quick=True)


def _picture(
    name: str, facts: object, draw: partial[Image.Image], *, quick: bool = False
) -> Recipe:
    """Return the recipe of one picture that is named like it."""

    def make(_: Files) -> Files:
        return {name: encode(draw())}

    return Recipe(name, 1, facts, make, quick=quick)


def _digest(scans: Scans | None) -> str:
    return scans.digest if scans else ""


def _opened(content: bytes) -> Image.Image:
    """Return a picture of our own making."""
    return Image.open(BytesIO(content)).convert("RGB")


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
