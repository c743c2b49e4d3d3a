"""Retreats against a literal second implementation, on random small positions."""

from __future__ import annotations

import random
from collections import Counter as Tally

import pytest

from assistant.audit.finding import Verdict
from assistant.games.white_death.play.retreat.ways import retreats
from assistant.games.white_death.play.umpire import ACTS
from builder.convention.line import Retreat
from tests.assistant.games import oracle_cases
from tests.assistant.games import retreat_oracle as literal
from tests.assistant.games.acted import game_of, position_of, rules_of
from tests.assistant.games.combat_positions import EMPTY, case_of

WORDS = {
    "WD-6A.4": "enemy",
    "WD-19.5": "bunker",
    "WD-7.9": "ground",
    "WD-7.12": "ground",
    "WD-16B.1": "river",
    "WD-14B.2": "length",
    "WD-14C.1": "zone",
    "WD-4.3": "room",
}


def walk(dice: random.Random, start: str) -> list[str]:
    """Return a way of adjacent hexes."""
    path = [start]
    for _ in range(dice.choice((1, 2, 2, 2, 3, 3, 4))):
        path.append(dice.choice([c for c in EMPTY.beside(path[-1]) if c != start]))
    return path


def compared(seed: int) -> Tally[str]:
    """Hold both implementations against each other; return what came up."""
    dice = random.Random(seed)  # noqa: S311 - cases, no secrets
    case = case_of(dice)
    game = game_of(case)
    rules, position = rules_of(case, game), position_of(case, game)
    field = oracle_cases.field_of(case, game)
    mover = field.pieces["mover"]
    found = retreats(position, "mover", rules)
    have = {rules.number(cell) for cell in found}
    assert have == literal.ends(field, mover), (seed, case)
    seen: Tally[str] = Tally({"eliminated": not have, "far": 0})
    ways = [[rules.number(cell) for cell in way] for way in found.values()]
    for path in ways:
        assert literal.faults(field, mover, path)[0] == set(), (seed, path, case)
        seen["far"] += literal.apart(path[0], path[-1]) > literal.AWAY
    for path in [*ways, *(walk(dice, mover.at) for _ in range(6))]:
        want, harried = literal.faults(field, mover, path)
        act = Retreat("mover", tuple(path))
        told = ACTS.check(position, act, rules, disputes=False)
        broken = {WORDS[each.rule] for each in told if each.verdict is Verdict.BROKEN}
        assert broken == want, (seed, path, case)
        duties = ACTS.apply(position, act, rules).position.fight.duties
        assert any(duty.why == "retreat" for duty in duties) == harried, (seed, path, case)
        seen.update(want or {"legal"})
        seen["harried"] += harried
    return seen


ALL = {"eliminated", "far", "legal", "harried", *WORDS.values()}


def test_retreats_agree_on_random_positions():
    seen: Tally[str] = Tally()
    for seed in range(150):
        seen += compared(seed)
    assert {word for word in ALL if not seen[word]} == set(), seen


@pytest.mark.soak
def test_retreats_agree_on_very_many_random_positions():
    for seed in range(1_000, 11_000):
        compared(seed)
