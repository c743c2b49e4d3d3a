"""Victory points: how it went by the printed losses, towns, and what other readings make of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.games.white_death.play.score.impulse import at_impulse_end
from assistant.games.white_death.play.score.report import lost_by, score
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.state.opening import opening
from assistant.games.white_death.state.position import Box, Going, Score
from assistant.games.white_death.state.ruleset import Ruleset
from builder.convention import MARK, parse_line
from builder.hexgrid import distance
from tests.assistant.games.table import real_game

GAME = real_game()
RULES = Ruleset(GAME)
ALL_BUNKERS = Ruleset(GAME, {"A-92": "true"})
GROSS = Ruleset(GAME, {"A-70": "gross"})


def went(scenario, after):
    """Return a scenario's end as the losses to date of the next one tell it."""
    position, later = opening(RULES, scenario), GAME.scenarios[after]
    for unit in GAME.scenarios[scenario].eliminated:  # the list after it has them rebuilt
        position = position.with_piece(unit, strength=RULES.unit(unit).strength, box=Box.DUE)
    for item in (item for line in later.losses for item in line.items):
        left = item.strength
        for unit in item.units:
            size = RULES.unit(unit).strength
            gone = min(size, left)
            left -= gone
            box = position.piece(unit).box if gone < size else Box.LOST
            position = position.with_piece(unit, strength=size - gone, box=box)
        assert left == 0
    before = GAME.scenarios[scenario].bunker_losses
    gone = set(later.bunker_losses.gone) - set(before.gone if before is not None else ())
    return replace(position, score=replace(position.score, bunkers=tuple(sorted(gone))))


def totals(scenario, after):
    """Return the points with new bunkers, with all, and with none; cut off, and without towns."""
    position, data = went(scenario, after), GAME.scenarios[scenario]
    cut = sum(20 for award in data.victory.awards if type(award).__name__ == "IsolationAward")
    sums = []
    for rules in (RULES, ALL_BUNKERS):
        items = {item.name: item.points for item in score(position, rules, data).items}
        losses = items["losses-german"] + items["losses-soviet"]
        sums.append(losses + items["bunkers"] + cut)
    return (*sums, losses + cut)


@pytest.mark.parametrize(
    ("scenario", "after", "german", "soviet"),
    [("I", "II", 52, 72), ("II", "III", 86, 106), ("III", "IV", 117, 168), ("IV", "V", 152, 186)],
)
def test_printed_losses_sum_to_what_the_list_of_unclear_places_says(
    scenario, after, german, soviet
):
    # 155 Soviet points and the whole 184 Tank Brigade, 13 points, in scenario IV
    position, data = went(scenario, after), GAME.scenarios[scenario]
    assert lost_by("german", position, RULES, data) == german
    assert lost_by("soviet", position, RULES, data) == soviet


@pytest.mark.parametrize(
    ("scenario", "after", "new", "every", "none"),
    [
        ("I", "II", 22, 22, 2),
        ("II", "III", 32, 52, 22),
        ("III", "IV", 30, 60, 20),
        ("IV", "V", 34, 74, 24),
    ],
)
def test_points_of_scenarios_by_the_next_ones_losses(scenario, after, new, every, none):
    """A-92, RB-19, RB-20: the table of historical totals."""
    assert totals(scenario, after) == (new, every, none)


def test_a_report_adds_up_and_names_the_level_and_what_other_readings_make_of_it():
    report = score(went("II", "III"), RULES, GAME.scenarios["II"])
    assert report.total == sum(points for points, _, _ in report.parts)
    names = {item.name: item.points for item in report.items}
    assert names == {
        "losses-german": 3,
        "losses-soviet": -1,
        "bunkers": 10,
        "towns": 10,
        "isolation": 0,
        "railway": 0,
    }
    assert (report.level, report.side) == ("German Tactical Victory", "german")
    assert [(o.reading, o.value, o.total, o.level) for o in report.others] == [
        ("A-92", "true", 42, "Soviet Marginal Victory")
    ]


def test_a_brigade_rebuilt_before_scenario_v_counts_only_if_losses_are_gross():
    data, position = GAME.scenarios["V"], opening(RULES, "V")
    assert lost_by("soviet", position, RULES, data) == 0
    assert lost_by("soviet", position, GROSS, data) == 13


def going(side):
    return Going(side, "action", 3, 1, 1)


def test_towns_are_counted_at_the_end_of_every_impulse_by_whose_it_was():
    position = opening(RULES, "I").with_piece("g-795-sec", at=RULES.cell("0622"))
    for unit in [*position.stack(RULES.cell("0521"), "german")]:
        position = position.with_piece(unit, at=None, box=Box.LOST, strength=0)
    position = position.with_piece("s-28rd-88-inf", at=RULES.cell("0521"), box=Box.MAP)
    for side in ("soviet", "german", "soviet"):
        position = at_impulse_end(replace(position, going=going(side)), RULES)
    assert position.score.towns == {"soviet": 2, "german": 1}
    items = {i.name: i.points for i in score(position, RULES, GAME.scenarios["I"]).items}
    assert items["railway"] == 15
    other = score(position, Ruleset(GAME, {"A-72": "soviet_impulses"}), GAME.scenarios["I"])
    assert {i.name: i.points for i in other.items}["railway"] == 10


def played(position, *lines):
    """Return the position after some lines."""
    for text in lines:
        position = ACTS.apply(position, parse_line(f"{MARK} {text}"), RULES).position
    return position


def near_nasswa(**changes):
    """Return the opening position with a Soviet regiment beside the town, in its movement."""
    position = opening(RULES, "I").with_piece("s-28rd-88-inf", at=RULES.cell("0605"), box=Box.MAP)
    return replace(position, going=going("soviet"), phase="movement", **changes)


THROUGH = "move unit=s-28rd-88-inf path=0605,0606,0706"


def test_a_town_that_a_unit_only_marched_through_went_to_its_side():
    position = played(near_nasswa(), THROUGH, "phase old=movement new=barrage")
    assert position.score.holders[RULES.cell("0606")] == "soviet"
    assert RULES.cell("0706") not in position.score.holders
    ended = played(position, "impulse side=german kind=action points=3 left=7")
    assert ended.score.towns == {"soviet": 1}


def test_a_town_marched_through_counts_if_no_phase_is_told_before_the_next_impulse():
    ended = played(near_nasswa(), THROUGH, "impulse side=german kind=action points=3 left=7")
    assert ended.score.towns == {"soviet": 1}


def test_a_town_goes_to_whoever_retreated_through_it_last():
    position = replace(near_nasswa(), phase="assault").with_piece(
        "g-795-sec", at=RULES.cell("0605")
    )
    soviet = {**position.score.holders, RULES.cell("0606"): "soviet"}
    position = replace(position, score=replace(position.score, holders=soviet))
    after = played(position, "retreat unit=g-795-sec path=0605,0606,0707")
    assert after.score.holders[RULES.cell("0606")] == "german"


def test_commandos_found_before_a_town_were_never_in_it():
    position = opening(RULES, "I").with_piece("g-803br-12-803-cdo", at=RULES.cell("0605"))
    position = position.with_piece("s-28rd-88-inf", at=RULES.cell("0505"), box=Box.MAP)
    position = played(
        replace(position, going=going("german"), phase="movement", score=Score()),
        "move unit=g-803br-12-803-cdo path=0605,0506,0606",
        "detect units=g-803br-12-803-cdo hex=0506 die=1",
        "phase old=movement new=barrage",
    )
    assert position.score.holders == {}


def test_outside_an_impulse_or_without_a_scenario_nothing_is_counted():
    position = opening(RULES, "I")
    assert at_impulse_end(position, RULES) is position
    unknown = replace(position, scenario="", going=going("soviet"))
    assert at_impulse_end(unknown, RULES) is unknown


def test_towns_behind_the_soviet_front_are_soviet_before_anybody_enters_them():
    assert opening(RULES, "II").score.holders[RULES.cell("1226")] == "soviet"
    assert RULES.cell("1430") not in opening(RULES, "II").score.holders


def surrounded(place):
    """Return scenario III with Soviets in every hex around a town."""
    position = opening(RULES, "III")
    award = next(a for a in GAME.scenarios["III"].victory.awards if hasattr(a, "place"))
    town = set(award.hexes)
    ring = {c for c in GAME.map.hexes if c not in town and any(distance(c, t) == 1 for t in town)}
    units = [i for i, p in position.forces["soviet"].pieces.items() if p.box is Box.SET_UP]
    assert len(ring) <= len(units)
    for unit, cell in zip(units, sorted(ring), strict=False):
        position = position.with_piece(unit, at=cell, box=Box.MAP)
    return position.with_piece("g-mg", at=RULES.cell(place), box=Box.MAP), town


def test_velikiye_luki_with_soviets_all_round_is_isolated_and_so_it_is_once_it_is_taken():
    data = GAME.scenarios["III"]
    position, town = surrounded("2021")
    items = {i.name: i.points for i in score(position, RULES, data).items}
    assert items["isolation"] == 20
    open_ = {i.name: i.points for i in score(opening(RULES, "III"), RULES, data).items}
    assert open_["isolation"] == 0
    units = [i for i, p in position.forces["soviet"].pieces.items() if p.box is Box.SET_UP]
    taken = position.with_piece("g-mg", at=None, box=Box.LOST, strength=0)
    for unit, cell in zip(units, sorted(town), strict=False):
        taken = taken.with_piece(unit, at=cell, box=Box.MAP)
    items = {i.name: i.points for i in score(taken, RULES, data).items}
    assert items["isolation"] == 20
