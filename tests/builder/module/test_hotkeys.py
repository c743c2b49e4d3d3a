from __future__ import annotations

from collections import Counter
from dataclasses import fields

import pytest

from builder import convention
from builder.model.load import games, load_game
from builder.module.hotkeys import hotkeys
from builder.module.piece_keys import KEYS
from builder.module.plan import plan
from builder.vassal import buildfile
from builder.vassal.sequence import decode
from builder.vassal.trait import Layer, Mask, Report
from tests.builder.module.small import PANEL_PX, small_entries, small_game

NAMED = "57348"
HEARD = (
    "hotkey", "buttonHotkey", "buttonKeyStroke", "nexthotkey", "prevhotkey", "zoomInKey",
    "zoomOutKey", "zoomPickKey", "top", "bottom", "up", "down", "markUnmovedHotkey",
)  # fmt: skip
"""Attributes that name a key which a component listens to."""
SENT = {buildfile.GLOBAL_KEY_COMMAND, buildfile.MASS_KEY_COMMAND}
"""Components whose ``hotkey`` is what they send."""
OF_VASSAL = {"34,0", "87,520", "87,585", "83,130", "79,130", "78,130", "121,0"}
"""Page Down, logs, save, load, new, the menu."""


def heard(part):
    """Return the keys a component listens to."""
    names = [n for n in HEARD if not (n == "hotkey" and part.tag in SENT)]
    found = [part.get(name) for name in names]
    return [key for key in found if key and key[0].isdigit()]


@pytest.fixture(scope="module")
def root():
    return buildfile.parse(small_entries()["buildFile.xml"])


@pytest.fixture(scope="module")
def anywhere(root):
    """Keys heard in the main window, those of the map of hexes among them."""
    apart = [m for m in root.iter(buildfile.MAP) if m.get("mapName") != convention.MAP]
    inside = {each for m in apart for each in m.iter("*") if each is not m}
    return [key for part in root.iter("*") if part not in inside for key in heard(part)]


def pressed(trait):
    """Return the keys that a trait listens to and players press; reports only look on."""
    if isinstance(trait, Report):
        return []
    sent = {"sent_key", "old_activate_key", "old_increase_key", "old_decrease_key"}
    names = [f.name for f in fields(trait) if f.name.endswith("key") and f.name not in sent]
    found = [getattr(trait, name) for name in names]
    found += [decode(command, ":")[1] for command in getattr(trait, "commands", ())]
    return [key for key in found if key and key[0].isdigit() and not key.startswith(NAMED)]


def pieces(game):
    made = plan(game, PANEL_PX)
    return {id_: each.expanded(made.prototypes) for id_, each in made.counters.items()}


def test_no_two_components_share_a_key(anywhere):
    twice = [key for key, count in Counter(anywhere).items() if count > 1]
    assert twice == []
    assert len(anywhere) > 20


def test_a_window_of_boxes_has_no_key_twice_and_takes_none_of_the_main_window(root, anywhere):
    meant = {"61,195", "45,130", "32,130", "38,0", "40,0", "39,0", "37,0"}  # zoom, viewer, stacks
    for part in root.iter(buildfile.MAP):
        if part.get("mapName") != convention.MAP:
            keys = [key for each in part.iter("*") if each is not part for key in heard(each)]
            assert len(set(keys)) == len(keys)
            assert set(keys) & set(anywhere) <= meant


def test_keys_of_vassal_are_left_alone(anywhere):
    assert not set(anywhere) & OF_VASSAL


def test_every_key_is_used_and_its_button_s_tip_says_what_it_does(root):
    attributes = {value for part in root.iter("*") for value in part.attrib.values()}
    for each in hotkeys():
        assert each.stroke in attributes, each
    tips = " ".join(value for value in attributes if value)
    for each in hotkeys():
        if each.shown not in {"Ctrl+Space", "Ctrl+Shift+."}:  # these have no button of their own
            assert each.does in tips


def test_tips_leave_the_key_to_the_engine_which_adds_it_in_brackets(root):
    tips = [part.get("tooltip", "") for part in root.iter("*")]
    assert len(list(filter(None, tips))) > 10
    assert not [tip for tip in tips if "Ctrl" in tip or "Alt+" in tip]


@pytest.mark.parametrize("id_", [None, *games()])
def test_no_two_traits_of_a_piece_share_a_key_and_none_is_a_button_s(id_, anywhere):
    game = load_game(id_) if id_ else small_game()
    for name, piece in pieces(game).items():
        keys = [key for trait in piece.parsed for key in pressed(trait)]
        assert [key for key, count in Counter(keys).items() if count > 1] == [], name
        assert not set(keys) & (set(anywhere) | OF_VASSAL)


def test_every_key_of_the_pieces_is_in_the_list_for_the_help():
    shown = {"130": "Ctrl+", "195": "Ctrl+Shift+"}
    told = {key for keys, _ in KEYS for key in keys.split()}
    for piece in pieces(small_game()).values():
        for trait in piece.parsed:
            for stroke in pressed(trait):
                code, modifier = stroke.split(",")
                assert shown[modifier] + chr(int(code)) in told


def test_the_test_would_see_a_clash():
    layer = Layer(images=("a.png",), names=("",), increase_key="70,130")
    assert pressed(layer) == ["70,130"]
    assert pressed(Mask(key="70,130")) == ["70,130"]
