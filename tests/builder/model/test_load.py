"""Loading: both doors, spreadsheet forms, digests, and no traceback whatever the files hold."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.errors import DataError
from builder.model.game import Kind
from builder.model.load import (
    data_digest,
    data_root,
    games,
    load_game,
    load_game_from_files,
    read_files,
)

FILES = read_files(data_root() / "white_death")


def without_digest(game):
    return dataclasses.replace(game, digest="")


def test_both_doors_lead_to_the_same_game(game):
    assert load_game("white-death") == game


def test_games_are_listed_by_id():
    assert "white-death" in games()


def test_other_roots_are_searched_first(tmp_path, files):
    folder = tmp_path / "white_death"
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data.replace(b'version = "0.1.0"', b'version = "9.0.0"'))
    assert games([tmp_path]) == ["white-death"]
    assert load_game("white-death", [tmp_path, data_root()]).version == "9.0.0"


def test_files_that_are_no_data_change_nothing(game, files):
    assert load_game_from_files({**files, "REVIEW.md": b"x", "map/.DS_Store": b"\xff"}) == game


def test_order_of_files_changes_nothing(game, files):
    assert load_game_from_files(dict(reversed(files.items()))) == game


@pytest.mark.parametrize(
    "change",
    [
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.replace(b"\n", b"\r\n\r\n"),
        lambda data: data.rstrip(b"\n"),
        lambda data: data + b",,,,\n\n",
    ],
    ids=["bom", "crlf", "blank-lines", "no-last-newline", "empty-rows"],
)
def test_forms_a_spreadsheet_makes_are_read_alike(game, files, change):
    changed = {
        name: change(data) if name.endswith(".csv") else data for name, data in files.items()
    }
    assert without_digest(load_game_from_files(changed)) == without_digest(game)


def test_semicolons_are_read_alike(game, files):
    data = files["map/hexsides.csv"].replace(b",", b";")
    changed = load_game_from_files({**files, "map/hexsides.csv": data})
    assert without_digest(changed) == without_digest(game)


def test_columns_in_another_order_are_read_alike(game, files):
    rows = [line.split(",") for line in files["map/hexsides.csv"].decode().splitlines()]
    data = "\n".join(",".join(reversed(row)) for row in rows).encode()
    changed = load_game_from_files({**files, "map/hexsides.csv": data})
    assert without_digest(changed) == without_digest(game)


def test_halves_are_read_in_both_forms(game, files):
    data = files["units.csv"].replace(b",no,E,0.5,E,", b",no,E,1/2,E,")
    assert data != files["units.csv"]
    changed = load_game_from_files({**files, "units.csv": data})
    assert without_digest(changed) == without_digest(game)


def test_digest_depends_on_every_byte_and_name_and_on_no_order():
    base = {"a.csv": b"one", "b.csv": b"two"}
    digest = data_digest(base)
    assert digest == data_digest({"b.csv": b"two", "a.csv": b"one"})
    others = [
        {"a.csv": b"onetwo", "b.csv": b""},
        {"a.csv": b"two", "b.csv": b"one"},
        {"a.csvb.csv": b"onetwo"},
        {"a.csv": b"one"},
        {"a.csv": b"onE", "b.csv": b"two"},
    ]
    assert len({digest, *map(data_digest, others)}) == 1 + len(others)


def test_digest_of_a_game_is_that_of_its_files(game, files):
    assert game.digest == data_digest(files)


def test_comments_change_the_digest_and_nothing_else(game, files):
    data = files["turns.toml"] + b"# checked\n"
    changed = load_game_from_files({**files, "turns.toml": data})
    assert changed.digest != game.digest
    assert without_digest(changed) == without_digest(game)


def test_about_counts_every_figure(game):
    marks = [mark for unit in game.units.values() for mark in unit.sources.values()]
    for mark in set(marks):
        assert f"{mark} {marks.count(mark):,}" in game.about
    assert "{" not in game.about


def test_every_figure_of_every_unit_has_a_mark(game):
    always = {"name", "mobility", "strength", "combat", "antitank", "morale", "defence", "entry"}
    for unit in game.units.values():
        expected = always | ({"support", "barrage", "range"} if unit.artillery else set())
        expected |= {"battalion"} if unit.battalion else set()
        assert unit.sources.keys() == expected
        assert unit.artillery <= (unit.kind is Kind.WEAPONS)


# --- whatever the files hold -------------------------------------------------------------
LINES = {name: data.decode().split("\n") for name, data in FILES.items()}
GARBAGE = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [*'",;[]{}=#\x00\ufeff', "[[", '"""', "1e999999", "9" * 5000, "0x_", "-1", "1/0", "nan"]
    ),
)


@st.composite
def garbled(draw):
    """Return the files with a few lines deleted, doubled, cut, spliced or overwritten."""
    files = dict(FILES)
    for _ in range(draw(st.integers(1, 4))):
        name = draw(st.sampled_from(sorted(LINES)))
        lines = files[name].decode("utf-8", "surrogateescape").split("\n")
        at = draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        cut = draw(st.integers(0, len(line)))
        junk = draw(GARBAGE)
        lines[at : at + 1] = draw(
            st.sampled_from(
                [
                    [],
                    [line, line],
                    [line[:cut]],
                    [line[:cut] + junk + line[cut:]],
                    [line[:cut] + junk + line[cut + 1 :]],
                    [junk],
                    [line, lines[draw(st.integers(0, len(lines) - 1))]],
                ]
            )
        )
        files[name] = "\n".join(lines).encode("utf-8", "surrogatepass")
    return files


def game_or_problems(files):
    """Return the game, or the problems said of it; anything else that is raised is a bug."""
    try:
        return load_game_from_files(files), ()
    except DataError as error:
        return None, error.problems


@given(garbled())
@settings(max_examples=settings().max_examples // 4)
def test_garbled_files_make_a_game_or_a_list_of_problems(files):
    game, problems = game_or_problems(files)
    assert (game is None) == bool(problems)
    assert game is None or len(game.units) == 377
    for problem in problems:
        count = files.get(problem.file, b"").decode("utf-8", "replace").count("\n") + 1
        assert 0 <= problem.line <= count
        assert str(problem).startswith(problem.file)


@given(st.sampled_from(sorted(FILES)), st.binary(max_size=200))
@settings(max_examples=settings().max_examples // 8)
def test_files_of_arbitrary_bytes_make_problems(name, data):
    game, problems = game_or_problems({**FILES, name: data})
    assert game is None
    assert problems


@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 5000, "a = " + "9" * 5000, 'id = {a = {b = "c"}}\n', "side = 3", "[[side.x]]"],
    ids=["deep", "long-number", "inline", "no-array", "nested"],
)
@pytest.mark.parametrize("name", sorted(name for name in FILES if name.endswith(".toml")))
def test_odd_toml_makes_problems(name, text):
    with pytest.raises(DataError) as caught:
        load_game_from_files({**FILES, name: text.encode()})
    assert any(problem.file == name for problem in caught.value.problems)
