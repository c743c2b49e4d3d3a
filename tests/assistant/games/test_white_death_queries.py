"""Answers about a position, held against figures worked out by hand from the charts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from assistant.audit.answer import Answer, Shade
from assistant.audit.question import Given, Moment, Question, Topic
from assistant.engine.state import State
from assistant.errors import LogError
from assistant.games import answer as answered
from assistant.games.white_death.play.supply.accounts import unpaid
from assistant.games.white_death.play.umpire import ACTS
from assistant.games.white_death.queries.asked import Asked
from assistant.games.white_death.queries.barrage import barrage
from assistant.games.white_death.queries.odds import odds
from assistant.games.white_death.queries.otherwise import disputed
from assistant.games.white_death.queries.position import position
from assistant.games.white_death.queries.reach import reach
from assistant.games.white_death.queries.stack import stack
from assistant.games.white_death.queries.supply import supply
from assistant.games.white_death.state.opening import opening
from assistant.games.white_death.state.ruleset import Ruleset
from tests.assistant.games.acted import game_of, line, position_of, rules_of
from tests.assistant.games.table import real_game

FIELD = "\n".join(". " * 12 for _ in range(12))
EDGES = {
    "german": " ".join(f"{column:02}01" for column in range(1, 13)),
    "soviet": " ".join(f"{column:02}12" for column in range(1, 13)),
}
DIVISION = "formation=s-357rd"
UNITS = {
    "d": "german personnel II L 0404 combat=2",
    "a": f"soviet personnel III L 0505 combat=3 strength=8 {DIVISION}",
    "g": f"soviet weapons II D 0507 range=8 support=3 barrage=10 strength=3 {DIVISION} deployed",
}


def asked(began=None, **case) -> Asked:
    """Return what is asked about: a drawn field with a Soviet road, unless the case says else."""
    case = {"map": FIELD, "roads": ["0508 0509 0510 0511 0512"], "edges": EDGES, **case}
    case.setdefault("units", UNITS)
    game = game_of(case)
    rules = rules_of(case, game)
    parse = game.map.numbering.parse
    places = {unit: parse(number) for unit, number in (began or {}).items()}
    return Asked(position_of(case, game), rules, "then", (), places)


def rows(answer: Answer, title: str) -> list[dict[str, str]]:
    """Return the rows of the table whose title begins so."""
    (table,) = [each for each in answer.tables if each.title.startswith(title)]
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def fact(answer: Answer, name: str) -> str:
    """Return the fact whose name begins so."""
    (value,) = [value for told, value in answer.facts if told.startswith(name)]
    return value


# ---- odds ----


def test_an_assault_is_eight_threes_against_the_ground():
    (shot,) = rows(odds(asked(), "0404"), "Assault: at whom")
    assert shot["odds"] == "24 to 6"
    assert (shot["column"], shot["next column"]) == ("4:1", "5:1 from 30")
    assert shot["results of the die"] == "MC2 2/6, MC1 2/6, MC 2/6"
    assert shot["rule"] == "WD-12.1"


def test_defensive_fire_comes_from_the_hex_assaulted():
    (shot,) = rows(odds(asked(), "0404"), "Defensive fire: at whom")
    assert (shot["odds"], shot["column"]) == ("8 to 6", "1:1")
    assert shot["results of the die"] == "MC1 1/6, MC 2/6, none 3/6"


def test_deployed_guns_of_the_division_in_range_support():
    (row,) = rows(odds(asked(), "0404"), "Assault: support")
    assert (row["in"], row["for"], row["value"]) == ("0507", "0505", "9")
    assert row["if no point is paid"] == "-"  # the side whose impulse it is pays nothing: 15A.4


@pytest.mark.parametrize(
    "gun",
    [
        "soviet weapons II D 0507 range=8 support=3 strength=3 formation=s-357rd",
        "soviet weapons II D 0507 range=8 support=3 strength=3 formation=s-9grd deployed",
        "soviet weapons II D 0512 range=6 support=3 strength=3 formation=s-357rd deployed",
    ],
    ids=["not deployed", "another division", "out of range"],
)
def test_other_guns_do_not(gun):
    assert rows(odds(asked(units={**UNITS, "g": gun}), "0404"), "Assault: support") == []


def test_a_defender_that_pays_nothing_supports_with_factor_one():
    units = {
        "d": "soviet personnel III L 0505 formation=s-357rd",
        "a": "german personnel II L 0404 combat=3",
        "g": UNITS["g"],
    }
    (row,) = rows(odds(asked(units=units), "0505"), "Defensive fire: support")
    assert (row["value"], row["if no point is paid"]) == ("9", "3")


def test_where_two_divisions_fight_each_headquarters_is_told():
    units = {**UNITS, "b": "soviet personnel III L 0304 formation=s-381rd"}
    found = rows(odds(asked(units=units), "0404"), "Assault: support")
    assert {row["for"] for row in found} == {"0505", "0304"}
    assert len({row["headquarters"] for row in found}) == 1


def test_the_isolated_fire_at_half():
    found = odds(asked(edges={"german": "0101", "soviet": ""}), "0404")
    parts = [(row["value"], row["rule"]) for row in rows(found, "Assault: who fires")]
    assert parts == [("24", "WD-9C.1"), ("-12", "WD-15C.2"), ("12", "WD-9C.1")]


def test_supply_that_an_assault_costs_is_named():
    found = odds(asked(pools={"supply-soviet": 4}), "0404")
    assert fact(found, "assaults cost") == "1 point of Soviet supply (4 points)"


def test_who_followed_out_of_the_city_costs_the_pool_that_the_audit_asks():
    field = FIELD.split("\n")
    field[4] = ". . . . t . . . . . . ."
    case = {
        "map": "\n".join(field),
        "places": {"Velikiye Luki": "0505"},
        "units": {"s": "soviet personnel I S 0404", "a": "german personnel II S 0505"},
        "groups": {"ski-troops": ["s", "a"]},
        "impulse": "german action 4",
        "phase": "movement",
        "pools": {"supply-german": 1, "supply-vl": 1},
    }
    before = asked(**case)
    after = before.position
    for text in ("assault unit=a target=0404", "slip unit=s to=0304"):
        after = ACTS.apply(after, line(text), before.rules).position
    after = ACTS.apply(after, line("follow unit=a to=0404 target=0304"), before.rules).position
    assert [pool for pool, _, _ in unpaid(after, before.rules)] == ["supply-vl"]
    found = odds(replace(before, position=after), "0304")
    name = before.rules.label("supply-vl")
    assert fact(found, "assaults cost") == f"1 point of {name} (1 point)"


@pytest.mark.parametrize(
    ("target", "names", "said"),
    [
        ("0909", (), "nobody stands in 0909"),
        ("9999", (), "no hex of the map"),
        ("0404", ("d",), "is no enemy"),
        ("0404", ("g",), "not next to 0404"),
        ("0404", ("nobody",), "names no unit"),
        ("0507", (), "no German unit stands next to 0507"),
    ],
)
def test_an_assault_that_nobody_can_make_is_one_clear_line(target, names, said):
    with pytest.raises(LogError, match=said) as caught:
        odds(asked(), target, names)
    assert "\n" not in str(caught.value)


def test_fire_that_can_hit_nobody_is_not_listed():
    units = {**UNITS, "d": f"{UNITS['d']} antitank=1"}
    answer = odds(asked(units=units), "0404")
    assert {row["fire"] for row in rows(answer, "Defensive fire: who")} == {"conventional"}
    units["t"] = f"soviet AFV II T 0505 strength=5 defence=2 {DIVISION}"
    answer = odds(asked(units=units), "0404")
    assert [row["fire"] for row in rows(answer, "Defensive fire: who")].count("antitank") == 1


# ---- barrage ----


def test_a_barrage_unobserved_at_three_hexes():
    found = barrage(asked(units={**UNITS, "a": "soviet personnel III L 1010"}), "0404")
    assert fact(found, "value") == "30"
    assert fact(found, "column") == "30-39"
    assert fact(found, "next column") == "40-49 from 40"
    assert fact(found, "observed") == "no"
    (row,) = rows(found, "Targets")
    assert row["added to the die"] == "+4"  # personnel 2, 2 for three hexes unobserved
    assert row["losses by the die"] == "2 1/6, 1 3/6, none 2/6"


def test_a_neighbour_of_the_division_observes():
    found = barrage(asked(), "0404")
    assert fact(found, "observed") == "yes"
    assert [row["observed"] for row in rows(found, "Who fires")] == ["yes"]
    assert [row["added to the die"] for row in rows(found, "Targets")] == ["+2"]
    assert rows(found, "Targets")[0]["losses by the die"] == "3 1/6, 2 2/6, 1 3/6"


def test_guns_that_may_not_fire_are_named_with_the_reason():
    gun = UNITS["g"].removesuffix(" deployed")
    found = barrage(asked(units={**UNITS, "g": gun}, roads=[]), "0404")
    reasons = {row["rule"] for row in rows(found, "In range, but may not fire")}
    assert reasons == {"WD-11B.1", "WD-15B.3"}
    assert rows(found, "Targets") == []
    assert fact(found, "value") == "0"


def test_a_barrage_that_nobody_has_in_range_is_one_clear_line():
    units = {"d": UNITS["d"], "g": UNITS["g"].replace("range=8", "range=2")}
    with pytest.raises(LogError, match="no Soviet artillery has 0404 in range") as caught:
        barrage(asked(units=units), "0404")
    assert "\n" not in str(caught.value)


# ---- reach ----


def test_a_unit_stops_in_a_zone_and_may_not_stay_on_a_full_stack():
    units = {
        "a": "soviet personnel III L 0505 formation=s-357rd",
        "b": "soviet personnel III L 0506 formation=s-381rd",
        "d": "german personnel II L 0503",
    }
    found = reach(asked(units=units), "a", Fraction(1))
    there = {row["hex"]: row["there"] for row in rows(found, "Hexes")}
    assert there["0504"] == "must stop (WD-3.3)"
    assert there["0506"] == "may not stay (WD-4B.1)"
    assert there["0405"] == "-"
    assert found.drawing.shades[asked().cell("0504")] is Shade.HALT


def test_points_are_those_of_the_impulse_and_drags_of_the_phase_are_one_march():
    case = {"impulse": "soviet action 2", "phase": "movement"}
    found = reach(asked(**case, began={"a": "0707"}), "a", None, "0505")
    assert ("hex", "0707") in found.facts
    assert fact(found, "points") == "2"
    assert any("began in 0707" in note for note in found.notes)
    told = reach(asked(**case, began={"a": "0707"}), "a", Fraction(2))
    assert ("hex", "0505") in told.facts


def test_a_way_that_costs_too_much_is_told_all_the_same():
    found = reach(asked(), "g", Fraction(1), "0511")
    assert fact(found, "0511 in reach").startswith("no, for ")
    assert rows(found, "Step by step")[-1]["step"] == "in all"


def test_what_no_points_reach_is_said():
    units = {"a": "soviet weapons II D 0505", "d": "german personnel II L 0404"}
    found = reach(asked(units=units), "a", Fraction(3), "0404")
    assert fact(found, "0404 in reach") == "no, not with all 10 points of a turn either"
    assert found.tables == ()


@pytest.mark.parametrize("points", [Fraction(-1), Fraction(11), Fraction(10**12), Fraction(1, 7)])
def test_points_that_nobody_has(points):
    with pytest.raises(LogError, match="0 to 10"):
        reach(asked(), "a", points)


def test_an_impulse_of_more_points_than_a_turn_has_is_not_believed():
    with pytest.raises(LogError, match="0 to 10"):
        reach(asked(impulse="soviet action 999"), "a", None)


def test_without_an_impulse_points_are_asked_for():
    with pytest.raises(LogError, match=r"--mp N; the side has 6 of 10 left"):
        reach(asked(spent={"soviet": 4}), "a", None)


def test_a_garrison_that_may_not_move_is_told_so():
    rules = Ruleset(real_game())
    begun = opening(rules, "I")
    found = reach(Asked(begun, rules, "then"), "g-303-aa", Fraction(3))
    assert fact(found, "hexes in reach") == "0"
    assert "of the garrison of Isotcha: it may not be moved in turn 1 (WD-22.1)" in found.notes
    later = Asked(replace(begun, number=2), rules, "then")
    assert not reach(later, "g-303-aa", Fraction(3)).notes
    (note,) = reach(later, "g-83id-i-277-inf", Fraction(3)).notes
    assert note.endswith("until it is released it may not leave the city (WD-22.4)")


# ---- supply and stacks ----


def test_supply_tells_ways_and_the_pool_that_pays():
    found = supply(asked(pools={"supply-soviet": 1}), "g")
    assert fact(found, "what it does is paid from") == "Soviet supply: 1 point"
    assert fact(found, "in supply") == "yes, 1 of 7 hexes to a road or railway"
    ways = {row["way"]: row["hexes"] for row in rows(found, "Ways")}
    assert ways["to a road or railway"] == "0507 0508"
    assert ways["along it to the edge"] == "0508 0509 0510 0511 0512"


def test_pools_that_nobody_told_are_named():
    found = supply(asked(pools={"supply-german": 3}))
    assert fact(found, "Soviet supply") == "not known"
    assert fact(found, "German general supply") == "3 points"


def test_a_hex_without_units_has_ground_and_zones():
    found = stack(asked(), "0504")
    assert fact(found, "terrain") == "clear"
    assert fact(found, "German ZOC") == "d infantry"
    assert rows(found, "Units") == []
    assert fact(stack(asked(), "0509"), "road to") == "0508, 0510"


def test_a_drawing_of_a_hex_shows_its_bunker():
    rules = Ruleset(real_game())
    drawing = stack(Asked(opening(rules, "I"), rules, "then"), "2022").drawing
    assert drawing.letters[rules.cell("2022")] == "bunker 10"
    assert drawing.letters[rules.cell("2021")] == "bunker 15"


def test_a_stack_that_fits_none_of_the_ways_is_told():
    units = {
        "a": "soviet personnel III L 0505 formation=s-357rd",
        "b": "soviet personnel III L 0505 formation=s-381rd",
    }
    assert fact(stack(asked(units=units), "0505"), "Soviet stacking").startswith("does not hold: ")
    del units["b"]
    assert fact(stack(asked(units=units), "0505"), "Soviet stacking") == "holds"


# ---- names, and what the asker says ----


def test_a_printed_number_of_less_than_four_digits_is_a_unit_and_no_hex():
    real = {"g-506-art": "1104", "s-257rd-948-inf": "0506"}
    found = Asked(*_real(real), "then")
    assert found.unit("506") == "g-506-art"
    assert found.unit("948/257") == "s-257rd-948-inf"
    assert found.unit("1104") == "g-506-art"
    assert found.unit("S-257RD-948-INF") == "s-257rd-948-inf"


def test_a_unit_off_the_map_is_told_with_where_it_is():
    found = Asked(*_real({"g-506-art": "lost"}), "then")
    with pytest.raises(LogError, match=r"506 field artillery .* is not on the map \(lost\)"):
        found.unit("506")


def _real(pieces):
    case = {"real": pieces}
    game = real_game()
    return position_of(case, game), rules_of(case, game)


def test_victory_points_are_told_with_every_item():
    case = {"scenario": "IV", "bunkers": {"bunker-15": "2021 15"}}
    game = real_game()
    found = position(Asked(position_of(case, game), rules_of(case, game), "then"))
    table = rows(found, "Soviet victory points")
    total = sum(int(row["points"]) for row in table[:-1])
    assert int(table[-1]["points"]) == total
    assert all(row["rule"].startswith("WD-25.") for row in table)


def test_without_a_scenario_the_score_is_not_known():
    found = _ask(Question(Topic.POSITION))
    assert fact(found, "scenario") == "not known"
    assert any("victory points aren't known" in note for note in found.notes)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (Given(weather="rain"), "no weather is called 'rain'; there are frost, thaw, snow"),
        (Given(scenario="IX"), "no scenario is called 'IX'"),
        (Given(pools={"supply-x": 1}), "no supply pool is called 'supply-x'"),
        (Given(pools={"supply-german": 10**6}), "can't hold 1000000 points"),
        (Given(readings={"A-01": "9"}), "no reading of A-01 is called '9'; there are 3, 2"),
        (Given(readings={"x" * 500: "9"}), "no reading is called 'xxx"),
        (Given(optional=frozenset({"99"})), "no optional rule is called '99'; there are 23, 24"),
    ],
)
def test_what_the_asker_says_must_be_there(given, said):
    with pytest.raises(LogError, match=said) as caught:
        _ask(Question(Topic.POSITION), given)
    assert len(str(caught.value)) < 500


def test_what_the_asker_says_is_noted():
    given = Given("thaw", "VI", {"supply-german": 7}, {"A-01": "2"}, frozenset({"23"}))
    found = _ask(Question(Topic.SUPPLY), given)
    assert fact(found, "German general supply") == "7 points"
    told = "\n".join(found.notes)
    for words in ("Thaw", "German general supply were given: 7", "A-01 is read as 2", "23"):
        assert words in told


def _ask(question, given=None):
    return answered(real_game(), State(), question, given or Given(), Moment("then"))


def test_readings_that_change_an_answer_are_named_and_no_others():
    """Fire of 1 at a defence of 6 is below every column, which A-10 reads in two ways."""
    units = {**UNITS, "a": f"soviet personnel III L 0505 combat=1/4 {DIVISION}"}
    case = asked(units=units)
    told = disputed(Topic.ODDS, case, lambda each: odds(each, "0404"))
    (note,) = [note for note in told.notes if note.startswith("disputed")]
    assert note.startswith("disputed: with A-10 read as 1:3_column, other figures in 'Assault: at")
    plain = disputed(Topic.ODDS, asked(), lambda each: odds(each, "0404"))
    assert not any(note.startswith("disputed") for note in plain.notes)


def test_a_game_without_answers_says_so():
    other = replace(real_game(), id="no-such-game")
    with pytest.raises(LogError, match="no-such-game"):
        answered(other, State(), Question(Topic.POSITION), Given(), Moment("then"))
