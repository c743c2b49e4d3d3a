"""The real game and its style, read once; its map, drawn once for all processes of a run."""

import pytest

from builder.draw import map as drawn
from builder.draw.map import map_picture, map_shapes
from builder.draw.style import art_root, load_style
from builder.model.load import load_game
from tests.builder.once import once


@pytest.fixture(scope="session")
def game():
    return load_game("white-death")


@pytest.fixture(scope="session")
def style():
    return load_style(art_root() / "white_death")


@pytest.fixture(scope="session")
def map_drawing(game, style):
    return once("shapes", lambda: map_shapes(game, style))


@pytest.fixture(scope="session")
def picture(game, style, map_drawing):
    def draw():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(drawn, "_shapes", lambda *_: map_drawing)
            return map_picture(game, style)

    return once("picture", draw)
