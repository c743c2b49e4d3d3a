from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import pytest

from builder.errors import WargameError
from builder.model.load import (
    data_digest,
    game_folder,
    games,
    load_game,
    load_game_from_files,
    read_files,
)
from builder.module import assemble
from builder.module.assemble import module_entries, picture_memory
from builder.module.manifest import FONT_LICENCE, GAME_FILE, MANIFEST, SOURCE_DATA, manifest_entries
from builder.module.plan import picture_names, plan
from builder.vassal import ModuleData, archive_bytes, buildfile
from tests.builder.module.small import PANEL_PX, small_entries, small_game, small_pictures


@pytest.fixture(scope="module")
def entries():
    return small_entries()


@pytest.fixture(scope="module")
def root(entries):
    return buildfile.parse(entries["buildFile.xml"])


def test_building_twice_gives_the_same_bytes(entries):
    assert archive_bytes(small_entries()) == archive_bytes(entries)


def test_metadata_and_build_file_agree(entries, root):
    data = ModuleData.parse(entries["moduledata"])
    assert (data.name, data.version) == ("The Ford: “small”", "1.2.3")
    assert (root.get("name"), root.get("version")) == (data.name, data.version)
    assert root.get("VassalVersion") == data.vassal_version == "3.5.8"
    assert data.date_saved == 1714953600000  # 2024-05-06 00:00 UTC


def test_numbers_of_slots_are_unique_and_below_the_next(root):
    numbers = [int(slot.get("gpid")) for slot in root.iter(buildfile.PIECE_SLOT)]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) < int(root.get("nextPieceSlotId"))


def test_sides_and_referee_may_be_taken(root):
    roster = root.find(buildfile.PLAYER_ROSTER)
    assert [entry.text for entry in roster] == ["Red", "Blue Army", "Referee"]


def test_the_grid_is_that_of_the_layout(root):
    grid = next(root.iter(buildfile.HEX_GRID))
    assert dict(grid.attrib).items() >= small_game().map.board.grid_attributes().items()
    numbering = next(root.iter(buildfile.HEX_GRID_NUMBERING))
    assert dict(numbering.attrib).items() >= small_game().map.board.numbering_attributes().items()


def test_every_file_that_is_named_is_in_the_module(entries, root):
    for part in root.iter():
        for name in ("fileName", "file"):
            value = part.get(name)
            if value:
                assert value in entries or f"images/{value}" in entries


def test_file_names_are_plain_ascii(entries):
    for name in entries:
        assert name.isascii()
        assert " " not in name


def test_a_missing_picture_stops_the_build():
    made = plan(small_game(), PANEL_PX)
    pictures = small_pictures(picture_names(made))
    del pictures["r-1-back.png"]
    with pytest.raises(WargameError, match=r"r-1-back\.png"):
        module_entries(made, pictures, {}, b"")


def test_a_picture_that_nobody_sees_stops_the_build():
    made = plan(small_game(), PANEL_PX)
    pictures = small_pictures([*picture_names(made), "old.png"])
    with pytest.raises(WargameError, match=r"old\.png.*never shown"):
        module_entries(made, pictures, {}, b"")


def test_a_picture_that_no_machine_can_show_stops_the_build():
    header = bytes(16) + (20_000).to_bytes(4, "big") + (10_001).to_bytes(4, "big")
    with pytest.raises(WargameError, match=r"big\.png: 20000 x 10001"):
        picture_memory({"big.png": header})


@pytest.mark.parametrize("id_", games())
def test_pictures_of_the_games_are_exactly_those_shown(id_):
    made = plan(load_game(id_), (760, 84))
    names = picture_names(made)
    assert len(set(names)) == len(names)
    entries = module_entries(made, dict.fromkeys(names, b"png"), {}, b"")
    assert {n for n in entries if n.startswith("images/")} == {f"images/{n}" for n in names}


@pytest.mark.parametrize("id_", games())
def test_the_data_in_a_module_make_the_same_game_again(id_):
    files = read_files(game_folder(id_))
    game = load_game_from_files(files)
    entries = manifest_entries(game, files)
    named = {n: d for n, d in entries.items() if n.startswith(SOURCE_DATA)}
    assert entries.keys() - named.keys() == {MANIFEST, GAME_FILE}
    inside = {n.removeprefix(SOURCE_DATA): d for n, d in named.items()}
    assert inside == files
    assert load_game_from_files(inside) == game
    manifest = json.loads(entries[MANIFEST])
    assert manifest["digest"] == data_digest(inside)
    assert manifest["files"] == {n: hashlib.sha256(d).hexdigest() for n, d in files.items()}
    assert (manifest["game"], manifest["version"]) == (game.id, game.version)


def test_the_module_says_which_model_of_which_game_it_is(entries):
    game, said = small_game(), json.loads(entries[GAME_FILE])
    assert (said["game"], said["version"], said["model"]) == (game.id, game.version, game.digest)
    assert said["sides"] == {"red": "Red", "blue-army": "Blue Army"}
    assert said["scenarios"] == {"A": "The Ford"}
    assert said["pieces"] == game.gpids
    assert len(entries[GAME_FILE]) < 20_000


def test_the_licence_of_the_lettering_travels_along(entries):
    assert entries[FONT_LICENCE] == b"OFL"


def test_a_game_without_a_scenario_is_refused():
    with pytest.raises(WargameError, match="no scenario"):
        plan(replace(small_game(), scenarios={}), PANEL_PX)


def test_no_component_is_written_that_vassal_calls_old(root):
    tags = {part.tag for part in root.iter() if isinstance(part.tag, str)}
    known = {value for name, value in vars(buildfile).items() if name.isupper()}
    assert tags <= known | {"entry", "setup"}
    assert assemble.VASSAL_VERSION == "3.5.8"


def test_the_overview_holds_nothing_that_engines_drop(root):
    (overview,) = root.iter(buildfile.GLOBAL_MAP)
    assert not list(overview)
    assert float(overview.get("scale")) <= 0.1


def test_reports_of_buttons_look_well_after_a_star_with_and_without_a_blank(root):
    formats = [each.get("reportFormat") for each in root.iter(buildfile.MASS_KEY_COMMAND)]
    assert formats
    assert all(text.startswith("(") and text.endswith(")") for text in formats)
