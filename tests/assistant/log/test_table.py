"""The table against hand-made commands, the engine's own logs and logs of others."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.engine.events import Flipped, LossSet, Moved, Place, Placed, Removed, Unread
from assistant.log.ground import Ground
from assistant.log.table import Table
from builder import convention
from builder.errors import WargameError
from builder.vassal import (
    AddPiece,
    ChangePiece,
    MovePiece,
    Piece,
    RemovePiece,
    SaveFile,
    Stack,
    read_save,
)
from tests.assistant.toy import FIELD, counter, make_game, xy


def place(number: str) -> Place:
    return Place(number, FIELD.parse(number))


def at(number: str, unit: str = "r1", kind: str = "unit") -> Piece:
    return counter(unit, kind).at(convention.MAP, *xy(number))


def add(id_: str, piece: Piece) -> AddPiece:
    return AddPiece(id_, piece.type, piece.state)


def stack(id_: str, number: str, *members: str) -> AddPiece:
    return add(id_, Piece.of(Stack(convention.MAP, *xy(number), members)))


def move(id_: str, number: str, under: str | None = None) -> MovePiece:
    return MovePiece(id_, convention.MAP, *xy(number), under, None, 0, 0, None, "P1")


@pytest.fixture
def table():
    return Table(Ground(make_game().map), {"r1", "r2", "b1", "flag"})


def test_a_dragged_piece_moves_from_hex_to_hex(table):
    list(table.add(add("1", at("0203")), 0))
    assert list(table.move(move("1", "0405"), 4)) == [
        Moved(step=4, unit="r1", origin=place("0203"), to=place("0405"), by="P1")
    ]


def test_a_stack_without_an_id_holds_nobody_and_harms_nobody(table):
    for command in (add("1", at("0203")), stack("", "0203"), stack("s", "0303", "1")):
        list(table.add(command, 0))
    moved = list(table.move(move("s", "0404"), 1))
    assert [event.to for event in moved] == [place("0404")]
    assert [event.unit for event in table.remove(RemovePiece("1"), 2)] == ["r1"]


def test_inside_one_hex_there_is_no_move(table):
    list(table.add(add("1", at("0203")), 0))
    x, y = xy("0203")
    nudge = MovePiece("1", convention.MAP, x + 3, y - 2, None, None, 0, 0, None)
    assert list(table.move(nudge, 4)) == []


def test_a_dragged_stack_takes_its_members_along(table):
    for command in (add("1", at("0203")), add("2", at("0203", "r2")), stack("s", "0203", "1", "2")):
        list(table.add(command, 0))
    moved = list(table.move(move("s", "0303"), 1))
    assert [(event.unit, event.to) for event in moved] == [
        ("r1", place("0303")),
        ("r2", place("0303")),
    ]


def test_who_left_a_stack_stays_behind(table):
    for command in (add("1", at("0203")), add("2", at("0203", "r2")), stack("s", "0203", "1", "2")):
        list(table.add(command, 0))
    list(table.move(move("1", "0405"), 1))
    moved = list(table.move(move("s", "0303"), 2))
    assert [event.unit for event in moved] == ["r2"]


@pytest.mark.parametrize("under", [None, "2", "s"])
def test_who_is_put_on_another_joins_its_stack(table, under):
    for command in (add("1", at("0405")), add("2", at("0203", "r2")), stack("s", "0203", "2")):
        list(table.add(command, 0))
    list(table.move(move("1", "0203", under), 1))
    moved = list(table.move(move("s", "0303"), 2))
    assert {event.unit for event in moved} == {"r1", "r2"}


def test_who_is_said_to_lie_on_another_elsewhere_does_not_join_it(table):
    for command in (add("1", at("0405")), add("2", at("0203", "r2")), stack("s", "0203", "2")):
        list(table.add(command, 0))
    list(table.move(move("1", "0504", "2"), 1))
    moved = list(table.move(move("s", "0303"), 2))
    assert {event.unit for event in moved} == {"r2"}


def test_a_stack_put_on_a_stack_joins_it(table):
    for command in (
        *(add("1", at("0405")), stack("s", "0405", "1")),
        *(add("2", at("0203", "r2")), stack("t", "0203", "2")),
    ):
        list(table.add(command, 0))
    list(table.move(move("s", "0203"), 1))
    moved = list(table.move(move("t", "0303"), 2))
    assert {event.unit for event in moved} == {"r1", "r2"}


def test_a_stack_gives_its_place_to_members_that_have_none(table):
    lost = counter("r1").at(None, *xy("0203"))
    list(table.add(add("1", lost), 0))
    placed = list(table.add(stack("s", "0203", "1"), 0))
    assert [event.to for event in placed] == [place("0203")]


def test_only_what_differs_in_a_change_counts(table):
    piece = at("0203")
    list(table.add(add("1", piece), 0))
    list(table.move(move("1", "0405"), 1))
    # the states are those of before the move, but equal in their places: it stays in 0405
    turned = counter("r1", level="2", loss="3").at(convention.MAP, *xy("0203"))
    assert list(table.change(ChangePiece("1", turned.state, piece.state), 2)) == [
        Flipped(step=2, unit="r1", back=True),
        LossSet(step=2, unit="r1", loss=3),
    ]


def test_a_change_of_place_is_a_move(table):
    piece = at("0203")
    list(table.add(add("1", piece), 0))
    sent = piece.at(convention.HOLDING_MAP, 5, 5)
    (moved,) = table.change(ChangePiece("1", sent.state, piece.state), 2)
    assert moved.to == Place(convention.HOLDING_MAP)


def test_a_change_without_its_old_state_is_taken_whole(table):
    list(table.add(add("1", at("0203")), 0))
    events = list(table.change(ChangePiece("1", at("0405").state), 2))
    assert Moved(step=2, unit="r1", origin=place("0203"), to=place("0405")) in events


@pytest.mark.parametrize("loss", ["", "x", "-1", "99999", "1.5", "²"])
def test_a_loss_that_is_no_number_is_unread(table, loss):
    list(table.add(add("1", at("0203")), 0))
    new = counter("r1", loss=loss).at(convention.MAP, *xy("0203"))
    (event,) = table.change(ChangePiece("1", new.state, at("0203").state), 2)
    assert isinstance(event, Unread)


def test_unknown_pieces_are_unread(table):
    events = [
        *table.move(move("9", "0203"), 1),
        *table.change(ChangePiece("9", "", ""), 1),
        *table.remove(RemovePiece("9"), 1),
    ]
    assert [type(event) for event in events] == [Unread, Unread]


def test_a_clone_waits_until_the_first_is_gone(table):
    list(table.add(add("1", at("0203")), 0))
    assert list(table.add(add("2", at("0405")), 3)) == []
    assert [(f.rule, f.step, f.evidence.units) for f in table.findings] == [("LOG-4", 3, ("r1",))]
    assert list(table.move(move("2", "0505"), 4)) == []
    removed, placed = table.remove(RemovePiece("1"), 5)
    assert removed == Removed(step=5, unit="r1", origin=place("0203"))
    assert isinstance(placed, Placed)
    assert placed.at == place("0505")


def test_many_markers_may_have_one_id(table):
    list(table.add(add("1", at("0203", "flag", "marker")), 0))
    list(table.add(add("2", at("0303", "flag", "marker")), 0))
    assert table.findings == []


def test_an_id_the_data_dont_know_is_said_once(table):
    for number in "123":
        assert list(table.add(add(number, at("0203", "x9")), 0)) == []
    assert [finding.rule for finding in table.findings] == ["LOG-3"]


def test_places_of_other_maps_and_of_none(table):
    list(table.add(add("1", at("0203")), 0))
    spots = [
        (None, 1, 1),
        ("Elsewhere", 1, 1),
        (convention.MAP, -500, 90),
        (convention.MAP, 10**9, 0),
    ]
    names = []
    for where, x, y in spots:
        for event in table.move(MovePiece("1", where, x, y, None, None, 0, 0, None), 1):
            names.append(event.to.name)
            assert event.to.hex is None
    assert names == ["off the maps", "Elsewhere", "Map, off the hexes"]


def test_the_corner_where_engines_differ_is_a_finding(table):
    list(table.add(add("1", at("0203")), 0))
    x, y = xy("0404")
    # 30 px east of the centre lies in the next column's band (26 px), still in this hexagon
    list(table.move(MovePiece("1", convention.MAP, x + 30, y - 2, None, None, 0, 0, None), 1))
    assert [finding.rule for finding in table.findings] == ["LOG-5"]


def follow(log: SaveFile) -> tuple[Table, int, int]:
    """Return the table at the end, the number of moves, and how many began elsewhere."""
    table = Table(Ground(make_game().map), set())
    moves = wrong = 0
    steps = [(0, log.setup), *((step.number, step.commands) for step in log.steps)]
    for number, commands in steps:
        for command in commands:
            match command:
                case AddPiece():
                    list(table.add(command, number))
                case RemovePiece():
                    list(table.remove(command, number))
                case ChangePiece():
                    list(table.change(command, number))
                case MovePiece(id=id_, old_map=old, old_x=x, old_y=y):
                    piece = table._pieces.get(id_)
                    moves += 1
                    wrong += piece is not None and piece.spot != (old, x, y)
                    list(table.move(command, number))
    return table, moves, wrong


@pytest.mark.parametrize("name", ["engine36.vlog", "engine37.vlog"])
def test_positions_are_those_of_the_engine(shared, name):
    table, _, wrong = follow(read_save(shared / "formats" / "samples" / name))
    spots = {id_: table._pieces[id_].spot for id_ in "123"}
    # read from the real engine after it had stepped through engine36.vlog
    assert spots == {
        "1": ("Main Map", 300, 310),
        "2": ("Main Map", 300, 310),
        "3": ("Tracks", 150, 50),
    }
    assert sorted(table._pieces["s1"].members) == ["1", "2"]
    assert wrong == 0


def test_moves_of_others_begin_where_the_table_has_the_piece(shared):
    """Every move says where its piece came from: an independent check of each one before."""
    logs = []
    for path in sorted(Path(shared / "corpus" / "vlog").glob("*")):
        if path.stat().st_size > 1_000_000:
            continue  # thousands of cards, three steps
        try:
            logs.append(read_save(path))
        except WargameError:
            continue
    new = [follow(log)[1:] for log in logs if log.save.vassal_version]
    assert sum(wrong for _, wrong in new) == 0
    assert sum(moves for moves, _ in new) > 5
    # engines of before 2007 disagree with themselves around their undo
    old = [follow(log)[1:] for log in logs if not log.save.vassal_version]
    assert sum(wrong for _, wrong in old) < 0.025 * sum(moves for moves, _ in old)


@pytest.mark.parametrize("kind", ["umpire", "target"])
def test_a_piece_of_the_modules_own_is_no_stranger(table, kind):
    placed = list(table.add(add("1", at("0203", kind, kind)), 0))
    assert [event.unit for event in placed] == [""]
    assert list(table.move(move("1", "0405"), 1)) == []
    assert table.findings == []
