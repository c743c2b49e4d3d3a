"""The rolls at the beginning of a turn and of impulses: weather, garrisons, draws.

Rules 16, 22 and 17F.
"""

from __future__ import annotations

from collections.abc import Iterator

from assistant.audit.finding import Finding, Verdict
from assistant.games.white_death.names import DECISION
from assistant.games.white_death.play.book import ACTS, ruling
from assistant.games.white_death.play.sequence.draws import called_for, draw_of
from assistant.games.white_death.play.supply.receipts import turn_data
from assistant.games.white_death.state.garrisons import (
    CERTAIN,
    garrison_of,
    garrisons,
    released_by,
)
from assistant.games.white_death.state.position import Position
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention.line import Draw, Garrison, Impulse, Weather
from builder.model.special import Draw as DrawData

__all__: list[str] = []


# --- weather -------------------------------------------------------------------------------


@ACTS.rule("WD-16.1", on=(Weather,), name="roll-for-weather", section="16")
def roll_for_weather(before: Position, act: Weather, rules: Ruleset) -> Iterator[Finding]:
    """The weather is what the turn's column says for the roll: 16."""
    turn = turn_data(before, rules)
    names = rules.game.weather
    if turn is None or act.now not in names or not 1 <= act.die <= len(turn.weather):
        what = f"weather {act.now} is set without a roll that the turn record knows"
        yield ruling("WD-16.1", Verdict.NOT_CHECKABLE, what)
        return
    called = turn.weather[act.die - 1]
    yield ruling(
        "WD-16.1",
        act.now == called,
        f"{names[act.now]} on a roll of {act.die} in turn {turn.number};"
        f" the turn record says {names[called]}",
        facts=[("die", str(act.die)), ("turn record", called)],
    )


@ACTS.rule("WD-16.1", on=(Weather,), name="weather-once-at-the-start", section="16")
def weather_once_at_the_start(before: Position, act: Weather, rules: Ruleset) -> Iterator[Finding]:
    """Each turn opens with one roll for the weather: 16."""
    del rules
    if before.turn.weathered and not act.die:
        what = "the weather is set once more, without a roll"
        yield ruling("WD-16.1", Verdict.NOT_CHECKABLE, what)
    elif before.turn.weathered:
        what = f"a further roll for the weather of turn {before.number}"
        yield ruling("WD-16.1", verdict=False, message=what)
    elif before.turn_begun:
        what = f"the weather of turn {before.number} is set after its first impulse began"
        late = Verdict.BROKEN if act.die else Verdict.NOT_CHECKABLE
        yield ruling("WD-16.1", late, what)
    else:
        what = f"the weather of turn {before.number} is set at its beginning"
        yield ruling("WD-16.1", verdict=True, message=what)


@ACTS.rule("WD-16.1", on=(Impulse,), name="turn-without-weather", section="16")
def turn_without_weather(before: Position, act: Impulse, rules: Ruleset) -> Iterator[Finding]:
    """The weather is rolled for before the first impulse of a turn: 16.

    A roll that no line tells of may have been made.
    """
    del rules
    if act.side not in before.forces or not before.number or before.turn_begun:
        return
    if not before.turn.weathered:
        what = f"turn {before.number} goes on without a roll for its weather that is known"
        yield ruling("WD-16.1", Verdict.NOT_CHECKABLE, what)


# --- garrisons -----------------------------------------------------------------------------


@ACTS.rule("WD-22.3", on=(Garrison,), name="roll-for-release", section="22")
def roll_for_release(before: Position, act: Garrison, rules: Ruleset) -> Iterator[Finding]:
    """One roll at the beginning of each turn decides on the release, from turn 2 on: 22."""
    garrison = garrison_of(act.group, before, rules)
    if garrison is None:
        bound = ", ".join(each.group for each in garrisons(before, rules)) or "none"
        what = f"{act.group} is no garrison that this scenario binds"
        yield ruling("WD-22.3", Verdict.NOT_CHECKABLE, what, facts=[("garrisons", bound)])
        return
    name, most = garrison.place, garrison.highest(before.number)
    out = "released" if released_by(act.group, act.die, before, rules) else "not released"
    told = f"{name} is {out} by a roll of {act.die} in turn {before.number}"
    facts = [("released on", f"1 to {most}" if most else "no roll")]
    for kept, why in (
        (most > 0, "no roll is made in this turn"),
        (not before.turn_begun, "an impulse of the turn has begun"),
        (act.group not in before.turn.rolled, "it was rolled for before in this turn"),
        (act.group not in before.released or most >= CERTAIN, "it is released already"),
        (1 <= act.die <= 6, "that is no roll of a die"),
    ):
        if not kept:
            yield ruling("WD-22.3", verdict=False, message=f"{told}: {why}", facts=facts)
            return
    yield ruling("WD-22.3", verdict=True, message=told, facts=facts)


# --- draws ---------------------------------------------------------------------------------


@ACTS.rule(
    "WD-17F.1", "WD-17F.2", "WD-17F.3", on=(Draw,), name="draw-of-reinforcements", section="17F"
)
def draw_of_reinforcements(before: Position, act: Draw, rules: Ruleset) -> Iterator[Finding]:
    """Optional reinforcements are drawn once, when they are called for: 17F."""
    draw = draw_of(act.draw, rules)
    if draw is None:
        yield ruling("WD-17F.1", Verdict.NOT_CHECKABLE, f"there is no draw {act.draw}")
        return
    atom = "WD-17F.1" if not draw.after else "WD-17F.2" if draw.rolled else "WD-17F.3"
    told = f"{draw.name} on a roll of {act.die}" if draw.rolled else f"{draw.name} comes"
    calling = draw_of(draw.after, rules)
    tests = [
        (act.draw not in before.drawn, "it was drawn before"),
        (called_for(draw, before), f"{calling.name if calling else ''} has not called for it"),
        (not draw.rolled or 1 <= act.die <= 6, "that is no roll of a die"),
    ]
    for kept, why in tests:
        if not kept:
            yield ruling(atom, verdict=False, message=f"{told}: {why}")
            return
    verdict, why = _in_time(draw, calling, before)
    yield ruling(atom, verdict, f"{told}{why}")


def _in_time(draw: DrawData, calling: DrawData | None, position: Position) -> tuple[bool, str]:
    """Tell whether a draw is made at the start of the right impulse, and what not, in words."""
    going = position.going
    if not draw.rolled:
        return True, " by itself"
    if going is None or going.side != draw.side:
        return False, f": it belongs to an impulse of the {draw.side} side"
    if position.phase != DECISION:
        return False, ": the start of the impulse is over"
    if calling is None:
        first = going.own == 1 and position.number == draw.turn
        return first, "" if first else f": it belongs to the first impulse of turn {draw.turn}"
    lapsed = draw.id in position.lapsed
    return not lapsed, ": an impulse of the side has passed since" if lapsed else ""
