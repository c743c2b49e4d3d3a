"""Seeded faults that only a look across rows and files can find.

Arguments that are missing, idle, doubled or misdirected; totals of formations; battalions;
ways, lakes, places and bridges that don't fit the map. Each is found by exactly its check, in
its file and line, with exactly its hint.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.builder.model.test_faults import Fault, problems_of, seed

ARGUMENTS, UNITS, WAYS = "arguments.toml", "units.csv", "map/ways.toml"
HEXES, HEXSIDES, PLACES = "map/hexes.csv", "map/hexsides.csv", "map/places.csv"
NEEDS = "a note in its row, or an [[argument]] of arguments.toml"
LAND = "it must reach the map's edge, a town or another road or rail"
WATER = "it must reach the map's edge, a lake or another river or creek"
IDLE = "the data have changed: take it out, or see to `file`, `fields` and `where`"
BETTER = "one more condition in `where` makes the better one of them"
PIECE = "one place, one piece"
GUNS = "g-506-art,german,,506,R,field artillery,weapons,II,black-on-grey-green,W,E,3,"
OWN = (
    "a note argues figures of its own row: unit, mobility, strength, combat, antitank, support, "
    "barrage, range, morale, defence, arrival, battalion"
)
MATES = "g-3skj-1-3-ski, g-3skj-2-3-ski, g-3skj-3-3-ski, g-3skj-4-3-at, g-1skj-1-1-ski"
FIRST = '[[argument]]\nid = "map-size"\n'
SPARE = (
    '[[argument]]\nid = "spare"\nfile = "{}"\nfields = ["{}"]\nwhere = {{ {} }}\ntext = "no"\n\n'
)
HILLS = '[[argument]]\nid = "hexside-lake"\n'
HEAD = '[[way]]\nkind = "creek"\nname = "Kunja"\n'
BROOK = '[[way]]\nkind = "river"\nname = "Brook"\nsrc = "R"\nhexes = "3001 3002"\n\n'
CHART, MARKERS = "terrain.toml", "markers.csv"
MP_NEW = 'L = "1/2", D = "1", W = "1/7"'
PART = "a fraction whose denominator divides 120"
NUMBER = "the number in its name"
STRONG = ",Strength 4,strength,,4,3"
TOWN_RAIL = 'note = "the six rail hexes of the town, each with a bunker of strength 10"\n'


class Case(NamedTuple):
    """A fault, and the hint it must be told with."""

    fault: Fault
    hint: str


def spare(file, field, where):
    text = SPARE.format(file, field, where)
    return Fault("DAT-argument-idle", ARGUMENTS, FIRST, text + FIRST, at='id = "spare"')


CASES = [
    # --- arguments
    Case(Fault("DAT-argument", UNITS, GUNS + "D,1,yes", GUNS + "E,1,yes"), NEEDS),
    Case(Fault("DAT-argument", PLACES, "H,name printed; place estimated", "H,"), NEEDS),
    Case(
        Fault("DAT-argument", WAYS, TOWN_RAIL, "", at='[[way]]\nkind = "rail"\nname = "Velikiye'),
        NEEDS,
    ),
    Case(Fault("DAT-argument", HEXES, "E,base: name printed; on", "E,name printed; on"), NEEDS),
    Case(Fault("DAT-argument-field", UNITS, "unit: printed without", "id: printed without"), OWN),
    Case(
        Fault("DAT-argument-field", UNITS, "unit: printed with a 3", "range: printed with a 3"), OWN
    ),
    Case(spare("units.csv", "morale", 'type = "dragoons"'), IDLE),
    Case(spare("units.csv", "temper", 'type = "infantry"'), IDLE),
    Case(spare("unit.csv", "morale", 'type = "infantry"'), IDLE),
    Case(spare("units.csv", "combat", 'mark = "R"'), IDLE),
    Case(
        Fault(
            "DAT-argument-twice",
            ARGUMENTS,
            HILLS,
            SPARE.format(HEXES, "high", 'base = "lake"') + HILLS,
            at='where = { base = "lake" }\ntext = "no"',
        ),
        BETTER,
    ),
    # --- units
    Case(
        Fault(
            "DAT-formation-count",
            "formations.toml",
            "total = { battalions = 7, companies = 2 }",
            "total = { battalions = 7, companies = 3 }",
        ),
        "see `formation` and `size` in units.csv",
    ),
    Case(
        Fault(
            "DAT-battalion-mixed",
            UNITS,
            "g-t01-1st-ski-jaeger,R,g-1skj,R,\ng-1skj-2-1-ski",
            "g-t01-1st-ski-jaeger,R,g-3skj,R,\ng-1skj-2-1-ski",
            at="g-1skj-1-1-ski,german",
        ),
        f"see `formation` and `battalion` of {MATES}",
    ),
    Case(
        Fault(
            "DAT-arrival-empty",
            "arrivals.csv",
            "s-opt-24th-cavalry,",
            "s-t13-nobody,soviet,arrival,13,1,soviet-e,Nobody,0,0,0,0,R,\ns-opt-24th-cavalry,",
        ),
        "give its numbers, or delete it",
    ),
    # --- the map
    Case(Fault("DAT-way-stray", WAYS, "3726 3826", "3726", at='name = "Toropez"'), LAND),
    Case(Fault("DAT-way-stray", WAYS, "3714 3813", "3714", at='name = "Bologoje line"'), LAND),
    Case(Fault("DAT-way-stray", WAYS, "0443 0344", "0443", at='name = "Usch"'), WATER),
    Case(Fault("DAT-way-stray", WAYS, HEAD, BROOK + HEAD, at='name = "Brook"'), WATER),
    Case(
        Fault("DAT-lake-gap", HEXSIDES, "2507,S,lake-partial,E\n", "", whole_file=True),
        "add the hexside, lake-full or lake-partial",
    ),
    Case(
        Fault("DAT-lake-way", HEXSIDES, "2507,S,lake-partial", "2507,S,lake-full"),
        "lake-partial, or another way",
    ),
    Case(
        Fault("DAT-place-lake", PLACES, "1524 1525 1624", "1524 1525 1624 1625"),
        "see `base` in map/hexes.csv",
    ),
    Case(Fault("DAT-hex-apart", PLACES, "0837 0838 0938", "0837 0838 1441"), PIECE),
    Case(
        Fault("DAT-hex-apart", PLACES, "Botowo,village,1725", "Botowo,village,1725 1726 1728"),
        PIECE,
    ),
    Case(Fault("DAT-hex-apart", "map/entry_areas.toml", "0134 0135 0136", "0134 0136"), PIECE),
    Case(
        Fault("DAT-bridge-way", "scenarios/I.toml", 'hex = "2025"', 'hex = "2024"'),
        "see map/ways.toml",
    ),
    Case(
        Fault(
            "DAT-lake-far",
            HEXSIDES,
            "0216,NE,slope,E\n",
            "0216,NE,slope,E\n1001,S,lake-partial,E\n",
            at="1001,S",
        ),
        "beside a lake hex or another lake hexside",
    ),
    # --- names and forms
    Case(
        Fault("DAT-scenario-file", "scenarios/VI.toml", 'id = "VI"', 'id = "VII"'),
        "a file is called as its scenario's id",
    ),
    Case(
        Fault("DAT-bunker-town", "scenarios/I.toml", 'hex = "2022"', 'hex = "1922"'),
        "a hex of the town, see map/places.csv",
    ),
    Case(
        Fault("DAT-reading-switch", "ambiguities.toml", '"sixth_bunker_hex"', '"sixth bunker-hex"'),
        "small letters, digits and _",
    ),
    Case(Fault("DAT-chart-part", CHART, 'L = "1/2", D = "1", W = "1/2"', MP_NEW), PART),
    Case(Fault("DAT-chart-part", CHART, 'assault = "1"', 'assault = "1/7"'), PART),
    Case(
        Fault("DAT-marker-name", MARKERS, "bridge-3sa,Bridge 3 SA,", "bridge-3sa,Bridge,"),
        "markers of one name have the same kind, side and strength",
    ),
    Case(Fault("DAT-marker-strength", MARKERS, ",Bunker 15,", ",Bunker 16,"), NUMBER),
    Case(Fault("DAT-marker-strength", MARKERS, ",Strength 4,strength,,4,4", STRONG), NUMBER),
]
FAULTS = [case.fault for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.fault.check}-{case.fault.file}")
def test_fault_is_found_by_its_check_alone_in_its_line_with_its_hint(files, case):
    fault = case.fault
    faulty, line = seed(files, fault)
    problems = problems_of(faulty)
    found = [(each.check, each.file, each.line, each.hint) for each in problems]
    assert found == [(fault.check, fault.file, line, case.hint)]
    assert problems[0].text


def test_movement_points_are_cut_into_the_parts_that_the_search_adds_up():
    from assistant.engine import movement  # noqa: PLC0415 - for this one comparison
    from builder.model import head_files  # noqa: PLC0415

    assert head_files.PARTS == movement.PARTS


def test_many_figures_without_an_argument_are_one_problem_with_their_number(files):
    text = files[ARGUMENTS].decode()
    start = text.index('[[argument]]\nid = "high-no"')
    end = text.index("[[argument]]", start + 1)
    (problem,) = problems_of({**files, ARGUMENTS: (text[:start] + text[end:]).encode()})
    low = sum(b",no," in line for line in files[HEXES].splitlines())
    assert (problem.check, problem.file) == ("DAT-argument", HEXES)
    assert f"with {low - 1} more" in problem.text


def test_a_unit_in_the_wrong_formation_shows_in_both_totals(files):
    rows = files[UNITS].replace(b"g-6lw-ski,german,g-6lw,", b"g-6lw-ski,german,g-20mot,")
    problems = problems_of({**files, UNITS: rows})
    assert {problem.check for problem in problems} == {"DAT-formation-count"}
    assert [problem.text.split(":")[0] for problem in problems] == ["g-20mot", "g-6lw"]
