"""Set-ups of every game opened in the real engine: silent, and as the data have them."""

from __future__ import annotations

from collections import Counter

import pytest

from builder import convention
from builder.draw.tracks import track_boxes
from builder.model.load import games
from builder.model.scenario import Use
from builder.module.setup import standing
from builder.module.setup_notes import setup_notes
from builder.module.starts import starts
from builder.module.track import track_starts
from builder.vassal import read_save
from builder.vassal.command import ScenarioNotes

pytestmark = pytest.mark.engine


def one_of_each(game):
    """Return a set-up of each scenario: ready to play of the first, as printed of the next."""
    wanted = {each.id: number % 2 == 0 for number, each in enumerate(game.scenarios.values())}
    return [each for each in starts(game) if each.seed == wanted[each.scenario.id]]


CHOSEN = [
    *((game, one_of_each) for game in games()),
    *(pytest.param((game, starts), marks=pytest.mark.soak) for game in games()),
]
"""Every scenario and both kinds in every run; all there are in the soak."""


@pytest.fixture(
    scope="module", params=CHOSEN, ids=lambda param: "-".join((param[0], param[1].__name__))
)
def opened(request, plain, probe, tmp_path_factory):
    """The game, and by name of the set-up: it, the pieces, and the save that the engine made."""
    game_id, choice = request.param
    game, module = plain(game_id)
    chosen = list(choice(game))
    folder = tmp_path_factory.mktemp("setups")
    script = []
    for each in chosen:
        script += [("setup", each.name), "dump", ("save", folder / each.file), "close"]
    result = probe.run(module, *script, side=game.sides[0].name, lean=True, timeout_s=1200).clean()
    dumps = [each for each in result["results"] if each["action"] == "dump"]
    found = {}
    for each, dump in zip(chosen, dumps, strict=True):
        pieces = [p for p in dump["pieces"] if convention.ID in p.get("props", {})]
        found[each.name] = each, pieces, read_save(folder / each.file)
    return game, found


def test_every_piece_is_there_once(opened):
    game, found = opened
    for each, pieces, _ in found.values():
        expected = [*game.units, *track_starts(game, each.scenario), "umpire"]
        expected += [id_ for id_ in standing(game, each) if id_ not in game.units]
        assert Counter(p["props"][convention.ID] for p in pieces) == Counter(expected), each.name


def test_what_stands_on_the_map_stands_in_its_hex_and_all_else_beside_it(opened):
    game, found = opened
    boxes = {box.centre: box.name for box in track_boxes(game)}
    for each, pieces, _ in found.values():
        expected = {i: game.map.numbering.format(c) for i, c in standing(game, each).items()}
        expected |= {i: boxes[spot] for i, spot in track_starts(game, each.scenario).items()}
        there = {
            p["props"][convention.ID]: p["location"] for p in pieces if p["map"] == convention.MAP
        }
        there.pop("umpire")  # above the hexes
        assert there == expected, each.name


def test_units_that_set_up_wait_apart_from_those_that_come_later_and_from_the_dead(opened):
    game, found = opened
    for each, pieces, _ in found.values():
        maps = {p["props"][convention.ID]: p["map"] for p in pieces}
        dead, placed = each.gone(game), standing(game, each)
        for placement in each.scenario.placements:
            for unit in placement.units:
                if unit in dead:
                    assert maps[unit] == convention.ELIMINATED_MAP
                elif unit in placed:
                    assert maps[unit] == convention.MAP
                elif placement.use is Use.SETUP:
                    assert maps[unit] == convention.HOLDING_MAP
                    assert not each.seed, "nobody waits where all is ready"
                else:
                    assert maps[unit] not in {convention.MAP, convention.ELIMINATED_MAP}


def test_counters_and_bunkers_show_the_losses_to_date(opened):
    game, found = opened
    for each, pieces, _ in found.values():
        for piece in pieces:
            id_ = piece["props"][convention.ID]
            if id_ in game.units or (game.markers.get(id_) and game.markers[id_].kind == "bunker"):
                lost = each.losses.get(id_, 0)
                assert piece["props"][convention.LOSS] == str(lost), (each.name, id_)
                printed = int(piece["props"]["WUstrength"])
                assert piece["props"]["WUleft"] == str(printed - lost)


def test_the_engine_keeps_the_notes_of_the_scenario(opened):
    game, found = opened
    for each, _, save in found.values():
        notes = [part.text for part in save.setup if isinstance(part, ScenarioNotes)]
        # 3.7 writes the same ones twice: there the window of notes registers itself twice
        assert {text.replace("|", "\n") for text in notes} == {setup_notes(game, each)}


def test_every_save_the_engine_writes_carries_the_hash_of_the_model(opened):
    game, found = opened
    for each, _, save in found.values():
        assert save.properties()["Module", convention.DATA] == game.digest, each.name
