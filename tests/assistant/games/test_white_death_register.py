"""The register of White Death: in order, documented, and silent about nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from assistant.audit.finding import Verdict
from assistant.engine.actions import Touched
from assistant.engine.state import Ply, State
from assistant.games import find
from tests.assistant.games.table import GAME, cases_in, real_game, table_of
from tests.conftest import REPO

RULES = list(find(GAME))
IDS = [id_ for rule in RULES for id_ in rule.ids]


def test_no_id_is_registered_twice():
    assert [id_ for id_, times in Counter(IDS).items() if times > 1] == []


def test_sections_are_those_of_the_rulebook():
    assert {rule.section for rule in RULES} <= real_game().sections.keys()
    assert all(rule.id.startswith(f"WD-{rule.section}") for rule in RULES)


def test_the_ids_are_those_of_the_ledger(shared):
    ledger = (shared / "rules" / "white_death_rules.md").read_text(encoding="utf-8")
    atoms = {line.split()[1] for line in ledger.splitlines() if line.startswith("#### WD-")}
    assert set(IDS) <= atoms
    chapters = tuple(f"WD-{n}" for n in ("3", "4.1", "4.2", "4.4", "4A", "4B", "5.", "6", "7"))
    # 3.7 only points to other rules; 3C.3 is about retreats, 6B.5 and 6B.6 about combat
    later = {"WD-3.7", "WD-3C.3", "WD-6B.5", "WD-6B.6"}
    assert {atom for atom in atoms if atom.startswith(chapters)} - set(IDS) == later


def test_checked_chapters_come_in_the_order_of_the_rulebook():
    checked = [rule for rule in RULES if not rule.check.__module__.endswith(".later")]
    order = list(real_game().sections)
    places = [order.index(rule.section) for rule in checked]
    assert places == sorted(places)


def test_every_finding_is_of_a_registered_rule():
    folders = (REPO / "tests/cases/white_death", REPO / "tests/examples/white_death")
    for folder in folders:
        for name, case in cases_in(folder):
            assert {f.rule for f in table_of(case).findings()} <= set(IDS), name


@pytest.mark.parametrize(
    ("kind", "piece", "rules"),
    [
        ("loss", "unit", ["WD-9C.9"]),
        ("removed", "unit", ["WD-9C.9"]),
        ("placed", "unit", ["WD-17C.1"]),
        ("loss", "bunker", ["WD-19.2"]),
        ("removed", "bunker", ["WD-19.2"]),
        ("placed", "bridge", ["WD-20.4"]),
        ("removed", "bridge", ["WD-20.3"]),
        ("rolled", "", ["WD-14.1"]),
        ("weather", "", ["WD-16.1"]),
        ("placed", "marker", []),
    ],
)
def test_what_touches_a_rule_to_come_is_said(kind, piece, rules):
    unit = "g-83id-i-251-inf" if piece == "unit" else ""
    act = Touched(
        step=7, kind=kind, unit=unit, piece=piece, detail="4", phase="assault", impulse=None
    )
    ply = Ply(State(), act, State())
    found = [f for rule in RULES for f in rule.check(ply, real_game())]
    assert [f.rule for f in found] == rules
    assert all(f.verdict is Verdict.NOT_CHECKABLE and f.step == 7 for f in found)
