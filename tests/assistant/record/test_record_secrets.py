"""What is hidden from the reader of a transcript is in none of its forms.

For each way to hide something, two logs are made that differ only in what is hidden: names,
ids, places and numbers of the hidden pieces. Whoever may not see them must get the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from assistant.record import PUBLIC, REFEREE, Viewer, read_game
from assistant.report import transcript_data as data
from assistant.report import transcript_html as page
from assistant.report import transcript_text as text
from builder.vassal import AddPiece, AddPlayer, BasicPiece, Chat, Piece, RemovePiece, Undo
from builder.vassal.command import Plain, PrivateNote, SecretNote
from builder.vassal.trait import DynamicProperty, Hidden, Layer, Mask
from tests.assistant.record.made import (
    ANN,
    BOB,
    changed,
    deck,
    move,
    put,
    said,
    write,
    write_module,
)

FORMS = (text.text, text.markdown, page.html, data.as_csv, data.as_json)
RED, BLUE = Viewer("Red"), Viewer("Blue")


@dataclass(frozen=True)
class Plant:
    """The hidden facts of one log: a piece's name and id, places, and how many pieces."""

    name: str
    id: str
    first: tuple[int, int]
    second: tuple[int, int]
    count: int = 1

    @property
    def ids(self) -> list[str]:
        return [f"{self.id}{number}" for number in range(self.count)]


ONE = Plant("Zebra Guards", "7771", (577, 310), (629, 341))
OTHER = Plant("Quail Lancers", "8882", (733, 490), (785, 521), count=3)
"""Differ in everything."""
SAME_PLACE = Plant("Quail Lancers", "8882", (577, 310), (629, 341))
"""Differs from ONE only in what a mask hides."""

Story = tuple[list[Plain], list[list[Plain]]]


def put_all(plant: Plant, *traits, where="Main Map") -> list[Plain]:
    return [put(id_, plant.name, *plant.first, *traits, where=where) for id_ in plant.ids]


def lives(plant: Plant, pieces: list[AddPiece], where="Main Map") -> list[list[Plain]]:
    """What may befall hidden pieces: moves, undo, reports, typed lines, change, removal."""
    maps = (where, where)
    there = [move(p.id, plant.first, plant.second, BOB, maps=maps) for p in pieces]
    back = [move(p.id, plant.second, plant.first, BOB, maps=maps) for p in pieces]
    report = Chat(f"* {plant.name} moves {plant.first[0]} -> {plant.second[0]} *")
    undo = Chat(f"* UNDO: * {plant.name} moves {plant.first[0]} -> {plant.second[0]} *")
    return [
        [*there, report],
        [Undo(begins=True), *back, undo, Undo(begins=False)],
        [*there, report],
        [*back, undo],
        [report],
        [Chat(f"* <b>{plant.name.split()[0]}</b> {plant.name.split()[1]} counts *")],
        [said("Bob", f"my {plant.name} wait")],
        [Chat(f"*** d6 for {plant.name} = 4 *** &lt;Bob&gt;")],
        [changed(pieces[0], (0, "elsewhere"))] if len(pieces[0].piece.traits) > 2 else [report],
        [move("1", (100, 100), (200, 200)), Chat("* 1st Inf moves 100 -> 200 *")],
        [*(RemovePiece(p.id) for p in pieces), Chat(f"* {plant.name} deleted *")],
    ]


NOTE = DynamicProperty(name="Note", value="nothing")
OPEN = put("1", "1st Inf", 100, 100)


def told_by(plant: Plant, *veils) -> Story:
    pieces = put_all(plant, NOTE, *veils)
    return [OPEN, *pieces], lives(plant, pieces)


def invisible_by_player(plant: Plant) -> Story:
    return told_by(plant, Hidden(access="player:", state=BOB))


def invisible_by_side(plant: Plant) -> Story:
    return told_by(plant, Hidden(access="side:", state="Blue"))


def invisible_by_sides(plant: Plant) -> Story:
    return told_by(plant, Hidden(access="sides:Blue:Green", state="Green"))


def invisible_to_all(plant: Plant) -> Story:
    return told_by(plant, Hidden(access="side:", state="nobody"))


def invisible_and_masked(plant: Plant) -> Story:
    mask = Mask(access="side:", state="Blue;")
    return told_by(plant, Hidden(access="player:", state=BOB), mask)


def masked_by_player(plant: Plant) -> Story:
    return told_by(plant, Mask(access="player:", state=f"{BOB};"))


def masked_by_side(plant: Plant) -> Story:
    return told_by(plant, Mask(access="side:", state="Blue;"))


def masked_by_sides(plant: Plant) -> Story:
    return told_by(plant, Mask(access="sides:Blue:Green", state="Blue;"))


def masked_under_a_layer(plant: Plant) -> Story:
    layer = Layer(images=("a", "b"), names=("", f"{plant.name} worn"), level="2")
    pieces = put_all(plant, NOTE, Mask(access="side:", state="Blue;"), layer)
    steps = [[Chat(f"* {plant.name} worn rests")]]
    return [OPEN, *pieces], steps + lives(plant, pieces)


def in_hand(plant: Plant) -> Story:
    pieces = put_all(plant, NOTE, where="Zone Q")
    return [OPEN, *pieces], lives(plant, pieces, "Zone Q")


def in_private_window(plant: Plant) -> Story:
    pieces = put_all(plant, NOTE, where="Zone P")
    return [OPEN, *pieces], lives(plant, pieces, "Zone P")


def in_window_named_hand(plant: Plant) -> Story:
    pieces = put_all(plant, NOTE, where="Blue Hand")
    return [OPEN, *pieces], lives(plant, pieces, "Blue Hand")


def in_deck(plant: Plant) -> Story:
    pieces = [put(id_, plant.name, 900, 900, NOTE) for id_ in plant.ids]
    report = Chat(f"* {plant.name} is on top of the deck *")
    drawn = [move(p.id, (900, 900), plant.first, BOB, maps=("Main Map", "Zone Q")) for p in pieces]
    shuffled = deck("d", 900, 900, *reversed(plant.ids))
    steps: list[list[Plain]] = [
        [changed(shuffled, (0, shuffled.state)), Chat("* Deck shuffled *")],
        [report],
        [said("Bob", f"I want the {plant.name}")],
        [*drawn, Chat(f"* Bob draws {plant.name} *")],
        [Chat(f"* Bob thinks of {plant.name} *")],
    ]
    return [OPEN, *pieces, deck("d", 900, 900, *plant.ids)], steps


def in_notes(plant: Plant) -> Story:
    steps: list[list[Plain]] = [
        [PrivateNote(BOB, f"{plant.name}|{plant.id}")],
        [SecretNote(plant.name, BOB, hidden=True, text=f"{plant.first}", more=("", "Bob"))],
        [said("Bob", "done")],
    ]
    return [OPEN], steps


def hides_and_shows(plant: Plant) -> Story:
    """It is hidden at first, is uncovered by a slip that is taken back, and hidden again."""
    pieces = [
        put(id_, plant.name, *ONE.first, Mask(access="side:", state="Blue;")) for id_ in plant.ids
    ]
    shown = [changed(p, (0, "null;")) for p in pieces]
    again = [
        changed(AddPiece(p.id, p.type, s.new_state), (0, "Blue;"))
        for p, s in zip(pieces, shown, strict=True)
    ]
    return [OPEN, *pieces], [shown, [Undo(begins=True), *again, Undo(begins=False)]]


UNSEEN = (
    invisible_by_player,
    invisible_by_side,
    invisible_by_sides,
    invisible_to_all,
    invisible_and_masked,
    in_hand,
    in_private_window,
    in_window_named_hand,
    in_deck,
    in_notes,
)
MASKS = (masked_by_player, masked_by_side, masked_by_sides, masked_under_a_layer, hides_and_shows)


def outputs(tmp_path, make: Callable[[Plant], Story], plant: Plant, viewer: Viewer) -> list[str]:
    """All forms of the transcript of two files: the story, and one that starts otherwise."""
    folder = tmp_path / f"{plant.id}-{viewer.side}-{viewer.referee}"
    folder.mkdir()
    setup, steps = make(plant)
    first = write(folder / "a.vlog", *steps, setup=setup)
    moved = [each for each in setup if isinstance(each, AddPiece) and each.id != "1"]
    other_start = [put("1", "1st Inf", 200, 200), *moved]
    second = write(folder / "b.vlog", [said("Ann", "on we go")], setup=other_start)
    module = None
    if make is not in_window_named_hand:
        module = write_module(folder / "m.vmod")
    game = read_game([first, second], viewer, module)
    return [form(game) for form in FORMS]


@pytest.mark.parametrize("viewer", [PUBLIC, RED], ids=["public", "Red"])
@pytest.mark.parametrize(
    ("make", "other"),
    [(make, OTHER) for make in UNSEEN] + [(make, SAME_PLACE) for make in MASKS],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_who_may_not_see_it_gets_the_same_bytes_whatever_is_hidden(tmp_path, make, other, viewer):
    one = outputs(tmp_path, make, ONE, viewer)
    two = outputs(tmp_path, make, other, viewer)
    assert one == two
    for output in one:
        for secret in (ONE.name, ONE.name.split()[0], ONE.id):
            assert secret not in output


@pytest.mark.parametrize("make", [*UNSEEN, *MASKS], ids=lambda make: make.__name__)
def test_a_referee_sees_it(tmp_path, make):
    assert all(ONE.name in output for output in outputs(tmp_path, make, ONE, REFEREE))


@pytest.mark.parametrize(
    "make",
    [make for make in (*UNSEEN, *MASKS) if make not in (invisible_to_all, in_deck)],
    ids=lambda make: make.__name__,
)
def test_the_side_that_hides_it_sees_it(tmp_path, make):
    assert all(ONE.name in output for output in outputs(tmp_path, make, ONE, BLUE))


@pytest.mark.parametrize("make", UNSEEN, ids=lambda make: make.__name__)
def test_a_step_about_hidden_pieces_alone_has_no_entry(tmp_path, make):
    setup, steps = make(ONE)
    path = write(tmp_path / "a.vlog", steps[0], setup=setup)
    module = write_module(tmp_path / "m.vmod") if make is not in_window_named_hand else None
    entries = list(read_game([path], RED, module).entries)
    assert [each.text for each in entries] == (["Deck shuffled"] if make is in_deck else [])


def test_the_other_side_sees_its_own(tmp_path):
    setup = [put("5", "Red Scouts", 100, 100, Hidden(access="player:", state=ANN))]
    path = write(tmp_path / "a.vlog", move("5", (100, 100), (200, 200)), setup=setup)
    assert [e.piece for e in read_game([path], RED).entries] == ["Red Scouts"]
    assert list(read_game([path], BLUE).entries) == []


def test_a_blank_player_id_hides_from_every_side(tmp_path):
    setup = [put("5", "Blank Scouts", 100, 100, Hidden(access="player:", state=""))]
    path = write(tmp_path / "a.vlog", move("5", (100, 100), (200, 200)), setup=setup)
    for viewer in (PUBLIC, RED, BLUE):
        assert list(read_game([path], viewer).entries) == []


def test_a_player_who_changes_sides_takes_along_what_he_sees(tmp_path):
    setup = [put("5", "Scouts", 100, 100, Hidden(access="player:", state=ANN))]
    path = write(
        tmp_path / "a.vlog",
        move("5", (100, 100), (200, 200)),
        AddPlayer(ANN, "Ann", "Green"),
        move("5", (200, 200), (300, 300)),
        setup=setup,
    )
    seen = {
        side: [e.step for e in read_game([path], Viewer(side)).entries if e.kind == "move"]
        for side in ("Red", "Green", "Blue")
    }
    assert seen == {"Red": [1], "Green": [3], "Blue": []}


def test_an_uncovered_piece_is_named_from_the_next_step_on(tmp_path):
    piece = put("5", "Scouts", 100, 100, Mask(access="side:", state="Blue;"))
    steps = [changed(piece, (0, "null;")), move("5", (100, 100), (200, 200), BOB)]
    entries = list(read_game([write(tmp_path / "a.vlog", *steps, setup=[piece])]).entries)
    assert [(e.kind, e.piece, e.text) for e in entries] == [
        ("change", "a piece", "is unmasked"),
        ("move", "Scouts", ""),
    ]


def test_a_referee_is_told_what_changed_hands(tmp_path):
    piece = put("5", "Scouts", 100, 100, Mask(access="side:", state="Blue;"))
    path = write(tmp_path / "a.vlog", changed(piece, (0, "Red;")), setup=[piece])
    told = [e.text for e in read_game([path], REFEREE).entries if e.kind == "secret"]
    assert told == ["seen by Blue, now by Red"]
    assert not [e for e in read_game([path], PUBLIC).entries if e.kind == "secret"]


def test_a_report_of_a_step_about_hidden_pieces_is_left_out_though_it_names_none(tmp_path):
    setup = [put("5", "Scouts", 100, 100, Hidden(access="side:", state="Blue")), OPEN]
    secretly = [move("5", (100, 100), (200, 200), BOB), Chat("* something stirs at 0412 *")]
    both = [*secretly, move("1", (100, 100), (300, 300)), Chat("* 1st Inf goes to 0706 *")]
    path = write(tmp_path / "a.vlog", secretly, both, setup=setup)
    told = [e.text for e in read_game([path], RED).entries if e.kind == "report"]
    assert told == ["1st Inf goes to 0706"]
    assert sum(e.kind == "report" for e in read_game([path], BLUE).entries) == 3


def test_what_an_open_piece_shows_names_no_hidden_one(tmp_path):
    carrier = put("2", "Ferry", 300, 300, NOTE)
    hidden = put("5", "Zebra Guards", 300, 300, Hidden(access="side:", state="Blue"))
    path = write(
        tmp_path / "a.vlog", changed(carrier, (0, "Zebra Guards on board")), setup=[carrier, hidden]
    )
    assert [e.text for e in read_game([path], RED).entries] == ["Note: [hidden] on board"]


def test_a_side_that_may_not_use_a_mask_hides_from_all(tmp_path):
    mask = Mask(access="sides:Blue:Green", state="Red;")
    setup = [put("5", "Scouts", 100, 100, mask)]
    path = write(tmp_path / "a.vlog", move("5", (100, 100), (200, 200)), setup=setup)
    for viewer in (PUBLIC, RED, BLUE):
        assert [e.piece for e in read_game([path], viewer).entries] == ["a masked piece"]


def test_people_under_one_id_see_nothing_of_each_other(tmp_path):
    setup = [put("5", "Scouts", 100, 100, Hidden(access="player:", state=ANN))]
    players = [AddPlayer(ANN, "Ann", "Blue"), AddPlayer(ANN, "Eve", "Red")]
    path = write(
        tmp_path / "a.vlog", move("5", (100, 100), (200, 200)), setup=setup, players=players
    )
    for viewer in (PUBLIC, RED, BLUE):
        assert list(read_game([path], viewer).entries) == []
    assert [e.piece for e in read_game([path], REFEREE).entries] == ["Scouts"]


def test_names_a_piece_had_in_secret_stay_hidden_when_it_is_flipped(tmp_path):
    layer = Layer(images=("a", "b"), names=("Alpha", "Beta"), level="1")
    piece = put("5", "counter", 100, 100, Mask(access="side:", state="Blue;"), layer)
    flip = [changed(piece, (1, "2")), Chat("* Alpha becomes Beta *")]
    path = write(tmp_path / "a.vlog", flip, [Chat("* Alpha was strong *")], setup=[piece])
    told = [e.text for e in read_game([path], RED).entries if e.kind == "report"]
    assert told == ["[hidden] becomes [hidden]", "[hidden] was strong"]


def test_what_a_hidden_piece_remembers_names_no_place(tmp_path):
    memory = (("OldX", "100"), ("OldY", "100"), ("OldMap", "Main Map"))
    inner = BasicPiece(
        "", "Zebra", "1", "Main Map", 300, 300, (*memory, ("OldLocationName", "Secret Valley"))
    )
    scout = Piece.of(Hidden(access="side:", state="Blue"), inner)
    setup = [OPEN, AddPiece("5", scout.type, scout.state)]
    path = write(tmp_path / "a.vlog", move("1", (100, 100), (200, 200)), setup=setup)
    origins = {v.side: [e.origin for e in read_game([path], v).entries] for v in (RED, BLUE)}
    assert origins == {"Red": ["Main Map (100,100)"], "Blue": ["Secret Valley"]}
