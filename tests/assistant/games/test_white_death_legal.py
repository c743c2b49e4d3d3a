"""Every type of act has its generator, and what is offered in a game that is played is legal."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import get_args

import pytest

from assistant.audit.finding import Verdict
from assistant.games.white_death.play.legal import legal
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.selfplay import play
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import Line
from builder.convention.line import Note, SetUp, Victory
from tests.assistant.games.table import real_game

RECORDS = (SetUp, Victory, Note)
"""Acts that nobody chooses among: a set-up is free within its area, the others only record."""
EVERY, MOST = 25, 8


@pytest.fixture(scope="module")
def moments():
    """Positions of one game, every so many acts, with the rules and the lines really played."""
    rules = Ruleset(real_game(), optional=frozenset({"23"}))
    seen, played = [], []

    def watch(before, act, _after):
        played.append(act)
        if len(played) % EVERY == 0 and before.turn.impulses:  # the set-up is over
            seen.append(before)

    play(rules, "III", 3, watch)
    return rules, seen, played


def test_what_is_offered_breaks_no_rule_and_can_be_applied(moments):
    rules, positions, _ = moments
    dice = random.Random(5)  # noqa: S311 - dice of a test
    offered = Counter()
    for position in positions:
        for type_ in get_args(Line):
            lines = legal(position, rules, type_, lambda: dice.randint(1, 6))
            for line in islice(lines, MOST):
                offered[type_] += 1
                found = ACTS.check(position, line, rules, disputes=False)
                broken = [f"{f.rule} {f.message}" for f in found if f.verdict is Verdict.BROKEN]
                assert not broken, (line, broken)
                assert not ACTS.apply(position, line, rules).unapplied, line
    assert sum(offered.values()) > 10 * len(positions)
    assert len(offered) > 15


def test_every_type_of_act_has_a_generator_or_only_records():
    from assistant.games.white_death.play.legal import _OFFERS  # noqa: PLC0415

    assert set(get_args(Line)) - _OFFERS.keys() == set(RECORDS)
