"""Cells as printed, as typed, and as spreadsheets leave them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.hexgrid import Direction
from builder.model.overlay_cells import CellError, exits, hex_number, is_date, plain, readers

DATES = (
    *("05-Jan", "5-Jan", "Jan-05", "05.Jan", "5.Mai", "1.M\xe4rz", "01-f\xe9vr.", "1-mag", "5-ene"),
    *("1/5/2026", "2026-01-05", "05.01.2026", "01/05/26", "2026-05-01T00:00:00", "May-50"),
)


@pytest.mark.parametrize("text", [*DATES, "5. Mai", "1. M\xe4rz 2026", "2026-01-05 00:00:00"])
@pytest.mark.parametrize("column", ["unit", "formation", "strength", "antitank", "combat"])
def test_dates_that_were_none_are_told_with_what_to_do(text, column):
    assert is_date(text)
    with pytest.raises(CellError, match="no date when it was typed") as caught:
        readers[column](text)
    assert "type" in caught.value.hint


def test_a_day_as_a_number_is_told_too():
    with pytest.raises(CellError, match="no date"):
        readers["unit"]("46027")


@pytest.mark.parametrize(
    "text",
    ["1/5", "I/138", "10/803", "1/2 LW", "8/II/29", "3 Sec", "MG", "1259", "2MC", "T-34", "?"],
)
def test_unit_ids_of_the_game_are_no_dates(text):
    assert readers["unit"](text) == text


def test_no_unit_id_or_label_in_the_data_is_refused(game):
    for unit in game.units.values():
        assert readers["unit"](plain(unit.name)) == unit.name
    for formation in game.formations.values():
        if formation.label:
            assert readers["formation"](plain(formation.label)) == formation.label


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *[(half, "0.5") for half in ("1/2", "0.5", "0,5", ".5", ",5", "\xbd", "0,50", "2/4")],
        *[(more, "1.5") for more in ("1 1/2", "1.5", "1,5", "1\xbd", "1 \xbd", "3/2")],
        *[("1/3", "1/3"), ("\u2153", "1/3"), ("\u2154", "2/3"), ("\u215b", "0.125")],
        *[("4", "4"), ("4.0", "4"), ("4,00", "4"), ("04", "4"), ("-", "0"), ("\u2013", "0")],
    ],
)
def test_factors_in_every_form(text, value):
    assert readers["antitank"](text) == value


@pytest.mark.parametrize("text", ["(1)", "-1", "( 1 )", "(1.0)", "-1,0", "\u22121", "(2/2)"])
def test_parentheses_survive_being_made_a_minus(text):
    assert readers["combat"](text) == "(1)"


@pytest.mark.parametrize(
    ("column", "text"),
    [
        *[
            ("strength", text)
            for text in ("four", "1/2", "4.5", "-4", "(4)", "1e3", "\xb2\xbd", "")
        ],
        *[("combat", text) for text in ("(1", "1)", "--1", "1/0", "()", "a", "1.2.3", "9" * 30)],
        *[("strength", "\u0664"), ("morale", "\uff19"), ("combat", "\u0661/\u0662")],
        *[("unit", "none"), ("name", "Kopytowo (hamlet)"), ("name", "(town)"), ("name", "A (b")],
        *[("high", "maybe"), ("river", "N NO"), ("river", "(Name)x"), ("lake full", "N (x)")],
    ],
)
def test_what_can_not_be_read_is_told(column, text):
    with pytest.raises(CellError):
        readers[column](text)


@given(st.fractions(0, 99, max_denominator=16))
def test_every_factor_is_read_as_itself(value):
    for text in (str(value), f"{value.numerator}/{value.denominator}"):
        assert Fraction(readers["support"](text)) == value
    whole, rest = divmod(value, 1)
    assert Fraction(readers["support"](f"{whole} {rest.numerator}/{rest.denominator}")) == value


@given(st.integers(0, 9_999_999).map(Fraction).map(lambda value: value / 10_000))
def test_every_decimal_is_read_as_itself_with_point_or_comma(value):
    text = f"{float(value):.4f}"
    read = readers["support"](text)
    assert Fraction(read) == value
    assert readers["support"](text.replace(".", ",")) == read


@given(
    st.sets(st.sampled_from([side.name for side in Direction])),
    st.sampled_from([" ", ", ", ";", "/"]),
)
def test_sides_in_any_order_and_separator(sides, between):
    text = between.join(sorted(sides)).lower() or "-"
    value = readers["road"](text)
    assert set(exits(value)[0]) == sides
    assert readers["road"](value) == value


@given(st.text(max_size=30), st.sampled_from(sorted(readers)))
def test_any_text_is_read_or_refused_and_reading_twice_changes_nothing(text, column):
    text = plain(text)
    if not text:
        return
    try:
        value = readers[column](text)
    except CellError:
        return
    if value:
        assert readers[column](value) == value


@pytest.mark.parametrize(
    ("text", "number"),
    [("hex 0101", "0101"), ("0101", "0101"), ("101", "0101"), ("101.0", "0101"), ("101,00", "0101"),
     ("h2123", "2123"), ("Hex 412", "0412"), ("#0412", "0412")],
)  # fmt: skip
def test_hex_numbers_get_their_zero_back(text, number):
    assert hex_number(text) == number


@pytest.mark.parametrize("text", ["", "12", "12345", "1-2", "x", "21.23", "\u0661\u0662\u0663"])
def test_what_is_no_hex_number_is_told(text):
    with pytest.raises(CellError):
        hex_number(text)
