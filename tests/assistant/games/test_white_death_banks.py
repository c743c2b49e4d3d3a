"""Banks of rivers on drawn maps, told by eye."""

from __future__ import annotations

import pytest

from assistant.engine.identity import Same
from assistant.games.white_death.banks import Bank, banks_of
from tests.assistant.games.table import drawn_map

MEETING = """
. r . .
. r r .
. r . .
"""
MAIN, SECOND = "0201 0202 0203", "0302 0202"


def told(rivers):
    """Return the bank of every neighbour of 0202."""
    map_ = drawn_map(MEETING, rivers=rivers)
    banks, parse = banks_of(Same(map_)), map_.numbering.parse
    around = ("0201", "0302", "0303", "0203", "0103", "0102")
    return [banks.of(parse("0202"), parse(number)) for number in around]


def test_a_river_from_north_to_south_has_its_left_bank_in_the_east():
    along, left, right = Bank.ALONG, Bank.LEFT, Bank.RIGHT
    assert told([MAIN]) == [along, left, left, along, right, right]


@pytest.mark.parametrize("rivers", [[MAIN, SECOND], [SECOND, MAIN]])
def test_where_rivers_meet_only_the_rivers_themselves_are_known(rivers):
    along, unsure = Bank.ALONG, Bank.UNSURE
    assert told(rivers) == [along, along, unsure, along, unsure, unsure]
