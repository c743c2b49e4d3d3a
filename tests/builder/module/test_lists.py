from __future__ import annotations

import pytest

from builder.vassal import buildfile
from tests.builder.module.small import small_entries, small_game


@pytest.fixture(scope="module")
def root():
    return buildfile.parse(small_entries()["buildFile.xml"])


def test_the_palette_of_units_is_by_side_and_formation(root):
    units, _ = root.findall(buildfile.PIECE_WINDOW)
    tabs = list(units[0])
    assert [tab.get("entryName") for tab in tabs] == ["Red", "Blue Army"]
    lists = [each.get("entryName") for each in tabs[1].iter(buildfile.LIST_WIDGET)]
    assert lists == ["1st Division", "Independent units"]


def test_markers_have_a_palette_of_their_own(root):
    _, markers = root.findall(buildfile.PIECE_WINDOW)
    assert markers.get("text") == "Markers"
    names = {slot.get("entryName") for slot in markers.iter(buildfile.PIECE_SLOT)}
    assert {each.name for each in small_game().markers.values()} <= names


def test_every_counter_is_in_one_palette(root):
    slots = [s.get("gpid") for w in root.findall(buildfile.PIECE_WINDOW) for s in w.iter("*")]
    found = [int(gpid) for gpid in slots if gpid]
    assert len(set(found)) == len(found)
    assert set(small_game().gpids.values()) <= set(found)


def test_inventories_are_by_formation_by_hex_and_of_losses(root):
    lists = root.findall(buildfile.INVENTORY)
    assert [(each.get("name"), each.get("groupBy")) for each in lists] == [
        ("Units", "Side,Formation"),
        ("By hex", "LocationName"),
        ("Losses", "Side,CurrentMap,Formation"),
    ]
    assert all('WUkind=="unit"' in each.get("include") for each in lists)


def test_lists_ask_no_label_of_a_piece_for_its_name_since_that_takes_seconds(root):
    for each in root.findall(buildfile.INVENTORY):
        assert each.get("sortFormat") == "$BasicName$"
        assert "PieceName" not in each.get("leafFormat")


def test_palettes_have_room_for_whole_names_beside_the_picture(root):
    for window in root.findall(buildfile.PIECE_WINDOW):
        assert int(window.get("defaultWidth")) >= 450
        for each in window.iter(buildfile.LIST_WIDGET):
            assert int(each.get("width")) - int(each.get("divider")) >= 250


def test_the_list_of_losses_has_the_eliminated_and_the_reduced(root):
    losses = root.findall(buildfile.INVENTORY)[2].get("include")
    assert 'CurrentMap=="Eliminated"' in losses
    assert "WUloss>0" in losses
