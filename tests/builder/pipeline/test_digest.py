from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.draw.facts import map_facts
from builder.errors import WargameError
from builder.model.load import games, load_game
from builder.pipeline.digest import digest

PLAIN = st.none() | st.booleans() | st.integers() | st.text() | st.fractions() | st.binary()
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
    max_leaves=12,
)


@given(VALUES, VALUES)
def test_different_values_have_different_digests(one, other):
    assert (digest(one) == digest(other)) == (_shape(one) == _shape(other))


def _shape(value):
    """Return what tells values apart: Python holds True, 1 and Fraction(1) for equal."""
    if isinstance(value, dict):
        return "mapping", [(key, _shape(each)) for key, each in value.items()]
    if isinstance(value, (list, tuple)):
        return "sequence", [_shape(each) for each in value]
    return type(value), value


def test_sets_have_no_order_mappings_have_one():
    assert digest({"a", "b", "c"}) == digest({"c", "b", "a"})
    assert digest({"a": 1, "b": 2}) != digest({"b": 2, "a": 1})
    assert digest({Fraction(1, 2)}) != digest({Fraction(1, 3)})


def test_what_is_no_plain_value_is_refused():
    with pytest.raises(WargameError, match="no digest"):
        digest([object()])


def test_a_game_has_one_digest_in_every_process(repo):
    """Sets of text come in another order in each process, or with PYTHONHASHSEED."""
    code = (
        "from builder.draw.facts import map_facts\n"
        "from builder.model.load import load_game\n"
        "from builder.pipeline.digest import digest\n"
        f"print(digest(map_facts(load_game({games()[0]!r}))))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=repo,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert found == {digest(map_facts(load_game(games()[0]))) + "\n"}


def test_facts_of_the_map_tell_what_it_shows():
    game = load_game(games()[0])
    facts = digest(map_facts(game))
    unit = next(iter(game.units.values()))
    other = replace(game, units=game.units | {unit.id: replace(unit, morale=2)}, digest="other")
    assert digest(map_facts(other)) == facts
    turn = replace(game.turns[0], dates="Nov. 31")
    for change in (
        {"turns": (turn, *game.turns[1:])},
        {"private": True},
        {"map": replace(game.map, places=game.map.places[1:])},
    ):
        assert digest(map_facts(replace(game, **change))) != facts
