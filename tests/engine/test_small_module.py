"""A module of an invented game with names full of signs that VASSAL's formats use themselves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder import convention
from builder.convention import Impulse, PhaseStep, Weather, parse_line
from builder.model.game import Side
from builder.vassal import read_save, write_archive
from tests.builder.module.small import small_entries, small_game

pytestmark = pytest.mark.engine

NAME = "Blue, Army: O'Neil / 1st; \u0411"
UNITS = {"r-1": "I,a;b/c:d", "r-2": "'II'", "b-1": "\u041f\u043e\u043b\u043a <&> |"}


@pytest.fixture(scope="module")
def game():
    game = small_game()
    units = {id_: replace(u, name=UNITS.get(id_, u.name)) for id_, u in game.units.items()}
    sides = (game.sides[0], Side("blue-army", NAME))
    weather = {"dry": "Dry, cold: 10/20; (windy)", "heavy-rain": "Heavy rain"}
    return replace(game, units=units, sides=sides, weather=weather)


@pytest.fixture(scope="module")
def result(probe, game, tmp_path_factory):
    path = tmp_path_factory.mktemp("small") / "small.vmod"
    write_archive(path, small_entries(game))
    return probe.run(
        path,
        ("setup", "A The Ford"),
        "dump",
        ("answer", f"choose {NAME}"),
        ("answer", "choose action"),
        ("answer", "choose 3"),
        ("button", "Impulse"),
        ("button", "Phase"),
        ("answer", f"choose {game.weather['dry']}"),
        ("button", "Weather"),
        ("key", f"{convention.ID}=r-2", "76,130"),
        "close",
        "new",
        "dump",
        side=NAME,
        edit=True,
    )


def test_the_editor_has_no_complaint(result):
    result.clean()


def test_names_arrive_as_they_are(result, game):
    dump = next(r for r in result["results"] if r["action"] == "dump")
    names = {
        piece["props"][convention.ID]: piece["name"]
        for piece in dump["pieces"]
        if convention.ID in piece.get("props", {})
    }
    for unit in game.units.values():
        assert names[unit.id] == unit.label
    assert NAME in result["sides"]


def test_lines_hold_ids_not_names(result):
    lines = [line for r in result["results"] for line in r["chat"] if convention.is_ours(line)]
    assert [parse_line(line) for line in lines] == [
        Impulse(side="blue-army", kind="action", points=3, left=7),
        PhaseStep(old="decision", new="movement"),
        Weather(now="dry"),
    ]


def test_a_game_without_a_set_up_has_an_umpire_too(result):
    last = [r for r in result["results"] if r["action"] == "dump"][-1]
    kinds = [p["props"].get(convention.KIND) for p in last["pieces"] if "props" in p]
    assert kinds.count("umpire") == 1


def test_the_version_of_an_owners_edition_is_taken_and_kept(probe, game, tmp_path):
    version = f"{game.version}+owner.ab12"
    owned = replace(game, version=version, private=True)
    plain, mine = tmp_path / "plain.vmod", tmp_path / "mine.vmod"
    write_archive(plain, small_entries(game))
    write_archive(mine, small_entries(owned))
    save = tmp_path / "mine.vsav"
    script = (("setup", "A The Ford"), ("save", save))
    found = probe.run(mine, *script, side=NAME, edit=True).clean()
    assert found["version"] == version
    assert read_save(save).module.version == version
    for module in (mine, plain):
        assert probe.run(module, ("load", save)).clean()["results"][0]["started"]
