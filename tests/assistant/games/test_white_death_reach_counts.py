"""Counts of hexes in reach, by the file of positions; a wrong one is told first step by first step.

The format is told in the file itself.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod

import pytest

from assistant.games.white_death.play.movement.reach import reach
from tests.assistant.games import oracle_cases
from tests.assistant.games.acted import game_of, position_of, rules_of
from tests.conftest import REPO

FILE = REPO / "tests/reach/white_death.reach"
MANY = 130


@dataclass
class Suite:
    """One position and what is reached in it."""

    case: dict = field(default_factory=dict)
    lines: list[tuple[str, str, str]] = field(default_factory=list)


def add(suite: Suite, word: str, rest: str) -> None:
    """Take a line of the file into a position."""
    case = suite.case
    match word:
        case "field":
            columns, rows = map(int, rest.split())
            case["map"] = "\n".join([" ".join("." * columns)] * rows)
        case "row":
            case["map"] = f"{case.get('map', '')}\n{rest}"
        case "unit":
            id_, words = rest.split(" ", 1)
            case.setdefault("units", {})[id_] = words
        case "group":
            name, *ids = rest.split()
            case.setdefault("groups", {})[name] = ids
        case "roads" | "rivers":
            case.setdefault(word, []).append(rest)
        case "lakes":
            case["lakes"] = [each.strip() for each in rest.split(",")]
        case "bridges":
            case["bridges"] = {f"bridge-{n}": cell for n, cell in enumerate(rest.split())}
        case "weather":
            case["weather"] = rest
        case "reach":
            suite.lines.append(tuple(rest.split()))
        case _:
            assert word == "real", word


def suites() -> dict[str, Suite]:
    """Read the file."""
    found: dict[str, Suite] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "id":
            found[rest] = Suite()
        elif word and not word.startswith("#"):
            add(list(found.values())[-1], word, rest)
    return found


SUITES = suites()


def total(text: str) -> int:
    """Return what a sum of products comes to."""
    terms = text.replace("-", "+-").split("+")
    return sum(prod(int(factor) for factor in term.split("*")) for term in terms)


def told(found, rules) -> str:
    """Return how many hexes are reached over each first step."""
    first = Counter(found.path(cell)[1] for cell in found if len(found.path(cell)) > 1)
    return "\n".join(f"{rules.number(cell)}: {n}" for cell, n in sorted(first.items()))


@pytest.mark.parametrize("name", SUITES)
def test_count(name):
    suite = SUITES[name]
    game = game_of(suite.case)
    rules, position = rules_of(suite.case, game), position_of(suite.case, game)
    assert suite.lines
    for unit, points, count in suite.lines:
        found = reach(position, unit, Fraction(points), rules)
        at = f"{name}: reach {unit} {points}: {len(found)} hexes, not {count}"
        assert len(found) == total(count), f"{at}\n{told(found, rules)}"


def count_otherwise(name: str, most: int) -> None:
    """Hold the second implementation against the counts of a position up to a greatest one."""
    suite = SUITES[name]
    field_ = oracle_cases.field_of(suite.case, game_of(suite.case))
    for unit, points, count in suite.lines:
        if total(count) > most:
            continue
        found = field_.reached(field_.pieces[unit], Fraction(points))
        assert len(found) == total(count), f"{name}: reach {unit} {points}"


@pytest.mark.parametrize("name", SUITES)
def test_small_count_by_the_second_implementation(name):
    count_otherwise(name, MANY)


@pytest.mark.soak
@pytest.mark.parametrize("name", SUITES)
def test_count_by_the_second_implementation(name):
    count_otherwise(name, 1 << 20)


def test_a_count_is_a_sum_of_products():
    assert total("1+3*2*3") == 19
    assert total("1+6+12-1") == 18
