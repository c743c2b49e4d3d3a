from __future__ import annotations

from dataclasses import replace

import pytest

from builder import convention
from builder.convention import Impulse, PhaseStep, Weather, format_line
from builder.errors import WargameError
from builder.model.game import Side
from builder.module.aids.writing import LINE
from builder.module.umpire import global_properties, umpire_traits
from builder.vassal.sequence import decode
from builder.vassal.trait import (
    CalculatedProperty,
    Marker,
    SetGlobalProperty,
    Trigger,
)
from tests.builder.module.small import small_game


def traits(kind):
    return [t for t in umpire_traits(small_game(), "1", "umpire.png") if isinstance(t, kind)]


def test_every_property_that_is_set_exists_in_the_module():
    assert {t.name for t in traits(SetGlobalProperty)} <= set(global_properties(small_game()))


def test_the_module_says_which_game_and_data_it_is_of():
    properties = global_properties(small_game())
    assert properties[convention.GAME] == "the-ford"
    assert properties[convention.DATA] == small_game().digest


def test_what_people_answer_is_marked_as_scratch():
    asked = {t.name for t in traits(SetGlobalProperty) if any(":E," in c for c in t.commands)}
    assert asked
    assert all(name.startswith(convention.SCRATCH) for name in asked)


def test_whatever_is_typed_is_held_against_a_pattern():
    typed = [t.name for t in traits(SetGlobalProperty) if any(":R\\," in c for c in t.commands)]
    rest = " ".join(c for t in traits(SetGlobalProperty) for c in t.commands)
    for name in typed:
        assert f'("#"+{name}).matches(' in rest.replace("\\", "")


def test_a_prompt_is_written_as_it_was_tried_in_the_engine():
    (raw,) = [t.encode() for t in traits(SetGlobalProperty) if t.name == "wuInPoints"]
    assert raw.state == ""
    assert raw.type == (
        "setprop;wuInPoints;false,0,100,false;"
        ":57348\\,0\\,uReset:P\\,,"
        ":57348\\,0\\,uAskPoints:E\\,Movement points of this impulse?\\,"
        "1\\\\,2\\\\,3\\\\,4\\\\,5\\\\,6\\\\,7\\\\,8\\\\,9\\\\,10;"
        ";Current Zone/Current Map/Module;"
    )


def test_a_choice_lists_the_names_of_the_sides():
    (raw,) = [t.encode() for t in traits(SetGlobalProperty) if t.name == "wuInSide"]
    assert "E\\,Which side moves?\\,Red\\,Blue Army" in raw.type.replace("\\\\", "\\")


def test_the_piece_is_found_by_its_marker():
    (marker,) = traits(Marker)
    assert dict(zip(marker.names, marker.values, strict=True)) == {
        convention.ID: "umpire",
        convention.KIND: "umpire",
    }


@pytest.mark.parametrize(
    "line",
    [
        Impulse(side="S", kind="K", points=1, left=2),
        PhaseStep(old="A", new="B"),
        Weather(now="W"),
    ],
)
def test_reports_have_the_words_and_keys_of_the_convention(line):
    words = [word.partition("=")[0] for word in format_line(line).split()[1:]]
    (said,) = [t for t in traits(SetGlobalProperty) if t.name == LINE]
    formats = [decode(decode(c, ":")[2], ",")[1] for c in said.commands]
    found = [f for f in formats if f.startswith('{"' + f"{convention.MARK} {words[0]} ")]
    assert found
    for one in found:
        places = [one.index(f"{key}=") for key in words[1:]]
        assert places == sorted(places)


def test_phases_follow_each_other_in_a_ring():
    (following,) = [t for t in traits(CalculatedProperty) if t.name == "uNext"]
    assert following.expression == (
        '{(WUphase=="decision"?"movement":WUphase=="movement"?"close-combat":'
        'WUphase=="close-combat"?"decision":"decision")}'
    )


def test_the_refusal_comes_before_the_acceptance():
    # inner traits act first, and the tuple is outermost first
    checks = [t for t in reversed(traits(Trigger)) if t.key.endswith("uCheck")]
    assert [t.action_keys[0].rsplit(",", 1)[1] for t in checks] == ["uRefuse", "uAccept"]


@pytest.mark.parametrize("name", ['The "Reds"', "back\\slash", "$side$", "{x}"])
def test_names_that_vassal_would_misread_are_refused(name):
    game = small_game()
    game = replace(game, sides=(Side("red", name), game.sides[1]))
    with pytest.raises(WargameError, match="rename"):
        umpire_traits(game, "1", "umpire.png")


def test_observers_may_not_press_any_button_nor_ask_for_an_act():
    entries = [t for t in traits(Trigger) if t.key.rsplit(",", 1)[1].startswith("wu")]
    assert len(entries) > 3
    for entry in entries:
        allowed = 'PlayerSide=="Red"||PlayerSide=="Blue Army"||PlayerSide=="Referee"'
        asked = entry.key.endswith(",wuDo")
        assert (f"&&({allowed})" if asked else f"{{{allowed}}}") in entry.match
