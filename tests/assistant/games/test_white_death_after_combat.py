"""Where units may go in combat: retreats, advances, slipping away; lines that make no sense."""

from __future__ import annotations

import pytest

from assistant.audit.finding import Verdict
from assistant.games.white_death.play.advance.advance import advances
from assistant.games.white_death.play.advance.slip import follows, slips
from assistant.games.white_death.play.morale.outstanding import outstanding
from assistant.games.white_death.play.retreat.ways import retreats
from assistant.games.white_death.play.umpire import ACTS
from builder.hexgrid import distance, neighbours
from tests.assistant.games.acted import fixed, game_of, line, position_of, rules_of, told_duty
from tests.assistant.games.table import real_game

PLAIN = "\n".join([". . . . . . . ."] * 8)


def laid(**case) -> tuple:
    """Return position and rules of a case after its first lines."""
    case = {"map": PLAIN, "impulse": "soviet action 3", "phase": "assault", **case}
    if case["map"] == "":
        del case["map"]
    game = game_of(case)
    rules = rules_of(case, game)
    position = fixed(position_of(case, game), case, rules)
    for text in case.get("before", []):
        position = ACTS.apply(position, line(text), rules).position
    return position, rules


def numbers(cells, rules) -> set[str]:
    return {rules.number(cell) for cell in cells}


# --- hexes (EX-76, EX-77) ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "around"),
    [
        ("2123", "2122 2222 2223 2124 2023 2022"),
        ("2022", "2021 2122 2123 2023 1923 1922"),
    ],
)
def test_example_76_neighbours_clockwise_from_north(number, around):
    numbering = real_game().map.numbering
    found = [numbering.format(cell) for cell in neighbours(numbering.parse(number))]
    assert found == around.split()


@pytest.mark.parametrize(
    ("one", "other", "hexes"),
    [
        ("2021", "2123", 2),
        ("2022", "2522", 5),
        ("2123", "2025", 3),
        ("1430", "1734", 5),
        ("2123", "1637", 17),
    ],
)
def test_example_77_distances(one, other, hexes):
    parse = real_game().map.numbering.parse
    assert distance(parse(one), parse(other)) == hexes


# --- retreats ---------------------------------------------------------------------------------


def test_example_79_all_hexes_that_a_retreat_from_2123_may_end_in():
    units = {
        "d": "german personnel II L 2123",
        "a": "soviet personnel III L 2222",
        "b": "soviet personnel III L 2223",
    }
    position, rules = laid(map="", units=units)
    found = numbers(retreats(position, "d", rules), rules)
    assert {"1922", "1923", "1924", "2021", "2121", "2125"} <= found
    assert not {"2022", "2122", "2023", "2222", "2223"} & found


def test_every_way_to_retreat_is_one_that_the_rules_keep():
    units = {
        "d": "german personnel II L 0404 morale=7",
        "a": "soviet personnel III L 0505",
        "b": "soviet personnel III L 0303",
        "c": "soviet personnel III L 0206",
    }
    before = [
        "assault unit=a target=0404",
        "fire kind=conventional target=d value=12 defence=6 column=2:1 die=4 result=MC",
        "morale unit=d roll=9 modifier=0 result=fail",
    ]
    position, rules = laid(units=units, before=before)
    ways = retreats(position, "d", rules)
    assert ways
    for way in ways.values():
        act = line(f"retreat unit=d path={','.join(map(rules.number, way))}")
        verdicts = {each.verdict for each in ACTS.check(position, act, rules)}
        assert Verdict.BROKEN not in verdicts


def test_a_unit_that_is_not_on_the_map_retreats_nowhere():
    position, rules = laid(units={"d": "german personnel II L lost"})
    assert retreats(position, "d", rules) == {}


def test_in_thaw_guns_retreat_over_no_river_but_horsemen_do():
    rows = [[".", "r", "."] + ["."] * 5 for _ in range(8)]
    case = {
        "map": "\n".join(" ".join(row) for row in rows),
        "rivers": [" ".join(f"02{row:02}" for row in range(1, 9))],
        "weather": "thaw",
    }
    a = "soviet personnel III L 0304"
    guns, rules = laid(units={"d": "german weapons II D 0204 bank=right", "a": a}, **case)
    west = {"0103", "0104", "0105", "0102", "0106"}
    found = numbers(retreats(guns, "d", rules), rules)
    assert found
    horse, rules = laid(units={"d": "german personnel II H 0204 bank=right", "a": a}, **case)
    free = numbers(retreats(horse, "d", rules), rules)
    one_side = {cell for cell in found if cell[:2] == "01"}
    other_side = {cell for cell in found if int(cell[:2]) > 2}
    assert not (one_side and other_side)
    assert one_side < free & west or other_side < free


# --- advances, slipping away --------------------------------------------------------------------


def test_who_assaulted_may_advance_when_the_hex_is_empty():
    units = {"d": "german personnel II L 0404 strength=1", "a": "soviet personnel III L 0505"}
    position, rules = laid(units=units, before=["assault unit=a target=0404"])
    assert advances(position, "a", rules) == ()
    after = ACTS.apply(position, line("loss unit=d points=1 why=fire"), rules).position
    assert numbers(advances(after, "a", rules), rules) == {"0404"}


def test_after_an_advance_a_unit_assaults_no_more():
    units = {"d": "german personnel II L 0404 strength=1", "a": "soviet personnel III L 0505"}
    before = ["assault unit=a target=0404", "loss unit=d points=1 why=fire"]
    position, rules = laid(units=units, before=[*before, "advance unit=a to=0404"])
    assert advances(position, "a", rules) == ()
    assert position.doing("a").target is None
    assert position.doing("a").assaulted == rules.cell("0404")


def test_a_bunker_that_is_entered_counts_as_taken_once():
    rows = [["."] * 8 for _ in range(8)]
    rows[3][3] = "t"
    case = {
        "map": "\n".join(" ".join(row) for row in rows),
        "units": {"a": "soviet personnel II L 0505", "b": "soviet personnel II L 0505"},
        "bunkers": {"bunker-10a": "0404 5"},
    }
    before = ["assault unit=a target=0404", "assault unit=b target=0404"]
    before += ["advance unit=a to=0404", "advance unit=b to=0404"]
    position, _ = laid(before=before, **case)
    assert position.score.bunkers == ("bunker-10a",)
    assert position.bunkers == {}


def test_ski_units_slip_to_every_hex_out_of_the_enemy_skis_zone():
    units = {"s": "german personnel I S 0404", "a": "soviet personnel II S 0505"}
    case = {"units": units, "groups": {"ski-troops": ["s", "a"]}, "phase": "movement"}
    position, rules = laid(before=["assault unit=a target=0404"], **case)
    assert numbers(slips(position, "s", rules), rules) == {"0403", "0304", "0305"}
    assert slips(position, "a", rules) == ()


def test_who_slipped_away_is_followed_to_where_it_is():
    units = {"s": "german personnel I S 0404", "a": "soviet personnel II S 0505"}
    case = {"units": units, "groups": {"ski-troops": ["s", "a"]}, "phase": "movement"}
    before = ["assault unit=a target=0404", "slip unit=s to=0304"]
    position, rules = laid(before=before, **case)
    assert [numbers(pair, rules) for pair in follows(position, "a", rules)] == [{"0404", "0304"}]


# --- duties ---------------------------------------------------------------------------------------


def test_checks_for_fright_alone_are_owed_last():
    units = {
        "d": "soviet personnel II L 0404 morale=7",
        "e": "soviet personnel II L 0404 morale=7",
        "a": "german personnel II L 0505",
        "t": "german AFV I T 0505",
    }
    case = {
        "units": units,
        "groups": {"afvs": ["t"], "fright-proof": ["t"], "all": list(units)},
        "impulse": "german action 3",
    }
    before = [
        "assault unit=a target=0404",
        "assault unit=t target=0404",
        "fire kind=conventional target=e value=12 defence=6 column=2:1 die=1 result=MC1",
    ]
    position, rules = laid(before=before, **case)
    found = [told_duty(each) for each in outstanding(position, rules)]
    assert found == ["loss e 1", "morale e 1", "morale d 0"]


# --- lines that make no sense -----------------------------------------------------------------

NONSENSE = [
    "morale unit=nobody roll=7 modifier=0 result=pass",
    "morale unit=d roll=7 modifier=0 result=perhaps",
    "morale unit=d roll=-7 modifier=88888 result=rout why=result,x:y,z:+888888,:,a:+1",
    "morale unit=gone roll=7 modifier=0 result=fail",
    "retreat unit=nobody path=0404,0304",
    "retreat unit=d path=9999,0304",
    "retreat unit=d path=0404",
    "retreat unit=d path=0101,0808,0404",
    "retreat unit=gone path=0404,0304",
    "advance unit=nobody to=0404",
    "advance unit=a to=9999",
    "advance unit=a to=0808",
    "advance unit=gone to=0404",
    "slip unit=nobody to=0404",
    "slip unit=d to=9999",
    "slip unit=d to=0808",
    "follow unit=nobody to=0404 target=0304",
    "follow unit=a to=0404 target=9999",
    "follow unit=a to=0808 target=0101",
    "loss unit=d points=99 why=retreat",
    "phase old=assault new=nowhere",
]


@pytest.mark.parametrize("text", NONSENSE)
@pytest.mark.parametrize("impulse", ["soviet action 3", ""])
@pytest.mark.parametrize("phase", ["movement", "barrage", "assault", ""])
def test_a_line_without_sense_is_told_and_never_stops_the_game(text, impulse, phase):
    units = {
        "d": "german personnel II L 0404",
        "gone": "german personnel II L lost",
        "a": "soviet personnel III L 0505",
    }
    before = ["assault unit=a target=0404"]
    position, rules = laid(units=units, impulse=impulse, phase=phase, before=before)
    act = line(text)
    ACTS.check(position, act, rules)
    ruled = ACTS.apply(position, act, rules)
    if "nobody" in text or "gone" in text or "9999" in text or "perhaps" in text:
        assert ruled.unapplied
        assert ruled.position.forces == position.forces
