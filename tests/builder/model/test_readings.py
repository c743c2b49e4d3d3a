"""Readings of unclear places: all of both lists are answered, with a switch or a reason."""

from __future__ import annotations

import re

import pytest


@pytest.fixture(scope="module")
def ledger(shared):
    """Return the text of each entry of the rules ledger's list, by id."""
    text = (shared / "rules" / "white_death_ambiguities.md").read_text()
    parts = re.split(r"(?m)^(?=\*\*A-\d+ )", text)[1:]
    return {re.match(r"\*\*(A-\d+)", part)[1]: part for part in parts}


@pytest.fixture(scope="module")
def second(shared):
    """Return the numbers of the second list, of the map and the order of battle."""
    text = (shared / "data" / "ambiguities_map_and_oob.md").read_text()
    return [int(number) for number in re.findall(r"(?m)^(\d+)\. \[", text)]


def test_every_reading_is_a_switch_or_settled_with_a_reason(game):
    assert len(game.readings) == 107 + 29
    for reading in game.readings.values():
        assert reading.sections
        if reading.switch:
            assert reading.chosen not in reading.others
            assert reading.others
            assert reading.otherwise.endswith(".")
            assert not reading.why
        else:
            assert not reading.chosen
            assert len(reading.why) > 25
            assert reading.why.endswith((".", '"'))


def test_switches_are_names_that_can_be_typed(game):
    switches = [reading.switch for reading in game.readings.values() if reading.switch]
    assert len(switches) == len(set(switches)) == 40
    for reading in game.readings.values():
        for word in (reading.switch, reading.chosen, *reading.others):
            assert re.fullmatch(r"[a-z0-9_:-]*", word)


def test_options_of_the_ledger_are_switches(game, ledger):
    assert len(ledger) == 104
    found = 0
    for id_, text in ledger.items():
        for name in re.findall(r"opt `([a-z0-9_]+)", text):
            assert game.readings[id_].switch == name
            found += 1
    assert found >= 18


def test_values_of_the_ledgers_options_are_ours(game, ledger):
    for id_, text in ledger.items():
        for name, chosen, other in re.findall(r"opt `(\w+)=([^|`]+)\|([^`]+)`", text):
            reading = game.readings[id_]
            assert (reading.switch, reading.chosen, reading.others) == (name, chosen, (other,))


def test_every_entry_of_the_second_list_is_answered(game, second):
    assert second == list(range(1, 70))
    own = {int(id_[2:]) for id_ in game.readings if id_.startswith("M-")}
    mapped = {int(name[2:]) for reading in game.readings.values() for name in reading.also}
    assert own | mapped == set(second)
    assert not own & mapped


@pytest.mark.parametrize(
    ("number", "id_"),
    [
        (1, "A-84"),
        (9, "A-68"),
        (17, "A-01"),
        (32, "A-11"),
        (37, "A-26"),
        (54, "A-65"),
        (68, "A-72"),
    ],
)
def test_entries_of_the_second_list_that_are_the_same(game, number, id_):
    assert f"M-{number:02}" in game.readings[id_].also


def test_data_agree_with_the_readings_they_follow(game):
    chosen = {reading.switch: reading.chosen for reading in game.readings.values()}
    assert chosen["draft_creek_exit"] == str(game.chart.terrains["creek"].leave["D"])
    assert chosen["snow_los"] == str(game.combat.observation.weather["snow"])
    assert chosen["action_minimum_more"] == str(game.action_minimum["soviet"])
    assert chosen["partial_lake_frost"] == "none"
    assert "partial" not in next(ice for ice in game.special.ice if "frost" in ice.weather).lakes


# --- errata and sections -----------------------------------------------------------------------
def test_the_index_has_every_part_of_the_rulebook(game, shared):
    (path,) = (shared / "seeds").glob("000_*.txt")
    text = path.read_text()
    contents = text[: text.index("RULE 1: Game Components\n\n")]
    rules = re.findall(r"RULE (\d+): (?:Optional — )?(.+)", contents)
    assert [number for number, _ in rules] == [str(n) for n in range(1, 26)]
    for number, title in rules:
        assert game.sections[number].title.removesuffix(" (optional)") == title
    scenarios = re.findall(r"SCENARIO ([IV]+): (.+) \(Turns", contents)
    assert len(scenarios) == 6
    for number, title in scenarios:
        assert game.sections[f"25{number}"].title == f"Scenario {number}: {title}"
    letters = re.findall(r"(?m)^RULE (\d+):|^([A-F])\. ", text[len(contents) :])
    rule = ""
    for number, letter in letters:
        rule = number or rule
        if letter and int(rule) < 25:
            assert f"{rule}{letter}" in game.sections


def test_every_printed_erratum_is_applied_somewhere(game):
    assert list(game.errata) == [f"E{n}" for n in range(1, 19)]
    assert all(erratum.where and erratum.applied for erratum in game.errata.values())
    named = {name for section in game.sections.values() for name in section.errata}
    assert named == game.errata.keys()


def test_units_with_a_figure_of_the_errata_are_named_by_one(game):
    named = {
        place.removeprefix("units.csv:")
        for erratum in game.errata.values()
        for place in erratum.where
        if place.startswith("units.csv:")
    }
    marked = {id_ for id_, unit in game.units.items() if "X" in unit.sources.values()}
    assert marked <= named
    assert named <= game.units.keys()


# --- sequence of play --------------------------------------------------------------------------
def test_the_sequence_has_the_phases_in_the_printed_order(game, shared):
    (path,) = (shared / "seeds").glob("000_*.txt")
    phases = re.findall(
        r"(?m)^\d\. (\w+(?: Fire)?) Phase: The (phasing|non-phasing)", path.read_text()
    )
    ours = [(phase.name.title(), phase.who) for phase in game.sequence.phases]
    assert ours == [(name, "other" if who == "non-phasing" else who) for name, who in phases]
    assert tuple(phase.id for phase in game.sequence.phases) == game.phases


def test_kinds_of_impulse(game):
    action, passing = game.sequence.impulses
    assert (action.id, action.points, action.less_if_all) == ("action", game.action_minimum, True)
    assert (passing.id, passing.exact, set(passing.points.values())) == ("pass", True, {1})
    assert set(action.phases) - set(passing.phases) == {"defensive-fire", "assault"}


def test_steps_follow_errata_that_exist(game):
    parts = (*game.sequence.stages, *game.sequence.phases)
    steps = [step for part in parts for step in part.steps]
    assert {"E12", "E13", "E15", "E16", "E17"} == {name for step in steps for name in step.errata}
    assert all(step.rules for step in steps)
    assert len({step.text for step in steps}) == len(steps)
