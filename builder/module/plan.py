"""What a module consists of before anything is drawn or written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.chart.catalogue import chart_ids
from builder.draw.counter import screen_px
from builder.errors import WargameError
from builder.model.game import Game
from builder.module.aids.assault import arrow_images
from builder.module.boxes import Board, Boards, lay_out_boards
from builder.module.concealment import CONCEALED_IMAGE, DEPLOYED_IMAGE, unknown_image
from builder.module.counter import Counter, slug
from builder.module.marker_piece import (
    TARGET,
    TARGET_IMAGE,
    marker_images,
    target_counter,
    umpire_counter,
)
from builder.module.piece import MOVED_IMAGE, counters, face_images, prototypes
from builder.module.strength import badges
from builder.module.umpire import UMPIRE
from builder.vassal.trait import Trait

__all__ = [
    "ABOUT_IMAGE",
    "MAP_IMAGE",
    "PANEL_IMAGE",
    "Plan",
    "box_image",
    "chart_image",
    "counter_px",
    "picture_names",
    "plan",
]

MAP_IMAGE, ABOUT_IMAGE, PANEL_IMAGE = "map.png", "about.png", "umpire.png"


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything about a module but pixels.

    Args:
        game: The game.
        boards: The boards of boxes.
        counters: Every counter by data id, the umpire among them.
        prototypes: Traits by name, from the inside out.
    """

    game: Game
    boards: Boards
    counters: Mapping[str, Counter]
    prototypes: Mapping[str, tuple[Trait, ...]]


def counter_px(game: Game) -> int:
    """Return the size of a counter, px."""
    return screen_px(game.map.board.row_px)


def box_image(board: Board) -> str:
    """Return the name of the picture of a board of boxes."""
    return f"{slug(board.name)}.png"


def chart_image(id_: str) -> str:
    """Return the name of the picture of a chart."""
    return f"chart-{id_}.png"


def plan(game: Game, panel_px: tuple[int, int]) -> Plan:
    """Lay out a module.

    Args:
        game: A game with at least one scenario.
        panel_px: Size of the umpire's panel.

    Raises:
        WargameError: No scenario, a counter without a number in the lock file, or names that
            can't be told apart.
    """
    if not game.scenarios:
        raise WargameError(f"{game.id}: has no scenario; add one in scenarios/")
    size = counter_px(game)
    boards = lay_out_boards(game, size)
    pieces = counters(game, boards, size)
    own = {UMPIRE: umpire_counter(game, PANEL_IMAGE, panel_px), TARGET: target_counter(size)}
    return Plan(game, boards, pieces | own, prototypes(game, size))


def picture_names(made: Plan) -> list[str]:
    """Return the name of every picture the module needs."""
    game = made.game
    names = [MAP_IMAGE, ABOUT_IMAGE, PANEL_IMAGE, MOVED_IMAGE, TARGET_IMAGE]
    names += [CONCEALED_IMAGE, *(unknown_image(side) for side in game.sides)]
    names += [DEPLOYED_IMAGE] if any(unit.artillery for unit in game.units.values()) else []
    names += arrow_images(game)
    names += [box_image(board) for board in made.boards]
    names += [chart_image(id_) for id_ in chart_ids(game)]
    names += badges(game, counter_px(game))
    markers = game.markers.values()
    names += sorted({name for marker in markers for name in marker_images(game, marker)})
    names += [name for unit in game.units.values() for name in face_images(unit)]
    return names
