"""Stacks that the counters of the game can't make, but the rule speaks of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.white_death.stacking import german_stack_fits
from tests.assistant.games.table import real_game

BATTALIONS = ("g-1lehr-i-1-rocket", "g-1lehr-ii-1-rocket", "g-1lehr-iii-1-rocket", "g-743-eng")


@pytest.mark.parametrize(("formation", "fits"), [("g-291id", True), ("g-1lehr", False)])
def test_four_battalions_may_be_of_one_division_but_not_of_one_regiment(formation, fits):
    game = real_game()
    units = [replace(game.units[id_], parent=formation) for id_ in BATTALIONS]
    assert german_stack_fits(units, game, {}) == fits
