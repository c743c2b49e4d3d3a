"""What a build depends on, where it isn't as it should be."""

from __future__ import annotations

import os

import pytest

from builder.errors import WargameError
from builder.model.load import game_folder, games
from builder.pipeline import inputs
from builder.pipeline.inputs import read_inputs

GAME = games()[0]


@pytest.fixture
def art(tmp_path, monkeypatch):
    """A folder of art of our own, with the game's in it."""
    monkeypatch.setattr(inputs, "art_root", lambda: tmp_path)
    for name in ("fonts", "symbols", game_folder(GAME).name):
        (tmp_path / name).mkdir()
    return tmp_path


def test_a_pipe_among_the_art_is_refused(art):
    """Whoever opens one waits for ever."""
    pipe = art / game_folder(GAME).name / "style.toml"
    os.mkfifo(pipe)
    with pytest.raises(WargameError) as caught:
        read_inputs(GAME)
    assert str(caught.value) == f"{pipe}: isn't an ordinary file; remove it"


def test_a_link_that_leads_nowhere_is_passed_over(art):
    """Editors leave such links as marks of files they have open."""
    (art / "symbols" / ".#signs.toml").symlink_to("somebody@somewhere")
    assert read_inputs(GAME).art == art / game_folder(GAME).name
