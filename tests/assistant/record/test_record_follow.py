"""One file, followed: who did what, and where pieces end up."""

from __future__ import annotations

import sys

import pytest

from assistant.record import REFEREE, read_game, table
from builder.vassal import (
    AddPiece,
    AddPlayer,
    ChangePiece,
    Chat,
    Piece,
    RemovePiece,
    RemovePlayer,
    Turn,
)
from builder.vassal.damage import UnusableError
from builder.vassal.trait import DynamicProperty, Hidden, Label, Layer, NonStacking, OldLayer
from tests.assistant.record.made import (
    ANN,
    BOB,
    changed,
    deck,
    move,
    put,
    said,
    stack,
    write,
    write_module,
)

A, B = put("1", "1st Inf", 300, 310), put("2", "2nd Arm", 300, 310)
PILE = stack("9", 300, 310, "1", "2")


def entries(path, *steps, setup=(A, B, PILE), **more):
    return list(read_game([write(path / "a.vlog", *steps, setup=setup)], **more).entries)


def moves(found):
    return [(e.step, e.piece, e.origin, e.to) for e in found if e.kind == "move"]


def test_a_place_is_named_by_the_grid_of_the_module(tmp_path):
    # the worked example of the format notes: pixel (300,310) of this grid is hex 2021;
    # the next column is no odd one: row = round((340-40)/60) = 5, so 6+15 and 5+16
    module = write_module(tmp_path / "m.vmod")
    found = entries(tmp_path, move("1", (300, 310), (352, 340)), module=module)
    assert moves(found) == [(1, "1st Inf", "2021", "2121")]


def test_a_piece_that_never_stacks_stays_when_the_stack_it_lies_on_goes(tmp_path):
    # as the real engine has it: a fort dropped on a stack has no parent
    fort = put("3", "Fort", 100, 90, NonStacking())
    steps = move("3", (100, 90), (300, 310)), move("9", (300, 310), (352, 340))
    found = entries(tmp_path, *steps, setup=(A, B, PILE, fort))
    assert [e.piece for e in found if e.kind == "move" and e.step == 2] == ["1st Inf", "2nd Arm"]


def test_layers_of_before_3_0_name_a_piece(tmp_path):
    old = put("3", "Gun", 100, 90, OldLayer(tail=("a.png,+ one", "b.png,Wreck"), level="2"))
    found = entries(tmp_path, move("3", (100, 90), (300, 310)), setup=(A, B, PILE, old))
    assert [e.piece for e in found if e.kind == "move"] == ["Wreck"]


def test_the_module_beside_the_log_is_found(tmp_path):
    write_module(tmp_path / "m.vmod")
    assert moves(entries(tmp_path, move("1", (300, 310), (352, 340))))[0][2:] == ("2021", "2121")


def test_without_a_module_a_place_is_map_and_pixels(tmp_path):
    found = entries(tmp_path, move("1", (300, 310), (352, 340)))
    assert moves(found) == [(1, "1st Inf", "Main Map (300,310)", "Main Map (352,340)")]


def test_a_stack_takes_its_members_along(tmp_path):
    found = entries(
        tmp_path, move("9", (300, 310), (400, 400)), module=write_module(tmp_path / "m")
    )
    assert [each[1] for each in moves(found)] == ["1st Inf", "2nd Arm"]


def test_a_piece_that_joins_a_stack_goes_on_with_it(tmp_path):
    third = put("3", "3rd Cav", 500, 500)
    found = entries(
        tmp_path,
        move("3", (500, 500), (300, 310)),
        move("9", (300, 310), (400, 400)),
        setup=(A, B, PILE, third),
    )
    assert [each[:2] for each in moves(found)] == [
        (1, "3rd Cav"), (2, "1st Inf"), (2, "2nd Arm"), (2, "3rd Cav"),
    ]  # fmt: skip


def test_nothing_joins_a_stack_that_was_left_empty(tmp_path):
    # as the engine: the empty stack stays where it was, and takes nobody in
    found = entries(
        tmp_path,
        move("1", (300, 310), (400, 400)),
        move("2", (300, 310), (400, 400)),
        [move("1", (400, 400), (300, 310)), stack("8", 300, 310, "1")],
        move("9", (300, 310), (600, 600)),
        move("8", (300, 310), (700, 700)),
    )
    assert [each[:2] + each[3:] for each in moves(found)][3:] == [
        (5, "1st Inf", "Main Map (700,700)")
    ]


def test_a_move_of_what_is_not_there_is_nothing(tmp_path):
    assert entries(tmp_path, move("77", (1, 1), (2, 2)), RemovePiece("77")) == []


def test_only_changed_traits_of_a_state_count(tmp_path):
    # the place in the states is an old one, as the engine writes it for pieces in stacks
    layer = Layer(images=("a", "b"), names=("", "worn"), name="Step")
    piece = put("1", "1st Inf", 300, 310, layer)
    old = Piece.parse(piece.type, piece.state).at(None, 7, 7)
    new = Piece((type(old.traits[0])(old.traits[0].type, "2"), *old.traits[1:]))
    found = entries(
        tmp_path,
        ChangePiece("1", new.state, old.state),
        move("1", (300, 310), (400, 400)),
        setup=(piece,),
    )
    assert [(e.kind, e.text) for e in found] == [("change", "Step: worn"), ("move", "")]
    assert found[1].origin == "Main Map (300,310)"


@pytest.mark.parametrize(
    ("trait", "state", "text"),
    [
        (Layer(images=("a",), activate_menu="Flip", level="-1"), "1;F", "Flip: on"),
        (Layer(images=("a", "b"), name="Step"), "-2", "Step: off"),
        (DynamicProperty(name="Loss", value="0"), "3", "Loss: 3"),
        (Label(), "hold", "label: hold"),
    ],
)
def test_what_a_piece_shows(tmp_path, trait, state, text):
    piece = put("1", "1st Inf", 300, 310, trait)
    found = entries(tmp_path, changed(piece, (0, state)), setup=(piece,))
    assert [(e.kind, e.text) for e in found] == [("change", text)]


def test_pieces_come_and_go(tmp_path):
    new = put("5", "New", 100, 100)
    found = entries(tmp_path, [new, stack("50", 100, 100, "5")], RemovePiece("5"))
    assert [(e.kind, e.piece, e.to, e.origin, e.text) for e in found] == [
        ("appear", "New", "Main Map (100,100)", "", ""),
        ("vanish", "New", "", "Main Map (100,100)", "is removed"),
    ]


def test_a_card_drawn_to_the_table_is_named(tmp_path):
    card = put("5", "Ace", 900, 900)
    found = entries(
        tmp_path, move("5", (900, 900), (100, 100)), setup=(card, deck("d", 900, 900, "5"))
    )
    assert [(e.kind, e.piece, e.to) for e in found] == [("appear", "Ace", "Main Map (100,100)")]


def test_who_did_it(tmp_path):
    found = entries(
        tmp_path,
        move("1", (300, 310), (400, 400), BOB),
        said("Ann", "hello"),
        Chat("*** d6 = 3 *** &lt;Bob&gt;"),
        Chat("* the weather is fine *"),
        said("Stranger", "psst"),
    )
    assert [(e.kind, e.who, e.side, e.name) for e in found] == [
        ("move", "P2", "Blue", ""),
        ("said", "P1", "Red", "Ann"),
        ("dice", "P2", "Blue", "Bob"),
        ("report", "P2", "Blue", ""),  # the only one who moved wrote the log
        ("said", "", "", "Stranger"),
    ]


def test_who_typed_did_not_do_everything_if_lines_name_another(tmp_path):
    rolled = Chat("*** d6 = 3 *** &lt;Ann&gt;")
    found = entries(tmp_path, said("Bob", "hello"), rolled, Chat("* the weather is fine *"))
    assert [e.who for e in found] == ["P2", "P1", ""]


def test_two_of_one_name_are_not_told_apart_by_it(tmp_path):
    players = (AddPlayer(ANN, "Bob", "Red"), AddPlayer(BOB, "Bob", "Blue"))
    path = write(tmp_path / "a.vlog", said("Bob", "hello"), players=players)
    assert [(e.who, e.name) for e in read_game([path]).entries] == [("", "Bob")]


def test_turns_and_sides(tmp_path):
    path = write(
        tmp_path / "a.vlog",
        [Chat("* * &lt;Ann&gt; Turn Updated from 1 to 2"), Turn("TurnTracker0", "0|2")],
        Turn("TurnTracker0", "0|3"),
        [RemovePlayer(ANN), AddPlayer(ANN, "Ann", "Blue")],
        RemovePlayer(BOB),
    )
    game = read_game([path])
    assert [(e.kind, e.text) for e in game.entries][:2] == [
        ("turn", "* <Ann> Turn Updated from 1 to 2"),
        ("turn", "the turn counter moved"),
    ]
    assert [(s.step, s.who, s.old, s.new) for s in game.sides] == [
        (0, "P1", "", "Red"),
        (0, "P2", "", "Blue"),
        (3, "P1", "Red", "Blue"),
        (4, "P2", "Blue", ""),
    ]


def test_undone_steps_are_marked_in_every_entry(tmp_path):
    step = [move("1", (300, 310), (400, 400)), Chat("* 1st Inf moves *")]
    back = [move("1", (400, 400), (300, 310)), Chat("* UNDO: * 1st Inf moves *")]
    found = entries(tmp_path, step, back, said("Ann", "again"))
    assert [(e.step, e.undo, e.undone_by, e.stands) for e in found] == [
        (1, False, 2, False),
        (1, False, 2, False),
        (2, True, 0, False),
        (2, True, 0, False),
        (3, False, 0, True),
    ]


def test_ids_are_told_to_a_referee_and_else_only_of_pieces_never_hidden(tmp_path):
    steps = [move("1", (300, 310), (400, 400))]
    assert entries(tmp_path, *steps)[0].piece_id == "1"
    into_deck = [move("1", (400, 400), (900, 900))]
    setup = (A, put("5", "Ace", 900, 900), deck("d", 900, 900, "5"))
    assert [e.piece_id for e in entries(tmp_path, *steps, *into_deck, setup=setup)] == ["", ""]
    told = entries(tmp_path, *steps, *into_deck, setup=setup, viewer=REFEREE)
    assert {e.piece_id for e in told if e.kind == "move"} == {"1"}


def test_pieces_nested_too_deep_are_left_out(tmp_path):
    deep = AddPiece("5", "\t".join("\\" * n + "x;" for n in range(1200)), "")
    found = entries(tmp_path, move("1", (300, 310), (400, 400)), setup=(A, deep))
    assert [e.piece for e in found] == ["1st Inf"]


def test_a_log_that_asks_for_too_much_work_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(table, "_MOST_WORK", 100)
    steps = [move("9", (n, n), (n + 1, n + 1)) for n in range(300, 360)]
    with pytest.raises(UnusableError, match="changes of pieces"):
        entries(tmp_path, *steps)


def test_a_step_with_hosts_of_hidden_pieces_and_lines_is_told_without_its_reports(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(sys.modules["assistant.record.follow"], "_MOST_LOOKED_FOR", 10)
    veil = Hidden(access="side:", state="Blue")
    setup = [put(str(n), f"Unit {n}", 0, 0, veil) for n in range(20)]
    step = [move(str(n), (0, 0), (5, 5)) for n in range(20)]
    found = entries(tmp_path, [*step, Chat("* Unit 3 moves"), said("Ann", "hm")], setup=setup)
    assert [e.text for e in found] == ["hm"]


def test_pieces_without_a_state_for_their_veil_are_hidden(tmp_path):
    piece = put("5", "Scouts", 1, 1, Hidden(access="side:"))
    bare = AddPiece("5", piece.type, "")
    assert entries(tmp_path, move("5", (1, 1), (2, 2)), setup=(bare,)) == []
