"""What the cases cover: every atom of the ledger, every switch, every worked example."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

import pytest

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death import register
from tests.assistant.games.acted import played
from tests.assistant.games.table import cases_in, real_game, table_of
from tests.conftest import REPO

CASES, EXAMPLES = REPO / "tests/cases/white_death", REPO / "tests/examples/white_death"
REGISTER = register()

WORKED = [*(f"RB-{n:02}" for n in range(1, 21)), *(f"EX-{n:02}" for n in range(1, 94))]
IN_PYTHON = {
    "RB-16": ("test_white_death_set_up.py", "test_rb_16_six_points_over_three_regiments"),
    "EX-76": ("test_white_death_after_combat.py", "test_example_76_neighbours"),
    "EX-77": ("test_white_death_after_combat.py", "test_example_77_distances"),
    "EX-86": ("test_white_death_set_up.py", "test_ex_86_fourteen_infantry"),
}
"""Examples that no single line can show: hexes of the map, losses taken by many lines."""

TURNED_BY_NO_CASE: dict[str, str] = {}
"""Switches that turn no verdict, each with the reason."""

_Told = tuple[str, frozenset[str], tuple[Finding, ...]]


def _acts() -> list[_Told]:
    """Return every case of an act: name, atoms that it names, findings."""
    cases = cases_in(CASES / "acts") + cases_in(EXAMPLES / "acts")
    return [(name, frozenset(case.get("atoms", [])), played(case)[0]) for name, case in cases]


def _logs() -> list[_Told]:
    """Return every case of a log; its file names the atom."""
    cases = cases_in(CASES) + cases_in(EXAMPLES)
    return [
        (name, frozenset({name.split(":")[0]}), tuple(table_of(case).findings()))
        for name, case in cases
    ]


@cache
def told() -> tuple[_Told, ...]:
    """Return all cases of acts and logs."""
    return (*_acts(), *_logs())


@cache
def families() -> dict[str, frozenset[str]]:
    """Return by atom all ids that the functions which carry it may name."""
    found: dict[str, frozenset[str]] = defaultdict(frozenset)
    for rule in (*REGISTER.acts, *REGISTER.log):
        for id_ in rule.ids:
            found[id_] |= frozenset(rule.ids)
    return found


def cases_that(atom: str, *verdicts: Verdict) -> list[str]:
    """Return the cases about an atom in which a function that carries it comes to a verdict."""
    return [
        name
        for name, atoms, findings in told()
        if atom in atoms
        and any(f.verdict in verdicts and f.rule in families()[atom] for f in findings)
    ]


CHECKED = [entry.atom.id for entry in REGISTER if not entry.unchecked]


@pytest.mark.parametrize("atom", CHECKED)
def test_every_atom_is_checked_by_a_function_broken_by_a_case_and_kept_by_another(atom):
    assert REGISTER.entry(atom).checked
    assert cases_that(atom, Verdict.BROKEN, Verdict.DISPUTED)
    assert cases_that(atom, Verdict.KEPT)


def test_atoms_that_nothing_checks_are_named_and_are_of_the_ledger():
    assert REGISTER.unchecked.keys() <= REGISTER.ledger.keys()
    assert all(not REGISTER.entry(id_).acts for id_ in REGISTER.unchecked)
    assert len(CHECKED) + len(REGISTER.unchecked) == len(REGISTER.ledger)


def test_a_case_names_only_atoms_of_the_ledger():
    named = {atom for _, atoms, _ in told() for atom in atoms if atom.startswith("WD-")}
    assert named <= REGISTER.ledger.keys()


SWITCHES = sorted(id_ for id_, reading in real_game().readings.items() if reading.switch)


@pytest.mark.parametrize("reading", SWITCHES)
def test_every_switch_turns_the_verdict_of_a_case(reading):
    turned = [
        name
        for name, _, findings in told()
        if any(f.verdict is Verdict.DISPUTED and f.reading == reading for f in findings)
    ]
    assert bool(turned) is (reading not in TURNED_BY_NO_CASE)


def test_a_dispute_names_an_unclear_place_of_the_data():
    found = {f.reading for _, _, all_ in told() for f in all_ if f.verdict is Verdict.DISPUTED}
    assert found <= real_game().readings.keys()


@pytest.mark.parametrize("example", WORKED)
def test_every_worked_example_is_a_case(example):
    if example not in IN_PYTHON:
        assert [name for name, _, _ in told() if re.search(rf"\b{example}\b", name)]
        return
    file, test = IN_PYTHON[example]
    text = (REPO / "tests/assistant/games" / file).read_text(encoding="utf-8")
    assert f"def {test}" in text


def test_the_worked_examples_are_those_of_the_ledger(shared):
    text = (shared / "rules/white_death_examples.md").read_text(encoding="utf-8")
    assert re.findall(r"^\*\*((?:RB|EX)-\d+)\*\*", text, re.MULTILINE) == WORKED
