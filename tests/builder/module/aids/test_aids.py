"""What holds for the traits of all play aids together, in every game of the data."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields

import pytest

from builder import convention
from builder.convention.grammar import VERBS
from builder.convention.line import Fire, Morale
from builder.hexgrid import Direction, hexside, neighbour
from builder.model.game import Lake
from builder.model.load import games, load_game
from builder.module.aids.aid import Who
from builder.module.aids.catalogue import aid_buttons, aids, asking, piece_traits
from builder.module.aids.dice import forced
from builder.module.aids.figures import PARTS, unit_figures
from builder.module.aids.ground import (
    BITS,
    LAKES_FULL,
    LAKES_PARTIAL,
    SLOPES,
    TERRAIN,
    defence_in,
    ground_properties,
    mixtures,
)
from builder.module.aids.request import menu_key
from builder.module.aids.writing import DEEPEST, LINE, said
from builder.module.umpire import global_properties, umpire_traits
from builder.vassal.keystroke import named
from builder.vassal.sequence import decode
from builder.vassal.trait import (
    CalculatedProperty,
    DynamicProperty,
    GlobalKeyCommand,
    Report,
    SetGlobalProperty,
    Trigger,
)
from tests.builder.module.small import small_game


@pytest.fixture(scope="module", params=[*games(), "small"])
def game(request):
    return small_game() if request.param == "small" else load_game(request.param)


@pytest.fixture(scope="module")
def umpire(game):
    return umpire_traits(game, "1", "umpire.png")


def of(kind, traits):
    return [trait for trait in traits if isinstance(trait, kind)]


def keys_of(command):
    """Return the key of a property's command, without VASSAL's escapes."""
    return command.replace("\\", "").split(":")[1]


def said_by(traits):
    """Return the expressions of what the umpire says."""
    (line,) = [trait for trait in of(SetGlobalProperty, traits) if trait.name == LINE]
    return [decode(decode(command, ":")[2], ",")[1] for command in line.commands]


def expressions(traits):
    for trait in of(CalculatedProperty, traits):
        yield trait.name, trait.expression
    for trait in of(Trigger, traits):
        yield trait.key, trait.match
    for trait in of(Report, traits):
        yield str(trait.keys), trait.format
    for trait in of(SetGlobalProperty, traits):
        for command in trait.commands:
            yield trait.name, command


def depth(expression):
    level = most = 0
    for sign in re.sub(r'"[^"]*"', '""', expression.replace("\\", "")):
        level += (sign == "(") - (sign == ")")
        most = max(most, level)
    assert level == 0, expression
    return most


def test_the_umpire_has_one_report_for_all_that_it_says(umpire):
    (report,) = of(Report, umpire)
    (line,) = [trait for trait in of(SetGlobalProperty, umpire) if trait.name == LINE]
    assert report.keys == tuple(keys_of(command) for command in line.commands)
    assert umpire.index(report) < umpire.index(line)  # outside: it looks at what is set


def test_no_property_is_worked_out_twice(umpire):
    names = Counter(trait.name for trait in of(CalculatedProperty, umpire))
    assert names.most_common(1)[0][1] == 1


def test_no_expression_has_brackets_too_deep_for_the_parser(game, umpire):
    pieces = [trait for who in Who for trait in piece_traits(aids(game), who)]
    for name, expression in expressions([*umpire, *pieces]):
        assert depth(expression) <= DEEPEST, name


def test_every_property_that_is_set_exists_and_none_is_given_twice(game, umpire):
    names = [name for aid in aids(game) for name in aid.properties]
    assert len(names) == len(set(names))
    known = set(global_properties(game))
    pieces = [trait for who in Who for trait in piece_traits(aids(game), who)]
    for trait in of(SetGlobalProperty, [*umpire, *pieces]):
        assert trait.name in known


def test_every_property_that_an_expression_names_exists(game, umpire):
    known = set(global_properties(game))
    for name, expression in expressions(umpire):
        bare = re.sub(r'"[^"]*"', "", expression.replace("\\", ""))
        for used in re.findall(r"\b(?:wuIn|WU)\w+", bare):
            assert used in known | {"WUturn"}, name


def test_every_key_that_a_trigger_presses_does_something(umpire):
    heard = {trait.key for trait in of(Trigger, umpire)}
    heard |= {key for trait in of(Report, umpire) for key in trait.keys}
    heard |= {trait.key for trait in of(GlobalKeyCommand, umpire)}
    heard |= {keys_of(c) for trait in of(SetGlobalProperty, umpire) for c in trait.commands}
    for trait in of(Trigger, umpire):
        assert set(trait.action_keys) <= heard, trait.key


def test_every_entry_of_a_menu_is_answered_and_has_a_text_and_a_verb_of_its_own(game, umpire):
    menus = asking(game)
    matches = " ".join(trait.match for trait in of(Trigger, umpire))
    for menu in menus:
        assert f'wuInVerb=="{menu.verb}"' in matches
    for part in ("verb", "text"):
        assert len({getattr(menu, part) for menu in menus}) == len(menus)


def test_every_button_has_a_trigger_that_observers_cant_set_off(game, umpire):
    triggers = {trait.key: trait.match for trait in of(Trigger, umpire)}
    for button in aid_buttons(game):
        assert "PlayerSide==" in triggers[named(button.key)]


def test_what_is_asked_or_typed_goes_to_scratch_properties_only(umpire):
    for trait in of(SetGlobalProperty, umpire):
        if any(re.search(r":[ER]\\*,", command) for command in trait.commands):
            assert trait.name.startswith(convention.SCRATCH)


def test_pieces_have_no_traits_but_those_by_which_they_ask(game):
    for who in Who:
        traits = list(piece_traits(aids(game), who))
        assert not of(Report, traits)
        watched = {key for trait in of(Trigger, traits) for key in trait.watch_keys}
        assert {menu_key(m.verb) for m in asking(game) if who in m.who} <= watched
        for trait in of(DynamicProperty, traits):
            assert trait.value == ""


def test_the_texts_of_the_map_say_what_the_map_says():
    game = load_game("white-death")
    map_, texts, known = game.map, ground_properties(game), mixtures(game)
    assert len(set(BITS)) == len(BITS) == 64
    for place, cell in enumerate(map_.numbering):
        letter = texts[TERRAIN][place]
        number = ord(letter) - ord("a") if letter.islower() else 26 + ord(letter) - ord("A")
        assert known[number] == map_.hexes[cell].terrain
        for way in Direction:
            side = hexside(cell, neighbour(cell, way))

            def has(name, place=place, way=way):
                return BITS.index(texts[name][place]) >> way & 1 == 1

            assert has(SLOPES) == (map_.slopes.get(side) == cell)
            assert has(LAKES_FULL) == (map_.lakes.get(side) is Lake.FULL)
            assert has(LAKES_PARTIAL) == (map_.lakes.get(side) is Lake.PARTIAL)


@pytest.mark.parametrize(
    ("terrain", "kind", "defence"),
    [
        ({"clear"}, "P", 6),
        ({"town", "river"}, "H", 7),
        ({"forest_creek"}, "P", 7),
        ({"forest_creek"}, "H", 3),
        ({"forest_creek"}, "L", 5),
    ],
)
def test_a_class_defends_with_the_best_of_its_terrain(terrain, kind, defence):
    assert defence_in(load_game("white-death"), terrain, kind) == defence


def test_figures_are_whole_sixteenths():
    game = load_game("white-death")
    for unit in game.units.values():
        (written,) = unit_figures(game, unit).values
        parts = written.split(",")
        assert int(parts[0]) == unit.combat * PARTS
        assert int(parts[1]) == unit.antitank * PARTS


def test_a_line_is_refused_whose_fields_are_not_its_own():
    values = {field.name: "1" for field in fields(Morale)[:4]}
    assert said(Morale, values).startswith('"[WU] morale unit="+(1)')
    assert said(Morale, values, {"forced": "x"}).endswith('+(x?" forced=yes":"")')
    with pytest.raises(ValueError, match="Fire has"):
        said(Fire, values)
    with pytest.raises(ValueError, match="Morale has"):
        said(Morale, dict(reversed(values.items())))


def test_dice_can_be_forced_in_lines_that_tell_it(game, umpire):
    properties = global_properties(game)
    assert properties[forced(1)] == properties[forced(2)] == ""
    formats = said_by(umpire)
    for verb, line in VERBS.items():
        found = [each for each in formats if f"[WU] {verb} " in each]
        if "forced" in {f.name for f in fields(line)}:
            assert all("forced=yes" in each or "die=" not in each for each in found)
