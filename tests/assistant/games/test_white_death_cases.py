"""Rule cases and worked examples of White Death, each a few lines of TOML."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assistant.audit.finding import Verdict
from assistant.games import find
from tests.assistant.games.table import GAME, cases_in, summary, table_of
from tests.conftest import REPO

CASES = cases_in(REPO / "tests/cases/white_death")
EXAMPLES = cases_in(REPO / "tests/examples/white_death")
every_case = pytest.mark.parametrize(
    "case", [case for _, case in CASES + EXAMPLES], ids=[name for name, _ in CASES + EXAMPLES]
)
LATER = ("WD-3A.2", "WD-13.1", "WD-22.1")
"""Hints beside the judgement of a march; a case that is about them names them."""


def number(text: str) -> Fraction:
    """Return an exact number in words."""
    return sum((Fraction(word) for word in text.split()), Fraction(0))


@every_case
def test_case(case):
    found = table_of(case).findings()
    expected = case.get("expect", [])
    told = summary(found)
    if not any(hint in text for text in expected for hint in LATER):
        told = [text for text in told if not text.startswith(LATER)]
    assert told == expected, [f.message for f in found]
    if "cost" in case or "path" in case:
        main = [f for f in found if f.verdict is not Verdict.KEPT] or [
            f for f in found if f.rule == "WD-6A.2"
        ]
        evidence = main[0].evidence
        assert evidence.cost == case.get("cost", evidence.cost)
        assert list(evidence.hexes) == case.get("path", list(evidence.hexes))
    for words in case.get("says", []):
        assert any(f.message.endswith(words) for f in found), [f.message for f in found]
    for fact, words in case.get("facts", {}).items():
        assert any((fact, words) in f.evidence.facts for f in found)
    kept = {f.rule for f in found if f.verdict is Verdict.KEPT}
    assert kept >= set(case.get("kept", []))
    assert kept.isdisjoint(case.get("not_kept", []))


@every_case
def test_items_of_evidence_add_up(case):
    for finding in table_of(case).findings():
        items = finding.evidence.items
        if items:
            assert sum(number(i.amount) for i in items) == number(finding.evidence.cost)


def test_every_rule_that_can_be_broken_has_a_case_that_breaks_and_one_that_keeps_it():
    by_file = {}
    for name, case in CASES:
        by_file.setdefault(name.split(":")[0], []).append(case)
    nothing_to_break = {"WD-3A.1", "WD-3A.2"}
    later = {rule.id for rule in find(GAME) if rule.check.__module__.endswith(".later")}
    missing = []
    for rule in find(GAME):
        if rule.id in later | nothing_to_break:
            continue
        cases = by_file.get(rule.id, [])
        breaks = any(f"{rule.id} broken" in case.get("expect", []) for case in cases)
        keeps = any(rule.id in case.get("kept", []) for case in cases)
        if not (breaks and keeps):
            missing.append((rule.id, breaks, keeps))
    assert not missing
