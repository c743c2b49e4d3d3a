from __future__ import annotations

import pytest

from builder import convention
from builder.module.map_tools import ZOOM_LEVELS
from builder.module.piece_keys import CLEAR_TRAIL, MOVED
from builder.vassal import buildfile
from tests.builder.module.small import small_entries


@pytest.fixture(scope="module")
def root():
    return buildfile.parse(small_entries()["buildFile.xml"])


@pytest.fixture(scope="module")
def field(root):
    """The map of hexes."""
    return next(m for m in root.iter(buildfile.MAP) if m.get("mapName") == convention.MAP)


@pytest.fixture(scope="module")
def maps(root):
    return list(root.iter(buildfile.MAP))


def only(where, tag):
    (found,) = where.iter(tag)
    return found


def test_every_map_zooms_from_a_quarter_to_beyond_its_size(maps):
    assert len(maps) > 1
    for each in maps:
        zoom = only(each, buildfile.ZOOMER)
        levels = [float(level) for level in zoom.get("zoomLevels").split(",")]
        assert levels == sorted(float(level) for level in ZOOM_LEVELS)
        assert levels[0] <= 0.25
        assert levels[-1] > 1
        assert zoom.get("zoomInKey")
        assert zoom.get("zoomOutKey")


def test_every_map_has_a_viewer_that_tells_the_hex_and_each_strength(maps):
    for each in maps:
        viewer = only(each, buildfile.COUNTER_DETAIL_VIEWER)
        assert viewer.get("summaryReportFormat") == "$LocationName$"
        assert viewer.get("emptyHexReportForma") == "$LocationName$"
        assert viewer.get("counterReportFormat") == "$WUseen$"
        assert viewer.get("showgraph") == viewer.get("showtext") == "true"
        assert viewer.get("minDisplayPieces") == "1"


def test_text_below_a_counter_in_the_viewer_has_no_name_that_would_be_cut(maps):
    for each in maps:
        assert "Name$" not in only(each, buildfile.COUNTER_DETAIL_VIEWER).get("counterReportFormat")


def test_the_thread_runs_from_hex_to_hex_and_tells_the_range(field):
    thread = only(field, buildfile.LOS_THREAD)
    assert {thread.get(name) for name in ("drawRange", "snapStart", "snapEnd")} == {"true"}
    assert thread.get("scale") == "0"  # hexes, not px


def test_the_field_has_an_overview_and_can_be_seen_without_counters(field):
    assert only(field, buildfile.GLOBAL_MAP).get("hotkey")
    assert only(field, buildfile.HIDE_PIECES_BUTTON).get("hotkey")


def test_buttons_clear_the_marks_and_the_trails_of_all_counters(field):
    commands = {each.get("hotkey"): each for each in field.iter(buildfile.MASS_KEY_COMMAND)}
    assert set(commands) == {MOVED, CLEAR_TRAIL}
    assert commands[MOVED].get("filter") == "{Moved==true}"  # the key also sets the mark
    assert commands[CLEAR_TRAIL].get("filter") == ""
    assert field.get("markMoved") == "Always"


def test_every_map_can_be_saved_as_a_picture_and_pointed_at(maps):
    for each in maps:
        assert only(each, buildfile.IMAGE_SAVER).get("tooltip") == "Save the map as a picture"
        assert only(each, buildfile.FLARE).get("flareKey") == "keyAlt"


def test_boards_are_named_on_their_buttons_as_they_are_called(maps):
    for each in maps:
        if each.get("mapName") != convention.MAP:
            assert each.get("buttonName") == each.get("mapName")
            assert each.get("tooltip") == f"Show or hide: {each.get('mapName')}"
