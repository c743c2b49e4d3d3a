"""Lines that record victory points, held against the position (25.7 to 25.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.play.book import ACTS, Ruled, ruling
from assistant.games.white_death.play.scenario.areas import scenario_of
from assistant.games.white_death.play.score.impulse import at_impulse_end
from assistant.games.white_death.play.score.report import SCORE_READINGS, Report, score
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Victory
from builder.model.scenario import Scenario

__all__ = ["level_word"]

TOTAL = "total"
"""Item of a line that records all points together."""
_LEVEL = "WD-25.11"


@ACTS.effect(Victory)
def note_points(before: Position, act: Victory, rules: Ruleset) -> Ruled:
    """Add the points to those recorded for the item."""
    del rules
    recorded = before.score.recorded
    recorded = {**recorded, act.item: recorded.get(act.item, 0) + act.points}
    return Ruled(replace(before, score=replace(before.score, recorded=recorded)))


@ACTS.rule(
    *("WD-25.7", "WD-25.8", "WD-25.9", "WD-25.10", _LEVEL, "WD-23.2"),
    on=(Victory,),
    name="victory-points",
    section="25",
    readings=SCORE_READINGS,
)
def points_due(before: Position, act: Victory, rules: Ruleset) -> Iterator[Finding]:
    """Points recorded for an item are what the position is worth: 25.7 to 25.11, A-70 to A-75.

    Units without their equipment count by the strength they have left (23.2).

    A line adds to what was recorded for its item before. The impulse that is going on may be
    counted already or not yet. A line for a level names the level that its points make.
    """
    scenario = scenario_of(before, rules)
    if scenario is None or scenario.victory is None:
        return
    levels = {level_word(level.name) for level in scenario.victory.levels}
    if act.item in levels:
        yield _level(act, scenario)
        return
    ended = at_impulse_end(before, rules)
    reports = [_plain(score(each, rules, scenario)) for each in (before, ended)]
    if act.item != TOTAL and act.item not in {item.name for item in reports[0].items}:
        text = f"nothing of scenario {scenario.id} is called {act.item}"
        yield ruling("WD-25.10", Verdict.NOT_CHECKABLE, text)
        return
    yield _item(act, reports, before)


def level_word(name: str) -> str:
    """Return the name of a level as a line writes it.

    >>> level_word("Soviet Tactical Victory")
    'soviet-tactical-victory'
    """
    return name.lower().replace(" ", "-")


def _plain(report: Report) -> Report:
    """Return a report without what other readings make of it."""
    return replace(report, others=())


def _level(act: Victory, scenario: Scenario) -> Finding:
    """Judge the level that is named for a number of points: A-73."""
    if scenario.victory is None:
        return ruling(_LEVEL, Verdict.NOT_CHECKABLE, "no levels are known")
    level = scenario.victory.level(act.points)
    text = f"{act.points} points are a {level.name}"
    return ruling(_LEVEL, level_word(level.name) == act.item, text)


def _item(act: Victory, reports: list[Report], before: Position) -> Finding:
    """Judge the points of one item, or of all."""
    said = before.score.recorded.get(act.item, 0) + act.points
    found = []
    for report in reports:
        items = [item for item in report.items if act.item in {TOTAL, item.name}]
        parts = [(item.points, item.reason, item.rule) for item in items]
        due = sum(item.points for item in items)
        rule = _LEVEL if act.item == TOTAL else items[0].rule
        text = f"{said} points recorded for {act.item}, {due} by the position"
        found.append(ruling(rule, due == said, text, parts=parts, allowance=said))
    return next((each for each in found if each.verdict is Verdict.KEPT), found[0])
