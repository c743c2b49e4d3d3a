"""Several files of one game: their order, and the seams between them."""

from __future__ import annotations

import pytest

from assistant.errors import LogError
from assistant.record import PUBLIC, Viewer, read_game
from builder.errors import VassalError
from builder.vassal import AddPlayer, Chat
from builder.vassal.damage import UnusableError
from builder.vassal.trait import DynamicProperty, Hidden, Layer
from tests.assistant.record.made import ANN, BOB, changed, move, put, said, write, write_module

A, B, C, D = (0, 0), (50, 0), (100, 0), (150, 0)


def at(*places):
    """The pieces of the game, each somewhere."""
    return [put(str(n), f"Unit {n}", *place) for n, place in enumerate(places, 1)]


def joins(game):
    return [(join.file, join.code, join.after) for join in game.joins]


def test_files_that_go_on_from_each_other(tmp_path):
    one = write(tmp_path / "t1.vlog", move("1", A, B), setup=at(A, A))
    two = write(tmp_path / "t2.vlog", move("2", A, C, BOB), setup=at(B, A))
    game = read_game([one, two])
    assert joins(game) == [("t2", "follows", "t1:1")]
    assert game.status == 0
    assert [e.place for e in game.entries] == ["t1:1", "t2:1"]
    assert {side: e.place for side, e in game.last_acts.items()} == {"Red": "t1:1", "Blue": "t2:1"}


def test_files_given_in_another_order_are_put_in_order(tmp_path):
    one = write(tmp_path / "z.vlog", move("1", A, B), setup=at(A, A))
    two = write(tmp_path / "m.vlog", move("1", B, C), setup=at(B, A))
    three = write(tmp_path / "a.vlog", move("1", C, D), setup=at(C, A))
    game = read_game([three, one, two])
    assert [record.file for record in game.records] == ["z", "m", "a"]
    assert [join.code for join in game.joins] == ["follows", "follows"]
    assert any("put in the order" in note for note in game.notes)


def test_dates_order_what_positions_do_not(tmp_path):
    year = 1_600_000_000_000
    one = write(tmp_path / "game_10.vlog", said("Ann", "late"), setup=at(A), date=year + 2)
    two = write(tmp_path / "game_9.vlog", said("Ann", "early"), setup=at(A), date=year + 1)
    assert [record.file for record in read_game([one, two]).records] == ["game_9", "game_10"]


def test_a_file_that_starts_before_the_last_one_has_ghosts(tmp_path):
    one = write(tmp_path / "a.vlog", move("1", A, B), setup=at(A, A))
    two = write(tmp_path / "b.vlog", Chat("*** d6 = 2 *** &lt;Ann&gt;"), setup=at(A, A))
    game = read_game([one, two])
    assert joins(game) == [("b", "start-differs-from-previous-end", "a:0")]
    assert game.joins[0].differences == (
        "Unit 1 was left at Main Map (50,0), now lies at Main Map (0,0)",
    )
    assert game.status == 1


def test_new_missing_and_changed_pieces_are_ghosts_too(tmp_path):
    one = write(tmp_path / "a.vlog", move("1", A, B), setup=at(A, A, A))
    new = put("9", "Unit 9", *D)
    two = write(tmp_path / "b.vlog", said("Ann", "x"), setup=[*at(B, A)[:1], new, at(A, A, C)[2]])
    assert read_game([one, two]).joins[0].differences == (
        "Unit 2 is gone from Main Map (0,0)",
        "Unit 3 was left at Main Map (0,0), now lies at Main Map (100,0)",
        "Unit 9 is new, at Main Map (150,0)",
    )


def test_a_missing_file(tmp_path):
    many = [A] * 30
    one = write(tmp_path / "t1.vlog", move("1", A, B), setup=at(*many))
    two = write(tmp_path / "t3.vlog", move("1", B, C), setup=at(*[D] * 30))
    game = read_game([one, two])
    assert [join.code for join in game.joins] == ["gap"]
    assert any("no file between t1 and t3" in note for note in game.notes)


def test_a_log_that_was_begun_again(tmp_path):
    start = at(A, A)
    one = write(tmp_path / "a.vlog", move("1", A, B), move("1", B, C), setup=start)
    two = write(tmp_path / "b.vlog", move("2", A, D, BOB), setup=at(C, A))
    three = write(tmp_path / "c.vlog", move("2", A, B, BOB), setup=at(B, A))
    game = read_game([one, two, three])
    assert joins(game) == [("b", "follows", "a:2"), ("c", "restart", "a:1")]


def test_steps_of_an_earlier_file_are_told_once(tmp_path):
    steps = [move("1", A, B), said("Ann", "forward"), move("1", B, C)]
    one = write(tmp_path / "a.vlog", *steps, setup=at(A, A))
    two = write(tmp_path / "b.vlog", *steps, move("2", A, D, BOB), setup=at(A, A))
    game = read_game([one, two])
    assert joins(game) == [("b", "overlap", "a:1")]
    assert [e.place for e in game.entries if e.stands] == ["a:1", "a:2", "a:3", "b:4"]
    assert [e.repeats for e in game.entries if e.file == "b"] == ["a:1", "a:2", "a:3", ""]


def test_the_same_roll_again_is_no_repetition(tmp_path):
    roll = Chat("*** d6 = 2 *** &lt;Ann&gt;")
    one = write(tmp_path / "a.vlog", roll, said("Ann", "x"), setup=at(A))
    two = write(tmp_path / "b.vlog", roll, setup=at(A))
    assert all(e.stands for e in read_game([one, two]).entries)


def test_another_game(tmp_path):
    one = write(tmp_path / "a.vlog", move("1", A, B), setup=at(A, A))
    two = write(tmp_path / "b.vlog", said("Ann", "x"), setup=[put("77", "Else", 5, 5)])
    assert [join.code for join in read_game([one, two]).joins] == ["other-game"]


def test_a_player_is_known_again_whatever_his_number(tmp_path):
    ann, bob = AddPlayer(ANN, "Ann", "Red"), AddPlayer(BOB, "Bob", "Blue")
    one = write(tmp_path / "a.vlog", said("Ann", "x"), players=[ann, bob], setup=at(A))
    two = write(tmp_path / "b.vlog", said("Ann", "y"), players=[bob, ann], setup=at(A))
    game = read_game([one, two])
    assert {e.who for e in game.entries} == {"P1"}
    assert [(s.file, s.who, s.new) for s in game.sides] == [("a", "P1", "Red"), ("a", "P2", "Blue")]


def test_what_is_hidden_is_not_compared(tmp_path):
    veil = Hidden(access="side:", state="Blue")
    one = write(tmp_path / "a.vlog", said("Ann", "x"), setup=[*at(A), put("5", "X", 5, 5, veil)])
    two = write(tmp_path / "b.vlog", said("Ann", "y"), setup=[*at(A), put("5", "X", 9, 9, veil)])
    assert read_game([one, two], PUBLIC).status == 0
    assert read_game([one, two], Viewer("Blue")).status == 1


def test_a_file_that_cannot_be_used_is_left_out(tmp_path):
    good = write(tmp_path / "a.vlog", said("Ann", "x"), setup=at(A))
    bad = tmp_path / "b.vlog"
    bad.write_bytes(b"nothing")
    game = read_game([good, bad])
    assert game.status == 1
    assert [record.file for record in game.records] == ["a"]
    assert any(note.startswith("left out: ") and "b.vlog" in note for note in game.notes)
    with pytest.raises(UnusableError):
        read_game([bad, tmp_path / "absent.vlog"])


def test_only_saves_and_logs_are_taken(tmp_path):
    module = write_module(tmp_path / "m.vmod")
    log = write(tmp_path / "a.vlog", said("Ann", "x"), setup=at(A))
    with pytest.raises(LogError, match="--module"):
        read_game([module])
    with pytest.raises(VassalError, match="is no module"):
        read_game([log], module=log)
    with pytest.raises(LogError, match=r"no such side.*Blue, Green, Red"):
        read_game([log], Viewer("Purple"), module)
    assert read_game([log, log]).records == read_game([log]).records


def test_files_of_one_name_are_told_apart(tmp_path):
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
    one = write(tmp_path / "x" / "a.vlog", move("1", A, B), setup=at(A))
    two = write(tmp_path / "y" / "a.vlog", move("1", B, C), setup=at(B))
    labels = [record.file for record in read_game([one, two]).records]
    assert len(set(labels)) == 2


def test_two_players_years_ago(shared):
    """The positions of these files were written by real engines, each after replaying the last."""
    folder = shared / "corpus" / "vlog"
    follow = {"0606-4": "0607-1", "0608-2": "0608-3", "0610-2": "0610-3", "0610-5": "0610-6"}
    for names in follow.items():
        files = [folder / f"tld-mod__{name}.log" for name in names]
        if not all(each.is_file() for each in files):
            pytest.skip("no corpus")
        assert [join.code for join in read_game(files).joins] == ["follows"]


def test_a_layer_that_follows_a_property_may_be_stored_at_an_old_level(tmp_path):
    def strength(lost, level):
        layer = Layer(
            images=("a.png", "b.png"),
            follow_property=True,
            property_name="lost",
            level=str(level),
        )
        return put("1", "Unit 1", *A, layer, DynamicProperty(name="lost", value=lost))

    one = write(tmp_path / "t1.vlog", changed(strength("0", 1), (1, "1")), setup=[strength("0", 1)])
    two = write(tmp_path / "t2.vlog", move("1", A, B), setup=[strength("1", 2)])
    assert joins(read_game([one, two])) == [("t2", "follows", "t1:1")]
    three = write(tmp_path / "t3.vlog", move("1", A, B), setup=[strength("0", 2)])
    assert [code for _, code, _ in joins(read_game([one, three]))] != ["follows"]
