from __future__ import annotations

from dataclasses import replace

import pytest

from builder import convention
from builder.module.aids.catalogue import asking
from builder.module.concealment import (
    COVER,
    LIMITED,
    concealment_properties,
    unknown_image,
)
from builder.module.plan import picture_names, plan
from builder.vassal import buildfile
from builder.vassal.keystroke import named
from builder.vassal.trait import (
    DynamicProperty,
    Footprint,
    Label,
    Layer,
    Mask,
    MovementMark,
    Report,
    SetGlobalProperty,
    Trigger,
)
from tests.builder.module.small import PANEL_PX, small_entries, small_game


@pytest.fixture(scope="module")
def made():
    return plan(small_game(), PANEL_PX)


@pytest.fixture(scope="module")
def root():
    return buildfile.parse(small_entries()["buildFile.xml"])


def traits(made, id_):
    """Return the traits of a counter as saves hold it, from the inside out."""
    return list(reversed(made.counters[id_].expanded(made.prototypes).parsed))


def masks(made, id_):
    return [each for each in traits(made, id_) if isinstance(each, Mask)]


def test_masks_belong_to_the_own_side_and_the_referee_never_to_a_player(made):
    game = made.game
    for unit in game.units.values():
        front, back = masks(made, unit.id)
        for mask in (front, back):
            assert mask.access == f"sides:{game.side(unit.side).name}:Referee"
            assert mask.owner is None
            assert mask.menu == ""
            assert "57348" in mask.key


def test_one_mask_shows_the_front_and_the_other_no_more_than_the_side(made):
    front, back = masks(made, "r-1")
    assert (front.image, front.mask_name) == ("r-1-front.png", "Red unit")
    assert (back.image, back.mask_name) == ("unknown-red.png", "Red unit")
    assert {"unknown-red.png", "unknown-blue-army.png", "concealed.png"} <= set(picture_names(made))
    assert unknown_image(made.game.side("blue-army")) == "unknown-blue-army.png"


def test_masks_are_outside_of_all_that_would_tell_the_strength(made):
    for id_ in made.game.units:
        inside_out = traits(made, id_)
        first = next(i for i, each in enumerate(inside_out) if isinstance(each, Mask))
        outside = inside_out[first:]
        told = [each for each in outside if isinstance(each, Layer | Label)]
        assert [each.name for each in told if isinstance(each, Layer)] in ([], ["WUdeployed"])
        assert not [each for each in told if isinstance(each, Label)]
        names = {each.name for each in outside if isinstance(each, DynamicProperty)}
        assert names == {COVER}


def test_signs_of_movement_are_outside_of_the_masks(made):
    kinds = [type(each) for each in traits(made, "r-1")]
    last = max(i for i, kind in enumerate(kinds) if kind is Mask)
    assert last < kinds.index(MovementMark) < kinds.index(Footprint)


def test_nobody_else_can_turn_the_masks_of_a_side(made):
    entries = ("wuConceal", "wuReveal", "82,130")
    found = [t for t in traits(made, "r-1") if isinstance(t, Trigger) and t.key.endswith(entries)]
    assert len(found) == 4
    for each in found:
        assert '(PlayerSide==Side||PlayerSide=="Referee")' in each.match


def test_reports_of_a_unit_name_neither_it_nor_its_strength_while_it_is_concealed(made):
    for each in traits(made, "r-1"):
        if isinstance(each, Report):
            for word in ("PieceName", "BasicName", "pieceName", "WUleft", "WUstrength", "WUid"):
                assert word not in each.format


def test_a_unit_asks_the_umpire_only_for_what_does_not_name_it_while_it_is_concealed(made):
    free = "|".join(menu.verb for menu in asking(made.game) if menu.concealed)
    assert {"target", "supported", "isolated"} <= set(free.split("|"))
    found = [t for t in traits(made, "r-1") if isinstance(t, Trigger)]
    passed, refused = (t for t in found if t.key == named("wuAsk"))
    secret = f'{COVER}>0&&!wuInVerb.matches("{free}")'
    assert (passed.match, refused.match) == (f"{{!({secret})}}", f"{{{secret}}}")
    assert passed.action_keys == (named("wuPack"), named("wuCall"))
    bunker = [t for t in traits(made, "fort") if isinstance(t, Trigger)]
    assert [t.match for t in bunker if t.key == named("wuAsk")] == [""]


def test_what_is_written_while_concealing_is_marked_as_scratch(made):
    found = [t for t in traits(made, "r-1") if isinstance(t, SetGlobalProperty)]
    ours = [t.name for t in found if t.name in concealment_properties()]
    assert len(ours) == 3
    assert all(name.startswith(convention.SCRATCH) for name in ours)


def test_the_switch_is_off_at_first_and_has_a_button(root):
    (switch,) = [p for p in root.iter(buildfile.GLOBAL_PROPERTY) if p.get("name") == LIMITED]
    assert switch.get("initialValue") == "off"
    (button,) = list(switch)
    assert button.tag == buildfile.CHANGE_PROPERTY_BUTTON
    assert button.get("propChanger") == 'P,{WUlimited=="on"?"off":"on"}'


def test_lists_and_the_viewer_of_stacks_hold_back_what_is_concealed(root):
    for each in root.iter(buildfile.INVENTORY):
        assert f'({COVER}==0||(PlayerSide==Side||PlayerSide=="Referee"))' in each.get("include")
    for each in root.iter(buildfile.COUNTER_DETAIL_VIEWER):
        assert "WUleft" not in each.get("counterReportFormat")
        assert "$WUseen$" in each.get("counterReportFormat")


def test_bunkers_are_always_open_and_the_viewer_tells_their_strength(made):
    piece = made.counters["fort"].expanded(made.prototypes)
    assert not [t for t in piece.parsed if isinstance(t, Mask)]
    assert piece.properties[COVER] == "0"


def test_only_artillery_has_the_sign_of_being_deployed_outside_of_its_masks():
    game = small_game()
    guns = replace(game.units["r-guns"], range=5)
    made = plan(replace(game, units=game.units | {"r-guns": guns}), PANEL_PX)
    assert "deployed.png" in picture_names(made)
    for id_ in game.units:
        inside_out = traits(made, id_)
        last = max(i for i, each in enumerate(inside_out) if isinstance(each, Mask))
        signs = [i for i, t in enumerate(inside_out) if getattr(t, "name", "") == "WUdeployed"]
        assert len(signs) == (id_ == "r-guns")
        assert all(i > last for i in signs)
