"""A game played in one version of a module goes on in another, in the real engine."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder import convention
from builder.module.assemble import module_entries
from builder.module.migration import migrate
from builder.module.plan import box_image, picture_names, plan
from builder.vassal import AddPiece, read_log, read_save, write_archive
from tests.builder.module.small import (
    LAYOUT,
    PANEL_PX,
    plain_png,
    small_game,
    small_pictures,
)

pytestmark = pytest.mark.engine

FLIP, LOSE, ELIMINATE, BACK = "70,130", "76,130", "69,130", "69,195"
IDS = ("r-1", "r-2", "r-guns", "b-1", "b-tanks", "b-late", "fort", "bridge-1", "umpire")
TOLD = (convention.LOSS, f"{convention.FACE}_Level", "Moved", "WUleft")


def of(id_):
    return f"{convention.ID}={id_}"


def newer():
    """The game in a later version: hexes of another size elsewhere, one unit stronger."""
    game = small_game()
    board = replace(LAYOUT, column_px=61, row_px=70, left_px=131, top_px=157)
    units = game.units | {"b-1": replace(game.units["b-1"], strength=9)}
    map_ = replace(game.map, board=board)
    return replace(game, version="2.0.0", digest="ef" * 32, map=map_, units=units)


def entries(game):
    """Return a module's files, with pictures as large as its boards."""
    made = plan(game, PANEL_PX)
    sizes = {box_image(board): board.size_px for board in made.boards}
    sizes["map.png"] = game.map.board.size_px
    pictures = small_pictures(picture_names(made))
    pictures |= {name: plain_png(size, (200, 190, 150)) for name, size in sizes.items()}
    return module_entries(made, pictures, {"a.csv": b"1\n"}, b"OFL")


@pytest.fixture(scope="module")
def games():
    return small_game(), newer()


@pytest.fixture(scope="module")
def done(probe, games, tmp_path_factory):
    """What the engine says of the game in the old module, and of the moved one in the new."""
    folder = tmp_path_factory.mktemp("migration")
    modules = [folder / "old.vmod", folder / "new.vmod"]
    for path, game in zip(modules, games, strict=True):
        write_archive(path, entries(game))
    board = games[0].map.board
    to = {number: board.centre(board.numbering.parse(number)) for number in ("0404", "0205")}
    played = probe.run(
        modules[0],
        ("setup", "A The Ford"),
        ("log", folder / "old.vlog"),
        ("move", of("r-1"), convention.MAP, *to["0404"]),
        ("key", of("r-1"), LOSE),
        ("key", of("r-1"), LOSE),
        ("move", of("r-guns"), convention.MAP, *to["0205"]),
        ("key", of("r-guns"), FLIP),
        ("move", of("b-1"), convention.MAP, *to["0205"]),
        ("key", of("b-tanks"), ELIMINATE),
        ("key", of("fort"), LOSE),
        ("button", "Phase"),
        ("turn", "Turn", "next"),
        ("save", folder / "old.vsav"),
        "endlog",
        "dump",
        "props",
        side="Red",
    ).clean()
    moved = migrate(folder / "old.vsav", modules[1])
    (folder / "new.vsav").write_bytes(moved.data)
    goes_on = probe.run(
        modules[1],
        ("load", folder / "new.vsav"),
        "dump",
        "props",
        ("save", folder / "again.vsav"),
        ("log", folder / "new.vlog"),
        ("key", of("b-tanks"), BACK),
        ("key", of("b-1"), LOSE),
        ("button", "Phase"),
        "dump",
        "endlog",
        "close",
        ("setup", "A The Ford"),
        ("save", folder / "own.vsav"),
        side="Red",
    ).clean()
    return played, moved, goes_on, folder


def pieces(result, number=0):
    dumps = [each for each in result["results"] if each["action"] == "dump"]
    found = [each for each in dumps[number]["pieces"] if convention.ID in each.get("props", {})]
    return {each["props"][convention.ID]: each for each in found}


def globals_of(result):
    return next(each["globals"] for each in result["results"] if each["action"] == "props")


def test_everything_is_found_again_and_the_new_module_has_no_complaint(done):
    _, moved, _, _ = done  # both runs were clean
    assert moved.left_out == ()
    assert moved.missing == ()
    assert sum(moved.matched.values()) == len(IDS)
    assert [line.partition(":")[0] for line in moved.changed] == ["b-1"]


def test_every_piece_is_in_the_same_place_in_the_same_state(done):
    played, _, goes_on, _ = done
    before, after = pieces(played), pieces(goes_on)
    assert set(before) == set(after) == set(IDS)
    for id_, piece in before.items():
        now = after[id_]
        if id_ != "umpire":  # he lies above the hexes
            assert (now["map"], now["location"]) == (piece["map"], piece["location"]), id_
        for name in TOLD:
            if id_ != "b-1" or name != "WUleft":
                assert now["props"].get(name) == piece["props"].get(name), (id_, name)
    assert before["r-1"]["location"] == "0404"
    assert before["r-1"]["props"][convention.LOSS] == "2"
    assert before["r-guns"]["props"][f"{convention.FACE}_Level"] == "2"
    assert before["b-tanks"]["map"] == convention.ELIMINATED_MAP


def test_every_piece_lies_on_a_place_of_the_new_map(done, games):
    _, _, goes_on, _ = done
    board = games[1].map.board
    for id_ in ("r-1", "r-2", "r-guns", "b-1", "fort", "bridge-1"):
        piece = pieces(goes_on)[id_]
        cell = board.numbering.parse(piece["location"])
        assert (piece["x"], piece["y"]) == board.centre(cell)


def test_figures_and_pictures_are_those_of_the_new_module(done):
    played, _, goes_on, _ = done
    assert pieces(played)["b-1"]["props"]["WUstrength"] == "5"
    assert pieces(goes_on)["b-1"]["props"]["WUstrength"] == "9"
    assert pieces(goes_on, 1)["b-1"]["props"]["WUleft"] == "8"


def test_what_goes_back_goes_to_the_box_it_came_from(done, games):
    played, _, goes_on, folder = done
    del played, games
    own = read_save(folder / "new.vsav")
    assert own.save.version == "2.0.0"
    assert pieces(goes_on, 1)["b-tanks"]["map"] == convention.HOLDING_MAP
    assert pieces(goes_on, 1)["b-tanks"]["location"].startswith("Set-up: the eastern half")


def test_properties_of_play_go_on_and_the_hash_is_the_new_modules(done, games):
    played, _, goes_on, _ = done
    before, after = globals_of(played), globals_of(goes_on)
    assert before["WUphase"] == after["WUphase"] == games[0].phases[1]
    assert before[convention.DATA] == games[0].digest
    assert after[convention.DATA] == games[1].digest


def test_every_save_and_log_that_the_engine_writes_carries_the_hash_of_its_model(done, games):
    """Nothing ever changes the property: it's there all the same."""
    _, _, _, folder = done
    for name, read, game in (
        ("old.vsav", read_save, games[0]),
        ("old.vlog", read_log, games[0]),
        ("again.vsav", read_save, games[1]),
        ("new.vlog", read_log, games[1]),
    ):
        found = read(folder / name)
        assert found.properties()["Module", convention.DATA] == game.digest, name
        assert found.properties()["Module", convention.GAME] == game.id
        assert (found.module.version or found.save.version) == game.version


def test_pieces_are_to_the_letter_those_of_a_game_begun_in_the_new_module(done):
    _, _, _, folder = done

    def types(name):
        found = (
            each.piece for each in read_save(folder / name).setup if isinstance(each, AddPiece)
        )
        return {each.properties.get(convention.ID): each.type for each in found if each.gpid}

    assert types("again.vsav") == types("own.vsav")


def test_a_save_loaded_as_it_is_keeps_the_hash_of_the_module_that_began_the_game(
    probe, done, games, tmp_path
):
    """Which is why the audit compares it: the writer's version alone would say otherwise."""
    _, _, _, folder = done
    probe.run(
        folder / "new.vmod",
        ("answer", "ok"),
        ("load", folder / "old.vsav"),
        ("save", tmp_path / "mixed.vsav"),
        side="Red",
    )
    found = read_save(tmp_path / "mixed.vsav")
    assert found.properties()["Module", convention.DATA] == games[0].digest
    assert (found.module.version or found.save.version) == games[1].version
