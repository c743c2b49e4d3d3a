"""Lines in logs of the game: kept as played, broken where they are changed, open where unsure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from assistant import pipeline
from assistant.audit.finding import Verdict
from assistant.games.white_death.record import judging
from assistant.games.white_death.record.notes import FIRE_RESET, SUPPLY_RIGHT, TAKEN_BACK
from builder import convention
from builder.convention import Line, format_line
from builder.convention.line import (
    Assault,
    Barrage,
    BarrageDie,
    Commit,
    Deploy,
    Draw,
    Fire,
    Headquarters,
    Impulse,
    Loss,
    Morale,
    Note,
    PhaseStep,
    Receive,
    Retreat,
    Supply,
    TurnStep,
    Victory,
    Weather,
)
from builder.model import load
from builder.model.game import Kind
from builder.module.aids.catalogue import umpire_aids
from builder.vassal import Chat
from tests.assistant.games.logged import GameLog
from tests.assistant.games.played import RULES, SEED, Act, audited, broken, game, written
from tests.sampling import sampled

DECLARED = (Impulse, PhaseStep, TurnStep, Weather)


def impulse_with(
    fits: Callable[[Line], bool], seed: int = SEED, turns: int = 1
) -> tuple[list[Act], int]:
    """Return the acts of the turn up to the impulse after the first act that fits; and its place.

    The act that ends that impulse is the last.
    """
    acts = game(seed, turns)
    place = next(n for n, (_, act, _) in enumerate(acts) if fits(act))
    ends = (n for n in range(place + 1, len(acts)) if isinstance(acts[n][1], Impulse | TurnStep))
    return list(acts[: next(ends, len(acts) - 1) + 1]), place


@pytest.fixture(autouse=True)
def _installed_data_are_read_once(monkeypatch):
    monkeypatch.setattr(load, "load_game", lambda _id, **_how: RULES.game)


def is_a(type_: type[Line], **values: object) -> Callable[[Line], bool]:
    """Return a test for lines of a type with some values."""
    return lambda act: (
        isinstance(act, type_) and all(getattr(act, k) == v for k, v in values.items())
    )


# --- kept --------------------------------------------------------------------------------------


@pytest.mark.parametrize("early", [False, True])
def test_a_turn_played_by_aids_breaks_nothing(tmp_path, early):
    log = written(game(), early=early)
    done, _ = pipeline.audit(log.save(tmp_path / "game.vlog"))
    assert broken(done.findings) == []
    judged = {tally.rule: tally.kept for tally in done.tallies}
    for rule in ("WD-9C.7", "WD-9C.8", "WD-9C.2", "WD-9C.1", "WD-9C.9", "WD-14C.11", "WD-11B.7"):
        assert judged[rule] > 0, rule
    assert dict(done.counts)["reported acts"] > 100
    assert judged["WD-15A.5"] > 0, "the module's account of supply points wasn't read"


def test_what_lines_tell_of_the_counters_is_not_called_unchecked(tmp_path):
    said = {each.rule for each in audited(written(game()), tmp_path)}
    assert not said & {"WD-9C.9", "WD-9D.1", "WD-14B.2", "WD-17C.1", "WD-14.1"}


@pytest.mark.parametrize(
    "without",
    sampled(
        [Assault, Commit, Fire, Loss, Morale, Retreat, Supply, Receive, BarrageDie, Headquarters],
        {Assault, Fire, Morale, Supply}.__contains__,
    ),
)
def test_who_plays_without_a_kind_of_line_is_not_held_to_it(tmp_path, without):
    log = written(game(6), said=lambda act: not isinstance(act, without))
    assert broken(audited(log, tmp_path)) == []


@pytest.mark.parametrize(
    "only", sampled([(Fire,), (Morale, Loss), (Commit, Fire, Loss)], lambda only: Fire not in only)
)
def test_who_plays_with_few_kinds_of_lines_is_not_held_to_the_others(tmp_path, only):
    log = written(game(6), said=lambda act: isinstance(act, (*DECLARED, *only)))
    assert broken(audited(log, tmp_path)) == []


@pytest.mark.parametrize("part", sampled([0.2, 0.5, 0.8], lambda part: part == 0.5))
def test_a_log_that_begins_in_the_midst_of_things_breaks_nothing(tmp_path, part):
    acts = game(7)
    assert broken(audited(written(acts[int(part * len(acts)) :]), tmp_path)) == []


def test_an_impulse_without_phase_steps_leaves_open_what_rests_on_phases(tmp_path):
    found = audited(written(game(), stepped=False), tmp_path)
    assert broken(found) == []
    open_ = [each.message for each in found if "no phase steps" in each.message]
    assert open_


def stepped_otherwise(by: int) -> GameLog:
    """Return the log of a turn whose phases are stepped some acts too late, or too early."""
    acts = list(game())
    for place in range(len(acts) - 3, 2, -1):
        if isinstance(acts[place][1], PhaseStep):
            between = acts[place + 1 : place + 1 + by] if by > 0 else acts[place + by : place]
            if not any(isinstance(act, DECLARED) for _, act, _ in between):
                acts.insert(place + by, acts.pop(place))
    log = GameLog(acts[0][0], RULES)
    for _, act, after in acts:
        if isinstance(act, PhaseStep):
            log.maker.do(Chat("* " + format_line(act)))
        else:
            log.write(act, after)
    return log


def test_phases_stepped_late_break_nothing(tmp_path):
    assert broken(audited(stepped_otherwise(2), tmp_path)) == []


def test_phases_stepped_too_early_put_acts_out_of_their_phase_and_break_nothing_else(tmp_path):
    found = broken(audited(stepped_otherwise(-2), tmp_path))
    other = {(rule, name) for rule, name, _ in found} - {("WD-5.3", "act-in-its-phase")}
    assert other <= {("WD-6B.2", "")}, "but of counters turned over, whose phase counts as well"


def test_dice_rolled_by_hand_leave_the_rest_of_the_phase_open(tmp_path):
    acts, place = impulse_with(is_a(Loss, why="fire"))
    (before, act, after) = acts[place]
    acts[place] = (before, replace(act, points=act.points + 3), after)
    log = GameLog(acts[0][0], RULES)
    for n, (_, each, then) in enumerate(acts):
        if n == place:
            log.maker.say("*** 1d6 = 3 *** &lt;Alice&gt;")
        log.write(each, then)
    found = audited(log, tmp_path)
    assert broken(found) == []
    assert any("dice were rolled by hand" in each.message for each in found)


# --- broken ------------------------------------------------------------------------------------


def hits(act: Line) -> bool:
    """Tell whether an act is conventional fire with a result."""
    return is_a(Fire, kind="conventional")(act) and act.result != "none"


def costs_infantry(act: Line) -> bool:
    """Tell whether an act is a loss to conventional fire."""
    return is_a(Loss, why="fire")(act) and RULES.unit(act.unit).kind is Kind.PERSONNEL


CHANGES = {
    "column": (hits, {"column": "none"}, "WD-9C.7"),
    "result": (hits, {"result": "none"}, "WD-9C.8"),
    "defence": (is_a(Fire, kind="conventional"), {"defence": Fraction(99)}, "WD-9C.2"),
    "more than the pool": (is_a(Fire, kind="conventional"), {"value": Fraction(999)}, "WD-9C.3"),
    "fire value": (is_a(Commit, kind="conventional"), {"value": Fraction(77)}, "WD-9C.1"),
    "barrage die's modifier": (is_a(BarrageDie), {"modifier": 9}, "WD-11B.7"),
    "barrage die's loss": (is_a(BarrageDie), {"loss": 7}, "WD-11B.11"),
    "observation": (is_a(Barrage, observed=True), {"observed": False}, "WD-11C.1"),
    "modifier of a check": (is_a(Morale), {"modifier": 8}, "WD-14C.11"),
    "result of a check": (is_a(Morale, result="pass"), {"result": "rout"}, "WD-14.1"),
    "price": (is_a(Supply, why="assault"), {"points": 2}, "WD-15A.1"),
    "assault on nobody": (is_a(Assault), {"target": "0101"}, "WD-6B.5"),
    "headquarters": (is_a(Headquarters), {"formation": "nobody"}, "WD-11A.5"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_line_that_says_something_wrong_is_broken(tmp_path, what):
    fits, change, rule = CHANGES[what]
    acts, place = impulse_with(fits)
    before, act, after = acts[place]
    acts[place] = (before, replace(act, **change), after)
    log = written(acts)
    found = audited(log, tmp_path)
    step = next(step for step, each in log.lines if each == acts[place][1])
    said = [each for each in found if each.step == step and each.verdict is Verdict.BROKEN]
    assert rule in [each.rule for each in said], [each.message for each in found]
    assert all(each.name and each.moment is not None for each in said)
    assert all(each.evidence.steps == (step,) for each in said)


def test_more_strength_lost_than_fire_called_for_is_broken(tmp_path):
    acts, place = impulse_with(costs_infantry)
    log = written(acts[:place])
    act = acts[place][1]
    log.play(replace(act, points=act.points + 1))
    (found,) = [each for each in audited(log, tmp_path) if each.verdict is Verdict.BROKEN]
    assert (found.rule, found.name) == ("WD-9C.9", "loss-not-due")
    assert f"{act.points} due" in found.message


def test_a_retreat_of_one_hex_is_broken(tmp_path):
    acts, place = impulse_with(is_a(Retreat), turns=2)
    log = written(acts[:place])
    act = acts[place][1]
    log.play(replace(act, path=act.path[:2]))
    names = [name for _, name, _ in broken(audited(log, tmp_path))]
    assert "retreat-way" in names


def test_a_check_left_out_is_broken_where_checks_are_reported(tmp_path):
    acts, place = impulse_with(is_a(Morale, result="pass"))
    left = acts[:place] + acts[place + 1 :]
    unit = acts[place][1].unit
    found = [each for each in audited(written(left), tmp_path) if each.name == "left-undone"]
    assert [(each.verdict, each.evidence.units) for each in found] == [(Verdict.BROKEN, (unit,))]


def test_infantry_that_deploys_is_broken(tmp_path):
    acts, place = impulse_with(is_a(Deploy))
    side = acts[place][0].phasing
    units = acts[place][0].forces[side].pieces
    foot = next(u for u, p in units.items() if p.at is not None and not RULES.unit(u).artillery)
    log = written(acts[:place])
    log.maker.do(Chat("* " + format_line(Deploy(foot))))
    assert ("WD-6B.2", "deploying") in [each[:2] for each in broken(audited(log, tmp_path))]


# --- undone, set, typed ------------------------------------------------------------------------


def test_an_undone_loss_and_its_counter_count_for_nothing(tmp_path):
    acts, place = impulse_with(is_a(Loss, why="fire"))
    log = written(acts[:place])
    before, act, after = acts[place]
    log.write(act, after)
    log.position = after
    changes = log._changes(after, before)
    log.maker.do(Chat("* UNDO: * " + format_line(act)), *changes, *log._drags(after, before))
    log.position = before
    for _, each, then in acts[place:]:
        log.write(each, then)
    found = audited(log, tmp_path)
    assert broken(found) == []
    assert not [each for each in found if each.rule == "WD-9C.9"]


def test_undone_fire_may_be_fired_again(tmp_path):
    acts, place = impulse_with(is_a(Fire, kind="conventional"))
    log = written(acts[:place])
    before, act, _ = acts[place]
    log.write(replace(act, die=1 + act.die % 6, result="4"), before)
    log.maker.do(Chat("* UNDO: * " + format_line(log.lines[-1][1])))
    for _, each, then in acts[place:]:
        log.write(each, then)
    assert broken(audited(log, tmp_path)) == []


def test_a_die_that_was_set_is_said(tmp_path):
    acts, place = impulse_with(is_a(Fire, kind="conventional"))
    before, act, after = acts[place]
    acts[place] = (before, replace(act, forced=True), after)
    found = [each for each in audited(written(acts), tmp_path) if each.rule == "LOG-7"]
    assert [each.evidence.units for each in found] == [(act.target,)]
    assert found[0].verdict is Verdict.NOT_CHECKABLE


def test_a_typed_line_is_no_act(tmp_path):
    acts, place = impulse_with(is_a(Loss, why="fire"))
    log = written(acts[:place])
    typed = format_line(replace(acts[place][1], points=9))
    log.maker.say(f"&lt;Alice&gt; - * {typed}").say(f"&lt;Alice&gt; - {typed}").say(typed)
    for _, each, then in acts[place:]:
        log.write(each, then)
    done, _ = pipeline.audit(log.save(tmp_path / "game.vlog"))
    assert broken(done.findings) == []
    assert [note.kind for note in done.notes].count("typed-look-alike") == 3


def test_wrong_victory_points_are_broken_in_a_game_known_from_its_start(tmp_path):
    log = written(game())
    log.maker.do(Chat("* " + format_line(Victory("total", 999))))
    assert "victory-points" in [each[1] for each in broken(audited(log, tmp_path))]


def test_victory_points_are_open_if_a_march_is_not_known_hex_by_hex(tmp_path):
    log = written(game())
    log.play(next(act for _, act, _ in game(turns=2)[len(game()) :] if isinstance(act, Impulse)))
    log.play(PhaseStep("decision", "movement"))
    side = log.position.phasing
    unit = next(iter(log.position.forces[side].stacks.values()))[0]
    log.maker.do(log._moved(unit, *log._at(RULES.cell("0303"))))
    log.maker.do(Chat("* " + format_line(Victory("total", 999))))
    found = [each for each in audited(log, tmp_path) if each.name == "victory-points"]
    assert [each.verdict for each in found] == [Verdict.NOT_CHECKABLE]


# --- remarks -----------------------------------------------------------------------------------


def test_the_remarks_are_those_that_the_module_makes():
    texts = " ".join(trait.encode().type for trait in umpire_aids(RULES.game)).replace("\\:", ":")
    for remark in (TAKEN_BACK, FIRE_RESET, SUPPLY_RIGHT):
        assert remark in texts


def test_a_pool_that_was_put_right_holds_what_the_remark_says(tmp_path):
    acts, place = impulse_with(is_a(Supply, why="assault"))
    act = acts[place][1]
    log = written(acts[:place])
    log.maker.do(Chat("* " + format_line(Note(f"{SUPPLY_RIGHT}{act.pool}_holds_0"))))
    log.play(act)
    assert [each[:2] for each in broken(audited(log, tmp_path))] == [
        ("WD-15A.5", "points-in-the-pool")
    ]


def test_an_assault_that_was_taken_back_is_not_paid_for(tmp_path):
    acts, place = impulse_with(is_a(Assault))
    before, act, after = acts[place]
    log = written(acts[: place + 1])
    log.maker.do(Chat("* " + format_line(Note(TAKEN_BACK + act.unit))))
    log.position = before
    ends = next(n for n in range(place, len(acts)) if isinstance(acts[n][1], PhaseStep))
    phases = RULES.game.phases
    for old, new in pairwise(phases[phases.index(before.phase) :]):
        log.play(PhaseStep(old, new))
    assert ends
    log.play(next(act for _, act, _ in acts[place:] if isinstance(act, Impulse)))
    assert after.doing(act.unit).target is not None
    assert broken(audited(log, tmp_path)) == []


def test_fire_that_was_reset_may_be_committed_again(tmp_path):
    acts, place = impulse_with(is_a(Commit))
    before, act, _ = acts[place]
    log = written(acts[:place])
    log.write(act, before)
    log.maker.do(Chat("* " + format_line(Note(FIRE_RESET))))
    for _, each, then in acts[place:]:
        log.write(each, then)
    assert broken(audited(log, tmp_path)) == []


def test_fire_that_was_committed_twice_without_a_reset_is_broken(tmp_path):
    acts, place = impulse_with(is_a(Commit, kind="conventional"))
    before, act, _ = acts[place]
    log = written(acts[:place])
    log.write(act, before)
    for _, each, then in acts[place : place + 1]:
        log.write(each, then)
    assert [each[:2] for each in broken(audited(log, tmp_path))] == [
        ("WD-9C.3", "fire-committed-twice")
    ]


# --- by hand -----------------------------------------------------------------------------------


def test_a_counter_dragged_by_hand_in_combat_leaves_its_hexes_open(tmp_path):
    acts, place = impulse_with(is_a(Commit, kind="conventional"))
    act = acts[place][1]
    log = written(acts[:place])
    home = log.maker.pieces[act.unit].position
    log.maker.do(log._moved(act.unit, *log._at(RULES.cell("0303"))))
    log.play(replace(act, value=Fraction(99)))
    log.maker.do(log._moved(act.unit, *home))
    found = audited(log, tmp_path)
    assert broken(found) == []
    assert any("moved by hand" in each.message for each in found)


def test_a_march_dragged_back_costs_nothing(tmp_path):
    acts, place = impulse_with(is_a(Assault))
    act = acts[place][1]
    log = written(acts[:place])
    home = log.maker.pieces[act.unit].position
    far = log._at(RULES.cell("0303"))
    for _ in range(3):
        log.maker.do(log._moved(act.unit, *far)).do(log._moved(act.unit, *home))
    log.play(act)
    assert broken(audited(log, tmp_path)) == []


def test_a_counter_turned_there_and_back_deploys_once(tmp_path):
    acts, place = impulse_with(is_a(Deploy))
    before, act, after = acts[place]
    log = written(acts[:place])
    for _ in range(4):
        log.write(act, after)
        log.position = after
        log.maker.do(*log._changes(after, before))
        log.position = before
    log.write(act, after)
    names = [each[1] for each in broken(audited(log, tmp_path))]
    assert "deploying" not in names


def test_a_scenario_with_draws_and_rebuilt_units_breaks_nothing(tmp_path):
    acts = game(22, scenario="V")
    assert any(isinstance(act, Draw) for _, act, _ in acts)
    assert broken(audited(written(acts[:330]), tmp_path)) == []


# --- hostile and strange -----------------------------------------------------------------------


NOTHING_THERE = (
    "loss unit=nobody points=3 why=fire",
    "loss unit=nobody points=-3 why=nothing",
    "fire kind=magic target=nobody value=1/2 defence=0 column=x die=9 result=y",
    "commit unit=nobody kind=conventional target=9999 value=1/3",
    "morale unit=nobody roll=99 modifier=-9 result=perhaps",
    "retreat unit=nobody path=0000,9999",
    "advance unit=nobody to=9999",
    "barrage target=9999 firers=nobody value=1 observed=yes far=99999",
    "barrage-die unit=nobody die=0 modifier=0 loss=0",
    "supply pool=nobody points=99 why=nothing",
    "enter unit=nobody path=9999",
    "entrain unit=nobody path=9999 strength=1",
    "bridge work=sing bridge=nobody hex=9999 unit=nobody",
    "ice unit=nobody side=0000/9999 die=7",
    "detect units=nobody,nobody hex=9999 die=7",
    "hq hex=9999 side=nobody formation=nobody",
    "victory item=nothing points=999999",
    "draw draw=nothing die=9",
    "garrison group=nobody die=9",
    "airdrop pool=nobody dice=9,9,9",
    "slip unit=nobody to=9999",
    "follow unit=nobody to=9999 target=9999",
    "refit formation=nobody",
    "replace unit=nobody points=9",
)


@pytest.mark.parametrize("part", [0, 0.5])
def test_lines_about_nothing_there_is_accuse_nobody_and_end_nothing(tmp_path, part):
    acts = game()
    log = written(acts[: int(part * len(acts)) + 1])
    for text in NOTHING_THERE:
        log.maker.say(f"* {convention.MARK} {text}")
    done, _ = pipeline.audit(log.save(tmp_path / "game.vlog"))
    assert not done.crashed
    accused = [each for each in done.findings if each.verdict is Verdict.BROKEN]
    assert {unit for each in accused for unit in each.evidence.units} <= {"nobody"}
    assert dict(done.counts)["reported acts"] >= len(NOTHING_THERE)


def test_more_lines_than_a_phase_has_are_not_judged_and_that_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(judging, "_MOST_LINES", 5)
    acts, place = impulse_with(is_a(Commit))
    log = written(acts[:place])
    for _ in range(8):
        log.maker.do(Chat("* " + format_line(acts[place][1])))
    found = audited(log, tmp_path)
    assert [each.message for each in found if each.rule == "LOG-1"][-1] == (
        "more than 5 lines in a phase: the lines from here on aren't judged"
    )
    assert not [each for each in found if each.verdict is Verdict.BROKEN]


def test_more_lines_than_a_phase_has_in_a_single_step_are_not_judged_either(tmp_path, monkeypatch):
    monkeypatch.setattr(judging, "_MOST_LINES", 5)
    acts, place = impulse_with(is_a(Commit))
    log = written(acts[:place])
    log.maker.do(*[Chat("* " + format_line(acts[place][1]))] * 8)
    found = audited(log, tmp_path)
    shares = [each.message for each in found if " fire in the phase" in each.message]
    assert 0 < len(shares) <= 4


def test_a_unit_fired_at_again_and_again_before_its_check_is_told_of_once_a_time(tmp_path):
    acts, place = impulse_with(
        lambda act: isinstance(act, Fire) and act.kind == "conventional" and "MC" in act.result
    )
    log = written(acts[: place + 1])
    for _ in range(3):
        log.maker.do(Chat("* " + format_line(acts[place][1])))
    found = audited(log, tmp_path)
    assert len([each for each in found if "has checked its morale" in each.message]) == 3


def test_more_phases_than_a_game_has_are_not_judged_and_that_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(judging, "_MOST_PHASES", 3)
    found = audited(written(game()), tmp_path)
    assert [each.message for each in found if each.rule == "LOG-1"] == [
        "more than 3 phases: the lines from here on aren't judged"
    ]


def test_points_of_a_turn_that_ends_early_are_told_as_spent(tmp_path):
    acts, place = impulse_with(is_a(Impulse))
    first = acts[place][1]
    log = written(acts[: place + 1])
    log.maker.report(TurnStep(acts[0][0].number, acts[0][0].number + 1))
    (ended,) = (each for each in audited(log, tmp_path) if each.rule == "WD-5.6")
    assert dict(ended.evidence.facts)[f"{first.side} points spent"] == str(first.points)
