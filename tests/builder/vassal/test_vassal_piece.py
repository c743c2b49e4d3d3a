"""Pieces: nested traits, split fast and exactly."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.errors import SequenceError, VassalError
from builder.vassal import BasicPiece, Piece, Stack, sequence
from builder.vassal.piece import _split_nested, join_parts, split_parts
from builder.vassal.trait import DynamicProperty, Layer, Marker, RawTrait

PART = st.text("\\';\tab", max_size=6)
ORDINARY = st.text("';,ab", max_size=6)

UNIT = Piece.of(
    DynamicProperty("Strength", value="5"),
    Marker(("Side", "Strength"), ("Red", "never seen")),
    Layer(images=("a.png",)),
    BasicPiece("a.png", "1 Inf", "7", "Main Map", 300, 310),
)


def test_a_piece_is_written():
    assert UNIT.type == (
        "PROP;Strength;false,0,100,false;;\t"
        "mark;Side,Strength\\\t"
        "emb2;;128;A;;128;;;128;;;;1;false;0;0;a.png;;true;;;;false;;1;1;true;;;;;1.0\\\\\t"
        "piece;;;a.png;1 Inf"
    )
    assert UNIT.state == "5\tRed,never seen\\\t1\\\\\tMain Map;300;310;7;0"


def test_and_read_back():
    assert Piece.parse(UNIT.type, UNIT.state) == UNIT
    assert UNIT.name == "1 Inf"
    assert UNIT.gpid == "7"
    assert UNIT.position == ("Main Map", 300, 310)
    assert UNIT.properties == {"Strength": "5", "Side": "Red"}  # the outer one wins
    assert Piece.of(*UNIT.parsed) == UNIT


def test_a_stack():
    piece = Piece.parse("stack", "Main Map;300;310;1;2;@@0")
    assert piece.inner == Stack("Main Map", 300, 310, ("1", "2"), 0)
    assert piece.position == ("Main Map", 300, 310)
    assert (piece.name, piece.gpid, piece.properties) == ("", "", {})
    assert piece.at(None, 1, 2).state == "null;1;2;1;2;@@0"


def test_a_deck_is_kept():
    piece = Piece.parse("deck;a;b", "Main Map;1;2;false;5,6")
    assert (piece.type, piece.state) == ("deck;a;b", "Main Map;1;2;false;5,6")
    assert (piece.position, piece.inner.members) == (("Main Map", 1, 2), ("5", "6"))
    moved = piece.at("Cards", 3, 4)
    assert (moved.type, moved.state) == ("deck;a;b", "Cards;3;4;false;5,6")


def test_what_has_no_place_cant_be_moved():
    piece = Piece.parse("zzTrait;a;b", "?")
    with pytest.raises(VassalError, match="position"):
        piece.at("Main Map", 1, 2)


def test_other_state_place_and_values():
    moved = UNIT.at("Tracks", 5, 6)
    assert moved.position == ("Tracks", 5, 6)
    assert moved.traits[:-1] == UNIT.traits[:-1]
    weaker = UNIT.with_properties({"Strength": "4", "Side": "Blue"})
    assert weaker.properties == {"Strength": "4", "Side": "Blue"}
    assert UNIT.with_state(weaker.state) == weaker
    with pytest.raises(VassalError, match="'Morale'"):
        UNIT.with_properties({"Strength": "4", "Morale": "1"})


def test_states_that_are_missing_or_too_many():
    short = Piece.parse("mark;A\tmark;B\\\tpiece;;;;", "1")
    assert [trait.state for trait in short.traits] == ["1", "", ""]
    long = Piece.parse("mark;A\tpiece;;;;", "1\tnull;0;0;;0\\\textra")
    assert long.traits[1].state == "null;0;0;;0\textra"
    assert long.state == "1\tnull;0;0;;0\\\textra"


def _nested(parts):
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = sequence.encode([part, text], "\t")
    return text


@given(st.lists(PART, min_size=1, max_size=7))
def test_joining_is_nested_encoding_and_splitting_undoes_it(parts):
    try:
        expected = _nested(parts)
    except SequenceError:
        with pytest.raises(SequenceError):
            join_parts(parts)
        return
    assert join_parts(parts) == expected
    assert split_parts(expected, len(parts)) == parts


@given(st.lists(ORDINARY, min_size=1, max_size=25))
def test_the_number_of_parts_needn_t_be_known(parts):
    assert split_parts(join_parts(parts)) == parts


@settings(max_examples=2000)
@given(st.text("\\'\t;a", max_size=30), st.none() | st.integers(1, 6))
def test_the_short_way_gives_what_the_long_way_gives(text, count):
    assert split_parts(text, count) == _split_nested(text, count)


def test_tabs_inside_a_trait_take_the_long_way():
    piece = Piece((RawTrait("x;a\tb", "'q'"), RawTrait("piece;;;;", "\\z")))
    assert Piece.parse(piece.type, piece.state) == piece


def test_nesting_has_an_end():
    with pytest.raises(VassalError, match="1000 deep"):
        split_parts(join_parts(["x"] * 1_002))
    assert len(split_parts(join_parts(["x"] * 1_000))) == 1_000


def test_a_deep_and_long_piece_is_refused_before_it_takes_long(monkeypatch):
    text = join_parts(["'x'"] * 90 + ["y" * 800 + "'"])
    assert len(split_parts(text)) == 91
    monkeypatch.setattr("builder.vassal.piece._MOST_WORK", 50_000)
    monkeypatch.setattr("builder.vassal.piece._MOST_ROUNDS", 0)
    with pytest.raises(VassalError):
        split_parts(text)


def test_500_pieces_of_20_traits_are_fast():
    piece = Piece.of(*[Marker((f"M{n}",), ("1",)) for n in range(19)], BasicPiece("a.png", "A"))
    kind, state = piece.type, piece.state
    start = time.perf_counter()
    for _ in range(500):
        Piece.parse(kind, state)
    assert time.perf_counter() - start < 0.3 * 3  # a slow or busy machine
