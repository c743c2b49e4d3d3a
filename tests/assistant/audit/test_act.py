"""The register of acts: registration, effects, and disputes subject by subject."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from assistant.audit.act import ActBook, Applied
from assistant.audit.finding import Evidence, Finding, Verdict
from builder.convention.line import Note, Weather

KEPT, BROKEN, OPEN = Verdict.KEPT, Verdict.BROKEN, Verdict.NOT_CHECKABLE
LINE = Note("said")
Told = tuple[str, Verdict, str]
"""Rule, verdict and units of a finding."""


@dataclass(frozen=True)
class Readings:
    """Rules that say one thing as chosen, and another as read otherwise."""

    told: tuple[Told, ...]
    other: tuple[Told, ...]

    def otherwise(self, reading: str) -> tuple[Readings, ...]:
        del reading
        return (Readings(self.other, self.told),)


def book() -> ActBook[str, Readings]:
    """Return a book with one rule that says what its rules tell it to."""
    made: ActBook[str, Readings] = ActBook("XX")

    @made.rule("XX-1.1", "XX-1.2", on=(Note,), name="told", section="1", readings=("A-01",))
    def told(before: str, act: Note, rules: Readings) -> Iterator[Finding]:
        """Say what it is told to."""
        del before, act
        for rule, verdict, units in rules.told:
            evidence = Evidence(units=tuple(units.split()))
            yield Finding(rule=rule, verdict=verdict, step=0, message="", evidence=evidence)

    return made


def judged(told: list[Told], other: list[Told]) -> list[str]:
    """Return the findings where another reading would say something else."""
    found = book().check("", LINE, Readings(tuple(told), tuple(other)))
    return [f"{f.verdict.value} {f.rule} {' '.join(f.evidence.units)}".strip() for f in found]


@pytest.mark.parametrize(
    ("told", "other", "expected"),
    [
        ([("XX-1.1", BROKEN, "a")], [], ["disputed XX-1.1 a"]),
        ([("XX-1.1", BROKEN, "a")], [("XX-1.1", BROKEN, "a b")], ["broken XX-1.1 a"]),
        ([("XX-1.1", BROKEN, "")], [("XX-1.1", BROKEN, "")], ["broken XX-1.1"]),
        ([("XX-1.1", KEPT, "a")], [("XX-1.1", BROKEN, "a")], ["disputed XX-1.1 a"]),
        ([("XX-1.1", KEPT, "a")], [], ["kept XX-1.1 a"]),
        ([("XX-1.1", OPEN, "a")], [("XX-1.1", KEPT, "a")], ["not checkable XX-1.1 a"]),
        ([], [("XX-1.1", BROKEN, "a")], ["disputed XX-1.1 a"]),
        ([], [("XX-1.1", KEPT, "a")], []),
        (
            [("XX-1.1", BROKEN, "a")],
            [("XX-1.2", BROKEN, "a")],
            ["disputed XX-1.1 a", "disputed XX-1.2 a"],
        ),
    ],
)
def test_another_reading_disputes_what_it_turns(told, other, expected):
    assert judged(told, other) == expected


def test_of_two_units_only_the_one_that_another_reading_turns_is_disputed():
    told = [("XX-1.1", BROKEN, "a"), ("XX-1.1", BROKEN, "b")]
    assert judged(told, [("XX-1.1", KEPT, "a"), ("XX-1.1", BROKEN, "b")]) == [
        "disputed XX-1.1 a",
        "broken XX-1.1 b",
    ]


def test_what_is_kept_by_every_reading_is_not_disputed_with_its_neighbour():
    told = [("XX-1.1", KEPT, "a"), ("XX-1.1", KEPT, "b")]
    assert judged(told, [("XX-1.1", BROKEN, "a"), ("XX-1.1", KEPT, "b")]) == [
        "disputed XX-1.1 a",
        "kept XX-1.1 b",
    ]


def test_a_unit_broken_in_another_reading_alone_is_told_beside_one_broken_anyway():
    found = judged([("XX-1.1", BROKEN, "a")], [("XX-1.1", BROKEN, "a"), ("XX-1.1", BROKEN, "b")])
    assert found == ["broken XX-1.1 a", "disputed XX-1.1 b"]


def test_without_disputes_only_the_chosen_reading_is_told():
    rules = Readings((("XX-1.1", BROKEN, "a"),), ())
    assert [f.verdict for f in book().check("", LINE, rules, disputes=False)] == [BROKEN]


def test_an_act_without_an_effect_changes_nothing_and_says_so():
    assert book().apply("as it was", LINE, Readings((), ())) == Applied(
        "as it was", ("note: changes nothing here",)
    )


def test_rules_judge_only_the_acts_they_are_registered_for():
    rules = Readings((("XX-1.1", BROKEN, "a"),), ())
    assert book().check("", Weather("frost", 3), rules) == ()


@pytest.mark.parametrize("ids", [(), ("YY-1.1",), ("XX-x",)])
def test_misspelt_ids_are_refused(ids):
    with pytest.raises(ValueError, match=r"no rule id|no ids"):
        ActBook("XX").rule(*ids, on=(Note,), name="n", section="1")


def test_a_name_is_taken_once_and_a_rule_has_a_docstring():
    made = book()
    with pytest.raises(ValueError, match="taken"):
        made.rule("XX-1.1", on=(Note,), name="told", section="1")
    with pytest.raises(ValueError, match="docstring"):
        made.rule("XX-1.1", on=(Note,), name="other", section="1")(lambda *_: iter(()))


def test_a_type_of_act_has_one_effect():
    made = book()
    made.effect(Note)(lambda before, _act, _rules: Applied(before))
    with pytest.raises(ValueError, match="effect already"):
        made.effect(Note)
