"""The data files of the game in the checkout, and the game read from them."""

from __future__ import annotations

import pytest

from builder.model.load import data_root, load_game_from_files, read_files


@pytest.fixture(scope="session")
def folder():
    return data_root() / "white_death"


@pytest.fixture(scope="session")
def files(folder):
    return read_files(folder)


@pytest.fixture(scope="session")
def game(files):
    return load_game_from_files(files)
