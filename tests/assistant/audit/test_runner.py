"""The runner: counts, order, and rules that fail."""

from __future__ import annotations

import pytest

from assistant.audit.builtin import BUILTIN, builtin_finding
from assistant.audit.finding import Evidence, Finding, Moment, Verdict
from assistant.audit.result import Audit, Subject, Tally
from assistant.audit.rule import Rulebook
from assistant.audit.runner import judge
from assistant.engine.actions import March, Stop
from assistant.engine.events import Place
from assistant.engine.state import Ply, State


def ply(step, unit="r1"):
    stop = Stop(Place("0101"), step)
    march = March(
        step=step,
        unit=unit,
        origin=Place("0202"),
        stops=(stop,),
        cancelled=(),
        phase="",
        impulse=None,
    )
    return Ply(State(), march, State())


def finding(rule, verdict, step):
    return Finding(rule=rule, verdict=verdict, step=step, message="m")


def book(**checks):
    rules = Rulebook("TG")
    for number, check in enumerate(checks.values(), start=1):
        check.__doc__ = "Check."
        rules.rule(f"TG-{number}", f"TG-{number}.1", name="x", section="1")(check)
    return rules


def test_findings_come_by_step_then_in_order_of_the_book(game):
    def first(ply, _game):
        yield finding("TG-1", Verdict.BROKEN, ply.action.step)

    def second(ply, _game):
        yield finding("TG-2", Verdict.KEPT, ply.action.step)
        yield finding("TG-2.1", Verdict.DISPUTED, 1)

    others = [builtin_finding("LOG-1", 2, "x"), builtin_finding("LOG-2", 0, "y")]
    judged = judge(book(a=first, b=second), [ply(2), ply(1)], game, others=others)
    assert [(f.step, f.rule) for f in judged.findings] == [
        *((0, "LOG-2"), (1, "TG-1"), (1, "TG-2.1"), (1, "TG-2.1")),
        *((2, "LOG-1"), (2, "TG-1")),
    ]
    assert [(t.rule, t.kept, t.broken, t.disputed, t.not_checkable) for t in judged.tallies] == [
        *(("TG-1", 0, 2, 0, 0), ("TG-2", 2, 0, 0, 0), ("TG-2.1", 0, 0, 2, 0)),
        *(("LOG-1", 0, 0, 0, 1), ("LOG-2", 0, 0, 0, 1)),
    ]
    assert not judged.crashed


@pytest.mark.parametrize(
    "error", [ValueError("x"), KeyError("r1"), RecursionError(), MemoryError()]
)
def test_a_rule_that_fails_ends_nothing(game, error):
    def failing(ply, _game):
        yield finding("TG-1", Verdict.KEPT, ply.action.step)
        if ply.action.unit == "bad":
            raise error

    def sound(ply, _game):
        yield finding("TG-2", Verdict.KEPT, ply.action.step)

    judged = judge(book(a=failing, b=sound), [ply(1), ply(2, "bad"), ply(3)], game)
    assert judged.crashed
    (failed,) = judged.findings
    assert (failed.rule, failed.step, failed.evidence.units) == ("AUD-2", 2, ("bad",))
    assert "TG-1" in failed.message
    assert type(error).__name__ in failed.message
    assert "test_runner.py" in failed.message
    assert {tally.rule: tally.kept for tally in judged.tallies} == {
        "TG-1": 3,
        "TG-2": 3,
        "AUD-2": 0,
    }


def test_a_rule_that_fails_before_it_yields(game):
    def failing(_ply, _game):
        raise TypeError

    assert judge(book(a=failing), [ply(1)], game).crashed


def test_interrupting_is_no_failure_of_a_rule(game):
    def interrupted(_ply, _game):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judge(book(a=interrupted), [ply(1)], game)


def of_line(rule, verdict, unit="r1", phase="movement", name="of-a-line"):
    return Finding(
        rule=rule,
        verdict=verdict,
        step=3,
        message="m",
        evidence=Evidence(units=(unit,)),
        moment=Moment(turn=1, phase=phase),
        name=name,
    )


def test_what_the_table_shows_is_not_said_again_of_its_line(game):
    known = [of_line("TG-1", Verdict.BROKEN, name="")]
    lines = [
        of_line("TG-1", Verdict.BROKEN),
        of_line("TG-1", Verdict.KEPT),
        of_line("TG-1", Verdict.BROKEN, unit="r2"),
        of_line("TG-1", Verdict.BROKEN, phase="barrage"),
        of_line("TG-1.1", Verdict.DISPUTED),
    ]
    judged = judge(book(), [], game, others=known, lines=lines)
    assert [(f.name, f.evidence.units, f.moment.phase) for f in judged.findings] == [
        *(("", ("r1",), "movement"), ("of-a-line", ("r2",), "movement")),
        *(("of-a-line", ("r1",), "barrage"), ("of-a-line", ("r1",), "movement")),
    ]
    tallies = {tally.rule: (tally.kept, tally.broken, tally.disputed) for tally in judged.tallies}
    assert tallies == {"TG-1": (1, 3, 0), "TG-1.1": (0, 0, 1)}


@pytest.mark.parametrize(
    ("verdict", "name", "unit", "left"),
    [
        (Verdict.BROKEN, "of-a-line", "r1", False),
        (Verdict.KEPT, "of-a-line", "r1", False),
        (Verdict.NOT_CHECKABLE, "of-a-line", "r1", True),
        (Verdict.KEPT, "of-another", "r1", True),
        (Verdict.KEPT, "of-a-line", "r2", True),
    ],
)
def test_a_hint_is_left_out_where_a_line_settles_what_it_hints_at(game, verdict, name, unit, left):
    rules = Rulebook("TG")

    def hint(_ply, _game):
        """Check."""
        yield from ()

    rules.rule("TG-1", "TG-1.1", name="of-a-line", section="1", hint=True)(hint)
    hinted = of_line("TG-1", Verdict.NOT_CHECKABLE, name="")
    lines = [of_line("TG-1.1", verdict, name=name, unit=unit)]
    judged = judge(rules, [], game, others=[hinted], lines=lines)
    assert (hinted in judged.findings) is left


def test_rules_of_lines_come_in_the_order_of_the_book_with_name_and_section(game):
    lines = [of_line(rule, Verdict.KEPT) for rule in ("TG-10A.2", "TG-9C.10", "TG-9C.9")]
    others = [builtin_finding("LOG-1", 2, "x")]
    judged = judge(book(), [], game, others=others, lines=lines)
    assert [(tally.rule, tally.name, tally.section) for tally in judged.tallies] == [
        ("TG-9C.9", "of-a-line", "9C"),
        ("TG-9C.10", "of-a-line", "9C"),
        ("TG-10A.2", "of-a-line", "10A"),
        ("LOG-1", "unread-entry", ""),
    ]


def test_lines_that_cannot_be_judged_end_nothing(game):
    def failing():
        yield of_line("TG-1", Verdict.BROKEN)
        raise KeyError("secret")

    judged = judge(book(), [], game, lines=failing())
    assert judged.crashed
    assert [f.rule for f in judged.findings] == ["AUD-2", "TG-1"]
    assert "KeyError" in judged.findings[0].message
    assert "secret" not in judged.findings[0].message


def test_progress_is_told(game):
    seen = []
    judge(Rulebook("TG"), [ply(1), ply(2)], game, watch=seen.append)
    assert seen == [1, 2]


SUBJECT = Subject(
    file="a.vlog",
    module="",
    module_version="1",
    engine="",
    game="",
    data="",
    judged_version="1",
    judged_data="",
    judged_by="",
    players=(),
    steps=1,
)


@pytest.mark.parametrize(
    ("verdicts", "flags", "status"),
    [
        ([], {}, 0),
        ([Verdict.DISPUTED, Verdict.NOT_CHECKABLE], {}, 0),
        ([Verdict.BROKEN], {}, 1),
        ([], {"lossy": True}, 1),
        ([], {"crashed": True}, 2),
        ([Verdict.BROKEN], {"crashed": True, "lossy": True}, 2),
    ],
)
def test_exit_status(verdicts, flags, status):
    findings = tuple(finding("TG-1", verdict, 1) for verdict in verdicts)
    assert Audit(subject=SUBJECT, findings=findings, notes=(), tallies=(), **flags).status == status


def test_numbers_by_verdict():
    tallies = (
        Tally(rule="TG-1", name="", section="", kept=2, broken=1),
        Tally(rule="TG-2", name="", section="", kept=3, not_checkable=4),
    )
    audit = Audit(subject=SUBJECT, findings=(), notes=(), tallies=tallies)
    assert [audit.number(verdict) for verdict in Verdict] == [5, 1, 0, 4]
    assert [tally.checked for tally in tallies] == [3, 7]


def test_builtin_ids_are_unique_and_described():
    import assistant.audit.builtin as module  # noqa: PLC0415

    for check in BUILTIN.values():
        assert f"{check.id} " in module.__doc__
        assert check.name in module.__doc__
