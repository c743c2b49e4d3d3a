"""Cases of acts and worked examples, each a few lines of TOML; what they must cover."""

from __future__ import annotations

import pytest

from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.play.unchecked import UNCHECKED
from tests.assistant.games.acted import assert_case
from tests.assistant.games.table import cases_in, real_game
from tests.conftest import REPO

CASES = cases_in(REPO / "tests/cases/white_death/acts")
EXAMPLES = cases_in(REPO / "tests/examples/white_death/acts")
ALL = CASES + EXAMPLES
KNOWN = frozenset(id_ for rule in ACTS for id_ in rule.ids)


@pytest.mark.parametrize("case", [case for _, case in ALL], ids=[name for name, _ in ALL])
def test_case_is_judged_as_it_says_by_rules_with_ids_that_they_could_have(case):
    found = assert_case(case)
    assert {each.rule for each in found} <= KNOWN
    assert set(case.get("atoms", [])) <= KNOWN | UNCHECKED.keys()


def test_sections_and_readings_of_rules_are_those_of_the_data():
    game = real_game()
    for rule in ACTS:
        assert rule.section in game.sections, rule.name
        for reading in rule.readings:
            assert game.readings[reading].switch, (rule.name, reading)


def test_nothing_is_both_checked_and_unchecked():
    assert not KNOWN & UNCHECKED.keys()
    assert all(reason.endswith(".") and len(reason) > 10 for reason in UNCHECKED.values())
