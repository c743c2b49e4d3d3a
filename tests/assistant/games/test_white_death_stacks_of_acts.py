"""Stacks of a complete position against the second implementation of rule 4."""

from __future__ import annotations

import random
from collections import Counter as Tally

import pytest

from assistant.games.white_death.play.stacking import fits, units_fit
from assistant.games.white_death.state.position import Box, Force, Piece, Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.hexgrid import Hex
from tests.assistant.games import oracle_stacks
from tests.assistant.games.table import real_game
from tests.assistant.games.test_white_death_oracle import card, rosters, some_stack

HERE, AWAY = Hex(13, 6), Hex(15, 6)
RULES = {side: Ruleset(real_game()) for side in ("german", "soviet")}
PRINTED = Ruleset(real_game(), {"A-22": "printed"})


def position(stack: list[str], dice: random.Random) -> Position:
    """Return a position with a stack in one hex, and others elsewhere, lost, due or unused."""
    game = real_game()
    pieces = {}
    for id_, unit in game.units.items():
        place = dice.choice((AWAY, None, None))
        box = Box.MAP if place else dice.choice((Box.LOST, Box.DUE, Box.UNUSED))
        pieces[id_] = Piece(unit.strength, place, box)
    pieces |= {id_: Piece(1, HERE) for id_ in stack}
    forces = {
        side.id: Force.of({i: p for i, p in pieces.items() if game.units[i].side == side.id})
        for side in game.sides
    }
    return Position("", 8, "frost", "movement", forces)


def expected_german(stack: list[str], now: Position, *, printed: bool) -> bool:
    """Return what the second implementation says of a German stack."""
    whole: dict[str, set] = {}
    for id_ in rosters("german"):
        piece, key = now.piece(id_), real_game().units[id_].battalion
        if key and (printed or piece.at is not None):
            whole.setdefault(key, set()).add(card(id_))
    return oracle_stacks.german_fits([card(i) for i in stack], whole)


def expected_soviet(stack: list[str]) -> bool:
    """Return what the second implementation says of a Soviet stack."""
    units = real_game().units
    parents = {units[i].parent for i in stack} - {""}
    roster = [card(i) for i in rosters("soviet") if i in stack or units[i].parent in parents]
    return oracle_stacks.soviet_fits([card(i) for i in stack], roster)


def compare(seed: int) -> str:
    """Compare one stack, whole and as one unit that comes to the others."""
    dice = random.Random(seed)  # noqa: S311 - a stack, no secret
    side = dice.choice(("german", "soviet"))
    stack = some_stack(dice, side)
    now = position(stack, dice)
    german = side == "german"
    want = expected_german(stack, now, printed=False) if german else expected_soviet(stack)
    rules = RULES[side]
    assert fits(now, HERE, side, rules) == want, (seed, stack)
    assert units_fit(stack, now, rules) == want, (seed, stack)
    if german:
        want_printed = expected_german(stack, now, printed=True)
        assert fits(now, HERE, side, PRINTED) == want_printed, (seed, stack)
    comer = dice.choice(stack)
    apart = now.with_piece(comer, at=AWAY)
    assert fits(apart, HERE, side, rules, (comer,)) == want, (seed, stack, comer)
    return f"{side} {want}"


def test_stacks_agree_on_random_positions():
    kinds = Tally(compare(seed) for seed in range(400))
    assert len(kinds) == 4
    assert min(kinds.values()) > 15


@pytest.mark.soak
def test_stacks_agree_on_twenty_thousand_positions():
    for seed in range(1000, 21_000):
        compare(seed)


def test_a_unit_that_is_there_already_counts_once():
    stack = ["g-83id-i-251-inf", "g-291id-i-505-inf", "g-205id-i-335-inf"]
    now = position(stack, random.Random(1))  # noqa: S311 - a stack, no secret
    assert fits(now, HERE, "german", RULES["german"], stack)
    assert not fits(now, HERE, "german", RULES["german"], ["g-743-eng"])
