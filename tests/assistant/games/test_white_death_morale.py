"""Every roll of two dice against every margin: what a morale check comes to."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from assistant.audit.finding import Verdict
from assistant.games.white_death.play.morale.duties import (
    check_due,
    check_modifier,
    morale_of,
)
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.position import Bunker, Duty, DutyKind
from tests.assistant.games.acted import fixed, game_of, line, position_of, rules_of

RESULTS = {
    12: "PPPPPPPPPPP",
    11: "PPPPPPPPPPF",
    10: "PPPPPPPPPFF",
    9: "PPPPPPPPFFR",
    8: "PPPPPPPFFRR",
    7: "PPPPPPFFRRR",
    6: "PPPPPFFRRRR",
    5: "PPPPFFRRRRR",
    4: "PPPFFRRRRRR",
    3: "PPFFRRRRRRR",
    2: "PFFRRRRRRRR",
    1: "FFRRRRRRRRR",
    0: "FRRRRRRRRRR",
    -1: "RRRRRRRRRRR",
    -2: "RRRRRRRRRRR",
}
"""What rolls of 2 to 12 come to, by morale less what is added: up to the margin pass, one and
two over it fail, from three over it rout."""
WORDS = {"P": "pass", "F": "fail", "R": "rout"}
MOST = 4
"""The highest number that the conventional table prints behind MC."""


def called(morale: int, number: int, *, isolated: bool) -> tuple:
    """Return position and rules where a unit owes a check with a number added, or one more."""
    result = f"MC{number}" if number else "MC"
    case = {
        "map": "\n".join([". . . . . ."] * 6),
        "units": {
            "d": f"german personnel II L 0303 morale={morale} strength=9",
            "a": "soviet personnel III L 0404",
        },
        "impulse": "soviet action 3",
        "phase": "assault",
        "isolated": ["d"] if isolated else [],
    }
    game = game_of(case)
    rules = rules_of(case, game)
    position = fixed(position_of(case, game), case, rules)
    for text in (
        "assault unit=a target=0303",
        f"fire kind=conventional target=d value=42 defence=6 column=7+:1 die=1 result={result}",
    ):
        position = ACTS.apply(position, line(text), rules).position
    return position, rules


@pytest.mark.parametrize("isolated", [False, True])
@pytest.mark.parametrize("number", range(MOST + 1))
@pytest.mark.parametrize("morale", [4, 5, 6, 7, 8, 9, 10, 12])
def test_every_roll_of_two_dice_at_every_number(morale, number, isolated):
    position, rules = called(morale, number, isolated=isolated)
    added = number + isolated
    assert sum(amount for amount, _, _ in check_modifier(position, "d", rules)) == added
    for one, two in product(range(1, 7), repeat=2):
        act = morale_of(position, rules, "d", one + two)
        want = WORDS[RESULTS[morale - added][one + two - 2]]
        assert (act.roll, act.modifier, act.result) == (one + two, added, want)
        verdicts = {each.verdict for each in ACTS.check(position, act, rules)}
        assert verdicts == {Verdict.KEPT}


@pytest.mark.parametrize("margin", sorted(RESULTS))
def test_the_literal_table_is_itself_in_order(margin):
    row = RESULTS[margin]
    assert row == "".join(sorted(row, key="PFR".index))
    assert row.count("P") == max(0, min(11, margin - 1))


def test_a_line_made_from_dice_is_what_the_rules_call_right_and_fulfils_the_duty():
    position, rules = called(7, 2, isolated=True)
    act = morale_of(position, rules, "d", 4)
    assert act.why == ("result:+2", "isolated:+1")
    after = ACTS.apply(position, act, rules).position
    assert check_due(after, "d", rules) is None


def test_a_unit_without_a_check_to_make_gets_no_line():
    position, rules = called(7, 0, isolated=False)
    with pytest.raises(ValueError, match="owes no morale check"):
        morale_of(position, rules, "a", 7)
    assert check_modifier(position, "a", rules) == []


@pytest.mark.parametrize(("hex_", "owes"), [("0304", True), ("0303", False)])
def test_a_bunker_stepped_back_to_excuses_no_check_called_for_in_the_hex_before(hex_, owes):
    position, rules = called(7, 0, isolated=False)
    here, there = (rules.game.map.numbering.parse(each) for each in ("0303", hex_))
    duty = Duty(DutyKind.MORALE, "d", 0, "detected", there)
    fight = replace(position.fight, duties=(duty,))
    strong = {"bunker-10a": Bunker(here, rules.game.combat.morale.covered_by)}
    position = replace(position, fight=fight, bunkers=strong)
    assert (check_due(position, "d", rules) == duty) is owes
