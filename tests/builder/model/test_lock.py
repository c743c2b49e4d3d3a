"""gpids: given once, never changed, never used again."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.errors import DataError
from builder.model.load import load_game, load_game_from_files, update_lock
from builder.model.lock import FIRST, LOCK, assign

IDS = st.lists(st.text("abcdef", min_size=1, max_size=3), unique=True, max_size=20)


def test_every_unit_and_marker_has_a_gpid_of_its_own(game):
    assert set(game.gpids) == set(game.units) | set(game.markers)
    assert len(set(game.gpids.values())) == len(game.gpids)
    assert min(game.gpids.values()) == FIRST


@pytest.mark.parametrize(
    ("id_", "gpid"),
    [("g-3mtn-i-138-mtninf", 1000), ("s-68-mc", 1301), ("s-24cd-x-t60", 1376), ("blank", 1409)],
)
def test_numbers_given_once_stay_for_ever(game, id_, gpid):
    assert game.gpids[id_] == gpid


def test_sorting_and_shuffling_rows_changes_no_gpid(game, files):
    for name in ("units.csv", "markers.csv", LOCK):
        head, *rows = files[name].decode().splitlines()
        random.Random(5).shuffle(rows)  # noqa: S311
        data = "\n".join([head, *rows]).encode()
        assert load_game_from_files({**files, name: data}).gpids == game.gpids


def write(folder, files):
    for name, data in files.items():
        path = folder / "white_death" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder / "white_death"


def with_marker(files, row):
    head, first, rest = files["markers.csv"].decode().split("\n", 2)
    counts = files["game.toml"].replace(b"markers = 103", b"markers = 104")
    markers = f"{head}\n{row}\n{first}\n{rest}".encode()
    return {**files, "markers.csv": markers, "game.toml": counts}


def test_a_row_inserted_at_the_top_gets_the_next_number_and_changes_no_other(tmp_path, files, game):
    more = with_marker(files, "bunker-20,Bunker 20,bunker,german,1,20,E,a test")
    folder = write(tmp_path, more)
    with pytest.raises(DataError, match="bunker-20") as caught:
        load_game("white-death", [tmp_path])
    (problem,) = caught.value.problems
    assert problem.check == "DAT-lock-missing"
    assert "builder data white-death --lock" in problem.hint

    assert update_lock(folder) == ["bunker-20"]

    after = load_game("white-death", [tmp_path]).gpids
    assert after == {**game.gpids, "bunker-20": max(game.gpids.values()) + 1}
    assert (folder / LOCK).read_bytes().startswith(files[LOCK])
    assert update_lock(folder) == []
    assert sorted(path.name for path in folder.glob("*lock*")) == [LOCK]


def test_a_retired_id_keeps_its_number(tmp_path, files, game):
    row = b"bridge-spare,Bridge,bridge,,1,,R,fifth unmarked bridge: a spare\n"
    assert row in files["markers.csv"]
    fewer = {
        **files,
        "markers.csv": files["markers.csv"].replace(row, b""),
        "game.toml": files["game.toml"].replace(b"markers = 103", b"markers = 102"),
    }
    folder = write(tmp_path, with_marker_back(fewer))
    assert update_lock(folder) == ["bridge-extra"]
    lock = dict(line.split(",") for line in (folder / LOCK).read_text().splitlines()[1:])
    assert lock["bridge-spare"] == str(game.gpids["bridge-spare"])
    assert lock["bridge-extra"] == str(max(game.gpids.values()) + 1)


def with_marker_back(files):
    text = files["markers.csv"].decode() + "bridge-extra,Bridge,bridge,,1,,E,a test\n"
    counts = files["game.toml"].replace(b"markers = 102", b"markers = 103")
    return {**files, "markers.csv": text.encode(), "game.toml": counts}


def test_a_folder_without_a_lock_gets_one(tmp_path, files):
    folder = write(tmp_path, {name: files[name] for name in files if name != LOCK})
    assert len(update_lock(folder)) == 410
    load_game("white-death", [tmp_path])


def test_a_faulty_lock_is_left_alone(tmp_path, files):
    folder = write(tmp_path, files)
    (folder / LOCK).write_bytes(files[LOCK] + b"new-unit,1000\n")
    before = (folder / LOCK).read_bytes()
    with pytest.raises(DataError, match="DAT-lock-twice"):
        update_lock(folder)
    assert (folder / LOCK).read_bytes() == before


@given(IDS, st.data())
def test_assign_keeps_old_numbers_and_gives_each_new_id_a_fresh_one(ids, data):
    known = data.draw(st.lists(st.sampled_from(ids), unique=True)) if ids else []
    locked = dict(zip([*known, "retired"], range(FIRST, FIRST + 99), strict=False))
    result = assign(ids, locked)
    assert result.keys() == {*ids, "retired"} | set(known)
    assert all(result[id_] == gpid for id_, gpid in locked.items())
    assert len(set(result.values())) == len(result)
    fresh = [result[id_] for id_ in ids if id_ not in locked]
    assert fresh == sorted(fresh)
    assert all(gpid > max(locked.values()) for gpid in fresh)


@given(IDS, IDS)
def test_assign_does_not_depend_on_what_was_added_in_between(first, second):
    locked = assign(first, {})
    assert assign(first, assign(second, locked)) == assign(second, locked)


def test_a_new_number_is_above_all_others_even_where_some_are_missing():
    locked = {"a": 1005, "b": 1001}
    assert assign(["new"], locked)["new"] == 1006
