"""The real game and its style, read once; its map, drawn once for all processes of a run."""

import pytest

from builder.draw.map import map_picture
from builder.draw.style import art_root, load_style
from builder.model.load import load_game
from tests.builder.once import once
from tests.builder.real_map import real_map


@pytest.fixture(scope="session")
def game():
    return load_game("white-death")


@pytest.fixture(scope="session")
def style():
    return load_style(art_root() / "white_death")


@pytest.fixture(scope="session")
def whole_map():
    return real_map()


@pytest.fixture(scope="session")
def map_drawing(whole_map):
    return whole_map.shapes


@pytest.fixture(scope="session")
def plan(whole_map):
    return whole_map.plan


@pytest.fixture(scope="session")
def picture(game, style, whole_map):
    return once("picture", lambda: whole_map.render(map_picture, game, style))
