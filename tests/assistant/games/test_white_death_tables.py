"""Every cell and every column of the three fire tables, against the charts typed in again."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assistant.games.white_death.play.fire.tables import (
    barrage_column,
    cell,
    column_of,
    effect_named,
    text_of,
)
from assistant.games.white_death.state.ruleset import Ruleset
from tests.assistant.games.table import real_game

CONVENTIONAL = """
      1:3  1:2  1:1  1.5:1 2:1  3:1  4:1  5:1  6:1  7+:1
1     MC   MC   MC1  MC1   MC1  MC2  MC2  MC3  MC3  MC4
2     .    MC   MC   MC1   MC1  MC1  MC2  MC2  MC3  MC3
3     .    .    MC   MC    MC   MC1  MC1  MC2  MC2  MC3
4     .    .    .    .     MC   MC   MC1  MC1  MC2  MC2
5     .    .    .    .     .    MC   MC   MC1  MC1  MC2
6     .    .    .    .     .    .    MC   MC   MC1  MC1
"""
ANTITANK = """
      1:3  1:1  2:1  3:1  5:1  6:1
1     X    X    X    X    2X   2X
2     .    X    X    X    X    2X
3     .    .    X    X    X    X
4     .    .    .    X    X    X
5     .    .    .    .    X    X
6     .    .    .    .    .    X
"""
BARRAGE = """
      4-9 10-19 20-29 30-39 40-49 50-59 60+
1     2   2     4     4     5     5     6
2     1   2     3     4     4     5     5
3     0   1     2     3     4     4     5
4     0   1     2     2     3     4     4
5     0   0     1     2     3     3     4
6     0   0     1     1     2     3     3
7     0   0     0     1     2     2     3
8     0   0     0     1     1     2     2
9     0   0     0     0     1     1     2
10    0   0     0     0     1     1     2
11    0   0     0     0     0     1     1
12    0   0     0     0     0     1     1
13    0   0     0     0     0     0     1
14    0   0     0     0     0     0     1
15    0   0     0     0     0     0     0
"""
HITS = {".": (0, False), "X": (1, True), "2X": (2, True)}


def cells(chart: str) -> list[tuple[str, int, str]]:
    """Return column, die and text of every cell of a chart."""
    head, *rows = (line.split() for line in chart.strip().splitlines())
    return [
        (column, int(row[0]), text)
        for row in rows
        for column, text in zip(head, row[1:], strict=True)
    ]


@pytest.fixture(scope="module")
def rules():
    return Ruleset(real_game())


@pytest.mark.parametrize(("column", "die", "text"), cells(CONVENTIONAL))
def test_every_cell_of_the_conventional_table(column, die, text, rules):
    effect = cell("conventional", column, die, rules)
    assert text_of(effect).replace("none", ".") == text
    assert effect.check is (text != ".")
    assert effect.losses == int(text.removeprefix("MC") or 0 if text != "." else 0)
    assert effect_named("conventional", text_of(effect), rules) == effect


@pytest.mark.parametrize(("column", "die", "text"), cells(ANTITANK))
def test_every_cell_of_the_antitank_table(column, die, text, rules):
    effect = cell("antitank", column, die, rules)
    assert text_of(effect).replace("none", ".") == text
    assert (effect.losses, effect.losses > 0) == HITS[text]
    assert cell("exit", column, die, rules) == effect


@pytest.mark.parametrize(("column", "die", "text"), cells(BARRAGE))
def test_every_cell_of_the_barrage_table(column, die, text, rules):
    assert cell("barrage", column, die, rules).losses == int(text)


@pytest.mark.parametrize(("die", "row"), [(-3, 1), (0, 1), (15, 15), (16, 15), (40, 15)])
def test_dice_beyond_the_barrage_table_are_its_ends(die, row, rules):
    for column in ("4-9", "30-39", "60+"):
        assert cell("barrage", column, die, rules) == cell("barrage", column, row, rules)


@pytest.mark.parametrize("die", [0, 7, -1])
def test_dice_of_direct_fire_have_six_faces(die, rules):
    assert cell("conventional", "2:1", die, rules) is None
    assert cell("antitank", "2:1", die, rules) is None


ODDS = [("1:3", 1, 3), ("1:2", 1, 2), ("1:1", 1, 1), ("1.5:1", 3, 2), ("2:1", 2, 1)]
ODDS += [("3:1", 3, 1), ("4:1", 4, 1), ("5:1", 5, 1), ("6:1", 6, 1), ("7+:1", 7, 1)]
HAIR = Fraction(1, 1000)


@pytest.mark.parametrize("defence", range(1, 16))
def test_conventional_odds_turn_exactly_at_each_heading(defence, rules):
    below = "none"
    for name, over, under in ODDS:
        edge = Fraction(over, under) * defence
        assert column_of("conventional", edge, Fraction(defence), rules) == name
        assert column_of("conventional", edge - HAIR, Fraction(defence), rules) == below
        below = name
    assert column_of("conventional", Fraction(100 * defence), Fraction(defence), rules) == "7+:1"


@pytest.mark.parametrize("defence", range(1, 8))
def test_antitank_odds_turn_only_at_printed_headings(defence, rules):
    below = "none"
    for name, ratio in (
        ("1:3", Fraction(1, 3)),
        ("1:1", Fraction(1)),
        ("2:1", Fraction(2)),
        ("3:1", Fraction(3)),
        ("5:1", Fraction(5)),
        ("6:1", Fraction(6)),
    ):
        edge = ratio * defence
        assert column_of("antitank", edge, Fraction(defence), rules) == name
        assert column_of("antitank", edge - HAIR, Fraction(defence), rules) == below
        below = name
    assert column_of("antitank", Fraction(4 * defence), Fraction(defence), rules) == "3:1"
    assert column_of("antitank", Fraction(defence, 2), Fraction(defence), rules) == "1:3"


def test_no_fire_reaches_no_column_and_any_fire_the_last_against_nothing(rules):
    for kind, last in (("conventional", "7+:1"), ("antitank", "6:1")):
        assert column_of(kind, Fraction(0), Fraction(4), rules) == "none"
        assert column_of(kind, Fraction(1, 4), Fraction(0), rules) == last


def test_below_one_to_three_the_other_reading_takes_the_first_column():
    other = Ruleset(real_game(), {"A-10": "1:3_column"})
    assert column_of("conventional", Fraction(1), Fraction(6), other) == "1:3"
    assert column_of("antitank", Fraction(1, 4), Fraction(4), other) == "1:3"
    assert column_of("antitank", Fraction(0), Fraction(4), other) == "none"


@pytest.mark.parametrize(
    ("least", "name"),
    [(4, "4-9"), (10, "10-19"), (20, "20-29"), (30, "30-39"), (40, "40-49"), (50, "50-59")],
)
def test_barrage_columns_turn_exactly_at_each_heading(least, name, rules):
    names = ["none", "4-9", "10-19", "20-29", "30-39", "40-49", "50-59", "60+"]
    assert barrage_column(Fraction(least), rules) == name
    assert barrage_column(least - HAIR, rules) == names[names.index(name) - 1]


def test_the_last_barrage_column_has_no_end(rules):
    assert barrage_column(60 - HAIR, rules) == "50-59"
    assert barrage_column(Fraction(60), rules) == barrage_column(Fraction(999), rules) == "60+"
