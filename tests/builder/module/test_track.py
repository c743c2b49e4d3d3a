from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from builder.draw.tracks import track_boxes, tracks
from builder.model.game import Provenance
from builder.model.load import games, load_game
from builder.model.scenario import Pool
from builder.module.track import track_starts, track_zones
from builder.vassal import buildfile as bf
from tests.builder.module.small import small_game


@pytest.fixture(scope="module", params=games())
def game(request):
    return load_game(request.param)


def test_a_board_without_room_has_no_tracks():
    game = small_game()
    assert tracks(game) == ()
    assert track_starts(game, next(iter(game.scenarios.values()))) == {}


def test_zones_name_every_box_at_its_centre(game):
    zones = track_zones(tracks(game))
    named = {
        region.get("name"): (int(region.get("originx")), int(region.get("originy")))
        for zone in zones
        for region in zone.iter(bf.REGION)
    }
    boxes = track_boxes(game)
    assert named == {box.name: box.centre for box in boxes}
    assert len(named) == len(boxes)
    for zone in zones:
        corners = [tuple(map(int, spot.split(","))) for spot in zone.get("path").split(";")]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        for region in zone.iter(bf.REGION):
            assert min(xs) < int(region.get("originx")) < max(xs)
            assert min(ys) < int(region.get("originy")) < max(ys)


def test_zones_keep_off_the_hexes_and_each_other(game):
    board = game.map.board
    outlines = [track.outline for track in tracks(game)]
    for left, top, right, bottom in outlines:
        for x in range(left, right + 1, 9):
            for y in range(top, bottom + 1, 9):
                assert board.hex_at(x, y) not in board.numbering
                assert board.band_hex_at(x, y) not in board.numbering
    for a, b in combinations(outlines, 2):
        assert min(a[2], b[2]) <= max(a[0], b[0]) or min(a[3], b[3]) <= max(a[1], b[1])


def test_a_half_inch_counter_fits_every_box(game):
    inch = game.map.board.size_px[0] / 22
    for box in track_boxes(game):
        left, top, right, bottom = box.box
        assert min(right - left, bottom - top) >= inch / 2


def test_what_the_tracks_count(game):
    """Rule 3: ten points a turn; rule 15: pools; the turn record."""
    kinds = {}
    for box in track_boxes(game):
        kinds.setdefault((box.kind, box.of), []).append(box.value)
    assert kinds["turn", ""] == [turn.number for turn in game.turns]
    assert [of for kind, of in kinds if kind == "weather"] == list(game.weather)
    for side in game.sides:
        assert sorted(kinds["movement", side.id]) == list(range(game.points_per_turn + 1))
    pools = [each.id for each in game.markers.values() if each.kind == "supply"]
    assert [of for kind, of in kinds if kind == "supply"] == pools
    for pool in pools:
        assert kinds["supply", pool] == list(range(11))


def test_markers_begin_where_the_scenario_says(game):
    at = {box.name: box.centre for box in track_boxes(game)}
    for scenario in game.scenarios.values():
        begun = track_starts(game, scenario)
        assert begun["turn"] == begun["weather"] == at[f"Turn {scenario.first_turn}"]
        order = list(begun)  # the lowest first
        assert order.index("weather") < order.index("turn")
        for side in game.sides:
            assert order.index(f"initial-{side.id}") < order.index(f"current-{side.id}")
            spot = at[f"{side.name} movement {game.points_per_turn}"]
            assert begun[f"initial-{side.id}"] == begun[f"current-{side.id}"] == spot


def test_supply_begins_with_what_a_pool_holds(game):
    scenario = next(iter(game.scenarios.values()))
    marker = next(each for each in game.markers.values() if each.kind == "supply")
    pool = Pool(marker.id, marker.side, 3, Provenance.E)
    at = {box.name: box.centre for box in track_boxes(game)}
    begun = track_starts(game, replace(scenario, pools=(pool,)))
    assert begun[marker.id] == at[f"{marker.name} 3"]
    begun = track_starts(game, replace(scenario, pools=()))
    assert begun[marker.id] == at[f"{marker.name} 0"]
