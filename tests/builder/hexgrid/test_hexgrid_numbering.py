import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.hexgrid import Direction, Hex, Numbering, line, neighbour

NUMBERING = Numbering(columns=38, rows=44)


def at(text):
    return NUMBERING.parse(text)


# the neighbour tables of the rules ledger, A-60: (column, row) offsets
EVEN = {"N": (0, -1), "NE": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}
ODD = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 0), "NW": (-1, -1)}


@pytest.mark.parametrize(("number", "table"), [("2122", ODD), ("2022", EVEN), ("0101", ODD)])
def test_neighbours_follow_the_printed_tables(number, table):
    column, row = int(number[:2]), int(number[2:])
    for direction in Direction:
        dc, dr = table[direction.name]
        assert NUMBERING.column_row(neighbour(at(number), direction)) == (column + dc, row + dr)


@pytest.mark.parametrize(
    "straight",
    [  # straight lines named in the scenarios; all but the last two are drawn out in the ledger
        "1034 1135 1235 1336 1436 1537 1637",
        "1229 1330 1430 1531 1631 1732 1832 1933 2033 2134",
        "1223 1324 1424 1525 1625 1726",
        "1732 1832 1933 2033 2134 2234 2335 2435",
        "1622 1723 1823",
        "1830 1931 2031 2132 2232 2333 2433 2534",
    ],
)
def test_the_scenario_lines_run_straight_to_the_southeast(straight):
    cells = tuple(map(at, straight.split()))
    assert line(cells[0], cells[-1]) == cells
    assert all(neighbour(a, Direction.SE) == b for a, b in itertools.pairwise(cells))


@given(st.integers(1, 38), st.integers(1, 44), st.booleans())
def test_number_to_hex_and_back(column, row, even_low):
    numbering = Numbering(38, 44, even_low=even_low)
    text = f"{column:02}{row:02}"
    assert numbering.format(numbering.parse(text)) == text


@pytest.mark.parametrize("text", ["", "212", "21223", "0001", "3901", "0145", "21a2", "２１２２"])  # noqa: RUF001 - full-width digits on purpose
def test_numbers_off_the_map_or_misspelt_are_refused(text):
    with pytest.raises(ValueError, match="hex"):
        NUMBERING.parse(text)


def test_the_field_holds_each_hex_once():
    assert len(set(NUMBERING)) == len(NUMBERING) == 38 * 44
    assert all(cell in NUMBERING for cell in NUMBERING)
    assert Hex(0, 0) not in NUMBERING
    assert "2122" not in NUMBERING
