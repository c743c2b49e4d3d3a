"""Finding the rules of a game by its id."""

from __future__ import annotations

import pytest

from assistant.errors import LogError
from assistant.games import find


def test_a_game_is_found_by_its_id():
    assert find("white-death").prefix == "WD"


@pytest.mark.parametrize(
    "game_id",
    ["no-such-game", "", "..", "white_death", "white-death.book", "os", "a" * 200, "x\0y"],
)
def test_what_is_no_game_is_said_in_one_line(game_id):
    with pytest.raises(LogError) as caught:
        find(game_id)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250
