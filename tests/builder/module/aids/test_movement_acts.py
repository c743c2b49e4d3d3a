"""What the aids of the sequence and of movement write is what the rules keep; their tables."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from assistant.audit.finding import Verdict
from builder.convention import MARK, format_line
from builder.hexgrid import Direction, Numbering, neighbour
from builder.model.load import load_game
from builder.module.aids.aid import ROLES, Who
from builder.module.aids.assault import arrow_images
from builder.module.aids.ground import beside
from builder.module.aids.roles import roles
from builder.module.aids.weather import weather
from builder.module.piece import prototypes
from builder.module.plan import plan
from builder.vassal.trait import PlaceMarker, SetGlobalProperty, Submenu
from tests.assistant.games.acted import played
from tests.builder.module.aids.movement_acts import ACTS
from tests.builder.module.small import PANEL_PX, small_game


@pytest.fixture(scope="module")
def game():
    return load_game("white-death")


@pytest.mark.parametrize("name", ACTS)
def test_the_rules_keep_what_the_aids_write(name):
    act = ACTS[name]
    case = {"real": act.real, "phase": "movement", "impulse": act.impulse, **act.case}
    case["act"] = format_line(act.line).removeprefix(MARK).strip()
    found, ruled, _ = played(case)
    assert {each.verdict for each in found} == {Verdict.KEPT}, found
    assert not ruled.unapplied


@pytest.mark.parametrize("even_low", [True, False])
def test_the_hex_beside_another_is_worked_out_from_its_number(even_low):
    field = Numbering(12, 10, even_low=even_low)
    game = replace(small_game(), map=replace(small_game().map, numbering=field))
    for cell in field:
        hex_ = f"h{field.format(cell)}"
        for way in Direction:
            to = neighbour(cell, way)
            found = worked_out(beside(game, "X", way), hex_)
            if to in set(field):
                assert found == f"h{field.format(to)}"
            else:
                assert not re.fullmatch("h(0[1-9]|1[0-2])(0[1-9]|10)", found)


def worked_out(expression, hex_):
    """Return the value of an expression of sums and remainders, as BeanShell has it."""
    digits = r"Integer\.parseInt\(X\.substring\((\d),(\d)\)\)"
    sums = re.sub(digits, lambda found: str(int(hex_[int(found[1]) : int(found[2])])), expression)
    inner = sums.removeprefix('("h"+(').removesuffix(')).replace("h1","h")')
    assert re.fullmatch(r"[-+*%\d]+", inner)
    return f"h{eval(inner)}".replace("h1", "h")  # noqa: S307 - digits and signs alone


def test_no_unit_has_two_folders_of_one_name_or_two_entries_of_one_text(game):
    known = prototypes(game, 45)
    made = plan(game, PANEL_PX).counters
    for unit in game.units.values():
        traits = made[unit.id].expanded(known).parsed
        folders = [trait for trait in traits if isinstance(trait, Submenu)]
        assert Counter(each.title for each in folders).most_common(1)[0][1] == 1
        entries = [item for each in folders for item in each.items]
        assert len(entries) == len(set(entries))


def test_only_who_has_a_role_has_its_entries(game):
    units = game.units
    assert roles(game, units["s-24cd-18-cav"])[0] is Who.CHARGER
    assert {Who.BUILDER, Who.WRECKER} <= set(roles(game, units["s-3sa-eng"]))
    assert Who.ESCORT in roles(game, units["g-2-66-t34c"])
    assert Who.COMMANDO in roles(game, units["g-803br-9-803-cdo"])
    assert not {Who.ESCORT, Who.COMMANDO} & set(roles(game, units["s-28rd-88-inf"]))
    assert all(set(roles(game, unit)) <= set(ROLES) for unit in units.values())
    assert not any(roles(small_game(), unit) for unit in small_game().units.values())


def test_a_builder_puts_down_its_own_bridge_and_nobody_else_one(game):
    made = plan(game, PANEL_PX).counters
    placed = {
        id_: trait.gpid
        for id_, counter in made.items()
        for trait in counter.traits
        if isinstance(trait, PlaceMarker)
    }
    builders = game.special.bridge_builders
    assert placed == {each.unit: str(game.gpids[each.marker]) for each in builders}


def test_a_roll_for_the_weather_has_a_cell_for_each_turn_and_face(game):
    (answer,) = [
        trait
        for trait in weather(game).umpire
        if isinstance(trait, SetGlobalProperty) and trait.name == "wuInWeather"
    ]
    (taken,) = [each for each in answer.commands if "SkyTake" in each]
    width = max(map(len, game.weather.values()))
    cells = re.search(r'"([^"]*)"', taken.replace("\\", ""))[1]
    names = [cells[n : n + width].strip() for n in range(0, len(cells), width)]
    assert names == [game.weather[id_] for turn in game.turns for id_ in turn.weather]


def test_a_game_whose_record_has_no_weather_by_the_die_has_it_chosen_only():
    game = replace(small_game(), turns=tuple(replace(t, weather=()) for t in small_game().turns))
    asked = str(weather(game).umpire)
    assert "roll the die" not in asked
    assert "Heavy rain" in asked


def test_arrows_are_for_games_with_assaults(game):
    assert len(arrow_images(game)) == 2 * len(Direction)
    assert not arrow_images(small_game())
