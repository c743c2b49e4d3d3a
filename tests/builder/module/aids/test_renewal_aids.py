"""Aids of supply, arrivals, renewal and victory: made from the data, and nothing without them."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from assistant.games.white_death.play.score.report import score
from assistant.games.white_death.play.score.rules import level_word as rules_word
from assistant.games.white_death.record.notes import SUPPLY_RIGHT
from assistant.games.white_death.state.opening import opening
from assistant.games.white_death.state.ruleset import Ruleset
from builder import convention
from builder.model.load import load_game
from builder.module.aids.catalogue import aid_buttons, asking
from builder.module.aids.offer import offered, picked
from builder.module.aids.refit import refitted
from builder.module.aids.renewal import renewed
from builder.module.aids.roles import roles
from builder.module.aids.supply_pools import NOW, POOL, fortress_of, points_at_start, pools
from builder.module.aids.turn import by_turn
from builder.module.aids.victory import items, level_word, recorded
from builder.module.aids.writing import LINE
from builder.module.plan import plan
from builder.module.setup import Saves, module_properties
from builder.module.starts import start
from builder.module.umpire import umpire_traits
from builder.module.windows import toolbar_menus, umpire_buttons
from builder.vassal import ModuleData, RestoreProperty, read_save
from builder.vassal.sequence import decode
from builder.vassal.trait import SendTo, SetGlobalProperty
from tests.builder.module.small import PANEL_PX, small_game


@pytest.fixture(scope="module")
def game():
    return load_game("white-death")


@pytest.fixture(scope="module")
def made(game):
    return plan(game, PANEL_PX)


def test_items_and_levels_of_victory_are_called_as_the_rules_call_them(game):
    rules = Ruleset(game)
    for scenario in game.scenarios.values():
        report = score(opening(rules, scenario.id), rules, scenario)
        assert list(items(game, scenario)) == [item.name for item in report.items]
        for level in scenario.victory.levels:
            assert level_word(level) == rules_word(level.name)


def test_no_item_of_victory_begins_as_another_does_in_a_list(game):
    names = items(game, *game.scenarios.values()).values()
    assert len(set(names)) == len(names) > 5
    assert not [(a, b) for a in names for b in names if a != b and b.startswith(f"{a} (")]


def test_each_item_of_victory_has_a_property_of_its_own(game):
    known = items(game, *game.scenarios.values())
    assert len({recorded(item) for item in known}) == len(known)


def test_every_pool_of_the_data_is_one_of_the_umpires(game):
    assert {pool.id for pool in pools(game)} == {
        pool.marker for each in game.scenarios.values() for pool in each.pools
    }
    assert [pool.id for pool in pools(game) if fortress_of(game, pool)] == ["supply-vl"]


def test_a_set_up_says_its_scenario_and_what_its_pools_hold(game, made, tmp_path):
    saves = Saves(made, ModuleData(game.name, game.version, "3.5.8"))
    for scenario in game.scenarios.values():
        path = tmp_path / "start.vsav"
        path.write_bytes(saves.save(start(game, scenario)))
        said = {c.name: c.value for c in read_save(path).setup if isinstance(c, RestoreProperty)}
        assert said.keys() == module_properties(made).keys()
        assert said[convention.SCENARIO] == scenario.id
        assert said[convention.POOLS] == points_at_start(scenario)
        for pool in scenario.pools:
            assert f";{pool.marker}={pool.points};" in said[convention.POOLS]


def test_a_table_by_turn_has_a_cell_for_no_turn_and_for_each(game):
    table = by_turn(game, {turn.number: turn.supply["soviet"] for turn in game.turns})
    (cells,) = re.findall(r'"(\d+)"\.substring', table)
    assert cells == "0" + "".join(str(turn.supply["soviet"]) for turn in game.turns)


def test_what_is_offered_with_a_figure_is_what_is_picked():
    assert offered("Red pool", "WUx") == '{"Red pool ("+WUx+")"}'
    assert picked("wuInA", {"red": "Red pool"}) == '(wuInA.startsWith("Red pool (")?"red":"")'


def test_only_units_that_the_data_name_have_entries_for_replacements(game):
    groups = [game.special.groups[each.group] for each in game.supply.replacements.values()]
    named = {id_ for group in groups for id_ in group.units}
    (entry,) = [menu for menu in asking(game) if menu.verb == "replace"]
    for unit in game.units.values():
        assert bool(set(entry.who) & set(roles(game, unit))) == (unit.id in named)


def test_formations_that_may_refit_are_those_with_units_in_the_group(game):
    (data,) = game.supply.refits
    units = game.special.groups[data.group].units
    assert set(refitted(game)) == {game.units[id_].parent for id_ in units}


def test_who_comes_back_is_sent_to_a_free_cell_of_its_sides_order_of_appearance(game, made):
    for id_, unit in game.units.items():
        sent = [t for t in made.counters[id_].traits if isinstance(t, SendTo)]
        away = [t for t in sent if t.map == convention.arrivals_map(game.side(unit.side).name)]
        assert len(away) == (id_ in renewed(game))
        for trait in away:
            where, cells = made.boards.coming_back(game, unit.side)
            spot = (int(trait.x), int(trait.y))
            assert trait.map == where
            assert spot in cells
            assert spot not in made.boards.arrivals[unit.side].places.values()


def test_a_pools_marker_is_sent_to_a_box_that_there_is(game, made):
    for pool in pools(game):
        (trait,) = [t for t in made.counters[pool.id].traits if isinstance(t, SendTo)]
        assert trait.destination == "R"
        assert f'"{pool.name} "' in trait.region


def test_a_game_without_supply_has_none_of_it():
    game = small_game()
    texts = {button.text for button in aid_buttons(game)}
    assert not texts & {"Pay supply", "Receive supply", "Airdrop", "Garrison", "Draw", "Refit"}
    assert toolbar_menus(game) == ()
    assert plan(game, PANEL_PX).boards.coming_back(game, "red") is None


def test_menus_of_the_toolbar_hold_buttons_that_there_are(game):
    buttons = {each.get("buttonText") for each in umpire_buttons(game)}
    held = [text for menu in toolbar_menus(game) for text in menu.get("menuItems").split(",")]
    assert set(held) <= buttons
    assert len(set(held)) == len(held) > 5


def test_no_property_that_a_key_sets_looks_at_another_that_it_sets(game):
    found = defaultdict(dict)
    for trait in umpire_traits(game, "1", "umpire.png"):
        if isinstance(trait, SetGlobalProperty):
            for command in trait.commands:
                _, key, change = decode(command, ":")
                assert trait.name not in found[key]
                found[key][trait.name] = re.sub(r'"[^"]*"', "", change.replace("\\", ""))
    for key, changes in found.items():
        for name, change in changes.items():
            used = set(re.findall(r"\b(?:wuIn|WU)\w+", change))
            assert not used & (changes.keys() - {name}), key


def test_the_umpire_has_one_trait_for_each_property_that_is_set(game):
    traits = umpire_traits(game, "1", "umpire.png")
    names = [trait.name for trait in traits if isinstance(trait, SetGlobalProperty)]
    assert len(set(names)) == len(names)


def test_the_remark_that_puts_supply_right_is_the_one_that_audits_look_for(game):
    traits = umpire_traits(game, "1", "umpire.png")
    (line,) = [t for t in traits if isinstance(t, SetGlobalProperty) and t.name == LINE]
    said = [decode(decode(command, ":")[2], ",")[1] for command in line.commands]
    (remark,) = [each for each in said if SUPPLY_RIGHT in each]
    assert f'"{SUPPLY_RIGHT}"+{POOL}+"_holds_"+{NOW}' in remark
