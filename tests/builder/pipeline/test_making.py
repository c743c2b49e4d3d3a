"""What is made again after an edit is what would be made from nothing."""

from __future__ import annotations

import hashlib
from dataclasses import fields, replace
from pathlib import Path

import pytest
from PIL import Image

from builder.draw.facts import map_facts
from builder.draw.map import map_shapes
from builder.draw.recipe import Recipe
from builder.draw.scan import Scans
from builder.draw.style import art_root, load_style
from builder.errors import WargameError
from builder.model.load import game_folder, games, load_game, read_files
from builder.pipeline import gallery, making, module
from builder.pipeline.digest import digest
from builder.pipeline.inputs import (
    Inputs,
    Shop,
    _add,
    _stamp,
    check_unchanged,
    read_inputs,
)
from builder.pipeline.making import make_files
from builder.pipeline.store import Store
from tests.builder.real_map import real_map

GAME = games()[0]


@pytest.fixture(scope="module")
def shop():
    return Shop(load_game(GAME), load_style(art_root() / GAME.replace("-", "_")))


@pytest.fixture(scope="session")
def whole_map():
    """The map of the whole game; tests of drawing look at the same one."""
    return real_map()


def _edits(game):
    """Yield the game as it is after some edits, each of another part."""
    unit = list(game.units.values())[40]
    yield replace(game, units=game.units | {unit.id: replace(unit, strength=9, name="9/99")})
    marker = next(each for each in game.markers.values() if each.kind == "bridge")
    yield replace(game, markers=game.markers | {marker.id: replace(marker, name="Bridge 77")})
    yield replace(game, turns=(replace(game.turns[0], dates="Nov. 31"), *game.turns[1:]))
    first = next(iter(game.scenarios.values()))
    labels = tuple(replace(each, label=f"{each.label} (new)") for each in first.placements)
    yield replace(game, scenarios=game.scenarios | {first.id: replace(first, placements=labels)})
    yield replace(game, version="9.9.9", date="2030-01-01")
    yield replace(game, map=replace(game.map, places=game.map.places[1:]))
    yield replace(game, sides=(replace(game.sides[0], name="Blue"), *game.sides[1:]))


def _keys(shop, book):
    return {each.id: digest(each.facts) for each in book(shop)}


@pytest.mark.parametrize("number", range(7))
@pytest.mark.parametrize("book", [module.recipes, gallery.recipes])
def test_a_recipe_with_the_same_facts_makes_the_same_files_after_any_edit(shop, number, book):
    """Of the pictures that aren't quick, the boards stand for all here."""
    game = list(_edits(shop.game))[number]
    other = Shop(replace(game, digest=f"edit {number}"), shop.style)
    before, after = _keys(shop, book), _keys(other, book)
    assert before != after
    old = {each.id: each for each in book(shop)}
    new = {each.id: each for each in book(other)}
    same = [id_ for id_ in new if before.get(id_) == after[id_]]
    quick = [id_ for id_ in same if new[id_].quick]
    boards = [id_ for id_ in same if "order-of-appearance" in id_]
    for id_ in [*quick[:: max(len(quick) // 12, 1)], *boards[:1]]:
        assert old[id_].make({}) == new[id_].make({}), id_


@pytest.mark.soak
@pytest.mark.parametrize("number", range(7))
def test_every_recipe_with_the_same_facts_makes_the_same_files(shop, number):
    game = list(_edits(shop.game))[number]
    other = Shop(replace(game, digest=f"edit {number}"), shop.style)
    for book in (module.recipes, gallery.recipes):
        before, after = _keys(shop, book), _keys(other, book)
        old = {each.id: each for each in book(shop)}
        for each in book(other):
            if before.get(each.id) == after[each.id] and not each.needs:
                assert old[each.id].make({}) == each.make({}), each.id


def test_the_map_is_drawn_from_its_facts_alone(shop, whole_map):
    """Nothing that isn't among them was asked for while it was drawn."""
    facts = map_facts(shop.game)
    names = {field.name for field in fields(facts)}
    others = {name for name in names if getattr(facts, name) != getattr(shop.game, name)}
    assert {"units", "scenarios", "digest"} < others
    assert {"map", "turns"} <= whole_map.asked - others == whole_map.asked


@pytest.mark.soak
def test_the_map_drawn_from_its_facts_alone_is_the_same(shop, whole_map):
    """Shapes tell all of the picture."""
    assert map_shapes(map_facts(shop.game), shop.style) == whole_map.shapes


def test_an_edited_unit_changes_its_own_recipe_and_what_lists_all(shop):
    game = next(_edits(shop.game))
    before, after = (_keys(each, module.recipes) for each in (shop, Shop(game, shop.style)))
    unit = list(shop.game.units)[40]
    assert {id_ for id_ in after if before[id_] != after[id_]} == {f"unit {unit}"}


# --- sharing out ----------------------------------------------------------------------------


def book(_shop):
    """Recipes that other processes find by name."""

    def make(id_):
        return lambda needed: {id_: b"".join([*needed.values(), id_.encode()])}

    names = [f"quick-{i}" for i in range(40)]
    return [
        Recipe("late", 1, 0, make("late"), needs=("slow", "quick-3")),
        Recipe("slow", 1, 0, make("slow")),
        *(Recipe(name, 1, 0, make(name), quick=True) for name in names),
    ]


@pytest.fixture
def inputs():
    folder = art_root() / GAME.replace("-", "_")
    return Inputs(read_files(game_folder(GAME)), folder, "program", "fingerprint")


@pytest.mark.parametrize("processors", [1, 2])
def test_files_are_the_same_however_they_are_shared_out(
    inputs, shop, monkeypatch, tmp_path, processors
):
    monkeypatch.setattr(making, "_processors", lambda: processors)
    told = []
    made = make_files(inputs, shop, book, Store(tmp_path), lambda *each: told.append(each))
    assert list(made) == [each.id for each in book(shop)]
    assert made["late"] == b"slowquick-3late"
    assert all(made[name] == name.encode() for name in made if name != "late")
    assert [each[0] for each in told] == ["draw"] * len(told)
    counts = [(done, total) for _, done, total in told]
    assert counts == sorted(counts)
    assert (counts[0], counts[-1]) == ((0, 42), (42, 42))
    assert len(list(Path(tmp_path).iterdir())) == 42


def test_with_scans_one_process_draws_alone(inputs, shop, monkeypatch, tmp_path):
    """A large scan takes what memory there is: nothing else may be drawn beside it."""
    monkeypatch.setattr(making, "_processors", lambda: 2)
    monkeypatch.setattr(making, "ProcessPoolExecutor", None)
    scans = Scans(tmp_path, (), {}, (), (), (), "digest")
    made = make_files(replace(inputs, scans=scans), shop, book, Store(None), lambda *_: None)
    assert made["late"] == b"slowquick-3late"


def little(_shop):
    """Recipes that are one job: a few quick ones, and what has to wait for one of them."""
    return [each for each in book(_shop) if each.id in {"quick-3", "quick-4", "quick-5"}] + [
        Recipe("later", 1, 0, lambda needed: {"later": b"".join(needed.values())}, ("quick-3",))
    ]


def test_no_process_is_begun_for_what_another_would_have_to_wait_for(
    inputs, shop, monkeypatch, tmp_path
):
    """A process takes longer to begin than a few counters to draw, as after a small edit."""
    monkeypatch.setattr(making, "_processors", lambda: 2)
    monkeypatch.setattr(making, "ProcessPoolExecutor", None)
    made = make_files(inputs, shop, little, Store(tmp_path), lambda *_: None)
    assert made["later"] == b"quick-3"


def test_another_program_makes_everything_again(inputs, shop, monkeypatch, tmp_path):
    monkeypatch.setattr(making, "_processors", lambda: 1)
    done = []

    def first(*each):
        done.append(each[1])

    make_files(inputs, shop, book, Store(tmp_path), first)
    done.clear()
    make_files(inputs, shop, book, Store(tmp_path), first)
    assert done == [42]
    done.clear()
    make_files(replace(inputs, program="newer"), shop, book, Store(tmp_path), first)
    assert done[0] == 0


def test_art_that_is_edited_while_it_is_drawn_from_spoils_no_later_build(
    inputs, shop, monkeypatch, tmp_path
):
    """Else what was drawn after the edit would be kept as what was drawn before it."""
    monkeypatch.setattr(making, "_processors", lambda: 1)
    art = tmp_path / "art" / GAME
    art.mkdir(parents=True)
    style = art / "style.toml"
    style.write_text("paper = 1\n")
    held = replace(inputs, art=art, stamp=_stamp(art, None))
    store = Store(tmp_path / "store")

    def edit(_stage, done, _total):
        if done == 20:
            style.write_text("paper = 2\n")

    with pytest.raises(WargameError, match="was changed while"):
        make_files(held, shop, book, store, edit)
    assert len(list((tmp_path / "store").iterdir())) == 20
    again = replace(held, stamp=_stamp(art, None))
    assert len(make_files(again, shop, book, store, lambda *_: None)) == 42


@pytest.mark.parametrize("name", ["counters/{unit}.png", "Counters/{unit}-back.PNG", "map.toml"])
def test_a_scan_that_is_changed_while_it_is_drawn_from_spoils_no_later_build(tmp_path, shop, name):
    """Else the module of one scan showed another, under its version, from then on."""
    unit = next(iter(shop.game.units))
    scan = tmp_path / name.format(unit=unit)
    scan.parent.mkdir(exist_ok=True)
    art = tmp_path / "art" / GAME
    art.mkdir(parents=True)
    Image.new("RGB", (60, 60), (200, 10, 20)).save(scan, "PNG")
    before = _stamp(art, tmp_path)
    (scan.parent / "Thumbs.db").write_text("a file manager's own")
    assert _stamp(art, tmp_path) == before
    Image.new("RGB", (60, 60), (20, 10, 200)).save(scan, "PNG")
    assert _stamp(art, tmp_path) != before


def test_a_changed_scan_is_told_with_its_folder(tmp_path, shop):
    scan = tmp_path / "counters" / f"{next(iter(shop.game.units))}.png"
    scan.parent.mkdir()
    Image.new("RGB", (60, 60), (200, 10, 20)).save(scan)
    held = read_inputs(GAME, None, tmp_path)
    check_unchanged(held)
    Image.new("RGB", (60, 61), (20, 10, 200)).save(scan)
    with pytest.raises(WargameError, match=f"or {tmp_path}: .* run this again"):
        check_unchanged(held)


def test_a_file_of_art_with_a_name_that_is_no_text_is_an_input_like_any_other():
    hashes = []
    for name in ("\udcff.toml", "\udcfe.toml"):
        hashes.append(hashlib.sha256())
        _add(hashes[-1], [(name, b"")])
    assert hashes[0].digest() != hashes[1].digest()
