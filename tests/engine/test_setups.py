"""Every set-up of every game opened in the real engine: silent, and as the data have it."""

from __future__ import annotations

from collections import Counter

import pytest

from builder import convention
from builder.draw.tracks import track_boxes
from builder.model.load import games, load_game
from builder.model.scenario import Use
from builder.module.setup_notes import setup_notes
from builder.module.starts import start
from builder.module.track import track_starts
from builder.pipeline import build_module
from builder.vassal import read_save
from builder.vassal.command import ScenarioNotes

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module", params=games())
def opened(request, repo, probe, tmp_path_factory):
    """The game, and by scenario id the pieces and the save that the engine made of them."""
    game = load_game(request.param)
    folder = tmp_path_factory.mktemp("setups")
    # kept between runs: it is built anew when data, art or program have changed
    module = build_module(game.id, repo / "build" / "tests").path
    script = []
    for scenario in game.scenarios.values():
        script += [("setup", scenario.title), "dump"]
        script += [("save", folder / f"{scenario.id}.vsav"), "close"]
    result = probe.run(module, *script, side=game.sides[0].name, timeout_s=300).clean()
    dumps = [each for each in result["results"] if each["action"] == "dump"]
    found = {}
    for scenario, dump in zip(game.scenarios.values(), dumps, strict=True):
        pieces = [p for p in dump["pieces"] if convention.ID in p.get("props", {})]
        found[scenario.id] = pieces, read_save(folder / f"{scenario.id}.vsav")
    return game, found


def test_every_piece_is_there_once(opened):
    game, found = opened
    for id_, (pieces, _) in found.items():
        scenario = game.scenarios[id_]
        markers = [each.id for each in (*scenario.bunkers, *scenario.bridges)]
        expected = [*game.units, *markers, *track_starts(game, scenario), "umpire"]
        assert Counter(p["props"][convention.ID] for p in pieces) == Counter(expected)


def test_what_stands_on_the_map_stands_in_its_hex_and_all_else_beside_it(opened):
    game, found = opened
    for id_, (pieces, _) in found.items():
        scenario = game.scenarios[id_]
        cells = {each.id: each.hex for each in (*scenario.bunkers, *scenario.bridges)}
        for placement in scenario.placements:
            cells |= placement.placed
        expected = {each: game.map.numbering.format(cell) for each, cell in cells.items()}
        boxes = {box.centre: box.name for box in track_boxes(game)}
        expected |= {each: boxes[spot] for each, spot in track_starts(game, scenario).items()}
        there = {
            p["props"][convention.ID]: p["location"] for p in pieces if p["map"] == convention.MAP
        }
        assert there == expected


def test_units_that_set_up_wait_apart_from_those_that_come_later_and_from_the_dead(opened):
    game, found = opened
    for id_, (pieces, _) in found.items():
        scenario = game.scenarios[id_]
        maps = {p["props"][convention.ID]: p["map"] for p in pieces}
        dead = set(scenario.eliminated)
        for placement in scenario.placements:
            for unit in set(placement.units) - set(placement.placed):
                if unit in dead:
                    assert maps[unit] == convention.ELIMINATED_MAP
                elif placement.use is Use.SETUP:
                    assert maps[unit] == convention.HOLDING_MAP
                else:
                    assert maps[unit] not in {convention.MAP, convention.ELIMINATED_MAP}


def test_the_engine_keeps_the_notes_of_the_scenario(opened):
    game, found = opened
    for id_, (_, save) in found.items():
        (notes,) = (each for each in save.setup if isinstance(each, ScenarioNotes))
        assert notes.text.replace("|", "\n") == setup_notes(game, start(game, game.scenarios[id_]))
