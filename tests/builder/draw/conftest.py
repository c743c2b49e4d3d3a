"""The real game and its style, read once; its map, drawn once for all processes of a run."""

import fcntl
import os
import pickle
from pathlib import Path

import pytest

from builder.draw.map import map_picture, map_shapes
from builder.draw.style import art_root, load_style
from builder.model.load import load_game


@pytest.fixture(scope="session")
def game():
    return load_game("white-death")


@pytest.fixture(scope="session")
def style():
    return load_style(art_root() / "white_death")


@pytest.fixture(scope="session")
def map_drawing(game, style):
    return _once("shapes", lambda: map_shapes(game, style))


@pytest.fixture(scope="session")
def picture(game, style):
    return _once("picture", lambda: map_picture(game, style))


def _once(name, make):
    """Make something in whichever process of this run asks first; the others read it."""
    folder = Path(os.environ["XDG_CACHE_HOME"]) / "drawn"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            path.write_bytes(pickle.dumps(make()))
        return pickle.loads(path.read_bytes())  # noqa: S301 (of our own making)
