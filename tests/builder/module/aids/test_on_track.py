from __future__ import annotations

import pytest

from builder.draw.tracks import track_boxes
from builder.model.load import games, load_game
from builder.module.aids.on_track import BEGUN, FOLLOWS, NOW, region, when
from builder.module.marker_piece import marker_counter
from builder.vassal.trait import Layer, SendTo
from tests.builder.module.small import small_game


@pytest.fixture(scope="module", params=games())
def game(request):
    return load_game(request.param)


def test_turn_weather_and_the_current_points_follow_at_once_the_initial_ones_after_an_impulse(game):
    found = {}
    for marker in game.markers.values():
        found.setdefault(when(game, marker), []).append(marker.id)
    sides = [side.id for side in game.sides]
    assert set(found[NOW]) == {"turn", "weather", *(f"current-{side}" for side in sides)}
    assert set(found[BEGUN]) == {f"initial-{side}" for side in sides}


def test_every_box_that_a_marker_is_sent_to_is_on_the_board(game):
    names = {box.name for box in track_boxes(game)}
    for side in game.sides:
        assert {f"{side.name} movement {n}" for n in range(game.points_per_turn + 1)} <= names
    assert {f"Weather: {name}" for name in game.weather.values()} <= names
    assert {f"Turn {turn.number}" for turn in game.turns} <= names
    for marker in game.markers.values():
        if when(game, marker) and marker.kind == "movement":
            assert f'"{game.side(marker.side).name} movement "' in region(game, marker)


def test_a_marker_that_follows_says_so_and_the_weather_s_turns_its_face(game):
    for marker in game.markers.values():
        piece = marker_counter(game, marker, 90).piece
        assert piece.properties.get(FOLLOWS, "") == when(game, marker)
        sent = [t.key for t in piece.parsed if isinstance(t, SendTo)]
        assert bool(sent) == (bool(when(game, marker)) or marker.kind == "supply")
        turned = [t.reset_key for t in piece.parsed if isinstance(t, Layer) and t.name == "WUside"]
        if marker.kind == "weather":
            assert turned == sent


def test_a_game_without_tracks_has_markers_that_stay():
    game = small_game()
    assert not any(when(game, marker) for marker in game.markers.values())
